// What points gather (core/contact/gathered_*.h), on any executor, against what contacts scatter in their order: the same bits.
#pragma once

#include "core/contact/gathered_layers.h"
#include "core/contact/gathered_links.h"
#include "core/contact/gathered_search.h"
#include "core/contact/gathered_touches.h"
#include "core/contact/layer_contacts.h"
#include "core/contact/segment_contacts.h"
#include "core/contact/static_links.h"
#include "tests/contact/tangle.h"

#include <doctest/doctest.h>

#include <cstring>
#include <limits>

namespace ringlet {
inline namespace RINGLET_ISA {

template <class Executor, class T>
std::vector<T> hostsCopy(Executor& on, const T* from, size_t count) {
    std::vector<T> values;
    for (size_t i = 0; i < count; ++i) values.push_back(on.read(from + i));
    return values;
}

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

// Of a contact between two segments that what counts: the fifth point is nobody's.
inline bool sameContact(const Contact& a, const Contact& b) {
    return std::memcmp(a.point, b.point, 16) == 0 && std::memcmp(a.weight, b.weight, 16) == 0 &&
           std::memcmp(a.share, b.share, 16) == 0 && std::memcmp(&a.normal, &b.normal, 8 * sizeof(float)) == 0;
}

inline std::vector<NearPair> pairsOf(const SegmentContacts& contacts) {
    return {contacts.nearPairs(), contacts.nearPairs() + contacts.kept()};
}

// Moves that something has begun.
inline std::vector<HairMove> begunMoves(size_t points) {
    Random random(7);
    std::vector<HairMove> moves;
    for (size_t i = 0; i < points; ++i) moves.push_back({test::anywhere(random, 1e-4f), 1e-5f * random.unit()});
    return moves;
}

// Steps of a frame in which strands fly through each other.
template <class Executor>
void checkContacts(Executor& on, bool conservative, bool threePoints, bool linear) {
    CAPTURE(conservative);
    CAPTURE(threePoints);
    SegmentSettings settings;
    settings.diameter = 0.003f, settings.steps = 6;
    settings.conservative = conservative, settings.threePoints = threePoints;
    test::Tangle t(5, 300, 3e-4f);
    const size_t points = t.now.size();
    for (size_t i = 0; i < points; ++i) t.now[i].inverseMass = t.before[i].inverseMass = i % 3 == 0 ? 0 : 0.5f + 0.1f * float(i % 7);
    SegmentContacts contacts(t.strands), planned(t.strands);
    GatheredSearch<Executor> search;
    search.setHair(on, t.strands.data(), t.rest.data(), points);
    ContactForces scattered(points);
    GatheredTouches<Executor> touches;
    GatheredForces<Executor> gathered;
    typename Executor::template Array<HairPoint> now, before;
    typename Executor::template Array<HairMove> moved;
    size_t touched = 0, hits = 0;
    for (int step = 0; step < settings.steps; ++step) {
        CAPTURE(step);
        contacts.find(t.points(), settings, nullptr, step);
        const SegmentPlan plan = planned.plan(settings, step);
        REQUIRE(plan.searches == (step == 0));
        on.write(now.room(on, points), t.now.data(), points);
        on.write(before.room(on, points), t.before.data(), points);
        if (plan.searches) {
            search.find(on, now.data(), before.data(), plan.search);
            CHECK(sameBits(hostsCopy(on, search.pairs(), search.count()), pairsOf(contacts)));
            touches.setPairs(search.pairs(), search.count());
        }
        touches.find(on, now.data(), before.data(), plan.touch);
        const ContactChunks& all = contacts.contacts();
        REQUIRE(touches.count() == all.count());
        const std::vector<Contact> own = hostsCopy(on, touches.contacts(), touches.count());
        size_t equal = 0;
        for (size_t i = 0; i < own.size(); ++i) equal += sameContact(own[i], all.contacts()[i]), hits += own[i].approach > 0;
        CHECK(equal == own.size());
        touched += own.size();

        std::vector<HairMove> moves = begunMoves(points);
        on.write(moved.room(on, points), moves.data(), points);
        const ContactMaterial material{0.7f, 0.4f, linear};
        scattered.apply(all.contacts(), all.count(), 4, material, moves.data());
        gathered.apply(on, touches.contacts(), touches.count(), 4, material, moved.data(), points);
        CHECK(sameBits(hostsCopy(on, moved.data(), points), moves));
        t.advance();
    }
    CHECK(touched > 1000);
    CHECK(hits > 300);
}

template <class Executor>
void checkLinks(Executor& on) {
    test::Tangle t(9, 80, 1e-4f);
    const size_t points = t.now.size();
    Random random(3);
    std::vector<StaticLink> all;
    for (uint32_t i = 0; i < 333; ++i) {
        const uint32_t base = uint32_t(random.bits() % points), tip = uint32_t(random.bits() % points);
        if (t.strands[base] == t.strands[tip]) continue;
        const Vec3f away = positionOf(t.now[tip]) - positionOf(t.now[base]), along = normalizedOr(test::anywhere(random), Vec3f{0, 0, 1});
        all.push_back({base, tip, away + test::anywhere(random, 0.004f), along, base % 3 == 0});
    }
    StaticLinks scattered;
    scattered.set(all, t.rest);
    GatheredLinks<Executor> gathered;
    const std::vector<LinkRow> rows = scattered.rows();
    gathered.set(on, rows.data(), rows.size(), points);
    scattered.renew();
    for (size_t i = 0; i < rows.size(); ++i)
        if (i % 3 != 0) scattered.strengths()[i] = i % 2 == 0 ? 1.0f : 0.4f;
    on.write(gathered.strengths(), scattered.strengths().data(), rows.size());
    const LinkSettings settings{0.3f, 0.001f, 0.006f, normalized(Quatf{0.1f, 0.2f, -0.3f, 1})};
    typename Executor::template Array<HairPoint> now;
    typename Executor::template Array<HairMove> moved;
    for (int step = 0; step < 8; ++step) {
        std::vector<HairMove> moves = begunMoves(points);
        on.write(moved.room(on, points), moves.data(), points);
        on.write(now.room(on, points), t.now.data(), points);
        scattered.apply(t.now.data(), settings, moves.data());
        gathered.apply(on, now.data(), settings, moved.data());
        CHECK(sameBits(hostsCopy(on, moved.data(), points), moves));
        std::vector<float> left = scattered.strengths();
        left.resize(rows.size());
        CHECK(sameBits(hostsCopy(on, gathered.strengths(), rows.size()), left));
        t.advance();
    }
    CHECK(scattered.broken() > 5);
    CHECK(scattered.broken() < rows.size());
}

// Contacts of five points, as points with layers have: many at each point.
template <class Executor>
void checkFivePoints(Executor& on) {
    Random random(13);
    const size_t points = 60, count = 500;
    std::vector<Contact> all(count);
    for (Contact& c : all) {
        const uint32_t first = uint32_t(random.bits() % points);
        float sum = 0;
        for (uint32_t k = 0; k < 5; ++k) {
            c.point[k] = (first + k * 7) % uint32_t(points);
            c.weight[k] = k < 4 ? -random.unit() : 0;
            sum += c.weight[k];
        }
        c.weight[4] = -sum;
        for (int k = 0; k < 5; ++k) c.share[k] = c.weight[k] * random.unit();
        c.normal = normalizedOr(test::anywhere(random), Vec3f{0, 1, 0});
        c.depth = 1e-3f * random.unit(), c.slip = test::anywhere(random, 1e-4f);
        c.approach = random.bits() % 3 == 0 ? 1e-3f * random.unit() : 0;
    }
    std::vector<HairMove> moves = begunMoves(points);
    typename Executor::template Array<HairMove> moved;
    typename Executor::template Array<Contact> there;
    on.write(moved.room(on, points), moves.data(), points);
    on.write(there.room(on, count), all.data(), count);
    ContactForces(points).apply(all.data(), count, 5, {0.2f, 0.5f}, moves.data());
    GatheredForces<Executor>().apply(on, there.data(), count, 5, {0.2f, 0.5f}, moved.data(), points);
    CHECK(sameBits(hostsCopy(on, moved.data(), points), moves));
}

// Hair that lies in itself, flies apart, rests near others, or is no number: the same pairs, and as many segments left out.
template <class Executor>
void checkSearch(Executor& on) {
    for (const float spread : {1e-4f, 0.02f, 1.0f})
        for (const bool conservative : {false, true}) {
            CAPTURE(spread);
            CAPTURE(conservative);
            test::Tangle t(21, 300, 4e-4f);
            const size_t points = t.now.size();
            for (size_t i = 0; i < points; ++i)
                for (HairPoint* p : {&t.now[i], &t.before[i]}) {
                    const float thrown = i % 50 == 7 ? 30.0f : spread / 0.03f;
                    *p = {thrown * p->x, thrown * p->y, thrown * p->z, 1};
                }
            for (size_t i = 0; i < points; ++i) t.rest[i].x *= 0.01f, t.rest[i].y *= 0.2f;
            t.now[100].x = t.now[400].y = std::numeric_limits<float>::quiet_NaN();
            t.now[200].z = t.before[201].z = std::numeric_limits<float>::infinity();
            SegmentSettings settings;
            settings.diameter = 0.003f, settings.steps = 3, settings.conservative = conservative;
            SegmentContacts contacts(t.strands);
            contacts.find(t.points(), settings, nullptr, 0);
            GatheredSearch<Executor> search;
            search.setHair(on, t.strands.data(), t.rest.data(), points);
            typename Executor::template Array<HairPoint> now, before;
            on.write(now.room(on, points), t.now.data(), points);
            on.write(before.room(on, points), t.before.data(), points);
            search.find(on, now.data(), before.data(), {settings.diameter, settings.steps, conservative});
            CHECK(search.leftOut() == contacts.leftOut());
            CHECK((contacts.leftOut() > 0) == (spread < 1e-3f));
            CHECK(contacts.kept() > (spread < 0.5f ? 100 : 0));
            CHECK(sameBits(hostsCopy(on, search.pairs(), search.count()), pairsOf(contacts)));
        }
}

// Points that strands' neighbours' layers hold off.
template <class Executor>
void checkLayers(Executor& on, float spread) {
    CAPTURE(spread);
    test::Tangle t(11, 200, 4e-4f);
    const size_t points = t.now.size();
    for (size_t i = 0; i < points; ++i)
        for (HairPoint* p : {&t.now[i], &t.before[i]}) {
            *p = {spread * p->x, spread * p->y, spread * p->z, i % 3 == 0 ? 0 : 0.5f + 0.1f * float(i % 7)};
        }
    for (size_t i = 0; i < points; ++i) t.rest[i].x *= 0.02f;
    std::vector<Quad> quads;
    for (uint32_t s = 0; s < 200; ++s)
        for (uint32_t p = 0; p < 2; ++p) quads.push_back({{3 * s + p, 3 * s + p + 1, (3 * s + 21 + p) % 600, (3 * s + 22 + p) % 600}});
    const LayerSettings settings{0.004f, 0.03f};
    LayerContacts layers(t.strands, quads);
    GatheredLayers<Executor> gathered;
    typename Executor::template Array<uint32_t> strands;
    typename Executor::template Array<HairPoint> now, before, rest;
    on.write(strands.room(on, points), t.strands.data(), points);
    on.write(rest.room(on, points), t.rest.data(), points);
    gathered.set(on, quads.data(), quads.size(), strands.data(), rest.data(), points);
    for (int step = 0; step < 3; ++step) {
        layers.find(t.points(), settings, nullptr);
        on.write(now.room(on, points), t.now.data(), points);
        on.write(before.room(on, points), t.before.data(), points);
        gathered.find(on, now.data(), before.data(), settings);
        const ContactChunks& all = layers.contacts();
        CHECK(all.count() > 100);
        const std::vector<Contact> expected(all.contacts(), all.contacts() + all.count());
        CHECK(sameBits(hostsCopy(on, gathered.contacts(), gathered.count()), expected));
        CHECK(gathered.leftOut() == layers.leftOut());
        CHECK((layers.leftOut() > 0) == (spread < 0.1f));
        t.advance();
    }
}

template <class Executor>
void checkGathered(Executor& on) {
    checkSearch(on);
    checkLayers(on, 1);
    checkLayers(on, 0.02f);
    checkContacts(on, false, false, false);
    checkContacts(on, true, false, false);
    checkContacts(on, false, true, true);
    checkFivePoints(on);
    checkLinks(on);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
