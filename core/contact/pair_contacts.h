// What segment contacts and layers share: pairs of things made of hair points,
// found by a broad phase and kept for the steps of a frame.
#pragma once

#include "core/base/thread_pool.h"
#include "core/contact/broad_phase.h"
#include "core/contact/contact_forces.h"
#include "core/contact/point_lanes.h"
#include "core/contact/way_field.h"

namespace ringlet {

// The points of all strands, one strand after the other.
struct HairPoints {
    const HairPoint* now = nullptr;     // where inertia takes them in this step
    const HairPoint* before = nullptr;  // where they began it, relative to where the head's origin is now
    const HairPoint* rest = nullptr;    // in the rest shape
};

// Pairs are looked for once for some steps to come. Each point is expected to go on
// as it moves now, and may stray from its way by a margin; pairs are kept by how
// their ways differ, so that hair which moves together costs no more than hair at
// rest: boxes are made of the ways beside those that hair nearby has in common.
// What strays farther is found by the next search.
class PointWays {
public:
    explicit PointWays(size_t points) : ways_(points), boxes_(2 * points) {}

    // Begins all ways here, foreseen for `steps` steps but no farther than `longest` (m) beside the
    // hair about them: a few fast strands must not make the search of all others large. `size`: the
    // distance at which things touch, m.
    void begin(const HairPoints& points, float size, int steps, float longest, ThreadPool* pool = nullptr);

    // The expected way of a point (x, y, z, m).
    const HairPoint* ways() const { return ways_.data(); }

    // The box of a point on its way beside the hair about it, with its margin (x, y, z, m).
    ContactNumber low(uint32_t point) const { return loadLanes<4>(&boxes_[2 * size_t{point}].x); }
    ContactNumber high(uint32_t point) const { return loadLanes<4>(&boxes_[2 * size_t{point} + 1].x); }

private:
    std::vector<HairPoint> ways_;
    std::vector<HairPoint> boxes_;  // a point: low, high
    WayField field_;
};

constexpr size_t pairChunk = 512;  // whole lanes

// run(first, last) over [0, count) in chunks of `each`, side by side where there is a pool.
template <class Run>
void inChunks(size_t count, ThreadPool* pool, const Run& run, size_t each = pairChunk) {
    const auto one = [&](int index, int) {
        const size_t first = static_cast<size_t>(index) * each;
        run(first, first + each < count ? first + each : count);
    };
    const int chunks = static_cast<int>((count + each - 1) / each);
    if (pool != nullptr) pool->forEach(chunks, std::cref(one));
    else for (int i = 0; i < chunks; ++i) one(i, 0);
}

// What pairs give to points, pair after pair, on any number of threads: answer(first, last, answers) tells it of Answers::each pairs or fewer,
// add(answers, first, last) adds it to points of [first, last), so that each thread has points of its own, and done(answers) comes at
// last. `all`: room for it, which is reused.
template <class Answers, class Answer, class Add, class Done>
void giveInOrder(std::vector<Answers>& all, size_t pairs, size_t points, ThreadPool* pool, const Answer& answer, const Add& add, const Done& done) {
    constexpr size_t each = Answers::each;
    const size_t threads = pool != nullptr ? static_cast<size_t>(pool->threads()) : 1;
    all.resize(threads > 1 ? 16 * threads : 1);  // few enough to stay at hand
    for (size_t begin = 0, atOnce = all.size() * each; begin < pairs; begin += atOnce) {
        const size_t count = pairs - begin < atOnce ? pairs - begin : atOnce, some = (count + each - 1) / each;
        inChunks(count, pool, [&](size_t first, size_t last) { answer(begin + first, begin + last, all[first / each]); }, each);
        inChunks(points, pool, [&](size_t first, size_t last) {
            for (size_t i = 0; i < some; ++i) add(all[i], static_cast<uint32_t>(first), static_cast<uint32_t>(last));
        }, points / threads + 1);
        for (size_t i = 0; i < some; ++i) done(all[i]);
    }
}

constexpr size_t pairBlock = 64 * pairChunk;  // for which room is made at a time

// What chunks of pairs give, made side by side and lined up in the pairs' order.
template <class Made>
class InOrder {
public:
    // make(first, last, out) writes what pairs [first, last) give, at most one each, and
    // says how many.
    template <class Make>
    void fill(size_t pairs, ThreadPool* pool, const Make& make) {
        count_ = 0;
        for (size_t first = 0; first < pairs; first += pairBlock)
            add(first, first + pairBlock < pairs ? first + pairBlock : pairs, pool, make);
    }
    const Made* all() const { return all_.data(); }
    Made* all() { return all_.data(); }
    size_t count() const { return count_; }
    void set(std::vector<Made> all) { all_ = std::move(all), count_ = all_.size(); }

private:
    template <class Make>
    void add(size_t first, size_t last, ThreadPool* pool, const Make& make) {
        const size_t begin = count_, room = begin + last - first;
        if (all_.size() < room) all_.resize(room + room / 4);
        if (pool == nullptr || pool->threads() == 1) {
            inChunks(last - first, nullptr, [&](size_t from, size_t to) {
                count_ += make(first + from, first + to, all_.data() + count_);
            });
            return;
        }
        size_t counts[pairBlock / pairChunk];
        inChunks(last - first, pool, [&](size_t from, size_t to) {
            counts[from / pairChunk] = make(first + from, first + to, all_.data() + begin + from);
        });
        for (size_t from = 0; from < last - first; from += pairChunk)
            for (size_t k = 0; k < counts[from / pairChunk]; ++k) all_[count_++] = all_[begin + from + k];
    }

    std::vector<Made> all_;
    size_t count_ = 0;
};

// Contacts in the order of their pairs.
class ContactChunks : public InOrder<Contact> {
public:
    const Contact* contacts() const { return all(); }
};

}  // namespace ringlet
