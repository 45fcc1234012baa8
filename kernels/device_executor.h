// An executor (core/base/executor.h) of a CUDA device: one thread an item, on a stream. Loops are noted, and go to the device when
// somebody needs what comes of them: a few one by one, more as a graph. After an error it does nothing more.
#pragma once

#include "core/base/hd.h"
#include "kernels/replayed_graph.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ringlet {
inline namespace RINGLET_ISA {

template <class Body>
RINGLET_KERNEL void itemThread(Body body, uint32_t count) {
    const uint32_t item = blockIdx.x * blockDim.x + threadIdx.x;
    if (item < count) body(item);
}

class DeviceExecutor {
public:
    // Short runs a thread, so that there are many threads.
    static constexpr size_t chunk = 64;
    static constexpr int digitBits = 4;
    static constexpr unsigned block = 128;  // threads

    explicit DeviceExecutor(cudaStream_t stream) : stream_(stream) {}
    DeviceExecutor(DeviceExecutor&&) = default;

    // Lives no longer than the executor that gave it room.
    template <class T>
    class Array {
    public:
        Array() = default;
        Array(Array&&) = default;
        ~Array() {
            if (on_ != nullptr) static_cast<void>(on_->status());  // what has been noted uses it
        }
        T* room(DeviceExecutor& on, size_t count) {
            on_ = &on;
            if (values_.count() < count && on.status_.ok()) on.grow(values_, count + count / 4);
            return values_.data();
        }
        T* data() const { return values_.data(); }

    private:
        DeviceExecutor* on_ = nullptr;
        DeviceArray<T> values_;
    };

    template <class Body>
    void each(size_t count, const Body& body) {
        static_assert(std::is_trivially_copyable_v<Body> && alignof(Body) <= alignment);
        if (count == 0 || !status_.ok()) return;
        const size_t at = (arguments_.size() + alignment - 1) / alignment * alignment;
        arguments_.resize(at + sizeof body);
        std::memcpy(arguments_.data() + at, &body, sizeof body);
        notes_.push_back({&DeviceExecutor::start<Body>, at, static_cast<uint32_t>(count)});
    }
    template <class T> T read(const T* at) {
        T value{};
        fetch(&value, at, 1);
        return value;
    }
    template <class T> void fetch(T* to, const T* from, size_t count) {
        if (count > 0 && status_.ok()) check(copy(to, from, count * sizeof(T), cudaMemcpyDeviceToHost));
    }
    template <class T> void write(T* to, const T* from, size_t count) {
        if (count > 0 && status_.ok()) check(copy(to, from, count * sizeof(T), cudaMemcpyHostToDevice));
    }
    bool goesOn() const { return status_.ok(); }
    // Runs what has been noted; what went wrong first.
    const Status& status() {
        if (status_.ok() && !notes_.empty()) check(run());
        notes_.clear(), arguments_.clear();
        return status_;
    }
    size_t bytes() const { return bytes_; }  // of device memory, in arrays

private:
    void check(Status status) {
        if (status_.ok() && !status) static_cast<void>(status_ = std::move(status));
    }
    static constexpr size_t alignment = 16, graphLeast = 4, mostGraphs = 64;
    typedef Status (*Start)(const void* body, uint32_t count, cudaStream_t stream);
    struct Note {
        Start start;
        size_t body;  // bytes into arguments_
        uint32_t count;
    };

    template <class Body>
    static Status start(const void* body, uint32_t count, cudaStream_t stream) {
        RINGLET_LAUNCH("a loop over items", (itemThread<Body>), (count + block - 1) / block, block, stream, *static_cast<const Body*>(body),
                       count);
        return {};
    }
    Status issue() const {
        for (const Note& n : notes_) RINGLET_CHECK(n.start(arguments_.data() + n.body, n.count, stream_));
        return {};
    }
    // The same loops follow each other again and again, over other numbers of items: a graph for each such list.
    Status run() {
        if (notes_.size() < graphLeast) return issue();
        list_.clear();
        if (graphs_.size() > mostGraphs) graphs_.clear();
        for (const Note& n : notes_) list_.push_back(n.start);
        ReplayedGraph& graph = graphs_[list_];
        RINGLET_CHECK(graph.take(stream_, [this] { return issue(); }));
        return graph.launch(stream_);
    }
    Status copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
        RINGLET_CHECK(status());
        RINGLET_CALL(cudaMemcpyAsync(to, from, bytes, kind, stream_));
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }
    // What is still running may use the old memory.
    template <class T> void grow(DeviceArray<T>& values, size_t count) {
        check(finish());
        bytes_ -= values.count() * sizeof(T);
        if (Status room = status_.ok() ? values.allocate(count) : Status(); !room)
            check(Error{"the CUDA device has no room for " + std::to_string(count * sizeof(T)) + " bytes more, of what strands do to each other (" +
                        room.error() + "); ask for fewer strands"});
        bytes_ += values.count() * sizeof(T);
    }
    Status finish() {
        RINGLET_CHECK(status());
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }

    cudaStream_t stream_;
    Status status_;
    std::vector<Note> notes_;
    std::vector<uint8_t> arguments_;  // of their bodies
    std::vector<Start> list_;
    std::map<std::vector<Start>, ReplayedGraph> graphs_;
    size_t bytes_ = 0;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
