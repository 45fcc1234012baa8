// The steps of the position-based methods that Cavazotti 2025 is compared with (its chapter 4), beside it on the same tiles:
//
// - Mueller, Kim and Chentanez 2012 ("Fast Simulation of Inextensible Hair and Fur", VRIPHYS): follow the leader, with
//   the correction of the parent's velocity, and no shape.
// - Sanchez-Banderas et al. 2015 ("Real-time inextensible hair with volume and shape", CEIG): the same, with the local shape
//   constraint of Han and Harada on the child; volume is in grid_response.h.
// - Han and Harada 2012 ("Real-time hair simulation with efficient hair style preservation", VRIPHYS): global shape, then
//   iterations of local shape and of lengths, each on both ends.
//
// Their texts were not at hand, only what others say of them. README.md tells what is derived.
#pragma once

#include "core/models/dftl/published_step.h"

namespace ringlet::dftl {
inline namespace RINGLET_ISA {

// A segment's end out of what it has entered, from its parent. `moved`: as leaveColliders().
template <class T>
RINGLET_HD Vec3<T> outOfColliders(const DftlTile& t, const PublishedSubstep<T>& s, Vec3<T> parent, Vec3<T> moved, Vec3<T> along) {
    const Entered<T> surface = enteredCollider(*t.colliders, s.head, parent, along);
    if (!anyLane(surface.inside)) return along;
    return select(surface.inside, along + wayOut(surface, along - moved, s.friction), along);
}

// Follow the leader: a child goes where its inertia takes it and, by a share `stiffness`, to its place beside its parent,
// and then to its distance from it.
template <class T, class View>
RINGLET_HD T followLeader(const DftlTile& t, const PublishedViews<View>& of, const PublishedSubstep<T>& s, T stiffness) {
    const bool touching = t.colliders->any();
    Vec3<T> parent = rotate(s.after, loadRow3<T>(t.root, 0));
    StrandBasis<T> basis = basisOfRoot<T>(t, s.after);
    Vec3<T> parentVelocity = (parent - loadVec3<T>(of.position, 0) + s.move) * s.inverseH;
    storeVec3(of.position, 0, parent);
    T watch = T(0);
    for (int i = 1; i < t.particles; ++i) {
        const PublishedParticle<T> here = loadParticle<T>(of, i);
        const Vec3<T> was = here.position - parent, target = fromBasis(basis, here.target);
        const Vec3<T> predicted = was + (s.h * here.velocity + s.fallen);
        const T length = lengthOf(here.target);
        Vec3<T> along = length * normalizedOr(predicted + stiffness * (target - predicted), (T(1) / length) * target);
        if (touching) along = outOfColliders(t, s, parent, was + cross(s.headTurn, here.position), along);
        const Vec3<T> x = parent + along;
        const Vec3<T> corrected = parentVelocity - s.correction * (along - predicted);
        storeVec3(of.velocity, i - 1, corrected);
        storeVec3(of.position, i, x);
        parentVelocity = (x - here.position + s.move) * s.inverseH;
        watch = watch + dot(corrected, corrected);
        basis = turnedBasis(basis, along);
        parent = x;
    }
    storeVec3(of.velocity, t.particles - 1, parentVelocity);
    return watch + dot(parentVelocity, parentVelocity);
}

// Verlet's prediction with the global shape constraint: a share of the way to the place that the groom has on the head. Where
// particles were takes the place of their velocities.
template <class T, class View>
RINGLET_HD void predictOnHead(const DftlTile& t, const PublishedViews<View>& of, const PublishedSubstep<T>& s) {
    Vec3<T> place = rotate(s.after, loadRow3<T>(t.root, 0));
    StrandBasis<T> basis = basisOfRoot<T>(t, s.after);
    storeVec3(of.velocity, 0, loadVec3<T>(of.position, 0));
    storeVec3(of.position, 0, place);
    const T kept = (T(1) - T(t.material.damping)) * s.h;
    const float held = t.material.globalRange * static_cast<float>(t.particles);
    for (int i = 1; i < t.particles; ++i) {
        const PublishedParticle<T> here = loadParticle<T>(of, i);
        Vec3<T> x = here.position + (kept * here.velocity + s.fallen);
        if (static_cast<float>(i) < held) {
            const Vec3<T> along = fromBasis(basis, here.target);
            place = place + along;
            basis = turnedBasis(basis, along);
            x = x + T(t.material.globalStiffness) * (place - x);
        }
        storeVec3(of.velocity, i, here.position);
        storeVec3(of.position, i, x);
    }
}

// The local shape constraint from root to tip: half of the way on each end, for the root does not move all of it.
template <class T, class View>
RINGLET_HD void keepShape(const DftlTile& t, const PublishedViews<View>& of, const PublishedSubstep<T>& s) {
    StrandBasis<T> basis = basisOfRoot<T>(t, s.after);
    Vec3<T> parent = loadVec3<T>(of.position, 0);
    const T whole = T(t.material.shapeStiffness), half = T(0.5f * t.material.shapeStiffness);
    for (int i = 1; i < t.particles; ++i) {
        Vec3<T> x = loadVec3<T>(of.position, i);
        const Vec3<T> wayOff = parent + fromBasis(basis, loadVec3<T>(of.target, i)) - x;
        x = x + (i > 1 ? half : whole) * wayOff;
        if (i > 1) parent = parent - half * wayOff;
        storeVec3(of.position, i - 1, parent);
        basis = turnedBasis(basis, x - parent);
        parent = x;
    }
    storeVec3(of.position, t.particles - 1, parent);
}

// The lengths of every other segment, from the first on: half of what is missing on each end. Such segments share no
// particle, so that their order does not matter.
template <class T, class View>
RINGLET_HD void keepLengths(const DftlTile& t, const PublishedViews<View>& of, int first) {
    for (int i = first; i < t.particles; i += 2) {
        const Vec3<T> parent = loadVec3<T>(of.position, i - 1), x = loadVec3<T>(of.position, i), along = x - parent;
        const T length = lengthOf(along);
        const Vec3<T> missing = (lengthOf(loadVec3<T>(of.target, i)) / maximum(length, T(1e-9f)) - T(1)) * along;
        const T half(0.5f);
        storeVec3(of.position, i, x + (i > 1 ? half : T(1)) * missing);
        if (i > 1) storeVec3(of.position, i - 1, parent - half * missing);
    }
}

// Out of colliders, and the velocities that Verlet's positions mean.
template <class T, class View>
RINGLET_HD T arrive(const DftlTile& t, const PublishedViews<View>& of, const PublishedSubstep<T>& s) {
    const bool touching = t.colliders->any();
    Vec3<T> parent = loadVec3<T>(of.position, 0);
    storeVec3(of.velocity, 0, (parent - loadVec3<T>(of.velocity, 0) + s.move) * s.inverseH);
    T watch = T(0);
    for (int i = 1; i < t.particles; ++i) {
        const Vec3<T> before = loadVec3<T>(of.velocity, i);
        Vec3<T> x = loadVec3<T>(of.position, i);
        if (touching) x = parent + outOfColliders(t, s, parent, before - parent + cross(s.headTurn, before), x - parent);
        const Vec3<T> v = (x - before + s.move) * s.inverseH;
        storeVec3(of.position, i, x);
        storeVec3(of.velocity, i, v);
        watch = watch + dot(v, v);
        parent = x;
    }
    return watch;
}

template <class T, class View>
RINGLET_HD T hanHarada(const DftlTile& t, const PublishedViews<View>& of, const PublishedSubstep<T>& s) {
    predictOnHead(t, of, s);
    for (int i = 0; i < t.material.iterations; ++i) {
        keepShape(t, of, s);
        keepLengths<T>(t, of, 1);
        keepLengths<T>(t, of, 2);
    }
    return arrive(t, of, s);
}

template <class T, class View>
RINGLET_HD T peerSubsteps(const DftlTile& t, const PublishedViews<View>& of) {
    const Method method = t.material.method;
    T watch = T(0);
    for (int i = 0; i < t.substeps; ++i) {
        const PublishedSubstep<T> s = prepare<T>(t.substep[i], t.material, *t.colliders);
        if (method == Method::HanHarada) watch = watch + hanHarada(t, of, s);
        else watch = watch + followLeader(t, of, s, T(method == Method::Mueller ? 0 : t.material.shapeStiffness));
    }
    return watch;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::dftl
