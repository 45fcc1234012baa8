// What a picture at rest is refined by: more detail, drawn in slices beside what is shown.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace ringlet {
namespace web {

// How far the refinement of the picture on the canvas has come.
struct Refining {
    float shown = -1;      // the detail on the canvas; below 0: what the device affords while things move
    float towards = -1;    // being drawn; below 0: nothing is
    int averaged = 0;      // pictures whose mean is on the canvas
    bool averages = false; // what is being drawn is the next of them
    double rested = 0;     // s since anything changed
    double waited = 0;     // s since the last slice was told to the GPU
    double idle = 0.05;    // s until the GPU is known to have done nothing at all: fences are answered late
    size_t slice = 4000;   // strands a slice, those of each stage counted

    bool drawing() const { return towards >= 0; }
    // Something moves: back to what the device affords. What a slice may hold is kept.
    void leave() {
        shown = towards = -1;
        averaged = 0;
        rested = waited = 0;
    }
    // The next picture: more detail, or at the most of it one more for the mean.
    void start(float most, float now, float levels) {
        averages = now >= most;
        towards = std::min(std::floor(now) + levels, most);
    }
    // What the driver cannot do is not tried again: the picture stays as it is.
    void giveUp(float most) {
        shown = most;
        towards = -1;
        averaged = std::numeric_limits<int>::max();
    }
    // After a turn in which nothing was drawn, s.
    void rest(double seconds);
    // After a slice, with the time since the one before, s: slices stay short, whatever the device.
    void pace(double seconds);
};

}  // namespace web
}  // namespace ringlet
