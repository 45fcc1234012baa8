#include "core/models/cylinders/cylinder_pairs.h"

#include <algorithm>

namespace ringlet::cylinders {
namespace {

typedef ContactNumber N;

// Runs body(lane) for each of four that a bit is set of.
template <class Body>
void eachBit(uint32_t bits, const Body& body) {
    for (size_t k = 0; k < 4; ++k)
        if (bits >> k & 1) body(k);
}

template <class Of>
uint64_t numberOf(const Of& pair) { return uint64_t{pair.a} << 32 | pair.b; }

// Four columns of a block, from a row and a pair on.
float (*columns(PairBlock& block, int row, int pair))[blockPairs] { return reinterpret_cast<float (*)[blockPairs]>(&block.rows[row][pair]); }
const float (*columns(const PairBlock& block, int row, int pair))[blockPairs] {
    return reinterpret_cast<const float (*)[blockPairs]>(&block.rows[row][pair]);
}

// Columns of segments[pair.a], or pair.b, of four pairs.
void gatherSegments(const Cylinder* segments, const Pair* pairs, uint32_t Pair::*side, float (*rows)[blockPairs]) {
    static_assert(sizeof(Cylinder) == cylinderRows * sizeof(float), "x, way, way, along, length, with nothing between");
    const float* of[4];
    for (int k = 0; k < 4; ++k) of[k] = &segments[pairs[k].*side].x.x;
    N last;
    for (int row = 0; row < cylinderRows - 1; row += 4) {
        const Vec3<N> three = turnRows(of, &last);
        storeLanes(rows[row], three.x), storeLanes(rows[row + 1], three.y), storeLanes(rows[row + 2], three.z), storeLanes(rows[row + 3], last);
        for (const float*& from : of) from += 4;
    }
    for (int k = 0; k < 4; ++k) rows[cylinderRows - 1][k] = *of[k];
}

// Loads of a point of each of four pairs, as rows.
struct FourLoads {
    float matrix[4][4], rest[4][4], last[4];  // xx yy zz xy; xz yz and b; b
    explicit FourLoads(const float (*rows)[blockPairs]) {
        const auto row = [&](int i) { return loadLanes<4>(rows[i]); };
        rowsOf({row(0), row(1), row(2)}, row(3), matrix);
        rowsOf({row(4), row(5), row(6)}, row(7), rest);
        storeLanes(last, row(8));
    }
    void addTo(SegmentLoad& load, size_t k) const { add(load, loadLanes<4>(matrix[k]), loadLanes<4>(rest[k]), last[k]); }
    void writeTo(SegmentLoad& load, size_t k) const {
        float* const to = &load.C.xx;
        storeLanes(to, loadLanes<4>(matrix[k])), storeLanes(to + 4, loadLanes<4>(rest[k]));
        to[8] = last[k];
    }
    // C of a point.
    Sym3<float> formOf(size_t k) const { return {matrix[k][0], matrix[k][1], matrix[k][2], matrix[k][3], rest[k][0], rest[k][1]}; }
    static void add(SegmentLoad& load, N four, N more, float one) {
        static_assert(sizeof(SegmentLoad) == 9 * sizeof(float), "the matrix, the vector, with nothing between");
        float* const to = &load.C.xx;
        storeLanes(to, loadLanes<4>(to) + four);
        storeLanes(to + 4, loadLanes<4>(to + 4) + more);
        to[8] += one;
    }
    static void add(SegmentLoad& load, const SegmentLoad& other) {
        const float* const from = &other.C.xx;
        add(load, loadLanes<4>(from), loadLanes<4>(from + 4), from[8]);
    }
};

// Whose loads a pair gives to: the beginnings of both segments are the ends of those before.
struct PairPoints {
    uint32_t at[4];
    explicit PairPoints(const Pair& p) : at{p.a - 1, p.a, p.b - 1, p.b} {}
};

// Visits pairs in their order, `blockPairs` at a time, with their segments in the block. The last one is filled up with its last pair.
// What visit() writes over them has been read.
template <class Visit>
void eachBlock(PairBlock& block, const std::vector<Cylinder>& segments, const Pair* all, size_t size, const Visit& visit) {
    for (size_t i = 0; i < size; i += blockPairs) {
        const int count = size - i < blockPairs ? static_cast<int>(size - i) : blockPairs;
        Pair padded[blockPairs];
        const Pair* pairs = all + i;
        if (count < blockPairs) {
            for (int k = 0; k < blockPairs; ++k) padded[k] = pairs[k < count ? k : count - 1];
            pairs = padded;
        }
        for (int k = 0; k < blockPairs; k += 4) {
            gatherSegments(segments.data(), pairs + k, &Pair::a, columns(block, SegmentA, k));
            gatherSegments(segments.data(), pairs + k, &Pair::b, columns(block, SegmentB, k));
        }
        visit(pairs, count);
    }
}

}  // namespace

CylinderPairs::CylinderPairs(const std::vector<uint32_t>& strands, void (*answer)(PairBlock&))
    : answer_(answer), segments_(strands.size()), ahead_(strands.size()), loads_(strands.size()), atRoot_(strands.size()), listedAt_(strands.size()), now_(strands.size()), before_(strands.size()), ways_(strands.size()) {
    boxes_.resize(strands.size());
    boxes_.owner = strands;
    for (size_t i = 0; i < strands.size(); ++i) atRoot_[i] = i == 0 || strands[i] != strands[i - 1];
}

size_t CylinderPairs::bytes() const {
    return segments_.size() * (sizeof(Cylinder) + sizeof(SegmentAhead) + sizeof(SegmentLoad) + 15 * sizeof(float)) + rest_.size() * sizeof(Cylinder) +
           resting_.size() * sizeof(float) + met_.size() * sizeof(MetPair) + grips_.size() * sizeof(Grip);
}

// What is kept has to do with nothing but whether it may be: results are those of a list made anew.
void CylinderPairs::search(const CylinderMaterial& m, int steps, ThreadPool* pool) {
    keeps_ = allSlow(m, steps);
    if (!keeps_ || !listHolds(m)) list(m, steps, pool);
}

bool CylinderPairs::allSlow(const CylinderMaterial& m, int steps) const {
    bool slow = true;
    for (const Cylinder& s : segments_) slow &= isSlow(s, keptWithin * m.radius / static_cast<float>(steps));
    return slow;
}

bool CylinderPairs::listHolds(const CylinderMaterial& m) const {
    if (!listed_.serves(m)) return false;
    bool holds = true;
    for (size_t i = 0; i < segments_.size(); ++i) holds &= staysNear(segments_[i], listedAt_[i], keptWithin * m.radius);
    return holds;
}

// Boxes of the ways beside those that hair nearby has in common.
void CylinderPairs::placeBoxes(const CylinderMaterial& m, int steps, ThreadPool* pool) {
    inChunks(segments_.size(), pool, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) now_[i] = middleOf(segments_[i], 0), before_[i] = middleOf(segments_[i], -1);
    });
    ways_.begin({now_.data(), before_.data(), nullptr}, 2 * m.radius, steps, farthestWay * m.radius, pool);
    inChunks(segments_.size(), pool, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            listedAt_[i] = listedAt(segments_[i]);
            Vec3f low{1, 1, 1}, high{0, 0, 0};
            if (!atRoot_[i]) {
                const N a = ways_.low(static_cast<uint32_t>(i)), b = ways_.high(static_cast<uint32_t>(i));
                const Vec3f reach = reachOf(m, segments_[i]);
                low = Vec3f{a[0], a[1], a[2]} - reach, high = Vec3f{b[0], b[1], b[2]} + reach;
            }
            boxes_.set(i, low, high);
        }
    });
}

