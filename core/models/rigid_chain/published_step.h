// The published step over one tile: backward Euler of segments with six unknowns each, and the body's contacts as
// constraints (Choe 2005, 2 and 3).
#pragma once

#include "core/models/chain_step.h"
#include "core/models/hold_terms.h"
#include "core/models/rigid_chain/block_solve.h"
#include "core/models/rigid_chain/body_contact.h"
#include "core/models/rigid_chain/rigid_chain_kernels.h"
#include "core/models/rigid_chain/rigid_link.h"
#include "core/models/cylinders/cylinder_load.h"
#include "core/models/stage_list.h"

namespace ringlet::rigid_chain {
inline namespace RINGLET_ISA {

// Scaled stiffnesses beyond these count as these: more would leave too little of float to what is soft beside them.
constexpr float stiffestLinear = 1e4f, stiffestAngular = 1e5f;
// Of a section over l0.
constexpr float leastRadius = 0.05f;
// The least pivot that a positive definite matrix is taken to have.
constexpr float leastPivot = 1e-6f;

template <class T>
struct PublishedSubstep : ChainSubstep<T> {
    T bendingScale, frictionScale;  // B h^2 / density; tau / h
    T axialScale;                   // E A h^2 / density
    T sliding, restitution;         // rate times h
};
template <class T>
RINGLET_HD PublishedSubstep<T> publishedSubstepOf(const RigidTile& t) {
    const Material& m = t.material;
    const float h = t.substep.h, square = h * h;
    return {chainSubstep<T>(t.substep, m, *t.colliders), T(m.bending * square), T(m.internalFriction / h), T(m.axial * square),
            T(m.sliding * h), T(m.restitution)};
}

// Rows of scratch a segment: what its displacements are of the parent's, and by themselves; its contact.
enum PublishedRow : int { RowGain = 0, RowOwn = 36, RowBodyNormal = 42, RowWay = 45, RowBodyMode = 46, publishedRows = 47 };
static_assert(publishedRows <= publishedScratch, "rows");
template <class T>
RINGLET_HD float* publishedRow(const RigidTile& t, int segment) {
    return t.scratch + segment * publishedScratch * RowStride<T>::value;
}

// A segment as it stands.
template <class T>
struct Link {
    Quat<T> frame;
    Vec3<T> direction, arm, x, v, spin;  // arm: from its middle to its end, m; x, v: of its middle
    T ratio;                             // its length over l0
};
template <class T>
RINGLET_HD Link<T> linkAt(const RigidTile& t, int segment, T inverseScale) {
    const T length = loadAt<T>(t.restLength, segment);
    Link<T> link;
    link.frame = loadQuat<T>(t.frame, segment);
    link.direction = axisZ(link.frame);
    link.arm = (T(0.5f) * length) * link.direction;
    link.x = loadVec3<T>(t.position, segment + 1) - link.arm;
    link.spin = loadVec3<T>(t.spin, segment);
    link.v = loadVec3<T>(t.velocity, segment + 1) - cross(link.spin, link.arm);
    link.ratio = length * inverseScale;
    return link;
}

// Of the joint at a segment's beginning; at the root's the parent is the head as it will be.
template <class T>
RINGLET_HD T overJointLength(const RigidTile& t, int segment, T ratio, T inverseScale) {
    const T parent = segment > 0 ? loadAt<T>(t.restLength, segment - 1) * inverseScale : T(0);
    return T(2) / (ratio + parent);
}
template <class T>
RINGLET_HD LinearSpring<T> linearSpring(const RigidTile& t, const PublishedSubstep<T>& s, int segment, const Link<T>& link,
                                        T inverseScale) {
    const T over = overJointLength(t, segment, link.ratio, inverseScale);
    const Vec3<T> root = rotate(s.after, loadRow3<T>(t.root, 0));
    const Vec3<T> anchor = segment > 0 ? loadVec3<T>(t.position, segment) : root;
    Vec3<T> parentArm{T(0), T(0), T(0)};
    if (segment > 0)
        parentArm = (T(0.5f) * inverseScale * loadAt<T>(t.restLength, segment - 1)) * axisZ(loadQuat<T>(t.frame, segment - 1));
    return {minimum(s.axialScale * inverseScale * inverseScale * over, T(stiffestLinear)), link.x - link.arm - anchor,
            inverseScale * link.arm, parentArm};
}
template <class T>
RINGLET_HD AngularSpring<T> angularSpring(const RigidTile& t, const PublishedSubstep<T>& s, int segment, const Link<T>& link,
                                          T inverseScale) {
    const T inverse2 = inverseScale * inverseScale, over = overJointLength(t, segment, link.ratio, inverseScale);
    const Quat<T> parent = segment > 0 ? loadQuat<T>(t.frame, segment - 1) : s.after * loadRow4<T>(t.root, 3);
    const Quat<T> error = conjugate(parent) * link.frame * conjugate(loadQuat<T>(t.restTurn, segment));
    AngularSpring<T> spring;
    spring.theta = rotate(parent, rotationVector(error, spring.cotangent));
    spring.stiffness = minimum(s.bendingScale * inverse2 * inverse2 * over, T(stiffestAngular));
    spring.friction = spring.stiffness * s.frictionScale;
    return spring;
}

// No thinner than float can solve for beside stiff springs.
template <class T>
RINGLET_HD LinkInertia<T> inertiaOf(const RigidTile& t, const Link<T>& link, T inverseScale) {
    return linkInertia(link.ratio, maximum(T(t.material.radius) * inverseScale, T(leastRadius)), link.direction);
}

// What acts on a segment's middle beside its springs, as chain_terms.h has it: a diagonal and a gradient.
template <class T>
RINGLET_HD BeyondJoint<T> freeLink(const RigidTile& t, const PublishedSubstep<T>& s, int segment, const Link<T>& link) {
    BeyondJoint<T> own = nothingBeyond<T>();
    freeTerms(own, s, link.x, link.v, link.ratio);
    if (t.loads != nullptr) cylinders::addLoad(own, t, segment, T(1) / loadRow<T>(t.scale, 0));
    return own;
}

// The mode of a segment, by where its middle would be if forces went on as they are: `gradient` of them all.
template <class T>
RINGLET_HD void chooseMode(const RigidTile& t, const PublishedSubstep<T>& s, int segment, const Link<T>& link, Vec3<T> gradient) {
    const Vec3<T> way = (T(-1) / link.ratio) * gradient, slide = cross(s.headTurn, link.x);
    const SurfacePointT<T> now = nearestCollider(*t.colliders, s.after, link.x);
    BodyApproach<T> at;
    at.mode = loadAt<T>(t.mode, segment);
    at.normal = now.normal;
    at.distance = now.distance;
    at.old = minimum(now.distance, T(0));
    const auto turning = dot(slide, slide) > T(0);
    if (anyLane(turning)) at.old = select(turning, minimum(nearestCollider(*t.colliders, s.before, link.x).distance, T(0)), at.old);
    at.predicted = now.distance;
    Vec3<T> n = now.normal;
    auto coming = now.distance < T(2) * lengthOf(way) + T(bodyDistance);
    if (anyLane(coming)) {
        const SurfacePointT<T> then = nearestCollider(*t.colliders, s.after, link.x + way);
        at.predicted = select(coming, then.distance, at.predicted);
        n = select(coming, then.normal, n);
    }
    at.speed = s.inverseH * dot(n, way - slide);
    at.carried = dot(now.normal, slide);
    at.ownSpeed = dot(now.normal, link.v - s.inverseH * (s.move + slide));
    BodyConstraint<T> constraint = bodyConstraint(at, s.h, s.restitution);
    if (segment == 0) constraint.mode = T(Free);  // it stands in the scalp
    float* row = publishedRow<T>(t, segment);
    storeAt(t.mode, segment, 0, constraint.mode);
    storeRow(row, RowBodyMode, constraint.mode);
    storeRow(row, RowWay, constraint.way);
    storeRow3(row, RowBodyNormal, now.normal);
}

// Predicts all segments (the print's estimation, without torques), and chooses their modes.
template <class T>
RINGLET_HD_CALL void chooseModes(const RigidTile& t, const PublishedSubstep<T>& s) {
    const T inverseScale = T(1) / loadRow<T>(t.scale, 0);
    Vec3<T> beyond{T(0), T(0), T(0)};
    for (int segment = t.particles - 2; segment >= 0; --segment) {
        const Link<T> link = linkAt(t, segment, inverseScale);
        const LinearSpring<T> spring = linearSpring(t, s, segment, link, inverseScale);
        const Vec3<T> pull = spring.stiffness * spring.gap;
        chooseMode(t, s, segment, link, freeLink(t, s, segment, link).a + pull - beyond);
        beyond = pull;
    }
}

// A segment's own terms: inertia, air, and the friction of a contact.
template <class T>
RINGLET_HD void addOwnTerms(SpringTerms<T>& to, const RigidTile& t, const PublishedSubstep<T>& s, int segment, const Link<T>& link,
                            T scale) {
    const float* row = publishedRow<T>(t, segment);
    BeyondJoint<T> own = freeLink(t, s, segment, link);
    const T spin = dot(link.spin, link.direction);
    const LinkInertia<T> inertia = inertiaOf(t, link, T(1) / scale);
    // L x w takes a segment's turning across itself round its spin; done as a rotation it keeps the energy.
    const Vec3<T> across = link.spin - spin * link.direction;
    const Vec3<T> free = precessed(across, link.direction, (inertia.along / inertia.across - T(1)) * spin * s.h);
    turningTerms(own.C, own.c, s, inertia, scale, free + spin * link.direction);
    if (t.colliders->any()) {
        auto slides = loadRow<T>(row, RowBodyMode) > T(1.5f);
        const T friction = select(slides, link.ratio * s.sliding, T(0));
        addContact(own, loadRow3<T>(row, RowBodyNormal), T(0), T(0), friction, cross(s.headTurn, link.x));
    }
    to.childForce = to.childForce + own.a;
    to.childTorque = to.childTorque + own.c;
    const Sym3<T> parts[2] = {own.A, own.C};
    for (int i = 0; i < 2; ++i) {
        const Sym3<T>& m = parts[i];
        const T whole[3][3] = {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) to.child.at[3 * i + r][3 * i + c] = to.child.at[3 * i + r][3 * i + c] + whole[r][c];
    }
}

// A held segment's six displacements are prescribed.
template <class T>
RINGLET_HD void prescribeHeld(SegmentRows<T>& rows, const RigidTile& t, const PublishedSubstep<T>& s, int segment, const Link<T>& link,
                              T scale) {
    const HeldWay<T> to = heldWay(t, s, t.holds, segment);
    auto held = to.held > T(0.5f);
    if (!anyLane(held)) return;
    const Vec3<T> middle = to.way - cross(to.turn, link.arm), turn = scale * to.turn;
    const T z[6] = {middle.x, middle.y, middle.z, turn.x, turn.y, turn.z};
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 12; ++j) rows.at[i][j] = select(held, T(i == j ? 1.0f : 0.0f), rows.at[i][j]);
        rows.at[i][12] = select(held, z[i], rows.at[i][12]);
    }
}

