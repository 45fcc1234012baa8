// Strands gathered into flat wisps: the rules of pairing by brute force, over procedural and odd grooms.
#include "core/groom/wisps.h"

#include "core/collide/head.h"
#include "core/groom/procedural.h"
#include "core/math/random.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace ringlet;

namespace {

struct Strand {
    std::vector<Vec3f> points;
    Vec3f normal;
    float length() const {
        float sum = 0;
        for (size_t i = 1; i < points.size(); ++i) sum += lengthOf(points[i] - points[i - 1]);
        return sum;
    }
    Vec3f way() const { return normalizedOr(points.back() - points.front(), normal); }
};

std::vector<Strand> strandsOf(const Groom& groom) {
    std::vector<Strand> all;
    for (const StrandGroup& g : groom.groups)
        for (uint32_t s = 0; s < g.strandCount; ++s) {
            const Vec3f* p = groom.points.data() + g.firstPoint + size_t{s} * g.points;
            all.push_back({std::vector<Vec3f>(p, p + g.points), groom.rootNormals[g.firstStrand + s]});
        }
    return all;
}

Groom groomOf(const std::vector<Strand>& strands) {
    Groom groom;
    for (const Strand& s : strands) addStrand(groom, s.points, s.normal, 1e-4f);
    return groom;
}

// The rules as they are written, with nothing that makes them fast.
bool mayBeRims(const Strand& a, const Strand& b, float width) {
    const float apart = lengthOf(a.points[0] - b.points[0]) / width, steep = std::fabs(a.points[0].y - b.points[0].y) / width;
    const float one = a.length(), two = b.length();
    return apart >= wispNearest && apart <= wispFarthest && steep <= wispSteepest && dot(a.way(), b.way()) >= wispTurn &&
           dot(a.normal, b.normal) >= wispTurn && std::max(one, two) > 0 && std::min(one, two) >= wispShorter * std::max(one, two);
}

bool same(const Groom& a, const Groom& b) {
    return a.points.size() == b.points.size() && std::memcmp(a.points.data(), b.points.data(), a.points.size() * sizeof(Vec3f)) == 0;
}

// Every wisp keeps the rules, and no two strands are left that would.
void checkRules(const Groom& groom, float width) {
    const WispGroom gathered = gatherWisps(groom, width);
    const std::vector<Strand> before = strandsOf(groom), after = strandsOf(gathered.groom);
    REQUIRE(after.size() == before.size());
    std::vector<int> wispsOf(before.size(), 0);
    for (const Wisp& w : gathered.wisps) {
        REQUIRE(std::max(w.left, w.right) < before.size());
        CHECK(w.left != w.right);
        ++wispsOf[w.left], ++wispsOf[w.right];
        CHECK(mayBeRims(before[w.left], before[w.right], width));
        CHECK(after[w.left].points.size() == after[w.right].points.size());
        CHECK(after[w.left].points.size() == std::max(before[w.left].points.size(), before[w.right].points.size()));
        // Seen from outside, Y up, the right rim is on the right.
        const Vec3f right = cross(Vec3f{0, 1, 0}, before[w.left].normal + before[w.right].normal);
        CHECK(dot(right, before[w.right].points[0] - before[w.left].points[0]) >= 0);
    }
    int open = 0;
    for (size_t a = 0; a < before.size(); ++a) {
        CHECK(wispsOf[a] <= 1);
        CHECK(after[a].points.front().x == before[a].points.front().x);
        CHECK(after[a].points.back().z == before[a].points.back().z);
        if (wispsOf[a] == 0) CHECK(after[a].points.size() == before[a].points.size());
        for (size_t b = 0; b < a && wispsOf[a] == 0; ++b) open += wispsOf[b] == 0 && mayBeRims(before[a], before[b], width) ? 1 : 0;
    }
    CHECK(open == 0);
    CHECK(same(gatherWisps(gathered.groom, 0).groom, gathered.groom));
}

Groom headOfHair(int strands, uint64_t seed) {
    std::vector<GroomRoot> roots;
    for (const ScalpRoot& root : scalpRoots(strands, seed)) roots.push_back({root.position, root.normal});
    Params params({&proceduralGroomParams()});
    REQUIRE(params.set("particles", 12).ok());
    REQUIRE(params.set("seed", static_cast<double>(seed)).ok());
    return proceduralGroom(roots, params, {});
}

// Strands of any number of points, length and direction, some of them twice and some shrunk to a point.
Groom oddGroom(int strands) {
    std::vector<Strand> all;
    for (int s = 0; s < strands; ++s) {
        Random random(51, static_cast<uint64_t>(s));
        if (s % 17 == 16) {
            all.push_back(all[static_cast<size_t>(s) / 2]);
            continue;
        }
        const Vec3f normal = normalizedOr(Vec3f{random.normal(), random.normal(), random.normal()}, Vec3f{0, 1, 0});
        Strand strand{{0.09f * normal}, normal};
        Vec3f way = normal;
        const float step = s % 13 == 12 ? 0.0f : random.between(0.004f, 0.012f);
        for (int i = 1; i < 2 + s % 11; ++i) {
            way = normalizedOr(way + 0.2f * Vec3f{random.normal(), random.normal() - 0.5f, random.normal()}, way);
            strand.points.push_back(strand.points.back() + (step * random.between(0.5f, 2.0f)) * way);
        }
        all.push_back(strand);
    }
    return groomOf(all);
}

}  // namespace

