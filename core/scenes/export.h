// The running hair taken away as motion; write_strands.h has it as it is now.
#pragma once

#include "core/files/formats.h"
#include "core/scenes/simulation.h"

namespace ringlet {

// The strands as they are now, in world space, m, Y up, those from a file in its order.
FileStrands worldStrands(const Simulation& simulation);

// Writes a frame at a time, in world space, the head with it.
class MotionExport {
public:
    struct Options {
        double rate = 60;     // frames a second that the simulation advances by
        uint64_t frames = 0;  // that will be simulated; 0: not known yet
        uint64_t every = 1;   // writes the frames 1, 1 + every, 1 + 2 every ...
    };

    // Error: the format holds no motion, or the sink fails.
    static Result<std::unique_ptr<MotionExport>> start(const Simulation& simulation, const FormatInfo& format,
                                                       ByteSink sink, const Options& options);

    // After each Simulation::advance().
    Status add(const Simulation& simulation);
    Status finish() { return writer_->finish(); }

private:
    MotionExport(std::unique_ptr<MotionWriter> writer, uint64_t every) : writer_(std::move(writer)), every_(every) {}

    std::unique_ptr<MotionWriter> writer_;
    uint64_t every_, seen_ = 0;
};

}  // namespace ringlet
