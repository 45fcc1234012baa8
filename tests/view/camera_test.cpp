// The camera: what fits, pixels to rays and back, orbit, pan and zoom about what is looked at.
#include "core/view/camera.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

using namespace ringlet;
using namespace ringlet::view;

namespace {

Camera made(Insets insets = {}) {
    Camera camera;
    camera.setPicture(1280, 720, insets);
    camera.fit({0.1, 1.5, -0.2}, 0.15f, 0.25f);
    camera.setView({0.7f, -0.3f, 1.2f, {0.1, 1.5, -0.2}});
    return camera;
}

double apart(Vec3d a, Vec3d b) { return lengthOf(a - b); }

}  // namespace

TEST_CASE("camera: its axes are a frame, and what it looks at is in the middle of the free part") {
    for (const Insets insets : {Insets{}, Insets{300, 0, 0, 0}, Insets{0, 40, 200, 100}}) {
        const Camera camera = made(insets);
        CHECK(lengthOf(camera.right()) == doctest::Approx(1));
        CHECK(lengthOf(camera.up()) == doctest::Approx(1));
        CHECK(dot(camera.right(), camera.up()) == doctest::Approx(0));
        CHECK(lengthOf(cross(camera.right(), camera.up()) - camera.back()) < 1e-5f);
        const auto at = camera.pixelsOf(camera.target());
        CHECK(at.x == doctest::Approx((1280 + insets.left - insets.right) / 2));
        CHECK(at.y == doctest::Approx((720 + insets.top - insets.bottom) / 2));
    }
}

TEST_CASE("camera: a box that is fitted fills the free part and does not leave it") {
    Camera camera;
    const Insets insets{250, 0, 60, 80};
    camera.setPicture(1280, 720, insets);
    for (const float wide : {0.05f, 0.3f}) {
        camera.fit({0, 1, 0}, wide, 0.2f);
        camera.setView({0, 0, 1, {0, 1, 0}});
        // The side of the box that is nearer.
        const auto corner = camera.pixelsOf({double{wide}, 1.2, 0});
        CHECK(corner.x <= 1280 - insets.right + 1);
        CHECK(corner.y >= insets.top - 1);
        const float freeWide = (1280 - insets.left - insets.right) / 2, freeHigh = (720 - insets.bottom) / 2;
        const float share = std::fmax((corner.x - camera.pixelsOf({0, 1, 0}).x) / freeWide,
                                      (camera.pixelsOf({0, 1, 0}).y - corner.y) / freeHigh);
        CHECK(share > 0.75f);
        CHECK(share <= 1.001f);
    }
}

TEST_CASE("camera: a pixel's ray goes through what is drawn there, by pixelsOf() and by the matrix alike") {
    const Camera camera = made({200, 30, 0, 90});
    for (const float x : {10.0f, 400.0f, 900.0f, 1270.0f})
        for (const float y : {5.0f, 350.0f, 700.0f}) {
            const Ray ray = camera.rayThrough(x, y);
            CHECK(lengthOf(ray.direction) == doctest::Approx(1));
            for (const double depth : {0.3, 1.0, 3.0}) {
                const Vec3d point = ray.origin + depth * toDouble(ray.direction);
                const auto back = camera.pixelsOf(point);
                CHECK(back.x == doctest::Approx(x).epsilon(1e-3));
                CHECK(back.y == doctest::Approx(y).epsilon(1e-3));
                const Vec3f p = toFloat(point - camera.target());
                const Mat4 m = camera.viewProjection();
                float clip[4];
                for (int row = 0; row < 4; ++row) clip[row] = m[0][row] * p.x + m[1][row] * p.y + m[2][row] * p.z + m[3][row];
                CHECK((clip[0] / clip[3] * 0.5f + 0.5f) * 1280 == doctest::Approx(x).epsilon(2e-3));
                CHECK((0.5f - clip[1] / clip[3] * 0.5f) * 720 == doctest::Approx(y).epsilon(2e-3));
            }
        }
}

