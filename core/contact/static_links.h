// Static links (Chang, Jin and Yu 2002): springs between neighbouring strands,
// chosen at rest, that hold a style together until it is shaken out of them.
//
// A link wants point q of one strand where it rested in the local frame of point p
// of another:
//
//   e = x_q - x_p - R o,   E = s k |e|^2 / 2
//
// o is the rest offset in head space; R turns with the head, and then by the
// shortest rotation that brings the segment before p from where the head alone
// would have it to where it is. The spring acts on q and p, and its torque on that
// segment: without that reaction energy would come from nowhere.
//
// s is the link's strength. It falls from 1 at the length `weakens` of e to 0 at
// `breaks`, and never rises again until the links are renewed. A renewed link draws its
// points together, with no more force than one about to break, and does not weaken
// until they have come within `weakens`; so hair can be brought back into its style.
#pragma once

#include "core/base/thread_pool.h"
#include "core/contact/gathered_links.h"
#include "core/contact/point_lanes.h"

#include <cstdint>
#include <vector>

namespace ringlet {

struct StaticLink {
    uint32_t base, tip;    // points p and q
    Vec3f offset;          // o, head space, m
    Vec3f direction;       // of the segment before p at rest, head space; of p's strand, unit
    bool atRoot;           // p is a root: its frame is the head's, and it takes no force
};

class StaticLinks {
public:
    // `rest`: all points in the rest shape.
    void set(std::vector<StaticLink> links, const std::vector<HairPoint>& rest);

    // Weakens and breaks links, and adds what the others pull to `moves` (one a point).
    void apply(const HairPoint* points, const LinkSettings& settings, HairMove* moves);

    // The links as plain numbers, for a device.
    std::vector<LinkRow> rows() const;

    void restart() { strength_.assign(strength_.size(), 1.0f); }  // hair is at rest
    void renew() { strength_.assign(strength_.size(), drawingLink); }
    size_t count() const { return links_.size(); }
    size_t broken() const;
    const std::vector<StaticLink>& links() const { return links_; }
    const std::vector<float>& strengths() const { return strength_; }
    std::vector<float>& strengths() { return strength_; }

private:
    std::vector<StaticLink> links_;
    std::vector<float> strength_;  // a link, [0, 1] or `drawingLink`; padded to whole lanes
    // A link's share in the largest eigenvalue, as in contact_forces.h: the spring
    // is softened to k / (1 + k load).
    std::vector<float> load_;
    std::vector<uint32_t> base_, tip_, before_;  // padded
    std::vector<float> rest_[6];                 // offset and direction, padded
};

}  // namespace ringlet
