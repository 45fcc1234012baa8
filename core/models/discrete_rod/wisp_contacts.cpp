#include "core/models/discrete_rod/wisp_contacts.h"

#include <algorithm>
#include <chrono>

namespace ringlet::discrete_rod {
namespace {

typedef ContactNumber N;

Vec3f ofLane(const ContactVec3& v, int k) { return {v.x[k], v.y[k], v.z[k]}; }
HairPoint placed(Vec3f x) { return {x.x, x.y, x.z, 0}; }

// Adds C and b, told in their order: four numbers, four more, and the last.
void addTo(PointLoad& load, const float* first, const float* second, float last) {
    static_assert(sizeof(PointLoad) == 9 * sizeof(float), "its numbers lie side by side");
    float* const to = reinterpret_cast<float*>(&load);
    storeLanes(to, loadLanes<4>(to) + loadLanes<4>(first));
    storeLanes(to + 4, loadLanes<4>(to + 4) + loadLanes<4>(second));
    to[8] += last;
}

}  // namespace

WispContacts::WispContacts(std::vector<WispCell> cells, std::vector<HairPoint> rest)
    : cells_(std::move(cells)), rest_(std::move(rest)), told_(rest_.size()), loads_(rest_.size()), now_(rest_), before_(rest_), ways_(rest_.size()), shapes_(cells_.size()), corners_(cells_.size()) {
    boxes_.resize(cells_.size());
    for (const WispCell& cell : cells_) boxes_.owner.push_back(cell.owner);
}

bool WispContacts::setState(std::vector<Tangle> tangles, std::vector<BlockedCells> blocked) {
    const auto ordered = [](const auto& list, size_t count, const auto& precedes) {
        for (size_t i = 0; i < list.size(); ++i) {
            if (list[i].a >= list[i].b || list[i].b >= count) return false;
            if (i > 0 && !precedes(list[i - 1], list[i])) return false;
        }
        return true;
    };
    const auto tangleBefore = [](const Tangle& x, const Tangle& y) { return before(x.a, x.b, y.a, y.b); };
    const auto blockedBefore = [](const BlockedCells& x, const BlockedCells& y) { return before(x, y); };
    if (!ordered(tangles, rest_.size(), tangleBefore) || !ordered(blocked, cells_.size(), blockedBefore)) return false;
    for (const BlockedCells& b : blocked)
        if (!areThere(view(), b)) return false;
    tangles_ = std::move(tangles);
    blocked_ = std::move(blocked);
    leftOut_ = 0;
    return true;
}

void WispContacts::turn(Quatf by) {
    for (BlockedCells& b : blocked_) b.normal = rotate(by, b.normal), b.strain = rotate(by, b.strain);
    leftOut_ = 0;
}

size_t WispContacts::bytes() const {
    return cells_.size() * (sizeof(WispCell) + sizeof(CellShape) + sizeof(CellCorners)) + tangles_.capacity() * sizeof(Tangle) +
           rest_.size() * (3 * sizeof(HairPoint) + sizeof(PointTold) + sizeof(PointLoad));
}

void WispContacts::placeCells(ThreadPool* pool) {
    inChunks(cells_.size(), pool, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) shapes_[i] = shapeOf(view(), static_cast<uint32_t>(i));
    });
}

// About the ways of cells' corners.
void WispContacts::placeBoxes(const WispContactSettings& s, ThreadPool* pool) {
    for (size_t i = 0; i < told_.size(); ++i) {
        now_[i] = placed(told_[i].x);
        before_[i] = placed(told_[i].x - told_[i].way);
    }
    ways_.begin({now_.data(), before_.data(), rest_.data()}, s.thickness, s.steps, farthestWay * s.thickness, pool);
    const N half(0.5f * s.thickness);
    inChunks(cells_.size(), pool, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            const uint32_t* c = cells_[i].corner;
            const ContactVec3 x = gatherPoints(now_.data(), c);
            storeLanes(corners_[i].x, x.x), storeLanes(corners_[i].y, x.y), storeLanes(corners_[i].z, x.z);
            const N low = minimum(minimum(ways_.low(c[0]), ways_.low(c[1])), minimum(ways_.low(c[2]), ways_.low(c[3]))) - half;
            const N high = maximum(maximum(ways_.high(c[0]), ways_.high(c[1])), maximum(ways_.high(c[2]), ways_.high(c[3]))) + half;
            boxes_.set(i, {low[0], low[1], low[2]}, {high[0], high[1], high[2]});
        }
    });
}