// Tip to root. `share`: more than 0 in lanes that are solved with all of the second derivative. Gives the least pivot.
template <class T>
RINGLET_HD_CALL T eliminatePublished(const RigidTile& t, const PublishedSubstep<T>& s, T share) {
    const T scale = loadRow<T>(t.scale, 0), inverseScale = T(1) / scale;
    const Vec3<T> none{T(0), T(0), T(0)};
    const auto whole = share > T(0);
    T least = T(1e30f);
    SpringTerms<T> terms;
    clear(terms.parent);
    terms.parentForce = terms.parentTorque = none;
    for (int segment = t.particles - 2; segment >= 0; --segment) {
        const Link<T> link = linkAt(t, segment, inverseScale);
        terms.child = terms.parent;
        terms.childForce = terms.parentForce, terms.childTorque = terms.parentTorque;
        clear(terms.parent), clear(terms.mixed);
        terms.parentForce = terms.parentTorque = none;
        addOwnTerms(terms, t, s, segment, link, scale);
        addLinear(terms, linearSpring(t, s, segment, link, inverseScale), inverseScale, whole);
        const AngularSpring<T> angular = angularSpring(t, s, segment, link, inverseScale);
        addAngular(terms, angular, scale, whole);
        // The head turns by itself.
        if (segment == 0) terms.childTorque = terms.childTorque - (angular.friction * scale) * s.headTurn;
        SegmentRows<T> rows = segmentRows(terms.child, terms.mixed, terms.childForce, terms.childTorque);
        float* row = publishedRow<T>(t, segment);
        if (t.colliders->any())
            prescribe(rows, loadRow<T>(row, RowBodyMode) > T(0.5f), loadRow3<T>(row, RowBodyNormal), loadRow<T>(row, RowWay));
        if (t.holds.any) prescribeHeld(rows, t, s, segment, link, scale);
        least = minimum(least, solveRows(rows));
        handDown(terms.parent, terms.parentForce, terms.parentTorque, terms.mixed, rows);
        for (int i = 0; i < 6; ++i) {
            for (int j = 0; j < 6; ++j) storeRow(row, RowGain + 6 * i + j, rows.at[i][6 + j]);
            storeRow(row, RowOwn + i, rows.at[i][12]);
        }
    }
    return least;
}

