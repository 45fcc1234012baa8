// Hair against hair: broad phases that agree, the distance of segments, momentum.
#include "core/contact/layer_contacts.h"
#include "core/contact/segment_contacts.h"
#include "core/contact/segment_math.h"
#include "core/math/random.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace ringlet;

namespace {

Boxes randomBoxes(uint64_t seed, size_t count, float size) {
    Boxes boxes;
    boxes.resize(count);
    Random random(seed);
    for (size_t i = 0; i < count; ++i) {
        Vec3f low{random.unit(), random.unit(), random.unit()};
        float x = random.unit(), y = random.unit(), z = random.unit();
        boxes.set(i, low, low + size * Vec3f{x, y, z});
    }
    return boxes;
}

void sort(PairList& pairs, uint32_t count) {
    if (pairs.size() > 0) PairSort<Pair>().sort(&pairs[0], pairs.size(), count);
}

PairList found(BroadPhase& phase, BroadPhaseKind kind, const Boxes& a, const Boxes* b) {
    PairList pairs;
    phase.find(kind, a, b, pairs);
    sort(pairs, static_cast<uint32_t>(a.count() + (b != nullptr ? b->count() : 0)));
    return pairs;
}

bool samePair(const Pair& x, const Pair& y) { return x.a == y.a && x.b == y.b; }
bool same(const PairList& a, const PairList& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), samePair); }

}  // namespace

TEST_CASE("a sweep finds all pairs after a grid of nearly as many boxes") {
    BroadPhase phase;
    const Boxes a = randomBoxes(3, 10, 0.6f), b = randomBoxes(5, 13, 0.6f);
    found(phase, BroadPhaseKind::Grid, a, nullptr);
    const PairList swept = found(phase, BroadPhaseKind::Sweep, a, &b);
    CHECK(swept.size() > 0);
    CHECK(same(swept, found(phase, BroadPhaseKind::Brute, a, &b)));
}

TEST_CASE("grid, sweep and brute force find the same pairs, again after boxes have moved") {
    BroadPhase phase;
    for (float size : {0.05f, 0.2f, 0.6f})
        for (uint64_t seed = 1; seed <= 3; ++seed) {
            CAPTURE(size);
            Boxes a = randomBoxes(seed, 700, size), b = randomBoxes(seed + 50, 300, 2 * size);
            for (int turn = 0; turn < 2; ++turn) {
                const PairList own = found(phase, BroadPhaseKind::Brute, a, nullptr);
                const PairList other = found(phase, BroadPhaseKind::Brute, a, &b);
                CHECK(own.size() > 0);
                for (BroadPhaseKind kind : {BroadPhaseKind::Grid, BroadPhaseKind::Sweep}) {
                    CHECK(same(found(phase, kind, a, nullptr), own));
                    CHECK(same(found(phase, kind, a, &b), other));
                }
                for (size_t i = 0; i < a.count(); ++i) a.low[0][i] -= 0.01f, a.high[1][i] += 0.02f;
                a.low[2][7] = a.high[2][7] = NAN;  // overlaps nothing
                a.low[0][8] = a.high[0][8] = b.low[0][9] = -NAN, b.low[0][8] = b.high[0][8] = NAN;
            }
        }
}