// Pairs of cells that may meet in the frame, each going on as it goes: those that run alike where a tangle may begin, and of the others
// those that may cross.
void WispContacts::search(const WispContactSettings& s, ThreadPool* pool) {
    placeBoxes(s, pool);
    tangleBegins_.assign(rest_.size() + 1, 0);
    for (const Tangle& t : tangles_) ++tangleBegins_[t.a + 1];
    for (size_t i = 1; i < tangleBegins_.size(); ++i) tangleBegins_[i] += tangleBegins_[i - 1];
    const auto keep = [&](Pair* pairs, size_t count) {
        size_t kept = 0;
        for (size_t i = 0; i < count; ++i) {
            const Pair pair = pairs[i];
            if (mayEntangle(pair, s) || mayBlock(pair, s)) pairs[kept++] = pair;
        }
        return kept;
    };
    const PairFilter wanted = std::cref(keep);
    const size_t leftOut = crowds_.thinUntil(boxes_, s.thickness, [&] {
        pairs_.clear(mostPairsOf(cells_.size()));
        broadPhase_.find(BroadPhaseKind::Grid, boxes_, nullptr, pairs_, {nullptr, pool, &wanted});
        return !pairs_.full();
    });
    leftOut_ = std::max(leftOut_, leftOut);
    alike_.clear();
    others_.clear();
    for (size_t i = 0; i < pairs_.size(); ++i) {
        if (mayEntangle(pairs_[i], s)) alike_.push_back(pairs_[i]);
        if (mayBlock(pairs_[i], s)) others_.push_back(pairs_[i]);
    }
    order_.sort(others_.data(), others_.size(), static_cast<uint32_t>(cells_.size()));
}

// At the roots wisps stand in each other, and do not block.
bool WispContacts::mayBlock(Pair pair, const WispContactSettings& s) const {
    return mayCross(view(), shapes_.data(), pair.a, pair.b, s.aligned);
}

// Whether two points have a tangle already: few begin at each.
bool WispContacts::entangled(uint32_t a, uint32_t b) const {
    for (uint32_t i = tangleBegins_[a]; i < tangleBegins_[a + 1]; ++i)
        if (tangles_[i].b == b) return true;
    return false;
}

// Whether they run alike, and tangleOf() gives any that is not there yet, of all corners side by side.
bool WispContacts::mayEntangle(Pair pair, const WispContactSettings& s) const {
    if (!runAlike(shapes_[pair.a], shapes_[pair.b], s.aligned)) return false;
    const uint32_t flips = flipsBetween(shapes_[pair.a], shapes_[pair.b]);
    const auto apart = [&](const float* x, const float* y) {
        N other = loadLanes<4>(y);
        if ((flips & 1) != 0) other = N(shuffle<1, 0, 3, 2>(other.v, other.v));
        if ((flips & 2) != 0) other = N(shuffle<2, 3, 0, 1>(other.v, other.v));
        return loadLanes<4>(x) - other;
    };
    const CellCorners &a = corners_[pair.a], &b = corners_[pair.b];
    const ContactVec3 d{apart(a.x, b.x), apart(a.y, b.y), apart(a.z, b.z)};
    const uint32_t near = laneBits(dot(d, d) < N(s.reach * s.reach));
    for (uint32_t k = 0; near >> k != 0; ++k) {
        const uint32_t p = cells_[pair.a].corner[k], q = cells_[pair.b].corner[k ^ flips];
        if ((near >> k & 1) != 0 && rest_[p].inverseMass + rest_[q].inverseMass > 0 && !entangled(std::min(p, q), std::max(p, q))) return true;
    }
    return false;
}

// Rims of those of the frame that cross and are near in this step.
void WispContacts::findCrossing(const WispContactSettings& s) {
    rims_.clear();
    for (const Pair& pair : others_) {
        if (!crossNear(shapes_[pair.a], shapes_[pair.b], s)) continue;
        for (uint32_t rims = 0; rims < mostRims; ++rims)
            if (areThere(view(), {pair.a, pair.b, rims})) rims_.push_back({pair.a, pair.b, rims});
    }
    findGaps();
}

