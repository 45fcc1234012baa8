// A strand of a groom as models begin with it: its points, and the frame of its root.
#pragma once

#include "core/groom/groom.h"
#include "core/math/vec.h"
#include "core/models/strand_store.h"

namespace ringlet {

// Head space, m; normal and tangent of the root are unit vectors.
struct StrandPoints {
    const Vec3f* points;
    uint32_t count;
    Vec3f normal, tangent;
};

// Strand `strand` of a group.
inline StrandPoints strandOf(const Groom& groom, const StrandGroup& group, uint32_t strand) {
    return {groom.points.data() + group.firstPoint + size_t{strand} * group.points, group.points,
            groom.rootNormals[group.firstStrand + strand], groom.rootTangents[group.firstStrand + strand]};
}

// Strand s of a group's store, in whose order the store has them; padding lanes repeat the last one: harmless, and never out of range.
inline StrandPoints strandOf(const Groom& groom, const StrandGroup& group, const StrandStore& store, uint32_t s) {
    return strandOf(groom, group, store.ofGroom(s < store.strands() ? s : store.strands() - 1) - group.firstStrand);
}

// Room for a group of strands with the fields of a list, of which the first, positions, is drawn.
template <class Fields>
StrandStore storeOf(const StrandGroup& group, int lanes, Layout layout = Layout::Tiles) {
    StrandStore store(std::vector<Field>(Fields::list, Fields::list + Fields::count),
                      {group.firstStrand, group.strandCount, group.points}, static_cast<uint32_t>(lanes), layout);
    store.draws(0);
    return store;
}

// The frame whose x is `tangent` (made perpendicular) and whose z is `normal`.
inline Quatf frameOf(Vec3f normal, Vec3f tangent) {
    Quatf upright = rotationBetween(Vec3f{0, 0, 1}, normal);
    Vec3f x = rotate(upright, Vec3f{1, 0, 0});
    Vec3f wanted = normalizedOr(tangent - dot(tangent, normal) * normal, x);
    // Half-angle turn about the normal from x to wanted, without trigonometry.
    float w = 1 + dot(x, wanted), s = dot(cross(x, wanted), normal);
    Quatf spin = w < 1e-6f ? Quatf{normal.x, normal.y, normal.z, 0}
                           : normalized(Quatf{normal.x * s, normal.y * s, normal.z * s, w});
    return normalized(spin * upright);
}

}  // namespace ringlet
