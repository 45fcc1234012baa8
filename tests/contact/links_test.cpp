// Static links: their pull is minus the gradient of their energy, keeps momentum, and ends where they break.
#include "core/contact/static_links.h"
#include "tests/contact/tangle.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;

namespace {

using test::anywhere;

// A strand of two points, which hold the third, of another strand.
struct Held {
    std::vector<HairPoint> rest, now;
    StaticLinks links;

    explicit Held(Random& random, float astray) {
        for (Vec3f x : {Vec3f{0, 0, 0}, Vec3f{0, -0.01f, 0}, Vec3f{0.004f, -0.008f, 0.002f}}) {
            rest.push_back({x.x, x.y, x.z, 1});
            const Vec3f at = x + anywhere(random, astray);
            now.push_back({at.x, at.y, at.z, 1});
        }
        links.set({{1, 2, positionOf(rest[2]) - positionOf(rest[1]), {0, -1, 0}, false}}, rest);
    }
};

LinkSettings settingsOf(float stiffness) {
    LinkSettings settings;
    settings.stiffness = stiffness;
    settings.weakens = 1, settings.breaks = 2;
    return settings;
}

// |x_q - x_p - R o|^2 / 2, R the shortest rotation from the segment at rest to where it is.
double energy(const Held& h, const std::vector<Vec3d>& x) {
    const auto wide = [](Vec3f v) { return Vec3d{v.x, v.y, v.z}; };
    const Vec3d o = wide(positionOf(h.rest[2]) - positionOf(h.rest[1])), was{0, -1, 0};
    const Vec3d segment = x[1] - x[0], d = segment * (1 / lengthOf(segment)), axis = cross(was, d), turned = cross(axis, o);
    const Vec3d e = x[2] - x[1] - (o + turned + cross(axis, turned) * (1 / (1 + dot(was, d))));
    return 0.5 * dot(e, e);
}

}  // namespace

TEST_CASE("links: what they pull is minus their energy's gradient") {
    Random random(1);
    for (int i = 0; i < 50; ++i) {
        Held h(random, 0.001f);
        std::vector<HairMove> moves(3, HairMove{{0, 0, 0}, 0});
        constexpr float k = 1e-4f;  // so soft that nothing is softened
        h.links.apply(h.now.data(), settingsOf(k), moves.data());
        std::vector<Vec3d> x;
        for (const HairPoint& p : h.now) x.push_back({p.x, p.y, p.z});
        double longest = 0, off = 0;
        for (size_t p = 0; p < 3; ++p) {
            double slope[3];
            for (int axis = 0; axis < 3; ++axis) {
                const double step = 1e-7;
                std::vector<Vec3d> up = x, down = x;
                const Vec3d by{axis == 0 ? step : 0, axis == 1 ? step : 0, axis == 2 ? step : 0};
                up[p] = up[p] + by, down[p] = down[p] - by;
                slope[axis] = (energy(h, up) - energy(h, down)) / (2 * step);
            }
            const Vec3d pull{moves[p].by.x / double{k}, moves[p].by.y / double{k}, moves[p].by.z / double{k}};
            longest = std::fmax(longest, lengthOf(pull));
            off = std::fmax(off, lengthOf(pull + Vec3d{slope[0], slope[1], slope[2]}));
        }
        // The torque does not see how the shortest rotation spins about the segment: a part of second order.
        CHECK(off < 0.1 * longest);
        const Vec3f sum = moves[0].by + moves[1].by + moves[2].by;
        CHECK(lengthOf(sum) < 1e-3f * lengthOf(moves[2].by) + 1e-12f);
    }
}

TEST_CASE("links: they weaken, break, stay broken, and draw hair back when they are renewed") {
    Random random(2);
    Held h(random, 0);
    LinkSettings settings = settingsOf(0.1f);
    settings.weakens = 0.002f, settings.breaks = 0.004f;
    const auto pulled = [&](float away) {
        std::vector<HairPoint> now = h.rest;
        now[2].z += away;
        std::vector<HairMove> moves(3, HairMove{{0, 0, 0}, 0});
        h.links.apply(now.data(), settings, moves.data());
        return -moves[2].by.z;
    };
    CHECK(pulled(0.001f) > 0);
    CHECK(h.links.strengths()[0] == 1);
    pulled(0.003f);
    CHECK(h.links.strengths()[0] == doctest::Approx(0.5));
    pulled(0.001f);
    CHECK(h.links.strengths()[0] == doctest::Approx(0.5));  // it never rises again
    CHECK(pulled(0.005f) == 0);
    CHECK(h.links.broken() == 1);
    CHECK(pulled(0.001f) == 0);
    h.links.renew();
    CHECK(pulled(0.005f) > 0);  // draws
    CHECK(h.links.broken() == 0);
    pulled(0.001f);
    CHECK(h.links.strengths()[0] == 1);  // has come back
}
