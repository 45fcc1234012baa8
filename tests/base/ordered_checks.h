// core/base/ordered.h on any executor against the standard library.
#pragma once

#include "core/base/ordered.h"
#include "core/math/random.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace ringlet {
inline namespace RINGLET_ISA {

// The executor's copy of the host's numbers, and back.
template <class Executor, class T>
T* sent(Executor& on, typename Executor::template Array<T>& array, const std::vector<T>& values, size_t more = 0) {
    T* const there = array.room(on, values.size() + more);
    on.write(there, values.data(), values.size());
    return there;
}
template <class Executor, class T>
std::vector<T> fetched(Executor& on, const T* from, size_t count) {
    std::vector<T> values;
    for (size_t i = 0; i < count; ++i) values.push_back(on.read(from + i));
    return values;
}

// Lengths about those of chunks, and of chunks of chunks.
inline std::vector<size_t> lengths(size_t chunk) { return {0, 1, 5, chunk - 1, chunk, chunk + 1, chunk * 7 + 3, chunk < 1000 ? chunk * chunk + 70 : chunk * 12}; }

template <class Executor>
void checkScan(Executor& on) {
    ExclusiveScan<Executor> scan;
    typename Executor::template Array<uint32_t> array;
    Random random(1);
    for (size_t count : lengths(Executor::chunk)) {
        CAPTURE(count);
        std::vector<uint32_t> values(count), expected(count + 1, 0);
        for (uint32_t& v : values) v = uint32_t(random.bits() % 9);
        std::partial_sum(values.begin(), values.end(), expected.begin() + 1);
        uint32_t* const there = sent(on, array, values, 1);
        scan.run(on, there, count);
        CHECK(fetched(on, there, count + 1) == expected);
    }
}

template <class Executor>
void checkSort(Executor& on) {
    StableSort<Executor> sort;
    ListsByKey<Executor> lists;
    typename Executor::template Array<uint32_t> array;
    Random random(2);
    for (size_t count : lengths(Executor::chunk))
        for (const size_t most : {size_t{1}, size_t{3}, size_t{700}, size_t{0xffffffff}}) {
            CAPTURE(count);
            CAPTURE(most);
            std::vector<uint32_t> keys(count), expected(count);
            for (uint32_t& k : keys) k = uint32_t(random.bits() % most);
            std::iota(expected.begin(), expected.end(), 0u);
            std::stable_sort(expected.begin(), expected.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
            const uint32_t* const there = sent(on, array, keys);
            sort.run(on, there, nullptr, count, bitsFor(most));
            CHECK(fetched(on, sort.items(), count) == expected);
            for (size_t i = 0; i < count; i += 97) CHECK(on.read(sort.keys() + i) == keys[expected[i]]);
            if (most > 1000) continue;
            lists.run(on, there, count, most);
            CHECK(fetched(on, lists.items(), count) == expected);
            for (uint32_t key = 0; key <= most; key += most > 100 ? 13 : 1) {
                const auto less = [&](uint32_t k) { return k < key; };
                CHECK(on.read(lists.begins() + key) == uint32_t(std::count_if(keys.begin(), keys.end(), less)));
            }
        }
}

// The sum has one order, which plain loops say again.
template <class Executor>
void checkSum(Executor& on) {
    FixedSum<Executor, float> sum;
    typename Executor::template Array<float> array;
    Random random(3);
    for (size_t count : {size_t{0}, size_t{1}, size_t{64}, size_t{65}, size_t{5000}, size_t{300001}}) {
        CAPTURE(count);
        std::vector<float> values(count);
        for (float& v : values) v = random.unit() - 0.3f;
        const float there = sum.run(on, sent(on, array, values), count);
        do {
            std::vector<float> runs(std::max<size_t>(1, (values.size() + 63) / 64), 0.0f);
            for (size_t i = 0; i < values.size(); ++i) runs[i / 64] += values[i];
            values = runs;
        } while (values.size() > 1);
        CHECK(there == values[0]);
    }
}

template <class Executor>
void checkOrdered(Executor& on) {
    checkScan(on);
    checkSort(on);
    checkSum(on);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
