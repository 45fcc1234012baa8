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

// Makes what strands do to each other, of groups in this memory.
typedef std::unique_ptr<DevicePart> (*MakePart)(cudaStream_t stream, const std::vector<DeviceMemory>& groups);

struct StageTable {
    const char* name;
    int stages;
    Status (*start)(int stage, const DeviceMemory& memory, const void* args, cudaStream_t stream);
    Status (*begin)(const DeviceMemory& memory, const void* args, int drawn, cudaStream_t stream);
    cudaError_t (*look)();  // whether the program has code for the device
    MakePart part;          // null: strands do nothing to each other here
};

template <class Stages, Layout layout>
struct StagesOf {
    template <int first = 0>
    static Status start(int stage, const DeviceMemory& memory, const void* args, cudaStream_t stream) {
        if constexpr (first < Stages::count) {
            if (stage != first) return start<first + 1>(stage, memory, args, stream);
            const unsigned blocks = (memory.counts.strands + stageBlock - 1) / stageBlock;
            RINGLET_LAUNCH("a stage", (stageThread<Stages, first, layout>), blocks, stageBlock, stream, memory,
                           static_cast<const typename Stages::Args*>(args));
        }
        return {};
    }
    static Status begin(const DeviceMemory& memory, const void* args, int drawn, cudaStream_t stream) {
        const uint32_t items = beginItems<typename Stages::Fields>(memory.counts, drawn);
        const size_t threads = size_t{memory.padded} * items;
        const unsigned blocks = static_cast<unsigned>((threads + beginBlock - 1) / beginBlock);
        RINGLET_LAUNCH("the begin of a frame", (beginThread<typename Stages::Fields, layout>), blocks, beginBlock, stream,
                       memory, static_cast<const BeginArgs*>(args), items, drawn);
        return {};
    }
    static cudaError_t look() {
        cudaFuncAttributes attributes;
        return cudaFuncGetAttributes(&attributes, stageThread<Stages, 0, layout>);
    }
    template <MakePart part = nullptr>
    static const StageTable* table() {
        static const StageTable table = {Stages::name, Stages::count, &StagesOf::start<0>, &StagesOf::begin, &StagesOf::look, part};
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
