#include "core/files/strand_ends.h"

#include "core/files/placement.h"
#include "core/groom/root_neighbours.h"

#include <algorithm>

namespace ringlet {

namespace {

constexpr size_t mostJoined = 10000;  // strands that are joined; the rest ask the nearest of them
constexpr int endNeighbours = 9;      // itself and eight others
constexpr float clearly = 0.8f;       // how much nearer the others' like ends are

// A strand without its way.
struct Ends {
    Vec3f first, last, middle;
    uint32_t strand;
};

std::vector<Ends> endsOf(const FileStrands& strands) {
    std::vector<Ends> out;
    size_t first = 0;
    for (uint32_t s = 0; s < strands.counts.size(); ++s) {
        const uint32_t count = strands.counts[s];
        const Vec3f* p = strands.points.data() + first;
        first += count;
        if (count >= 2) out.push_back({p[0], p[count - 1], (p[(count - 1) / 2] + p[count / 2]) * 0.5f, s});
    }
    return out;
}

// How far two strands' ends are apart where they run the same way, and where they do not.
struct Apart {
    float same, opposite;
    float sure() const { return (maximum(same, opposite) - minimum(same, opposite)) / maximum(same + opposite, 1e-30f); }
};
Apart apart(const Ends& a, const Ends& b) {
    return {lengthOf(a.first - b.first) + lengthOf(a.last - b.last), lengthOf(a.first - b.last) + lengthOf(a.last - b.first)};
}

// Sets of strands of which is known whether each runs as its set's first does.
class Agreement {
public:
    explicit Agreement(size_t count) : above_(count), against_(count, 0), size_(count, 1) {
        for (size_t i = 0; i < count; ++i) above_[i] = static_cast<uint32_t>(i);
    }
    struct Place {
        uint32_t set;
        uint8_t against;
    };
    Place placeOf(uint32_t i) const {
        uint8_t against = 0;
        for (; above_[i] != i; i = above_[i]) against ^= against_[i];
        return {i, against};
    }
    void join(uint32_t i, uint32_t j, bool opposite) {
        Place a = placeOf(i), b = placeOf(j);
        if (a.set == b.set) return;
        if (size_[a.set] < size_[b.set]) std::swap(a, b);
        above_[b.set] = a.set;
        against_[b.set] = static_cast<uint8_t>(a.against ^ b.against ^ (opposite ? 1 : 0));
        size_[a.set] += size_[b.set];
    }

private:
    std::vector<uint32_t> above_;
    std::vector<uint8_t> against_;  // the one above
    std::vector<uint32_t> size_;
};

struct Pair {
    uint32_t a, b;
    float sure;
    bool opposite;
};

std::vector<uint8_t> joined(const std::vector<Ends>& ends, const RootNeighbours& near) {
    std::vector<Pair> pairs;
    for (uint32_t a = 0; a < ends.size(); ++a) {
        uint32_t around[endNeighbours];
        near.nearest(a, endNeighbours, around);
        for (uint32_t b : around) {
            const Apart ab = apart(ends[a], ends[b]);
            if (b != a) pairs.push_back({a, b, ab.sure(), ab.opposite < ab.same});
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& p, const Pair& q) { return p.sure > q.sure; });
    Agreement agreement(ends.size());
    for (const Pair& p : pairs) agreement.join(p.a, p.b, p.opposite);
    std::vector<uint8_t> against;
    std::vector<int64_t> more(ends.size(), 0);  // of a set: how many more run as its first does
    for (uint32_t i = 0; i < ends.size(); ++i) {
        const Agreement::Place place = agreement.placeOf(i);
        against.push_back(place.against);
        more[place.set] += place.against ? -1 : 1;
    }
    // As most of its set: what joins no others stays as it is.
    for (uint32_t i = 0; i < ends.size(); ++i) {
        if (more[agreement.placeOf(i).set] < 0) against[i] ^= 1;
    }
    return against;
}

// Whether a strand runs clearly the other way than those around it, which agree.
bool isAgainst(const Ends& strand, const std::vector<Ends>& agreed, const RootNeighbours& near) {
    uint32_t around[endNeighbours];
    near.nearest(near.closest(strand.middle), endNeighbours, around);
    Apart sum{0, 0};
    for (uint32_t i : around) {
        if (agreed[i].strand == strand.strand) continue;
        const Apart one = apart(strand, agreed[i]);
        sum = {sum.same + one.same, sum.opposite + one.opposite};
    }
    return sum.opposite < clearly * sum.same;
}

}  // namespace

std::vector<uint8_t> strandsAgainst(const FileStrands& strands) {
    const std::vector<Ends> all = endsOf(strands);
    std::vector<Ends> some;
    for (size_t i = 0; i < all.size(); ++i) {
        if (takesEvenly(i, mostJoined, all.size())) some.push_back(all[i]);
    }
    std::vector<Vec3f> middles;
    for (const Ends& e : some) middles.push_back(e.middle);
    const RootNeighbours near(middles);
    const std::vector<uint8_t> against = joined(some, near);
    if (std::find(against.begin(), against.end(), 1) == against.end()) return {};
    for (size_t i = 0; i < some.size(); ++i) {
        if (against[i]) std::swap(some[i].first, some[i].last);
    }
    std::vector<uint8_t> marked(strands.counts.size(), 0);
    for (const Ends& e : all) marked[e.strand] = isAgainst(e, some, near) ? 1 : 0;
    return std::find(marked.begin(), marked.end(), 1) == marked.end() ? std::vector<uint8_t>{} : marked;
}

void turnRound(FileStrands& strands, const std::vector<uint8_t>& marked) {
    const auto each = [&](auto& values) {
        if (values.size() != strands.points.size()) return;
        auto first = values.begin();
        for (size_t s = 0; s < strands.counts.size(); ++s) {
            if (marked[s]) std::reverse(first, first + strands.counts[s]);
            first += strands.counts[s];
        }
    };
    each(strands.thickness);
    each(strands.transparency);
    each(strands.colors);
    each(strands.fixed);
    each(strands.points);
}

void turnRound(FileStrands& strands) { turnRound(strands, std::vector<uint8_t>(strands.counts.size(), 1)); }

}  // namespace ringlet
