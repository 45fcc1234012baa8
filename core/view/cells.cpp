#include "core/view/cells.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr float between = 0.06f;  // of a cell, left free on each side

}  // namespace

void Cells::lay(size_t count, float halfWidth, float halfHeight, float width, float height, Insets covered) {
    count_ = std::max<size_t>(count, 1);
    width_ = width;
    height_ = height;
    covered_ = covered;
    const float freeWidth = std::max(width - covered.left - covered.right, 1.0f), freeHeight = std::max(height - covered.top - covered.bottom, 1.0f);
    // Pixels a metre, where a thing fills its cell.
    const auto scaleOf = [&](size_t columns) {
        const size_t rows = (count_ + columns - 1) / columns;
        return std::min(freeWidth / float(columns) / std::max(halfWidth, 1e-3f), freeHeight / float(rows) / std::max(halfHeight, 1e-3f));
    };
    columns_ = 1;
    for (size_t columns = 2; columns <= count_; ++columns)
        if (scaleOf(columns) > scaleOf(columns_)) columns_ = columns;
    rows_ = (count_ + columns_ - 1) / columns_;
    cellWidth_ = freeWidth / float(columns_);
    cellHeight_ = freeHeight / float(rows_);
    scale_ = count_ == 1 ? 1 : (1 - 2 * between) * scaleOf(columns_) / std::min(freeWidth / std::max(halfWidth, 1e-3f), freeHeight / std::max(halfHeight, 1e-3f));
}

size_t Cells::inRow(size_t row) const { return std::min(columns_, count_ - row * columns_); }

// A row that is not full stands in the middle.
Camera::Pixels Cells::corner(size_t cell) const {
    const size_t row = cell / columns_, column = cell % columns_;
    const float before = 0.5f * float(columns_ - inRow(row));
    return {covered_.left + (before + float(column)) * cellWidth_, covered_.top + float(row) * cellHeight_};
}

Insets Cells::insets(size_t cell) const {
    if (count_ == 1) return covered_;
    const Camera::Pixels at = corner(cell);
    const float x = between * cellWidth_, y = between * cellHeight_;
    return {at.x + x, at.y + y, width_ - at.x - cellWidth_ + x, height_ - at.y - cellHeight_ + y};
}

size_t Cells::at(float x, float y) const {
    const auto nearest = [](float place, size_t count) { return size_t(std::clamp(std::floor(place), 0.0f, float(count - 1))); };
    const size_t row = nearest((y - covered_.top) / cellHeight_, rows_), first = row * columns_;
    return first + nearest((x - corner(first).x) / cellWidth_, inRow(row));
}

Camera::Pixels Cells::away(size_t cell) const {
    const Camera::Pixels at = corner(cell), first = corner(0);
    return {at.x - first.x, at.y - first.y};
}

}  // namespace view
}  // namespace ringlet
