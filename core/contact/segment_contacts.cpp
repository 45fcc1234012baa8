#include "core/contact/segment_contacts.h"

#include "core/contact/segment_math.h"

namespace ringlet {
namespace {

// Rest distances count a little less, so that hair at rest does not touch.
constexpr float restShare = 0.95f;
// Steps of a search that are told apart; those after count as the last of them.
constexpr int mostSteps = 8;
// How far two segments may stray from their ways beside each other: shares of the diameter
// and of their way beside each other. Less: contacts are found a little later, and some hair
// never rests; more: more distances are taken in vain.
constexpr float straySize = 0.5f, strayWay = 0.3f;
// Segments that touch may come closer by this share of their distance a step.
constexpr float fastShare = 0.05f;

// Segments p + s u and q + t v, and their far ends.
struct Ends {
    ContactVec3 p, u, q, v, a1, b1;
};

// Of four pairs, by the first points of their segments.
inline Ends endsOf(const HairPoint* points, const Pair* pairs) {
    const float *a[4], *a1[4], *b[4], *b1[4];
    for (int i = 0; i < 4; ++i) {
        const HairPoint *onA = points + pairs[i].a, *onB = points + pairs[i].b;
        a[i] = &onA[0].x, a1[i] = &onA[1].x, b[i] = &onB[0].x, b1[i] = &onB[1].x;
    }
    Ends e;
    e.p = turnRows(a), e.a1 = turnRows(a1), e.u = e.a1 - e.p;
    e.q = turnRows(b), e.b1 = turnRows(b1), e.v = e.b1 - e.q;
    return e;
}

struct Gap {
    NearestOnSegments<ContactNumber> at;
    ContactVec3 between;  // from b's point to a's, m
    ContactNumber distance;
};

inline ContactVec3 betweenAt(const Ends& e, const NearestOnSegments<ContactNumber>& at) {
    return (e.p + at.s * e.u) - (e.q + at.t * e.v);
}

inline Gap gapOf(const Ends& e, bool conservative, bool threePoints) {
    Gap gap;
    gap.at = threePoints ? nearestOfThreePoints(e.p, e.u, e.q, e.v)
                         : nearestOnSegments(e.p, e.u, e.q, e.v, segmentEvenness);
    gap.between = betweenAt(e, gap.at);
    gap.distance = lengthOf(gap.between);
    if (conservative) {
        const ContactNumber half = ContactNumber(0.5f), s = gap.at.s - half, t = gap.at.t - half;
        gap.distance = squareRoot(dot(gap.between, gap.between) +
                                  ContactNumber(segmentEvenness) * (s * s * dot(e.u, e.u) + t * t * dot(e.v, e.v)));
    }
    return gap;
}

// Of four pairs the first `count`, nearer than `least`, become contacts; says how many.
size_t touching(const HairPoints& points, const Pair* pairs, size_t count, const Ends& e, const Gap& gap,
                ContactNumber least, bool conservative, Contact* out) {
    const ContactNumber zero = ContactNumber(0.0f), one = ContactNumber(1.0f);
    const ContactNumber s = gap.at.s, t = gap.at.t;
    // How the point of a has moved beside that of b in this step.
    const Ends was = endsOf(points.before, pairs);
    const ContactVec3 way = (((one - s) * (e.p - was.p) + s * (e.a1 - was.a1)) + (t - one) * (e.q - was.q)) +
                            (-t) * (e.b1 - was.b1);
    // Segments that passed each other in this step are parted to where they came from,
    // and such as cut each other across both.
    const ContactVec3 came = gap.between - way, up = splat<ContactNumber>(Vec3f{0, 1, 0});
    const auto passed = dot(came, gap.between) < zero;
    const ContactVec3 normal = normalizedOrElse(select(passed, came, gap.between),
                                                [&] { return normalizedOr(cross(e.u, e.v), up); });
    const ContactNumber along = dot(way, normal);
    ContactNumber depth = least - dot(gap.between, normal);
    if (conservative) {
        const ContactNumber share = lengthOf(gap.between) / maximum(gap.distance, ContactNumber(1e-9f));
        depth = select(passed, depth, (least - gap.distance) * share);
    }
    const ContactNumber approach = maximum(-along - ContactNumber(fastShare) * maximum(least - depth, zero), zero);
    float weights[4][4], normals[4][4], slips[4][4];
    rowsOf({one - s, s, t - one}, -t, weights);
    rowsOf(normal, depth, normals);
    rowsOf(way - along * normal, approach, slips);
    for (size_t k = 0; k < count; ++k) {
        Contact& c = out[k];
        c.point[0] = pairs[k].a, c.point[1] = pairs[k].a + 1, c.point[2] = pairs[k].b, c.point[3] = pairs[k].b + 1;
        std::memcpy(c.weight, weights[k], sizeof weights[k]);
        std::memcpy(&c.normal, normals[k], sizeof normals[k]);
        std::memcpy(&c.slip, slips[k], sizeof slips[k]);
    }
    return count;
}

// Rows of a segment in swept_: its points, its mean way (inverseMass: how far the ways of its points may
// be off that), and the ways of its points.
constexpr uint32_t sweptRows = 5;

// In which steps segments that go their ways may be near each other.
class NearTimes {
public:
    NearTimes(const HairPoint* rows, float diameter, int steps)
        : rows_(rows), share_(1.0f / static_cast<float>(steps)), told_(steps < mostSteps ? steps : mostSteps),
          size_(diameter * 1.001f), stray_(straySize * diameter) {}  // the first: rounding

