// The model's state seen from outside: where strands start, energy, and the points that explain it.
#include "core/models/elastic_strand/elastic_strand.h"

#include "core/models/chain_math.h"
#include "core/models/elastic_strand/settle.h"
#include "core/models/strand_start.h"

#include <cstdio>

namespace ringlet::elastic_strand {
namespace {

// From the parent's frame to segment p's, in a shape of the group; where it has none, of the rest shape.
Quatf turnOf(const StrandSet& g, const std::vector<float>& shape, uint32_t s, uint32_t p) {
    if (shape.empty()) return g.quatAt(RestTurn, s, p);
    const float* q = shape.data() + (size_t{s} * (g.particles() - 1) + p) * 4;
    return {q[0], q[1], q[2], q[3]};
}

}  // namespace

Quatf rootFrame(const StrandSet& g, uint32_t s) { return g.quatAt(Root, s, 0, 3); }

void startStrand(StrandSet& g, uint32_t s, Quatf head, const ColliderView& madeAround) {
    Vec3f x = rotate(head, g.vec3At(Root, s, 0));
    Quatf frame = head * rootFrame(g, s);
    for (uint32_t p = 0; p < g.particles(); ++p) {
        g.setVec3(Position, s, p, x);
        g.setVec3(Velocity, s, p, {0, 0, 0});
        if (p + 1 == g.particles()) break;
        frame = normalized(frame * turnOf(g, g.start, s, p));
        frame = outOfGroomHead(madeAround, frame, x, g.at(RestLength, s, p, 0), head);
        g.setQuat(SegmentFrame, s, p, frame);
        x = x + g.at(RestLength, s, p, 0) * axisZ(frame);
    }
}

void ElasticStrandModel::beforeReset() {
    if (!startIsOld_) return;
    for (size_t g = 0; g < groups_.size(); ++g) settleLimp(groups_[g], holds_[g], holdingTask(), pool_);
    contacts_.rest(groups_, placing());
    startIsOld_ = false;
}

void ElasticStrandModel::placeAtRest(StrandSet& group, uint32_t s, Quatf head) {
    startStrand(group, s, head, sagFree_ ? ColliderView{} : madeAround_.view());  // given shapes are outside
}

float ElasticStrandModel::restLength(uint32_t strand, uint32_t segment) const {
    const StrandSet& g = groups_[slots_[strand].group];
    return g.at(RestLength, slots_[strand].strand, segment, 0);
}

// Held turns follow from the material, which may change; the given shape does not.
void ElasticStrandModel::hashMoreRest(Hash64& hash) const {
    hash.add(uint64_t{0});  // the step of dftl that this was
    for (const StrandSet& g : groups_) {
        const size_t each = g.given.size() / g.padded();
        for (uint32_t i = 0; i < g.strands(); ++i)
            for (size_t k = 0; k < each; ++k) hash.add(g.given[g.byGroom(i) * each + k]);
    }
}

size_t ElasticStrandModel::moreBytes() const {
    size_t floats = 0;
    for (const StrandSet& g : groups_) floats += g.given.size() + g.start.size();
    return floats * sizeof(float) + around_.bytes() + contacts_.bytes();
}

std::string ElasticStrandModel::remark() const {
    return sagFree_ ? joinedRemarks(holdingRemark(), contacts_.remark()) : contacts_.remark();
}

std::string ElasticStrandModel::holdingRemark() const {
    uint32_t strands = 0;
    for (const StrandSet& g : groups_) strands += g.strands();
    char text[240], raised[120] = "";
    if (stiffness_ > asked_)
        std::snprintf(raised, sizeof raised, "stiffness raised from %.3g to %.3g N m^2 for the groom to hold its shape; ",
                      double(asked_), double(stiffness_));
    std::snprintf(text, sizeof text, "sag-free: %s%u of %u strands (%.1f %%) are too limp to hold their shape%s", raised, tooLimp_,
                  strands, 100.0 * tooLimp_ / strands, tooLimp_ > 0 ? " and start where they fall to" : "");
    return text;
}

Vec3d ElasticStrandModel::brushForce(const Brush& brush) const {
    return particleBrushForce(Position, Velocity, double{density_}, brush, [](double near) { return near * near; });
}

Energy ElasticStrandModel::energy(Vec3f gravity) const {
    Energy energy = particleEnergy(Position, Velocity, double{density_}, gravity);
    for (const StrandSet& g : groups_) {
        for (uint32_t s = 0; s < g.strands(); ++s) {
            Quatd parent = toDouble(head_.orientation * rootFrame(g, s));
            double before = 0;
            for (uint32_t p = 0; p + 1 < g.particles(); ++p) {
                const double length = double{g.at(RestLength, s, p, 0)};
                const Quatd frame = toDouble(g.quatAt(SegmentFrame, s, p));
                const Quatd restTurn = toDouble(g.quatAt(RestTurn, s, p));
                energy.elastic += jointEnergy(2 * double{stiffness_} / (before + length),
                                              squaredJointError(parent, frame, restTurn));
                parent = frame;
                before = length;
            }
        }
    }
    return energy;
}

Model::PointSets ElasticStrandModel::debugPoints() const {
    device_.look();
    std::vector<Vec3f> targets, auxiliary;
    for (const StrandSet& g : groups_) {
        for (uint32_t s = 0; s < g.strands(); ++s) {
            Quatf frame = head_.orientation * rootFrame(g, s);
            for (uint32_t p = 1; p < g.particles(); ++p) {
                const Vec3f parent = g.vec3At(Position, s, p - 1);
                const float reach = g.at(RestLength, s, p - 1, 0);
                const Quatf wanted = frame * g.quatAt(RestTurn, s, p - 1);
                targets.push_back(parent + reach * axisZ(wanted));
                auxiliary.push_back(parent + reach * rotate(frame, Vec3f{1, 0, 0}));
                frame = g.quatAt(SegmentFrame, s, p - 1);
            }
        }
    }
    return {targets, auxiliary};
}

}  // namespace ringlet::elastic_strand