// Of pairs whose boxes overlap those that may meet.
size_t CylinderPairs::keepNear(const CylinderMaterial& m, int steps, Pair* pairs, size_t count) const {
    PairBlock block(m, m.range() + straySize * m.radius, (1 + strayWay) * static_cast<float>(steps), false);
    size_t kept = 0;
    eachBlock(block, segments_, pairs, count, [&](const Pair* some, int size) {
        answer_(block);
        for (int k = 0; k < size; ++k) {  // written in any case
            pairs[kept] = some[k];
            kept += block.rows[Near][k] > 0;
        }
    });
    return kept;
}

void CylinderPairs::list(const CylinderMaterial& m, int steps, ThreadPool* pool) {
    placeBoxes(m, steps, pool);
    const auto keep = [&](Pair* pairs, size_t count) { return keepNear(m, steps, pairs, count); };
    const PairFilter wanted = std::cref(keep);
    const size_t leftOut = crowds_.thinUntil(boxes_, m.radius, [&] {
        pairs_.clear(mostPairsOf(segments_.size()));
        broadPhase_.find(BroadPhaseKind::Grid, boxes_, nullptr, pairs_, {nullptr, pool, &wanted});
        return !pairs_.full() && pairs_.size() <= mostNearPairs;
    });
    listed_ = leftOut > 0 ? ListedFor{} : ListedFor{m.radius, m.range()};
    leftOut_ = std::max(leftOut_, leftOut);
    if (pairs_.size() > 0) order_.sort(&pairs_[0], pairs_.size(), static_cast<uint32_t>(segments_.size()));
    findResting(m, pool);
}