    // Of `count` pairs that have their a in common, or their b, those that the direction across a to
    // the middle of b does not keep apart for all the way: writes which to `left`, counted from
    // `first`, and three more that do not count, and says how many.
    template <bool sameA>
    size_t leave(const Pair* pairs, size_t count, uint32_t first, uint32_t* left) const {
        const Moving common = movingAll(sameA ? pairs[0].a : pairs[0].b);
        const N half(0.5f);
        size_t found = 0;
        for (size_t i = 0; i < count; i += 4) {
            uint32_t row[4];
            for (size_t k = 0; k < 4; ++k) {
                const Pair& p = pairs[i + k < count ? i + k : i];
                row[k] = sweptRows * (sameA ? p.b : p.a);
            }
            const Moving other = moving(row);
            const Moving &a = sameA ? common : other, &b = sameA ? other : common;
            const ContactVec3 u = a.to - a.from, reach = half * (b.to - b.from), beside = b.way - a.way;
            const ContactVec3 r = (b.from + reach) - (a.from + half * u);
            const ContactVec3 n = r - (dot(r, u) / maximum(dot(u, u), N(1e-20f))) * u;
            // Times |n|: no point of a lies farther along n than any other.
            const N square = dot(n, n), size = squareRoot(square), begin = square - absolute(dot(reach, n));
            const N wanted = size_ + stray_ + N(strayWay) * lengthOf(beside);
            const auto near = either(begin < wanted * size, begin + dot(beside, n) < (wanted + a.off + b.off) * size);
            const uint32_t bits = laneBits(near) & (count - i < 4 ? (1u << (count - i)) - 1 : 15u);
            for (uint32_t k = 0; k < 4; ++k) {  // written in any case
                left[found] = first + static_cast<uint32_t>(i) + k;
                found += bits >> k & 1;
            }
        }
        return found;
    }

    // Tags of the pairs `which`.
    void tag(const Pair* pairs, const uint32_t* which, size_t count, uint8_t* tags) const {
        for (size_t i = 0; i < count; i += 4) {
            const size_t some = count - i < 4 ? count - i : 4;
            uint32_t a[4], b[4];
            for (size_t k = 0; k < 4; ++k) {
                const Pair& p = pairs[which[i + (k < some ? k : 0)]];
                a[k] = sweptRows * p.a, b[k] = sweptRows * p.b;
            }
            const Mask<4> when = near(a, b);
            for (size_t k = 0; k < some; ++k) tags[which[i + k]] = static_cast<uint8_t>(when.bits[k]);
        }
    }

private:
    typedef ContactNumber N;
    struct Moving {
        ContactVec3 from, to, way;  // its points and its mean way, m
        N off;                      // of the points' ways from that, m
    };

    Moving moving(const uint32_t* row) const {
        Moving m;
        m.from = gatherPoints(rows_, row), m.to = gatherPoints(rows_ + 1, row);
        m.way = gatherPoints(rows_ + 2, row, &m.off);
        return m;
    }
    Moving movingAll(uint32_t segment) const {
        const HairPoint* row = rows_ + sweptRows * segment;
        return {splat<N>(positionOf(row[0])), splat<N>(positionOf(row[1])), splat<N>(positionOf(row[2])),
                N(row[2].inverseMass)};
    }

