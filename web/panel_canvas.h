// The expert's panel on a canvas of its own, over the picture's: its text has all the
// display's pixels however few the picture has, and it is drawn only when it has changed.
#pragma once

#include "core/view/panel.h"

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

    // Input; positions in CSS pixels from the page's top left.
    void point(float x, float y);
    void leave();                       // a finger that was lifted points nowhere
    void press(int button);             // 0 left, 1 middle, 2 right
    void release();
    bool held() const { return down_[0] || down_[1] || down_[2]; }
    void wheel(float notches);
    void key(int code, bool down);      // the keys that text fields need: site/input.js numbers them
    void character(unsigned int unicode);
    bool wantsKeys() const;
    bool has(float x, float y) const;   // whether a pointer there is the panel's

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
    bool down_[3] = {false, false, false}, pressed_[3] = {false, false, false};
    uint64_t drawn_ = 0;         // digest of what the canvas shows
    int drawings_ = 0;
};

}  // namespace web
}  // namespace ringlet