void CylinderPairs::findResting(const CylinderMaterial& m, ThreadPool* pool) {
    if (rest_.empty()) return;
    if (resting_.size() < pairs_.size() + blockPairs) resting_.resize(pairs_.size() + pairs_.size() / 4 + blockPairs);
    inChunks(pairs_.size(), pool, [&](size_t first, size_t last) {
        PairBlock block(m, 0, 0, false);
        float* to = &resting_[first];
        eachBlock(block, rest_, &pairs_[first], last - first, [&](const Pair*, int count) {
            answer_(block);
            for (int k = 0; k < count; ++k) *to++ = maximum(block.rows[Depth][k], 0.0f);
        });
    });
}

// The first grip of those before that is no earlier than that of a pair.
size_t CylinderPairs::gripFrom(Pair pair) const {
    const auto earlier = [](const Grip& grip, uint64_t number) { return numberOf(grip) < number; };
    return static_cast<size_t>(std::lower_bound(gripsBefore_.begin(), gripsBefore_.end(), numberOf(pair), earlier) - gripsBefore_.begin());
}

// Pairs come in the order of grips, from `grip` on.
void CylinderPairs::recall(PairBlock& block, const Pair* pairs, size_t& grip) const {
    for (int i = 0; i < blockPairs; ++i) {
        const uint64_t pair = numberOf(pairs[i]);
        while (grip < gripsBefore_.size() && numberOf(gripsBefore_[grip]) < pair) ++grip;
        const bool clung = grip < gripsBefore_.size() && numberOf(gripsBefore_[grip]) == pair;
        const Vec3f strain = clung ? gripsBefore_[grip].strain : Vec3f{0, 0, 0};
        block.rows[Slipped][i] = strain.x, block.rows[Slipped + 1][i] = strain.y, block.rows[Slipped + 2][i] = strain.z;
    }
}

// give(pair, loads, k) of those of a block that are near: loads of the beginning and end of a, then of b, in column k; null in the
// published step. Strains that are not finite, of lost strands, are forgotten.
template <class Give>
void CylinderPairs::take(const PairBlock& block, const Pair* pairs, int count, Answers& to, const Give& give) const {
    for (int first = 0; first < count; first += 4) {
        uint32_t near = 0;
        for (int k = 0; k < 4 && first + k < count; ++k) near |= (block.rows[Near][first + k] > 0 ? 1u : 0u) << k;
        if (near == 0) continue;
        if (!block.answers) {
            eachBit(near, [&](size_t k) {
                give(pairs[first + static_cast<int>(k)], nullptr, k);
                to.touching += block.rows[Depth][first + static_cast<int>(k)] > 0;
            });
            continue;
        }
        const auto loadsAt = [&](int end) { return FourLoads(columns(block, Given + end * givenRows, first)); };
        const FourLoads loads[4] = {loadsAt(0), loadsAt(1), loadsAt(2), loadsAt(3)};
        eachBit(near, [&](size_t k) {
            const int i = first + static_cast<int>(k);
            give(pairs[i], loads, k);
            to.touching += block.rows[Depth][i] > 0;
            if (again_) {
                const auto form = [&](int end) { return loads[end].formOf(k); };
                to.met[to.meeting] = {pairs[i], pairForm(form, segments_[pairs[i].a], segments_[pairs[i].b], block.rows[At][i], block.rows[At + 1][i])};
                to.meeting += dependsOnWays(to.met[to.meeting].form);
            }
            const Vec3f strain{block.rows[Slipped][i], block.rows[Slipped + 1][i], block.rows[Slipped + 2][i]};
            const float squared = dot(strain, strain);
            to.grips[to.gripping] = {pairs[i].a, pairs[i].b, strain};  // written in any case
            to.gripping += 0 < squared && squared < 1;
        });
    }
}

// Pairs [first, last) of the list.
template <class Give>
void CylinderPairs::answer(const CylinderMaterial& m, size_t first, size_t last, Answers& to, const Give& give) const {
    to.near = to.gripping = to.touching = to.meeting = 0;
    PairBlock block(m, m.range(), m.published ? 0.0f : 1.0f, !m.published);
    size_t grip = gripFrom(pairs_[first]);
    const float* resting = rest_.empty() ? nullptr : &resting_[first];
    eachBlock(block, segments_, &pairs_[first], last - first, [&](const Pair* pairs, int count) {
        recall(block, pairs, grip);
        for (int k = 0; k < count; ++k) block.rows[Resting][k] = resting != nullptr ? *resting++ : 0;
        answer_(block);
        take(block, pairs, count, to, give);
    });
}

