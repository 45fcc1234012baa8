#include "core/models/cylinders/cylinder_pairs.h"

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

// Loads of four points, to be added one by one.
struct FourLoads {
    float matrix[4][4], rest[4][4], last[4];  // xx yy zz xy; xz yz and b; b
    explicit FourLoads(const float (*rows)[blockPairs]) {
        const auto row = [&](int i) { return loadLanes<4>(rows[i]); };
        rowsOf({row(0), row(1), row(2)}, row(3), matrix);
        rowsOf({row(4), row(5), row(6)}, row(7), rest);
        storeLanes(last, row(8));
    }
    void addTo(SegmentLoad& load, size_t k) const {
        static_assert(sizeof(SegmentLoad) == 9 * sizeof(float), "the matrix, the vector, with nothing between");
        float* const to = &load.C.xx;
        storeLanes(to, loadLanes<4>(to) + loadLanes<4>(matrix[k]));
        storeLanes(to + 4, loadLanes<4>(to + 4) + loadLanes<4>(rest[k]));
        to[8] += last[k];
    }
};

}  // namespace

CylinderPairs::CylinderPairs(const std::vector<uint32_t>& strands, std::vector<Cylinder> rest, void (*answer)(PairBlock&))
    : answer_(answer), segments_(strands.size()), rest_(std::move(rest)), loads_(strands.size()), atRoot_(strands.size()), listedAt_(strands.size()), now_(strands.size()), before_(strands.size()), ways_(strands.size()) {
    boxes_.resize(strands.size());
    boxes_.owner = strands;
    for (size_t i = 0; i < strands.size(); ++i) atRoot_[i] = i == 0 || strands[i] != strands[i - 1];
}

size_t CylinderPairs::bytes() const {
    return segments_.size() * (sizeof(Cylinder) + sizeof(SegmentLoad) + 15 * sizeof(float)) + rest_.size() * sizeof(Cylinder) +
           resting_.size() * sizeof(float) + grips_.size() * sizeof(Grip);
}

// What is kept has to do with nothing but whether it may be: results are those of a list made anew.
void CylinderPairs::search(const CylinderMaterial& m, int steps) {
    keeps_ = allSlow(m, steps);
    if (!keeps_ || !listHolds(m)) list(m, steps);
}

bool CylinderPairs::allSlow(const CylinderMaterial& m, int steps) const {
    bool slow = true;
    for (const Cylinder& s : segments_) slow &= isSlow(s, keptWithin * m.radius / static_cast<float>(steps));
    return slow;
}

bool CylinderPairs::listHolds(const CylinderMaterial& m) const {
    if (listedReach_ != m.radius + m.range()) return false;
    bool holds = true;
    for (size_t i = 0; i < segments_.size(); ++i) holds &= staysNear(segments_[i], listedAt_[i], keptWithin * m.radius);
    return holds;
}

void CylinderPairs::list(const CylinderMaterial& m, int steps) {
    const size_t count = segments_.size();
    for (size_t i = 0; i < count; ++i) now_[i] = middleOf(segments_[i], 0), before_[i] = middleOf(segments_[i], -1);
    ways_.begin({now_.data(), before_.data(), nullptr}, 2 * m.radius, steps, farthestWay * m.radius);
    for (uint32_t i = 0; i < count; ++i) {
        listedAt_[i] = listedAt(segments_[i]);
        Vec3f low{1, 1, 1}, high{0, 0, 0};
        if (!atRoot_[i]) {
            const N a = ways_.low(i), b = ways_.high(i);
            const Vec3f reach = reachOf(m, segments_[i]);
            low = Vec3f{a[0], a[1], a[2]} - reach, high = Vec3f{b[0], b[1], b[2]} + reach;
        }
        boxes_.set(i, low, high);
    }
    const size_t leftOut = crowds_.thinUntil(boxes_, m.radius, [&] {
        pairs_.clear(mostPairsEach * count);
        broadPhase_.find(BroadPhaseKind::Grid, boxes_, nullptr, pairs_);
        return !pairs_.full();
    });
    listedReach_ = leftOut > 0 ? -1 : m.radius + m.range();
    PairBlock block{&m, m.range() + straySize * m.radius, (1 + strayWay) * static_cast<float>(steps), false, {}};
    size_t kept = 0;
    eachBlock(block, segments_, [&](const Pair* pairs, int count) {  // what is written has been read
        answer_(block);
        for (int k = 0; k < count; ++k)
            if (block.rows[Near][k] > 0) pairs_[kept++] = pairs[k];
    });
    pairs_.keepFirst(kept);
    if (kept > 0) order_.sort(&pairs_[0], kept, static_cast<uint32_t>(segments_.size()));
    findResting(m);
}

