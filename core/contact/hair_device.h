// What strands do to each other, worked out on a device on which their points lie: pairs and layers once a frame, all else in
// every substep. Plain structs and an interface only; kernels/device_hair.h is one.
#pragma once

#include "core/base/device_part.h"
#include "core/base/result.h"
#include "core/contact/contact.h"
#include "core/contact/gathered_links.h"
#include "core/contact/hair_point.h"
#include "core/contact/layer_math.h"

#include <vector>

namespace ringlet {

// A look at one half of the layers.
struct LayerStep {
    size_t half = 0;
    float steps = 0;                // after which points are looked at, going on as they go
    float time = 0;                 // of those, s
    LayerSettings settings;
    ContactMaterial material;
};

struct HairStep {
    const HairPoint *now, *before;  // on the device: where inertia takes points, where they began
    HairMove* moves;                // on the device: what is done to them, written here
    float square;                   // of the step's time, s^2
    bool layers, looksAtLayers, touches, links;  // what acts; looksAtLayers: at the half that `layer` names
    LayerStep layer;
    SegmentPlan plan;
    ContactMaterial material;
    LinkSettings link;
};

// What lasts from frame to frame.
struct HairTies {
    float* strengths;               // a link
    HairMove* pulls[2];             // of each half of layers, a point: acceleration, m/s^2
};

// What who explains a step looks at.
struct HairSeen {
    std::vector<Contact> contacts, layers[2];
    size_t kept = 0;                           // pairs
    size_t segmentsLeftOut = 0, pointsLeftOut = 0;  // because hair lies in itself (crowds.h), by one search at most
};

// Arrays that are named here are the host's.
class HairDevice : public DevicePart {
public:
    // Each point's strand, and where it is in the rest shape. Before all else.
    virtual Status setHair(const std::vector<uint32_t>& strands, const std::vector<HairPoint>& rest) = 0;
    virtual Status setLayers(size_t half, const std::vector<Quad>& quads) = 0;
    virtual Status setLinks(const std::vector<LinkRow>& links) = 0;
    virtual Status setTies(const HairTies& from) = 0;  // forgets what was left out
    virtual Status ties(const HairTies& to) = 0;

    virtual Status step(const HairStep& step) = 0;
    virtual Status look(HairSeen& to) = 0;
};

}  // namespace ringlet
