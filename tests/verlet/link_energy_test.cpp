// The energy of static links: what the springs of a step store. Where nothing does work on the hair, all of it together does not grow.
#include "tests/verlet/played.h"

#include <cmath>

namespace ringlet::verlet_tests {
namespace {

struct Course {
    double first = 0, last = 0;  // J, over all frames
    double rise = 0;             // the most that it was above what it had been before
};

Course energyOver(Simulation& simulation, int frames) {
    Course course;
    double least = 0;
    for (int i = 0; i < frames; ++i) {
        simulation.advance();
        const double energy = simulation.model().energy(Frame().gravity).total();
        if (i == 0) course.first = least = energy;
        course.rise = std::fmax(course.rise, energy - least);
        least = std::fmin(least, energy);
        course.last = energy;
    }
    return course;
}

const Choices alone = {{"drag", "0"}, {"contacts", "off"}};

}  // namespace

TEST_CASE("links that draw a style back together turn what they store into motion, and no more") {
    auto links = scene("links", "violent", alone);
    play(*links, 330);  // the head has stopped
    const Energy lost = links->model().energy(Frame().gravity);
    REQUIRE(links->setParam("linksHold", "off").ok());
    const Energy without = links->model().energy(Frame().gravity);
    REQUIRE(links->setParam("linksHold", "on").ok());
    const Energy drawn = links->model().energy(Frame().gravity);
    // Whoever makes them whole again puts in what they hold.
    CHECK(without.elastic < lost.elastic);
    CHECK(drawn.elastic > 10 * lost.elastic);
    CHECK(drawn.kinetic == lost.kinetic);
    const Course course = energyOver(*links, 240);
    CHECK(course.first < drawn.total());
    CHECK(course.last < 0.1 * course.first);
    CHECK(course.rise < 0.01 * (course.first - course.last));
}

TEST_CASE("links that hold a style which sags add no energy") {
    for (const char* stiffness : {"0.6", "10", "1000"}) {
        CAPTURE(stiffness);
        Choices choices = alone;
        choices.push_back({"linkStiffness", stiffness});
        auto links = scene("links", "still", choices);
        const double begin = links->model().energy(Frame().gravity).total();
        const Course course = energyOver(*links, 120);
        CHECK(course.first < begin + 0.01 * (begin - course.last));
        CHECK(links->model().energy(Frame().gravity).elastic > 0.5 * (begin - course.last));  // a sag loads them
        CHECK(course.rise < 0.01 * (course.first - course.last));
    }
}

TEST_CASE("what one link stores is half its stiffness times the square of what it is off") {
    // Two strands straight down; the second one's root frame is the head's, so that links are off as their points are apart.
    Groom groom;
    for (float x : {0.0f, 0.02f})
        addStrand(groom, {{x, 0, 0}, {x, -0.01f, 0}}, {0, -1, 0}, 4e-5f);
    auto model = modelOf(groom, {{"links", "1"}, {"stiffness", "0"}, {"contacts", "off"}, {"linkStiffness", "1e-3"},
                                  {"linkWeakens", "0.4"}, {"linkBreaks", "0.5"}, {"substeps", "8"}});
    CHECK(model->energy({0, 0, 0}).elastic < 1e-16);
    Frame frame;
    frame.gravity = {0, 0, 0};
    frame.brush = {{0.02f, -0.01f, 0}, {0.3f, 0, 0}, 0.012f, 200};  // takes the second strand along
    for (int i = 0; i < 3; ++i) model->step(frame);
    const std::vector<Vec3f> x = pointsOf(*model);
    double expected = 0;
    for (int from : {0, 1}) {
        const Vec3f rest = groom.points[size_t(3 - 2 * from)] - groom.points[size_t(2 * from)];
        const Vec3f off = (x[size_t(3 - 2 * from)] - x[size_t(2 * from)]) - rest;
        expected += 0.5 * 1e-3 * 0.01 * double{dot(off, off)};  // of a metre of strand; segments are 1 cm
    }
    REQUIRE(expected > 0);
    CHECK(model->energy({0, 0, 0}).elastic / expected == doctest::Approx(1).epsilon(0.02));  // a little softened
}

}  // namespace ringlet::verlet_tests
