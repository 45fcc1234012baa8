// Targets with a second colour, in which each pixel says where it was in the picture before.
#pragma once

#include "core/view/gl.h"

namespace ringlet {
namespace view {

// Whether what is drawn next writes motion: programs that do not must leave the second colour alone.
inline void writeMotion(bool written) {
    const GLenum colours[2] = {GL_COLOR_ATTACHMENT0, written ? GLenum(GL_COLOR_ATTACHMENT1) : GLenum(GL_NONE)};
    glDrawBuffers(2, colours);
}

// All of it as at rest, as motion.glsl has that; within the scissor.
inline void clearMotion() {
    const GLfloat rest[4] = {128 / 255.0f, 128 / 255.0f, 0, 1};
    writeMotion(true);
    glClearBufferfv(GL_COLOR, 1, rest);
    writeMotion(false);
}

}  // namespace view
}  // namespace ringlet
