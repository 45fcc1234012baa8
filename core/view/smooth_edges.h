// Smooths the stairs along edges of a picture that has one sample a pixel: for the lowest level
// of detail, where several samples would double what hair and head take.
#pragma once

#include "core/base/result.h"
#include "core/view/program.h"

namespace ringlet {
namespace view {

// Pixels from the lower left.
struct PixelBox {
    int x = 0, y = 0, width = 0, height = 0;
};

class SmoothEdges {
public:
    // What lies within the box of the frame buffer that is being drawn, which has colours of three
    // or four bytes and one sample a pixel. Error: a shader, needed now for the first time, that
    // does not compile.
    Status apply(PixelBox box);

private:
    Program program_;
    PixelBox made_;  // the size that the texture has
    GLuint nothing_ = 0, before_ = 0;  // vertex array without attributes; the box as it was drawn
};

}  // namespace view
}  // namespace ringlet
