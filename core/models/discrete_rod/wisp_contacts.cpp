#include "core/models/discrete_rod/wisp_contacts.h"

#include "core/contact/box_query.h"
#include "core/contact/crowds.h"
#include "core/contact/segment_math.h"

#include <chrono>

namespace ringlet::discrete_rod {
namespace {

typedef ContactNumber N;

// Nearest points of two sheets by going to and fro between them so often. Fewer: distances of skew ones come out too large.
constexpr int projections = 4;
// No tangle is stiffer than this share of the mass that it joins.
constexpr float stiffestTangle = 0.5f;
// Pairs are foreseen this far beside the hair about them, in thicknesses.
constexpr float farthestWay = 10;

// Four cells' corners.
struct Sheet {
    ContactVec3 corner[4];
    ContactVec3 at(const NearestOnQuad<N>& q) const {
        const ContactVec3 left = corner[0] + q.u * (corner[1] - corner[0]);
        return left + q.v * (corner[2] + q.u * (corner[3] - corner[2]) - left);
    }
    NearestOnQuad<N> nearest(const ContactVec3& x) const {
        return nearestOnQuad(x, corner[0], corner[1], corner[2], corner[3]);
    }
};

void weightsOf(float u, float v, float* w) {
    w[0] = (1 - u) * (1 - v), w[1] = u * (1 - v), w[2] = (1 - u) * v, w[3] = u * v;
}

Vec3f ofLane(const ContactVec3& v, int k) { return {v.x[k], v.y[k], v.z[k]}; }
HairPoint placed(Vec3f x) { return {x.x, x.y, x.z, 0}; }

}  // namespace

Vec3f loadedWay(const PointTold& told, const PointLoad& load) {
    return inverse(plus(told.mass, load.C)) * (told.mass * told.way - load.b);
}

WispContacts::WispContacts(std::vector<WispCell> cells, std::vector<HairPoint> rest)
    : cells_(std::move(cells)), rest_(std::move(rest)), told_(rest_.size()), loads_(rest_.size()), now_(rest_), before_(rest_), ways_(rest_.size()), shapes_(cells_.size()) {
    boxes_.resize(cells_.size());
    for (const WispCell& cell : cells_) boxes_.owner.push_back(cell.owner);
}

bool WispContacts::setState(std::vector<Tangle> tangles, std::vector<BlockedCells> blocked) {
    auto ordered = [](const auto& list, size_t count) {
        for (size_t i = 0; i < list.size(); ++i) {
            if (list[i].a >= list[i].b || list[i].b >= count) return false;
            if (i > 0 && !before(list[i - 1].a, list[i - 1].b, list[i].a, list[i].b)) return false;
        }
        return true;
    };
    if (!ordered(tangles, rest_.size()) || !ordered(blocked, cells_.size())) return false;
    tangles_ = std::move(tangles);
    blocked_ = std::move(blocked);
    return true;
}

void WispContacts::turn(Quatf by) {
    for (BlockedCells& b : blocked_) b.normal = rotate(by, b.normal), b.strain = rotate(by, b.strain);
}

size_t WispContacts::bytes() const {
    return cells_.size() * (sizeof(WispCell) + sizeof(Shape)) + tangles_.capacity() * sizeof(Tangle) +
           rest_.size() * (3 * sizeof(HairPoint) + sizeof(PointTold) + sizeof(PointLoad));
}

void WispContacts::placeCells() {
    for (size_t i = 0; i < cells_.size(); ++i) {
        const uint32_t* c = cells_[i].corner;
        Vec3f x[4], way{0, 0, 0};
        for (int k = 0; k < 4; ++k) x[k] = told_[c[k]].x + told_[c[k]].way, way = way + told_[c[k]].way;
        Shape& shape = shapes_[i];
        shape.middle = 0.25f * (x[0] + x[1] + x[2] + x[3]);
        shape.way = 0.25f * way;
        shape.along = normalizedOr(x[1] - x[0] + x[3] - x[2], Vec3f{0, 0, 0});
        shape.across = x[2] - x[0] + x[3] - x[1];
        shape.radius = 0;
        for (const Vec3f& corner : x) shape.radius = maximum(shape.radius, lengthOf(corner - shape.middle));
    }
}

// Pairs of cells that may meet in the frame, each going on as it goes.
void WispContacts::search(const WispContactSettings& s) {
    for (size_t i = 0; i < told_.size(); ++i) {
        now_[i] = placed(told_[i].x);
        before_[i] = placed(told_[i].x - told_[i].way);
    }
    ways_.begin({now_.data(), before_.data(), rest_.data()}, s.thickness, s.steps, farthestWay * s.thickness);
    const N half(0.5f * s.thickness);
    for (size_t i = 0; i < cells_.size(); ++i) {
        const uint32_t* c = cells_[i].corner;
        const N low = minimum(minimum(ways_.low(c[0]), ways_.low(c[1])), minimum(ways_.low(c[2]), ways_.low(c[3]))) - half;
        const N high = maximum(maximum(ways_.high(c[0]), ways_.high(c[1])), maximum(ways_.high(c[2]), ways_.high(c[3]))) + half;
        boxes_.set(i, {low[0], low[1], low[2]}, {high[0], high[1], high[2]});
    }
    pairs_.clear(mostPairsEach * cells_.size());
    broadPhase_.find(BroadPhaseKind::Grid, boxes_, nullptr, pairs_);
    if (pairs_.size() > 0) order_.sort(&pairs_[0], pairs_.size(), static_cast<uint32_t>(cells_.size()));
}

// Those that are near in this step: what crosses, and, if they are to entangle, what runs alike. At the roots wisps stand in
// each other, and do not block.
void WispContacts::sortNear(const WispContactSettings& s, bool entangles) {
    crossing_.clear();
    alike_.clear();
    for (const Pair& pair : pairs_) {
        const Shape &a = shapes_[pair.a], &b = shapes_[pair.b];
        const Vec3f apart = a.middle - b.middle, way = a.way - b.way;
        const float reach = a.radius + b.radius + s.thickness + lengthOf(way);
        if (!(dot(apart, apart) < reach * reach)) continue;
        if (!(absolute(dot(a.along, b.along)) > s.aligned)) {
            if (!atRoot(pair.a) && !atRoot(pair.b)) crossing_.push_back(pair);
        } else if (entangles) {
            bool may = false;
            eachTangle(s, pair, [&](const Tangle&) { may = true; });
            if (may) alike_.push_back(pair);
        }
    }
}

// Gaps of four pairs, each at a share of the step, or at rest.
void WispContacts::gapsOf(const Pair* pairs, const float* times, Gap* gaps) const {
    Sheet sheet[2];
    for (int side = 0; side < 2; ++side)
        for (int k = 0; k < 4; ++k) {
            HairPoint at[4];
            const float* rows[4];
            for (int j = 0; j < 4; ++j) {
                const uint32_t p = cells_[side == 0 ? pairs[j].a : pairs[j].b].corner[k];
                at[j] = times[j] < 0 ? rest_[p] : placed(told_[p].x + times[j] * told_[p].way);
                rows[j] = &at[j].x;
            }
            sheet[side].corner[k] = turnRows(rows);
        }
    const ContactVec3* c = sheet[1].corner;
    ContactVec3 x = N(0.25f) * (c[0] + c[1] + c[2] + c[3]), between = x;
    NearestOnQuad<N> q[2];
    for (int pass = 0; pass < projections; ++pass) {
        q[0] = sheet[0].nearest(x);
        const ContactVec3 onA = sheet[0].at(q[0]);
        q[1] = sheet[1].nearest(onA);
        x = sheet[1].at(q[1]);
        between = onA - x;
    }
    for (int j = 0; j < 4; ++j) {
        for (int side = 0; side < 2; ++side) weightsOf(q[side].u[j], q[side].v[j], gaps[j].weight[side]);
        gaps[j].between = ofLane(between, j);
    }
}

// Visits the springs that two cells which run alike may have.
template <class Visit>
void WispContacts::eachTangle(const WispContactSettings& s, Pair pair, const Visit& visit) const {
    const Shape &a = shapes_[pair.a], &b = shapes_[pair.b];
    const uint32_t flips = (dot(a.along, b.along) < 0 ? 1u : 0u) | (dot(a.across, b.across) < 0 ? 2u : 0u);
    for (uint32_t k = 0; k < 4; ++k) {
        const uint32_t p = cells_[pair.a].corner[k], q = cells_[pair.b].corner[k ^ flips];
        const Vec3f d = told_[p].x - told_[q].x;
        if (!(dot(d, d) < s.reach * s.reach) || !(rest_[p].inverseMass + rest_[q].inverseMass > 0)) continue;
        const Pair ends = inOrder(p, q);
        visit(Tangle{ends.a, ends.b, lengthOf(d)});
    }
}

// Springs between the corners of cells that run alike and touch, those that lie beside each other (4.2.2): which way round
// the other cell lies is counted along and across. Not longer than they may be, and one between two points.
void WispContacts::entangle(const WispContactSettings& s) {
    found_.clear();
    eachGap(alike_, [&](Pair pair, const Gap& gap) {
        if (!(dot(gap.between, gap.between) < s.thickness * s.thickness)) return;
        eachTangle(s, pair, [&](const Tangle& tangle) { found_.push_back(tangle); });
    });
    tangleOrder_.sort(found_.data(), found_.size(), static_cast<uint32_t>(rest_.size()));
    merged_.clear();
    size_t old = 0;
    for (const Tangle& t : found_) {
        while (old < tangles_.size() && !before(t.a, t.b, tangles_[old].a, tangles_[old].b)) merged_.push_back(tangles_[old++]);
        if (merged_.empty() || before(merged_.back().a, merged_.back().b, t.a, t.b)) merged_.push_back(t);
    }
    while (old < tangles_.size()) merged_.push_back(tangles_[old++]);
    tangles_.swap(merged_);
}

// Lets go of tangles that are stretched too far, and has the others pull (4.2.3).
void WispContacts::pull(const WispContactSettings& s) {
    const float stiffness = minimum(s.tangle, stiffestTangle);
    loads_.assign(loads_.size(), PointLoad{});
    size_t kept = 0;
    for (const Tangle& t : tangles_) {
        const PointTold &a = told_[t.a], &b = told_[t.b];
        if (lengthOf(a.x - b.x) - t.rest > s.breaks) continue;
        tangles_[kept++] = t;
        const Vec3f d = a.x + a.way - b.x - b.way;
        const TanglePull<float> spring = tanglePull(lengthOf(d), t.rest, s.thickness);
        const float k = stiffness * tangleLength(t), force = k * spring.force, across = maximum(force, 0.0f) * spring.inverse;
        const Vec3f n = spring.inverse * d;
        const Sym3<float> C = springMatrix(k * spring.stiffness, across, n);
        for (int side = 0; side < 2; ++side) {
            const uint32_t p = side == 0 ? t.a : t.b;
            const Vec3f g = (side == 0 ? force : -force) * n;
            PointLoad& load = loads_[p];
            load.C = plus(load.C, C);
            load.b = load.b + (g - C * told_[p].way);
        }
    }
    tangles_.resize(kept);
}

void WispContacts::foresee(const WispContactSettings& settings) {
    pull(settings);
    pressOn(settings);
}

void WispContacts::find(const WispContactSettings& settings, int step) {
    typedef std::chrono::steady_clock Clock;
    const auto ms = [](Clock::time_point from, Clock::time_point to) { return std::chrono::duration<double, std::milli>(to - from).count(); };
    const Clock::time_point begin = Clock::now();
    placeCells();
    if (step == 0) search(settings);
    sortNear(settings, step == 0);
    const Clock::time_point found = Clock::now();
    if (step == 0) entangle(settings);
    pull(settings);
    block(settings);
    times_.detection += ms(begin, found);
    times_.response += ms(found, Clock::now());
}

// The mean length of hair that a tangle's ends stand for, m; roots stand for as much as what they are tied to.
float WispContacts::tangleLength(const Tangle& t) const {
    const float a = hairOf(t.a), b = hairOf(t.b);
    return rest_[t.a].inverseMass > 0 ? rest_[t.b].inverseMass > 0 ? 0.5f * (a + b) : a : b;
}

}  // namespace ringlet::discrete_rod
