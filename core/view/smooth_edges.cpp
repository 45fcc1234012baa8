#include "core/view/smooth_edges.h"

#include "core/view/texels.h"

namespace ringlet {
namespace view {

Status SmoothEdges::apply(PixelBox box) {
    if (box.width < 3 || box.height < 3) return {};
    if (!nothing_) {
        program_ = Program::start({"backdrop.vert.glsl"}, {"smooth_edges.frag.glsl"});
        if (Status ready = program_.finish(); !ready) return ready;
        glGenVertexArrays(1, &nothing_);
    }
    glActiveTexture(GL_TEXTURE0);
    if (box.width != made_.width || box.height != made_.height) {
        glDeleteTextures(1, &before_);
        before_ = emptyTexture(box.width, box.height, GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, GL_LINEAR);
        made_ = box;
    }
    glBindTexture(GL_TEXTURE_2D, before_);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, box.x, box.y, box.width, box.height);
    glViewport(box.x, box.y, box.width, box.height);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(nothing_);
    program_.use();
    program_.set("before", 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_DEPTH_TEST);
    return {};
}

}  // namespace view
}  // namespace ringlet
