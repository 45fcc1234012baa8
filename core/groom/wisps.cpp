#include "core/groom/wisps.h"

#include "core/groom/root_neighbours.h"

#include <algorithm>
#include <numeric>

namespace ringlet {
namespace {

constexpr uint32_t nobody = ~0u;
// Segments whose lengths differ by no more than this share of their mean are even.
constexpr float even = 0.05f;

// A strand as it is compared with others.
struct Candidate {
    Vec3f root, normal, way;  // m; unit; unit, from root to tip
    float length;             // along the hair, m
};

float lengthOfStrand(const Vec3f* points, uint32_t count) {
    float sum = 0;
    for (uint32_t i = 1; i < count; ++i) sum = sum + lengthOf(points[i] - points[i - 1]);
    return sum;
}

std::vector<Candidate> candidatesOf(const Groom& groom) {
    std::vector<Candidate> all;
    for (const StrandGroup& g : groom.groups)
        for (uint32_t s = 0; s < g.strandCount; ++s) {
            const Vec3f* p = groom.points.data() + g.firstPoint + size_t{s} * g.points;
            const Vec3f normal = groom.rootNormals[g.firstStrand + s];
            all.push_back({p[0], normal, normalizedOr(p[g.points - 1] - p[0], normal), lengthOfStrand(p, g.points)});
        }
    return all;
}

bool comesBefore(const Candidate& a, const Candidate& b) {
    const float one[] = {a.root.y, a.root.x, a.root.z, a.way.x, a.way.y, a.way.z, a.length};
    const float two[] = {b.root.y, b.root.x, b.root.z, b.way.x, b.way.y, b.way.z, b.length};
    return std::lexicographical_compare(one, one + 7, two, two + 7);
}

// How badly two strands fit as rims, the same from either side; negative where they must not be.
float misfit(const Candidate& a, const Candidate& b, float width) {
    const float apart = lengthOf(a.root - b.root) / width, steep = absolute(a.root.y - b.root.y) / width;
    const float turned = dot(a.way, b.way), bent = dot(a.normal, b.normal);
    const float shorter = minimum(a.length, b.length) / maximum(maximum(a.length, b.length), 1e-9f);
    const bool may = apart >= wispNearest && apart <= wispFarthest && steep <= wispSteepest && turned >= wispTurn &&
                     bent >= wispTurn && shorter >= wispShorter;
    return may ? absolute(apart - 1) + steep + (1 - turned) + (1 - shorter) : -1.0f;
}

// Pairs strands that each prefer the other among those that are left, round by round, which is what taking the best
// pair of all again and again comes to: pairs have one order, by their misfit and then by their strands' places. Who is
// left keeps whom it prefers until another takes that one.
class Pairing {
public:
    Pairing(const std::vector<Candidate>& sorted, float width)
        : all_(sorted), width_(width), roots_(rootsOf(sorted)), neighbours_(roots_), partner_(sorted.size(), nobody), best_(sorted.size(), nobody) {
        std::vector<uint32_t> look(sorted.size());
        std::iota(look.begin(), look.end(), 0u);
        while (!look.empty()) round(look);
    }
    const std::vector<uint32_t>& partners() const { return partner_; }

private:
    // look: whose preference is not known; becomes those whom others have taken it from.
    void round(std::vector<uint32_t>& look) {
        for (const uint32_t i : look) best_[i] = bestOf(i);
        std::vector<uint32_t> taken, left;
        for (const uint32_t i : look) {
            const uint32_t other = best_[i];
            if (other == nobody || best_[other] != i || partner_[i] != nobody) continue;
            partner_[i] = other, partner_[other] = i;
            taken.push_back(i), taken.push_back(other);
        }
        for (const uint32_t gone : taken)
            around(gone, [&](uint32_t i) {
                if (partner_[i] == nobody && best_[i] == gone) left.push_back(i);
            });
        std::stable_sort(left.begin(), left.end());
        left.erase(std::unique(left.begin(), left.end()), left.end());
        look = std::move(left);
    }

