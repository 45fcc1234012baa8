// What strands do to each other in the substeps of a frame, worked out on a device on which
// their points lie. The host looks for pairs once a frame; all else happens there. Plain
// structs and an interface only; kernels/device_hair.h is one.
#pragma once

#include "core/base/result.h"
#include "core/contact/contact.h"
#include "core/contact/gathered_links.h"
#include "core/contact/hair_point.h"

#include <vector>

namespace ringlet {

struct HairStep {
    size_t points;
    const HairPoint *now, *before;  // on the device: where inertia takes points, where they began
    HairMove* moves;                // on the device: what is done to them, written here
    float square;                   // of the step's time, s^2
    bool pulls, touches, links;     // what acts
    TouchStep touch;
    ContactMaterial material;
    LinkSettings link;
};

// Arrays that are named here are the host's.
class HairDevice {
public:
    virtual ~HairDevice() = default;

    virtual Status setPairs(const NearPair* pairs, size_t count) = 0;
    // What acts all through a frame: two accelerations a point, in m/s^2, that are added.
    virtual Status setPulls(const HairMove* first, const HairMove* second, size_t points) = 0;
    virtual Status setLinks(const std::vector<LinkRow>& links, size_t points) = 0;
    virtual Status setStrengths(const float* strengths) = 0;
    virtual Status strengths(float* to) = 0;

    virtual Status step(const HairStep& step) = 0;
    // Contacts of segments in the last step.
    virtual size_t count() const = 0;
    virtual Status contacts(std::vector<Contact>& to) = 0;
    virtual size_t bytes() const = 0;  // of device memory
};

}  // namespace ringlet
