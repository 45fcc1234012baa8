#include "web/refining.h"

#include "web/app.h"

#include "core/view/lights.h"

#include <algorithm>
#include <cstdio>

namespace ringlet {
namespace web {

namespace {

constexpr double restBefore = 0.3;      // s without a change before refinement begins
constexpr float levelsAtOnce = 1;       // of detail, from one shown picture to the next
constexpr double shortSlice = 0.015, longSlice = 0.045;  // s from one slice to the next, beyond a turn without any
constexpr size_t leastSlice = 500, mostSlice = 2000000;  // strands

}  // namespace

void Refining::rest(double seconds) {
    rested += seconds;
    idle = std::min(idle, seconds);
}

void Refining::pace(double seconds) {
    if (seconds < idle + shortSlice) slice += slice / 2;
    if (seconds > idle + longSlice) slice -= slice / 3;
    slice = std::clamp(slice, leastSlice, mostSlice);
}

// Pictures whose mean is a still one. Less than all detail is what a viewer has chosen; a mean needs half floats.
int App::stillPictures() const {
    if (mostDetail() < float(view::fullDetail) || !heads_.of(0).shadows().floats()) return 0;
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

// The picture at rest in more and more detail, a slice each time. Returns whether the canvas changed.
bool App::refine(double seconds) {
    if (!player_.simulation()) return false;
    if (refining_.drawing()) {
        refining_.pace(seconds);
    } else {
        refining_.rest(seconds);
        if (whole() || (refining_.rested < restBefore && !kept_)) return false;
        refining_.start(mostDetail(), detail(), kept_ ? mostDetail() : levelsAtOnce);
        if (Status begun = beginRefining(); !begun) {
            std::fprintf(stderr, "%s\n", begun.error().c_str());
            refining_.giveUp(mostDetail());
            return false;
        }
    }
    if (!heads_.proceed(refining_.slice)) return false;
    if (refining_.averages && !finePicture_.average(refining_.averaged++)) refining_.giveUp(mostDetail());
    else refining_.shown = refining_.towards;
    refining_.towards = -1;
    showFinePicture();
    return true;
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
