// The published step over one tile: symplectic Euler of a millisecond with explicit forces, quasi-static twist, then
// step and project (Kmoch 2018, 5.1; 3.5.3, 3.5.4, 3.6). rod_projection.h enforces lengths and the head.
#pragma once

#include "core/models/discrete_rod/rod_projection.h"
#include "core/models/discrete_rod/rod_twist.h"

namespace ringlet::discrete_rod {
inline namespace RINGLET_ISA {

// The explicit step carries no joint stiffer than this share of l^4 / h^2 (per mass), at most 0.25: a chain's fastest
// bending has (4 / l^2)^2 times its stiffness, and 4 / h^2 is what the step stands.
constexpr float stiffestExplicit = 0.1f;

// Rows beside those of rod_twist.h: the energy's gradient for a turn of the joint, and half its binormal.
enum ForceRow : int { RowGradientOf = 11, RowBinormal = 14, RowAxial = 17 };

// What it carries, per mass and over no length, of a joint whose shorter neighbour is `least` long and that is bent; `share`:
// stiffestExplicit over h^2. The energy of 2 tan(phi/2) grows the faster the more the joint is bent.
template <class T>
RINGLET_HD T carriedStiffness(T share, T least, T squaredCurvature) {
    const T bend = T(0.25f) * squaredCurvature, faster = (T(1) + bend) * (T(1) + T(3) * bend);
    return share * ((least * least) * (least * least)) / faster;
}

// Stiffnesses over the joints' lengths, per mass, and curvatures at rest, into scratch.
template <class T>
RINGLET_HD void prepareJoints(const RodTile& t) {
    const Material& m = t.material;
    const T inverseH2 = T(stiffestExplicit / (t.substep.h * t.substep.h));
    T before = T(0);
    for (int j = 0; j < t.particles - 1; ++j) {
        const T length = loadAt<T>(t.restLength, j), least = j > 0 ? minimum(before, length) : length;
        const JointRest<T> rest = jointRest<Measure::Binormal>(loadQuat<T>(t.restTurn, j));
        float* row = twistRow<T>(t, j);
        const T x = loadRow<T>(row, RowBishop), y = loadRow<T>(row, RowBishop + 1), over = T(2) / (before + length);
        const T most = carriedStiffness(inverseH2, least, x * x + y * y);
        storeRow3(row, RowStiffness, Vec3<T>{over * minimum(T(m.bend1), most), over * minimum(T(m.bend2), most),
                                             over * minimum(T(m.twist), most)});
        storeRow(row, RowRest, rest.k1);
        storeRow(row, RowRest + 1, rest.k2);
        before = length;
    }
}

// The gradient of every joint's energy for a turn of its child against its parent, world axes, m^2/s^2 m.
template <class T>
RINGLET_HD void jointGradients(const RodTile& t, Quat<T> head) {
    Quat<T> parent = head * loadRow4<T>(t.root, 3);
    for (int j = 0; j < t.particles - 1; ++j) {
        float* row = twistRow<T>(t, j);
        const Quat<T> frame = loadQuat<T>(t.frame, j);
        const Vec3<T> B = loadRow3<T>(row, RowStiffness);
        const JointStiffness<T> k{B.x, B.y, B.z};
        const JointStrain<T> strain =
            jointStrain<Measure::Binormal>(parent, frame, jointRest<Measure::Binormal>(loadQuat<T>(t.restTurn, j)), k);
        storeRow3(row, RowGradientOf, rotate(parent, localGradient(strain, jointDirections<Measure::Binormal>(strain), k)));
        const Vec3<T> a = axisZ(parent), b = axisZ(frame);
        storeRow3(row, RowBinormal, (T(1) / maximum(T(1) + dot(a, b), T(1e-3f))) * cross(a, b));
        parent = frame;
    }
}

// The energy's gradient for a change of a segment, direction d, as a vector. `own`: for its turn, of the joints at
// its two ends. `spin`: for the spin of all frames beyond it about themselves, times half the binormals. A segment that
// turns spins the Bishop frames beyond it (holonomy, 3.77, 3.78), which costs nothing where twist has the least
// energy, but does with the direct twist.
template <class T>
RINGLET_HD Vec3<T> segmentGradient(Vec3<T> d, T inverseLength, Vec3<T> own, Vec3<T> spin) {
    return inverseLength * (cross(own, d) - spin);
}

// What elasticity does to each particle, m^2/s^2 (force over linear density), into `force` rows: RowBishop on of the
// segment that ends in it.
template <class T>
RINGLET_HD void elasticForces(const RodTile& t) {
    const Vec3<T> zero{T(0), T(0), T(0)};
    // Tip to root: the spin of all frames from joint j on.
    Vec3<T> gradientBeyond = zero;
    T axial = T(0);
    for (int j = t.particles - 2; j >= 0; --j) {
        float* row = twistRow<T>(t, j);
        const Vec3<T> gradient = loadRow3<T>(row, RowGradientOf), d = axisZ(loadQuat<T>(t.frame, j));
        axial = axial + dot(gradient - gradientBeyond, d);
        storeRow(row, RowAxial, axial);
        gradientBeyond = gradient;
    }
    Vec3<T> begin = zero;  // the gradient of the segment before, for its end
    Vec3<T> gradient = loadRow3<T>(twistRow<T>(t, 0), RowGradientOf), binormal = loadRow3<T>(twistRow<T>(t, 0), RowBinormal);
    T spin = loadRow<T>(twistRow<T>(t, 0), RowAxial);
    for (int j = 0; j < t.particles - 1; ++j) {
        float* row = twistRow<T>(t, j);
        const bool last = j == t.particles - 2;
        const float* next = last ? row : twistRow<T>(t, j + 1);
        const Vec3<T> beyond = last ? zero : loadRow3<T>(next, RowGradientOf);
        const Vec3<T> binormalBeyond = last ? zero : loadRow3<T>(next, RowBinormal);
        const T spinBeyond = last ? T(0) : loadRow<T>(next, RowAxial);
        const Vec3<T> here = segmentGradient(axisZ(loadQuat<T>(t.frame, j)), T(1) / loadAt<T>(t.restLength, j),
                                             gradient - beyond, spin * binormal + spinBeyond * binormalBeyond);
        if (j > 0) storeRow3(twistRow<T>(t, j - 1), RowBishop, here - begin);
        storeRow3(row, RowBishop, zero - here);
        begin = here;
        gradient = beyond;
        binormal = binormalBeyond;
        spin = spinBeyond;
    }
}

// New velocities from the forces, drag and brush implicit, and where they take the particles (3.116, 3.117).
template <class T>
RINGLET_HD void integrate(const RodTile& t, const ChainSubstep<T>& s) {
    const Vec3<T> fall = splat<T>(t.substep.h * t.substep.gravity);
    storeVec3(t.position, 0, rotate(s.after, loadRow3<T>(t.root, 0)));
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> x = loadVec3<T>(t.position, p), v = loadVec3<T>(t.velocity, p);
        const T next = p + 1 < t.particles ? loadAt<T>(t.restLength, p) : T(0);
        const T inverseMass = T(2) / (loadAt<T>(t.restLength, p - 1) + next);
        const Vec3<T> air = s.inverseH * (s.move - (s.airMove - cross(s.airTurn, x)));
        const T drag = s.drag + (s.drag * T(1 / dragSpeed)) * lengthOf(v - air);
        Vec3<T> sum = v + fall + (s.h * inverseMass) * loadRow3<T>(twistRow<T>(t, p - 1), RowBishop) + drag * air;
        T all = T(1) + drag;
        if (t.told != nullptr) sum = sum + s.h * loadRow3<T>(toldRow<T>(t, p), PushAcceleration);
        if (s.brush.radius > 0.0f) {
            const Vec3<T> away = x - splat<T>(s.brush.position);
            const T near = maximum(T(1) - dot(away, away) * T(1.0f / (s.brush.radius * s.brush.radius)), T(0));
            const T pull = s.h * T(s.brush.rate) * near * near;
            sum = sum + pull * splat<T>(s.brush.velocity);
            all = all + pull;
        }
        const Vec3<T> moving = (T(1) / all) * sum;
        storeVec3(t.velocity, p, moving);
        storeVec3(t.position, p, x + s.h * moving - s.move);
    }
}

// Velocity of the root, rest below all measure, and what is not finite.
template <class T>
RINGLET_HD void finish(const RodTile& t, const ChainSubstep<T>& s, Vec3<T> root) {
    const Vec3<T> zero{T(0), T(0), T(0)};
    storeVec3(t.velocity, 0, s.inverseH * (loadVec3<T>(t.position, 0) - root + s.move));
    T watch = T(0);
    for (int p = 0; p < t.particles; ++p) {
        const Vec3<T> x = loadVec3<T>(t.position, p), v = loadVec3<T>(t.velocity, p);
        auto still = dot(v, v) < T(1e-24f);
        storeVec3(t.velocity, p, select(still, zero, v));
        watch = watch + dot(x, x) + dot(v, v);
        if (p > 0) watch = watch + T(1e-6f) * absolute(loadAt<T>(t.twist, p - 1));
    }
    auto lost = lostLanes(watch);
    if (!anyLane(lost)) return;
    restChain<T>(t, t.substep.headAfter, lost);
    T angle = T(0);
    for (int j = 0; j < t.particles - 1; ++j) {
        angle = angle + loadAt<T>(t.restTwist, j);
        storeAt(t.twist, j, 0, select(lost, angle, loadAt<T>(t.twist, j)));
    }
    countLanes(t.resets, lost);
}

// What acts on the particles, from where they are.
template <class T>
RINGLET_HD_CALL void findForces(const RodTile& t, const ChainSubstep<T>& s) {
    bishopFrames(t, s.before);
    prepareJoints<T>(t);
    findTwist<T>(t);
    materialFrames<T>(t);
    jointGradients(t, s.before);
    elasticForces<T>(t);
    if (t.colliders->any()) findFloors(t, s);
}

// Moves the particles by it.
template <class T>
RINGLET_HD_CALL void takeForces(const RodTile& t, const ChainSubstep<T>& s) {
    const Vec3<T> root = loadVec3<T>(t.position, 0);
    integrate(t, s);
    project(t, s);
    finish(t, s, root);
}

template <class T>
RINGLET_HD void publishedSubstep(const RodTile& t) {
    const ChainSubstep<T> s = chainSubstep<T>(t.substep, t.material, *t.colliders);
    findForces(t, s);
    takeForces(t, s);
}

// The step as a device runs it.
struct PublishedStages : StageList<PublishedFields, RodArgs, 1> {
    static constexpr const char* name = "discrete-rod published";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderArgs& colliders) {
        publishedSubstep<T>(publishedTile(at, args, colliders));
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