TEST_CASE("points within slabs, without those of the slabs' owners: the same from grid, sweep and brute force") {
    BroadPhase phase;
    Boxes points = randomBoxes(5, 900, 0), boxes = randomBoxes(6, 200, 0.5f);
    for (uint32_t i = 0; i < 900; ++i) points.owner.push_back(i / 9);
    std::vector<Slab> slabs;
    Random random(7);
    for (uint32_t i = 0; i < 200; ++i) {
        // Some planes along x, some across it.
        const float x = random.unit() - 0.5f, y = random.unit() - 0.5f;
        const Vec3f n = normalizedOr(Vec3f{i % 4 == 0 ? 0.0f : x, y, i % 5 == 0 ? 0.0f : 1.0f}, Vec3f{1, 0, 0});
        slabs.push_back({n, dot(n, Vec3f{0.5f, 0.5f, 0.5f}), 0.05f, {i % 100, i / 2}});
    }
    PairList first;
    for (BroadPhaseKind kind : {BroadPhaseKind::Brute, BroadPhaseKind::Grid, BroadPhaseKind::Sweep}) {
        PairList pairs;
        phase.find(kind, points, &boxes, pairs, {slabs.data()});
        sort(pairs, 900);
        CHECK(pairs.size() > 100);
        for (const Pair& p : pairs) CHECK((p.a / 9 != p.b % 100 && p.a / 9 != p.b / 2));
        if (first.size() == 0) first = pairs;
        else CHECK(same(pairs, first));
    }
}

TEST_CASE("pairs that are wanted: the same list from any number of threads, and full when as many overlap") {
    const Boxes boxes = randomBoxes(3, 3000, 0.1f);
    const auto isWanted = [](const Pair& p) { return (p.a * 7 + p.b) % 3 == 0; };
    const PairFilter wanted = [&](Pair* pairs, size_t count) {
        return static_cast<size_t>(std::stable_partition(pairs, pairs + count, isWanted) - pairs);
    };
    BroadPhase phase;
    PairList all;
    phase.find(BroadPhaseKind::Grid, boxes, nullptr, all);
    std::vector<Pair> expected;
    std::copy_if(all.begin(), all.end(), std::back_inserter(expected), isWanted);
    CHECK(expected.size() > 1000);
    for (int threads : {1, 2, 5}) {
        CAPTURE(threads);
        ThreadPool pool(threads);
        for (int turn = 0; turn < 2; ++turn) {
            PairList pairs, some;
            phase.find(BroadPhaseKind::Grid, boxes, nullptr, pairs, {nullptr, &pool});
            CHECK((pairs.size() == all.size() && std::equal(pairs.begin(), pairs.end(), all.begin(), samePair)));
            some.clear(all.size());
            phase.find(BroadPhaseKind::Grid, boxes, nullptr, some, {nullptr, &pool, &wanted});
            CHECK((some.size() == expected.size() && std::equal(some.begin(), some.end(), expected.begin(), samePair)));
            CHECK_FALSE(some.full());
            some.clear(all.size() - 1);
            phase.find(BroadPhaseKind::Grid, boxes, nullptr, some, {nullptr, &pool, &wanted});
            CHECK(some.full());
        }
    }
    for (BroadPhaseKind kind : {BroadPhaseKind::Sweep, BroadPhaseKind::Brute}) {
        PairList some;
        phase.find(kind, boxes, nullptr, some, {nullptr, nullptr, &wanted});
        CHECK(some.size() == expected.size());
        CHECK(some.found() == all.size());
    }
}

