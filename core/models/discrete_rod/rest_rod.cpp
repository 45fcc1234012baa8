// From a groom's polylines to the rest state of both steps.
#include "core/models/discrete_rod/discrete_rod.h"
#include "core/models/discrete_rod/rod_twist.h"
#include "core/models/strand_points.h"

namespace ringlet::discrete_rod {
namespace {

// Coincident points: their segment is so long, m, along the one before.
constexpr float shortestSegment = 1e-6f;

// Where hair's material lies: frames whose x, the section's major axis, hair bends about at rest as far as it can,
// from the algorithm that finds twist directly, with nothing twisted at rest. One strand, on arrays of its own.
struct RestFrames {
    std::vector<float> points, frames, twist, rest, scratch;
    explicit RestFrames(const StrandPoints& strand, Quatf root) {
        const size_t n = strand.count;
        for (size_t i = 0; i < n; ++i)
            points.insert(points.end(), {strand.points[i].x, strand.points[i].y, strand.points[i].z});
        frames.resize(4 * n);
        twist.resize(n);
        rest.resize(n);
        scratch.resize(static_cast<size_t>(rodScratchFloats(static_cast<int>(n))));
        const float rootRows[7] = {points[0], points[1], points[2], root.x, root.y, root.z, root.w};
        RodTile t{};
        t.particles = static_cast<int>(n);
        t.root = rootRows;
        t.position = StrandView{points.data(), 3, 1, 1};
        t.frame = StrandView{frames.data(), 4, 1, 1};
        t.twist = StrandView{twist.data(), 1, 1, 1};
        t.restTwist = StrandView{rest.data(), 1, 1, 1};
        t.scratch = scratch.data();
        bishopFrames(t, identityQuat<float>());
        directTwist<float>(t);
    }
};

}  // namespace

StrandStore makeRodGroup(const Groom& groom, const StrandGroup& group, bool published, int lanes) {
    std::vector<Field> fields(ImplicitFields::list, ImplicitFields::list + ImplicitFields::count);
    if (published) fields.assign(PublishedFields::list, PublishedFields::list + PublishedFields::count);
    const StrandCounts counts{group.firstStrand, group.strandCount, group.points};
    StrandStore g(std::move(fields), counts, static_cast<uint32_t>(lanes));
    g.draws(Position);
    for (uint32_t s = 0; s < g.padded(); ++s) {
        const StrandPoints strand = strandOf(groom, group, s);
        Quatf bishop = frameOf(strand.normal, strand.tangent), frame = bishop;
        const RestFrames material(strand, bishop);
        g.setVec3(Root, s, 0, strand.points[0]);
        g.setQuat(Root, s, 0, bishop, 3);
        Vec3f along = axisZ(frame);
        float total = 0, twistBefore = 0;
        for (uint32_t i = 0; i + 1 < strand.count; ++i) {
            const Vec3f d = strand.points[i + 1] - strand.points[i];
            const float length = maximum(lengthOf(d), shortestSegment);
            bishop = normalized(rotationBetween(along, normalizedOr(d, along)) * bishop);
            const Quatf next = normalized(bishop * spinBy(material.twist[i]));
            g.setQuat(RestTurn, s, i, normalized(conjugate(frame) * next));
            g.at(RestLength, s, i, 0) = length;
            if (published) g.at(RestTwist, s, i, 0) = material.twist[i] - twistBefore;
            total += length;
            frame = next;
            twistBefore = material.twist[i];
            along = axisZ(bishop);
        }
        g.at(Scale, s, 0, 0) = total / static_cast<float>(strand.count - 1);
    }
    return g;
}

}  // namespace ringlet::discrete_rod
