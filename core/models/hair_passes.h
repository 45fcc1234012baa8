// The grid of hair_around.h as a model keeps it: made when hair first rubs, and filled before a frame.
#pragma once

#include "core/contact/hair_flow.h"
#include "core/models/device_side.h"
#include "core/models/model_parts.h"

namespace ringlet {

class HairPasses {
public:
    // Before all else: where the grid lies.
    void lay(const Groom& groom) { flow_.lay(groom); }
    // Its memory, and the device's; once.
    void open(DeviceSide& device, size_t workers) {
        if (flow_.isOpen()) return;
        flow_.open(device.on() ? 1 : workers);
        device.share(flow_.grid().nodes, flow_.nodeBytes());
    }
    // What a frame tells of it. share: of FlowArgs.
    FlowArgs args(const Frame& frame, float share, const DeviceSide& device) {
        const PoseKey& head = frame.begin;
        FlowArgs flow{flow_.grid(), share, conjugate(head.pose.orientation), head.velocity, head.angularVelocity};
        flow.grid.nodes = device.there(flow.grid.nodes);
        return flow;
    }
    // On the host: add(index, worker, flow) adds a tile to the worker's own copy.
    template <class Add>
    void fill(ThreadPool* pool, size_t tiles, const FlowArgs& flow, const Add& add) {
        const size_t workers = flow_.workers();
        forEachTile(pool, workers, [this](int copy, int) { flow_.clear(static_cast<size_t>(copy)); });
        forEachTile(pool, tiles, [&](int index, int worker) {
            FlowArgs own = flow;
            own.grid = flow_.grid(static_cast<size_t>(worker));
            add(static_cast<size_t>(index), static_cast<size_t>(worker), own);
        });
        if (workers > 1) forEachTile(pool, workers, [&](int part, int) { flow_.join(static_cast<size_t>(part), workers); });
    }
    size_t bytes() const { return flow_.bytes(); }

private:
    HairFlow flow_;
};

}  // namespace ringlet