    // Whatever the direction n, segments are no nearer than the gap between them along it; that
    // from nearest to nearest point is the best one. Points that go straight on their ways leave
    // a gap no smaller than where they begin or where they end. Bit k of a lane: near in step k.
    Mask<4> near(const uint32_t* rowA, const uint32_t* rowB) const {
        const Moving a = moving(rowA), b = moving(rowB);
        constexpr float evenness = 1e-4f;
        const NearestOnSegments<N> at = nearestOnSegments(a.from, a.to - a.from, b.from, b.to - b.from, evenness);
        const ContactVec3 none = splat<N>(Vec3f{0, 0, 0});
        const ContactVec3 n = normalizedOr((a.from + at.s * (a.to - a.from)) - (b.from + at.t * (b.to - b.from)), none);
        const N fromA0 = dot(a.from, n), fromA1 = dot(a.to, n), fromB0 = dot(b.from, n), fromB1 = dot(b.to, n);
        const N begin = minimum(fromA0, fromA1) - maximum(fromB0, fromB1) - size_;
        const ContactVec3 beside = a.way - b.way;
        const N stray = stray_ + N(strayWay) * lengthOf(beside);
        Mask<4> when{{0, 0, 0, 0}};
        if (!anyLane(either(begin < stray, begin + dot(beside, n) - (a.off + b.off) < stray))) return when;
        const N toA0 = fromA0 + dot(gatherPoints(rows_ + 3, rowA), n), toA1 = fromA1 + dot(gatherPoints(rows_ + 4, rowA), n);
        const N toB0 = fromB0 + dot(gatherPoints(rows_ + 3, rowB), n), toB1 = fromB1 + dot(gatherPoints(rows_ + 4, rowB), n);
        const N end = minimum(toA0, toA1) - maximum(toB0, toB1) - size_;
        for (int k = 0; k < told_; ++k) {
            const float t = k + 1 < mostSteps ? static_cast<float>(k) * share_ : 1.0f;
            const auto now = begin + N(t) * (end - begin) < stray;
            when.bits |= now.bits & (1 << k);
        }
        return when;
    }

    const HairPoint* rows_;
    float share_;
    int told_;
    N size_, stray_;
};

}  // namespace

SegmentContacts::SegmentContacts(const std::vector<uint32_t>& strands) : ways_(strands.size()) {
    for (uint32_t p = 0; p + 1 < strands.size(); ++p) {
        if (strands[p] != strands[p + 1]) continue;
        begin_.push_back(p);
        strand_.push_back(strands[p]);
    }
    boxes_.resize(begin_.size());
    boxes_.owner = strand_;
    swept_.resize(sweptRows * begin_.size());
}

void SegmentContacts::search(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool) {
    ++searches_;
    const float r = 0.5f * settings.diameter;
    const Vec3f radius{r, r, r};
    for (size_t i = 0; i < begin_.size(); ++i) {
        const uint32_t p = begin_[i];
        Vec3f low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
        ways_.addTo(p, low, high);
        ways_.addTo(p + 1, low, high);
        boxes_.set(i, low - radius, high + radius);
        HairPoint* row = &swept_[sweptRows * i];
        row[0] = points.now[p], row[1] = points.now[p + 1];
        row[3] = ways_.ways()[p], row[4] = ways_.ways()[p + 1];
        const Vec3f mean = 0.5f * (positionOf(row[3]) + positionOf(row[4]));
        row[2] = {mean.x, mean.y, mean.z, 0.5f * lengthOf(positionOf(row[4]) - positionOf(row[3]))};
    }
    pairs_.clear();
    broadPhase_.find(settings.broadPhase, boxes_, nullptr, pairs_);
    keepNear(settings.diameter, settings.steps, pool);
    sortPairs(pairs_, begin_.empty() ? 0 : begin_.back() + 1, order_);
    measureRest(points, settings, pool);
}

// How near each kept pair may come.
void SegmentContacts::measureRest(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool) {
    const size_t padded = (pairs_.size() + 3) / 4 * 4;
    if (diameter_.size() < padded) diameter_.resize(padded + padded / 4);
    inChunks(pairs_.size(), pool, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; i += 4) {
            const size_t count = last - i < 4 ? last - i : 4;
            Pair pairs[4];
            for (size_t k = 0; k < 4; ++k) pairs[k] = pairs_[i + (k < count ? k : 0)];
            const Ends ends = endsOf(points.rest, pairs);
            const ContactNumber rest = gapOf(ends, settings.conservative, false).distance;
            storeLanes(&diameter_[i], minimum(ContactNumber(settings.diameter), ContactNumber(restShare) * rest));
            for (size_t k = count; k < 4; ++k) diameter_[i + k] = -1;  // what fills up touches nothing
        }
    });
}

