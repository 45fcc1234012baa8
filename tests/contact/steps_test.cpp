// Each step from hair to contacts against brute force: sorting, nearest points, which pairs touch, which points touch
// layers, the way of hair about a place.
#include "core/contact/layer_contacts.h"
#include "core/contact/segment_contacts.h"
#include "core/contact/way_field.h"
#include "tests/contact/tangle.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

using namespace ringlet;
using namespace ringlet::test;

namespace steps_test {
namespace {

typedef std::set<std::pair<uint32_t, uint32_t>> Pairs;

// Every pair of segments of two strands that is nearer than this.
Pairs nearer(const Tangle& t, double than, bool conservative = false) {
    Pairs pairs;
    for (uint32_t a = 0; a + 1 < t.strands.size(); ++a)
        for (uint32_t b = a + 1; b + 1 < t.strands.size(); ++b)
            if (t.strands[a] == t.strands[a + 1] && t.strands[b] == t.strands[b + 1] && t.strands[a] != t.strands[b] &&
                t.distance(a, b, conservative) < than)
                pairs.insert({a, b});
    return pairs;
}

Pairs found(const SegmentContacts& contacts) {
    Pairs pairs;
    for (size_t i = 0; i < contacts.contacts().count(); ++i) {
        const Contact& c = contacts.contacts().contacts()[i];
        pairs.insert({c.point[0], c.point[2]});
    }
    return pairs;
}

}  // namespace

TEST_CASE("contacts: pairs are sorted as a stable sort sorts them") {
    struct Numbered {
        uint32_t a, b, at;
    };
    Random random(1);
    for (size_t size : {0, 1, 7, 900}) {
        std::vector<Numbered> pairs;
        for (size_t i = 0; i < size; ++i)
            pairs.push_back({uint32_t(random.bits() % 40), uint32_t(random.bits() % 40), uint32_t(i)});
        std::vector<Numbered> expected = pairs;
        std::stable_sort(expected.begin(), expected.end(), [](const Numbered& x, const Numbered& y) {
            return x.a != y.a ? x.a < y.a : x.b < y.b;
        });
        PairSort<Numbered>().sort(pairs.data(), pairs.size(), 40);
        for (size_t i = 0; i < size; ++i) CHECK(pairs[i].at == expected[i].at);
    }
}

TEST_CASE("contacts: chunks that are made side by side lie as those made one after the other") {
    ThreadPool pool(3);
    InOrder<size_t> alone, together;
    const auto thirds = [](size_t first, size_t last, size_t* out) {
        size_t made = 0;
        for (size_t i = first; i < last; ++i)
            if (i % 3 == 0) out[made++] = i;
        return made;
    };
    for (size_t pairs : {size_t{0}, size_t{5}, size_t{pairChunk}, pairBlock + 3 * pairChunk + 1}) {
        alone.fill(pairs, nullptr, thirds);
        together.fill(pairs, &pool, thirds);
        CHECK(alone.count() == (pairs + 2) / 3);
        REQUIRE(together.count() == alone.count());
        CHECK(std::equal(alone.all(), alone.all() + alone.count(), together.all()));
    }
}

TEST_CASE("contacts: nearest points of segments minimise what segment_math.h says") {
    Random random(2);
    for (int i = 0; i < 300; ++i) {
        Vec3f v[4];
        for (Vec3f& x : v) x = anywhere(random);
        if (i % 5 == 0) v[3] = v[1] + 1e-3f * v[3];  // nearly parallel
        if (i % 7 == 0) v[1] = 1e-6f * v[1];         // hardly a segment
        const auto cost = [&](double s, double t) {
            const auto wide = [](Vec3f x) { return Vec3d{x.x, x.y, x.z}; };
            const Vec3d p = wide(v[0]), u = wide(v[1]), q = wide(v[2]), w = wide(v[3]), d = p + s * u - q - t * w;
            return dot(d, d) + double{segmentEvenness} * (dot(u, u) * (s - 0.5) * (s - 0.5) + dot(w, w) * (t - 0.5) * (t - 0.5));
        };
        const auto at = nearestOnSegments(v[0], v[1], v[2], v[3], segmentEvenness);
        REQUIRE((at.s >= 0 && at.s <= 1 && at.t >= 0 && at.t <= 1));
        double least = 1e9;
        for (int s = 0; s <= 100; ++s)
            for (int t = 0; t <= 100; ++t) least = std::fmin(least, cost(s / 100.0, t / 100.0));
        CHECK(cost(double{at.s}, double{at.t}) <= least + 1e-6);
        const auto three = nearestOfThreePoints(v[0], v[1], v[2], v[3]);
        double nearest = 1e9;
        for (double s : {0.0, 0.5, 1.0})
            for (double t : {0.0, 0.5, 1.0})
                nearest = std::fmin(nearest, double{lengthOf(v[0] + float(s) * v[1] - v[2] - float(t) * v[3])});
        CHECK(lengthOf(v[0] + three.s * v[1] - v[2] - three.t * v[3]) == doctest::Approx(nearest).epsilon(1e-5));
    }
}

TEST_CASE("contacts: the distance of segments is a twentieth of their length longer than the true one at most") {
    Random random(3);
    const auto unit = [](Vec3f x) { return normalizedOr(x, Vec3f{1, 0, 0}); };
    const Vec3f zero{0, 0, 0};
    float worst = 0;
    for (int i = 0; i < 100000; ++i) {
        const Vec3f u = unit(anywhere(random)), v = unit((i % 2 == 0 ? u : -u) + (0.002f * float(i % 500)) * anywhere(random));
        const Vec3f q = i % 3 == 0 ? zero : 0.1f * anywhere(random);  // they share an end, or are near
        const auto distance = [&](float evenness) {
            const auto at = nearestOnSegments(zero, u, q, v, evenness);
            return lengthOf(at.s * u - q - at.t * v);
        };
        worst = std::fmax(worst, distance(segmentEvenness) - distance(0));
    }
    CHECK(worst < 0.0501f);
    CHECK(worst > 0.049f);
}

TEST_CASE("contacts: the nearest point of a quad, exact for a parallelogram") {
    Random random(4);
    for (int i = 0; i < 300; ++i) {
        const Vec3f c = anywhere(random), u = anywhere(random), v = anywhere(random), x = anywhere(random, 2);
        const bool flat = i % 2 == 0;
        const Vec3f bent = c + u + v + (flat ? Vec3f{0, 0, 0} : anywhere(random, 0.15f));
        const auto distance = [&](float s, float t) {
            const Vec3f low = c + s * u, high = c + v + s * (bent - (c + v));
            return double{lengthOf(x - (low + t * (high - low)))};
        };
        double least = 1e9;
        for (int s = 0; s <= 100; ++s)
            for (int t = 0; t <= 100; ++t) least = std::fmin(least, distance(0.01f * float(s), 0.01f * float(t)));
        const auto at = nearestOnQuad(x, c, c + u, c + v, bent);
        REQUIRE((at.u >= 0 && at.u <= 1 && at.v >= 0 && at.v <= 1));
        const double side = std::fmax(double{lengthOf(u)}, double{lengthOf(v)});
        CHECK(distance(at.u, at.v) <= least + (flat ? 0.02 : 0.05) * side);
    }
}

TEST_CASE("contacts: of all pairs those touch that are near, and each contact says how") {
    SegmentSettings settings;
    settings.diameter = 0.0015f;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        const Tangle t(seed, 150, 0);
        SegmentContacts contacts(t.strands);
        contacts.find(t.points(), settings, nullptr);
        CHECK(found(contacts) == nearer(t, double{settings.diameter}));
        CHECK(contacts.contacts().count() > 10);
        for (size_t i = 0; i < contacts.contacts().count(); ++i) {
            const Contact& c = contacts.contacts().contacts()[i];
            Vec3f between{0, 0, 0};
            for (int k = 0; k < 4; ++k) between = between + c.weight[k] * positionOf(t.now[c.point[k]]);
            CHECK(c.weight[0] + c.weight[1] + c.weight[2] + c.weight[3] == doctest::Approx(0).epsilon(1e-6));
            CHECK(lengthOf(c.normal) == doctest::Approx(1).epsilon(1e-4));
            CHECK(dot(between, c.normal) == doctest::Approx(t.distance(c.point[0], c.point[2])).epsilon(1e-3));
            CHECK(c.depth == doctest::Approx(double{settings.diameter} - t.distance(c.point[0], c.point[2])).epsilon(1e-2));
            CHECK(lengthOf(c.slip) < 1e-9f);
        }
    }
}

