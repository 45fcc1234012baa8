// How particles of the implicit chains stand against surfaces that a turning head carries along (chain_terms.h).
#include "core/math/random.h"
#include "core/models/chain_material.h"
#include "core/models/chain_terms.h"

#include <doctest/doctest.h>

using namespace ringlet;

namespace {

constexpr float nothing = 2e-6f;  // m

Vec3f somewhere(Random& random, float reach) {
    return {random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach)};
}

struct Turning {
    ColliderArrays arrays;
    ColliderArgs colliders;
    ChainSubstep<float> s;
    Vec3f x, carriedAlong;  // a particle, and how far the head carries it, m
};

// A ball beside a bar, none about the head's axis, and a turn of up to 20 degrees about any.
Turning turning(Random& random) {
    Turning t;
    const Colliders shapes{{{{0.05f, 0.01f, 0}, 0.03f}}, {{{-0.05f, 0, 0}, {-0.02f, 0.08f, 0.01f}, 0.01f}}, nullptr};
    t.arrays.set(&shapes);
    t.colliders = ColliderArgs{t.arrays.view(), 0.3f};
    Substep step;
    step.h = 1.0f / 240;
    const Vec3f axis = somewhere(random, 0.1f);
    step.headBefore = normalized(Quatf{0.1f, 0.3f, -0.2f, 0.9f});
    step.headAfter = normalized(Quatf{axis.x, axis.y, axis.z, 1}) * step.headBefore;
    step.headMove = somewhere(random, 0.01f);
    t.s = chainSubstep<float>(step, ChainMaterial{}, t.colliders);
    t.x = somewhere(random, 0.06f);
    t.carriedAlong = rotate(step.headAfter, rotate(conjugate(step.headBefore), t.x)) - t.x;
    return t;
}

}  // namespace

TEST_CASE("a surface comes along with the head that turns: what comes along too stands to it as before") {
    Random random(11);
    int near = 0;
    for (int i = 0; i < 500; ++i) {
        const Turning t = turning(random);
        CHECK(lengthOf(carried(t.s, t.x) - t.carriedAlong) < nothing);

        const Vec3f slide = cross(t.s.headTurn, t.x);
        const SurfaceContact<float> contact = lookUp(t.s, t.colliders, t.x, 1.0f);
        const float before = nearestCollider(t.colliders, t.s.before, t.x).distance;
        CHECK(absolute(contact.before - before) < nothing);
        CHECK(absolute(contact.after + dot(contact.normal, slide) - before) < nothing);
        CHECK(isClosed(contact) == (contact.before < 0));
        near += before < 0.01f ? 1 : 0;

        const SweptSegment<float> swept = sweptSegment(t.s, contact, {0, 0, 0}, 0.01f, t.x, t.carriedAlong);
        CHECK(swept.moved < nothing);
        CHECK(absolute(swept.foreseen - before) < nothing);
    }
    CHECK(near > 50);
}

TEST_CASE("what goes towards a surface beside the head is foreseen there, whatever the head does meanwhile") {
    Random random(12);
    int told = 0;
    for (int i = 0; i < 500; ++i) {
        const Turning t = turning(random);
        const SurfaceContact<float> contact = lookUp(t.s, t.colliders, t.x, 1.0f);
        const float step = 0.003f;
        const Vec3f way = t.carriedAlong - step * contact.normal;
        const SweptSegment<float> swept = sweptSegment(t.s, contact, {0, 0, 0}, 0.01f, t.x, way);
        CHECK(swept.moved == doctest::Approx(step).epsilon(1e-3));
        CHECK(absolute(swept.foreseen - (contact.before - step)) < nothing);
        // Towards the nearest point of a convex shape the distance falls as fast as that, where the other shape does not round it, or faster
        // where that is nearer.
        const float alone = nearestShape(t.colliders, rotate(conjugate(t.s.after), t.x + carried(t.s, t.x))).distance;
        if (contact.before <= step || contact.before != alone) continue;
        ++told;
        CHECK(nearestCollider(t.colliders, t.s.after, t.x + way).distance < contact.before - step + nothing);
    }
    CHECK(told > 250);
}
