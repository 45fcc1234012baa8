// The discrete-rod model's state seen from outside: where strands start, energy, and the points that explain it.
#include "core/models/discrete_rod/discrete_rod.h"
#include "core/math/elementary.h"
#include "core/models/discrete_rod/published_rod.h"
#include "core/models/discrete_rod/wisp_springs.h"
#include "core/models/pose_path.h"
#include "core/models/strand_start.h"

namespace ringlet::discrete_rod {

void DiscreteRodModel::placeAtRest(StrandStore& g, uint32_t s, Quatf head) {
    Vec3f x = rotate(head, g.vec3At(Root, s, 0));
    Quatf frame = head * g.quatAt(Root, s, 0, 3);
    float twist = 0;
    for (uint32_t p = 0; p < g.particles(); ++p) {
        g.setVec3(Position, s, p, x);
        g.setVec3(Velocity, s, p, {0, 0, 0});
        if (p + 1 == g.particles()) break;
        frame = normalized(frame * g.quatAt(RestTurn, s, p));
        frame = outOfGroomHead(madeAround_.view(), frame, x, g.at(RestLength, s, p, 0), head);
        g.setQuat(SegmentFrame, s, p, frame);
        if (published_) g.at(Twist, s, p, 0) = twist = twist + g.at(RestTwist, s, p, 0);
        x = x + g.at(RestLength, s, p, 0) * axisZ(frame);
    }
}

float DiscreteRodModel::restLength(uint32_t strand, uint32_t segment) const {
    return groups_[slots_[strand].group].at(RestLength, slots_[strand].strand, segment, 0);
}

// The material frame of segment p: as it is kept, or by the published step's twist against the Bishop frame, which
// goes on from segment to segment.
Quatd DiscreteRodModel::frameOf(const StrandStore& g, uint32_t s, uint32_t p, Quatd& bishop) const {
    if (!published_) return toDouble(g.quatAt(SegmentFrame, s, p));
    const Vec3d along = axisZ(bishop), d = toDouble(g.vec3At(Position, s, p + 1) - g.vec3At(Position, s, p));
    bishop = normalized(rotationBetween(along, normalizedOr(d, along)) * bishop);
    const double half = 0.5 * double{g.at(Twist, s, p, 0)};
    return bishop * Quatd{0, 0, sine(half), cosine(half)};
}

namespace {

// A joint's stiffness as the explicit step of h s has it, which carries no more; before the first step it is the material's.
JointStiffness<double> carried(const JointStiffness<double>& k, Quatd turn, double least, double massOverLength, double h) {
    if (!(h > 0)) return k;
    const double f = bendOver<Measure::Binormal>(bendCosine(turn)), square = f * f * (turn.x * turn.x + turn.y * turn.y);
    const double most = massOverLength * carriedStiffness(double{stiffestExplicit} / (h * h), least, square);
    return {minimum(k.bend1, most), minimum(k.bend2, most), minimum(k.twist, most)};
}

}  // namespace

template <Measure measure>
double DiscreteRodModel::elasticEnergy(const StrandStore& g, uint32_t s) const {
    double before = 0, sum = 0;
    Quatd parent = toDouble(head_.orientation * g.quatAt(Root, s, 0, 3)), bishop = parent;
    for (uint32_t p = 0; p + 1 < g.particles(); ++p) {
        const double length = double{g.at(RestLength, s, p, 0)}, over = 2 / (before + length);
        const JointStiffness<double> straight{section_.bendingMajor * over, section_.bendingMinor * over, section_.twisting * over};
        const Quatd frame = frameOf(g, s, p, bishop);
        const Quatd rest = toDouble(g.quatAt(RestTurn, s, p));
        if (measure == Measure::Quarter) sum += quarterEnergy(parent, frame, rest, curledStiffness(straight, rest));
        else {
            const double least = p > 0 ? minimum(before, length) : length;
            const JointStiffness<double> k = carried(straight, conjugate(parent) * frame, least, section_.density * over, double{substep_.h});
            sum += rodEnergy(jointStrain<measure>(parent, frame, jointRest<measure>(rest), k), k);
        }
        parent = frame;
        before = length;
    }
    return sum;
}

// Of the springs between strands 2 wisp and 2 wisp + 1, as stiff as the step carries.
double DiscreteRodModel::springEnergy(const StrandStore& g, uint32_t wisp) const {
    const double stiffness = section_.density * carriedStiffness(wispStiffness_ / section_.density, double{substep_.h}, !published_);
    const WispSprings<double> springs{stiffness, 1, static_cast<WispPattern>(material_.wispPattern), !published_};
    const uint32_t left = 2 * wisp, right = left + 1, last = g.particles() - 1;
    auto gap = [&](uint32_t l, uint32_t r) { return toDouble(g.vec3At(Position, left, l)) - toDouble(g.vec3At(Position, right, r)); };
    auto length = [&](uint32_t p) { return 0.5 * (double{g.at(RestLength, left, p - 1, 0)} + double{g.at(RestLength, right, p - 1, 0)}); };
    const int across = published_ ? WispFields<PublishedFields>::restAcross : WispFields<ImplicitFields>::restAcross;
    auto rest = [&](uint32_t rim, uint32_t p, int c) { return double{g.at(across, rim, p, c)}; };
    double sum = 0;
    for (uint32_t p = 1; p <= last; ++p) {
        const double own = 0.5 * (length(p) + (p < last ? length(p + 1) : 0.0)), r1 = rest(left, p, 1), r2 = rest(right, p, 1);
        sum += springTerms<double>(springState(gap(p, p), rest(left, p, 0)), springs.across(own)).energy();
        if (hasDiagonal(springs.pattern))
            sum += springTerms(springState(gap(p, p - 1), r1), springState(-gap(p - 1, p), r2), springs.diagonal(length(p), r1, r2)).energy();
    }
    return sum;
}

Vec3d DiscreteRodModel::brushForce(const Brush& brush) const {
    return particleBrushForce(Position, Velocity, section_.density, brush, [](double near) { return near * near; });
}

Energy DiscreteRodModel::energy(Vec3f gravity) const {
    Energy energy = particleEnergy(Position, Velocity, section_.density, gravity);
    for (const StrandStore& g : groups_) {
        for (uint32_t s = 0; s < g.strands(); ++s) {
            energy.elastic += published_ ? elasticEnergy<Measure::Binormal>(g, s) : elasticEnergy<Measure::Quarter>(g, s);
        }
        if (g.together() == 2)
            for (uint32_t w = 0; w < g.strands() / 2; ++w) energy.elastic += springEnergy(g, w);
    }
    return energy;
}

// The ends of the section's major axis, drawn 2 mm long from the middles of segments.
// Of the published step, whose frames are no state, from points and twist.
Model::PointSets DiscreteRodModel::debugPoints() const {
    Quatd bishop{};
    return {segmentAxes(Position, [&](const StrandStore& g, uint32_t s, uint32_t p) {
        if (p == 0) bishop = toDouble(head_.orientation * g.quatAt(Root, s, 0, 3));
        return toFloat(frameOf(g, s, p, bishop));
    })};
}

}  // namespace ringlet::discrete_rod