TEST_CASE("contacts: segments that go straight on are found in each step of a frame with one search") {
    SegmentSettings settings;
    settings.diameter = 0.0015f;
    settings.steps = 6;
    for (const bool conservative : {false, true}) {
        CAPTURE(conservative);
        settings.conservative = conservative;
        size_t missed = 0, touched = 0;
        for (uint64_t seed = 11; seed <= 16; ++seed) {
            Tangle t(seed, 120, 1e-4f);
            SegmentContacts contacts(t.strands);
            for (int step = 0; step < settings.steps; ++step) {
                contacts.find(t.points(), settings, nullptr, step);
                // Distances of held nearest points are a little greater.
                const Pairs all = nearer(t, 0.97 * double{settings.diameter}, conservative), own = found(contacts);
                const Pairs most = nearer(t, 1.001 * double{settings.diameter}, conservative);
                for (const auto& pair : all) missed += own.count(pair) == 0;
                for (const auto& pair : own) CHECK(most.count(pair) == 1);
                touched += own.size();
                t.advance();
            }
            CHECK(contacts.searches() == 1);
        }
        CHECK(touched > 500);
        CHECK(missed * 100 <= touched);
    }
}

TEST_CASE("contacts: conservative depths times normals are the gradient of an energy, lengths kept") {
    SegmentSettings settings;
    settings.diameter = 0.0015f;
    settings.conservative = true;
    // E = (diameter - d)^2 / 2, where d^2 is what the nearest points minimise.
    const auto energy = [&](const Vec3d* x) {
        const Vec3d p = x[0], u = x[1] - x[0], q = x[2], v = x[3] - x[2];
        const auto at = nearestOnSegments(p, u, q, v, segmentEvenness);
        const Vec3d d = p + at.s * u - q - at.t * v;
        const double s = at.s - 0.5, h = at.t - 0.5;
        const double apart = std::sqrt(dot(d, d) + double{segmentEvenness} * (s * s * dot(u, u) + h * h * dot(v, v)));
        return 0.5 * (double{settings.diameter} - apart) * (double{settings.diameter} - apart);
    };
    Random random(21);
    int compared = 0;
    for (int i = 0; i < 200; ++i) {
        const Vec3f u = 0.008f * normalizedOr(anywhere(random), Vec3f{1, 0, 0}), v = 0.008f * normalizedOr(anywhere(random), Vec3f{0, 1, 0});
        const Vec3f aside = 0.001f * normalizedOr(cross(u, v), Vec3f{0, 0, 1}), p = anywhere(random, 0.002f);
        std::vector<HairPoint> now, rest;
        for (Vec3f x : {p - 0.5f * u, p + 0.5f * u, aside - 0.5f * v, aside + 0.5f * v}) {
            now.push_back({x.x, x.y, x.z, 1});
            rest.push_back({0.1f * static_cast<float>(now.size() / 3), x.y, x.z, 1});
        }
        SegmentContacts contacts({0, 0, 1, 1});
        contacts.find({now.data(), now.data(), rest.data()}, settings, nullptr);
        if (contacts.contacts().count() == 0) continue;
        const Contact& c = contacts.contacts().contacts()[0];
        Vec3d x[4];
        for (int k = 0; k < 4; ++k) x[k] = Vec3d{now[size_t(k)].x, now[size_t(k)].y, now[size_t(k)].z};
        const Vec3d n{c.normal.x, c.normal.y, c.normal.z};
        for (int k = 0; k < 4; ++k) {
            // A segment's end that moves across the segment keeps its length.
            const Vec3d along = (x[k < 2 ? 1 : 3] - x[k < 2 ? 0 : 2]) * (1 / 0.008), across = n - dot(n, along) * along;
            const double h = 1e-8;
            Vec3d up[4], down[4];
            for (int j = 0; j < 4; ++j) {
                up[j] = j == k ? x[j] + h * across : x[j];
                down[j] = j == k ? x[j] - h * across : x[j];
            }
            const double slope = (energy(up) - energy(down)) / (2 * h);
            CHECK(std::fabs(slope + double{c.depth} * double{c.weight[k]} * dot(n, across)) < 2e-3 * double{settings.diameter});
        }
        ++compared;
    }
    CHECK(compared > 100);
}

