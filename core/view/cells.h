// Where several heads stand in one picture: in equal parts of what panels leave free. A camera that is shifted across the
// picture sees each of them, so that all look as the first does.
#pragma once

#include "core/view/camera.h"

namespace ringlet {
namespace view {

class Cells {
public:
    // So many (at least 1) for things of that half width and half height (m), in a picture of that size (pixels of any kind).
    void lay(size_t count, float halfWidth, float halfHeight, float width, float height, Insets covered);

    size_t count() const { return count_; }
    Insets insets(size_t cell) const;  // all that is not this cell's
    size_t at(float x, float y) const;  // the nearest, pixels from the top left
    Camera::Pixels away(size_t cell) const;  // how far its middle is from the first one's
    // How large a thing is drawn, as a part of how large it would be alone, (0, 1].
    float scale() const { return scale_; }

private:
    size_t inRow(size_t row) const;
    Camera::Pixels corner(size_t cell) const;  // its upper left one
    size_t count_ = 1, columns_ = 1, rows_ = 1;
    float width_ = 1280, height_ = 720, cellWidth_ = 1280, cellHeight_ = 720, scale_ = 1;
    Insets covered_;
};

}  // namespace view
}  // namespace ringlet
