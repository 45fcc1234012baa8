// How the stages of one model are started, as plain function pointers: each model's
// kernels are compiled by themselves, and the code that copies and launches knows none.
#pragma once

#include "kernels/strand_threads.h"

#include <memory>
#include <string>
#include <vector>

namespace ringlet {
inline namespace RINGLET_ISA {

// One warp a block: a few hundred strands then spread over all multiprocessors.
constexpr unsigned stageBlock = deviceLanes, beginBlock = 256;

// Consecutive parts of one stage: in host memory, for the blocks, and their copy on the device.
struct LaunchParts {
    LaunchPart* host;
    const LaunchPart* device;
    uint32_t count;
};

// Makes what strands do to each other, of groups in this memory.
typedef std::unique_ptr<DevicePart> (*MakePart)(cudaStream_t stream, const std::vector<DeviceMemory>& groups);

struct StageTable {
    // Sets the parts' blocks, whose number it returns.
    unsigned (*blocks)(int stage, const LaunchParts& parts, int drawn);
    Status (*start)(int stage, const LaunchParts& parts, unsigned blocks, int drawn, cudaStream_t stream);
    cudaError_t (*look)();  // whether the program has code for the device
    MakePart part;          // null: strands do nothing to each other here
};

inline unsigned blocksFor(size_t threads, unsigned width) { return static_cast<unsigned>((threads + width - 1) / width); }

template <class Stages, Layout layout>
struct StagesOf {
    static unsigned blocks(int stage, const LaunchParts& parts, int drawn) {
        unsigned sum = 0;
        for (LaunchPart* part = parts.host; part != parts.host + parts.count; ++part) {
            part->firstBlock = sum;
            part->items = stage == beginStage ? beginItems<typename Stages::Fields>(part->memory.counts, drawn) : 1;
            const unsigned width = stage == beginStage ? beginBlock : stageBlock;
            const size_t threads = stage == beginStage ? size_t{part->memory.padded} * part->items : part->memory.counts.strands;
            sum += blocksFor(threads, width);
        }
        return sum;
    }
    template <int first = 0>
    static Status start(int stage, const LaunchParts& parts, unsigned blocks, int drawn, cudaStream_t stream) {
        if (stage == beginStage)
            RINGLET_LAUNCH("the begin of a frame", (beginThread<typename Stages::Fields, layout>), blocks, beginBlock, stream, parts.device,
                           parts.count, drawn);
        else if constexpr (first < Stages::count) {
            if (stage != first) return start<first + 1>(stage, parts, blocks, drawn, stream);
            if constexpr (Stages::groupsAlone) {
                for (const LaunchPart* part = parts.host; part != parts.host + parts.count; ++part)
                    RINGLET_LAUNCH("a stage", (stageThreadAlone<Stages, first, layout>), blocksFor(part->memory.counts.strands, stageBlock),
                                   stageBlock, stream, *part);
            } else
                RINGLET_LAUNCH("a stage", (stageThread<Stages, first, layout>), blocks, stageBlock, stream, parts.device, parts.count);
        }
        return {};
    }
    static cudaError_t look() {
        cudaFuncAttributes attributes;
        if constexpr (Stages::groupsAlone) return cudaFuncGetAttributes(&attributes, stageThreadAlone<Stages, 0, layout>);
        else return cudaFuncGetAttributes(&attributes, stageThread<Stages, 0, layout>);
    }
    template <MakePart part = nullptr>
    static const StageTable* table() {
        static const StageTable table = {&StagesOf::blocks, &StagesOf::start<0>, &StagesOf::look, part};
        return &table;
    }
};

// Gives the table of the kernels of this name; null where these are others. A file of this room each.
typedef const StageTable* (*FindStages)(const std::string& name, Layout layout);
const StageTable* dftlTable(const std::string& name, Layout layout);
const StageTable* elasticStrandTable(const std::string& name, Layout layout);
const StageTable* discreteRodTable(const std::string& name, Layout layout);
const StageTable* rigidChainTable(const std::string& name, Layout layout);
const StageTable* verletTable(const std::string& name, Layout layout);
const StageTable* superHelixTable(const std::string& name, Layout layout);

// What strands do to each other, each in a file of this room as well.
std::unique_ptr<DevicePart> verletPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups);
std::unique_ptr<DevicePart> dftlPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups);
std::unique_ptr<DevicePart> elasticStrandPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups);
std::unique_ptr<DevicePart> discreteRodPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups);
std::unique_ptr<DevicePart> rigidChainPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups);
std::unique_ptr<DevicePart> rigidChainPublishedPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups);
std::unique_ptr<DevicePart> superHelixPart(cudaStream_t stream, const std::vector<DeviceMemory>& groups);

inline std::vector<FindStages>& stageTables() {
    static std::vector<FindStages> all = {dftlTable, elasticStrandTable, discreteRodTable, rigidChainTable, verletTable, superHelixTable};
    return all;
}
// Adds kernels that this room does not have: a test's.
struct RegisterStages {
    explicit RegisterStages(FindStages find) { stageTables().push_back(find); }
};

inline const StageTable* stageTable(const std::string& name, Layout layout) {
    for (FindStages find : stageTables())
        if (const StageTable* table = find(name, layout)) return table;
    return nullptr;
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
