// The rigid-chain model's wisps against wisps: what is told of segments, and what others then do to them.
#include "core/models/rigid_chain/rigid_chain.h"

namespace ringlet::rigid_chain {
namespace {

// Pairs lie side by side whatever strands do.
constexpr int leastPairLanes = 4;

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
    device_.with<WispPairsDevice>([&](WispPairsDevice& there) {
        std::vector<float*> loads;
        for (StrandStore& l : loads_) loads.push_back(device_.there(l.field(0)));
        return there.set(strands, loads);
    });
    const int lanes = kernels_ == nullptr ? 0 : kernels_->lanes > leastPairLanes ? kernels_->lanes : leastPairLanes;
    contacts_ = std::make_unique<WispPairs>(strands, rigidKernels(lanes)->pairs);
}

void RigidChainModel::meet(int index, int count) {
    WispMaterial m = wispMaterial_;
    m.h = substep_.h;
    m.headMove = substep_.headMove;
    m.head = substep_.headBefore;
    if (device_.on()) {
        device_.with<WispPairsDevice>([&](WispPairsDevice& there) {
            const Status status = gripped_.device ? Status{} : there.setGrips(contacts_->grips());
            return status ? there.find(m, index == 0 ? count : 0) : status;
        });
        return gripped_.deviceWrote();
    }
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
}

// Where wisps cling, fetched for who looks at it.
const std::vector<Grip>& RigidChainModel::grips() const {
    std::vector<Grip> grips;
    if (!gripped_.host) {
        device_.with<WispPairsDevice>([&](WispPairsDevice& there) { return there.grips(grips); });
        if (device_.status()) contacts_->setGrips(std::move(grips));
    }
    gripped_.host = true;
    return contacts_->grips();
}

void RigidChainModel::setGrips(std::vector<Grip> grips) {
    if (contacts_ == nullptr) return;
    contacts_->setGrips(std::move(grips));
    gripped_.hostWrote();
}

// Of each grip three floats; its segments, and how many there are.
void RigidChainModel::saveGrips(std::vector<float>& floats, std::vector<uint32_t>& ids) const {
    for (const Grip& grip : grips()) {
        floats.insert(floats.end(), {grip.strain.x, grip.strain.y, grip.strain.z});
        ids.insert(ids.end(), {grip.a, grip.b});
    }
    ids.push_back(static_cast<uint32_t>(grips().size()));
}

// Takes off the ends what saveGrips() gave; false where that cannot be of these wisps.
bool RigidChainModel::takeGrips(std::vector<Grip>& grips, const float* floats, size_t& count, std::vector<uint32_t>& ids) const {
    if (ids.empty()) return false;
    const size_t some = ids.back(), segments = contacts_->loads().size();
    ids.pop_back();
    if (ids.size() < 2 * some || count < 3 * some) return false;
    count -= 3 * some;
    const float* x = floats + count;
    const uint32_t* pair = ids.data() + ids.size() - 2 * some;
    for (size_t i = 0; i < some; ++i, x += 3, pair += 2) {
        const bool ordered = grips.empty() || grips.back().a < pair[0] || (grips.back().a == pair[0] && grips.back().b < pair[1]);
        if (!ordered || pair[0] >= segments || pair[1] >= segments) return false;
        grips.push_back({pair[0], pair[1], {x[0], x[1], x[2]}});
    }
    ids.resize(ids.size() - 2 * some);
    return true;
}

uint64_t RigidChainModel::contacts() const {
    size_t touching = contacts_ != nullptr ? contacts_->touching() : 0;
    if (contacts_ != nullptr)
        device_.with<WispPairsDevice>([&](WispPairsDevice& there) { return touching = there.touching(), Status{}; });
    return touching;
}

size_t RigidChainModel::moreBytes() const {
    size_t bytes = contacts_ != nullptr ? contacts_->bytes() : 0;
    for (const StrandStore& l : loads_) bytes += l.bytes();
    return bytes;
}

}  // namespace ringlet::rigid_chain
