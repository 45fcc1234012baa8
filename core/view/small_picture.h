// A picture of fewer pixels than the canvas, for slow devices: what stands on the
// canvas beside the hair, above all text, stays sharp.
#pragma once

#include "core/view/program.h"

namespace ringlet {
namespace view {

class SmallPicture {
public:
    // What is drawn next goes to a picture of that size (pixels), with as many samples as
    // the canvas has. Returns the target, a framebuffer. Error: what the driver cannot do.
    Result<GLuint> begin(int width, int height);
    // Puts it on the canvas, smoothly enlarged.
    void show(int canvasWidth, int canvasHeight);

private:
    Status make(int width, int height);
    Program copy_;
    int width_ = 0, height_ = 0;
    GLuint nothing_ = 0, texture_ = 0;
    GLuint buffers_[2] = {0, 0}, targets_[2] = {0, 0};  // colour and depth; drawn into, read from
};

}  // namespace view
}  // namespace ringlet
