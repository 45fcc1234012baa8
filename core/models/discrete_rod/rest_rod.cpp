// From a groom's polylines to the rest state of both steps.
#include "core/models/discrete_rod/discrete_rod.h"
#include "core/models/discrete_rod/rod_twist.h"
#include "core/models/strand_order.h"
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

// Strands of a groom with as many points; of wisps left and right rim by turns.
struct RodStrands {
    uint32_t points, together;
    std::vector<uint32_t> ofGroom;
};

// The list in which strands of so many points are, or a new one.
std::vector<uint32_t>& listOf(std::vector<RodStrands>& lists, uint32_t points, uint32_t together) {
    for (RodStrands& list : lists)
        if (list.points == points && list.together == together) return list.ofGroom;
    lists.push_back({points, together, {}});
    return lists.back().ofGroom;
}

// Neighbours beside each other.
void putInOrder(RodStrands& list, const std::vector<StrandPoints>& all) {
    std::vector<Vec3f> middles;
    for (size_t i = 0; i < list.ofGroom.size(); i += list.together) middles.push_back(all[list.ofGroom[i]].points[list.points / 2]);
    std::vector<uint32_t> ordered;
    for (uint32_t at : curveOrder(middles))
        for (uint32_t i = 0; i < list.together; ++i) ordered.push_back(list.ofGroom[at * list.together + i]);
    list.ofGroom.swap(ordered);
}

// All of the groom's strands: group by group, or where there are wisps those and then the single strands.
std::vector<RodStrands> listsOf(const WispGroom& strands, const std::vector<StrandPoints>& all) {
    std::vector<RodStrands> lists;
    std::vector<bool> single(all.size(), true);
    for (const Wisp& wisp : strands.wisps) {
        std::vector<uint32_t>& list = listOf(lists, all[wisp.left].count, 2);
        for (uint32_t s : {wisp.left, wisp.right}) {
            list.push_back(s);
            single[s] = false;
        }
    }
    for (const StrandGroup& group : strands.groom.groups) {
        if (strands.wisps.empty()) lists.push_back({group.points, 1, {}});
        for (uint32_t s = group.firstStrand; s < group.firstStrand + group.strandCount; ++s)
            if (single[s]) (strands.wisps.empty() ? lists.back().ofGroom : listOf(lists, group.points, 1)).push_back(s);
    }
    for (RodStrands& list : lists) putInOrder(list, all);
    return lists;
}

void setRest(StrandStore& g, uint32_t s, const StrandPoints& strand, bool published) {
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

// From a rim's particles to the other rim's at rest (3.173): to the same one, and to the one before.
void setRestAcross(StrandStore& g, uint32_t s, const StrandPoints& rim, const StrandPoints& other, bool published) {
    const int field = published ? WispFields<PublishedFields>::restAcross : WispFields<ImplicitFields>::restAcross;
    for (uint32_t p = 0; p < rim.count; ++p) {
        g.at(field, s, p, 0) = lengthOf(rim.points[p] - other.points[p]);
        if (p > 0) g.at(field, s, p, 1) = lengthOf(rim.points[p] - other.points[p - 1]);
    }
}

template <class Fields>
std::vector<Field> fieldsOf() { return {Fields::list, Fields::list + Fields::count}; }

}  // namespace

std::vector<StrandStore> makeRodGroups(const WispGroom& strands, bool published, int lanes) {
    const bool wisps = !strands.wisps.empty();
    std::vector<StrandPoints> all;
    for (const StrandGroup& group : strands.groom.groups)
        for (uint32_t s = 0; s < group.strandCount; ++s) all.push_back(strandOf(strands.groom, group, s));
    std::vector<StrandStore> groups;
    for (RodStrands& list : listsOf(strands, all)) {
        const uint32_t count = static_cast<uint32_t>(list.ofGroom.size()), together = list.together;
        StrandCounts counts{list.ofGroom[0], count, list.points};
        counts.together = together;
        StrandStore g(wisps ? published ? fieldsOf<WispFields<PublishedFields>>() : fieldsOf<WispFields<ImplicitFields>>()
                      : published ? fieldsOf<PublishedFields>() : fieldsOf<ImplicitFields>(),
                      counts, static_cast<uint32_t>(lanes));
        g.draws(Position);
        for (uint32_t s = 0; s < g.padded(); ++s) {
            // Padding lanes repeat the last strand, or wisp: harmless.
            const uint32_t from = s < count ? s : count - together + s % together;
            setRest(g, s, all[list.ofGroom[from]], published);
            if (together == 2) setRestAcross(g, s, all[list.ofGroom[from]], all[list.ofGroom[from ^ 1]], published);
        }
        g.setOrder(std::move(list.ofGroom));
        groups.push_back(std::move(g));
    }
    return groups;
}

}  // namespace ringlet::discrete_rod
