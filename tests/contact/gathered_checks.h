// What points gather (core/contact/gathered_*.h), on any executor, against what contacts scatter in their order: the same bits.
#pragma once

#include "core/contact/gathered_links.h"
#include "core/contact/gathered_touches.h"
#include "core/contact/segment_contacts.h"
#include "core/contact/static_links.h"
#include "tests/contact/tangle.h"

#include <doctest/doctest.h>

#include <cstring>

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
    SegmentContacts contacts(t.strands), looked(t.strands);
    ContactForces scattered(points);
    GatheredTouches<Executor> touches;
    GatheredForces<Executor> gathered;
    typename Executor::template Array<HairPoint> now, before;
    typename Executor::template Array<HairMove> moved;
    size_t touched = 0, hits = 0;
    for (int step = 0; step < settings.steps; ++step) {
        CAPTURE(step);
        contacts.find(t.points(), settings, nullptr, step);
        const TouchStep how = looked.look(t.points(), settings, nullptr, step);
        if (step == 0) touches.setPairs(on, looked.nearPairs(), looked.kept());
        on.write(now.room(on, points), t.now.data(), points);
        on.write(before.room(on, points), t.before.data(), points);
        touches.find(on, now.data(), before.data(), how);
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

template <class Executor>
void checkGathered(Executor& on) {
    checkContacts(on, false, false, false);
    checkContacts(on, true, false, false);
    checkContacts(on, false, true, true);
    checkFivePoints(on);
    checkLinks(on);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
