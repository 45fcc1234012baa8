// What a picture at rest is refined by: more detail, drawn in slices beside what is shown.
#pragma once

#include <cstddef>

namespace ringlet {
namespace web {

// How far the refinement of the picture on the canvas has come.
struct Refining {
    float shown = -1;      // the detail on the canvas; below 0: what the device affords while things move
    float towards = -1;    // being drawn; below 0: nothing is
    double rested = 0;     // s since anything changed
    double idle = 0.1;     // s from one picture's turn to the next while nothing is drawn
    size_t slice = 4000;   // strands a slice, those of each stage counted

    bool drawing() const { return towards >= 0; }
    // Something moves: back to what the device affords. What a slice may hold is kept.
    void leave() {
        shown = towards = -1;
        rested = 0;
    }
    // After a turn in which nothing was drawn, s.
    void rest(double seconds);
    // After a slice, with the time since the one before, s: slices stay short, whatever the device.
    void pace(double seconds);
};

}  // namespace web
}  // namespace ringlet
