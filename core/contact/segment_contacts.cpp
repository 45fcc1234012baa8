#include "core/contact/segment_contacts.h"

#include "core/contact/near_times.h"
#include "core/contact/segment_math.h"

namespace ringlet {
namespace {

// Pairs farther than this share of the diameter from touching are not looked at in the next step.
constexpr float heldShare = 0.3f;
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

// Of four held pairs s, t and how near they touch.
inline ContactVec3 heldAt(const HeldPair* const* four) {
    const float* rows[4];
    for (int k = 0; k < 4; ++k) rows[k] = &four[k]->s;
    return turnRows(rows);
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
        const Vec3f from = positionOf(points.now[p]), half = 0.5f * (positionOf(points.now[p + 1]) - from);
        const Vec3f middle = from + half;
        row[0] = {middle.x, middle.y, middle.z, 1 / maximum(dot(half, half), 1e-20f)};
        row[1] = {half.x, half.y, half.z, 0};
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

    // Every other step the nearest points of the step before are held, of those pairs that may touch in it.
    const bool held = since % 2 == 1 && !settings.conservative;
    const ContactNumber slack(heldShare * settings.diameter);
    if (held_.size() < diameter_.size()) {
        held_.resize(diameter_.size());
        helds_.resize(diameter_.size() / pairChunk + 1);
    }

    contacts_.fill(pairs_.size(), pool, [&](size_t first, size_t last, Contact* out) {
        // Pairs whose time this step is, then those of them that touch; four at a time.
        HeldPair near[pairChunk + 4];
        float distance[pairChunk + 4];
        size_t nears = 0, made = 0;
        const size_t chunk = first / pairChunk;
        if (held) {
            const HeldPair* from = &held_[first];
            const size_t count = helds_[chunk];
            for (size_t i = 0; i < count; i += 4) {
                const HeldPair* four[4];
                Pair pairs[4];
                for (size_t k = 0; k < 4; ++k) four[k] = from + i + (i + k < count ? k : 0), pairs[k] = four[k]->pair;
                const Ends e = endsOf(points.now, pairs);
                const ContactVec3 at = heldAt(four);
                const ContactNumber apart = lengthOf(betweenAt(e, {at.x, at.y}));
                const uint32_t bits = laneBits(apart < at.z) & (count - i < 4 ? (1u << (count - i)) - 1 : 15u);
                for (int k = 0; k < 4; ++k) {  // written in any case
                    near[nears] = *four[k], distance[nears] = apart[k];
                    nears += bits >> k & 1;
                }
            }
        } else {
            Pair due[pairChunk + 4];
            float least[pairChunk + 4];
            HeldPair keep[pairChunk + 4];
            size_t dues = 0, kept = 0;
            for (size_t i = first; i < last; ++i) {  // written in any case
                due[dues] = pairs_[i];
                least[dues] = diameter_[i];
                dues += (order_.tags[i] & now) != 0;
            }
            for (size_t k = 0; k < 4; ++k) due[dues + k] = due[0], least[dues + k] = -1e9f;  // touches nothing
            for (size_t i = 0; i < dues; i += 4) {
                const Gap gap = gapOf(endsOf(points.now, &due[i]), settings.conservative, settings.threePoints);
                const ContactNumber apart = gap.distance - loadLanes<4>(&least[i]);
                const uint32_t some = laneBits(apart < slack), bits = laneBits(apart < ContactNumber(0.0f));
                if (some == 0) continue;
                for (int k = 0; k < 4; ++k) {  // written in any case
                    const HeldPair one{due[i + k], gap.at.s[k], gap.at.t[k], least[i + k], 0};
                    keep[kept] = near[nears] = one, distance[nears] = gap.distance[k];
                    kept += some >> k & 1, nears += bits >> k & 1;
                }
            }
            helds_[chunk] = kept;
            std::memcpy(&held_[first], keep, kept * sizeof keep[0]);
        }
        for (size_t i = 0; i < nears; i += 4) {
            const size_t count = nears - i < 4 ? nears - i : 4;
            const HeldPair* four[4];
            Pair pairs[4];
            float apart[4];
            for (size_t k = 0; k < 4; ++k) {
                four[k] = near + i + (k < count ? k : 0), pairs[k] = four[k]->pair;
                apart[k] = distance[i + (k < count ? k : 0)];
            }
            const Ends e = endsOf(points.now, pairs);
            const ContactVec3 at = heldAt(four);
            Gap gap;
            gap.at = {at.x, at.y};
            gap.distance = loadLanes<4>(apart);
            gap.between = betweenAt(e, gap.at);
            made += touching(points, pairs, count, e, gap, at.z, settings.conservative, out + made);
        }
        return made;
    });
}

}  // namespace ringlet
