// What two segments that meet do to each other in an implicit step (Choe 2005, 4): pure functions on a number type, for pairs side
// by side in lanes.
#pragma once

#include "core/contact/cling.h"

namespace ringlet::cylinders {

// Of single hairs: a pair's stiffness over its mass, times h^2, at most. Two solutions bring a strand among a hundred that touch it half of
// the way to where all hold each other, and stiffer springs then store more than the step has: such hair was thrown about for good.
constexpr float stiffestSingle = 10;

struct CylinderMaterial {
    float radius = 0;                    // m
    float overlap = 0, alignment = 0;    // lambda, over the radius, and g of (10)
    float repulsion = 0, cohesion = 0;   // 1/s^2
    float damping = 0, viscosity = 0;    // 1/s
    float reach = 0;                     // beyond which cohesion weakens, m
    float friction = 0, grip = 0;        // Coulomb's coefficient; dry, of hair in hair, m/s^2: default step
    float onset = 0;                     // of single hairs: how much deeper than they may overlap they press in full, m; before, all that
                                         // they do grows with that depth. 0: wisps, which press at once and are damped before (4.3)
    bool published = false;
    float h = 0;                         // s
    Vec3f headMove{0, 0, 0};             // in the step, m
    Quatf head{0, 0, 0, 1};              // head space to world as the step begins
    RINGLET_HD float range() const { return cohesion > 0 ? 2 * reach : 0; }  // wisps that are farther apart do nothing, m
    RINGLET_HD float scaledRepulsion() const {  // times h^2
        const float scaled = repulsion * h * h;
        return onset > 0 && scaled > stiffestSingle ? stiffestSingle : scaled;
    }
};

// As where round things touch: some forty pairs a segment of a lock, which lie in each other and hardly press, would else hold back what
// the lock does as one. Share of the radius.
constexpr float singleOnset = 0.11f;
// Of single hairs: the distance at which they touch, m; 1/s^2; Coulomb's coefficient. Crossing ones repel each other as soon as they
// overlap; those that press stop coming closer at a rate of 10 / s, and a dry force of 1 m/s^2 holds those that go slowly beside each other.
inline CylinderMaterial ofSingleHairs(float diameter, float repulsion, float friction) {
    CylinderMaterial material;
    material.radius = 0.5f * diameter, material.overlap = 0.01f;
    material.onset = singleOnset * material.radius;
    material.repulsion = repulsion, material.damping = 10, material.grip = 1, material.friction = friction;
    return material;
}

inline namespace RINGLET_ISA {

// A segment: its middle, how far it goes by itself beside the head in the step, its beginning and its end, its direction, and its
// length.
template <class T>
struct CylinderOf {
    Vec3<T> x, way[2], along;
    T length;
    RINGLET_HD Vec3<T> wayAt(T share) const { return (T(1) - share) * way[0] + share * way[1]; }
};
// What is done to a point: C and b of the energy 1/2 d.C d + b.d in its displacement d.
template <class T>
struct SegmentLoadOf {
    Sym3<T> C{T(0), T(0), T(0), T(0), T(0), T(0)};
    Vec3<T> b{T(0), T(0), T(0)};
};
// How deep two segments' cylinders overlap (m; negative: how far they are apart), the normal from b's to a's, where they are
// nearest to each other, [0, 1] along each, and how deep they overlap in the rest shape, m.
template <class T>
struct CylinderTouchOf {
    Vec3<T> normal;
    T depth, at[2], resting = T(0);
};

// What overlaps too deep is parted no faster than this, m/s.
constexpr float partingSpeed = 0.2f;
// What presses clings: the stiffness of that over the spring's. As stiff as the spring, some heads come to rest later.
constexpr float clinging = 0.5f;
// The grip of hair in hair is half of itself at this speed, m/s: it ends creeping, and lets what swings go on.
constexpr float grippingSpeed = 0.02f;
// A load's stiffness, over its segment's mass, at most: more would leave too little of float to what is soft beside it.
constexpr float stiffestLoad = 1e3f;

// Adds along/2 (n.d - n.to)^2 + across/2 |d - to|^2 beside n.
template <class T>
RINGLET_HD void pullTo(SegmentLoadOf<T>& load, const CylinderOf<T>& s, T along, T across, Vec3<T> n, Vec3<T> to) {
    const T a = minimum(along, T(stiffestLoad) * s.length), c = minimum(across, T(stiffestLoad) * s.length);
    load.C = plusOuter(plusDiagonal(load.C, c), a - c, n);
    load.b = load.b - c * to - ((a - c) * dot(n, to)) * n;
}

// Of cohesion, over its stiffness: as far apart as they are, and beyond the reach less and less.
template <class T>
RINGLET_HD T cohesive(const CylinderMaterial& m, T apart) { return maximum(minimum(apart, T(2 * m.reach) - apart), T(0)); }

template <class T>
RINGLET_HD T pairLength(const CylinderOf<T>& a, const CylinderOf<T>& b) {
    return T(2) * a.length * b.length / (a.length + b.length);
}

// The density that each is for the other, of (11), over its own at rest.
template <class T>
RINGLET_HD T cylinderDensity(const CylinderMaterial& m, T depth) {
    const T share = maximum(depth, T(0)) / T(m.radius);
    return T(0.25f) * share * share;
}

// How deep two may overlap (10), m.
template <class T>
RINGLET_HD T admissibleDepth(const CylinderMaterial& m, Vec3<T> a, Vec3<T> b) {
    return (T(1) + T(m.alignment) * absolute(dot(a, b))) * T(m.overlap) * T(m.radius);
}

// Adds what a and b do to each other where they touch: about the mean of the ways that both went before, each side's share of what
// they have to go beside each other by the other's mass. Both forms together are no less than the pair's own energy (of single
// hairs: where they come no deeper than foreseen), so that both at once do not overshoot, however stiff; and at rest they are its
// gradient. What makes a pair gain speed together they hold back, as a heavier pair, until they are centred once more
// (cylinder_list_math.h). strain: how far a has slipped beside b since they met, m. Of pairs too far apart to do anything all terms are 0.
template <class T>
RINGLET_HD void respondDefault(const CylinderMaterial& m, const CylinderOf<T>& a, const CylinderOf<T>& b, const CylinderTouchOf<T>& touch,
                               Vec3<T>& strain, SegmentLoadOf<T>& onA, SegmentLoadOf<T>& onB) {
    const T zero(0.0f), one(1.0f), depth = touch.depth, apart = zero - depth;
    const Vec3<T> n = touch.normal, wayA = a.wayAt(touch.at[0]), wayB = b.wayAt(touch.at[1]), beside = wayA - wayB;
    const T allowed = maximum(admissibleDepth(m, a.along, b.along), touch.resting), hair = pairLength(a, b), sum = a.length + b.length;
    const T coming = zero - dot(n, beside), excess = depth - allowed;
    const T tied = T(m.cohesion * m.h * m.h) * hair;
    const bool grows = m.onset > 0;
    const T pressing = grows ? clamped((excess + coming) * T(1.0f / m.onset), zero, one) : select(excess + coming > zero, one, zero);
    const T within = grows ? pressing : minimum(depth / allowed, one);
    const T spring = T(m.scaledRepulsion()) * hair * pressing;
    const T damper = select(depth > zero, T(m.damping * m.h) * hair * within, zero);
    const T ties = select(both(apart > zero, apart < T(m.reach)), tied, zero);
    const T weakened = select(apart < T(m.reach), zero, tied * cohesive(m, apart));
    const T drag = T(m.viscosity * m.h) * cylinderDensity(m, depth) * hair;
    const T part = minimum(excess - T(0.5f * m.onset) * pressing, T(partingSpeed * m.h));
    const T pressed = spring * (part + coming) / (one + spring * sum / (a.length * b.length));
    const T slow = T(grippingSpeed * m.h) / (T(grippingSpeed * m.h) + lengthOf(beside));
    const T grips = select(depth > zero, T(m.grip * m.h * m.h) * slow * hair * within, zero);
    const T most = grips + T(m.friction) * maximum(pressed, zero);
    const Vec3<T> slips = beside + coming * n;
    strain = strain + slips;
    const T rubs = cling(T(clinging * m.scaledRepulsion()) * hair, most, n, slips, strain);
    const Vec3<T> back = (rubs / maximum(rubs + drag, T(1e-30f))) * strain;
    const Vec3<T> mean = (a.length / sum) * wayA + (b.length / sum) * wayB;
    const auto respond = [&](const CylinderOf<T>& own, T other, T outward, SegmentLoadOf<T>& load) {
        const T share = other / sum, over = one / share, firm = spring + damper + ties + drag;
        const T along = over * firm, across = over * (rubs + drag);
        const T to = select(along > zero, outward * share * (spring * part - ties * apart) / maximum(firm, T(1e-30f)), zero);
        pullTo(load, own, along, across, n, mean + to * n - (outward * share) * back);
        load.b = load.b + (outward * weakened) * n;
    };
    respond(a, b.length, one, onA);
    respond(b, a.length, zero - one, onB);
}

}  // namespace RINGLET_ISA

using Cylinder = CylinderOf<float>;
using SegmentLoad = SegmentLoadOf<float>;
using CylinderTouch = CylinderTouchOf<float>;

}  // namespace ringlet::cylinders
