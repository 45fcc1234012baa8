// The hand: what a press takes hold of, where a drag takes it, by mouse and by touch; and what a ray meets.
#include "core/view/hand.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;
using namespace ringlet::view;

namespace hand_test {
namespace {

// A ball of 10 cm about the head's origin as head, with one strand on it, before a camera.
struct Scene {
    SceneContent content;
    HeadPicker picker;
    Camera camera;
    Pose head;

    Scene() {
        addStrand(content.groom, {{0, 0.1f, 0}, {0, 0.2f, 0}}, {0, 1, 0}, 4e-5f);
        content.colliders.spheres.push_back({{0, 0, 0}, 0.1f});
        picker.set(content);
        head.position = {0.2, 1.5, 0.1};
        camera.setPicture(800, 600, {});
        camera.fit(head.position, 0.2f, 0.2f);
        camera.setView({0, 0, 1, head.position});
    }
    Hand::Press press(float x, float y, int id = 0) const { return {id, x, y, 0, false, false}; }
};

float turned(const HeadWay& way) { return std::hypot(way.turn.x, way.turn.y, way.turn.z); }
double apart(Vec3d a, Vec3d b) { return lengthOf(a - b); }

// Pictures until the head is where it is asked to be.
int steered(Hand& hand, Pose& head) {
    int pictures = 0;
    while (hand.steer(head) && ++pictures < 1000) {}
    return pictures;
}

}  // namespace

TEST_CASE("picking: a ray meets the head's ball where it is, and a turned or moved one elsewhere") {
    Scene s;
    const Ray ray = s.camera.rayThrough(400, 300);
    const float hit = s.picker.hit(ray, s.head);
    const Vec3d at = ray.origin + double{hit} * toDouble(ray.direction);
    CHECK(apart(at, s.head.position) == doctest::Approx(0.1).epsilon(1e-3));
    CHECK(at.z > s.head.position.z);  // the side that is seen
    CHECK(s.picker.hit(s.camera.rayThrough(5, 5), s.head) < 0);
    Pose away = s.head;
    away.position.x += 1;
    CHECK(s.picker.hit(ray, away) < 0);
    CHECK(hitBall(ray, s.head, {{0, 0, 0}, 0.05f}) == doctest::Approx(hit + 0.05f).epsilon(1e-3));
    CHECK(hitBall(ray, s.head, {{0, 0.3f, 0}, 0.05f}) < 0);
    CHECK(hitBall({s.head.position - Vec3d{0, 0, 5}, {0, 0, -1}}, s.head, {{0, 0, 0}, 0.05f}) < 0);  // behind
}

TEST_CASE("picking: of a mesh the nearest triangle counts, however the head is turned") {
    Scene s;
    Mesh mesh;
    mesh.vertices = {{-1, -1, 0.3f}, {1, -1, 0.3f}, {0, 1, 0.3f}, {-1, -1, -0.3f}, {1, -1, -0.3f}, {0, 1, -0.3f}};
    mesh.triangles = {{0, 1, 2}, {3, 4, 5}};
    s.content.head = DrawnMesh(mesh);
    s.content.colliders.spheres.clear();
    s.picker.set(s.content);
    const Ray ray{s.head.position + Vec3d{0, 0, 2}, {0, 0, -1}};
    CHECK(s.picker.hit(ray, s.head) == doctest::Approx(1.7).epsilon(1e-4));
    Pose turned = s.head;
    turned.orientation = {0, 1, 0, 0};  // half a turn
    CHECK(s.picker.hit(ray, turned) == doctest::Approx(1.7).epsilon(1e-4));
    turned.orientation = {0, std::sqrt(0.5f), 0, std::sqrt(0.5f)};  // a quarter: seen from the edge
    CHECK(s.picker.hit({s.head.position + Vec3d{0, 0.9, 2}, {0, 0, -1}}, turned) < 0);
}

TEST_CASE("picking: what a picture should show holds the hair, and the ball about all of it") {
    Scene s;
    const HeadPicker::Frame& frame = s.picker.frame();
    CHECK(frame.center.y + frame.halfHeight >= 0.2f);
    CHECK(frame.center.y - frame.halfHeight <= -0.1f);
    CHECK(frame.halfWidth >= 0.1f);
    CHECK(lengthOf(Vec3f{0, 0.2f, 0} - s.picker.center()) <= s.picker.radius() + 1e-6f);
}

TEST_CASE("hand: a head that is dragged stays under the pointer, and comes there smoothly") {
    Scene s;
    Hand hand;
    hand.down(s.press(400, 300), s.camera, s.picker, s.head);
    REQUIRE(hand.holdsHead());
    const Ray ray = s.camera.rayThrough(400, 300);
    const Vec3d held = ray.origin + double{s.picker.hit(ray, s.head)} * toDouble(ray.direction);
    const Vec3d grip = held - s.head.position;
    hand.nudge(hand.move(0, 520, 240, s.camera), s.head);
    CHECK(hand.wanted().orientation.w == doctest::Approx(1));
    const auto at = s.camera.pixelsOf(hand.wanted().position + grip);
    CHECK(at.x == doctest::Approx(520).epsilon(1e-3));
    CHECK(at.y == doctest::Approx(240).epsilon(1e-3));
    Pose head = s.head;
    Vec3d before = head.position;
    for (int i = 0; i < 60; ++i) {
        REQUIRE(hand.steer(head));  // it holds on
        CHECK(apart(head.position, before) <= 0.08 + 1e-9);  // 5 m/s at 60 Hz
        before = head.position;
    }
    CHECK(apart(head.position, hand.wanted().position) < 1e-4);
    hand.up(0);
    CHECK(steered(hand, head) < 100);
    CHECK(!hand.busy());
}

TEST_CASE("hand: beside the head it orbits, with the right button or Shift it pans, and the head stays") {
    Scene s;
    for (const int button : {0, 1, 2}) {
        Hand hand;
        Hand::Press press = s.press(20, 20);
        press.button = button;
        hand.down(press, s.camera, s.picker, s.head);
        CHECK(!hand.holdsHead());
        const Camera::View before = s.camera.view();
        const HeadWay way = hand.move(0, 60, 50, s.camera);
        CHECK((lengthOf(way.by) == 0 && way.turn.w == 1));
        const Camera::View after = s.camera.view();
        CHECK((after.yaw != before.yaw) == (button == 0));
        CHECK((apart(after.target, before.target) > 0) == (button != 0));
        Pose head = s.head;
        CHECK(!hand.steer(head));
    }
}

TEST_CASE("hand: Shift and the right button turn the head about its own place") {
    Scene s;
    for (const bool shift : {true, false}) {
        Hand hand;
        Hand::Press press = s.press(400, 300);
        press.shift = shift, press.button = shift ? 0 : 2;
        hand.down(press, s.camera, s.picker, s.head);
        const HeadWay way = hand.move(0, 500, 300, s.camera);
        CHECK(lengthOf(way.by) == 0);
        CHECK(way.turn.y > 0.05f);  // to the right, as seen
        CHECK(std::fabs(way.turn.x) < 1e-6f);
        const HeadWay up = hand.move(0, 500, 200, s.camera);
        CHECK(up.turn.x < -0.05f);
    }
}

TEST_CASE("hand: two fingers beside the head pan and zoom; on it they turn and roll it") {
    Scene s;
    Hand hand;
    Hand::Press first = s.press(20, 300, 1), second = s.press(120, 300, 2);
    first.touch = second.touch = true;
    hand.down(first, s.camera, s.picker, s.head);
    hand.down(second, s.camera, s.picker, s.head);
    const float scale = s.camera.view().scale;
    hand.move(2, 220, 300, s.camera);  // twice as far apart
    CHECK(s.camera.view().scale == doctest::Approx(0.5f * scale));
    CHECK(!hand.steers());
    hand.up(1);
    const Camera::View held = s.camera.view();
    hand.move(2, 300, 300, s.camera);  // the finger that stays does nothing
    CHECK(s.camera.view().yaw == held.yaw);
    hand.up(2);

    first.x = 380, second.x = 480;
    s.camera.setView({0, 0, 1, s.head.position});
    hand.down(first, s.camera, s.picker, s.head);
    hand.down(second, s.camera, s.picker, s.head);
    CHECK(hand.holdsHead());
    const HeadWay way = hand.move(2, 380 + 100 * std::cos(0.3f), 300 - 100 * std::sin(0.3f), s.camera);
    CHECK(way.turn.z > 0.1f);  // to the left, as seen
    hand.letGo();
    CHECK(!hand.busy());
}

TEST_CASE("hand: of two fingers on the head one stays and holds it; a third is not missed") {
    Scene s;
    Hand hand;
    Hand::Press first = s.press(380, 300, 1), second = s.press(480, 300, 2), third = s.press(430, 330, 3);
    first.touch = second.touch = third.touch = true;
    s.camera.setView({0, 0, 1, s.head.position});
    const Camera::View view = s.camera.view();
    hand.down(first, s.camera, s.picker, s.head);
    hand.down(second, s.camera, s.picker, s.head);
    hand.down(third, s.camera, s.picker, s.head);
    hand.up(3);
    CHECK(turned(hand.move(2, 480, 340, s.camera)) > 0.01f);
    hand.up(1);
    REQUIRE(hand.holdsHead());
    const HeadWay way = hand.move(2, 500, 340, s.camera);
    CHECK(way.by.x > 0.001);
    CHECK(turned(way) < 1e-4f);
    hand.down(first, s.camera, s.picker, s.head);  // set down again, it turns again
    CHECK(turned(hand.move(2, 500, 380, s.camera)) > 0.01f);
    CHECK(s.camera.view().target.x == view.target.x);
    hand.up(1), hand.up(2);
    CHECK(!hand.holdsHead());
}

TEST_CASE("hand: keys and scripts send the head where they say, and a drag that slips keeps its grip") {
    Scene s;
    Hand hand;
    Pose there = s.head, head = s.head;
    there.position.y += 0.3;
    hand.goTo(there, head);
    CHECK(steered(hand, head) < 200);
    CHECK(apart(head.position, there.position) < 1e-9);
    for (int i = 1; i <= 2000; ++i) {  // whatever it is turned by, it comes to where it should be
        const float a = 0.37f * float(i), b = 0.11f * float(i);
        there.orientation = turnAbout(Vec3f{std::sin(a) * std::cos(b), std::cos(a) * std::cos(b), std::sin(b)}, 0.3f + 0.001f * float(i));
        hand.goTo(there, head);
        REQUIRE(steered(hand, head) < 200);
    }
    head = s.head;
    hand.goTo(head, head);
    hand.nudge({{0.1, 0, 0}, {0, 0, 0, 1}}, head);
    hand.nudge({{0.1, 0, 0}, {0, 0, 0, 1}}, head);
    steered(hand, head);
    CHECK(head.position.x == doctest::Approx(s.head.position.x + 0.2));

    hand.down(s.press(400, 300), s.camera, s.picker, s.head);
    hand.slip({0.01, 0, 0}, s.camera);  // the head lags behind: as if the finger had been more to the left
    const HeadWay way = hand.move(0, 400, 300, s.camera);
    CHECK(way.by.x == doctest::Approx(0.01).epsilon(1e-3));
}

}  // namespace hand_test
