#include "core/view/smooth_picture.h"

#include "core/view/texels.h"

#include <algorithm>

namespace ringlet {
namespace view {

namespace {

constexpr float newShare = 0.10f;  // of a new picture in what is shown

GLuint colourTexture(int width, int height, GLuint target, GLint format = GL_RGBA8, GLenum type = GL_UNSIGNED_BYTE) {
    const GLuint texture = emptyTexture(width, height, format, GL_RGBA, type, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    return texture;
}

}  // namespace

Status SmoothPicture::make(int width, int height, int samples, bool motion) {
    if (!nothing_) {
        copy_ = Program::start({"backdrop.vert.glsl"}, {"copy.frag.glsl"});
        if (Status ready = copy_.finish(); !ready) return ready;
        glGenVertexArrays(1, &nothing_);
        glGenRenderbuffers(3, buffers_);
        glGenFramebuffers(6, targets_);
    }
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    glActiveTexture(GL_TEXTURE0);
    for (GLuint* texture : {&texture_, &mean_, &motions_, &shown_[0], &shown_[1]}) {
        glDeleteTextures(1, texture);
        *texture = 0;
    }
    texture_ = colourTexture(width, height, targets_[1]);
    if (motion) motions_ = colourTexture(width, height, targets_[3]);
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[0]);
    const GLenum formats[] = {GL_RGBA8, GL_DEPTH_COMPONENT24, GL_RGBA8};
    const GLenum places[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_COLOR_ATTACHMENT1};
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, 0);
    for (int i = 0; i < (motion ? 3 : 2); ++i) {
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
    motion_ = motion;
    return {};
}

Result<GLuint> SmoothPicture::begin(int width, int height, int samples, bool motion) {
    if (width != width_ || height != height_ || samples != samples_ || motion != motion_)
        if (Status made = make(width, height, samples, motion); !made) return Error{made.error()};
    averaged_ = blended_ = false;
    return targets_[0];
}

bool SmoothPicture::makeShown() {
    if (!temporalMade_) {
        temporal_ = Program::start({"backdrop.vert.glsl"}, {"temporal.frag.glsl"});
        if (!temporal_.finish()) return false;
        temporalMade_ = true;
    }
    glActiveTexture(GL_TEXTURE0);
    for (int i : {0, 1}) shown_[i] = colourTexture(width_, height_, targets_[4 + i], GL_RGBA16F, GL_HALF_FLOAT);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool SmoothPicture::blend(bool anew) {
    if (!shown_[0]) {
        anew = true;
        if (!makeShown()) return false;
    }
    resolve(GL_COLOR_ATTACHMENT0, targets_[1]);
    resolve(GL_COLOR_ATTACHMENT1, targets_[3]);
    std::swap(shown_[0], shown_[1]);
    std::swap(targets_[4], targets_[5]);
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[4]);
    glViewport(0, 0, width_, height_);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    temporal_.use();
    const GLuint textures[3] = {texture_, motions_, shown_[1]};
    const char* names[3] = {"now", "motions", "shown"};
    for (int i = 2; i >= 0; --i) {
        glActiveTexture(GLenum(GL_TEXTURE0 + i));
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        temporal_.set(names[i], i);
    }
    temporal_.set("share", anew ? 1.0f : newShare);
    glBindVertexArray(nothing_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    for (int i = 2; i >= 0; --i) {
        glActiveTexture(GLenum(GL_TEXTURE0 + i));
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    glEnable(GL_DEPTH_TEST);
    blended_ = true;
    return true;
}

bool SmoothPicture::makeMean() {
    glActiveTexture(GL_TEXTURE0);
    mean_ = colourTexture(width_, height_, targets_[2], GL_RGBA16F, GL_HALF_FLOAT);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool SmoothPicture::average(int others) {
    if (!mean_ && !makeMean()) return false;
    resolve(GL_COLOR_ATTACHMENT0, targets_[1]);
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
    if (!averaged_ && !blended_) resolve(GL_COLOR_ATTACHMENT0, targets_[1]);
    glDisable(GL_BLEND);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    copy(averaged_ ? mean_ : blended_ ? shown_[0] : texture_, canvasWidth, canvasHeight);
}

// One sample a pixel, to be read.
void SmoothPicture::resolve(GLenum colour, GLuint into) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, targets_[0]);
    glReadBuffer(colour);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, into);
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
