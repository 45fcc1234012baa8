// The elastic strand's hair in hair: where the grid lies, and the passes before a frame; strands that meet.
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

void ElasticStrandModel::openContacts() {
    if (built_) contacts_.open(groups_, device_, kernels_ == nullptr ? 0 : kernels_->lanes, placing());
}

}  // namespace ringlet::elastic_strand