// Of pairs whose boxes overlap, those that come near enough, and in which steps.
void SegmentContacts::keepNear(float diameter, int steps, ThreadPool* pool) {
    const size_t count = pairs_.size();
    if (order_.tags.size() < count + 4) order_.tags.resize(count + count / 4 + 4);
    const NearTimes times(swept_.data(), diameter, steps);
    inChunks(count, pool, [&](size_t first, size_t last) {
        // The broad phase leaves pairs with one segment in common beside each other.
        uint32_t left[pairChunk + 4];
        size_t lefts = 0;
        for (size_t i = first; i < last;) {
            size_t end = i + 1;
            const bool leads = end < last && pairs_[end].a == pairs_[i].a;
            if (leads) while (end < last && pairs_[end].a == pairs_[i].a) ++end;
            else while (end < last && pairs_[end].b == pairs_[i].b) ++end;
            const Pair* some = &pairs_[i];
            const uint32_t from = static_cast<uint32_t>(i - first);
            lefts += leads ? times.leave<true>(some, end - i, from, left + lefts)
                           : times.leave<false>(some, end - i, from, left + lefts);
            i = end;
        }
        std::memset(&order_.tags[first], 0, last - first);
        times.tag(&pairs_[first], left, lefts, &order_.tags[first]);
    });
    size_t near = 0;
    for (size_t i = 0; i < count; ++i) {
        const Pair p = pairs_[i];
        pairs_[near] = {begin_[p.a], begin_[p.b]};
        order_.tags[near] = order_.tags[i];
        near += order_.tags[i] != 0;
    }
    pairs_.keepFirst(near);
}

void SegmentContacts::find(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool, int step) {
    if (step == 0 || left_ > settings.steps) left_ = 0;
    if (left_ <= 0) {
        ways_.begin(points, settings.diameter, settings.steps);
        left_ = settings.steps;
        search(points, settings, pool);
    }
    const int since = settings.steps - left_;
    const uint32_t now = 1u << (since < mostSteps ? since : mostSteps - 1);
    --left_;

    contacts_.fill(pairs_.size(), pool, [&](size_t first, size_t last, Contact* out) {
        // Pairs whose time this step is, then those of them that touch; four at a time.
        Pair due[pairChunk + 4], near[pairChunk + 4];
        float dueLeast[pairChunk + 4], at[4][pairChunk + 4];  // s, t, distance and diameter of those near
        size_t dues = 0, nears = 0, made = 0;
        for (size_t i = first; i < last; ++i) {  // written in any case
            due[dues] = pairs_[i];
            dueLeast[dues] = diameter_[i];
            dues += (order_.tags[i] & now) != 0;
        }
        for (size_t k = 0; k < 4; ++k) due[dues + k] = due[0], dueLeast[dues + k] = -1;  // touches nothing
        for (size_t i = 0; i < dues; i += 4) {
            const Ends e = endsOf(points.now, &due[i]);
            const Gap gap = gapOf(e, settings.conservative, settings.threePoints);
            const uint32_t bits = laneBits(gap.distance < loadLanes<4>(&dueLeast[i]));
            if (bits == 0) continue;
            for (size_t k = 0; k < 4; ++k) {  // written in any case
                const int lane = static_cast<int>(k);
                near[nears] = due[i + k];
                at[0][nears] = gap.at.s[lane], at[1][nears] = gap.at.t[lane];
                at[2][nears] = gap.distance[lane], at[3][nears] = dueLeast[i + k];
                nears += bits >> k & 1;
            }
        }
        for (size_t k = 0; k < 4; ++k) near[nears + k] = near[0];
        for (size_t i = 0; i < nears; i += 4) {
            const size_t count = nears - i < 4 ? nears - i : 4;
            const Ends e = endsOf(points.now, &near[i]);
            Gap gap;
            gap.at = {loadLanes<4>(&at[0][i]), loadLanes<4>(&at[1][i])};
            gap.distance = loadLanes<4>(&at[2][i]);
            gap.between = betweenAt(e, gap.at);
            const ContactNumber least = loadLanes<4>(&at[3][i]);
            made += touching(points, &near[i], count, e, gap, least, settings.conservative, out + made);
        }
        return made;
    });
}

}  // namespace ringlet
