#include "core/contact/segment_contacts.h"

#include "core/contact/near_times.h"
#include "core/contact/touch_math.h"

namespace ringlet {
namespace {

// Room for the held pairs of a chunk, and one that does not count.
constexpr size_t heldRoom = pairChunk + 1;

typedef Ends<ContactNumber> FourEnds;
typedef Gap<ContactNumber> FourGaps;

// Of four pairs, by the first points of their segments.
template <class Of>
inline FourEnds endsOf(const HairPoint* points, const Of* pairs) {
    const float *a[4], *a1[4], *b[4], *b1[4];
    for (int i = 0; i < 4; ++i) {
        const HairPoint *onA = points + pairs[i].a, *onB = points + pairs[i].b;
        a[i] = &onA[0].x, a1[i] = &onA[1].x, b[i] = &onB[0].x, b1[i] = &onB[1].x;
    }
    FourEnds e;
    ContactNumber* const m = e.masses;
    e.p = turnRows(a, m), e.a1 = turnRows(a1, m + 1), e.u = e.a1 - e.p;
    e.q = turnRows(b, m + 2), e.b1 = turnRows(b1, m + 3), e.v = e.b1 - e.q;
    return e;
}

// Of four held pairs s, t and how near they touch.
inline ContactVec3 heldAt(const HeldPair* const* four) {
    const float* rows[4];
    for (int k = 0; k < 4; ++k) rows[k] = &four[k]->s;
    return turnRows(rows);
}

// Of four pairs that touch the first `count` become contacts; says how many. `again`: their nearest
// points are those of another step; kept for the forces too, they would let hair swing for ever.
size_t touching(const HairPoints& points, const HeldPair* const* four, size_t count, bool conservative, bool again,
                Contact* out) {
    Pair pairs[4];
    for (int k = 0; k < 4; ++k) pairs[k] = four[k]->pair;
    const FourEnds e = endsOf(points.now, pairs), was = endsOf(points.before, pairs);
    const ContactVec3 held = heldAt(four);
    NearestOnSegments<ContactNumber> at{held.x, held.y};
    if (again) at = nearestOnSegments(e.p, e.u, e.q, e.v, segmentEvenness);
    const Touch<ContactNumber> touch = touchOf(e, was, at, held.z, conservative);
    const ContactNumber* const w = touch.weight;
    float weights[4][4], shares[4][4], normals[4][4], slips[4][4];
    rowsOf({w[0], w[1], w[2]}, w[3], weights);
    rowsOf({w[0] * e.masses[0], w[1] * e.masses[1], w[2] * e.masses[2]}, w[3] * e.masses[3], shares);
    rowsOf(touch.normal, touch.depth, normals);
    rowsOf(touch.slip, touch.approach, slips);
    for (size_t k = 0; k < count; ++k) {
        Contact& c = out[k];
        c.point[0] = pairs[k].a, c.point[1] = pairs[k].a + 1, c.point[2] = pairs[k].b, c.point[3] = pairs[k].b + 1;
        std::memcpy(c.weight, weights[k], sizeof weights[k]);
        std::memcpy(c.share, shares[k], sizeof shares[k]);
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
}

// What segments are looked for in takes more than the segments themselves: hair that meets nobody goes without.
void SegmentContacts::makeRoom() {
    if (!swept_.empty()) return;
    boxes_.resize(begin_.size());
    boxes_.owner = strand_;
    swept_.resize(sweptRows * begin_.size());
}

// Where the segments may be until the next search, and what else of their ways tells which come near.
void SegmentContacts::placeBoxes(const HairPoints& points, const SegmentSettings& settings) {
    const ContactNumber radius(0.5f * settings.diameter);
    for (size_t i = 0; i < begin_.size(); ++i) {
        const uint32_t p = begin_[i];
        const ContactNumber low = minimum(ways_.low(p), ways_.low(p + 1)) - radius;
        const ContactNumber high = maximum(ways_.high(p), ways_.high(p + 1)) + radius;
        boxes_.set(i, {low[0], low[1], low[2]}, {high[0], high[1], high[2]});
        sweepSegment(points.now + p, ways_.ways() + p, &swept_[sweptRows * i]);
    }
}

void SegmentContacts::search(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool) {
    makeRoom();
    if (crowdedAt_ != settings.diameter) findCrowded(points.rest, settings);
    const float longest = foresightOf(settings.conservative).longest;
    ways_.begin(points, settings.diameter, settings.steps, longest * settings.diameter);
    placeBoxes(points, settings);
    const size_t count = begin_.size(), leftOut = crowds_.thinUntil(boxes_, settings.diameter, [&] {
        pairs_.clear(mostPairsOf(count));
        broadPhase_.find(settings.broadPhase, boxes_, nullptr, pairs_, {nullptr, pool});
        if (pairs_.full()) return false;
        keepNear(settings, pool);
        return near_.count() <= mostNearOf(count);
    });
    if (leftOut_ < leftOut) leftOut_ = leftOut;
    order_.sort(near_.all(), near_.count(), begin_.empty() ? 0 : begin_.back() + 1);
    measureRest(points.rest, settings);
}

// Of pairs whose boxes overlap, those that come near enough, and in which steps.
void SegmentContacts::keepNear(const SegmentSettings& settings, ThreadPool* pool) {
    const NearTimes times(swept_.data(), nearSettings(settings.diameter, settings.steps, settings.conservative));
    near_.fill(pairs_.size(), pool, [&](size_t first, size_t last, NearPair* out) {
        // The broad phase leaves pairs with one segment in common beside each other.
        uint32_t left[pairChunk + 4];
        uint8_t when[pairChunk + 4];
        size_t lefts = 0, made = 0;
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
        const Pair* const pairs = &pairs_[first];
        times.tell(pairs, left, lefts, when);
        for (size_t i = 0; i < lefts; ++i) {  // written in any case
            const Pair& p = pairs[left[i]];
            out[made] = {begin_[p.a], begin_[p.b], settings.diameter, when[i]};
            made += when[i] != 0;
        }
        return made;
    });
}

// Which segments rest so near others that they touch only below less than the diameter.
void SegmentContacts::findCrowded(const HairPoint* rest, const SegmentSettings& settings) {
    crowdedAt_ = settings.diameter;
    crowded_.assign(begin_.empty() ? 0 : begin_.back() + 1, 0);
    // What is measured is no less than the distance.
    const float r = 0.5001f * settings.diameter / restShare;
    const Vec3f radius{r, r, r};
    for (size_t i = 0; i < begin_.size(); ++i) {
        const Vec3f a = positionOf(rest[begin_[i]]), b = positionOf(rest[begin_[i] + 1]);
        const Vec3f low{minimum(a.x, b.x), minimum(a.y, b.y), minimum(a.z, b.z)};
        const Vec3f high{maximum(a.x, b.x), maximum(a.y, b.y), maximum(a.z, b.z)};
        boxes_.set(i, low - radius, high + radius);
    }
    pairs_.clear(mostPairsOf(begin_.size()));
    broadPhase_.find(settings.broadPhase, boxes_, nullptr, pairs_);
    if (pairs_.full()) {  // too many to look at: each may be
        crowded_.assign(crowded_.size(), 1);
        pairs_.clear();
    }
    for (size_t i = 0; i < pairs_.size(); i += 4) {
        Pair pairs[4];
        for (size_t k = 0; k < 4; ++k) {
            const Pair& p = pairs_[i + k < pairs_.size() ? i + k : i];
            pairs[k] = {begin_[p.a], begin_[p.b]};
        }
        const ContactNumber apart = gapOf(endsOf(rest, pairs), settings.conservative, false).distance;
        const uint32_t close = laneBits(ContactNumber(restShare) * apart < ContactNumber(settings.diameter));
        for (int k = 0; k < 4; ++k)
            if (close >> k & 1) crowded_[pairs[k].a] = crowded_[pairs[k].b] = 1;
    }
}

// How near each kept pair may come.
void SegmentContacts::measureRest(const HairPoint* rest, const SegmentSettings& settings) {
    NearPair* const near = near_.all();
    std::vector<uint32_t>& some = crowdedPairs_;
    if (some.size() < near_.count() + 1) some.resize(near_.count() + near_.count() / 4 + 1);
    size_t count = 0;
    for (size_t i = 0; i < near_.count(); ++i) {  // written in any case
        some[count] = static_cast<uint32_t>(i);
        count += crowded_[near[i].a] & crowded_[near[i].b];
    }
    for (size_t i = 0; i < count; i += 4) {
        NearPair four[4];
        for (size_t k = 0; k < 4; ++k) four[k] = near[some[i + k < count ? i + k : i]];
        const ContactNumber apart = gapOf(endsOf(rest, four), settings.conservative, false).distance;
        const ContactNumber least = minimum(ContactNumber(settings.diameter), ContactNumber(restShare) * apart);
        for (size_t k = 0; k < 4 && i + k < count; ++k) near[some[i + k]].least = least[static_cast<int>(k)];
    }
}

// Some of the pairs that are kept, and those of them that touch in this step.
struct SegmentContacts::TouchChunk {
    size_t first, last;                     // of the kept pairs
    HeldPair* keep;                         // nearest points of pairs that come near,
    size_t& kept;                           // so many
    const HeldPair** touch;                 // room for a chunk and four
    size_t touches;
};

// Pairs whose nearest points the step before has kept; four at a time.
void SegmentContacts::touchHeld(const HairPoints& points, TouchChunk& c) const {
    for (size_t i = 0; i < c.kept; i += 4) {
        const HeldPair* four[4];
        Pair some[4];
        for (size_t k = 0; k < 4; ++k) four[k] = c.keep + (i + k < c.kept ? i + k : i), some[k] = four[k]->pair;
        const ContactVec3 at = heldAt(four);
        const ContactNumber apart = lengthOf(betweenAt(endsOf(points.now, some), {at.x, at.y}));
        const uint32_t bits = laneBits(apart < at.z) & (c.kept - i < 4 ? (1u << (c.kept - i)) - 1 : 15u);
        for (int k = 0; k < 4; ++k) c.touch[c.touches] = four[k], c.touches += bits >> k & 1;  // written in any case
    }
}

// Pairs whose time this step is; keeps the nearest points of those that come near.
void SegmentContacts::touchDue(const HairPoints& points, const TouchStep& step, TouchChunk& c) {
    const NearPair* const pairs = near_.all();
    const ContactNumber slack(step.slack);
    NearPair due[pairChunk + 4];
    size_t dues = 0, some = 0;
    for (size_t i = c.first; i < c.last; ++i) {  // written in any case
        due[dues] = pairs[i];
        dues += (pairs[i].steps & step.now) != 0;
    }
    for (size_t k = 0; k < 4; ++k) due[dues + k] = due[0], due[dues + k].least = -1e9f;  // touches nothing
    for (size_t i = 0; i < dues; i += 4) {
        const NearPair* const four = due + i;
        const FourGaps gap = gapOf(endsOf(points.now, four), step.conservative, step.threePoints);
        const ContactNumber::Vector least = {four[0].least, four[1].least, four[2].least, four[3].least};
        const ContactNumber apart = gap.distance - ContactNumber(least);
        const uint32_t close = laneBits(apart < slack), bits = laneBits(apart < ContactNumber(0.0f));
        if (close == 0) continue;
        for (int k = 0; k < 4; ++k) {  // written in any case
            c.keep[some] = {{four[k].a, four[k].b}, gap.at.s[k], gap.at.t[k], four[k].least, 0};
            c.touch[c.touches] = c.keep + some;
            c.touches += bits >> k & 1, some += close >> k & 1;
        }
    }
    c.kept = some;
}

void SegmentContacts::clear() {
    forget();
    near_.fill(0, nullptr, [](size_t, size_t, NearPair*) { return size_t{0}; });  // keeps its room
    contacts_.fill(0, nullptr, [](size_t, size_t, Contact*) { return size_t{0}; });
}

SegmentPlan SegmentContacts::plan(const SegmentSettings& settings, int step) {
    SegmentPlan plan{false, {settings.diameter, settings.steps, settings.conservative},
                     {1, false, heldShare * settings.diameter, settings.conservative, settings.threePoints}};
    if (strand_.empty() || strand_.front() == strand_.back()) return plan;  // a strand does not touch itself
    if (step == 0 || left_ > settings.steps || left_ <= 0) {
        plan.searches = true;
        left_ = settings.steps;
        ++searches_;
    }
    const int since = settings.steps - left_;
    plan.touch.now = 1u << (since < mostSteps ? since : mostSteps - 1);
    --left_;
    // Every other step the nearest points of the step before are held, of those pairs that may touch in it.
    plan.touch.held = since % 2 == 1 && !settings.conservative;
    return plan;
}

void SegmentContacts::find(const HairPoints& points, const SegmentSettings& settings, ThreadPool* pool, int step) {
    const SegmentPlan planned = plan(settings, step);
    const TouchStep& how = planned.touch;
    if (planned.searches) search(points, settings, pool);
    const size_t count = near_.count(), chunks = count / pairChunk + 1;
    if (helds_.size() < chunks) {
        helds_.resize(chunks + chunks / 4);
        held_.resize(helds_.size() * heldRoom);
    }

    contacts_.fill(count, pool, [&](size_t first, size_t last, Contact* out) {
        const HeldPair* touch[pairChunk + 4];
        TouchChunk chunk{first, last, &held_[first / pairChunk * heldRoom], helds_[first / pairChunk], touch, 0};
        if (how.held) touchHeld(points, chunk);
        else touchDue(points, how, chunk);
        size_t made = 0;
        for (size_t i = 0; i < chunk.touches; i += 4) {
            const HeldPair* four[4];
            for (size_t k = 0; k < 4; ++k) four[k] = touch[i + k < chunk.touches ? i + k : i];
            made += touching(points, four, chunk.touches - i < 4 ? chunk.touches - i : 4, how.conservative,
                             how.held && !how.threePoints, out + made);
        }
        return made;
    });
}

}  // namespace ringlet
