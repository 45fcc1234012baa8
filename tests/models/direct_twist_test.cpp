// The direct algorithm for the twist of discrete rods: against its definition in double, and strands beside each other.
#include "core/math/random.h"
#include "core/models/discrete_rod/rod_twist.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <vector>

using namespace ringlet;
using namespace ringlet::test;
namespace rods = ringlet::discrete_rod;

namespace direct_twist_test {

// Curvatures of 4 strands side by side, straight in places: from segment 3 * lane on, so many of them.
struct FourTwists {
    static constexpr int n = 24, lanes = 4;
    std::vector<float> scratch = std::vector<float>(static_cast<size_t>(rods::rodScratchFloats(n) * lanes)), twist = std::vector<float>(n * lanes), rest = twist;

    rods::RodTile tile(int width, int lane = 0) {
        rods::RodTile t{};
        t.particles = n, t.scratch = scratch.data();
        t.twist = StrandView{twist.data() + lane, width, width, 1}, t.restTwist = StrandView{rest.data() + lane, width, width, 1};
        return t;
    }
    explicit FourTwists(int straight) {
        Random random(33, static_cast<uint64_t>(straight));
        for (int lane = 0; lane < lanes; ++lane)
            for (int j = 0; j + 1 < n; ++j) {
                const bool bends = j < 3 * lane || j > 3 * lane + straight;
                float* row = rods::twistRow(tile(lanes), j, lanes);
                for (int k = 0; k < 2; ++k) row[(rods::RowBishop + k) * lanes + lane] = bends ? 0.1f * random.normal() : 0;
                rest[static_cast<size_t>(j * lanes + lane)] = 0.2f * random.normal();
            }
    }
    // The curvature at segment j's beginning as a line's direction doubled, of length 1, or 0.
    Vec3d line(int j, int lane) {
        const float* row = rods::twistRow(tile(lanes), j, lanes) + lane;
        const double x = double{row[0]}, y = double{row[lanes]}, square = x * x + y * y;
        return j + 1 < n && square > 0 ? (1 / square) * Vec3d{x * x - y * y, 2 * x * y, 0} : Vec3d{0, 0, 0};
    }
};

TEST_CASE("the direct twist bends each segment about the line between its ends' binormals, the nearest way round") {
    for (int straight : {0, 1, 2, 3, 9}) {
        CAPTURE(straight);
        FourTwists four(straight);
        rods::directTwist<Lanes<4>>(four.tile(4));
        for (int lane = 0; lane < 4; ++lane) {
            CAPTURE(lane);
            double before = 0, shared = 0;
            for (int j = 0; j + 1 < FourTwists::n; ++j) {
                CAPTURE(j);
                const size_t at = static_cast<size_t>(j * 4 + lane);
                const Vec3d sum = four.line(j, lane) + four.line(j + 1, lane);
                const double angle = double{four.twist[at]}, turn = angle - before - double{four.rest[at]};
                before = angle;
                if (lengthOf(sum) > 0) {
                    const double off = angle - 0.5 * std::atan2(sum.y, sum.x);
                    CHECK(std::fabs(off - pi * std::round(off / pi)) < 1e-5);
                    // Of what nothing is shared the least turn there is.
                    CHECK(std::fabs(turn) < pi / 2 + 1e-5);
                    if (j > 0 && !(lengthOf(four.line(j - 1, lane) + four.line(j, lane)) > 0)) CHECK(turn == doctest::Approx(shared).epsilon(1e-4));
                } else if (j > 0 && !(lengthOf(four.line(j - 1, lane) + four.line(j, lane)) > 0)) {
                    CHECK(turn == doctest::Approx(shared).epsilon(1e-4));
                }
                shared = turn;
            }
        }
    }
}

TEST_CASE("the direct twist of a strand does not depend on those beside it, wherever they are straight") {
    for (int straight : {0, 1, 2, 3, 9}) {
        FourTwists four(straight), each(straight);
        rods::directTwist<Lanes<4>>(four.tile(4));
        for (int lane = 0; lane < 4; ++lane) {
            rods::RodTile one = each.tile(4, lane);
            std::vector<float> own(static_cast<size_t>(rods::rodScratchFloats(FourTwists::n)));
            one.scratch = own.data();
            for (int j = 0; j + 1 < FourTwists::n; ++j)
                for (int k = 0; k < 2; ++k) rods::twistRow(one, j, 1)[k] = rods::twistRow(each.tile(4), j, 4)[k * 4 + lane];
            rods::directTwist<float>(one);
        }
        for (size_t i = 0; i + 4 < four.twist.size(); ++i) CHECK(bitsOf(each.twist[i]) == bitsOf(four.twist[i]));
    }
}

}  // namespace direct_twist_test