    static std::vector<Vec3f> rootsOf(const std::vector<Candidate>& all) {
        std::vector<Vec3f> roots;
        for (const Candidate& one : all) roots.push_back(one.root);
        return roots;
    }
    // body(place) for all that number i may be paired with, and for some beyond; rounding loses none.
    template <class Body> void around(uint32_t i, const Body& body) const { neighbours_.within(1.01f * wispFarthest * width_, roots_[i], body); }

    // Whom number i prefers; of equals the lower place, which of two pairs with a strand in common is the first pair.
    uint32_t bestOf(uint32_t i) const {
        uint32_t found = nobody;
        float least = 3e38f;
        around(i, [&](uint32_t j) {
            if (j == i || partner_[j] != nobody) return;
            const float off = misfit(all_[i], all_[j], width_);
            if (off < 0 || off > least || (off == least && j > found)) return;
            least = off;
            found = j;
        });
        return found;
    }

    const std::vector<Candidate>& all_;
    const float width_;
    const std::vector<Vec3f> roots_;
    const RootNeighbours neighbours_;
    std::vector<uint32_t> partner_, best_;
};

// Whether a lies left of b for who looks at the scalp from outside, Y up.
bool isLeft(const Candidate& a, const Candidate& b) {
    const Vec3f right = cross(Vec3f{0, 1, 0}, a.normal + b.normal), gap = b.root - a.root;
    const float side = dot(right, gap);
    return side != 0 ? side > 0 : comesBefore(a, b);
}

bool isEven(const std::vector<Vec3f>& points) {
    const float mean = lengthOfStrand(points.data(), static_cast<uint32_t>(points.size())) / static_cast<float>(points.size() - 1);
    for (size_t i = 1; i < points.size(); ++i)
        if (!(absolute(lengthOf(points[i] - points[i - 1]) - mean) <= even * mean)) return false;
    return true;
}

}  // namespace

WispGroom gatherWisps(const Groom& groom, float width) {
    const size_t strands = groom.strands();
    const std::vector<Candidate> all = candidatesOf(groom);
    std::vector<uint32_t> order(strands), partner(strands, nobody), count(strands, 0);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return comesBefore(all[a], all[b]); });
    if (width > 0) {
        std::vector<Candidate> sorted;
        for (uint32_t s : order) sorted.push_back(all[s]);
        const Pairing pairing(sorted, width);
        for (size_t i = 0; i < strands; ++i)
            if (pairing.partners()[i] != nobody) partner[order[i]] = order[pairing.partners()[i]];
    }
    for (const StrandGroup& g : groom.groups)
        for (uint32_t s = 0; s < g.strandCount; ++s) count[g.firstStrand + s] = g.points;

    WispGroom gathered;
    for (const StrandGroup& g : groom.groups)
        for (uint32_t i = 0; i < g.strandCount; ++i) {
            const uint32_t s = g.firstStrand + i, other = partner[s];
            const Vec3f* p = groom.points.data() + g.firstPoint + size_t{i} * g.points;
            std::vector<Vec3f> points(p, p + g.points);
            const uint32_t wanted = other == nobody ? g.points : std::max(g.points, count[other]);
            if (other != nobody && (wanted != g.points || !isEven(points))) points = resampledByLength(points, static_cast<int>(wanted));
            addStrand(gathered.groom, points, groom.rootNormals[s], groom.radii[s]);
            gathered.groom.rootTangents.back() = groom.rootTangents[s];
            if (other != nobody && s < other) gathered.wisps.push_back(isLeft(all[s], all[other]) ? Wisp{s, other} : Wisp{other, s});
        }
    return gathered;
}

std::string wispsInWords(const WispGroom& gathered) {
    const size_t wisps = gathered.wisps.size(), all = gathered.groom.strands();
    return std::to_string(wisps) + " wisps; " + std::to_string(all - 2 * wisps) + " of " + std::to_string(all) + " strands are single";
}

}  // namespace ringlet
