// The default step's strand: lengths, bends, twists and the head, all at once.
//
// Particles are the ends of rigid segments with frames; core/models/chain_math.h has the energy
// and its elimination. Here are the sweep from tip to root over a tile, the sweep back that
// places the strand, and what makes sure that neither gains energy.
//
// With d the displacement beside the head, d* where inertia and gravity take a particle, m' its
// mass with the implicit drag, V the energy of joints and head contacts times h^2, what is
// minimised is  P(d) = sum m' (|d|^2 / 2 - d.d*) + V(d) - V(0).  P <= 0 bounds V and gravity's energy
// after the substep by all that was there before, so that velocities can be chosen (no greater
// than d / h) with which energy does not rise. A strand for which the solution of the linear
// problem has P > 0 goes a part of the way: along it P falls at first, for the matrix is positive
// definite and the force is the energy's gradient.
#pragma once

#include "core/models/chain_exact.h"
#include "core/models/chain_solve.h"
#include "core/models/verlet/head_contact.h"

namespace ringlet::verlet {
inline namespace RINGLET_ISA {

// Rows of scratch a particle.
enum StrandRow : int {
    RowK = gainRows, RowJoint = 19, RowEnergy = 20,  // before them the gain (chain_solve.h)
    RowPosition = 21, RowFrame = 24, RowContact = 28, RowMiddle = 34, RowHalf = 40, strandRows = 43
};
static_assert(strandRows == verletScratchFloats(1), "a row each");

// A strand's units: the mean segment, m, and B h^2 over density in them.
template <class T>
struct StrandUnits {
    T length, inverse, bending;
};

template <class T>
RINGLET_HD_CALL StrandUnits<T> unitsOf(const VerletTile& t) {
    const T length = loadRow<T>(t.root, 7), inverse = T(1) / length, square = inverse * inverse;
    return {length, inverse, T(t.material->bending * t.substep->h * t.substep->h) * (square * square)};
}

template <class T>
RINGLET_HD_CALL Quat<T> rootFrame(const VerletTile& t) {
    return splat<T>(t.substep->headAfter) * loadRow4<T>(t.root, 3);
}

template <class T>
RINGLET_HD_CALL void writeContact(float* row, const HeadContact<T>& contact) {
    storeRow(row, 0, contact.distance);
    storeRow3(row, 1, contact.normal);
    storeRow(row, 4, contact.closed);
    storeRow(row, 5, contact.stiffness);
}
template <class T>
RINGLET_HD_CALL HeadContact<T> readContact(const float* row) {
    return {loadRow<T>(row, 0), loadRow3<T>(row, 1), loadRow<T>(row, 4), loadRow<T>(row, 5)};
}

// A particle's row of scratch, and that of a contact in it.
template <class T>
RINGLET_HD_CALL float* strandRow(const VerletTile& t, int particle, int row = 0) {
    return t.scratch + (particle * strandRows + row) * RowStride<T>::value;
}

// Where inertia alone takes a particle, m: what gravity lets fall in does not count, for the strand may hold
// it up, and a contact that only pushes would glue it to the surface.
template <class T>
RINGLET_HD_CALL Vec3<T> comingOf(const VerletTile& t, int i) {
    if (i == 0) return {T(0), T(0), T(0)};
    const Vec3<T> fall = splat<T>((t.substep->h * t.substep->h) * t.substep->gravity);
    return loadVec3<T>(t.next, i) - loadVec3<T>(t.position, i) - (T(1) / loadAt<T>(t.next, i, 3)) * fall;
}

// Looks up the contacts of particles and of the middles of segments with colliders, as the substep begins.
// The root's segment has no middle, for the root is often inside.
template <class T>
RINGLET_HD_CALL NearContacts<T> findContacts(const VerletTile& t, const HeadTurn<T>& head) {
    const T fall = T(2) * lengthOf(splat<T>((t.substep->h * t.substep->h) * t.substep->gravity));
    NearContacts<T> near;
    const auto keep = [&](int p, int row, const HeadContact<T>& contact, T way) {
        writeContact(strandRow<T>(t, p, row), contact);
        near.last = select(either(contact.closed < T(0), contact.distance > way), near.last, T(static_cast<float>(p)));
    };
    Vec3<T> a = loadVec3<T>(t.position, 0), comingA = comingOf<T>(t, 0);
    T distanceA = T(0);
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> b = loadVec3<T>(t.position, p), comingB = comingOf<T>(t, p);
        const SurfacePointT<T> at = nearestCollider(*t.colliders, head.after, b);
        keep(p, RowContact, headContact(at, comingB), lengthOf(comingB) + fall);
        near.distance = minimum(near.distance, at.distance);
        const T way = maximum(lengthOf(comingA), lengthOf(comingB)) + fall;
        const auto mayTouch = minimum(distanceA, at.distance) < T(0.5f) * lengthOf(b - a) + way;
        SurfacePointT<T> middle{T(1e9f), {T(0), T(0), T(0)}};
        if (p > 1 && anyLane(mayTouch)) {
            const SurfacePointT<T> found = nearestCollider(*t.colliders, head.after, T(0.5f) * (a + b));
            middle = {select(mayTouch, found.distance, middle.distance), select(mayTouch, found.normal, middle.normal)};
        }
        keep(p, RowMiddle, headContact(middle, T(0.5f) * (comingA + comingB)), way);
        a = b, comingA = comingB, distanceA = at.distance;
    }
    return near;
}

// How many times clingingRate() holds strands: at once, some that are nearly balanced are slowed by as much as they are driven,
// and creep for a second more than five.
constexpr float clings = 2;

// Strands near to something cling to where the head has carried them: their mass is greater by that.
template <class T>
RINGLET_HD_CALL void clingWhereNear(const VerletTile& t, const HeadTurn<T>& head, T distance) {
    const auto near = distance < T(clingingWithin);
    if (!anyLane(near)) return;
    const T h = T(t.substep->h), inverseH = T(1 / t.substep->h);
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> x = loadVec3<T>(t.position, p), next = loadVec3<T>(t.next, p);
        const Vec3<T> beside = loadVec3<T>(t.velocity, p) - inverseH * carriedBy(head, x);
        const T before = loadAt<T>(t.next, p, 3), all = before + select(near, h * T(clings) * clingingRate(lengthOf(beside)), T(0));
        storeVec3(t.next, p, select(near, x + (before / all) * (next - x), next));
        storeAt(t.next, p, 3, all);
    }
}

