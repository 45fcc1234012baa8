// Where loops over independent items run: on the host's threads here, on a device in
// kernels/device_executor.h. What is written with an executor (core/base/ordered.h, steps of
// core/contact) is written once, and gives the same bits wherever it runs.
//
// An executor has
//   each(count, body)   body(i) for every i below count, in any order and side by side: a body
//                       writes what no other one reads or writes
//   Array<T>            its memory; what was there is lost where it grows
//   read(at)            a number that earlier bodies have written
//   write(to, from, n)  numbers of the host's
//   goesOn()            false after an error: what it reads is nothing
//   chunk, digitBits    how much one body of a sort or scan does at a time
#pragma once

#include "core/base/hd.h"
#include "core/base/thread_pool.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

namespace ringlet {

class HostExecutor {
public:
    // A few large pieces a thread: each has a table of counts of its own.
    static constexpr size_t chunk = 4096;
    static constexpr int digitBits = 8;

    explicit HostExecutor(ThreadPool* pool = nullptr) : pool_(pool) {}

    template <class T>
    class Array {
    public:
        // Room for so many; what was there is lost where it grows.
        T* room(HostExecutor&, size_t count) {
            if (values_.size() < count) values_.resize(count + count / 4);
            return values_.data();
        }
        T* data() { return values_.data(); }
        const T* data() const { return values_.data(); }

    private:
        std::vector<T> values_;
    };

    template <class Body>
    void each(size_t count, const Body& body) {
        const size_t threads = pool_ != nullptr ? static_cast<size_t>(pool_->threads()) : 1;
        if (threads == 1 || count == 1) {
            for (size_t i = 0; i < count; ++i) body(static_cast<uint32_t>(i));
            return;
        }
        // More pieces than threads, for some take longer.
        const size_t wanted = 8 * threads, pieces = count < wanted ? count : wanted;
        const auto some = [&](int piece, int) {
            const auto begin = [&](int of) { return static_cast<size_t>(uint64_t{count} * static_cast<uint64_t>(of) / pieces); };
            for (size_t i = begin(piece), last = begin(piece + 1); i < last; ++i) body(static_cast<uint32_t>(i));
        };
        pool_->forEach(static_cast<int>(pieces), std::cref(some));
    }

    template <class T> T read(const T* at) { return *at; }
    template <class T> void write(T* to, const T* from, size_t count) {
        if (count > 0) std::memcpy(to, from, count * sizeof(T));
    }
    bool goesOn() const { return true; }

private:
    ThreadPool* pool_;
};

}  // namespace ringlet
