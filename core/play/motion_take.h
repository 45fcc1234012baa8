// The running hair taken away as a file of motion, frame by frame as it plays. The
// file's bytes are handed on as they are made, for it can be larger than a page's memory.
#pragma once

#include "core/scenes/export.h"

namespace ringlet {
namespace play {

class MotionTake {
public:
    static constexpr double rate = 30;     // frames a second of the file: every second one of the simulation
    static constexpr double longest = 20;  // s

    // sink: where the file's bytes go.
    explicit MotionTake(ByteSink sink) : sink_(std::move(sink)) {}

    // Begins a file in the format of that extension. Error: what it cannot hold; seconds outside (0, longest].
    Status start(const Simulation& simulation, const std::string& extension, double seconds);
    // After each frame of the simulation; ends by itself when the time is over.
    void add(const Simulation& simulation);
    // Ends the file early. The frames so far are whole.
    void end();

    bool running() const { return export_ != nullptr; }
    double taken() const { return taken_ / 60.0; }  // s, by the present or the last file
    double wanted() const { return frames_ / 60.0; }  // s
    const std::string& problem() const { return problem_; }  // of the last one; empty: none

private:
    ByteSink sink_;
    std::unique_ptr<MotionExport> export_;
    int taken_ = 0, frames_ = 0;  // of the simulation
    std::string problem_;
};

}  // namespace play
}  // namespace ringlet