TEST_CASE("strands that lie in each other: pairs in proportion, the same whatever finds them, and others feel all of theirs") {
    constexpr uint32_t crowd = 2000;
    std::vector<uint32_t> strands;
    std::vector<HairPoint> points, rest;
    Random random(11);
    const auto add = [&](uint32_t strand, Vec3f x) {
        strands.push_back(strand);
        points.push_back({x.x, x.y, x.z, 1});
        rest.push_back({0.1f * static_cast<float>(strand), 0.01f * x.y, x.z, 1});
    };
    for (uint32_t s = 0; s < crowd; ++s)
        for (int p = 0; p < 3; ++p)
            add(s, 1e-4f * Vec3f{random.unit(), random.unit(), random.unit()} + Vec3f{0, 0.01f * static_cast<float>(p), 0});
    // Two that cross each other beside them.
    for (float along : {-1.0f, 1.0f}) add(crowd, {0.2f, 0.01f * along, 0});
    for (float along : {-1.0f, 1.0f}) add(crowd + 1, {0.2f + 0.01f * along, 0, 5e-4f});

    SegmentSettings settings;
    settings.diameter = 1e-3f;
    ThreadPool pool(3);
    std::vector<std::pair<uint32_t, uint32_t>> first;
    for (BroadPhaseKind kind : {BroadPhaseKind::Grid, BroadPhaseKind::Sweep, BroadPhaseKind::Brute})
        for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
            settings.broadPhase = kind;
            SegmentContacts contacts(strands);
            contacts.find({points.data(), points.data(), rest.data()}, settings, threads);
            CHECK(contacts.kept() <= mostNearEach * contacts.segments());
            CHECK(contacts.kept() > 50);
            CHECK(contacts.leftOut() > contacts.segments() / 2);
            std::vector<std::pair<uint32_t, uint32_t>> found;
            for (size_t i = 0; i < contacts.contacts().count(); ++i) {
                const Contact& c = contacts.contacts().contacts()[i];
                found.emplace_back(c.point[0], c.point[2]);
            }
            REQUIRE(!found.empty());
            CHECK(found.back() == std::pair<uint32_t, uint32_t>(3 * crowd, 3 * crowd + 2));
            if (first.empty()) first = found;
            CHECK(found == first);
        }
}

TEST_CASE("layers of strands that lie in each other: points in proportion, the same whatever finds them, and others touch all of theirs") {
    constexpr uint32_t crowd = 1200, lone = 3 * crowd + 4;
    std::vector<uint32_t> strands;
    std::vector<HairPoint> points, rest;
    std::vector<Quad> quads;
    Random random(13);
    const auto add = [&](uint32_t strand, Vec3f x) {
        strands.push_back(strand);
        points.push_back({x.x, x.y, x.z, 1});
        rest.push_back({0.1f * static_cast<float>(strand), x.y, x.z, 1});
    };
    for (uint32_t s = 0; s < crowd; ++s)
        for (int p = 0; p < 3; ++p)
            add(s, 1e-4f * Vec3f{random.unit(), random.unit(), random.unit()} + Vec3f{0, 0.01f * static_cast<float>(p), 0});
    for (uint32_t a = 0; a < 3 * crowd; a += 6)
        for (uint32_t p = a; p < a + 2; ++p) quads.push_back({{p, p + 1, p + 3, p + 4}});
    // Beside them a layer between two guides, and a strand that comes near it.
    for (float side : {0.0f, 0.02f})
        for (float along : {-1.0f, 1.0f}) add(crowd + (side > 0), {0.2f + side, 0.01f * along, 0});
    quads.push_back({{lone - 4, lone - 3, lone - 2, lone - 1}});
    add(crowd + 2, {0.21f, 0, 5e-4f});
    add(crowd + 2, {0.21f, 0, 0.05f});

    LayerSettings settings;
    settings.thickness = 1e-3f;
    settings.width = 0.1f;
    ThreadPool pool(3);
    std::vector<std::pair<uint32_t, uint32_t>> first;
    for (BroadPhaseKind kind : {BroadPhaseKind::Grid, BroadPhaseKind::Sweep, BroadPhaseKind::Brute})
        for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
            settings.broadPhase = kind;
            LayerContacts layers(strands, quads);
            layers.find({points.data(), points.data(), rest.data()}, settings, threads);
            CHECK(layers.leftOut() > points.size() / 2);
            CHECK(layers.leftOut() < points.size());
            std::vector<std::pair<uint32_t, uint32_t>> found;  // point, the quad's first corner
            for (size_t i = 0; i < layers.contacts().count(); ++i) {
                const Contact& c = layers.contacts().contacts()[i];
                found.emplace_back(c.point[4], c.point[0]);
            }
            CHECK(found.size() > 20);
            REQUIRE(!found.empty());
            CHECK(found.back() == std::pair<uint32_t, uint32_t>(lone, lone - 4));
            if (first.empty()) first = found;
            CHECK(found == first);
        }
}