TEST_CASE("contacts: points touch the nearest quads of other strands, and no others") {
    Random random(31);
    std::vector<uint32_t> strands;
    std::vector<HairPoint> points, rest;
    std::vector<Quad> quads;
    const auto add = [&](uint32_t strand, Vec3f x) {
        strands.push_back(strand);
        points.push_back({x.x, x.y, x.z, 1});
        rest.push_back({x.x, x.y + 10.0f * static_cast<float>(strand), x.z, 1});
    };
    for (uint32_t s = 0; s < 40; ++s) {
        const Vec3f from = anywhere(random, 0.05f), along = anywhere(random, 0.02f), across = anywhere(random, 0.02f);
        for (int side = 0; side < 2; ++side)
            for (int p = 0; p < 2; ++p) add(2 * s + uint32_t(side), from + float(p) * along + float(side) * across);
        quads.push_back({{4 * s, 4 * s + 1, 4 * s + 2, 4 * s + 3}});
    }
    LayerSettings settings;
    settings.thickness = 0.004f;
    settings.width = 1;  // open nowhere
    LayerContacts layers(strands, quads);
    layers.find({points.data(), points.data(), rest.data()}, settings, nullptr);
    Pairs own, all;
    for (size_t i = 0; i < layers.contacts().count(); ++i) {
        const Contact& c = layers.contacts().contacts()[i];
        own.insert({c.point[4], c.point[0]});
        double sum = 0;
        for (float w : c.weight) sum += double{w};
        CHECK(sum == doctest::Approx(0).epsilon(1e-5));
    }
    size_t mostEach = 0;
    for (uint32_t p = 0; p < points.size(); ++p) {
        size_t each = 0;
        for (const Quad& q : quads) {
            if (strands[q.corners[0]] == strands[p] || strands[q.corners[2]] == strands[p]) continue;
            const Vec3f x = positionOf(points[p]), c0 = positionOf(points[q.corners[0]]), c1 = positionOf(points[q.corners[1]]),
                        c2 = positionOf(points[q.corners[2]]), c3 = positionOf(points[q.corners[3]]);
            const auto at = nearestOnQuad(x, c0, c1, c2, c3);
            const Vec3f low = c0 + at.u * (c1 - c0), high = c2 + at.u * (c3 - c2);
            if (lengthOf(x - (low + at.v * (high - low))) < settings.thickness) all.insert({p, q.corners[0]}), ++each;
        }
        mostEach = std::max(mostEach, each);
    }
    REQUIRE(mostEach <= 3);  // a point touches no more, and nothing of `all` is left out
    CHECK(all.size() > 10);
    CHECK(own == all);
}

TEST_CASE("contacts: the way of hair about a place is the mean there") {
    Random random(41);
    std::vector<HairPoint> points, same, turning;
    for (int i = 0; i < 4000; ++i) {
        const Vec3f x = anywhere(random, 0.1f);
        points.push_back({x.x, x.y, x.z, 1});
        same.push_back({0.01f, -0.02f, 0.03f, 1});
        turning.push_back({-x.y, x.x, 0, 1});
    }
    points.push_back({NAN, 0, 0, 1}), same.push_back({0, 0, 0, 1}), turning.push_back({0, 0, 0, 1});
    WayField field;
    field.fit(points.data(), same, 0.02f);
    for (int i = 0; i < 100; ++i) {
        const Vec3f at = field.at(anywhere(random, 0.12f));  // beyond all points, too
        CHECK(lengthOf(at - Vec3f{0.01f, -0.02f, 0.03f}) < 1e-6f);
    }
    field.fit(points.data(), turning, 0.02f);
    for (int i = 0; i < 100; ++i) {
        const Vec3f x = anywhere(random, 0.08f), at = field.at(x);
        CHECK(lengthOf(at - Vec3f{-x.y, x.x, 0}) < 0.01f);
    }
}

}  // namespace steps_test
