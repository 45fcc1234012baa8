// A CUDA runtime of plain C++, for the few calls that this room makes: device
// memory is the host's, a launch is a loop over blocks and threads, a stream runs
// at once, and a captured one is a list that a graph runs again. Tests compile the
// kernels and the code around them against it, where there is no GPU.
//
// What it cannot show: races between threads (the kernels here share what they add up with atomics alone),
// the compiler's arithmetic (see ptx.py) and time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace ringlet::shim {

enum cudaError_t { cudaSuccess = 0, cudaErrorMemoryAllocation = 2, cudaErrorInvalidGraphicsContext = 219, cudaErrorUnknown = 999 };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
enum cudaStreamCaptureMode { cudaStreamCaptureModeThreadLocal };
struct Index { unsigned x; };
#if defined(__EMSCRIPTEN__)  // whose tests run on one thread, where its linker misplaces a thread's own variables
inline Index blockIdx, threadIdx, blockDim;
#else
inline thread_local Index blockIdx, threadIdx, blockDim;
#endif

typedef std::vector<std::function<void()>> Work;
typedef Work* cudaGraph_t;
typedef Work* cudaGraphExec_t;
struct Stream { Work* captured; };
typedef Stream* cudaStream_t;
typedef std::chrono::steady_clock::time_point Moment;
typedef Moment* cudaEvent_t;
struct cudaFuncAttributes { int numRegs; };

// What a test arranges, and what it looks at afterwards.
struct Emulation {
    int devices = 1;
    size_t freeBytes = size_t{1} << 30;
    std::string failing;      // the call that fails, by name ...
    size_t passing = 0;       // ... after so many of it
    size_t held = 0;          // device blocks not yet freed
    size_t launches = 0, graphLaunches = 0, updates = 0, waits = 0;  // updates: of graphs; waits: of the host
    size_t toDevice = 0, toHost = 0;  // bytes
    // The bytes of an OpenGL buffer, between the two calls; null: there is no OpenGL.
    std::function<void*(unsigned buffer, size_t& bytes)> mapGraphics;
    std::function<void(unsigned buffer)> unmapGraphics;
    size_t registered = 0;    // such buffers
};
inline Emulation& emulation() {
    static Emulation state;
    return state;
}
// What a call failed with is kept until somebody asks, as the runtime does.
inline cudaError_t& lastError() {
    static cudaError_t last = cudaSuccess;
    return last;
}
inline cudaError_t given(cudaError_t code) {
    if (code != cudaSuccess) lastError() = code;
    return code;
}
inline cudaError_t outcome(const char* call) {
    const bool named = emulation().failing == call, passes = named && emulation().passing > 0;
    if (passes) --emulation().passing;
    return given(named && !passes ? cudaErrorUnknown : cudaSuccess);
}
inline const char* cudaGetErrorString(cudaError_t code) {
    return code == cudaErrorMemoryAllocation         ? "out of memory"
           : code == cudaErrorInvalidGraphicsContext ? "invalid OpenGL or DirectX context"
           : code == cudaSuccess                     ? "no error"
                                                     : "emulated failure";
}

inline cudaError_t cudaGetDeviceCount(int* count) {
    *count = emulation().devices;
    return outcome("cudaGetDeviceCount");
}
inline cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
    *free = emulation().freeBytes;
    *total = size_t{1} << 31;
    return outcome("cudaMemGetInfo");
}
template <class F> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes*, F*) {
    return outcome("cudaFuncGetAttributes");
}

inline cudaError_t allocated(void** to, size_t bytes, const char* call) {
    *to = outcome(call) == cudaSuccess ? std::malloc(bytes) : nullptr;
    if (*to == nullptr) return given(cudaErrorMemoryAllocation);
    std::memset(*to, 0xFF, bytes);  // NaN: what was never written is seen
    ++emulation().held;
    return cudaSuccess;
}
inline cudaError_t cudaMalloc(void** to, size_t bytes) { return allocated(to, bytes, "cudaMalloc"); }
inline cudaError_t cudaMallocHost(void** to, size_t bytes) { return allocated(to, bytes, "cudaMallocHost"); }
inline cudaError_t cudaFree(void* block) {
    std::free(block);
    --emulation().held;
    return cudaSuccess;
}
inline cudaError_t cudaFreeHost(void* block) { return cudaFree(block); }