// Displacements of a segment's middle (m), its rotation (scaled by l0), and the gap at its beginning that the solution has.
template <class T>
struct Solved {
    Vec3<T> dx, y, gap;
};
// Recovers a segment's displacements; `parent`: those of the parent, which has none beyond the root.
template <class T>
RINGLET_HD Solved<T> recoverLink(const RigidTile& t, const LinearSpring<T>& spring, int segment, const Solved<T>& parent) {
    const float* row = publishedRow<T>(t, segment);
    const T before[6] = {parent.dx.x, parent.dx.y, parent.dx.z, parent.y.x, parent.y.y, parent.y.z};
    T now[6];
    for (int i = 0; i < 6; ++i) {
        now[i] = loadRow<T>(row, RowOwn + i);
        for (int j = 0; j < 6; ++j) now[i] = now[i] - loadRow<T>(row, RowGain + 6 * i + j) * before[j];
    }
    const Vec3<T> dx{now[0], now[1], now[2]}, y{now[3], now[4], now[5]};
    return {dx, y, spring.gap + (dx - cross(y, spring.childArm)) - (parent.dx + cross(parent.y, spring.parentArm))};
}

// Root to tip: recovers the displacements, turns the segments, and moves them to where the springs' gaps are what the
// solution has: as it takes arms to go straight on, turns would stretch stiff springs, which would throw the strand in the next
// substep. Returns a number that is not finite where the strand's state is not.
template <class T>
RINGLET_HD_CALL T placePublished(const RigidTile& t, const PublishedSubstep<T>& s) {
    const T scale = loadRow<T>(t.scale, 0), inverseScale = T(1) / scale;
    const Vec3<T> root = rotate(s.after, loadRow3<T>(t.root, 0)), none{T(0), T(0), T(0)};
    Solved<T> at{none, none, none};
    Vec3<T> x = root;
    T watch = T(0);
    storeVec3(t.velocity, 0, s.inverseH * (root - loadVec3<T>(t.position, 0) + s.move));
    Link<T> link = linkAt(t, 0, inverseScale);
    LinearSpring<T> spring = linearSpring(t, s, 0, link, inverseScale);
    storeVec3(t.position, 0, root);
    for (int segment = 0; segment < t.particles - 1; ++segment) {
        at = recoverLink(t, spring, segment, at);
        const Link<T> now = link;
        if (segment + 2 < t.particles) {  // as they were, before this segment is moved
            link = linkAt(t, segment + 1, inverseScale);
            spring = linearSpring(t, s, segment + 1, link, inverseScale);
        }
        const Vec3<T> spin = (s.inverseH * inverseScale) * at.y, v = s.inverseH * (at.dx + s.move);
        const Quat<T> frame = turned(now.frame, inverseScale * at.y);
        const Vec3<T> arm = (T(0.5f) * loadAt<T>(t.restLength, segment)) * axisZ(frame), middle = x + at.gap + arm;
        const Vec3<T> end = v + cross(spin, arm);
        x = middle + arm;
        storeQuat(t.frame, segment, frame);
        storeVec3(t.position, segment + 1, x);
        storeVec3(t.velocity, segment + 1, select(dot(end, end) < T(1e-24f), none, end));
        storeVec3(t.spin, segment, select(dot(spin, spin) < T(1e-24f), none, spin));
        watch = watch + dot(v, v) + dot(x, x) + scale * scale * dot(spin, spin);
    }
    return watch;
}

