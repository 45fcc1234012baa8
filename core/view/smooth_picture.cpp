#include "core/view/smooth_picture.h"

#include "core/view/texels.h"

#include <algorithm>

namespace ringlet {
namespace view {

Status SmoothPicture::make(int width, int height, int samples) {
    if (!nothing_) {
        copy_ = Program::start({"backdrop.vert.glsl"}, {"copy.frag.glsl"});
        if (Status ready = copy_.finish(); !ready) return ready;
        glGenVertexArrays(1, &nothing_);
        glGenRenderbuffers(2, buffers_);
        glGenFramebuffers(3, targets_);
    }
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    glActiveTexture(GL_TEXTURE0);
    glDeleteTextures(1, &mean_);
    mean_ = 0;
    glDeleteTextures(1, &texture_);
    texture_ = emptyTexture(width, height, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[1]);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[0]);
    const GLenum formats[] = {GL_RGBA8, GL_DEPTH_COMPONENT24}, places[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
    for (int i = 0; i < 2; ++i) {
        glBindRenderbuffer(GL_RENDERBUFFER, buffers_[i]);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, std::min(samples, most), formats[i], width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, places[i], GL_RENDERBUFFER, buffers_[i]);
    }
    bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (!complete) return Error{"the graphics driver cannot draw a picture of several samples a pixel"};
    width_ = width;
    height_ = height;
    samples_ = samples;
    return {};
}

Result<GLuint> SmoothPicture::begin(int width, int height, int samples) {
    if (width != width_ || height != height_ || samples != samples_)
        if (Status made = make(width, height, samples); !made) return Error{made.error()};
    averaged_ = false;
    return targets_[0];
}

bool SmoothPicture::makeMean() {
    glActiveTexture(GL_TEXTURE0);
    mean_ = emptyTexture(width_, height_, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[2]);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, mean_, 0);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool SmoothPicture::average(int others) {
    if (!mean_ && !makeMean()) return false;
    resolve();
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[2]);
    glEnable(GL_BLEND);
    glBlendColor(0, 0, 0, 1 / float(others + 1));
    glBlendFunc(GL_CONSTANT_ALPHA, others > 0 ? GL_ONE_MINUS_CONSTANT_ALPHA : GL_ZERO);
    copy(texture_, width_, height_);
    glDisable(GL_BLEND);
    averaged_ = true;
    return true;
}

void SmoothPicture::show(int canvasWidth, int canvasHeight) {
    if (!averaged_) resolve();
    glDisable(GL_BLEND);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    copy(averaged_ ? mean_ : texture_, canvasWidth, canvasHeight);
}

// One sample a pixel, to be read.
void SmoothPicture::resolve() {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, targets_[0]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, targets_[1]);
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void SmoothPicture::copy(GLuint picture, int width, int height) {
    glViewport(0, 0, width, height);
    glDisable(GL_DEPTH_TEST);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, picture);
    glBindVertexArray(nothing_);
    copy_.use();
    copy_.set("picture", 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glEnable(GL_DEPTH_TEST);
}

}  // namespace view
}  // namespace ringlet
