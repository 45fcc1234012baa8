// Strands in device memory: copies, launches, graphs; of any model. Compiled by nvcc
// and, against the shim, by any C++ compiler.
#pragma once

#include "kernels/device_executor.h"
#include "kernels/replayed_graph.h"
#include "kernels/stage_table.h"

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ringlet {
inline namespace RINGLET_ISA {

class StrandTwin final : public StrandDevice {
public:
    static Result<std::unique_ptr<StrandDevice>> open(const StrandDeviceSetup& setup) {
        std::unique_ptr<StrandTwin> twin(new StrandTwin(setup));
        if (Status status = twin->make(); !status) return Error{status.error()};
        return std::unique_ptr<StrandDevice>(std::move(twin));
    }

    ~StrandTwin() override {
        dropGraphics();
        if (pinned_ != nullptr) static_cast<void>(cudaFreeHost(pinned_));
        if (start_ != nullptr) static_cast<void>(cudaEventDestroy(start_));
        if (stop_ != nullptr) static_cast<void>(cudaEventDestroy(stop_));
        if (stream_ != nullptr) static_cast<void>(cudaStreamDestroy(stream_));
    }

    Status sendGroups() override {
        RINGLET_CHECK(run());
        for (size_t i = 0; i < groups_.size(); ++i) {
            Group& g = groups_[i];
            const DeviceGroup& host = setup_.groups[i];
            RINGLET_CHECK(g.data.send(host.data, host.floats, stream_));
            RINGLET_CHECK(g.previous.send(host.previous, g.previous.count(), stream_));
            RINGLET_CHECK(g.resets.send(host.resets, g.resets.count(), stream_));
        }
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }

    Status fetchGroups(const std::vector<std::vector<FloatRange>>& ranges) override {
        RINGLET_CHECK(run());
        for (size_t i = 0; i < groups_.size(); ++i) {
            const Group& g = groups_[i];
            const DeviceGroup& host = setup_.groups[i];
            for (const FloatRange& r : ranges[i]) RINGLET_CHECK(copyBack(host.data + r.first, g.data.data() + r.first, 4 * r.count));
            RINGLET_CHECK(g.previous.receive(host.previous, g.previous.count(), stream_));
            RINGLET_CHECK(g.resets.receive(host.resets, g.resets.count(), stream_));
        }
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }

    const float* address(size_t group, const float* at) const override {
        const DeviceGroup& host = setup_.groups[group];
        if (at >= host.data && at < host.data + host.floats) return groups_[group].data.data() + (at - host.data);
        return groups_[group].previous.data() + (at - host.previous);
    }

    Result<void*> allocate(size_t bytes) override {
        DeviceArray<uint8_t> array;
        if (Status status = array.allocate(bytes); !status)
            return Error{"the CUDA device has no room for " + std::to_string(bytes) + " bytes more (" + status.error() + "); ask for fewer strands"};
        arrays_.push_back(std::move(array));
        allocated_ += bytes;
        return static_cast<void*>(arrays_.back().data());
    }
    Status send(void* to, const void* from, size_t bytes) override {
        RINGLET_CHECK(run());
        if (bytes == 0) return {};
        RINGLET_CALL(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_));
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }
    Status fetch(void* to, const void* from, size_t bytes) override {
        RINGLET_CHECK(run());
        RINGLET_CHECK(copyBack(to, from, bytes));
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }

    Status drawInto(unsigned buffer, const GatherDrawn& gather) override {
        RINGLET_CHECK(run());
#if defined(RINGLET_GRAPHICS)
        if (graphics_ == nullptr || buffer != graphicsBuffer_) RINGLET_CHECK(shareGraphics(buffer));
        RINGLET_CALL(cudaGraphicsMapResources(1, &graphics_, stream_));
        const Status written = writeGraphics(gather);
        RINGLET_CALL(cudaGraphicsUnmapResources(1, &graphics_, stream_));
        return written;
#else
        return static_cast<void>(buffer), static_cast<void>(gather), Error{"this program was built without OpenGL's headers"};
#endif
    }

    Status follow(const FollowPoints& loop, size_t points) override {
        RINGLET_CHECK(run());
        const uint32_t count = static_cast<uint32_t>(points);
        RINGLET_LAUNCH("strands that follow", (itemThread<FollowPoints>), blocksFor(count, DeviceExecutor::block), DeviceExecutor::block, stream_,
                       loop, count);
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        return {};
    }

    Status note(int stage, size_t group, const void* args, size_t bytes) override {
        if (used_ + mostArgs + (notes_.size() + 1) * sizeof(LaunchPart) > ringBytes) RINGLET_CHECK(run());
        std::memcpy(pinned_ + used_, args, bytes);
        notes_.push_back({stage, group, used_});
        used_ += (bytes + 15) / 16 * 16;
        return {};
    }

    Status run() override {
        if (notes_.empty()) return {};
        const Status status = runNotes();
        notes_.clear();
        used_ = 0;
        return status;
    }

    std::unique_ptr<DevicePart> part() override {
        std::vector<DeviceMemory> memories;
        for (const Group& g : groups_) memories.push_back(g.memory);
        return table_->part != nullptr ? table_->part(stream_, memories) : nullptr;
    }

    double takeMilliseconds() override { return std::exchange(milliseconds_, 0); }
    size_t bytes() const override { return bytesOf(setup_) + allocated_; }

private:
    static constexpr size_t ringBytes = size_t{256} << 10;  // arguments of one run, then who gets them
    static constexpr size_t graphLeast = 4;                 // launches: fewer are soon started one by one

    struct Group {
        DeviceArray<float> data, previous, scratch;
        DeviceArray<uint32_t> resets;
        DeviceMemory memory;
    };
    struct Launch {
        int stage;
        LaunchParts parts;
        unsigned blocks;
        int drawn;
    };
    struct Note {
        int stage;
        size_t group, args;     // args: bytes into the ring
        bool operator==(const Note& o) const { return stage == o.stage && group == o.group && args == o.args; }
    };

    explicit StrandTwin(const StrandDeviceSetup& setup) : setup_(setup) {}

    static size_t bytesOf(const StrandDeviceSetup& setup) {
        size_t bytes = ringBytes;
        for (const DeviceGroup& g : setup.groups)
            bytes += 4 * (g.floats + g.previousFloats + g.padded * (g.scratchFloats + 1));
        return bytes;
    }

    Status make() {
        RINGLET_CHECK(usableDevice());
        table_ = stageTable(setup_.kernels, setup_.layout);
        if (table_ == nullptr) return Error{"this program has no device kernels of " + setup_.kernels + "; use the backend \"cpu\""};
        if (const cudaError_t code = table_->look(); code != cudaSuccess)
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
        RINGLET_CALL(cudaMallocHost(reinterpret_cast<void**>(&pinned_), ringBytes));
        RINGLET_CHECK(ring_.allocate(ringBytes));
        for (const DeviceGroup& host : setup_.groups) {
            groups_.emplace_back();
            RINGLET_CHECK(makeGroup(groups_.back(), host));
        }
        return {};
    }

    Status makeGroup(Group& g, const DeviceGroup& host) {
        RINGLET_CHECK(g.data.allocate(host.floats));
        RINGLET_CHECK(g.previous.allocate(host.previousFloats));
        RINGLET_CHECK(g.scratch.allocate(host.padded * host.scratchFloats));
        RINGLET_CHECK(g.resets.allocate(host.padded));
        g.memory = {g.data.data(), g.previous.data(), g.scratch.data(), g.resets.data(), host.counts, host.padded, deviceLanes};
        return {};
    }

    Status copyBack(void* to, const void* from, size_t bytes) const {
        if (bytes == 0) return {};
        RINGLET_CALL(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_));
        return {};
    }

#if defined(RINGLET_GRAPHICS)
    Status shareGraphics(unsigned buffer) {
        dropGraphics();
        RINGLET_CALL(cudaGraphicsGLRegisterBuffer(&graphics_, buffer, cudaGraphicsRegisterFlagsWriteDiscard));
        graphicsBuffer_ = buffer;
        return {};
    }
    Status writeGraphics(GatherDrawn gather) {
        void* into = nullptr;
        size_t bytes = 0;
        RINGLET_CALL(cudaGraphicsResourceGetMappedPointer(&into, &bytes, graphics_));
        if (bytes < gather.bytes()) return Error{"the buffer that is drawn from is too small"};
        gather.into = static_cast<float*>(into);
        const uint32_t items = static_cast<uint32_t>(gather.items());
        RINGLET_LAUNCH("what is drawn", (itemThread<GatherDrawn>), blocksFor(items, DeviceExecutor::block), DeviceExecutor::block, stream_, gather,
                       items);
        return {};
    }
    void dropGraphics() {
        if (graphics_ != nullptr) static_cast<void>(cudaGraphicsUnregisterResource(graphics_));
        graphics_ = nullptr;
    }
    cudaGraphicsResource_t graphics_ = nullptr;  // an OpenGL buffer
    unsigned graphicsBuffer_ = 0;
#else
    void dropGraphics() {}
#endif

    Status runNotes() {
        layLaunches();
        RINGLET_CALL(cudaEventRecord(start_, stream_));
        if (launches_.size() < graphLeast) {
            RINGLET_CHECK(issue());
        } else {
            if (!graph_.made() || !(notes_ == graphNotes_)) {
                graphNotes_.clear();
                RINGLET_CHECK(graph_.take(stream_, [this] { return issue(); }));
                graphNotes_ = notes_;
            }
            RINGLET_CHECK(graph_.launch(stream_));
        }
        RINGLET_CALL(cudaEventRecord(stop_, stream_));
        RINGLET_CALL(cudaStreamSynchronize(stream_));
        float taken = 0;
        RINGLET_CALL(cudaEventElapsedTime(&taken, start_, stop_));
        milliseconds_ += static_cast<double>(taken);
        return {};
    }

    // Notes of one stage that follow each other are of different groups, or wait for the one before.
    size_t endOfLaunch(size_t first) const {
        size_t end = first + 1;
        while (end < notes_.size() && notes_[end].stage == notes_[first].stage && notes_[end].group > notes_[end - 1].group) ++end;
        return end;
    }

    // Written for every run, for others may have come between two of a graph.
    void layLaunches() {
        LaunchPart* const host = reinterpret_cast<LaunchPart*>(pinned_ + used_);
        const LaunchPart* const device = reinterpret_cast<const LaunchPart*>(ring_.data() + used_);
        for (size_t i = 0; i < notes_.size(); ++i) host[i] = {groups_[notes_[i].group].memory, ring_.data() + notes_[i].args, 0, 0};
        launches_.clear();
        for (size_t i = 0; i < notes_.size(); i = endOfLaunch(i)) {
            const LaunchParts parts{host + i, device + i, static_cast<uint32_t>(endOfLaunch(i) - i)};
            const int drawn = setup_.groups[notes_[i].group].drawn;
            launches_.push_back({notes_[i].stage, parts, table_->blocks(notes_[i].stage, parts, drawn), drawn});
        }
    }

    Status issue() {
        RINGLET_CHECK(ring_.send(pinned_, used_ + notes_.size() * sizeof(LaunchPart), stream_));
        for (const Launch& l : launches_)
            if (l.blocks > 0) RINGLET_CHECK(table_->start(l.stage, l.parts, l.blocks, l.drawn, stream_));
        return {};
    }

    const StrandDeviceSetup setup_;
    const StageTable* table_ = nullptr;
    std::vector<Group> groups_;
    std::vector<DeviceArray<uint8_t>> arrays_;
    size_t allocated_ = 0;
    cudaStream_t stream_ = nullptr;
    cudaEvent_t start_ = nullptr, stop_ = nullptr;
    uint8_t* pinned_ = nullptr;         // [ringBytes]; the copy in a graph reads it anew
    DeviceArray<uint8_t> ring_;         // [ringBytes]
    std::vector<Note> notes_, graphNotes_;
    std::vector<Launch> launches_;
    size_t used_ = 0;                   // bytes of the ring
    ReplayedGraph graph_;
    double milliseconds_ = 0;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
