#include "web/motion_take.h"

#include <cmath>
#include <emscripten.h>

// The page gathers what it is given (site/motion_file.js).
// clang-format off
EM_JS(void, ringletTakeBytes, (const uint8_t* bytes, size_t size), {
    if (Module['takeBytes']) Module['takeBytes'](HEAPU8.slice(bytes, bytes + size));
})
// clang-format on

namespace ringlet {
namespace web {

Status MotionTake::start(const Simulation& simulation, const std::string& extension, double seconds) {
    if (!(seconds > 0 && seconds <= longest)) return Error{"motion can be taken for up to 20 seconds"};
    const FormatInfo* format = findFormat("motion." + extension);
    if (!format) return Error{"there is no format '" + extension + "'"};
    frames_ = static_cast<int>(std::lround(seconds * 60));
    MotionExport::Options options;
    options.frames = static_cast<uint64_t>(frames_);
    options.every = 2;
    static_assert(rate == 30, "every second frame of 60");
    auto sink = [](Bytes bytes) -> Status {
        ringletTakeBytes(bytes.data, bytes.size);
        return {};
    };
    Result<std::unique_ptr<MotionExport>> made = MotionExport::start(simulation, *format, sink, options);
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

}  // namespace web
}  // namespace ringlet
