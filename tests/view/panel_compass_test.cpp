#include "core/view/panel_compass.h"

#include <doctest/doctest.h>

using namespace ringlet::view;

TEST_CASE("panel compass: 0 into the face, 90 to the head's left, clockwise, as on the page") {
    CHECK(compassDegrees(1.5708f) == 0);
    CHECK(compassDegrees(0) == 90);
    CHECK(compassDegrees(-1.5708f) == 180);
    CHECK(compassDegrees(3.1416f) == 270);
    CHECK(compassDegrees(-3.1416f) == 270);
}

TEST_CASE("panel compass: every degree comes back, and lies within the parameter's range") {
    for (int degrees = 0; degrees < 360; ++degrees) {
        const float heading = windHeading(degrees);
        CHECK(compassDegrees(heading) == degrees);
        CHECK(heading >= -3.1416f);
        CHECK(heading <= 3.1416f);
    }
}