TEST_CASE("the distance of two segments is the least over both, as a fine search finds it") {
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        Vec3d v[4];
        for (Vec3d& x : v) x = {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        auto f = [](Vec3d x) { return Vec3f{float(x.x), float(x.y), float(x.z)}; };
        auto at = nearestOnSegments(f(v[0]), f(v[1]), f(v[2]), f(v[3]), 0.0f);
        double least = 1e9;
        for (int s = 0; s <= 200; ++s)
            for (int t = 0; t <= 200; ++t)
                least = std::fmin(least, lengthOf(v[0] + (s / 200.0) * v[1] - v[2] - (t / 200.0) * v[3]));
        double got = lengthOf(v[0] + double(at.s) * v[1] - v[2] - double(at.t) * v[3]);
        CHECK(got <= least + 1e-5);
        CHECK(got >= least - 0.02);
    }
}

TEST_CASE("a linear contact is F = kx as it stands; a softened one is less, and never overshoots") {
    Contact one{};
    const float depth = 0.002f;
    for (uint32_t k = 0; k < 4; ++k) {
        one.point[k] = k;
        one.weight[k] = one.share[k] = k < 2 ? 0.5f : -0.5f;
    }
    one.normal = {0, 1, 0};
    one.depth = depth;
    one.approach = 0.001f;  // too fast: only a softened contact takes that away
    ContactForces forces(4);
    for (const float stiffness : {0.1f, 5.0f}) {
        float parted[2];
        for (const bool linear : {false, true}) {
            std::vector<HairMove> moves(4, HairMove{{0, 0, 0}, 0});
            forces.apply(&one, 1, 4, {stiffness, 0, linear}, moves.data());
            CHECK(moves[0].by.y == -moves[2].by.y);
            parted[linear] = moves[0].by.y - moves[2].by.y;
        }
        CHECK(parted[1] == doctest::Approx(stiffness * depth).epsilon(1e-6));
        CHECK(parted[0] < depth);
        CHECK(parted[0] >= 0.001f - 1e-6f);
        CHECK((parted[1] > depth) == (stiffness > 1));  // the write-up's spring overshoots where it is stiff
    }
}

TEST_CASE("contacts keep momentum and never overshoot, however stiff and many") {
    // A bundle of parallel strands, all closer than they may be.
    std::vector<uint32_t> strands;
    std::vector<HairPoint> points, rest;
    for (uint32_t s = 0; s < 12; ++s)
        for (int p = 0; p < 6; ++p) {
            strands.push_back(s);
            float x = 0.002f * static_cast<float>(s % 4), z = 0.002f * static_cast<float>(s / 4);
            points.push_back({x + 1e-4f * static_cast<float>(p * s % 5), 0.01f * static_cast<float>(p), z, 1});
            rest.push_back({0.1f * static_cast<float>(s), 0.01f * static_cast<float>(p), 0, 1});
        }
    SegmentContacts contacts(strands);
    ContactForces forces(points.size());
    SegmentSettings settings;
    settings.diameter = 0.006f;
    for (float stiffness : {0.1f, 10.0f, 1e6f}) {
        CAPTURE(stiffness);
        contacts.find({points.data(), points.data(), rest.data()}, settings, nullptr);
        REQUIRE(contacts.contacts().count() > 50);
        std::vector<HairMove> moves(points.size(), HairMove{{0, 0, 0}, 0});
        forces.apply(contacts.contacts().contacts(), contacts.contacts().count(), 4, {stiffness, 0.5f}, moves.data());
        Vec3d sum{0, 0, 0};
        double most = 0;
        for (const HairMove& m : moves) {
            sum = sum + Vec3d{m.by.x, m.by.y, m.by.z};
            most = std::fmax(most, double(lengthOf(m.by)));
        }
        CHECK(lengthOf(sum) < 1e-6);
        CHECK(most > 1e-6);
        CHECK(most < 0.006);
    }
}
