// A picture with several samples a pixel beside the canvas, which has one: so each level of
// detail chooses how smooth edges are, and the least pays for none.
#pragma once

#include "core/view/program.h"

namespace ringlet {
namespace view {

class SmoothPicture {
public:
    // What is drawn next goes to a picture of that size (pixels), with so many samples a pixel, or
    // as many as the driver has. Returns the target, a framebuffer. Error: what the driver cannot do.
    Result<GLuint> begin(int width, int height, int samples);
    // Puts it on the canvas, smoothly enlarged where that is larger.
    void show(int canvasWidth, int canvasHeight);

private:
    Status make(int width, int height, int samples);
    Program copy_;
    int width_ = 0, height_ = 0, samples_ = 0;
    GLuint nothing_ = 0, texture_ = 0;
    GLuint buffers_[2] = {0, 0}, targets_[2] = {0, 0};  // colour and depth; drawn into, read from
};

}  // namespace view
}  // namespace ringlet
