// Cells: where several heads stand in one picture.
#include "core/view/cells.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace ringlet;
using namespace ringlet::view;

TEST_CASE("cells: heads fill what is free, none lies over another, and each is found where it stands") {
    const Insets covered{20, 60, 300, 90};
    for (const auto& [width, height] : {std::pair{1280.0f, 720.0f}, {390.0f, 844.0f}, {900.0f, 900.0f}})
        for (size_t count = 1; count <= 9; ++count) {
            CAPTURE(width);
            CAPTURE(count);
            const Insets around = width > 500 ? covered : Insets{0, 60, 0, 200};
            Cells cells;
            cells.lay(count, 0.2f, 0.25f, width, height, around);
            REQUIRE(cells.count() == count);
            CHECK(cells.scale() > (count == 1 ? 0.999f : 0.2f));
            CHECK(cells.scale() < 1.001f);
            for (size_t i = 0; i < count; ++i) {
                const Insets in = cells.insets(i);
                CHECK(in.left >= around.left - 0.01f);
                CHECK(in.top >= around.top - 0.01f);
                CHECK(in.right >= around.right - 0.01f);
                CHECK(in.bottom >= around.bottom - 0.01f);
                const float x = 0.5f * (in.left + width - in.right), y = 0.5f * (in.top + height - in.bottom);
                CHECK(cells.at(x, y) == i);
                CHECK(cells.away(i).x == doctest::Approx(in.left - cells.insets(0).left));
                CHECK(cells.away(i).y == doctest::Approx(in.top - cells.insets(0).top));
                for (size_t k = 0; k < i; ++k) {
                    const Insets other = cells.insets(k);
                    const float overX = std::min(width - in.right, width - other.right) - std::max(in.left, other.left);
                    const float overY = std::min(height - in.bottom, height - other.bottom) - std::max(in.top, other.top);
                    CHECK(std::min(overX, overY) < 0.01f);
                }
            }
        }
}

TEST_CASE("cells: four stand in a row where the picture is wide, and in two where it is high") {
    Cells wide, high;
    wide.lay(4, 0.2f, 0.25f, 1600, 500, {});
    high.lay(4, 0.2f, 0.25f, 500, 600, {});
    CHECK(wide.away(3).y == 0);
    CHECK(high.away(3).y == doctest::Approx(300));
    CHECK(wide.at(-50, -50) == 0);
    CHECK(wide.at(5000, 5000) == 3);
}

TEST_CASE("cells: a camera shifted to a cell sees what the first sees, away by as much") {
    Cells cells;
    cells.lay(9, 0.2f, 0.25f, 1280, 720, {0, 40, 280, 60});
    Camera first, other;
    first.fit({0, 0, 0}, 0.2f, 0.25f);
    other = first;
    first.setPicture(1280, 720, cells.insets(0));
    other.setPicture(1280, 720, cells.insets(7));
    const Vec3d point{0.05, 0.1, -0.08};
    const Camera::Pixels a = first.pixelsOf(point), b = other.pixelsOf(point);
    CHECK(b.x - a.x == doctest::Approx(cells.away(7).x).epsilon(1e-4));
    CHECK(b.y - a.y == doctest::Approx(cells.away(7).y).epsilon(1e-4));
}
