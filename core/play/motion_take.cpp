#include "core/play/motion_take.h"

#include <cmath>

namespace ringlet {
namespace play {

Status MotionTake::start(const Simulation& simulation, const std::string& extension, double seconds) {
    if (!(seconds > 0 && seconds <= longest)) return Error{"motion can be taken for up to 20 seconds"};
    const FormatInfo* format = findFormat("motion." + extension);
    if (!format) return Error{"there is no format '" + extension + "'"};
    frames_ = static_cast<int>(std::lround(seconds * 60));
    MotionExport::Options options;
    options.frames = static_cast<uint64_t>(frames_);
    options.every = 2;
    static_assert(rate == 30, "every second frame of 60");
    Result<std::unique_ptr<MotionExport>> made = MotionExport::start(simulation, *format, sink_, options);
    if (!made) return Error{made.error()};
    export_ = std::move(made.value());
    taken_ = 0;
    problem_.clear();
    return {};
}

void MotionTake::add(const Simulation& simulation) {
    if (!export_) return;
    Status added = export_->add(simulation);
    if (!added) problem_ = added.error();
    if (++taken_ >= frames_ || !added) end();
}

void MotionTake::end() {
    if (!export_) return;
    Status done = export_->finish();
    if (!done && problem_.empty()) problem_ = done.error();
    export_.reset();
}

}  // namespace play
}  // namespace ringlet
