// Hair that nobody combed comes to rest under the verlet model after any motion, outside the head.
#include "core/models/verlet/verlet.h"
#include "tests/verlet/odd_plays.h"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace ringlet;
using namespace ringlet::test;

namespace {

struct Rested {
    double speed = 0, deepest = 0, worstLength = 0;  // m/s over the last frame, m, a fraction
    uint64_t resets = 0;
};

std::vector<Vec3f> pointsOf(const Model& model) {
    std::vector<Vec3f> all;
    for (const CurveBlock& b : model.curves().blocks)
        for (uint32_t s = 0; s < b.strands; ++s)
            for (uint32_t p = 0; p < b.particles; ++p) all.push_back(curvePoint(b, s, p));
    return all;
}

// Plays motion k until five seconds after the head has stopped. Points that begin inside the head do not count as deep.
Rested played(const OddGroom& odd, int k, double rate) {
    Params params({&verletParams()});
    for (const auto& setting : odd.settings) REQUIRE(params.set(setting.first, setting.second).ok());
    REQUIRE(params.set("contacts", "off").ok());
    auto built = VerletModel::build(odd.groom, params, {});
    REQUIRE(built.ok());
    Model& model = *built.value();
    const std::unique_ptr<Motion> motion = oddMotion(k).second;
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, float(oddHead)});
    const std::vector<Vec3f> first = pointsOf(model);
    Rested result;
    std::vector<Vec3f> before, now = first;
    const int frames = static_cast<int>((motion->stopsAt() + 5) * rate + 0.999);
    for (int i = 0; i < frames; ++i) {
        Frame frame;
        const double begin = i / rate, end = (i + 1) / rate;
        frame.dt = static_cast<float>(1 / rate);
        frame.begin = motion->at(begin), frame.end = motion->at(end);
        frame.teleport = motion->jumps(begin, end);
        frame.colliders = &ball;
        before = now;
        model.step(frame);
        now = pointsOf(model);
        for (size_t p = 0; p < now.size(); ++p)
            if (lengthOf(first[p]) > oddHead - 1e-3) result.deepest = maximum(result.deepest, oddHead - double(lengthOf(now[p])));
    }
    for (size_t p = 0; p < now.size(); ++p) result.speed = maximum(result.speed, double(lengthOf(now[p] - before[p])) * rate);
    const CurveBlock b = model.curves().blocks[0];
    for (uint32_t s = 0; s < b.strands; ++s)
        for (uint32_t p = 1; p < b.particles; ++p) {
            const double length = lengthOf(curvePoint(b, s, p) - curvePoint(b, s, p - 1));
            result.worstLength = maximum(result.worstLength, std::fabs(length / model.restLength(s, p - 1) - 1));
        }
    result.resets = model.resets();
    return result;
}

constexpr double rates[] = {20, 60, 240, 30, 120, 144};

}  // namespace

TEST_CASE("ten odd grooms come to rest after every motion, at every rate") {
    const std::vector<OddGroom> grooms = oddGrooms(8);
    for (size_t g = 0; g < grooms.size(); ++g)
        for (int k = 0; k < oddMotions; ++k) {
            // Each motion at a rate of its own, and every fourth play; all of them with RINGLET_PLAYS below.
            if ((size_t(k) + g) % 4 != 0) continue;
            const double rate = rates[(size_t(k) / 4 + g) % std::size(rates)];
            CAPTURE(grooms[g].name);
            CAPTURE(oddMotion(k).first);
            CAPTURE(rate);
            const Rested result = played(grooms[g], k, rate);
            CHECK(result.speed < 1e-3);
            CHECK(result.deepest < 2e-3);
            CHECK(result.worstLength < 1e-3);  // of the shortest segments: what a float holds of a place
            CHECK(result.resets == 0);
        }
}

// RINGLET_PLAYS=N ringlet_tests -tc='random plays*' prints the shares of N plays of other strands.
TEST_CASE("random plays of odd grooms: how many rest, and none is deep") {
    const char* wanted = std::getenv("RINGLET_PLAYS");
    const int plays = wanted != nullptr ? std::atoi(wanted) : 6;
    int moving = 0, deep = 0;
    for (int i = 0; i < plays; ++i) {
        const std::vector<OddGroom> grooms = oddGrooms(16, 100 + static_cast<uint64_t>(i));
        const size_t g = static_cast<size_t>(i) % grooms.size();
        const int k = (i * 7 + i / 20) % oddMotions;
        const double rate = rates[static_cast<size_t>(i * 5 + i / 10) % std::size(rates)];
        const Rested result = played(grooms[g], k, rate);
        if (!(result.speed < 1e-3)) {
            ++moving;
            MESSAGE(grooms[g].name << ", " << oddMotion(k).first << " at " << rate << " Hz: " << 1e3 * result.speed << " mm/s");
        }
        deep += result.deepest < 2e-3 ? 0 : 1;
        CHECK(result.resets == 0);
    }
    MESSAGE(plays << " plays of 16 strands: " << moving << " not at rest after five seconds, " << deep << " deeper than 2 mm");
    CHECK(deep == 0);
    CHECK(moving <= plays / 20);
}

TEST_CASE("with the head still, energy never rises") {
    const std::vector<OddGroom> grooms = oddGrooms(8);
    for (const OddGroom& odd : grooms)
        for (double rate : {20.0, 240.0})
            for (const char* drag : {"0", "3"}) {
                CAPTURE(odd.name);
                CAPTURE(rate);
                CAPTURE(drag);
                Params params({&verletParams()});
                for (const auto& setting : odd.settings) REQUIRE(params.set(setting.first, setting.second).ok());
                REQUIRE(params.set("contacts", "off").ok());
                REQUIRE(params.set("drag", drag).ok());
                auto built = VerletModel::build(odd.groom, params, {});
                REQUIRE(built.ok());
                Model& model = *built.value();
                const std::unique_ptr<Motion> motion = oddMotion(4).second;
                const int moving = static_cast<int>(0.3 * rate);
                for (int i = 0; i < moving; ++i) {
                    Frame frame;
                    frame.dt = static_cast<float>(1 / rate);
                    frame.begin = motion->at(i / rate), frame.end = motion->at((i + 1) / rate);
                    model.step(frame);
                }
                // The head stops dead; from here on the strands are on their own.
                Frame still;
                still.dt = static_cast<float>(1 / rate);
                still.begin.pose = still.end.pose = motion->at(moving / rate).pose;
                double first = 0, last = 0, rise = 0;
                for (int i = 0; i < static_cast<int>(1.5 * rate); ++i) {
                    model.step(still);
                    const double energy = model.energy(still.gravity).total();
                    if (i == 0) first = energy;
                    else rise = maximum(rise, energy - last);
                    last = energy;
                }
                CHECK(first > last);
                CHECK(rise < 2e-5 * (first - last));  // rounding
            }
}