// Four by four.
void WispContacts::findGaps() {
    gaps_.resize(rims_.size());
    for (size_t i = 0; i < rims_.size(); i += 4) {
        const size_t count = std::min<size_t>(4, rims_.size() - i);
        ContactVec3 x[4], way[4];
        for (int k = 0; k < 4; ++k) {
            uint32_t points[4];
            for (size_t j = 0; j < 4; ++j) points[j] = cornerOf(view(), rims_[i + (j < count ? j : 0)], k);
            toldOfFour(points, x[k], way[k]);
        }
        const RimGap<N> gap = rimGap(x, way);
        for (size_t j = 0; j < count; ++j) {
            const int lane = static_cast<int>(j);
            gaps_[i + j] = {gap.s[lane], gap.t[lane], ofLane(gap.between, lane), {ofLane(gap.way[0], lane), ofLane(gap.way[1], lane)}};
        }
    }
}

// Springs between the corners of cells that run alike and touch, those that lie beside each other (4.2.2), one between two points.
void WispContacts::entangle(const WispContactSettings& s) {
    found_.clear();
    for (const Pair& pair : alike_) {
        if (!touching(view(), pair.a, pair.b, s.thickness)) continue;
        Tangle tangle;
        for (uint32_t k = 0; k < 4; ++k)
            if (tangleOf(view(), shapes_.data(), pair.a, pair.b, k, s.reach, tangle) && !entangled(tangle.a, tangle.b)) found_.push_back(tangle);
    }
    if (found_.empty()) return;
    tangleOrder_.sort(found_.data(), found_.size(), static_cast<uint32_t>(rest_.size()));
    merged_.clear();
    size_t old = 0;
    for (const Tangle& t : found_) {
        while (old < tangles_.size() && before(tangles_[old].a, tangles_[old].b, t.a, t.b)) merged_.push_back(tangles_[old++]);
        if (merged_.empty() || before(merged_.back().a, merged_.back().b, t.a, t.b)) merged_.push_back(t);
    }
    while (old < tangles_.size()) merged_.push_back(tangles_[old++]);
    tangles_.swap(merged_);
}

// Where four points are, and how far they would go.
void WispContacts::toldOfFour(const uint32_t* points, ContactVec3& x, ContactVec3& way) const {
    const float *from[4], *goes[4];
    for (int j = 0; j < 4; ++j) from[j] = reinterpret_cast<const float*>(&told_[points[j]]), goes[j] = from[j] + 3;
    x = turnRows(from), way = turnRows(goes);
}

// The ends of four tangles side by side.
TangleEnds<N> WispContacts::endsOfFour(const Tangle* const* four) const {
    TangleEnds<N> ends;
    float inverse[2][4], rest[4];
    for (int side = 0; side < 2; ++side) {
        uint32_t points[4];
        for (int j = 0; j < 4; ++j) points[j] = side == 0 ? four[j]->a : four[j]->b, inverse[side][j] = rest_[points[j]].inverseMass;
        toldOfFour(points, ends.x[side], ends.way[side]);
        ends.inverseMass[side] = loadLanes<4>(inverse[side]);
    }
    for (int j = 0; j < 4; ++j) rest[j] = four[j]->rest;
    ends.rest = loadLanes<4>(rest);
    return ends;
}

