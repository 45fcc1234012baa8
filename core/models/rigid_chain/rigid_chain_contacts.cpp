// The rigid-chain model's wisps against wisps: what is told of segments, and what others then do to them.
#include "core/models/rigid_chain/rigid_chain.h"

namespace ringlet::rigid_chain {
namespace {

constexpr Field loadField{"load", loadRows, Per::Particle, Keep::Derived};

// visit(group, strand, segment, number of the segment), group after group.
template <class Visit>
void eachSegment(const std::vector<StrandStore>& groups, const Visit& visit) {
    size_t i = 0;
    for (size_t g = 0; g < groups.size(); ++g)
        for (uint32_t s = 0; s < groups[g].strands(); ++s)
            for (uint32_t p = 0; p + 1 < groups[g].particles(); ++p) visit(g, s, p, i++);
}

}  // namespace

void RigidChainModel::makeContacts() {
    std::vector<uint32_t> strands;
    uint32_t strand = 0;
    for (StrandStore& g : groups_) {
        loads_.emplace_back(std::vector<Field>{loadField}, StrandCounts{g.firstStrand(), g.strands(), g.particles()}, g.lanes());
        for (uint32_t s = 0; s < g.strands(); ++s, ++strand) strands.insert(strands.end(), g.particles() - 1, strand);
    }
    for (StrandStore& l : loads_) device_.share(l.field(0), l.floatsOf(0) * sizeof(float));
    contacts_ = std::make_unique<WispPairs>(strands);
}

void RigidChainModel::meet(int index, int count) {
    device_.look();
    WispMaterial m = wispMaterial_;
    m.h = substep_.h;
    m.headMove = substep_.headMove;
    std::vector<WispSegment>& told = contacts_->segments();
    eachSegment(groups_, [&](size_t g, uint32_t s, uint32_t p, size_t i) {
        const StrandStore& group = groups_[g];
        const Vec3f along = axisZ(group.quatAt(SegmentFrame, s, p));
        const float length = group.at(RestLength, s, p, 0);
        auto way = [&](uint32_t end) { return substep_.h * group.vec3At(Velocity, s, end) - substep_.headMove; };
        told[i] = {group.vec3At(Position, s, p + 1) - (0.5f * length) * along, {way(p), way(p + 1)}, along, length};
    });
    if (index == 0) contacts_->search(m, count);
    contacts_->find(m);
    eachSegment(loads_, [&](size_t g, uint32_t s, uint32_t p, size_t i) {
        const SegmentLoad& load = contacts_->loads()[i];
        loads_[g].setVec3(0, s, p, {load.C.xx, load.C.yy, load.C.zz}, LoadMatrix);
        loads_[g].setVec3(0, s, p, {load.C.xy, load.C.xz, load.C.yz}, LoadMatrix + 3);
        loads_[g].setVec3(0, s, p, load.b, LoadVector);
    });
    for (StrandStore& l : loads_) device_.toDevice(l.field(0));
}

uint64_t RigidChainModel::contacts() const { return contacts_ != nullptr ? contacts_->touching() : 0; }

size_t RigidChainModel::moreBytes() const {
    size_t bytes = contacts_ != nullptr ? contacts_->bytes() : 0;
    for (const StrandStore& l : loads_) bytes += l.bytes();
    return bytes;
}

}  // namespace ringlet::rigid_chain
