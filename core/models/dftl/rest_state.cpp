// From a groom's polylines to the rest state of both steps.
#include "core/models/dftl/dftl.h"
#include "core/models/dftl/published_math.h"

namespace ringlet {
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

DftlGroup emptyGroup(const StrandGroup& group, Layout layout, int lanes, std::vector<int> channels, int rootRows) {
    DftlGroup g;
    g.firstStrand = group.firstStrand;
    g.arrays = StrandArrays(layout, group.strandCount, group.points, lanes, std::move(channels));
    g.roots.resize(size_t{g.arrays.padded()} * rootRows);
    g.scales.resize(g.arrays.padded());
    g.resets.resize(g.arrays.padded());
    return g;
}

void setRoot(DftlGroup& g, uint32_t strand, int rows, const std::vector<float>& values) {
    uint32_t lanes = g.arrays.lanes();
    float* tile = g.roots.data() + size_t{strand / lanes} * rows * lanes;
    for (int row = 0; row < rows; ++row) tile[row * lanes + strand % lanes] = values[row];
}

void setQuat(StrandArrays& a, int channel, uint32_t s, uint32_t p, Quatf q) {
    const float v[4] = {q.x, q.y, q.z, q.w};
    for (int c = 0; c < 4; ++c) a.at(channel, s, p, c) = v[c];
}

}  // namespace

DftlGroup makeImplicitGroup(const Groom& groom, const StrandGroup& group, Layout layout, int lanes) {
    DftlGroup g = emptyGroup(group, layout, lanes, {3, 3, 4, 4, 1}, 7);
    for (uint32_t s = 0; s < g.arrays.padded(); ++s) {
        StrandPoints strand = strandOf(groom, group, s);
        Quatf frame = frameOf(strand.normal, strand.tangent);
        Vec3f p0 = strand.points[0];
        setRoot(g, s, 7, {p0.x, p0.y, p0.z, frame.x, frame.y, frame.z, frame.w});
        Vec3f along = strand.normal;
        float total = 0;
        for (uint32_t i = 0; i + 1 < strand.count; ++i) {
            Vec3f a = strand.points[i], b = strand.points[i + 1];
            Vec3f d = direction(a, b, along);
            float length = maximum(lengthOf(b - a), 1e-6f);
            // Frames follow the strand without twist (rotation-minimising).
            Quatf turn = rotationBetween(along, d);
            Quatf next = normalized(turn * frame);
            setQuat(g.arrays, RestTurn, s, i, normalized(conjugate(frame) * next));
            g.arrays.at(RestLength, s, i, 0) = length;
            total += length;
            frame = next;
            along = axisZ(frame);
        }
        g.scales[s] = total / static_cast<float>(strand.count - 1);
    }
    return g;
}

DftlGroup makePublishedGroup(const Groom& groom, const StrandGroup& group, Layout layout, int lanes) {
    DftlGroup g = emptyGroup(group, layout, lanes, {3, 3, 3}, 9);
    for (uint32_t s = 0; s < g.arrays.padded(); ++s) {
        StrandPoints strand = strandOf(groom, group, s);
        Vec3f p0 = strand.points[0], n = strand.normal, aux = strand.tangent;
        setRoot(g, s, 9, {p0.x, p0.y, p0.z, n.x, n.y, n.z, aux.x, aux.y, aux.z});
        StrandBasis<float> basis = basisOf(aux, n);
        for (uint32_t i = 1; i < strand.count; ++i) {
            Vec3f along = strand.points[i] - strand.points[i - 1];
            if (lengthOf(along) < 1e-6f) along = 1e-6f * basis.j;
            Vec3f target = toBasis(basis, along);
            g.arrays.at(Target, s, i, 0) = target.x;
            g.arrays.at(Target, s, i, 1) = target.y;
            g.arrays.at(Target, s, i, 2) = target.z;
            basis = projectedBasis(basis, normalizedOr(along, basis.j));
        }
    }
    return g;
}

}  // namespace ringlet
