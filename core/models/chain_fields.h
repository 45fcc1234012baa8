// What an implicit chain (chain_math.h) keeps of a strand; what models of chains share.
#pragma once

#include "core/models/fields.h"

namespace ringlet {

// Lengths in m, velocities in m/s; frames and turns are unit quaternions.
struct ChainFields {
    enum Place { Position, Velocity, SegmentFrame, RestTurn, RestLength, Root, Scale };
    static constexpr Field list[] = {{"position", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"velocity", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"frame", 4, Per::Segment, Keep::State, Jump::Frame},
                                     {"restTurn", 4, Per::Segment, Keep::Rest},  // from the parent segment's frame
                                     {"restLength", 1, Per::Segment, Keep::Rest},
                                     {"root", 7, Per::Strand, Keep::Rest},       // position, frame
                                     {"scale", 1, Per::Strand, Keep::Rest}};     // mean segment
    static constexpr int count = 7;
};

}  // namespace ringlet