// What a contact's energy gains where its point is moved, over h^2 and the mass of a mean segment.
template <class T>
RINGLET_HD_CALL T contactChange(const float* row, Vec3<T> moved, T most) {
    const HeadContact<T> contact = readContact<T>(row);
    return contactEnergy(contact.stiffness, contact.distance + dot(contact.normal, moved), most) -
           contactEnergy(contact.stiffness, contact.distance, most);
}

// Adds the contacts of a particle and of its segment's middle. `joint`: the segment's stiffness; `arm`: the
// segment over the mean one.
template <class T>
RINGLET_HD_CALL void addHeadContacts(const VerletTile& t, BeyondJoint<T>& beyond, int p, T mass, T joint, Vec3<T> arm) {
    const Vec3<T> none{T(0), T(0), T(0)};
    float* const rows[2] = {strandRow<T>(t, p, RowContact), strandRow<T>(t, p, RowMiddle)};
    HeadContact<T> end = readContact<T>(rows[0]), middle = readContact<T>(rows[1]);
    addHeadContact(t, end, beyond, comingOf<T>(t, p), mass, joint, none);
    addHeadContact(t, middle, beyond, T(0.5f) * (comingOf<T>(t, p - 1) + comingOf<T>(t, p)), mass, joint, T(-0.5f) * arm);
    writeContact(rows[0], end);
    writeContact(rows[1], middle);
}

// The share that strands get of what chain_exact.h adds, by where inertia alone takes their fastest particles.
template <class T>
RINGLET_HD_CALL T shareOfSlowStrand(const VerletTile& t) {
    T fastest = T(0);
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> way = comingOf<T>(t, p);
        fastest = maximum(fastest, dot(way, way));
    }
    return shareOfSpeed(squareRoot(fastest) * T(1 / t.substep->h));
}

