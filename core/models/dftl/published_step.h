// The published step over one tile in any layout: load, pure functions of
// published_math.h, store.
//
// With `algorithm2` it is algorithm 2 of Cavazotti 2025 line by line: the parent's velocity
// is corrected by the shape constraint's part alone (line 20), and penetration moves a
// particle out of one collider after the other, without friction (section 6.2). Otherwise
// the correction is of all constraints, as in Mueller et al. 2012, and the nearest collider rubs.
#pragma once

#include "core/models/dftl/published_math.h"

namespace ringlet::dftl {
inline namespace RINGLET_ISA {

template <class T>
struct PublishedSubstep {
    T h, inverseH, compliance, correction, friction;
    bool algorithm2;
    Vec3<T> move, fallen;   // the head's displacement; h^2 g less that
    Vec3<T> headTurn;
    Quat<T> after;
    Axes<T> head;           // its axes after the substep
};

template <class T>
RINGLET_HD PublishedSubstep<T> prepare(const Substep& s, const Material& m, const ColliderArgs& c) {
    const Quat<T> after = splat<T>(s.headAfter);
    const T zero = T(0), one = T(1);
    return {T(s.h), T(1.0f / s.h), T(m.compliance / (s.h * s.h)), T(m.velocityCorrection / s.h), T(c.friction),
            m.method == Method::Algorithm2, splat<T>(s.headMove), splat<T>((s.h * s.h) * s.gravity - s.headMove), splat<T>(headTurnOf(s)),
            after, {rotate(after, {one, zero, zero}), rotate(after, {zero, one, zero}), rotate(after, {zero, zero, one})}};
}

// The channels of a tile, each a StrandView or a RowView.
template <class View>
struct PublishedViews {
    View position, velocity, target;
};

// A particle as the substep finds it.
template <class T>
struct PublishedParticle {
    Vec3<T> position, velocity, target;
};

template <class T, class View>
RINGLET_HD PublishedParticle<T> loadParticle(const PublishedViews<View>& of, int i) {
    return {loadVec3<T>(of.position, i), loadVec3<T>(of.velocity, i), loadVec3<T>(of.target, i)};
}

// The basis that a strand begins with, the head turned by `head`.
template <class T>
RINGLET_HD StrandBasis<T> basisOfRoot(const DftlTile& t, Quat<T> head) {
    return basisOf(rotate(head, loadRow3<T>(t.root, 6)), rotate(head, loadRow3<T>(t.root, 3)));
}

// A segment as the step leaves it: its vector from its parent, and the basis that its child starts from.
template <class T>
struct PublishedSegment {
    Vec3<T> along;
    StrandBasis<T> basis;
};

// Out of what the segment's end has entered. `moved` is what its particle was from its parent before the substep,
// had the head taken it along.
template <class T>
RINGLET_HD void leaveColliders(const DftlTile& t, const PublishedSubstep<T>& s, Vec3<T> parent, Vec3<T> moved,
                               const StrandBasis<T>& basis, PublishedSegment<T>& segment) {
    if (s.algorithm2) {
        segment.along = outOfEach(*t.colliders, s.after, parent + segment.along) - parent;
        segment.basis = carriedBasis(basis, segment.along);
        return;
    }
    const Entered<T> surface = enteredCollider(*t.colliders, s.head, parent, segment.along);
    if (!anyLane(surface.inside)) return;
    const Vec3<T> along = segment.along + wayOut(surface, segment.along - moved, s.friction);
    const StrandBasis<T> turned = carriedBasis(basis, along);
    segment.along = select(surface.inside, along, segment.along);
    segment.basis = {select(surface.inside, turned.i, segment.basis.i), select(surface.inside, turned.j, segment.basis.j),
                     select(surface.inside, turned.k, segment.basis.k)};
}

template <class T, class View>
RINGLET_HD T publishedSubstep(const DftlTile& t, const PublishedViews<View>& of, const PublishedSubstep<T>& s) {
    const bool touching = t.colliders->any();
    Vec3<T> parent = rotate(s.after, loadRow3<T>(t.root, 0));
    StrandBasis<T> basis = basisOfRoot<T>(t, s.after);
    Vec3<T> parentVelocity = (parent - loadVec3<T>(of.position, 0) + s.move) * s.inverseH;
    storeVec3(of.position, 0, parent);
    T watch = T(0);
    // A device thread has few others to hide its loads behind: the next particle
    // is on its way while this one is solved.
    PublishedParticle<T> next{};
    if (deviceThread) next = loadParticle<T>(of, 1);
    for (int i = 1; i < t.particles; ++i) {
        const PublishedParticle<T> here = deviceThread ? next : loadParticle<T>(of, i);
        if (deviceThread && i + 1 < t.particles) next = loadParticle<T>(of, i + 1);
        const Vec3<T> before = here.position;
        const Vec3<T> was = before - parent;
        const Vec3<T> predicted = was + (s.h * here.velocity + s.fallen);                 // eq. 4.1, from the parent
        const Vec3<T> target = fromBasis(basis, here.target);
        const T length = lengthOf(here.target);
        const Vec3<T> shaped = shapeCorrection(predicted, target, length, s.compliance, basis.i);
        // The correction lies across the prediction, so only a prediction without length needs another direction.
        const Vec3<T> from = select(dot(predicted, predicted) > T(1e-30f), predicted, target);
        PublishedSegment<T> segment;
        segment.basis = carriedBasis(basis, from + shaped);
        segment.along = length * segment.basis.j;                                         // follow the leader
        if (touching) leaveColliders(t, s, parent, was + cross(s.headTurn, before), basis, segment);
        const Vec3<T> x = parent + segment.along;
        Vec3<T> v = (x - before + s.move) * s.inverseH;
        auto still = dot(v, v) < T(1e-24f);
        v = select(still, Vec3<T>{T(0), T(0), T(0)}, v);
        storeVec3(of.position, i, x);
        const Vec3<T> correction = s.algorithm2 ? shaped : segment.along - predicted;
        Vec3<T> corrected = parentVelocity - s.correction * correction;                   // DFTL
        storeVec3(of.velocity, i - 1, corrected);
        basis = segment.basis;
        parent = x;
        parentVelocity = v;
        watch = watch + dot(corrected, corrected);   // has x in it, and all that led to it
    }
    watch = watch + dot(parentVelocity, parentVelocity);
    storeVec3(of.velocity, t.particles - 1, parentVelocity);
    return watch;
}

template <class T, class View>
RINGLET_HD T publishedSubsteps(const DftlTile& t, const PublishedViews<View>& of) {
    T watch = T(0);
    for (int i = 0; i < t.substeps; ++i)
        watch = watch + publishedSubstep(t, of, prepare<T>(t.substep[i], t.material, *t.colliders));
    return watch;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::dftl
