// What parallel steps need to give the same bits wherever they run: prefix sums, a stable
// sort by whole numbers, lists by key, and sums whose order is fixed. Each is a few loops over
// chunks, one body a chunk, on any executor (core/base/executor.h).
#pragma once

#include "core/base/executor.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// From where to where chunk i of `count` items goes.
RINGLET_HD size_t chunkEnd(uint32_t i, size_t chunk, size_t count) {
    const size_t end = (size_t{i} + 1) * chunk;
    return end < count ? end : count;
}

// values[i] becomes the sum of those before it; one behind the last gets the sum of all.
template <class Executor>
class ExclusiveScan {
public:
    // Room for count + 1 values.
    void run(Executor& on, uint32_t* values, size_t count, int level = 0) {
        const size_t chunks = (count + Executor::chunk - 1) / Executor::chunk;
        if (chunks <= 1) return on.each(1, ScanChunk{values, nullptr, count, 1});
        uint32_t* const sums = sums_[level].room(on, chunks + 1);
        on.each(chunks, SumChunk{values, sums, count});
        run(on, sums, chunks, level + 1);
        on.each(chunks, ScanChunk{values, sums, count, chunks});
    }

    // Bodies are public, for CUDA takes no private ones.
    struct SumChunk {
        const uint32_t* values;
        uint32_t* sums;
        size_t count;
        RINGLET_HD void operator()(uint32_t i) const {
            uint32_t sum = 0;
            for (size_t k = size_t{i} * Executor::chunk, end = chunkEnd(i, Executor::chunk, count); k < end; ++k) sum += values[k];
            sums[i] = sum;
        }
    };
    struct ScanChunk {
        uint32_t* values;
        const uint32_t* before;  // a chunk; null: there is but one
        size_t count, chunks;
        RINGLET_HD void operator()(uint32_t i) const {
            uint32_t sum = before != nullptr ? before[i] : 0;
            for (size_t k = size_t{i} * Executor::chunk, end = chunkEnd(i, Executor::chunk, count); k < end; ++k) {
                const uint32_t value = values[k];
                values[k] = sum;
                sum += value;
            }
            if (i + 1 == chunks) values[count] = sum;
        }
    };

private:
    // A level a power of the chunk: enough for 2^32 values in chunks of 64.
    typename Executor::template Array<uint32_t> sums_[6];
};

// Sorts items by keys; those of equal keys stay as they come. A radix sort, digit by digit.
template <class Executor>
class StableSort {
public:
    // The keys are below 2^bits. items: null for 0, 1, 2 ... What comes out is valid until the next call.
    void run(Executor& on, const uint32_t* keys, const uint32_t* items, size_t count, int bits) {
        const size_t chunks = (count + Executor::chunk - 1) / Executor::chunk;
        uint32_t* const counts = counts_.room(on, digits * chunks + 1);
        keysOut_ = keys, itemsOut_ = items;
        int turn = 0;
        for (int shift = 0; shift < bits || shift == 0; shift += Executor::digitBits, turn = 1 - turn) {
            uint32_t* const toKeys = keys_[turn].room(on, count);
            uint32_t* const toItems = items_[turn].room(on, count);
            on.each(chunks, CountDigits{keysOut_, count, chunks, counts, shift});
            scan_.run(on, counts, digits * chunks);
            on.each(chunks, Place{keysOut_, itemsOut_, toKeys, toItems, counts, count, chunks, shift});
            keysOut_ = toKeys, itemsOut_ = toItems;
        }
    }
    const uint32_t* keys() const { return keysOut_; }
    const uint32_t* items() const { return itemsOut_; }

    static constexpr uint32_t digits = 1u << Executor::digitBits;
    RINGLET_HD static uint32_t digitOf(uint32_t key, int shift) { return key >> shift & (digits - 1); }