TEST_CASE("camera: a drag moves a point at its depth by as many pixels") {
    const Camera camera = made();
    const Ray ray = camera.rayThrough(500, 300);
    const Vec3d point = ray.origin + 0.9 * toDouble(ray.direction);
    const Vec3d moved = point + toDouble(camera.across(70, -40, camera.depthOf(point)));
    CHECK(camera.pixelsOf(moved).x == doctest::Approx(570).epsilon(1e-3));
    CHECK(camera.pixelsOf(moved).y == doctest::Approx(260).epsilon(1e-3));
    CHECK(camera.depthOf(moved) == doctest::Approx(camera.depthOf(point)));
}

TEST_CASE("camera: orbit keeps the distance and the target, zoom the direction, and neither goes beyond its bounds") {
    Camera camera = made();
    const float distance = camera.distance();
    camera.orbit(120, 45);
    camera.settle();
    CHECK(camera.distance() == doctest::Approx(distance));
    CHECK(apart(camera.target(), {0.1, 1.5, -0.2}) < 1e-9);
    camera.orbit(0, 1e6f);
    camera.settle();
    CHECK(camera.up().y > 0.1f);  // never upside down
    const Vec3f back = camera.back();
    camera.zoom(0.5f);
    camera.settle();
    CHECK(camera.distance() == doctest::Approx(0.5f * distance));
    CHECK(lengthOf(camera.back() - back) < 1e-6f);
    for (int i = 0; i < 40; ++i) camera.zoom(0.5f);
    CHECK(camera.view().scale == doctest::Approx(0.08));
    for (int i = 0; i < 80; ++i) camera.zoom(2);
    CHECK(camera.view().scale == doctest::Approx(6));
}

TEST_CASE("camera: a pan takes what is looked at along with the pointer") {
    Camera camera = made();
    const Vec3d point = camera.target();
    camera.pan(60, 25);
    camera.settle();
    CHECK(camera.pixelsOf(point).x == doctest::Approx(700).epsilon(1e-3));
    CHECK(camera.pixelsOf(point).y == doctest::Approx(385).epsilon(1e-3));
}

TEST_CASE("camera: it comes to what was asked for, at once where it is carried, and its view reads back") {
    Camera camera = made();
    camera.orbit(200, -30);
    camera.zoom(1.4f);
    int pictures = 0;
    while (camera.advance(1.0f / 60) && pictures < 300) ++pictures;
    CHECK(pictures > 5);
    CHECK(pictures < 120);
    const Camera::View wanted = camera.view();
    CHECK(camera.distance() / wanted.scale == doctest::Approx(made().distance() / 1.2f));
    camera.carry({1, 2, 3});
    CHECK(apart(camera.target(), Vec3d{1.1, 3.5, 2.8}) < 1e-9);
    CHECK(!camera.advance(1.0f / 60));
    Camera other = made();
    other.setView(camera.view());
    CHECK(apart(other.target(), camera.target()) < 1e-12);
    CHECK(lengthOf(other.back() - camera.back()) < 1e-6f);
}

TEST_CASE("camera: how far a thing sticks out of the free part") {
    const Camera camera = made({300, 0, 0, 0});
    const auto inside = camera.outside(camera.target(), 0.01f, 0.01f, false);
    CHECK((inside.x == 0 && inside.y == 0));
    const Vec3d left = camera.rayThrough(100, 360).origin + double{camera.distance()} * toDouble(camera.rayThrough(100, 360).direction);
    CHECK(camera.outside(left, 0, 0, false).x < -150);  // under the panel
    const Vec3d below = camera.rayThrough(800, 1000).origin + double{camera.distance()} * toDouble(camera.rayThrough(800, 1000).direction);
    CHECK(camera.outside(below, 0, 0, false).y > 200);
}
