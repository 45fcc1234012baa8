// Strands that share a tile: all of them, once, and near to each other.
#include "core/groom/roots.h"
#include "core/models/strand_order.h"
#include "tests/models/rig.h"

#include <algorithm>

using namespace ringlet;
using namespace ringlet::test;

namespace {

Groom scattered(uint32_t strands) {
    std::vector<GroomRoot> roots;
    Random random(11);
    for (uint32_t s = 0; s < strands; ++s) {
        const Vec3f n = randomDirection(random);
        roots.push_back({0.1f * n, n});
    }
    return straightStrands(roots, 0.1f, 5, 4e-5f);
}

// The mean distance of the middles of strands that follow each other, m.
double step(const Groom& groom, const std::vector<uint32_t>& order) {
    double sum = 0;
    for (size_t i = 1; i < order.size(); ++i)
        sum += double(lengthOf(groom.points[order[i] * 5 + 2] - groom.points[order[i - 1] * 5 + 2]));
    return sum / double(order.size() - 1);
}

}  // namespace

TEST_CASE("the order of neighbours has every strand of its group once, and near ones together") {
    Groom groom = scattered(1000);
    groom.groups[0].firstStrand = 7;  // as of a second group
    std::vector<uint32_t> order = neighbourOrder(groom, groom.groups[0]), all = order;
    std::sort(all.begin(), all.end());
    for (uint32_t s = 0; s < 1000; ++s) REQUIRE(all[s] == s + 7);
    for (uint32_t& s : order) s -= 7;
    std::vector<uint32_t> given(1000);
    for (uint32_t s = 0; s < 1000; ++s) given[s] = s;
    CHECK(step(groom, order) < 0.15 * step(groom, given));
}

TEST_CASE("points in one place, or that are no numbers, have an order too") {
    Groom groom = scattered(20);
    for (Vec3f& p : groom.points) p = {0, 0, 0};
    CHECK(neighbourOrder(groom, groom.groups[0]).size() == 20);
    for (Vec3f& p : groom.points) p.x = std::numeric_limits<float>::quiet_NaN();
    CHECK(neighbourOrder(groom, groom.groups[0]).size() == 20);
}
