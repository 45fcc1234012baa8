#include "core/models/rigid_chain/wisp_pairs.h"

#include "core/contact/crowds.h"
#include "core/contact/segment_math.h"

#include <limits>

namespace ringlet::rigid_chain {
namespace {

typedef ContactNumber N;

// What overlaps too deep is parted no faster than this, m/s.
constexpr float partingSpeed = 0.2f;
// Friction is viscous below this speed, m/s: each wisp is solved against how the other went before, so that what is stiffer still
// would hold both up in a fall.
constexpr float stickSpeed = 2e-3f;
// A load's stiffness, over its segment's mass, at most: more would leave too little of float to what is soft beside it.
constexpr float stiffestLoad = 1e3f;
// How far segments may stray from the way that is foreseen for them: shares of it, and of the radius.
constexpr float strayWay = 0.3f, straySize = 0.25f;

// Adds along/2 (n.d - n.to)^2 + across/2 |d - to|^2 beside n.
void pullTo(SegmentLoad& load, const WispSegment& s, float along, float across, Vec3f n, Vec3f to) {
    const float a = minimum(along, stiffestLoad * s.length), c = minimum(across, stiffestLoad * s.length);
    load.C = plusOuter(plusDiagonal(load.C, c), a - c, n);
    load.b = load.b - c * to - ((a - c) * dot(n, to)) * n;
}

// Of cohesion, over its stiffness: as far apart as they are, and beyond the reach less and less.
float cohesive(const WispMaterial& m, float apart) { return maximum(minimum(apart, 2 * m.reach - apart), 0.0f); }

float pairLength(const WispSegment& a, const WispSegment& b) { return 2 * a.length * b.length / (a.length + b.length); }

// The density that each is for the other, of (11), over its own at rest.
float density(const WispMaterial& m, float depth) {
    const float share = maximum(depth, 0.0f) / m.radius;
    return 0.25f * share * share;
}

}  // namespace

float admissibleDepth(const WispMaterial& m, Vec3f a, Vec3f b) { return (1 + m.alignment * absolute(dot(a, b))) * m.overlap * m.radius; }

void respondPublished(const WispMaterial& m, const WispSegment& a, const WispSegment& b, WispTouch touch, SegmentLoad& onA, SegmentLoad& onB) {
    const Vec3f n = normalizedOr(a.x - b.x, touch.normal);
    const float depth = touch.depth, allowed = admissibleDepth(m, a.along, b.along), coming = dot(n, b.wayAt(0.5f) - a.wayAt(0.5f));
    float push = 0;  // m
    if (depth > allowed) push = 0.5f * (depth - allowed);
    else if (depth > 0) push = 0.5f * (depth / allowed) * coming;
    const float held = m.cohesion * m.h * m.h * cohesive(m, -depth), drag = m.viscosity * m.h * density(m, depth);
    const WispSegment* const sides[2] = {&a, &b};
    SegmentLoad* const loads[2] = {&onA, &onB};
    for (int side = 0; side < 2; ++side) {
        const float mass = sides[side]->length, outward = side == 0 ? 1.0f : -1.0f;
        pullTo(*loads[side], *sides[side], mass * drag, mass * drag, n, Vec3f{} - m.headMove);
        loads[side]->b = loads[side]->b - (outward * (mass * push - pairLength(a, b) * held)) * n;
    }
}

// About the mean of the ways that both went before, each side's share of what they have to go beside each other by the other's
// mass. Both forms together are never less than the pair's own energy, so that both at once do not overshoot, however stiff; and
// at rest they are its gradient. What makes a pair gain speed together they hold back, as a heavier pair.
void respondDefault(const WispMaterial& m, const WispSegment& a, const WispSegment& b, WispTouch touch, SegmentLoad& onA, SegmentLoad& onB) {
    const Vec3f n = touch.normal, wayA = a.wayAt(touch.at[0]), wayB = b.wayAt(touch.at[1]), beside = wayA - wayB;
    const float depth = touch.depth, allowed = admissibleDepth(m, a.along, b.along), hair = pairLength(a, b), sum = a.length + b.length;
    const float coming = -dot(n, beside), excess = depth - allowed, apart = -depth;
    if (!(excess + coming > 0 || depth > 0 || apart < m.range())) return;
    const float spring = excess + coming > 0 ? m.repulsion * m.h * m.h * hair : 0;
    const float damper = depth > 0 ? m.damping * m.h * hair * minimum(depth / allowed, 1.0f) : 0;
    const float ties = apart > 0 && apart < m.reach ? m.cohesion * m.h * m.h * hair : 0;
    const float weakened = apart >= m.reach ? m.cohesion * m.h * m.h * hair * cohesive(m, apart) : 0;
    const float drag = m.viscosity * m.h * density(m, depth) * hair;
    const float part = minimum(excess, partingSpeed * m.h);
    const float pressed = spring * (part + coming) / (1 + spring * sum / (a.length * b.length));
    const float slip = lengthOf(beside + coming * n);
    const float rubs = spring > 0 ? m.friction * maximum(pressed, 0.0f) / maximum(slip, stickSpeed * m.h) : 0;
    const Vec3f mean = (a.length / sum) * wayA + (b.length / sum) * wayB;
    const WispSegment* const sides[2] = {&a, &b};
    SegmentLoad* const loads[2] = {&onA, &onB};
    for (int side = 0; side < 2; ++side) {
        const float share = sides[1 - side]->length / sum, over = 1 / share, outward = side == 0 ? 1.0f : -1.0f;
        const float along = over * (spring + damper + ties + drag), across = over * (rubs + drag);
        const float to = along > 0 ? outward * share * (spring * part - ties * apart) / (spring + damper + ties + drag) : 0;
        pullTo(*loads[side], *sides[side], along, across, n, mean + to * n);
        loads[side]->b = loads[side]->b + (outward * weakened) * n;
    }
}

WispPairs::WispPairs(const std::vector<uint32_t>& strands)
    : segments_(strands.size()), loads_(strands.size()), rows_(3 * strands.size()), atRoot_(strands.size()) {
    boxes_.resize(strands.size());
    boxes_.owner = strands;
    for (size_t i = 0; i < strands.size(); ++i) atRoot_[i] = i == 0 || strands[i] != strands[i - 1];
}

size_t WispPairs::bytes() const {
    return segments_.size() * (sizeof(WispSegment) + sizeof(SegmentLoad) + 3 * sizeof(HairPoint) + 6 * sizeof(float));
}

void WispPairs::search(const WispMaterial& m, int steps) {
    constexpr float no = std::numeric_limits<float>::quiet_NaN();
    Vec3f common{0, 0, 0};
    for (const WispSegment& s : segments_) common = common + s.wayAt(0.5f);
    if (!segments_.empty()) common = (1 / static_cast<float>(segments_.size())) * common;
    for (size_t i = 0; i < segments_.size(); ++i) {
        const WispSegment& s = segments_[i];
        const Vec3f way = static_cast<float>(steps) * (s.wayAt(0.5f) - common), half = (0.5f * s.length) * s.along;
        const float margin = m.radius + 0.5f * m.range() + straySize * m.radius + strayWay * lengthOf(way);
        const Vec3f wide = Vec3f{absolute(half.x), absolute(half.y), absolute(half.z)} + Vec3f{margin, margin, margin}, to = s.x + way;
        const Vec3f low{minimum(s.x.x, to.x), minimum(s.x.y, to.y), minimum(s.x.z, to.z)};
        const Vec3f high{maximum(s.x.x, to.x), maximum(s.x.y, to.y), maximum(s.x.z, to.z)};
        if (atRoot_[i]) boxes_.set(i, {no, no, no}, {no, no, no});
        else boxes_.set(i, low - wide, high + wide);
    }
    pairs_.clear(mostPairsEach * segments_.size());
    broadPhase_.find(BroadPhaseKind::Grid, boxes_, nullptr, pairs_);
    if (pairs_.size() == 0) return;
    order_.sort(&pairs_[0], pairs_.size(), static_cast<uint32_t>(segments_.size()));
    placeRows();
    size_t kept = 0;
    const Nearness soon{m.radius, m.range() + straySize * m.radius, (1 + strayWay) * static_cast<float>(steps)};
    eachGap(soon, [&](Pair pair, const WispTouch&) { pairs_[kept++] = pair; });  // what is written has been read
    pairs_.keepFirst(kept);
}

// What is done to a point of a segment, to its ends: no less stiff together than there, and as they go by themselves the same
// force.
void WispPairs::loadEnds(uint32_t segment, float at, const SegmentLoad& load) {
    const WispSegment& s = segments_[segment];
    const Vec3f way = s.wayAt(at);
    for (uint32_t end = 0; end < 2; ++end) {
        const float share = end == 1 ? at : 1 - at;
        SegmentLoad& to = loads_[segment - 1 + end];
        const Sym3<float>& C = load.C;
        to.C = {to.C.xx + share * C.xx, to.C.yy + share * C.yy, to.C.zz + share * C.zz, to.C.xy + share * C.xy, to.C.xz + share * C.xz,
                to.C.yz + share * C.yz};
        to.b = to.b + share * (load.b + C * (way - s.way[end]));
    }
}

void WispPairs::placeRows() {
    for (size_t i = 0; i < segments_.size(); ++i) {
        const WispSegment& s = segments_[i];
        const Vec3f u = s.length * s.along, p = s.x - 0.5f * u;
        const Vec3f way = s.wayAt(0.5f);
        rows_[3 * i] = {p.x, p.y, p.z, 0}, rows_[3 * i + 1] = {u.x, u.y, u.z, 0}, rows_[3 * i + 2] = {way.x, way.y, way.z, 0};
    }
}

// Visits pairs that are no farther apart than `reach` (m) and `steps` times what they go beside each other, how their cylinders
// overlap.
template <class Visit>
void WispPairs::eachGap(const Nearness& nearness, const Visit& visit) const {
    const HairPoint* const rows = rows_.data();
    for (size_t i = 0; i < pairs_.size(); i += 4) {
        Pair four[4];
        uint32_t a[4], b[4];
        for (size_t k = 0; k < 4; ++k) {
            four[k] = pairs_[i + k < pairs_.size() ? i + k : i];
            a[k] = 3 * four[k].a, b[k] = 3 * four[k].b;
        }
        const ContactVec3 p = gatherPoints(rows, a), u = gatherPoints(rows + 1, a), q = gatherPoints(rows, b), v = gatherPoints(rows + 1, b);
        const NearestOnSegments<N> at = nearestOnSegments(p, u, q, v, segmentEvenness);
        const ContactVec3 between = (p + at.s * u) - (q + at.t * v);
        // The distance whose minimum these points are (segment_math.h): a spring along its gradient never feeds motion.
        const N half(0.5f), s = at.s - half, t = at.t - half;
        const N apart = squareRoot(dot(between, between) + N(segmentEvenness) * (s * s * dot(u, u) + t * t * dot(v, v)));
        const N depth = N(2 * nearness.radius) - apart;
        N reach(nearness.reach);
        if (nearness.steps > 0) reach = reach + N(nearness.steps) * lengthOf(gatherPoints(rows + 2, a) - gatherPoints(rows + 2, b));
        const size_t count = pairs_.size() - i < 4 ? pairs_.size() - i : 4;
        const uint32_t near = laneBits(N(0.0f) - reach < depth) & ((1u << count) - 1);
        if (near == 0) continue;
        const ContactVec3 normal = (N(1.0f) / maximum(apart, N(1e-9f))) * between;
        for (size_t k = 0; k < count; ++k) {
            if (!(near >> k & 1)) continue;
            const int lane = static_cast<int>(k);
            visit(four[k], WispTouch{{normal.x[lane], normal.y[lane], normal.z[lane]}, depth[lane], {at.s[lane], at.t[lane]}});
        }
    }
}

void WispPairs::find(const WispMaterial& m) {
    placeRows();
    for (SegmentLoad& load : loads_) load = {};
    touching_ = 0;
    eachGap({m.radius, m.range(), m.published ? 0.0f : 1.0f}, [&](Pair pair, const WispTouch& touch) {
        touching_ += touch.depth > 0;
        const WispSegment &a = segments_[pair.a], &b = segments_[pair.b];
        if (m.published) return respondPublished(m, a, b, touch, loads_[pair.a], loads_[pair.b]);
        SegmentLoad onA, onB;
        respondDefault(m, a, b, touch, onA, onB);
        loadEnds(pair.a, touch.at[0], onA);
        loadEnds(pair.b, touch.at[1], onB);
    });
}

}  // namespace ringlet::rigid_chain
