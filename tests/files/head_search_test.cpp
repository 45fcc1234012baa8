// Grooms of every kind, axis and unit find their place on a head, or that they have none.
#include "core/files/head_search.h"
#include "tests/files/odd_grooms.h"
#include "tests/support.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::test;

namespace {

constexpr Placement unknown{0, UpAxis::Unknown};

// Where the fit puts the middle of the bust's skull in the coordinates that the groom was made in: what
// is placed and turned as the fit says lies there again.
float offTruth(const HeadFit& fit, float trueUnit, Vec3f origin) {
    // The unit that was found may be another: then everything is larger by that.
    const float larger = fit.placement.unit / trueUnit;
    const Vec3f skull = fit.bust.fromBust({0, 0, 0}) * (1 / larger) - origin;
    return lengthOf(skull - onOtherHead({0, 0, 0}));
}

struct Kind {
    const char* name;
    FileStrands (*make)();
    float near;  // m: how well such hair tells where its head is
};
const Kind ofHeads[] = {{"a whole head", wholeHead, 0.01f}, {"short hair", shortHair, 0.01f},
                        {"hair on end", standingHair, 0.01f}, {"one side", oneSide, 0.015f},
                        {"the top alone", topOnly, 0.015f}, {"a fringe", fringe, 0.02f},
                        {"a mohawk", mohawkOnHead, 0.01f}, {"a beard", beard, 0.02f}, {"a pony tail", ponyTail, 0.02f}};

}  // namespace

TEST_CASE("head search: hair of a head finds its axis, unit, size and place by itself" * doctest::test_suite("long")) {
    struct Habit {
        const char* name;
        float unit;
        UpAxis up, usual;
        Vec3f origin;  // m
    };
    // TressFX: Y up, centimetres; Yuksel: Z up, inches or centimetres; USC: Y up, metres, at a person's height;
    // lines of .obj: anything, where nothing is usual.
    const Habit habits[] = {{".tfx", 0.01f, UpAxis::Y, UpAxis::Y, {0, 1.6f, 0}}, {".hair, inch", 0.0254f, UpAxis::Z, UpAxis::Z, {0, 1.5f, 0}},
                            {".data", 1, UpAxis::Y, UpAxis::Y, {0, 1.7f, 0}}, {".obj", 0.01f, UpAxis::Z, UpAxis::Unknown, {0, 0, 0}},
                            {".tfx, Z up", 0.01f, UpAxis::Z, UpAxis::Y, {0, 0, 0}}, {".hair, Y up", 0.01f, UpAxis::Y, UpAxis::Z, {0, 0, 0}}};
    for (const Kind& kind : ofHeads) {
        const FileStrands made = kind.make();
        const bool wrongHabits = kind.make == wholeHead || kind.make == oneSide || kind.make == beard;
        for (const Habit& habit : habits) {
            if (habit.usual != habit.up && habit.usual != UpAxis::Unknown && !wrongHabits) continue;
            CAPTURE(kind.name);
            CAPTURE(habit.name);
            const HeadSearch found = searchHead(inFile(made, habit.unit, habit.up, habit.origin), habit.usual, unknown);
            CHECK(found.fits);
            CHECK(found.best.placement.unit == habit.unit);
            CHECK(found.best.placement.up == habit.up);
            CHECK(found.best.quarters == 0);
            CHECK(found.best.beard == (kind.make == beard));
            CHECK(found.best.bust.scale == doctest::Approx(1).epsilon(0.1));
            CHECK(offTruth(found.best, habit.unit, habit.origin) < kind.near);
            CHECK(found.best.misfit < found.next.misfit);
        }
    }
}

