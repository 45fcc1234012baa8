// The expert's panel on a canvas of its own, over the picture's: its text has all the
// display's pixels however few the picture has, and it is drawn only when it has changed.
#pragma once

#include "core/view/panel.h"
#include "web/panel_input.h"

#include <cstdint>
#include <string>

namespace ringlet {
namespace web {

// Where the panel lies, in CSS pixels; without width or height there is none.
struct PanelPlace {
    float x = 0, y = 0, width = 0, height = 0;
    float pixelRatio = 1;  // pixels of the display a CSS pixel
    bool dark = false;
};

class PanelCanvas {
public:
    // canvas: its CSS selector. Its drawing context is opened with the first panel.
    explicit PanelCanvas(const std::string& canvas);

    void place(const PanelPlace& place) { place_ = place; }
    bool shown() const { return place_.width > 0 && place_.height > 0; }

    // Draws what has changed since the last time, which is most often nothing.
    // seconds: since the last call. Returns whether anything was drawn.
    bool draw(const view::PanelState& state, double seconds);
    // After the browser has lost its drawing context and given it back.
    void restore();
    int drawings() const { return drawings_; }  // so far

    // A place in CSS pixels from the page's top left: from the panel's, and whether a pointer there is the panel's.
    float across(float x) const { return x - place_.x; }
    float down(float y) const { return y - place_.y; }
    bool has(float x, float y) const;
    PanelInput& input() { return input_; }
    const PanelInput& input() const { return input_; }
    bool wantsKeys() const;

private:
    bool open();
    void style();
    void resize();

    std::string canvas_;
    int context_ = 0;            // Emscripten's handle; 0: not open yet
    bool refused_ = false;       // the browser gives no second context
    PanelPlace place_;
    float fontRatio_ = 0;        // pixel ratio the letters were made for
    bool dark_ = false;
    PanelInput input_;
    uint64_t drawn_ = 0;         // digest of what the canvas shows
    int drawings_ = 0;
};

}  // namespace web
}  // namespace ringlet