    struct CountDigits {
        const uint32_t* keys;
        size_t count, chunks;
        uint32_t* counts;  // of a digit in every chunk, then of the next digit
        int shift;
        RINGLET_HD void operator()(uint32_t i) const {
            uint32_t own[digits] = {};
            for (size_t k = size_t{i} * Executor::chunk, end = chunkEnd(i, Executor::chunk, count); k < end; ++k)
                ++own[digitOf(keys[k], shift)];
            for (uint32_t d = 0; d < digits; ++d) counts[d * chunks + i] = own[d];
        }
    };
    struct Place {
        const uint32_t *keys, *items;
        uint32_t *toKeys, *toItems;
        const uint32_t* places;
        size_t count, chunks;
        int shift;
        RINGLET_HD void operator()(uint32_t i) const {
            uint32_t own[digits];
            for (uint32_t d = 0; d < digits; ++d) own[d] = places[d * chunks + i];
            for (size_t k = size_t{i} * Executor::chunk, end = chunkEnd(i, Executor::chunk, count); k < end; ++k) {
                const uint32_t to = own[digitOf(keys[k], shift)]++;
                toKeys[to] = keys[k];
                toItems[to] = items != nullptr ? items[k] : static_cast<uint32_t>(k);
            }
        }
    };

private:
    ExclusiveScan<Executor> scan_;
    typename Executor::template Array<uint32_t> counts_, keys_[2], items_[2];
    const uint32_t *keysOut_ = nullptr, *itemsOut_ = nullptr;
};

// How many bits numbers below `count` have.
inline int bitsFor(size_t count) {
    int bits = 0;
    while (bits < 32 && size_t{1} << bits < count) ++bits;
    return bits;
}

// The first of `count` sorted items that does not come before what is looked for: isBefore(i) is true of those that do.
template <class IsBefore>
RINGLET_HD uint32_t firstFrom(uint32_t count, const IsBefore& isBefore) {
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (isBefore(middle)) low = middle + 1;
        else high = middle;
    }
    return low;
}

// Of each key the items that have it, in ascending order: what a point gathers.
template <class Executor>
class ListsByKey {
public:
    // keys: one an item, below `most`; items: so many.
    void run(Executor& on, const uint32_t* keys, size_t items, size_t most) {
        sort_.run(on, keys, nullptr, items, bitsFor(most));
        uint32_t* const begins = begins_.room(on, most + 1);
        on.each(most + 1, Begin{sort_.keys(), begins, static_cast<uint32_t>(items)});
    }
    // Those of key k: items()[begins()[k]] and so on, before items()[begins()[k + 1]].
    const uint32_t* items() const { return sort_.items(); }
    const uint32_t* begins() const { return begins_.data(); }

    struct Begin {
        const uint32_t* keys;  // sorted
        uint32_t* begins;
        uint32_t count;
        RINGLET_HD void operator()(uint32_t key) const {
            begins[key] = firstFrom(count, [&](uint32_t k) { return keys[k] < key; });
        }
    };

private:
    StableSort<Executor> sort_;
    typename Executor::template Array<uint32_t> begins_;
};

// Of `count` items those whose flag is 1, in their order. The flags become places.
template <class Executor>
class Chosen {
public:
    // Room for count + 1 flags. How many are chosen.
    size_t among(Executor& on, uint32_t* flags, size_t count) {
        scan_.run(on, flags, count);
        return on.read(flags + count);
    }
    template <class T>
    struct Keep {
        const T* from;
        const uint32_t* places;
        T* to;
        RINGLET_HD void operator()(uint32_t i) const {
            if (places[i] != places[i + 1]) to[places[i]] = from[i];
        }
    };

private:
    ExclusiveScan<Executor> scan_;
};

// The sum of values that are added in a fixed tree: by runs of sumRun in ascending order, then the runs' sums alike.
template <class Executor, class T>
class FixedSum {
public:
    T run(Executor& on, const T* values, size_t count) {
        for (int level = 0;; level = 1 - level) {
            const size_t runs = count <= sumRun ? 1 : (count + sumRun - 1) / sumRun;
            T* const sums = sums_[level].room(on, runs);
            on.each(runs, SumRun{values, sums, count});
            if (runs == 1) return on.read(sums);
            values = sums, count = runs;
        }
    }
    static constexpr size_t sumRun = 64;  // part of the result

    struct SumRun {
        const T* values;
        T* sums;
        size_t count;
        RINGLET_HD void operator()(uint32_t i) const {
            T sum = T();
            for (size_t k = size_t{i} * sumRun, end = chunkEnd(i, sumRun, count); k < end; ++k) sum = sum + values[k];
            sums[i] = sum;
        }
    };

private:
    typename Executor::template Array<T> sums_[2];
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
