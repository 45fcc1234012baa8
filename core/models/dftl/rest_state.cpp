// From a groom's polylines to the rest state of both steps.
#include "core/models/dftl/dftl.h"
#include "core/models/dftl/published_math.h"
#include "core/models/strand_points.h"

namespace ringlet::dftl {
namespace {

// A unit direction from a to b; `fallback` where they coincide.
Vec3f direction(Vec3f a, Vec3f b, Vec3f fallback) { return normalizedOr(b - a, fallback); }

template <class Fields>
DftlGroup emptyGroup(const StrandGroup& group, Layout layout, int lanes) {
    const StrandCounts counts{group.firstStrand, group.strandCount, group.points};
    const std::vector<Field> fields(Fields::list, Fields::list + Fields::count);
    DftlGroup g(StrandStore(fields, counts, static_cast<uint32_t>(lanes), layout));
    g.draws(Position);
    return g;
}

}  // namespace

DftlGroup makeImplicitGroup(const Groom& groom, const StrandGroup& group, Layout layout, int lanes) {
    DftlGroup g = emptyGroup<ImplicitFields>(group, layout, lanes);
    for (uint32_t s = 0; s < g.padded(); ++s) {
        StrandPoints strand = strandOf(groom, group, s);
        Quatf frame = frameOf(strand.normal, strand.tangent);
        Vec3f p0 = strand.points[0];
        g.setVec3(ImplicitRoot, s, 0, p0);
        g.setQuat(ImplicitRoot, s, 0, frame, 3);
        Vec3f along = strand.normal;
        float total = 0;
        for (uint32_t i = 0; i + 1 < strand.count; ++i) {
            Vec3f a = strand.points[i], b = strand.points[i + 1];
            Vec3f d = direction(a, b, along);
            float length = maximum(lengthOf(b - a), 1e-6f);
            // Frames follow the strand without twist (rotation-minimising).
            Quatf turn = rotationBetween(along, d);
            Quatf next = normalized(turn * frame);
            g.setQuat(RestTurn, s, i, normalized(conjugate(frame) * next));
            g.at(RestLength, s, i, 0) = length;
            total += length;
            frame = next;
            along = axisZ(frame);
        }
        g.at(ImplicitScale, s, 0, 0) = total / static_cast<float>(strand.count - 1);
    }
    return g;
}

DftlGroup makePublishedGroup(const Groom& groom, const StrandGroup& group, Layout layout, int lanes) {
    DftlGroup g = emptyGroup<PublishedFields>(group, layout, lanes);
    for (uint32_t s = 0; s < g.padded(); ++s) {
        StrandPoints strand = strandOf(groom, group, s);
        Vec3f p0 = strand.points[0], n = strand.normal, aux = strand.tangent;
        g.setVec3(PublishedRoot, s, 0, p0);
        g.setVec3(PublishedRoot, s, 0, n, 3);
        g.setVec3(PublishedRoot, s, 0, aux, 6);
        StrandBasis<float> basis = basisOf(aux, n);
        for (uint32_t i = 1; i < strand.count; ++i) {
            Vec3f along = strand.points[i] - strand.points[i - 1];
            if (lengthOf(along) < 1e-6f) along = 1e-6f * basis.j;
            Vec3f target = toBasis(basis, along);
            g.setVec3(Target, s, i, target);
            basis = projectedBasis(basis, normalizedOr(along, basis.j));
        }
    }
    return g;
}

}  // namespace ringlet::dftl
