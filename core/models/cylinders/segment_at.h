// Where a strand's segments lie, said once for the host's stores and a device's threads. `Strand` gives a field's numbers of
// particle p: vec3<field>(p), quat<field>(p), number<field>(p).
#pragma once

#include "core/models/chain_fields.h"
#include "core/models/cylinders/cylinder_response.h"
#include "core/models/tile_io.h"
#if !defined(__CUDACC__)
#include "core/models/strand_store.h"
#endif

namespace ringlet::cylinders {
inline namespace RINGLET_ISA {

// A strand of a device's thread.
template <class At>
struct ThreadStrand {
    const At& at;
    template <int field> RINGLET_HD Vec3f vec3(int p) const { return loadVec3<float>(at.template view<field>(), p); }
    template <int field> RINGLET_HD Quatf quat(int p) const { return loadQuat<float>(at.template view<field>(), p); }
    template <int field> RINGLET_HD float number(int p) const { return loadAt<float>(at.template view<field>(), p); }
};

// Segment p, from particle p to the next, in a substep of h (s) in which the head moves so far (m), of strands whose fields begin with
// position and velocity; `along` and `length` are its own.
template <class Strand>
RINGLET_HD Cylinder segmentOf(const Strand& strand, int p, float h, Vec3f headMove, Vec3f along, float length) {
    constexpr int position = ChainFields::Position, velocity = ChainFields::Velocity;
    return {strand.template vec3<position>(p + 1) - (0.5f * length) * along,
            {h * strand.template vec3<velocity>(p) - headMove, h * strand.template vec3<velocity>(p + 1) - headMove}, along, length};
}

// Of fields that begin with ChainFields.
struct ChainSegments {
    template <class Strand>
    static RINGLET_HD Cylinder at(const Strand& strand, int p, float h, Vec3f headMove) {
        return segmentOf(strand, p, h, headMove, axisZ(strand.template quat<ChainFields::SegmentFrame>(p)),
                         strand.template number<ChainFields::RestLength>(p));
    }
};

}  // namespace RINGLET_ISA

#if !defined(__CUDACC__)
// A strand of a host's store.
struct StoreStrand {
    const StrandStore& store;
    uint32_t strand;
    template <int field> Vec3f vec3(int p) const { return store.vec3At(field, strand, static_cast<uint32_t>(p)); }
    template <int field> Quatf quat(int p) const { return store.quatAt(field, strand, static_cast<uint32_t>(p)); }
    template <int field> float number(int p) const { return store.at(field, strand, static_cast<uint32_t>(p), 0); }
};
typedef Cylinder (*SegmentAt)(const StoreStrand& strand, int p, float h, Vec3f headMove);
#endif

}  // namespace ringlet::cylinders
