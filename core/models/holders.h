// What may hold points of hair to the head while hair moves: a headband and clips, put on and taken off at any time by their
// parameters. Models that hold hair have holderParams() in their tables; chain_holds.h is how chains do it.
#pragma once

#include "core/models/hold_rows.h"
#include "core/params/params.h"

#include <array>

namespace ringlet {

// Head space, m. A clip holds hair within a ball. A band holds hair of half a ball, as wide as the band.
struct Holder {
    Vec3f center{0, 0, 0};
    float radius = 0;        // 0: it is not worn
    float width = 0;         // of a band; 0: a clip
    Vec3f across{0, 0, 1};   // a band's: unit, normal to its plane, and towards its middle
    Vec3f up{0, 1, 0};

    // How far x is from the clip's middle or the band's plane, m; negative: it is not within.
    float within(Vec3f x) const;
    // A clip as it is seen and taken hold of: its middle, and so large (m).
    float seen() const { return width > 0 ? 0 : 0.3f * radius; }
    // Whether `o` would hold the same hair.
    bool isAs(const Holder& o) const { return radius == o.radius && width == o.width && dot(across, o.across) > 0.999999f; }
};

typedef std::array<Holder, mostHolders> Holders;

// All Live.
const ParamTable& holderParams();
// A name of a clip's parameters (0 or 1), `what` being Radius, X, Y or Z.
std::string clipParam(size_t clip, const char* what);
Holders holdersOf(const Params& params);  // none where `params` has no such rows

}  // namespace ringlet
