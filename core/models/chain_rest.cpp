#include "core/models/chain_rest.h"

#include "core/models/strand_order.h"

namespace ringlet {
namespace {

// A unit direction from a to b; `fallback` where they coincide.
Vec3f direction(Vec3f a, Vec3f b, Vec3f fallback) { return normalizedOr(b - a, fallback); }

}  // namespace

void makeRestChains(StrandStore& g, const Groom& groom, const StrandGroup& group) {
    g.setOrder(neighbourOrder(groom, group));
    for (uint32_t s = 0; s < g.padded(); ++s) {
        StrandPoints strand = strandOf(groom, group, g, s);
        Quatf frame = frameOf(strand.normal, strand.tangent);
        Vec3f p0 = strand.points[0];
        g.setVec3(ChainFields::Root, s, 0, p0);
        g.setQuat(ChainFields::Root, s, 0, frame, 3);
        Vec3f along = strand.normal;
        float total = 0;
        for (uint32_t i = 0; i + 1 < strand.count; ++i) {
            Vec3f a = strand.points[i], b = strand.points[i + 1];
            Vec3f d = direction(a, b, along);
            float length = maximum(lengthOf(b - a), 1e-6f);
            // Frames follow the strand without twist (rotation-minimising).
            Quatf turn = rotationBetween(along, d);
            Quatf next = normalized(turn * frame);
            g.setQuat(ChainFields::RestTurn, s, i, normalized(conjugate(frame) * next));
            g.at(ChainFields::RestLength, s, i, 0) = length;
            total += length;
            frame = next;
            along = axisZ(frame);
        }
        g.at(ChainFields::Scale, s, 0, 0) = total / static_cast<float>(strand.count - 1);
    }
}

}  // namespace ringlet
