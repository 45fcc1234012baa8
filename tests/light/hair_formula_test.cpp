#include "core/light/hair_table.h"

#include "core/light/colours.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;
using namespace ringlet::light;

namespace hair_formula_test {
namespace {

constexpr float turn = 6.2831853f;

Vec3f direction(float theta, float phi) { return {std::sin(theta), std::cos(theta) * std::sin(phi), std::cos(theta) * std::cos(phi)}; }

// S cos(theta_in) of a hair seen from afar: by the tables ...
Vec3f tabled(const HairTable& table, Vec3f out, Vec3f in) {
    const HairAngles a = hairAngles({1, 0, 0}, out, in);
    const HairTable::Texel t = table.lobes(aroundPlace(a), a.cosD);
    const float v = hairSpread * hairSpread;
    const float r = alongLobe(a, v, 2 * hairTilt) * aroundMirror(a), tt = alongLobe(a, v / 4, -hairTilt) * t[0], trt = alongLobe(a, 4 * v, -4 * hairTilt) * t[2];
    return each(table.absorption(), [&](float absorption) { return r + tt * std::exp(-absorption * t[1]) + trt * std::exp(-absorption * t[3]); });
}
// ... and as it is.
Vec3f exact(const Fibre& fibre, Vec3f out, Vec3f in) {
    Vec3f sum{0, 0, 0};
    constexpr int steps = 96;
    for (int i = 0; i < steps; ++i) sum = sum + fibre.scattering(out, in, -1 + 2 * (float(i) + 0.5f) / steps) * (1.0f / steps);
    return sum;
}

// What the topmost hair of endless hair sends to the eye in even, white surroundings.
Vec3f furnace(const HairTable& table, float theta, float root) {
    const Vec3f out = direction(theta, 0.4f);
    constexpr int rows = 80;
    Vec3f sum{0, 0, 0};
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < rows; ++j) {  // the half space before the hair
            const Vec3f in = direction(std::asin(-1 + 2 * (float(i) + 0.5f) / rows), turn / 2 * ((float(j) + 0.5f) / rows - 0.5f));
            const HairAngles a = hairAngles({1, 0, 0}, out, in);
            const HairCrowd crowd = hairCrowd(a, 0, in.z);
            const HairTable::Texel forward = table.forward(a.sineIn, root), back = table.back(a.sineIn, root);
            const Vec3f lobes = tabled(table, out, in);
            const Vec3f sent{hairSends(a, crowd, lobes.x, forward[0], back[0]), hairSends(a, crowd, lobes.y, forward[1], back[1]),
                             hairSends(a, crowd, lobes.z, forward[2], back[2])};
            sum = sum + sent * (1.0f / (rows * rows) * 2);  // over pi: of lamps given as what a white surface sends back
        }
    return sum;
}

}  // namespace

TEST_CASE("tables and narrow lobes give what the hair scatters") {
    HairTable table;
    table.setColour({0.75f, 0.4f, 0.12f});
    FibreLook look = drawnFibre();
    look.absorption = table.absorption();
    const Fibre fibre(look);
    double differs[3] = {0, 0, 0}, all[3] = {0, 0, 0};
    for (float theta : {-0.8f, 0.1f, 0.6f})
        for (int i = 0; i < 40; ++i)
            for (int j = 0; j < 24; ++j) {
                const Vec3f out = direction(theta, 0), in = direction(std::asin(-1 + 2 * (float(i) + 0.5f) / 40), turn * (float(j) + 0.5f) / 24);
                const Vec3f is = exact(fibre, out, in), found = tabled(table, out, in);
                const float a[3] = {is.x, is.y, is.z}, b[3] = {found.x, found.y, found.z};
                for (int k = 0; k < 3; ++k) differs[k] += std::fabs(a[k] - b[k]), all[k] += a[k];
            }
    for (int k = 0; k < 3; ++k) CHECK(differs[k] / all[k] < 0.12);
}

TEST_CASE("what one hair sends forwards and back is all that it does not take") {
    HairTable table;
    for (float sine : {0.0f, 0.5f, 0.9f}) CHECK(table.forward(sine, 1)[0] + table.back(sine, 1)[0] == doctest::Approx(1).epsilon(0.002));
    table.setColour({0.5f, 0.2f, 0.05f});
    const HairTable::Texel forward = table.forward(0.3f, 1), back = table.back(0.3f, 1), darker = table.forward(0.3f, 1.5f);
    CHECK(forward[0] > forward[1]);
    CHECK(forward[1] > forward[2]);
    CHECK(darker[0] < forward[0]);
    for (size_t k = 0; k < 3; ++k) CHECK(forward[k] + back[k] < 1);
}

TEST_CASE("endless hair returns what a pile of very thin layers does, and dims light as they do") {
    for (float forward : {0.2f, 0.6f, 0.79f}) {
        const double back = 0.2, thin = 1e-3, f = 1 - thin * (1 - double(forward)), b = thin * back;
        double pile = 0;
        for (int layer = 0; layer < 200000; ++layer) pile = b + f * f * pile / (1 - b * pile);  // one more on top
        CHECK(hairReturns(forward, float(back)) == doctest::Approx(pile).epsilon(0.005));
        const double passed = f / (1 - b * pile);  // by a layer on an endless pile
        CHECK(hairDims(forward, float(back)) == doctest::Approx(-std::log(passed) / thin).epsilon(0.01));
        CHECK(back + double(forward) * pile == doctest::Approx(pile * (1 + double(hairDims(forward, float(back))))).epsilon(0.005));
    }
    CHECK(hairReturns(0.8f, 0.2f) == doctest::Approx(1).epsilon(0.01));
    // Even light: its ways are longer by sqrt(3) where hair takes little; where one hair takes nearly all they are as beams'.
    CHECK(hairDimsEvenly(0.8f, 0.199f) == doctest::Approx(std::sqrt(3.0) * double(hairDims(0.8f, 0.199f))).epsilon(0.01));
    CHECK(hairDimsEvenly(0.0f, 0.05f) == doctest::Approx(hairDims(0.0f, 0.05f)).epsilon(0.01));
}

TEST_CASE("white hair in white surroundings is white, hair with pigment has its colour") {
    HairTable table;
    for (float theta : {0.0f, 0.4f, -0.8f}) CHECK(furnace(table, theta, 1).x == doctest::Approx(1).epsilon(0.1));
    const Vec3f colour{0.7f, 0.4f, 0.15f};
    table.setColour(colour);
    // Below the topmost ones hair is darker: of all that are seen it is R, which the topmost have 1 + a times.
    const Vec3f light = furnace(table, 0.2f, 1);
    const float wanted[3] = {colour.x, colour.y, colour.z}, found[3] = {light.x, light.y, light.z};
    for (size_t k = 0; k < 3; ++k) {
        const float forward = table.forward(0.2f, 1)[k], back = table.back(0.2f, 1)[k];
        CHECK(hairReturns(forward, back) == doctest::Approx(wanted[k]).epsilon(0.35));
        CHECK(found[k] == doctest::Approx(hairReturns(forward, back) * (1 + hairDims(forward, back))).epsilon(0.15));
    }
}

}  // namespace hair_formula_test