void CylinderPairs::findResting(const CylinderMaterial& m) {
    if (rest_.empty()) return;
    if (resting_.size() < pairs_.size() + blockPairs) resting_.resize(pairs_.size() + pairs_.size() / 4 + blockPairs);
    PairBlock block{&m, 0, 0, false, {}};
    float* to = resting_.data();
    eachBlock(block, rest_, [&](const Pair*, int count) {
        answer_(block);
        for (int k = 0; k < count; ++k) *to++ = maximum(block.rows[Depth][k], 0.0f);
    });
}

// Visits pairs in their order, `blockPairs` at a time, with their segments in the block. The last one is filled up with its last pair.
template <class Visit>
void CylinderPairs::eachBlock(PairBlock& block, const std::vector<Cylinder>& segments, const Visit& visit) const {
    for (size_t i = 0; i < pairs_.size(); i += blockPairs) {
        const int count = pairs_.size() - i < blockPairs ? static_cast<int>(pairs_.size() - i) : blockPairs;
        Pair padded[blockPairs];
        const Pair* pairs = &pairs_[i];
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

// Pairs come in the order of grips.
void CylinderPairs::recall(PairBlock& block, const Pair* pairs) {
    for (int i = 0; i < blockPairs; ++i) {
        const uint64_t pair = numberOf(pairs[i]);
        while (nextGrip_ < gripsBefore_.size() && numberOf(gripsBefore_[nextGrip_]) < pair) ++nextGrip_;
        const bool clung = nextGrip_ < gripsBefore_.size() && numberOf(gripsBefore_[nextGrip_]) == pair;
        const Vec3f strain = clung ? gripsBefore_[nextGrip_].strain : Vec3f{0, 0, 0};
        block.rows[Slipped][i] = strain.x, block.rows[Slipped + 1][i] = strain.y, block.rows[Slipped + 2][i] = strain.z;
    }
}

// What pairs do goes to the ends of their segments, pair after pair. Strains that are not finite, of lost strands, are forgotten.
void CylinderPairs::take(const PairBlock& block, const Pair* pairs, int count) {
    for (int first = 0; first < count; first += 4) {
        uint32_t near = 0;
        for (int k = 0; k < 4 && first + k < count; ++k) near |= (block.rows[Near][first + k] > 0 ? 1u : 0u) << k;
        if (near == 0) continue;
        const auto loadsAt = [&](int end) { return FourLoads(columns(block, Given + end * givenRows, first)); };
        const FourLoads loads[4] = {loadsAt(0), loadsAt(1), loadsAt(2), loadsAt(3)};
        eachBit(near, [&](size_t k) {
            const int i = first + static_cast<int>(k);
            const auto [a, b] = pairs[i];
            for (uint32_t end = 0; end < 2; ++end) loads[end].addTo(loads_[a - 1 + end], k);
            for (uint32_t end = 0; end < 2; ++end) loads[2 + end].addTo(loads_[b - 1 + end], k);
            touching_ += block.rows[Depth][i] > 0;
            const Vec3f strain{block.rows[Slipped][i], block.rows[Slipped + 1][i], block.rows[Slipped + 2][i]};
            const float squared = dot(strain, strain);
            if (0 < squared && squared < 1) grips_.push_back({a, b, strain});
        });
    }
}

void CylinderPairs::find(const CylinderMaterial& m) {
    if (keeps_ && !listHolds(m)) list(m, 1);
    for (SegmentLoad& load : loads_) load = {};
    touching_ = 0;
    gripsBefore_.swap(grips_);
    grips_.clear();
    nextGrip_ = 0;
    PairBlock block{&m, m.range(), m.published ? 0.0f : 1.0f, !m.published, {}};
    const float* resting = resting_.data();
    eachBlock(block, segments_, [&](const Pair* pairs, int count) {
        recall(block, pairs);
        for (int k = 0; k < count && !rest_.empty(); ++k) block.rows[Resting][k] = *resting++;
        answer_(block);
        if (m.published) answerPublished(block, pairs, count);
        else take(block, pairs, count);
    });
    gripsBefore_.reserve(grips_.capacity());  // they change places
}

void CylinderPairs::answerPublished(const PairBlock& block, const Pair* pairs, int count) {
    for (int i = 0; i < count; ++i) {
        if (!(block.rows[Near][i] > 0)) continue;
        const auto [a, b] = pairs[i];
        const Cylinder &s = segments_[a], &other = segments_[b];
        const CylinderTouch touch = touchOf(*block.material, s, other);
        touching_ += touch.depth > 0;
        respondPublished(*block.material, s, other, touch, 0, loads_[a]);
        respondPublished(*block.material, s, other, touch, 1, loads_[b]);
    }
}

}  // namespace ringlet::cylinders
