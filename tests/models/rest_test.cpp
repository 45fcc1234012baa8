// Hair that nobody combed comes to rest on the head after any motion, at its length and outside: a few of the plays
// of `ringlet bench rest`, which plays them all.
#include "core/scenes/motion.h"
#include "core/scenes/scene.h"
#include "native/rest/odd_motions.h"
#include "native/rest/rest_play.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::cli;

namespace {

struct OddPlay {
    const char* style;
    const char* motion;
    double rate;  // Hz
};

void checkRest(const std::string& model, const OddPlay& play, int strands, const std::vector<std::string>& settings = {}) {
    CAPTURE(model);
    CAPTURE(play.style);
    CAPTURE(play.motion);
    CAPTURE(play.rate);
    auto hair = RestPlay::make(model, oddGroom(play.style, strands, 1), settings);
    REQUIRE(hair.ok());
    const Rested rested = hair.value()->play(*oddMotion(play.motion), play.rate);
    CHECK(rested.moving == 0);
    CHECK(rested.speed < restSpeed);
    CHECK(rested.depth <= restDepth);
    CHECK(rested.length <= restLength);
    CHECK(rested.resets == 0);
}

}  // namespace

// Each of these moved for good, or for long, while contacts were softer than curls (curly), closed only once hair had
// fallen in (long, curly, fine), or took a landing's spring for a press that holds friction.
TEST_CASE("default strands that lie on the head do not drive themselves" * doctest::test_suite("long")) {
    const OddPlay plays[] = {{"curly", "still", 60},    {"curly", "still", 240},      {"curly", "bow", 60},
                             {"curly", "violent", 60},  {"curly", "up and down", 240}, {"long", "bow", 60},
                             {"fine", "bow", 240}};
    for (const OddPlay& play : plays) checkRest("elastic-strand", play, 16);
}

// Each of these moved for good while joints pressed contacts past the depth from which segments are turned out.
TEST_CASE("default strands whose own shape presses into the head do not drive themselves") {
    const OddPlay plays[] = {{"curly", "still", 60}, {"curly", "bow", 20}, {"flat", "still", 60}, {"hooked", "violent", 60}};
    for (const OddPlay& play : plays) checkRest("elastic-strand", play, 16, {"sagFree=0"});
}

// Each of these still moved by 2 to 37 mm/s, while a curl's forces of compression, shear and torque were left out of what
// it is solved with: the rest of them resisted its motion as a thick liquid does, more the longer the substep.
TEST_CASE("limp default strands come to rest within five seconds") {
    const OddPlay plays[] = {{"fine", "tilt aside", 20}, {"fine", "tilt aside", 60}, {"fine", "random 3", 60}, {"fine", "random 4", 60}};
    for (const OddPlay& play : plays) checkRest("elastic-strand", play, 32);
}

// Each of these moved for good, or for long, while contacts closed only once hair had fallen in (curly, arched) or let
// it creep at rest (fine), and while slow frames had longer substeps (flat, uneven).
TEST_CASE("strands of particles that lie on the head do not drive themselves") {
    const OddPlay plays[] = {{"curly", "still", 120},     {"curly", "eight", 30}, {"flat", "bow", 20},
                             {"uneven", "tilt aside", 20}, {"arched", "bow", 240}, {"fine", "nod", 120}};
    for (const OddPlay& play : plays) checkRest("verlet", play, 16);
}

// Each of these crept or was driven for good while a joint could press a contact deeper than segments are turned out from
// (curly, uneven), while what that turn did was taken from the strand's speed (wig), or while it began inside (long).
TEST_CASE("rods that are pressed into the head do not drive themselves") {
    const OddPlay plays[] = {{"curly", "bow", 60}, {"curly", "spin", 20}, {"uneven", "violent", 120}, {"uneven", "bow", 120},
                             {"wig", "violent", 120}, {"long", "bow", 120}};
    for (const OddPlay& play : plays) checkRest("discrete-rod", play, 16);
}

// They moved at 6 m/s for good while each of many pairs of cells that saw one overlap answered it in full, step after step.
TEST_CASE("wisps of limp hair that lie in each other do not throw each other about") {
    checkRest("discrete-rod", {"fine", "drag", 60}, 48, {"wispWidth=0.04", "wispContacts=1"});
}

// Where a segment deep in the head points straight out of it, turning it out turned it back, an ulp too deep or not.
TEST_CASE("hair that leaves the head from within does not drive itself") {
    for (const char* model : {"elastic-strand", "discrete-rod", "verlet"}) checkRest(model, {"sunken", "violent", 60}, 16);
}

// A groom's hooks go into the head by a centimetre; strands of particles began there, and at 240 Hz were seen leaving.
TEST_CASE("strands that a groom leads through the head start outside of it") {
    for (const ModelInfo& model : models()) {
        if (model.published) continue;
        CAPTURE(model.name);
        const OddGroom hooked = oddGroom("hooked", 32, 1);
        ModelOptions options;
        options.colliders = &oddHead();
        auto hair = model.build(hooked.groom, sceneParams(*findScene("sintel"), model.name), options);
        REQUIRE(hair.ok());
        double given = 0, start = 0;
        for (const Vec3f& x : hooked.groom.points) given = maximum(given, -double(nearestSurface(oddHead(), x).distance));
        const Curves curves = hair.value()->curves();
        for (const CurveBlock& block : curves.blocks)
            for (uint32_t s = 0; s < block.strands; ++s)
                for (uint32_t p = 2; p < block.particles; ++p)  // those before may stand in the scalp
                    start = maximum(start, -double(nearestSurface(oddHead(), curvePoint(block, s, p)).distance));
        CHECK(given > 2 * restDepth);
        CHECK(start <= restDepth);
    }
}

TEST_CASE("odd grooms rest under every model: a few plays" * doctest::test_suite("long")) {
    const OddPlay plays[] = {{"hooked", "eight", 30}, {"wig", "violent", 60},  {"uneven", "jerk", 60}, {"flat", "roll over", 20},
                             {"arched", "spin", 120}, {"long", "drag", 60},    {"mohawk", "violent", 20}, {"mixed", "teleport", 60}};
    for (const ModelInfo& model : models())
        for (const OddPlay& play : plays)
            if (!model.published) checkRest(model.name, play, 8);
}

TEST_CASE("odd grooms and motions are the same for any count, and of the seed") {
    CHECK(oddGroomNames().size() == 11);
    CHECK(oddMotionNames().size() == motions().size() + 10);  // without walk and dance, with eight odd and four random ones
    for (const std::string& name : oddGroomNames()) {
        CAPTURE(name);
        const Groom few = oddGroom(name, 5, 3).groom, again = oddGroom(name, 5, 3).groom, other = oddGroom(name, 5, 4).groom;
        CHECK(few.strands() == 5);
        REQUIRE(few.points.size() == again.points.size());
        bool same = true, differs = false;
        for (size_t i = 0; i < few.points.size(); ++i) {
            same = same && few.points[i].x == again.points[i].x && few.points[i].y == again.points[i].y && few.points[i].z == again.points[i].z;
            differs = differs || few.points[i].y != other.points[i].y;
        }
        CHECK(same);
        CHECK(differs);
    }
    for (const std::string& name : oddMotionNames()) CHECK(oddMotion(name) != nullptr);
}
