// The dftl model's state seen from outside: reset, curves, save and restore,
// energy, and the points that explain it.
#include "core/models/dftl/dftl.h"

#include "core/models/chain_math.h"
#include "core/models/dftl/published_math.h"
#include "core/models/dftl/settle.h"
#include "core/models/pose_path.h"

#include <cstdio>

namespace ringlet::dftl {
namespace {

// From the parent's frame to segment p's, in a shape of the group; where it has none, of the rest shape.
Quatf turnOf(const DftlGroup& g, const std::vector<float>& shape, uint32_t s, uint32_t p) {
    if (shape.empty()) return g.quatAt(RestTurn, s, p);
    const float* q = shape.data() + (size_t{s} * (g.particles() - 1) + p) * 4;
    return {q[0], q[1], q[2], q[3]};
}

// The basis that strand s of the published step begins with, the head turned by `head`.
StrandBasis<float> rootBasis(const DftlGroup& g, uint32_t s, Quatf head) {
    return basisOf(rotate(head, g.vec3At(PublishedRoot, s, 0, 6)), rotate(head, g.vec3At(PublishedRoot, s, 0, 3)));
}

void startPublished(DftlGroup& g, uint32_t s, Quatf head) {
    Vec3f x = rotate(head, g.vec3At(PublishedRoot, s, 0));
    StrandBasis<float> basis = rootBasis(g, s, head);
    for (uint32_t p = 0; p < g.particles(); ++p) {
        if (p > 0) {
            Vec3f along = fromBasis(basis, g.vec3At(Target, s, p));
            x = x + along;
            basis = projectedBasis(basis, normalizedOr(along, basis.j));
        }
        g.setVec3(Position, s, p, x);
        g.setVec3(Velocity, s, p, {0, 0, 0});
    }
}

}  // namespace

Quatf rootFrame(const DftlGroup& g, uint32_t s) { return g.quatAt(ImplicitRoot, s, 0, 3); }

void startImplicit(DftlGroup& g, uint32_t s, Quatf head) {
    Vec3f x = rotate(head, g.vec3At(ImplicitRoot, s, 0));
    Quatf frame = head * rootFrame(g, s);
    for (uint32_t p = 0; p < g.particles(); ++p) {
        g.setVec3(Position, s, p, x);
        g.setVec3(Velocity, s, p, {0, 0, 0});
        if (p + 1 == g.particles()) break;
        frame = normalized(frame * turnOf(g, g.start, s, p));
        g.setQuat(SegmentFrame, s, p, frame);
        x = x + g.at(RestLength, s, p, 0) * axisZ(frame);
    }
}

void DftlModel::beforeReset() {
    for (size_t g = 0; g < groups_.size() && startIsOld_; ++g) settleLimp(groups_[g], holds_[g], holdingTask(), pool_);
    startIsOld_ = false;
}

void DftlModel::placeAtRest(DftlGroup& group, uint32_t s, Quatf head) {
    if (published_) startPublished(group, s, head);
    else startImplicit(group, s, head);
}

float DftlModel::restLength(uint32_t strand, uint32_t segment) const {
    const DftlGroup& g = groups_[slots_[strand].group];
    const uint32_t s = slots_[strand].strand;
    return published_ ? lengthOf(g.vec3At(Target, s, segment + 1)) : g.at(RestLength, s, segment, 0);
}

Curves DftlModel::curves() const {
    device_.look(true);
    if (groups_[0].layout() == Layout::Tiles) return StrandModel::curves();
    Curves curves{{}, head_, previousHead_};
    copies_.resize(groups_.size());
    for (size_t i = 0; i < groups_.size(); ++i) {
        const DftlGroup& g = groups_[i];
        std::vector<float>& copy = copies_[i];
        copy.clear();
        for (uint32_t s = 0; s < g.strands(); ++s)
            for (uint32_t p = 0; p < g.particles(); ++p)
                for (int c = 0; c < 3; ++c) copy.push_back(g.at(Position, s, p, c));
        curves.blocks.push_back({g.firstStrand(), g.strands(), g.particles(), 1, copy.data(), copy.data()});
    }
    return curves;
}

// Held turns follow from the material, which may change; the given shape does not.
void DftlModel::hashMoreRest(Hash64& hash) const {
    hash.add(uint64_t{published_});
    for (const DftlGroup& g : groups_)
        for (float f : g.given) hash.add(f);
}

size_t DftlModel::moreBytes() const {
    size_t floats = 0;
    for (const DftlGroup& g : groups_) floats += g.given.size() + g.start.size();
    return floats * sizeof(float);
}

std::string DftlModel::remark() const {
    if (!sagFree_) return {};
    uint32_t strands = 0;
    for (const DftlGroup& g : groups_) strands += g.strands();
    char text[240], raised[120] = "";
    if (stiffness_ > asked_)
        std::snprintf(raised, sizeof raised, "stiffness raised from %.3g to %.3g N m^2 for the groom to hold its shape; ",
                      double(asked_), double(stiffness_));
    std::snprintf(text, sizeof text, "sag-free: %s%u of %u strands (%.1f %%) are too limp to hold it%s", raised, tooLimp_,
                  strands, 100.0 * tooLimp_ / strands, tooLimp_ > 0 ? " and start where they fall to" : "");
    return text;
}

Energy DftlModel::energy(Vec3f gravity) const {
    device_.look();
    Energy energy;
    for (const DftlGroup& g : groups_) {
        for (uint32_t s = 0; s < g.strands(); ++s) {
            const Vec3d root = toDouble(g.vec3At(Position, s, 0));
            Quatd parent = published_ ? Quatd{0, 0, 0, 1} : toDouble(head_.orientation * rootFrame(g, s));
            double before = 0;
            for (uint32_t p = 1; p < g.particles(); ++p) {
                const double length = double{restLength(g.firstStrand() + s, p - 1)};
                const double after = p + 1 < g.particles() ? double{restLength(g.firstStrand() + s, p)} : 0.0;
                addMass(energy, double{density_} * 0.5 * (length + after), toDouble(g.vec3At(Position, s, p)) - root,
                        toDouble(g.vec3At(Velocity, s, p)), gravity);
                if (published_) continue;
                const Quatd frame = toDouble(g.quatAt(SegmentFrame, s, p - 1));
                const Quatd restTurn = toDouble(g.quatAt(RestTurn, s, p - 1));
                energy.elastic += jointEnergy(2 * double{stiffness_} / (before + length),
                                              squaredJointError(parent, frame, restTurn));
                parent = frame;
                before = length;
            }
        }
    }
    return energy;
}

std::vector<Model::DebugPoints> DftlModel::debugPoints() const {
    device_.look();
    DebugPoints targets{"targets", {}}, auxiliary{"auxiliary points", {}};
    for (const DftlGroup& g : groups_) {
        for (uint32_t s = 0; s < g.strands(); ++s) {
            Quatf head = head_.orientation;
            Quatf frame = published_ ? head : head * rootFrame(g, s);
            StrandBasis<float> basis{};
            if (published_) basis = rootBasis(g, s, head);
            for (uint32_t p = 1; p < g.particles(); ++p) {
                Vec3f parent = g.vec3At(Position, s, p - 1), x = g.vec3At(Position, s, p);
                float reach = restLength(g.firstStrand() + s, p - 1);
                if (published_) {
                    targets.points.push_back(parent + fromBasis(basis, g.vec3At(Target, s, p)));
                    auxiliary.points.push_back(parent + reach * basis.i);
                    basis = projectedBasis(basis, normalizedOr(x - parent, basis.j));
                } else {
                    Quatf wanted = frame * g.quatAt(RestTurn, s, p - 1);
                    targets.points.push_back(parent + reach * axisZ(wanted));
                    auxiliary.points.push_back(parent + reach * rotate(frame, Vec3f{1, 0, 0}));
                    frame = g.quatAt(SegmentFrame, s, p - 1);
                }
            }
        }
    }
    return {targets, auxiliary};
}

}  // namespace ringlet::dftl
