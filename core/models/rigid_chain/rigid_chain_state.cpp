// The rigid-chain model's state seen from outside: where strands start, energy, and the points that explain it.
#include "core/math/elementary.h"
#include "core/models/chain_math.h"
#include "core/models/rigid_chain/chain_springs.h"
#include "core/models/rigid_chain/rigid_chain.h"
#include "core/models/strand_start.h"

namespace ringlet::rigid_chain {

void RigidChainModel::placeAtRest(StrandStore& g, uint32_t s, Quatf head) {
    Vec3f x = rotate(head, g.vec3At(Root, s, 0));
    Quatf frame = head * g.quatAt(Root, s, 0, 3);
    for (uint32_t p = 0; p < g.particles(); ++p) {
        g.setVec3(Position, s, p, x);
        g.setVec3(Velocity, s, p, {0, 0, 0});
        if (p + 1 == g.particles()) break;
        const float length = g.at(RestLength, s, p, 0);
        frame = normalized(frame * g.quatAt(Turn, s, p));
        frame = outOfGroomHead(madeAround_.view(), frame, x, length, head);
        g.setQuat(SegmentFrame, s, p, frame);
        for (int c = 0; c < (published_ ? 3 : 1); ++c) g.at(Spin, s, p, c) = 0;
        if (published_) g.at(Mode, s, p, 0) = 0;
        x = x + length * axisZ(frame);
    }
}

// The rest rotations as hair is styled now; how it leaves the scalp is the groom's.
void RigidChainModel::styleHair() {
    for (StrandStore& g : groups_)
        for (uint32_t s = 0; s < g.padded(); ++s)
            for (uint32_t p = 0; p + 1 < g.particles(); ++p) {
                const Quatf groomed = g.quatAt(RestTurn, s, p);
                const Vec3f axis{groomed.x, groomed.y, groomed.z};
                const float sine = lengthOf(axis), half = curl_ * arcTangent2(sine, groomed.w);
                const bool same = curl_ == 1 || p == 0 || sine < 1e-12f;
                const Vec3f turned = (ringlet::sine(half) / maximum(sine, 1e-12f)) * axis;
                g.setQuat(Turn, s, p, same ? groomed : normalized(Quatf{turned.x, turned.y, turned.z, cosine(half)}));
            }
}

void RigidChainModel::beforeReset() {
    holds_.takeOff(groups_);
    curl_ = wantedCurl_;
    styleHair();
    if (contacts_ != nullptr) contacts_->forget();
}

// As the groom has it without anything worn, nothing but where wisps cling.
void RigidChainModel::saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const {
    if (curl_ != 1 || holds_.args().any) {
        floats.push_back(curl_);
        holds_.save(groups_, floats, ids);
    }
    if (contacts_ != nullptr) contacts_->save(floats, ids);
}

Status RigidChainModel::restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) {
    std::vector<cylinders::Grip> grips;
    std::vector<uint32_t> held = ids;
    if (contacts_ != nullptr && !contacts_->read(grips, from, count, held)) return otherState();
    const size_t own = count > 0 ? 1 : 0;
    if (!holds_.restore(groups_, from + own, count - own, held)) return otherState();
    if (contacts_ != nullptr) contacts_->take(grips);
    curl_ = own > 0 ? from[0] : 1;
    styleHair();
    return {};
}

float RigidChainModel::restLength(uint32_t strand, uint32_t segment) const {
    return groups_[slots_[strand].group].at(RestLength, slots_[strand].strand, segment, 0);
}

// Of a segment's motion and height: of its middle, and about it.
void RigidChainModel::addSegment(Energy& energy, const StrandStore& g, uint32_t s, uint32_t p, Vec3f gravity) const {
    const double length = double{g.at(RestLength, s, p, 0)}, mass = density_ * length, radius = double{material_.radius};
    const Vec3d d = axisZ(toDouble(g.quatAt(SegmentFrame, s, p))), end = toDouble(g.vec3At(Velocity, s, p + 1));
    Vec3d across;
    double about;
    if (published_) {
        const Vec3d spin = toDouble(g.vec3At(Spin, s, p));
        about = dot(spin, d);
        across = spin - about * d;
    } else {
        about = double{g.at(Spin, s, p, 0)};
        across = (1 / length) * cross(d, end - toDouble(g.vec3At(Velocity, s, p)));
    }
    const Vec3d arm = (0.5 * length) * d;
    addMass(energy, mass, toDouble(g.vec3At(Position, s, p + 1)) - arm - toDouble(g.vec3At(Position, s, 0)), end - cross(across, arm),
            gravity);
    energy.kinetic += 0.5 * mass * ((length * length / 12 + radius * radius / 4) * dot(across, across) + 0.5 * radius * radius * about * about);
}

// Of the joint at the beginning of a segment.
double RigidChainModel::springEnergy(const StrandStore& g, uint32_t s, uint32_t p) const {
    const double length = double{g.at(RestLength, s, p, 0)}, before = p > 0 ? double{g.at(RestLength, s, p - 1, 0)} : 0;
    const double over = 2 / (length + before);
    const Quatd parent = toDouble(p > 0 ? g.quatAt(SegmentFrame, s, p - 1) : head_.orientation * g.quatAt(Root, s, 0, 3));
    const Quatd child = toDouble(g.quatAt(SegmentFrame, s, p)), restTurn = toDouble(g.quatAt(Turn, s, p));
    if (!published_) return jointEnergy(stiffness_ * over, squaredJointError(parent, child, restTurn));
    double cotangent;
    const Vec3d theta = rotationVector(conjugate(parent) * child * conjugate(restTurn), cotangent);
    const Vec3d gap = toDouble(g.vec3At(Position, s, p + 1) - g.vec3At(Position, s, p)) - length * axisZ(child);
    return 0.5 * stiffness_ * over * dot(theta, theta) + 0.5 * density_ * double{material_.axial} * over * dot(gap, gap);
}

Energy RigidChainModel::energy(Vec3f gravity) const {
    device_.look();
    Energy energy;
    for (const StrandStore& g : groups_)
        for (uint32_t s = 0; s < g.strands(); ++s)
            for (uint32_t p = 0; p + 1 < g.particles(); ++p) {
                addSegment(energy, g, s, p, gravity);
                energy.elastic += springEnergy(g, s, p);
            }
    return energy;
}

// Segments feel the brush at their middles; see freeTerms().
Vec3d RigidChainModel::brushForce(const Brush& brush) const {
    Vec3d force{0, 0, 0};
    if (!(brush.radius > 0)) return force;
    device_.look();
    const Vec3d centre = toDouble(brush.position), moves = toDouble(brush.velocity);
    const double inverse = 1 / (double{brush.radius} * double{brush.radius});
    for (const StrandStore& g : groups_)
        for (uint32_t s = 0; s < g.strands(); ++s)
            for (uint32_t p = 0; p + 1 < g.particles(); ++p) {
                auto middle = [&](int field) { return 0.5 * (toDouble(g.vec3At(field, s, p)) + toDouble(g.vec3At(field, s, p + 1))); };
                const Vec3d away = middle(Position) - centre;
                const double near = maximum(1 - dot(away, away) * inverse, 0.0);
                const double drag = density_ * double{g.at(RestLength, s, p, 0)} * double{brush.rate} * near * near;
                force = force + drag * (middle(Velocity) - moves);
            }
    return force;
}

Model::PointSets RigidChainModel::debugPoints() const {
    return {segmentAxes(Position, [](const StrandStore& g, uint32_t s, uint32_t p) { return g.quatAt(SegmentFrame, s, p); })};
}

}  // namespace ringlet::rigid_chain
