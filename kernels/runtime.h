// The CUDA runtime, or on the CPU the shim that stands in for it, and what the
// host code around the kernels needs of either: checked calls and owned memory.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>

#if defined(__CUDACC__)
#include <cuda_runtime.h>
#if __has_include(<GL/gl.h>)
#include <cuda_gl_interop.h>
#define RINGLET_GRAPHICS 1
#endif
#define RINGLET_KERNEL __global__
#define RINGLET_START(kernel, blocks, threads, stream, ...) kernel<<<blocks, threads, 0, stream>>>(__VA_ARGS__)
#else
#include "kernels/shim.h"
#define RINGLET_GRAPHICS 1
#define RINGLET_KERNEL inline
#define RINGLET_START(kernel, blocks, threads, stream, ...) startEmulated(kernel, blocks, threads, stream, __VA_ARGS__)
#endif

// Returns from the enclosing function with an error that names the call.
#define RINGLET_CALL(call)                                                       \
    do {                                                                         \
        const cudaError_t code = (call);                                         \
        if (code != cudaSuccess) return callFailed(#call, code);                 \
    } while (false)
#define RINGLET_CHECK(status)                                                    \
    do {                                                                         \
        if (Status checked = (status); !checked) return Error{checked.error()};  \
    } while (false)
// A launch says only afterwards that it was refused, by the last error of all, which must not be one of before.
#define RINGLET_LAUNCH(name, kernel, blocks, threads, stream, ...)               \
    do {                                                                         \
        static_cast<void>(cudaGetLastError());                                   \
        RINGLET_START(kernel, blocks, threads, stream, __VA_ARGS__);             \
        const cudaError_t code = cudaGetLastError();                             \
        if (code != cudaSuccess) return callFailed("launch of " name, code);     \
    } while (false)

namespace ringlet {
inline namespace RINGLET_ISA {

// `call` may be the whole expression; its name is what stands before the bracket.
inline Error callFailed(const std::string& call, cudaError_t code) {
    static_cast<void>(cudaGetLastError());  // else the next launch would be taken for what failed
    return Error{call.substr(0, call.find('(')) + " failed: " + cudaGetErrorString(code)};
}

// `count` values of device memory.
template <class T>
class DeviceArray {
public:
    DeviceArray() = default;
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    DeviceArray(DeviceArray&& other) noexcept : data_(other.data_), count_(other.count_) { other.data_ = nullptr; }
    ~DeviceArray() { release(); }

    Status allocate(size_t count) {
        release();
        if (count == 0) return {};
        RINGLET_CALL(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
        count_ = count;
        return {};
    }
    Status send(const T* from, size_t count, cudaStream_t stream) {
        if (count == 0) return {};
        RINGLET_CALL(cudaMemcpyAsync(data_, from, count * sizeof(T), cudaMemcpyHostToDevice, stream));
        return {};
    }
    Status receive(T* to, size_t count, cudaStream_t stream) const {
        if (count == 0) return {};
        RINGLET_CALL(cudaMemcpyAsync(to, data_, count * sizeof(T), cudaMemcpyDeviceToHost, stream));
        return {};
    }
    T* data() const { return data_; }
    size_t count() const { return count_; }

private:
    void release() {
        if (data_ != nullptr) static_cast<void>(cudaFree(data_));
        data_ = nullptr;
        count_ = 0;
    }
    T* data_ = nullptr;
    size_t count_ = 0;
};

// Error: no device that this program can use; says what to do instead.
inline Status usableDevice() {
    int count = 0;
    const cudaError_t code = cudaGetDeviceCount(&count);
    if (code == cudaSuccess && count > 0) return {};
    static_cast<void>(cudaGetLastError());
    return Error{std::string("no usable CUDA device (cudaGetDeviceCount: ") +
                 (code == cudaSuccess ? "none found" : cudaGetErrorString(code)) + "); use the backend \"cpu\""};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