// Tip to root: eliminates joint after joint and leaves in scratch what placing needs. `share`: of what chain_exact.h adds.
// Gives less than 0 where with that the matrix may not be positive definite.
template <class T>
RINGLET_HD_CALL T eliminateJoints(const VerletTile& t, const StrandUnits<T>& units, T share) {
    const bool exact = anyLane(share > T(0));
    T firm = T(1);
    const bool touching = t.colliders->any();
    BeyondJoint<T> beyond = nothingBeyond<T>();
    T ratioBeyond = T(0);
    Vec3<T> torqueBeyond{T(0), T(0), T(0)};
    Quat<T> frame = loadQuat<T>(t.frame, t.particles - 1);
    for (int p = t.particles - 1; p > 0; --p) {
        float* const row = strandRow<T>(t, p);
        const T ratio = loadAt<T>(t.restLength, p) * units.inverse, mass = T(0.5f) * (ratio + ratioBeyond);
        // The joint spans half of each neighbouring segment; the root's, clamped, one half.
        const T ratioParent = p > 1 ? loadAt<T>(t.restLength, p - 1) * units.inverse : T(0);
        const Quat<T> restTurn = loadQuat<T>(t.restTurn, p);
        const T span = T(0.5f) * (ratio + ratioParent) * arcOverChord(restTurn);
        const T stiffness = minimum(units.bending / span, T(stiffestJoint));
        const T inertia = mass * loadAt<T>(t.next, p, 3);
        addParticle(beyond, inertia, inertia * (loadVec3<T>(t.position, p) - loadVec3<T>(t.next, p)));
        const Vec3<T> direction = axisZ(frame);
        if (touching) addHeadContacts(t, beyond, p, mass, stiffness, ratio * direction);
        shiftAlongSegment(beyond, direction, ratio, units.inverse);

        const Quat<T> parent = p > 1 ? loadQuat<T>(t.frame, p - 1) : rootFrame<T>(t);
        T squaredError;
        const Vec3<T> torque = units.length * jointTorque(parent, frame, restTurn, stiffness, squaredError);
        if (exact) addShearAndCompression(beyond, direction, ratio, units.inverse, torque - torqueBeyond, share);
        torqueBeyond = torque;
        const T k = stiffness * squareRoot(maximum(T(1) - squaredError, T(0))) + maximum(T(spinInertia), T(relativeInertia) * (beyond.C.xx + beyond.C.yy + beyond.C.zz));
        if (exact) firm = minimum(firm, firmnessOf(plusDiagonal(beyond.C, T(0.5f) * k)));
        const JointGain<T> gain = eliminateJoint(beyond, torque, k, (T(1) - share) * T(spinGuard) * stiffness * squaredError);
        const Vec3<T> half = (T(0.5f) * share * units.inverse) * torque;
        if (exact) addTorqueCoupling(beyond, gain, k, half);
        storeGain(row, gain);
        storeRow3(row, RowHalf, half);
        storeRow(row, RowK, k);
        storeRow(row, RowJoint, stiffness);
        storeRow(row, RowEnergy, jointEnergy(stiffness, squaredError));
        frame = parent;
        ratioBeyond = ratio;
    }
    return firm;
}

// The same; with no share for the rest of the substep where that would not be positive definite.
template <class T>
RINGLET_HD_CALL void eliminateStrand(const VerletTile& t, const StrandUnits<T>& units, T& share) {
    const auto soft = eliminateJoints(t, units, share) < T(0);
    if (!anyLane(soft)) return;
    share = select(soft, T(0), share);
    eliminateJoints(t, units, share);
}

// The rotation of the segment before a particle, from its parent's and the displacement between them.
template <class T>
RINGLET_HD_CALL Vec3<T> recoverSegment(const float* row, T share, Vec3<T> parentTurn, Vec3<T> moved) {
    const JointGain<T> gain = loadGain<T>(row);
    const Vec3<T> turn = recoverRotation(gain, loadRow<T>(row, RowK), parentTurn, moved);
    return anyLane(share > T(0)) ? coupledTurn(gain, loadRow3<T>(row, RowHalf), turn, parentTurn) : turn;
}

// Closes and opens contacts by the solution (see changeContact): let in and pushed out in the next substep, hair
// that lies on the head would jump for ever. `last`: of findContacts. Whether any has changed.
template <class T>
RINGLET_HD_CALL bool changeContacts(const VerletTile& t, const StrandUnits<T>& units, T share, T last) {
    Vec3<T> moved{T(0), T(0), T(0)}, turn = moved;
    T changed = T(0);
    const auto change = [&](int p, int at, Vec3<T> way) {
        float* const row = strandRow<T>(t, p, at);
        HeadContact<T> contact = readContact<T>(row);
        const T before = contact.closed;
        const auto changes = both(beyondLast(p, last) < T(0), changeContact(contact, way));
        storeRow(row, 4, select(changes, contact.closed, before));
        changed = maximum(changed, select(changes, T(1), T(0)));
    };
    for (int p = 1; p < t.particles && anyLane(beyondLast(p, last) < T(0)); ++p) {
        const float* const row = strandRow<T>(t, p);
        turn = recoverSegment(row, share, turn, moved);
        const Vec3<T> before = moved;
        moved = moved + cross(turn, (loadAt<T>(t.restLength, p) * units.inverse) * axisZ(loadQuat<T>(t.frame, p)));
        change(p, RowMiddle, T(0.5f) * (before + moved));
        change(p, RowContact, moved);
    }
    return anyLane(changed > T(0));
}