TEST_CASE("wisps: pairs keep the rules, and nobody is left who could be paired") {
    for (float width : {0.01f, 0.015f, 0.02f}) {
        checkRules(headOfHair(300, 3), width);
        checkRules(headOfHair(900, 4), width);
        checkRules(oddGroom(400), width);
    }
    const WispGroom gathered = gatherWisps(headOfHair(900, 4), 0.015f);
    CHECK(gathered.wisps.size() > 300);  // most strands find a partner
    CHECK(wispsInWords(gathered) == std::to_string(gathered.wisps.size()) + " wisps; " +
                                        std::to_string(900 - 2 * gathered.wisps.size()) + " of 900 strands are single");
}

TEST_CASE("wisps: a permuted groom has the same wisps, permuted") {
    const std::vector<Strand> strands = strandsOf(headOfHair(500, 5));
    std::vector<uint32_t> order(strands.size());
    Random random(52);
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.bits() % i]);
    std::vector<Strand> other;
    for (uint32_t s : order) other.push_back(strands[s]);
    const WispGroom a = gatherWisps(groomOf(strands), 0.015f), b = gatherWisps(groomOf(other), 0.015f);
    REQUIRE(a.wisps.size() == b.wisps.size());
    std::vector<std::pair<uint32_t, uint32_t>> one, two;
    for (const Wisp& w : a.wisps) one.push_back({w.left, w.right});
    for (const Wisp& w : b.wisps) two.push_back({order[w.left], order[w.right]});
    std::stable_sort(one.begin(), one.end());
    std::stable_sort(two.begin(), two.end());
    CHECK(one == two);
}

TEST_CASE("wisps: an even fur patch is gathered as fast as any, each with its neighbour") {
    Groom patch;
    constexpr int side = 64;
    constexpr float apart = 0.004f;
    for (int i = 0; i < side * side; ++i) {
        const Vec3f root{apart * static_cast<float>(i % side), 0, apart * static_cast<float>(i / side)};
        addStrand(patch, {root, root + Vec3f{0, 0.01f, 0}, root + Vec3f{0, 0.02f, 0}}, {0, 1, 0}, 4e-5f);
    }
    const WispGroom gathered = gatherWisps(patch, apart);  // was a quadratic of quadratics
    CHECK(gathered.wisps.size() > side * side / 2 - side);
}

TEST_CASE("wisps: rims of unequal point counts get the larger one, evenly") {
    std::vector<Vec3f> bent{{0, 0, 0}, {0, -0.02f, 0}, {0, -0.02f, 0.04f}};
    std::vector<Vec3f> fine;
    for (int i = 0; i < 13; ++i) fine.push_back({0.015f, 0, 0.005f * static_cast<float>(i)});
    Groom groom;
    addStrand(groom, bent, {0, 0, 1}, 1e-4f);
    addStrand(groom, fine, {0, 0, 1}, 2e-4f);
    groom.rootTangents[0] = {0, 1, 0};
    const WispGroom gathered = gatherWisps(groom, 0.015f);
    REQUIRE(gathered.wisps.size() == 1);
    CHECK(gathered.wisps[0].left == 0);
    CHECK(gathered.wisps[0].right == 1);
    const std::vector<Strand> rims = strandsOf(gathered.groom);
    REQUIRE(rims[0].points.size() == 13);
    CHECK(rims[0].length() == doctest::Approx(0.06).epsilon(1e-5));
    for (size_t i = 1; i < 13; ++i) CHECK(lengthOf(rims[0].points[i] - rims[0].points[i - 1]) == doctest::Approx(0.005).epsilon(1e-4));
    for (size_t i = 0; i < 13; ++i) CHECK(rims[1].points[i].z == fine[i].z);
    CHECK(gathered.groom.rootTangents[0].y == 1);
    CHECK(gathered.groom.radii[1] == 2e-4f);
}

TEST_CASE("wisps: none in an empty groom, of a single strand, or without a width") {
    CHECK(gatherWisps(Groom{}, 0.015f).wisps.empty());
    CHECK(wispsInWords({}) == "0 wisps; 0 of 0 strands are single");
    Groom one;
    addStrand(one, {{0, 0, 0}, {0, -0.1f, 0}}, {0, 0, 1}, 1e-4f);
    CHECK(gatherWisps(one, 0.015f).wisps.empty());
    CHECK(gatherWisps(one, 0.015f).groom.strands() == 1);
    Groom twice = one;
    addStrand(twice, {{0, 0, 0}, {0, -0.1f, 0}}, {0, 0, 1}, 1e-4f);
    CHECK(gatherWisps(twice, 0.015f).wisps.empty());  // in the same place
    CHECK(gatherWisps(headOfHair(100, 6), 0).wisps.empty());
}
