// What a model keeps of a strand, as a list of fields, and where each of them lies in
// memory: one formula for the host's stores and for device threads. With a list that is
// known to the compiler and a field named by a template argument, addresses are folded.
#pragma once

#include "core/models/tile_math.h"

namespace ringlet {

// What a field has numbers for: a strand; each of its particles, or of the segments that
// begin at them; each of its elements, or of their points, or of those and the tip.
enum class Per : uint8_t { Strand, Particle, Segment, Element, Point, Contact };
constexpr int perKinds = 6;

// State changes from step to step and is hashed and saved. Rest tells grooms apart.
// Derived follows from those, or is forgotten from one step to the next.
enum class Keep : uint8_t { State, Rest, Derived };

// What a jump of the head, which takes the hair along rigidly, does with a field: its
// vectors turn, its frames turn, or it stays.
enum class Jump : uint8_t { Stays, Vector, Frame };

struct Field {
    const char* name;
    uint8_t floats;     // of one strand, particle, ...
    Per per;
    Keep keep;
    Jump jump = Jump::Stays;
};

struct StrandCounts {
    uint32_t firstStrand = 0;   // of the groom
    uint32_t strands = 0;
    uint32_t particles = 0;     // a strand
    uint32_t elements = 0;      // a strand
    uint32_t points = 0;        // a strand
    uint32_t together = 1;      // strands in a lane, one's items behind another's: 1, or 2 that are solved as a pair
};

// What a list alone says of a field's place.
struct FieldOffset {
    Per per;
    int floats;
    int before, all;        // floats a particle has in earlier fields, and in all
    int others[perKinds];   // floats an item of each other kind has in earlier fields
};

inline namespace RINGLET_ISA {

RINGLET_HD constexpr bool byParticle(Per per) { return per == Per::Particle || per == Per::Segment; }

RINGLET_HD constexpr FieldOffset fieldOffset(const Field* list, int count, int field) {
    FieldOffset offset{list[field].per, list[field].floats, 0, 0, {}};
    for (int f = 0; f < count; ++f) {
        if (byParticle(list[f].per)) {
            offset.all += list[f].floats;
            if (f < field) offset.before += list[f].floats;
        } else if (f < field) {
            offset.others[static_cast<int>(list[f].per)] += list[f].floats;
        }
    }
    return offset;
}

// Items that a strand has room for. At the last particle no segment begins.
RINGLET_HD uint32_t itemsOfOne(Per per, const StrandCounts& counts) {
    switch (per) {
    case Per::Strand: return 1;
    case Per::Particle:
    case Per::Segment: return counts.particles;
    case Per::Element: return counts.elements;
    case Per::Point: return counts.points;
    case Per::Contact: return counts.points + 1;
    }
    return 0;
}

// Items that a lane has room for.
RINGLET_HD uint32_t itemsOf(Per per, const StrandCounts& counts) { return counts.together * itemsOfOne(per, counts); }

// Fields of particles and segments lie as the layout says; behind them the others, in tiles.
RINGLET_HD ChannelPlace fieldPlace(const FieldOffset& o, Layout layout, const StrandCounts& counts, ptrdiff_t lanes,
                                   ptrdiff_t padded) {
    const ptrdiff_t particles = itemsOf(Per::Particle, counts);
    if (byParticle(o.per)) return channelPlace(layout, o.before, o.floats, o.all, particles, lanes, padded);
    size_t before = static_cast<size_t>(o.all) * static_cast<size_t>(particles);
    for (int kind = 0; kind < perKinds; ++kind)
        before += static_cast<size_t>(o.others[kind]) * itemsOf(static_cast<Per>(kind), counts);
    const ptrdiff_t floats = o.floats, items = itemsOf(o.per, counts);
    return {before * static_cast<size_t>(padded), items * floats * lanes, 1, floats * lanes, lanes};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
