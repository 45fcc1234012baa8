// From a groom's polylines to the rest state of both steps.
#include "core/models/dftl/dftl.h"
#include "core/models/dftl/published_math.h"

namespace ringlet::dftl {
namespace {

struct StrandPoints {
    const Vec3f* points;
    uint32_t count;
    Vec3f normal, tangent;
};

StrandPoints strandOf(const Groom& groom, const StrandGroup& group, uint32_t strand) {
    // Padding lanes repeat the last strand: harmless, and never out of range.
    uint32_t s = strand < group.strandCount ? strand : group.strandCount - 1;
    return {groom.points.data() + group.firstPoint + size_t{s} * group.points, group.points,
            groom.rootNormals[group.firstStrand + s], groom.rootTangents[group.firstStrand + s]};
}

// A unit direction from a to b; `fallback` where they coincide.
Vec3f direction(Vec3f a, Vec3f b, Vec3f fallback) { return normalizedOr(b - a, fallback); }

// The frame whose x is `tangent` (made perpendicular) and whose z is `normal`.
Quatf frameOf(Vec3f normal, Vec3f tangent) {
    Quatf upright = rotationBetween(Vec3f{0, 0, 1}, normal);
    Vec3f x = rotate(upright, Vec3f{1, 0, 0});
    Vec3f wanted = normalizedOr(tangent - dot(tangent, normal) * normal, x);
    // Half-angle turn about the normal from x to wanted, without trigonometry.
    float w = 1 + dot(x, wanted), s = dot(cross(x, wanted), normal);
    Quatf spin = w < 1e-6f ? Quatf{normal.x, normal.y, normal.z, 0}
                           : normalized(Quatf{normal.x * s, normal.y * s, normal.z * s, w});
    return normalized(spin * upright);
}

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
