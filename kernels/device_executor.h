// An executor (core/base/executor.h) of a CUDA device: one thread an item, on a stream. After an
// error it does nothing more, and status() says what went wrong first.
#pragma once

#include "core/base/hd.h"
#include "kernels/runtime.h"

#include <cstdint>
#include <utility>

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

    template <class T>
    class Array {
    public:
        T* room(DeviceExecutor& on, size_t count) {
            if (values_.count() < count && on.status_.ok()) on.grow(values_, count + count / 4);
            return values_.data();
        }
        T* data() const { return values_.data(); }

    private:
        DeviceArray<T> values_;
    };

    template <class Body>
    void each(size_t count, const Body& body) {
        if (count > 0 && status_.ok()) check(launch(static_cast<uint32_t>(count), body));
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
    const Status& status() const { return status_; }
    size_t bytes() const { return bytes_; }  // of device memory, in arrays

private:
    void check(Status status) {
        if (status_.ok() && !status) static_cast<void>(status_ = std::move(status));
    }
    template <class Body>
    Status launch(uint32_t count, const Body& body) {
        RINGLET_LAUNCH("a loop over items", (itemThread<Body>), (count + block - 1) / block, block, stream_, body, count);
        return {};
    }
    Status copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
        RINGLET_CALL(cudaMemcpyAsync(to, from, bytes, kind, stream_));
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }
    // What is still running may use the old memory.
    template <class T> void grow(DeviceArray<T>& values, size_t count) {
        check(finish());
        bytes_ -= values.count() * sizeof(T);
        if (status_.ok()) check(values.allocate(count));
        bytes_ += values.count() * sizeof(T);
    }
    Status finish() {
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }

    cudaStream_t stream_;
    Status status_;
    size_t bytes_ = 0;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