// What tangles [first, last) pull, but those that are stretched too far.
void WispContacts::answer(const WispContactSettings& s, size_t first, size_t last, Pulls& to) const {
    to.count = 0;
    for (size_t i = first; i < last; i += 4) {
        const size_t count = std::min<size_t>(4, last - i);
        const Tangle* four[4];
        for (size_t j = 0; j < 4; ++j) four[j] = &tangles_[i + (j < count ? j : 0)];
        const TangleEnds<N> ends = endsOfFour(four);
        const TangleForce<N> force = forceOf(ends, s);
        const N broken = select(breaks(ends.x[0] - ends.x[1], ends.rest, s), N(1.0f), N(0.0f));
        float matrix[4][4], rest[2][4][4], last3[2][4];
        rowsOf({force.C.xx, force.C.yy, force.C.zz}, force.C.xy, matrix);
        for (int side = 0; side < 2; ++side) {
            rowsOf({force.C.xz, force.C.yz, force.b[side].x}, force.b[side].y, rest[side]);
            storeLanes(last3[side], force.b[side].z);
        }
        for (size_t j = 0; j < count; ++j) {
            if (broken[static_cast<int>(j)] > 0) continue;
            Pull& pull = to.pulls[to.count++];
            pull.tangle = *four[j];
            storeLanes(pull.matrix, loadLanes<4>(matrix[j]));
            for (int side = 0; side < 2; ++side) storeLanes(pull.rest[side], loadLanes<4>(rest[side][j])), pull.last[side] = last3[side][j];
        }
    }
}

// Lets go of tangles that are stretched too far, and has the others pull (4.2.3).
void WispContacts::pull(const WispContactSettings& s, ThreadPool* pool) {
    loads_.assign(loads_.size(), PointLoad{});
    size_t kept = 0;
    const auto tell = [&](size_t first, size_t last, Pulls& to) { answer(s, first, last, to); };
    const auto add = [&](const Pulls& of, uint32_t first, uint32_t last) {
        for (size_t i = 0; i < of.count; ++i) {
            const Pull& pull = of.pulls[i];
            const uint32_t points[2] = {pull.tangle.a, pull.tangle.b};
            for (int side = 0; side < 2; ++side)
                if (points[side] - first < last - first) addTo(loads_[points[side]], pull.matrix, pull.rest[side], pull.last[side]);
        }
    };
    const auto keep = [&](const Pulls& of) {  // of those that are read
        for (size_t i = 0; i < of.count; ++i) tangles_[kept++] = of.pulls[i].tangle;
    };
    giveInOrder(pulls_, tangles_.size(), loads_.size(), pool, tell, add, keep);
    tangles_.resize(kept);
}

// Cells that cross, and would come too near or pass each other (4.3).
void WispContacts::block(const WispContactSettings& s, const ColliderView& colliders) {
    blocking_.clear();
    const WispStep step{view(), shapes_.data(), s, colliders};
    const BlockedBefore blocked{blocked_.data(), static_cast<uint32_t>(blocked_.size())};
    for (size_t i = 0; i < rims_.size(); ++i) {
        CellTouch t = touchOf(rims_[i], gaps_[i]);
        BlockedCells cells;
        if (!blockRims(step, blocked, t, cells)) continue;
        blocking_.push_back(cells);
        press(t);
    }
    blocked_.swap(blocking_);
}

void WispContacts::press(const CellTouch& t) {
    for (int k = 0; k < 4; ++k) {
        const uint32_t p = cornerOf(view(), t.rims, k);
        pressCorner(t, k, told_[p].way, loads_[p]);
    }
}

void WispContacts::pressOn(const WispContactSettings& s) {
    rims_.clear();
    for (const BlockedCells& b : blocked_) rims_.push_back(b);
    findGaps();
    const WispStep step{view(), shapes_.data(), s, {}};
    for (size_t i = 0; i < rims_.size(); ++i) {
        CellTouch t = touchOf(rims_[i], gaps_[i]);
        touchAgain(step, t, blocked_[i]);
        press(t);
    }
}

void WispContacts::foresee(const WispContactSettings& settings, ThreadPool* pool) {
    pull(settings, pool);
    pressOn(settings);
}

void WispContacts::find(const WispContactSettings& settings, const ColliderView& colliders, int step, ThreadPool* pool) {
    typedef std::chrono::steady_clock Clock;
    const auto ms = [](Clock::time_point from, Clock::time_point to) { return std::chrono::duration<double, std::milli>(to - from).count(); };
    const Clock::time_point begin = Clock::now();
    placeCells(pool);
    if (step == 0) search(settings, pool);
    findCrossing(settings);
    const Clock::time_point found = Clock::now();
    if (step == 0) entangle(settings);
    pull(settings, pool);
    block(settings, colliders);
    times_.detection += ms(begin, found);
    times_.response += ms(found, Clock::now());
}

}  // namespace ringlet::discrete_rod
