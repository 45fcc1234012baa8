// Launches that go to the device together, as one graph: sent one by one, each would take longer to start than to run.
#pragma once

#include "kernels/runtime.h"

#include <utility>

namespace ringlet {
inline namespace RINGLET_ISA {

class ReplayedGraph {
public:
    ReplayedGraph() = default;
    ReplayedGraph(ReplayedGraph&& other) noexcept : exec_(std::exchange(other.exec_, nullptr)) {}
    ReplayedGraph& operator=(ReplayedGraph&&) = delete;
    ~ReplayedGraph() { drop(); }

    // Takes what issue() launches into `stream`, which is not run yet. Where the same kernels follow each other as before, only their
    // arguments and sizes are brought up to date.
    template <class Issue>
    Status take(cudaStream_t stream, const Issue& issue) {
        RINGLET_CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        const Status issued = issue();
        cudaGraph_t captured = nullptr;
        const cudaError_t ended = cudaStreamEndCapture(stream, &captured);
        cudaError_t made = cudaSuccess;
        if (issued.ok() && ended == cudaSuccess && !updates(captured)) {
            drop();
            made = cudaGraphInstantiateWithFlags(&exec_, captured, 0);
        }
        if (captured != nullptr) static_cast<void>(cudaGraphDestroy(captured));
        if (!issued) return issued;
        if (ended != cudaSuccess) return callFailed("cudaStreamEndCapture", ended);
        if (made != cudaSuccess) return callFailed("cudaGraphInstantiateWithFlags", made);
        return {};
    }
    Status launch(cudaStream_t stream) const {
        RINGLET_CALL(cudaGraphLaunch(exec_, stream));
        return {};
    }
    bool made() const { return exec_ != nullptr; }

private:
    bool updates(cudaGraph_t captured) {
        if (exec_ == nullptr) return false;
        cudaGraphExecUpdateResultInfo info;
        if (cudaGraphExecUpdate(exec_, captured, &info) == cudaSuccess) return true;
        static_cast<void>(cudaGetLastError());  // else the next launch would be taken for what failed
        return false;
    }
    void drop() {
        if (exec_ != nullptr) static_cast<void>(cudaGraphExecDestroy(exec_));
        exec_ = nullptr;
    }
    cudaGraphExec_t exec_ = nullptr;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