TEST_CASE("head search: a roughly drawn beard is a beard, and is not turned to the nape; hair of a nape stays there") {
    const Placement told{1, UpAxis::Y};
    for (const FileStrands& made : {drawnBeard(0.062f, 0.06f, 1.9f), drawnBeard(0.062f, 0.07f, 2.6f), drawnBeard(0.07f, 0.07f, 1.5f), drawnBeard(0.062f, 0.08f, 3)}) {
        const HeadSearch found = searchHead(made, UpAxis::Y, told);
        CHECK(found.fits);
        CHECK(found.best.beard);
        CHECK(found.best.quarters == 0);
    }
    // Where nothing is told, hair that hangs down beats hair that is blown sideways, and a beard hair round a bald crown.
    for (UpAxis up : {UpAxis::Y, UpAxis::Z})
        for (float lowest : {-0.75f, -0.85f}) {
            CAPTURE(lowest);
            const HeadSearch found = searchHead(inFile(roundBeard(lowest), 0.01f, up, {0, 0, 0}), UpAxis::Unknown, unknown);
            CHECK(found.best.placement.up == up);
            CHECK(found.best.beard);
            CHECK(found.best.quarters == 0);
        }
    const HeadSearch found = searchHead(nape(), UpAxis::Y, told);
    CHECK(found.fits);
    CHECK(!found.best.beard);
    CHECK(found.best.quarters == 0);
}

TEST_CASE("head search: a head of hair is found in any axis, any unit of its own, and facing any way" * doctest::test_suite("long")) {
    const FileStrands made = wholeHead();
    for (UpAxis up : allUpAxes) {
        CAPTURE(axisName(up));
        const HeadSearch found = searchHead(inFile(made, 0.3f, up, {0.2f, 0, 0}), UpAxis::Unknown, unknown);
        CHECK(found.fits);
        CHECK(found.best.placement.up == up);
        CHECK(found.best.placement.unit == doctest::Approx(0.3).epsilon(0.03));
        CHECK(found.best.bust.scale == doctest::Approx(1).epsilon(0.01));
        CHECK(offTruth(found.best, 0.3f, {0.2f, 0, 0}) < 0.01f);
    }
    for (int quarters = 0; quarters < 4; ++quarters) {
        CAPTURE(quarters);
        FileStrands faces = made;
        for (Vec3f& p : faces.points) p = turnedQuarters(p, quarters);
        const HeadSearch found = searchHead(faces, UpAxis::Y, unknown);
        CHECK((found.best.quarters + quarters) % 4 == 0);
        CHECK(offTruth(found.best, 1, {0, 0, 0}) < 0.01f);
    }
}

TEST_CASE("head search: what is told is kept, and the head takes its size from it") {
    const FileStrands made = inFile(wholeHead(), 0.6f, UpAxis::Z);
    const HeadSearch found = searchHead(made, UpAxis::Y, {1, UpAxis::Unknown});
    CHECK(found.best.placement.unit == 1);
    CHECK(found.best.placement.up == UpAxis::Z);
    CHECK(found.best.bust.scale == doctest::Approx(1 / 0.6).epsilon(0.03));
    CHECK(searchHead(made, UpAxis::Z, {0, UpAxis::Y}).best.placement.up == UpAxis::Y);
}

TEST_CASE("head search: hair of a creature, of a tail or of a mat fits no head" * doctest::test_suite("long")) {
    for (FileStrands (*make)() : {ratMohawk, animalFur, mat}) {
        for (float unit : {1.0f, 0.01f, 0.0254f, 0.3f}) {
            CAPTURE(unit);
            CHECK_FALSE(searchHead(inFile(make(), unit, UpAxis::Y), unit == 0.01f ? UpAxis::Z : UpAxis::Y, unknown).fits);
        }
    }
}

TEST_CASE("head search: a lock, loops, doubled points or nothing end well") {
    CHECK_FALSE(searchHead({}, UpAxis::Y, unknown).fits);
    FileStrands same;
    for (int s = 0; s < 30; ++s) {
        same.counts.push_back(3);
        for (int i = 0; i < 3; ++i) same.points.push_back({1, 2, 3});
    }
    CHECK(strandSamples(same, 100).empty());
    for (int s = 0; s < 30; ++s) same.points[static_cast<size_t>(3 * s + 1)].x = 1.1f;  // each goes back to where it began
    const HeadSearch loops = searchHead(same, UpAxis::Y, unknown);
    CHECK(lengthOf(loops.best.bust.shift) < 1e6f);
    CHECK(loops.best.bust.scale > 0);
    FileStrands far = wholeHead();
    for (size_t i = 0; i < far.points.size(); i += 3) far.points[i] = far.points[i] * 1e38f;
    CHECK(searchHead(far, UpAxis::Y, unknown).few);
    FileStrands lock;
    addHair(lock, {1, 2, 3}, {0, 1, 0}, {0, -1, 0}, 0.2f);
    CHECK(searchHead(lock, UpAxis::Y, unknown).few);
}
