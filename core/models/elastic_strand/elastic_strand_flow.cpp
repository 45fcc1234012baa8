// The elastic strand's hair in hair: where the grid lies, and the passes before a frame.
#include "core/models/elastic_strand/elastic_strand.h"

namespace ringlet::elastic_strand {

void ElasticStrandModel::openFlow() {
    flow_.open(device_.on() ? 1 : scratch_.size());
    device_.share(flow_.grid().nodes, flow_.nodeBytes());
}

FlowArgs ElasticStrandModel::flowOf(const Frame& frame) {
    if (!(hairFriction_ > 0)) return {};
    const PoseKey& head = frame.begin;
    const float rate = hairFriction_ * frame.dt;
    FlowArgs flow{flow_.grid(), rate / (1 + rate), conjugate(head.pose.orientation), head.velocity, head.angularVelocity};
    flow.grid.nodes = device_.there(flow.grid.nodes);
    if (device_.on()) flow.grid.rows = nullptr;
    return flow;
}

void ElasticStrandModel::addFlow() {
    auto argsOf = [this](const StrandSet&) -> const StrandArgs& { return args_; };
    if (device_.on()) {
        const auto none = [](const auto&, const StrandArgs&) {};
        run<StrandFields>(ClearStage, argsOf, none);
        run<StrandFields>(AddStage, argsOf, none);
        return;
    }
    flow_.clear();
    forEachTile(pool_, tiles_.size(), [&](int index, int worker) {
        const auto& [group, tile] = tiles_[static_cast<size_t>(index)];
        const size_t own = static_cast<size_t>(worker);
        const TileAt<StrandFields> at{groups_[group], tile, scratch_[own].data()};
        FlowArgs flow = args_.flow;
        flow.grid = flow_.grid(own);
        StrandTile t = strandTile(at, args_, args_.colliders);
        t.flow = &flow;
        kernels_->addToFlow(t, at.lanes());
    });
    flow_.join();
}

}  // namespace ringlet::elastic_strand
