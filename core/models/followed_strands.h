// Strands that follow a model's own, for whoever draws: mixed where the model's are, on the host or on its device.
#pragma once

#include "core/base/executor.h"
#include "core/groom/followed_points.h"
#include "core/models/device_side.h"
#include "core/models/model.h"

#include <vector>

namespace ringlet {

class FollowedStrands {
public:
    // points: of each, >= 2. guides: of every strand of the groom, in the device's memory where there is one. Once.
    void set(const FollowTable& table, uint32_t points, std::vector<GuideLane> guides, DeviceSide& device) {
        followers_ = table.followers;
        guides_ = std::move(guides);
        to_.resize(followers_.size() * points * 3);
        device.share(followers_.data(), followers_.size() * sizeof(Follower));
        device.share(guides_.data(), guides_.size() * sizeof(GuideLane));
        device.share(to_.data(), to_.size() * sizeof(float));
        loop_ = {device.there(followers_.data()), {device.there(guides_.data())}, {0, 0, 0, 1}, points, device.there(to_.data())};
    }
    bool any() const { return !followers_.empty(); }
    // As the guides are now, the head turned so.
    Drawn find(Quatf head, DeviceSide& device, ThreadPool* pool) {
        const size_t items = followers_.size() * loop_.points;
        if (items == 0) return {};
        loop_.head = head;
        if (!device.on()) HostExecutor(pool).each(items, loop_);
        else if (!device.follow(loop_, items)) return {};
        return {loop_.to, static_cast<uint32_t>(followers_.size()), loop_.points};
    }
    size_t bytes() const { return to_.size() * sizeof(float) + followers_.size() * sizeof(Follower) + guides_.size() * sizeof(GuideLane); }

private:
    std::vector<Follower> followers_;
    std::vector<GuideLane> guides_;
    std::vector<float> to_;
    FollowPoints loop_{};
};

}  // namespace ringlet
