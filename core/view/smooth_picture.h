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
    // motion: with a second colour, for motion (motion_target.h).
    Result<GLuint> begin(int width, int height, int samples, bool motion = false);
    // Mixes it into those that were shown before, as motion tells; `anew`: nothing is known of them.
    // Returns whether the driver can: it draws into half floats.
    bool blend(bool anew);
    // Makes it one more of the pictures of its size whose mean is shown from now on; `others`: how many there
    // were before, 0 begins a new mean. Returns whether the driver can: it draws into half floats.
    bool average(int others);
    // Puts it, or the mean, on the canvas, smoothly enlarged where that is larger.
    void show(int canvasWidth, int canvasHeight);

private:
    Status make(int width, int height, int samples, bool motion);
    bool makeMean();
    bool makeShown();
    void resolve(GLenum colour, GLuint into);
    void copy(GLuint picture, int width, int height);
    Program copy_, temporal_;
    int width_ = 0, height_ = 0, samples_ = 0;
    GLuint nothing_ = 0, texture_ = 0, mean_ = 0;
    GLuint motions_ = 0, shown_[2] = {0, 0};  // of one sample a pixel; what was and is shown
    bool averaged_ = false, blended_ = false, motion_ = false, temporalMade_ = false;
    // Colour, depth, motion; drawn into, read from, the mean's, motion's, the two that are shown.
    GLuint buffers_[3] = {0, 0, 0}, targets_[6] = {0, 0, 0, 0, 0, 0};
};

}  // namespace view
}  // namespace ringlet