template <class T>
RINGLET_HD_CALL void publishedSubstep(const RigidTile& t) {
    const PublishedSubstep<T> s = publishedSubstepOf<T>(t);
    if (t.colliders->any()) chooseModes(t, s);
    // Where a strand turns by much in a step, what is negative of the second derivative would throw it.
    T share = shareOfSpeed(speedOf<T>(t, s));
    const auto soft = eliminatePublished(t, s, share) < T(leastPivot);
    if (anyLane(soft)) {
        share = select(soft, T(0), share);
        eliminatePublished(t, s, share);
    }
    auto lost = lostLanes(placePublished(t, s));
    if (!anyLane(lost)) return;
    const Vec3<T> none{T(0), T(0), T(0)};
    restChain<T>(t, t.substep.headAfter, lost);
    for (int i = 0; i < t.particles - 1; ++i) {
        storeVec3(t.spin, i, select(lost, none, loadVec3<T>(t.spin, i)));
        storeAt(t.mode, i, 0, select(lost, T(0), loadAt<T>(t.mode, i)));
    }
    countLanes(t.resets, lost);
}

// The step as a device runs it.
struct PublishedStages : StageList<PublishedFields, RigidArgs, 1> {
    static constexpr const char* name = "rigid-chain published";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderArgs& colliders) {
        publishedSubstep<T>(publishedTile(at, args, colliders));
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::rigid_chain