// To those of the segments [first, last) that are of a pair.
void CylinderPairs::addPublished(const CylinderMaterial& m, Pair pair, uint32_t first, uint32_t last) {
    const Cylinder &a = segments_[pair.a], &b = segments_[pair.b];
    const CylinderTouch touch = touchOf(m, a, b);
    if (first <= pair.a && pair.a < last) respondPublished(m, a, b, touch, 0, loads_[pair.a]);
    if (first <= pair.b && pair.b < last) respondPublished(m, a, b, touch, 1, loads_[pair.b]);
}

void CylinderPairs::keep(const Answers& of) {
    touching_ += of.touching;
    if (of.meeting > 0) met_.insert(met_.end(), of.met, of.met + of.meeting);
    if (of.gripping > 0) grips_.insert(grips_.end(), of.grips, of.grips + of.gripping);
}

// Without writing it down, which costs a lock a tenth of its time.
void CylinderPairs::answerAlone(const CylinderMaterial& m) {
    answers_.resize(1);
    for (size_t first = 0; first < pairs_.size(); first += Answers::each) {
        answer(m, first, std::min(first + Answers::each, pairs_.size()), answers_[0], [&](Pair pair, const FourLoads* loads, size_t k) {
            if (loads == nullptr) return addPublished(m, pair, 0, UINT32_MAX);
            const PairPoints points(pair);
            for (int end = 0; end < 4; ++end) loads[end].addTo(loads_[points.at[end]], k);
        });
        keep(answers_[0]);
    }
}

// The same where threads share the work: what pairs give is written down first.
void CylinderPairs::answerSideBySide(const CylinderMaterial& m, ThreadPool& pool) {
    const auto tell = [&](size_t first, size_t last, Answers& to) {
        answer(m, first, last, to, [&](Pair pair, const FourLoads* loads, size_t k) {
            for (int end = 0; end < 4 && loads != nullptr; ++end) loads[end].writeTo(to.given[to.near][end], k);
            to.pairs[to.near++] = pair;
        });
    };
    const auto add = [&](const Answers& of, uint32_t first, uint32_t last) {
        for (size_t i = 0; i < of.near; ++i) {
            if (m.published) {
                addPublished(m, of.pairs[i], first, last);
                continue;
            }
            const PairPoints points(of.pairs[i]);
            for (int end = 0; end < 4; ++end)
                if (points.at[end] - first < last - first) FourLoads::add(loads_[points.at[end]], of.given[i][end]);
        }
    };
    giveInOrder(answers_, pairs_.size(), loads_.size(), &pool, tell, add, [this](const Answers& of) { keep(of); });
}

void CylinderPairs::find(const CylinderMaterial& m, int searchSteps, ThreadPool* pool, bool again) {
    if (searchSteps > 0) search(m, searchSteps, pool);
    else if (keeps_ && !listHolds(m)) list(m, 1, pool);
    for (SegmentLoad& load : loads_) load = {};
    touching_ = 0;
    again_ = again;
    met_.clear();
    gripsBefore_.swap(grips_);
    grips_.clear();
    if (pool != nullptr && pool->threads() > 1) answerSideBySide(m, *pool);
    else answerAlone(m);
    gripsBefore_.reserve(grips_.capacity());  // they change places
}

void CylinderPairs::centre(ThreadPool* pool) {
    const auto tell = [&](size_t first, size_t last, Centred& to) {
        to.met = &met_[first], to.count = last - first;
        for (size_t i = 0; i < to.count; ++i) centreAhead(to.met[i].form, ahead_[to.met[i].pair.a], ahead_[to.met[i].pair.b], to.ends[i]);
    };
    const auto add = [&](const Centred& of, uint32_t first, uint32_t last) {
        for (size_t i = 0; i < of.count; ++i) {
            const PairPoints points(of.met[i].pair);
            for (int end = 0; end < 4; ++end)
                if (points.at[end] - first < last - first) loads_[points.at[end]].b = loads_[points.at[end]].b + of.ends[i][end];
        }
    };
    giveInOrder(centred_, met_.size(), loads_.size(), pool, tell, add, [](const Centred&) {});
}

}  // namespace ringlet::cylinders
