// Where strands of a follow table run, as a loop over their points: on the host, and on a device for whoever draws there.
#pragma once

#include "core/groom/follow.h"

namespace ringlet {

// A guide's points, wherever they lie: component k of point p is at[(3 p + k) stride], m.
struct GuideLane {
    const float* at;
    uint32_t points;  // >= 2
    uint32_t stride;
};

// Guides as straight lines from point to point.
struct LinearGuides {
    const GuideLane* lanes;  // a guide
    RINGLET_HD Vec3f operator()(uint32_t guide, float v) const {
        const GuideLane g = lanes[guide];
        const float along = v * static_cast<float>(g.points - 1);
        const uint32_t whole = static_cast<uint32_t>(along), last = g.points - 2, first = whole < last ? whole : last;
        const Vec3f a = point(g, first), b = point(g, first + 1);
        return a + (b - a) * (along - static_cast<float>(first));
    }
    RINGLET_HD static Vec3f point(const GuideLane& g, uint32_t p) {
        const float* const at = g.at + size_t{3} * p * g.stride;
        return {at[0], at[g.stride], at[size_t{2} * g.stride]};
    }
};

// One item a point: point item % points of strand item / points.
struct FollowPoints {
    const Follower* followers;
    LinearGuides guides;
    Quatf head;        // head space into that of the guides
    uint32_t points;   // of a strand, >= 2
    float* to;         // [strand][point][x, y, z], m
    RINGLET_HD void operator()(uint32_t item) const {
        const float u = static_cast<float>(item % points) / static_cast<float>(points - 1);
        const Vec3f p = followedPoint(followers[item / points], u, head, guides);
        float* const at = to + size_t{3} * item;
        at[0] = p.x, at[1] = p.y, at[2] = p.z;
    }
};

}  // namespace ringlet
