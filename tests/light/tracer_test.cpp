#include "core/light/tracer.h"

#include "core/light/colours.h"
#include "core/math/random.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

using namespace ringlet;
using namespace ringlet::light;

namespace {

Vec3f anyDirection(Random& random) {
    for (;;) {
        const Vec3f v{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        if (dot(v, v) < 1 && dot(v, v) > 0.01f) return normalizedOr(v, Vec3f{1, 0, 0});
    }
}

// Bent hairs within a ball of 5 cm.
TracedHair clump(uint32_t strands, Vec3f absorption) {
    TracedHair hair;
    hair.each = 6;
    hair.look.absorption = absorption;
    Random random(11);
    for (uint32_t s = 0; s < strands; ++s) {
        Vec3f p = anyDirection(random) * (0.05f * std::sqrt(random.unit())), way = anyDirection(random);
        for (uint32_t i = 0; i < hair.each; ++i) {
            hair.points.push_back(p);
            hair.radii.push_back(4e-4f);
            hair.pigments.push_back(1);
            p = p + way * 0.008f;
            way = normalizedOr(way + anyDirection(random) * 0.3f, way);
        }
    }
    return hair;
}

Ray fromAfar(float x, float y) { return {{(x - 20) * 0.003f, (20 - y) * 0.003f, 0.5f}, {0, 0, -1}, 0, 1e30f}; }

TracedSurface ball() {
    TracedSurface surface;
    constexpr uint32_t rows = 24, columns = 48;
    for (uint32_t i = 0; i <= rows; ++i)
        for (uint32_t j = 0; j < columns; ++j) {
            const float theta = 3.14159265f * float(i) / rows, phi = 6.2831853f * float(j) / columns;
            const Vec3f n{std::sin(theta) * std::cos(phi), std::cos(theta), std::sin(theta) * std::sin(phi)};
            surface.normals.push_back(n);
            surface.vertices.push_back(n * 0.03f);
            surface.colours.push_back({1, 1, 1});
            const uint32_t at = i * columns + j, beside = i * columns + (j + 1) % columns;
            if (i < rows) surface.corners.insert(surface.corners.end(), {at, beside, at + columns, beside, beside + columns, at + columns});
        }
    return surface;
}

// Mean light of samples that meet hair, or with `head` the surface.
Vec3f seen(const std::vector<TracedPixel>& pixels, bool head = false) {
    Vec3f sum{0, 0, 0};
    float weight = 0;
    for (const TracedPixel& p : pixels)
        if (head ? p.head > 0.02f && p.head + p.hair > 0.999f : p.hair > 0.999f) sum = sum + p.light, weight += 1;
    REQUIRE(weight > 100);
    return sum * (1 / weight);
}

}  // namespace

TEST_CASE("white hair on a white ball in white surroundings cannot be seen") {
    ThreadPool pool(2);
    TracedLights white;
    white.above = white.below = {1, 1, 1};
    const Tracer tracer(clump(1500, {0, 0, 0}), ball(), white);
    const std::vector<TracedPixel> pixels = tracer.picture({40, 40, 24, fromAfar, {}}, pool);
    CHECK(seen(pixels).x == doctest::Approx(1).epsilon(0.02));
    CHECK(seen(pixels).z == doctest::Approx(1).epsilon(0.02));
    CHECK(seen(pixels, true).x == doctest::Approx(1).epsilon(0.02));
}

TEST_CASE("much hair in white light has the colour that its absorption was chosen for") {
    ThreadPool pool(2);
    TracedLights white;
    white.above = white.below = {1, 1, 1};
    const Vec3f colour{0.6f, 0.3f, 0.1f};
    const Tracer tracer(clump(6000, absorptionOf(colour, 0.3f)), {}, white);
    const Vec3f light = seen(tracer.picture({40, 40, 24, fromAfar, {}}, pool));
    CHECK(light.x == doctest::Approx(colour.x).epsilon(0.2));
    CHECK(light.y == doctest::Approx(colour.y).epsilon(0.35));
    CHECK(light.x > light.y);
    CHECK(light.y > light.z);
}

TEST_CASE("a picture is the same on any number of threads") {
    ThreadPool one(1), three(3);
    TracedLights lights;
    lights.lamps = {{{0, 1, 0}, {1, 0.9f, 0.8f}}, {{0.6f, 0, 0.8f}, {0.4f, 0.5f, 0.6f}}};
    lights.above = {0.3f, 0.3f, 0.4f};
    const Tracer tracer(clump(300, {0.2f, 0.5f, 1}), ball(), lights);
    const auto a = tracer.picture({40, 40, 2, fromAfar, {}}, one), b = tracer.picture({40, 40, 2, fromAfar, {}}, three);
    CHECK(std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0);
    CHECK(brightness(seen(a, true)) > 0);
}

TEST_CASE("a hair's side sends light where a mirror on it would") {
    TracedHair hair;
    hair.points = {{-1, 0, 0}, {1, 0, 0}};
    hair.radii = {0.01f, 0.01f};
    hair.pigments = {1, 1};
    hair.look.aroundRoughness = 0.08f;
    hair.look.absorption = {50, 50, 50};  // R alone
    TracedLights lights;
    lights.above = {2, 2, 2};  // brighter the higher: 1 + y
    const Tracer tracer(hair, {}, lights);
    for (float h : {-0.7f, -0.3f, 0.0f, 0.5f}) {
        double light = 0;
        Random random(5);
        constexpr int count = 20000;
        for (int i = 0; i < count; ++i) light += double(tracer.follow({{0, 0.01f * h, 1}, {0, 0, -1}, 0, 1e30f}, random).light.y) / count;
        const double mirrored = std::sin(2 * std::asin(double(h)));  // of the mirrored ray, upwards
        const double share = double(fresnelShare(std::sqrt(1 - h * h), hair.look.index));
        CHECK(light == doctest::Approx(share * (1 + mirrored)).epsilon(0.06));
    }
}

TEST_CASE("the tree finds what looking at every box finds") {
    Random random(3);
    std::vector<Box> boxes(700);
    for (Box& box : boxes) {
        const Vec3f p = anyDirection(random) * random.unit();
        box.add(p);
        box.add(p + Vec3f{0.05f, 0.02f, 0.04f} * random.unit());
    }
    const BoxTree tree(boxes);
    for (int n = 0; n < 300; ++n) {
        Ray ray{anyDirection(random) * 2.0f, {}, 0, 1e30f};
        ray.along = normalizedOr(anyDirection(random) * 0.5f - ray.from, Vec3f{1, 0, 0});
        std::vector<bool> reached(boxes.size(), false);
        tree.walk(ray, [&](uint32_t leaf, Ray&) {
            for (int i = 0; i < BoxTree::leafItems; ++i) {
                const uint32_t item = tree.order()[leaf * BoxTree::leafItems + i];
                if (item != BoxTree::none) reached[item] = true;
            }
            return false;
        });
        for (size_t i = 0; i < boxes.size(); ++i) {
            float near = 0, far = 1e30f;
            const float o[3] = {ray.from.x, ray.from.y, ray.from.z}, d[3] = {ray.along.x, ray.along.y, ray.along.z};
            const float low[3] = {boxes[i].low.x, boxes[i].low.y, boxes[i].low.z}, high[3] = {boxes[i].high.x, boxes[i].high.y, boxes[i].high.z};
            for (int k = 0; k < 3; ++k) {
                const float a = (low[k] - o[k]) / d[k], b = (high[k] - o[k]) / d[k];
                near = std::max(near, std::min(a, b));
                far = std::min(far, std::max(a, b));
            }
            if (near < 0.9999f * far) CHECK(reached[i]);
        }
    }
}
