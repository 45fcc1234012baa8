// Many ribbons of triangles in one call, whatever their number; for programs with ribbons.glsl.
#pragma once

#include "core/view/program.h"

#include <cstddef>

namespace ringlet {
namespace view {

// Draws ribbons 0 to `ribbons` - 1 of `places` (at least 2) each, with the program in use.
inline void drawRibbons(Program& program, size_t ribbons, int places) {
    program.set("places", places);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, GLsizei(ribbons * size_t(2 * places + 2)));
}

}  // namespace view
}  // namespace ringlet
