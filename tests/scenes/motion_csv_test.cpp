// Recorded head motions.
#include "core/models/pose_path.h"
#include "core/scenes/motion_csv.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <fstream>

using namespace ringlet;

namespace {

Result<std::unique_ptr<Motion>> motionOf(const std::string& text) {
    ByteStream in({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, "m.csv");
    return motionFromCsv(in);
}

std::string errorOf(const std::string& text) {
    auto motion = motionOf(text);
    return motion.ok() ? "" : motion.error();
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a recorded motion passes through its keys and stands still outside them") {
    auto read = motionOf("\xEF\xBB\xBFt, x, y, z, qx, qy, qz, qw\r\n"
                              "# a comment\r\n"
                              "0.5, 1, 2, 3, 0, 0, 0, 1\r\n"
                              "\r\n"
                              " 1.0,1.5,2,3, 0,0.70710678,0,0.70710678\r\n"
                              "1.25,1.6,2.5,3,0,-0.6,0,-0.8");
    REQUIRE_MESSAGE(read.ok(), read.error());
    const Motion& motion = *read.value();
    CHECK(motion.at(-1).pose.position.x == 1);
    CHECK(motion.at(0.5).pose.position.y == 2);
    CHECK(motion.at(1).pose.position.x == 1.5);
    CHECK(motion.at(1).pose.orientation.y == doctest::Approx(0.70710678));
    CHECK(motion.at(1.25).pose.position.y == 2.5);
    CHECK(motion.at(99).pose.position.x == 1.6);
    CHECK(motion.at(99).velocity.x == 0);
    CHECK(motion.at(0).angularVelocity.y == 0);
    CHECK(motion.stopsAt() == 1.25);
    CHECK_FALSE(motion.jumps(0, 9));
}

TEST_CASE("a recorded motion has a continuous velocity, the derivative of its pose") {
    auto read = motionOf("0,0,0,0,0,0,0,1\n"
                              "0.1,0.2,0,0.1,0.1,0,0,0.99498744\n"
                              "0.25,0.1,0.3,0,0.2,0.3,0,0.93273791\n"
                              "0.3,0,0.3,0,0.2,0.2,0.1,0.95393920\n"
                              "1,0,0,0,0,0,0,1\n");
    REQUIRE_MESSAGE(read.ok(), read.error());
    const Motion& motion = *read.value();
    const double h = 1e-5;
    for (double t : {0.05, 0.0999, 0.1001, 0.17, 0.2499, 0.2501, 0.28, 0.2999, 0.3001, 0.7}) {
        CAPTURE(t);
        PoseKey a = motion.at(t - h), key = motion.at(t), b = motion.at(t + h);
        Vec3d v = (b.pose.position - a.pose.position) * (0.5 / h) - toDouble(key.velocity);
        Vec3d w = turnBetween(a.pose.orientation, b.pose.orientation) * (0.5 / h) - toDouble(key.angularVelocity);
        CHECK(std::sqrt(dot(v, v)) < 1e-3);
        CHECK(std::sqrt(dot(w, w)) < 0.03);  // orientations are floats
    }
    for (double t : {0.0, 0.1, 0.25, 0.3, 1.0}) {  // no step at the keys
        Vec3f v = motion.at(t - 1e-9).velocity - motion.at(t + 1e-9).velocity;
        Vec3f w = motion.at(t - 1e-9).angularVelocity - motion.at(t + 1e-9).angularVelocity;
        CHECK(lengthOf(v) < 1e-5f);
        CHECK(lengthOf(w) < 1e-4f);
    }
    // Evenly spaced keys on a line are played at constant speed between inner keys.
    auto line = motionOf("0,0,0,0,0,0,0,1\n1,1,0,0,0,0,0,1\n2,2,0,0,0,0,0,1\n3,3,0,0,0,0,0,1\n");
    REQUIRE(line.ok());
    CHECK(line.value()->at(1.37).pose.position.x == doctest::Approx(1.37));
    CHECK(line.value()->at(1.37).velocity.x == doctest::Approx(1));
}

TEST_CASE("one key is a head that never moves; keys that repeat at the end are a stop") {
    auto one = motionOf("3,1,2,3,0,0,0,1");
    REQUIRE(one.ok());
    CHECK(one.value()->stopsAt() == 0);
    CHECK(one.value()->at(0).pose.position.z == 3);
    auto stop = motionOf("0,0,0,0,0,0,0,1\n1,1,0,0,0,0,0,1\n2,1,0,0,0,0,0,1\n3,1,0,0,0,0,0,1\n");
    REQUIRE(stop.ok());
    CHECK(stop.value()->at(1.5).pose.position.x > 1.01);  // rounds off past the first of them
    CHECK(stop.value()->stopsAt() == 2);
    CHECK(stop.value()->at(2.5).pose.position.x == 1);
}

TEST_CASE("bad keys are refused with line and column") {
    const std::string good = "0,0,0,0,0,0,0,1\n";
    CHECK(contains(errorOf(""), "m.csv:1:1: no keys"));
    CHECK(contains(errorOf("t,x,y,z,qx,qy,qz,qw\n"), "no keys"));
    CHECK(contains(errorOf("t,qx,qy,qz,qw,x,y,z\n0,0,0,0,1,0,0,0\n"), "m.csv:1:3: the columns must be t, x, y, z, qx"));
    CHECK(contains(errorOf("T,X,Y,Z,QW,QX,QY,QZ\n0,0,0,0,1,0,0,0\n"), "m.csv:1:9: the columns must be t, x, y, z, qx"));
    CHECK(errorOf("T,X,Y,Z,QX,QY,QZ,QW\n" + good).empty());
    CHECK(contains(errorOf("0;0;0;0;0;0;0;1\n"), "numbers are separated by commas"));
    CHECK(contains(errorOf(good + "1,0,nan,0,0,0,0,1\n"), "m.csv:2:5: y must be a finite number"));
    CHECK(contains(errorOf(good + "1,0,1e999,0,0,0,0,1\n"), "m.csv:2:5: y"));
    CHECK(contains(errorOf(good + "1,0,0x10,0,0,0,0,1\n"), "m.csv:2:5: y"));
    CHECK(contains(errorOf(good + "1,0,,0,0,0,0,1\n"), "m.csv:2:5: y"));
    CHECK(contains(errorOf(good + "1,2e6,0,0,0,0,0,1\n"), "m.csv:2:3: x must lie within"));
    CHECK(contains(errorOf(good + "1,0,0,0,0,0,0\n"), "m.csv:2:14: a key needs 8 numbers"));
    CHECK(contains(errorOf(good + "1,0,0,0,0,0,0,1,5\n"), "m.csv:2:16: a key has 8 numbers"));
    CHECK(contains(errorOf(good + "# note\n0,0,0,0,0,0,0,1\n"), "m.csv:3:1: t must increase"));
    CHECK(contains(errorOf("1,0,0,0,0,0,0,1\n0.5,0,0,0,0,0,0,1\n"), "m.csv:2:1: t must increase"));
    CHECK(contains(errorOf(good + "1,0,0,0,0,0,0,1.01\n"), "m.csv:2:9: qx, qy, qz, qw must be a unit quaternion"));
    CHECK(contains(errorOf(good + "1,0,0,0,0,0,0,0\n"), "m.csv:2:9: qx"));
    CHECK(contains(errorOf(std::string("0,0,0,\0,0,0,0,1", 15)), "m.csv:1:7: z"));
    CHECK(errorOf("0,0,0,0,0,0,0,1.0009\n").empty());
}

TEST_CASE("a recorded motion may have any line end") {
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        auto read = motionOf("t,x,y,z,qx,qy,qz,qw" + end + "# a" + end + "0,0,0,0,0,0,0,1" + end + "1,0,0.5,0,0,0,0,1" + end);
        REQUIRE_MESSAGE(read.ok(), read.error());
        CHECK(read.value()->at(1).pose.position.y == 0.5);
        CHECK(contains(errorOf("0,0,0,0,0,0,0,1" + end + "1,0,x,0,0,0,0,1"), "m.csv:2:5: y"));
    }
    CHECK(contains(errorOf("\xFF\xFE" "0,0"), "UTF-16"));
}

TEST_CASE("what has no end is no motion file") {
    for (const char* path : {"/dev/zero", "/dev/null"}) {
        auto motion = makeMotion(path);
        REQUIRE_FALSE(motion.ok());
        CHECK(contains(motion.error(), "not a regular file"));
    }
}

TEST_CASE("makeMotion reads a file of that name") {
    const std::string path = "ringlet_motion_test.csv";
    std::ofstream(path) << "0,0,0,0,0,0,0,1\n1,0,0.25,0,0,0,0,1\n";
    auto motion = makeMotion(path);
    std::remove(path.c_str());
    REQUIRE_MESSAGE(motion.ok(), motion.error());
    CHECK(motion.value()->at(1).pose.position.y == 0.25);
}