// What a placement does, m^2 of a mean segment's mass: P, what of it may be rounding, sum m |d|^2 / 2 and
// what is left of the energy for it, rounding granted: a strand that moves slowly would else be braked by it
// in every substep, and one that turns back could stop there for good.
template <class T>
struct Placement {
    T change, rounding, motion, allowed;
};

// A joint's share of the torque's rounding in its energy, and the least; of frames in float. And that of places, over how far they are from
// the head's origin, which weight makes energy of: without it slow hair stood still where it was, askew.
constexpr float roundingOfTurn = 1e-6f, roundingOfJoint = 1e-13f, roundingOfPlace = 6e-8f;

// A solution: the units of its strand, and what it has of what chain_exact.h adds.
template <class T>
struct StrandSolution {
    StrandUnits<T> units;
    T share;
};

// Root to tip: turns every segment by `part` of what the solution says and places the particles, in scratch.
template <class T>
RINGLET_HD_CALL Placement<T> placeStrand(const VerletTile& t, const HeadTurn<T>& head, const StrandSolution<T>& solved, T part) {
    const StrandUnits<T>& units = solved.units;
    const bool touching = t.colliders->any();
    const float h = t.substep->h;
    const Vec3<T> fall = splat<T>((h * h) * t.substep->gravity);
    const T zero = T(0), half = T(0.5f), square = units.length * units.length, most = T(recoverySpeed * h);
    const auto moving = part > zero;
    Vec3<T> x = loadVec3<T>(t.next, 0), linear{zero, zero, zero}, turn = linear, moved = linear;
    Quat<T> parent = rootFrame<T>(t);
    T inertia = zero, joints = zero, rounding = zero, contacts = zero, motion = zero, allowed = zero;
    T ratio = loadAt<T>(t.restLength, 1) * units.inverse;
    for (int p = 1; p < t.particles; ++p) {
        float* const row = strandRow<T>(t, p);
        const Quat<T> old = loadQuat<T>(t.frame, p);
        turn = recoverSegment(row, solved.share, turn, linear);
        linear = linear + cross(turn, ratio * axisZ(old));
        Quat<T> frame = select(moving, turned(old, (part * units.inverse) * turn), old);
        const T length = loadAt<T>(t.restLength, p);
        Vec3<T> direction = axisZ(frame);
        const Vec3<T> from = loadVec3<T>(t.position, p), before = moved;
        if (touching) {
            const T distance = loadRow<T>(row, RowContact);
            // Distances change by at most about the way moved.
            const auto near = distance < T(1.8f) * lengthOf(x + length * direction - from);
            if (anyLane(near)) {
                const Vec3<T> out = turnedOut(t, head, x, length, direction, distance), change = out - direction;
                const auto pushed = both(both(moving, near), dot(change, change) > zero);
                if (anyLane(pushed)) {
                    frame = select(pushed, normalized(rotationBetween(direction, out) * frame), frame);
                    direction = axisZ(frame);
                }
            }
        }
        x = x + length * direction;
        // Segment by segment: as the difference of two places in float it would be rounded more coarsely
        // than a slow strand moves.
        moved = moved + length * (direction - axisZ(old));
        storeRow3(row, RowPosition, x);
        storeRow4(row, RowFrame, frame);

        const T later = p + 1 < t.particles ? loadAt<T>(t.restLength, p + 1) * units.inverse : zero;
        const T mass = half * (ratio + later), all = loadAt<T>(t.next, p, 3);
        const Vec3<T> wanted = loadVec3<T>(t.next, p) - from, free = wanted - (T(1) / all) * fall;
        inertia = inertia + (mass * all) * dot(moved, half * moved - wanted);
        motion = motion + (half * mass) * dot(moved, moved);
        allowed = allowed + mass * ((half * all) * dot(free, free) + dot(fall, moved));
        const T stiffness = loadRow<T>(row, RowJoint);
        const T squaredError = squaredJointError(parent, frame, loadQuat<T>(t.restTurn, p));
        joints = joints + (jointEnergy(stiffness, squaredError) - loadRow<T>(row, RowEnergy));
        rounding = rounding + square * (stiffness * (T(roundingOfTurn) * squareRoot(squaredError) + T(roundingOfJoint))) +
                   (mass * all) * (T(roundingOfPlace) * lengthOf(x)) * lengthOf(fall);
        if (touching) {
            contacts = contacts + contactChange(strandRow<T>(t, p, RowContact), moved, most);
            if (anyLane(loadRow<T>(row, RowMiddle + 5) > zero))
                contacts = contacts + contactChange(strandRow<T>(t, p, RowMiddle), half * (before + moved), most);
        }
        parent = frame, ratio = later;
    }
    return {inertia + (square * joints + contacts), rounding, motion, allowed - (square * joints + contacts) + rounding};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::verlet
