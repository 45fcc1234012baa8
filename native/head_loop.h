// One 60 Hz frame of a head's motion after another, again and again.
#pragma once

#include "core/scenes/motion.h"

namespace ringlet::cli {

class HeadLoop {
public:
    // Both must outlive the loop; the motion comes back to where it began after two seconds.
    HeadLoop(const Motion& motion, const Colliders* colliders) : motion_(motion), colliders_(colliders) {}

    Frame next() {
        constexpr double rate = 60;
        constexpr long period = 120;  // frames
        const long i = frame_++ % period;
        Frame frame;
        frame.dt = static_cast<float>(1 / rate);
        frame.begin = motion_.at(static_cast<double>(i) / rate);
        frame.end = motion_.at(static_cast<double>(i + 1) / rate);
        frame.colliders = colliders_;
        return frame;
    }

private:
    const Motion& motion_;
    const Colliders* colliders_;
    long frame_ = 0;
};

}  // namespace ringlet::cli
