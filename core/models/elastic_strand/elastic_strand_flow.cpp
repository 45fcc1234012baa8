// The elastic strand's hair in hair: where the grid lies, and the passes before a frame; strands that meet, and their state.
#include "core/models/elastic_strand/elastic_strand.h"

namespace ringlet::elastic_strand {

FlowArgs ElasticStrandModel::flowOf(const Frame& frame) {
    if (!(hairFriction_ > 0)) return {};
    const float rate = hairFriction_ * frame.dt;
    return around_.args(frame, rate / (1 + rate), device_);
}

void ElasticStrandModel::addFlow() {
    auto argsOf = [this](const StrandSet&) -> const StrandArgs& { return args_; };
    if (device_.on()) {
        const auto none = [](const auto&, const StrandArgs&) {};
        run<StrandFields>(ClearStage, argsOf, none);
        run<StrandFields>(AddStage, argsOf, none);
        return;
    }
    around_.fill(pool_, tiles_.size(), args_.flow, [&](size_t index, size_t worker, const FlowArgs& flow) {
        const auto& [group, tile] = tiles_[index];
        const TileAt<StrandFields> at{groups_[group], tile, scratch_[worker].data()};
        StrandTile t = strandTile(at, args_, args_.colliders);
        t.flow = &flow;
        kernels_->addToFlow(t, at.lanes());
    });
}

// Strands are put where they rest for it: what overlaps there is let overlap.
void ElasticStrandModel::openContacts() {
    std::vector<StrandSet> rest(groups_);
    std::vector<StrandStore*> groups, resting;
    for (StrandSet& g : groups_) groups.push_back(&g);
    for (StrandSet& g : rest) {
        for (uint32_t s = 0; s < g.padded(); ++s) placeAtRest(g, s, identityQuat<float>());
        resting.push_back(&g);
    }
    contacts_ = std::make_unique<cylinders::CylinderContacts>(groups, resting, device_, kernels_ == nullptr ? 0 : kernels_->lanes);
}

// What strands that do not meet any more clung to is forgotten.
void ElasticStrandModel::meetOrPart() {
    const bool meet = hairContact_.repulsion > 0;
    if (meet && built_ && contacts_ == nullptr) openContacts();
    if (!meet && contacts_ != nullptr) contacts_->forget();
}

// Substep by substep: each strand is told how the others go.
void ElasticStrandModel::playApart(const Frame& frame, int count) {
    for (int i = 0; i < count; ++i) {
        args_.substep[0] = substepOf(frame, i, count);
        args_.substeps = 1;
        contacts_->meet(hairContact_, args_.substep[0], i, count);
        runFrame();
        args_.flow.grid.nodes = nullptr;
    }
}

void ElasticStrandModel::afterReset() {
    if (contacts_ != nullptr) contacts_->forget();
}

// Where strands do not meet there is nothing more.
void ElasticStrandModel::saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const {
    if (contacts_ != nullptr && hairContact_.repulsion > 0) contacts_->save(floats, ids);
}

void ElasticStrandModel::hashMore(Hash64& hash) const {
    std::vector<float> floats;
    std::vector<uint32_t> ids;
    saveMore(floats, ids);
    for (float f : floats) hash.add(f);
    for (uint32_t id : ids) hash.add(uint64_t{id});
}

// States of strands that did not meet have nothing of it.
Status ElasticStrandModel::restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) {
    std::vector<cylinders::Grip> grips;
    std::vector<uint32_t> left = ids;
    if (!ids.empty() && (contacts_ == nullptr || !contacts_->read(grips, from, count, left))) return otherState();
    if (count > 0 || !left.empty()) return otherState();
    if (contacts_ != nullptr) contacts_->take(grips);
    return {};
}

}  // namespace ringlet::elastic_strand
