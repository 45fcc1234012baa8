// How time and strands are divided is not to show: where strands rest, and how they move.
#include "verify/crowd.h"
#include "verify/rods.h"

namespace ringlet::verify::divisions_line {
namespace {

constexpr double length = 0.15;  // of the crowd's strands, m

// Where the crowd is after `move`, the farthest that any rate is from 240 Hz, over the length.
template <class Move>
Result<Finding> overRates(const Subject& subject, const Material& material, bool quick, double allowed, const Move& move) {
    Points finest;
    return worstOf(quick ? std::vector<double>{240, 60, 20} : std::vector<double>{240, 120, 60, 30, 20}, [&](double rate) -> Result<Finding> {
        auto play = Play::make(subject, material, crowd(quick ? 4 : 16), rate);
        if (!play) return Error{play.error()};
        move(play.value());
        if (finest.empty()) finest = play.value().points();
        return Finding{farthest(play.value().points(), finest) / length, allowed, ""};
    });
}

Result<Finding> rates(const Subject& subject, bool quick) {
    return overRates(subject, {6e-9, 6.5e-6, 20, 1}, quick, 1e-3, [](Play& play) { play.rest(6); });
}

Result<Finding> movingRates(const Subject& subject, bool quick) {
    return overRates(subject, {6e-9, 6.5e-6, 3, 1}, quick, 0.06, [](Play& play) { play.follow(wildPose, 0.5); });
}

Result<Finding> counts(const Subject& subject, bool quick) {
    const bool elements = subject.pieces(2) != 1;
    auto tip = [&](int pieces) {
        Subject divided = subject;
        if (elements) divided.settings.push_back({"elements", pieces});
        return settledTip(divided, {6e-9}, straight({0, 0, 0}, {1, 0, 0}, 0.1, elements ? 100 : pieces));
    };
    const auto finest = tip(elements ? 20 : 200);
    if (!finest) return Error{finest.error()};
    const std::vector<int> few = elements ? std::vector<int>{4, 5, 10} : std::vector<int>{25, 50, 100};
    return worstOf(std::vector<int>(few.begin(), quick ? few.begin() + 1 : few.end()), [&](int pieces) -> Result<Finding> {
        const auto found = tip(pieces);
        if (!found) return Error{found.error()};
        return Finding{lengthOf(found.value() - finest.value()) / 0.1, 1.5 / (pieces * pieces), ""};
    });
}

const RegisterLine first{{"rates", "distance of shapes at rest, over the length", "the same at 240 Hz, from 20 Hz on", "1e-3",
                          Owed::Physics, rates}};
const RegisterLine second{{"rates-moving", "distance of strands on a moving head, over the length", "the same at 240 Hz, from 20 Hz on",
                           "0.06: first order in time, of strands that swing by half their length", Owed::Physics, movingRates}};
const RegisterLine third{{"counts", "distance of a limp strand's tip, over the length", "the same with 200 segments, from 25 on, or 20 elements, from 4 on",
                          "second order in the pieces", Owed::Physics, counts}};

}  // namespace
}  // namespace ringlet::verify::divisions_line
