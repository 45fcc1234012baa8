// The dftl model's strands in device memory: copies, launches, graphs. Compiled by
// nvcc and, against the shim, by any C++ compiler.
#pragma once

#include "kernels/dftl_threads.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ringlet {
inline namespace RINGLET_ISA {

class DftlTwin final : public DftlDevice {
public:
    static Result<std::unique_ptr<DftlDevice>> open(const DftlDeviceSetup& setup) {
        std::unique_ptr<DftlTwin> twin(new DftlTwin(setup));
        if (Status status = twin->make(); !status) return Error{status.error()};
        return std::unique_ptr<DftlDevice>(std::move(twin));
    }

    ~DftlTwin() override {
        dropGraph();
        if (pinned_ != nullptr) static_cast<void>(cudaFreeHost(pinned_));
        if (start_ != nullptr) static_cast<void>(cudaEventDestroy(start_));
        if (stop_ != nullptr) static_cast<void>(cudaEventDestroy(stop_));
        if (stream_ != nullptr) static_cast<void>(cudaStreamDestroy(stream_));
    }

    Status store() override {
        for (size_t i = 0; i < groups_.size(); ++i) {
            Group& g = groups_[i];
            const DftlHostGroup& host = setup_.groups[i];
            RINGLET_CHECK(g.state.send(host.state, host.stateFloats, stream_));
            RINGLET_CHECK(g.roots.send(host.roots, g.roots.count(), stream_));
            RINGLET_CHECK(g.scales.send(host.scales, g.scales.count(), stream_));
            RINGLET_CHECK(g.previous.send(host.previous, g.previous.count(), stream_));
            RINGLET_CHECK(g.resets.send(host.resets, g.resets.count(), stream_));
        }
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }

    Status fetch(DftlFetch what) override {
        for (size_t i = 0; i < groups_.size(); ++i) {
            const Group& g = groups_[i];
            const DftlHostGroup& host = setup_.groups[i];
            const bool some = what == DftlFetch::Positions && host.positionFloats > 0;
            RINGLET_CHECK(g.state.receive(host.state, some ? host.positionFloats : host.changingFloats, stream_));
            RINGLET_CHECK(g.previous.receive(host.previous, g.previous.count(), stream_));
            if (what == DftlFetch::All) RINGLET_CHECK(g.resets.receive(host.resets, g.resets.count(), stream_));
        }
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }

    Status step(const DftlFrame* frames, int count) override {
        RINGLET_CHECK(sendColliders(frames[0]));
        for (int i = 0; i < count; ++i) {
            pinned_[i] = frames[i];
            ColliderArgs& c = pinned_[i].colliders;
            c.sphere = shapes_.data();
            c.capsule = shapes_.data() + 4 * c.spheres;
            c.grid.distance = c.grid.distance != nullptr ? grid_.data() : nullptr;
        }
        if (count == 1) {
            RINGLET_CHECK(sendFrames(1));
            RINGLET_CHECK(begin(0, frames[0].carries));
            RINGLET_CALL(cudaEventRecord(start_, stream_));
            RINGLET_CHECK(advance(0));
        } else {
            if (count != graphFrames_) RINGLET_CHECK(makeGraph(count));
            RINGLET_CALL(cudaEventRecord(start_, stream_));
            RINGLET_CALL(cudaGraphLaunch(graph_, stream_));
        }
        RINGLET_CALL(cudaEventRecord(stop_, stream_));
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        RINGLET_CALL(cudaEventElapsedTime(&milliseconds_, start_, stop_));
        return {};
    }

    int mostFrames() const override { return graphMost; }
    double milliseconds() const override { return milliseconds_; }
    size_t bytes() const override { return bytesOf(setup_); }

private:
    typedef void (*Kernel)(ThreadGroup, const DftlFrame*);

    static constexpr int graphMost = 64;  // frames a graph; more only hides a launch that is hidden already
    // One warp a block: a few hundred strands then spread over all multiprocessors.
    static constexpr unsigned stepThreads = deviceLanes;
    static constexpr unsigned beginThreads = 256;

    struct Group {
        DeviceArray<float> state, roots, scales, previous, scratch;
        DeviceArray<uint32_t> resets;
        ThreadGroup threads;
    };

    explicit DftlTwin(const DftlDeviceSetup& setup) : setup_(setup) {}

    struct Sizes {
        size_t state, roots, scales, previous, scratch, resets;  // values of four bytes
        size_t bytes() const { return 4 * (state + roots + scales + previous + scratch + resets); }
    };
    static Sizes sizesOf(const DftlDeviceSetup& setup, const DftlHostGroup& g) {
        const size_t padded = g.padded;
        return {g.stateFloats, padded * rootRowsOf(setup.published), setup.published ? 0 : padded,
                g.previous != nullptr ? padded * g.particles * 3 : 0,
                setup.published ? 0 : padded * implicitScratchFloats(static_cast<int>(g.particles)), padded};
    }
    static size_t bytesOf(const DftlDeviceSetup& setup) {
        size_t bytes = graphMost * sizeof(DftlFrame);
        for (const DftlHostGroup& g : setup.groups) bytes += sizesOf(setup, g).bytes();
        return bytes;
    }

    Status make() {
        RINGLET_CHECK(usableDevice());
        chooseKernels();
        cudaFuncAttributes attributes;
        if (const cudaError_t code = cudaFuncGetAttributes(&attributes, stepKernel_); code != cudaSuccess)
            return Error{std::string("this program has no code for the CUDA device (cudaFuncGetAttributes: ") +
                         cudaGetErrorString(code) + "); build it for the device's compute capability"};
        size_t free = 0, total = 0;
        RINGLET_CALL(cudaMemGetInfo(&free, &total));
        if (const size_t asked = bytesOf(setup_); asked > free)
            return Error{"the CUDA device has too little memory: " + std::to_string(asked) + " bytes asked, " +
                         std::to_string(free) + " free; ask for fewer strands or particles"};
        RINGLET_CALL(cudaStreamCreate(&stream_));
        RINGLET_CALL(cudaEventCreate(&start_));
        RINGLET_CALL(cudaEventCreate(&stop_));
        RINGLET_CALL(cudaMallocHost(reinterpret_cast<void**>(&pinned_), graphMost * sizeof(DftlFrame)));
        RINGLET_CHECK(frames_.allocate(graphMost));
        for (const DftlHostGroup& host : setup_.groups) {
            groups_.emplace_back();
            RINGLET_CHECK(makeGroup(groups_.back(), host));
        }
        return {};
    }

    Status makeGroup(Group& g, const DftlHostGroup& host) {
        const Sizes sizes = sizesOf(setup_, host);
        RINGLET_CHECK(g.state.allocate(sizes.state));
        RINGLET_CHECK(g.roots.allocate(sizes.roots));
        RINGLET_CHECK(g.scales.allocate(sizes.scales));
        RINGLET_CHECK(g.previous.allocate(sizes.previous));
        RINGLET_CHECK(g.scratch.allocate(sizes.scratch));
        RINGLET_CHECK(g.resets.allocate(sizes.resets));
        g.threads = {g.state.data(), g.roots.data(), g.scales.data(), g.previous.data(), g.scratch.data(),
                     g.resets.data(), static_cast<int>(host.strands), static_cast<int>(host.particles),
                     static_cast<int>(host.padded)};
        return {};
    }

    template <Layout L> void choosePublished() {
        stepKernel_ = publishedThread<L>;
        beginKernel_ = beginThread<L, true>;
    }
    void chooseKernels() {
        if (!setup_.published) {
            stepKernel_ = implicitThread;
            beginKernel_ = beginThread<Layout::Tiles, false>;
            return;
        }
        switch (setup_.layout) {
            case Layout::Tiles: return choosePublished<Layout::Tiles>();
            case Layout::Batch: return choosePublished<Layout::Batch>();
            case Layout::Soa: return choosePublished<Layout::Soa>();
            case Layout::Aos: return choosePublished<Layout::Aos>();
        }
    }

    // Spheres and capsules when they have changed, the grid once.
    Status sendColliders(const DftlFrame& frame) {
        const ColliderArgs& c = frame.colliders;
        const size_t spheres = 4 * static_cast<size_t>(c.spheres);
        const size_t shapes = spheres + 7 * static_cast<size_t>(c.capsules);
        if (shapes != sentShapes_.size() || !std::equal(c.sphere, c.sphere + spheres, sentShapes_.begin()) ||
            !std::equal(sentShapes_.begin() + static_cast<ptrdiff_t>(spheres), sentShapes_.end(), c.capsule)) {
            sentShapes_.assign(c.sphere, c.sphere + spheres);
            sentShapes_.insert(sentShapes_.end(), c.capsule, c.capsule + (shapes - spheres));
            if (shapes > shapes_.count()) RINGLET_CHECK(shapes_.allocate(shapes));
            RINGLET_CHECK(shapes_.send(sentShapes_.data(), shapes, stream_));
        }
        if (c.grid.distance == nullptr || frame.gridVersion == sentGrid_) return {};
        const size_t nodes = static_cast<size_t>(c.grid.nx) * static_cast<size_t>(c.grid.ny) *
                             static_cast<size_t>(c.grid.nz);
        if (nodes > grid_.count()) RINGLET_CHECK(grid_.allocate(nodes));
        RINGLET_CHECK(grid_.send(c.grid.distance, nodes, stream_));
        sentGrid_ = frame.gridVersion;
        return {};
    }

    Status sendFrames(int count) { return frames_.send(pinned_, static_cast<size_t>(count), stream_); }

    Status begin(int frame, bool carries) {
        for (const Group& g : groups_) {
            if (g.previous.data() == nullptr && !carries) continue;
            const size_t threads = static_cast<size_t>(g.threads.padded) * static_cast<size_t>(g.threads.particles);
            const unsigned blocks = static_cast<unsigned>((threads + beginThreads - 1) / beginThreads);
            RINGLET_LAUNCH("beginThread", beginKernel_, blocks, beginThreads, stream_, g.threads,
                           frames_.data() + frame);
        }
        return {};
    }

    Status advance(int frame) {
        for (const Group& g : groups_) {
            const unsigned blocks = (static_cast<unsigned>(g.threads.strands) + stepThreads - 1) / stepThreads;
            RINGLET_LAUNCH("the step", stepKernel_, blocks, stepThreads, stream_, g.threads, frames_.data() + frame);
        }
        return {};
    }

    Status issueFrames(int count) {
        RINGLET_CHECK(sendFrames(count));
        for (int i = 0; i < count; ++i) {
            RINGLET_CHECK(begin(i, false));
            RINGLET_CHECK(advance(i));
        }
        return {};
    }

    Status makeGraph(int count) {
        dropGraph();
        RINGLET_CALL(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
        const Status issued = issueFrames(count);
        cudaGraph_t captured = nullptr;
        const cudaError_t ended = cudaStreamEndCapture(stream_, &captured);
        cudaError_t made = cudaSuccess;
        if (issued.ok() && ended == cudaSuccess) made = cudaGraphInstantiateWithFlags(&graph_, captured, 0);
        if (captured != nullptr) static_cast<void>(cudaGraphDestroy(captured));
        if (!issued) return issued;
        if (ended != cudaSuccess) return callFailed("cudaStreamEndCapture", ended);
        if (made != cudaSuccess) return callFailed("cudaGraphInstantiateWithFlags", made);
        graphFrames_ = count;
        return {};
    }

    void dropGraph() {
        if (graph_ != nullptr) static_cast<void>(cudaGraphExecDestroy(graph_));
        graph_ = nullptr;
        graphFrames_ = 0;
    }

    const DftlDeviceSetup setup_;
    std::vector<Group> groups_;
    Kernel stepKernel_ = nullptr, beginKernel_ = nullptr;
    cudaStream_t stream_ = nullptr;
    cudaEvent_t start_ = nullptr, stop_ = nullptr;
    DftlFrame* pinned_ = nullptr;       // [graphMost]; the copy in a graph reads it anew
    DeviceArray<DftlFrame> frames_;     // [graphMost]
    DeviceArray<float> shapes_, grid_;
    std::vector<float> sentShapes_;
    uint64_t sentGrid_ = 0;
    cudaGraphExec_t graph_ = nullptr;
    int graphFrames_ = 0;
    float milliseconds_ = 0;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
