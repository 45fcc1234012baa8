#include "web/refining.h"

#include "web/app.h"

#include "core/view/lights.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace ringlet {
namespace web {

namespace {

constexpr double restBefore = 0.3;      // s without a change before refinement begins
constexpr float levelsAtOnce = 1;       // of detail, from one shown picture to the next
constexpr double shortSlice = 0.015, longSlice = 0.03;  // s from one slice to the next, beyond so many without any work
constexpr double shortWaits = 2, longWaits = 3, longestIdle = 0.1;
constexpr size_t leastSlice = 500, mostSlice = 2000000;  // strands

}  // namespace

void Refining::rest(double seconds) {
    const bool measured = rested > 0.1 && rested < restBefore;  // behind a fence, and not behind what was moving before
    if (measured) idle = std::min(idle + (seconds - idle) / 4, longestIdle);
    rested += seconds;
}

void Refining::pace(double seconds) {
    if (seconds < shortWaits * idle + shortSlice) slice += slice / 2;
    if (seconds > longWaits * idle + longSlice) slice -= slice / 3;
    slice = std::clamp(slice, leastSlice, mostSlice);
}

// Pictures whose mean is a still one. Less than all detail is what a viewer has chosen: then one, where those before were blended with
// what is no longer seen. A mean needs half floats.
int App::stillPictures() const {
    if (!heads_.of(0).shadows().floats()) return 0;
    if (mostDetail() < float(view::fullDetail)) return temporal() ? 1 : 0;
    return player_.settings().integer("stillPictures");
}

// Whether a picture at rest gets no better.
bool App::whole() const { return detail() >= mostDetail() && refining_.averaged >= stillPictures(); }

Status App::beginRefining() {
    uploadState();
    const float shutter = player_.settings().real("shutter");
    float mixing = player_.mixing();
    view::Picture fine = picture(refining_.towards);
    if (refining_.averages) {
        view::shift(fine, refining_.averaged);
        fine.again = refining_.averaged > 0 && shutter == 0;
        mixing *= 1 - shutter * (1 - (float(refining_.averaged) + 0.5f) / float(stillPictures()));
    }
    Result<GLuint> target = finePicture_.begin(fine.width, fine.height, view::detailAt(refining_.towards).samples);
    if (!target) return Error{target.error()};
    fine.target = target.value();
    return heads_.begin(seen(refining_.towards), fine, mixing);
}

// The picture at rest in more and more detail, a slice each time, of which the GPU has two at most to draw (fence.h). Returns
// whether the canvas changed.
bool App::refine(double seconds) {
    if (!player_.simulation()) return false;
    refining_.waited += seconds;
    if (!sliceDrawn_.passed()) return false;
    const double waited = std::exchange(refining_.waited, 0);
    if (refining_.drawing()) {
        refining_.pace(waited);
    } else {
        refining_.rest(waited);
        if (whole()) return false;
        if (refining_.rested < restBefore && !kept_) {
            sliceDrawn_.set();  // how long the answer takes where there is nothing to do
            return false;
        }
        refining_.start(mostDetail(), detail(), kept_ ? mostDetail() : levelsAtOnce);
        if (Status begun = beginRefining(); !begun) {
            std::fprintf(stderr, "%s\n", begun.error().c_str());
            refining_.giveUp(mostDetail());
            return false;
        }
    }
    const bool drawn = heads_.proceed(refining_.slice);
    if (drawn) {
        if (refining_.averages && !finePicture_.average(refining_.averaged++)) refining_.giveUp(mostDetail());
        else refining_.shown = refining_.towards;
        refining_.towards = -1;
        showFinePicture();
    }
    sliceDrawn_.set();
    return drawn;
}

void App::showFinePicture() {
    resizeCanvas();
    const view::Picture shown = picture(detail());
    finePicture_.show(shown.width, shown.height);
    drawPanel(0);
}

// Draws the picture that somebody wants to keep; once it is whole it is shown again and again,
// for a canvas is empty after it has been seen.
bool App::keepPicture(double seconds) {
    if (!whole()) return refine(seconds);
    showFinePicture();
    return true;
}

}  // namespace web
}  // namespace ringlet
