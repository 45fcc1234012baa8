// Textures that are read texel by texel, as arrays: 2,048 texels a row.
#pragma once

#include "core/view/gl.h"
#include "shaders/shared/limits.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ringlet {
namespace view {

inline int texelRows(size_t texels) { return int((texels + RINGLET_TEXTURE_WIDTH - 1) / RINGLET_TEXTURE_WIDTH); }

// A texture without contents, which ends at its edges.
inline GLuint emptyTexture(int width, int height, GLint format, GLenum components, GLenum type, GLint filter) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, components, type, nullptr);
    for (GLenum name : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glTexParameteri(GL_TEXTURE_2D, name, filter);
    for (GLenum name : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
        glTexParameteri(GL_TEXTURE_2D, name, GL_CLAMP_TO_EDGE);
    return texture;
}

inline GLuint texelArray(int rows, GLint format, GLenum components, GLenum type) {
    return emptyTexture(RINGLET_TEXTURE_WIDTH, rows, format, components, type, GL_NEAREST);
}

// A texel array that shaders draw into, as large as it has to be.
class DrawnTexels {
public:
    // Makes it anew where its number of rows changes.
    void resize(size_t texels, GLint format, GLenum components, GLenum type) {
        int rows = texelRows(texels);
        if (rows == rows_) return;
        if (!target_) glGenFramebuffers(1, &target_);
        glDeleteTextures(1, &texture_);
        texture_ = texelArray(rows, format, components, type);
        rows_ = rows;
        glBindFramebuffer(GL_FRAMEBUFFER, target_);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    }
    // Frees it until the next resize().
    void forget() {
        glDeleteTextures(1, &texture_);
        texture_ = 0, rows_ = 0;
    }
    // What is drawn next goes to these texels; depth is left out.
    void begin(size_t first, size_t end) const {
        int row = int(first / RINGLET_TEXTURE_WIDTH);
        glBindFramebuffer(GL_FRAMEBUFFER, target_);
        glViewport(0, row, RINGLET_TEXTURE_WIDTH, texelRows(end) - row);
        glDisable(GL_DEPTH_TEST);
    }
    static void finish() {
        glEnable(GL_DEPTH_TEST);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
    }
    GLuint texture() const { return texture_; }
    // The first so many texels, of four 32-bit words each, back from the GPU; waits for all that is being drawn.
    std::vector<uint32_t> read(size_t texels) const {
        std::vector<uint32_t> words(size_t(texelRows(texels)) * RINGLET_TEXTURE_WIDTH * 4);
        glBindFramebuffer(GL_FRAMEBUFFER, target_);
        glReadPixels(0, 0, RINGLET_TEXTURE_WIDTH, texelRows(texels), GL_RGBA_INTEGER, GL_UNSIGNED_INT, words.data());
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        words.resize(4 * texels);
        return words;
    }

private:
    GLuint target_ = 0, texture_ = 0;
    int rows_ = 0;
};

}  // namespace view
}  // namespace ringlet