// Runs work now, or notes it where the stream is being captured.
inline void issue(cudaStream_t stream, std::function<void()> work) {
    if (stream->captured != nullptr) stream->captured->push_back(std::move(work));
    else work();
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    issue(stream, [=] {
        std::memcpy(to, from, bytes);
        if (kind == cudaMemcpyHostToDevice) emulation().toDevice += bytes;
        if (kind == cudaMemcpyDeviceToHost) emulation().toHost += bytes;
    });
    return outcome("cudaMemcpyAsync");
}
template <class Kernel, class... Given>
void startEmulated(Kernel kernel, unsigned blocks, unsigned threads, cudaStream_t stream, Given... given) {
    issue(stream, [=] {
        ++emulation().launches;
        blockDim.x = threads;
        // Out of order, as on a device: 7919 is prime.
        const unsigned stride = blocks % 7919 == 0 ? 1 : 7919 % blocks;
        for (unsigned i = 0, block = 0; i < blocks; ++i, block = (block + stride) % blocks)
            for (blockIdx.x = block, threadIdx.x = 0; threadIdx.x < threads; ++threadIdx.x) kernel(given...);
    });
}
inline cudaError_t cudaGetLastError() {
    static_cast<void>(outcome("launch"));
    const cudaError_t last = lastError();
    lastError() = cudaSuccess;
    return last;
}

inline cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    *stream = new Stream{nullptr};
    return outcome("cudaStreamCreate");
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    delete stream;
    return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t) {
    ++emulation().waits;
    return outcome("cudaStreamSynchronize");
}

inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
    if (outcome("cudaStreamBeginCapture") != cudaSuccess) return cudaErrorUnknown;
    stream->captured = new Work;
    return cudaSuccess;
}
inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    *graph = stream->captured;
    stream->captured = nullptr;
    return outcome("cudaStreamEndCapture");
}
inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
    if (outcome("cudaGraphInstantiateWithFlags") != cudaSuccess) return cudaErrorUnknown;
    *exec = new Work(*graph);
    return cudaSuccess;
}
struct cudaGraphExecUpdateResultInfo {};
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo*) {
    if (outcome("cudaGraphExecUpdate") != cudaSuccess) return cudaErrorUnknown;
    *exec = *graph;
    ++emulation().updates;
    return cudaSuccess;
}
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t) {
    ++emulation().graphLaunches;
    for (const auto& work : *exec) work();
    return outcome("cudaGraphLaunch");
}
inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    delete graph;
    return cudaSuccess;
}
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    delete exec;
    return cudaSuccess;
}

constexpr unsigned cudaGraphicsRegisterFlagsWriteDiscard = 2;
struct Graphics {
    unsigned buffer;
    void* bytes;
    size_t count;
};
typedef Graphics* cudaGraphicsResource_t;
inline cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned buffer, unsigned) {
    if (!emulation().mapGraphics || outcome("cudaGraphicsGLRegisterBuffer") != cudaSuccess) return given(cudaErrorInvalidGraphicsContext);
    *resource = new Graphics{buffer, nullptr, 0};
    ++emulation().registered;
    return cudaSuccess;
}
inline cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
    delete resource;
    --emulation().registered;
    return cudaSuccess;
}
inline cudaError_t cudaGraphicsMapResources(int, cudaGraphicsResource_t* resource, cudaStream_t) {
    if (outcome("cudaGraphicsMapResources") != cudaSuccess) return cudaErrorUnknown;
    (*resource)->bytes = emulation().mapGraphics((*resource)->buffer, (*resource)->count);
    return cudaSuccess;
}
inline cudaError_t cudaGraphicsResourceGetMappedPointer(void** to, size_t* bytes, cudaGraphicsResource_t resource) {
    *to = resource->bytes;
    *bytes = resource->count;
    return outcome("cudaGraphicsResourceGetMappedPointer");
}
inline cudaError_t cudaGraphicsUnmapResources(int, cudaGraphicsResource_t* resource, cudaStream_t) {
    emulation().unmapGraphics((*resource)->buffer);
    return outcome("cudaGraphicsUnmapResources");
}

inline cudaError_t cudaEventCreate(cudaEvent_t* event) {
    *event = new Moment;
    return outcome("cudaEventCreate");
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
    delete event;
    return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    issue(stream, [=] { *event = std::chrono::steady_clock::now(); });
    return outcome("cudaEventRecord");
}
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t from, cudaEvent_t to) {
    *ms = std::chrono::duration<float, std::milli>(*to - *from).count();
    return outcome("cudaEventElapsedTime");
}

}  // namespace ringlet::shim

namespace ringlet {
inline namespace RINGLET_ISA {
using namespace ringlet::shim;  // NOLINT: the code around the kernels calls CUDA by its names
}
}  // namespace ringlet
