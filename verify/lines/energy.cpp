// Once the head rests, and neither air nor joints take anything, energy must not come back.
#include "verify/crowd.h"
#include "verify/rods.h"

namespace ringlet::verify::energy_line {
namespace {

Result<Finding> riseOf(const Subject& subject, double stiffness, const std::vector<Points>& strands, double rate = 60) {
    auto made = Play::make(subject, {stiffness, 6.5e-6, 0, 0}, strands, rate);
    if (!made) return Error{made.error()};
    Play& play = made.value();
    play.follow(wildPose, 0.75);
    const Vec3f weight{0, static_cast<float>(-gravity), 0};
    play.rest(play.dt());  // the head stops dead; from here on the strands are on their own
    const double first = play.model().energy(weight).total();
    double low = first, gain = 0;
    for (double time = 0; time < 3; time += play.dt()) {
        play.rest(play.dt());
        const double now = play.model().energy(weight).total();
        gain = std::fmax(gain, now - low);
        low = std::fmin(low, now);
    }
    return Finding{gain / (first - low), 1e-4, ""};
}

Result<Finding> energy(const Subject& subject, bool quick) {
    return worstOf(quick ? std::vector<double>{1e-9, 6e-9} : std::vector<double>{1e-10, 1e-9, 6e-9, 1e-7},
                   [&](double stiffness) { return riseOf(subject, stiffness, crowd(quick ? 4 : 16)); });
}

Result<Finding> limp(const Subject& subject, bool quick) { return riseOf(subject, 0, crowd(quick ? 4 : 16)); }

Result<Finding> ofCurls(const Subject& subject, bool quick) {
    return worstOf(quick ? std::vector<double>{60} : std::vector<double>{24, 60, 144}, [&](double rate) {
        return worstOf(quick ? std::vector<double>{6e-9} : std::vector<double>{1e-10, 1e-9, 6e-9, 1e-7},
                       [&](double stiffness) { return riseOf(subject, stiffness, curls(quick ? 4 : 8), rate); });
    });
}

const std::string rise = "most that energy rises above what it was at any time before, over its whole fall";
const RegisterLine first{{"energy", rise, "it does not rise, with neither drag nor friction", "1e-4: rounding", Owed::Physics, energy}};
const RegisterLine second{{"energy-limp", rise + ", of strands that nothing bends back", "it does not rise", "1e-4: rounding", Owed::Physics, limp}};
const RegisterLine third{{"energy-curls", rise + ", of curls", "it does not rise", "1e-4: rounding", Owed::Physics, ofCurls}};

}  // namespace
}  // namespace ringlet::verify::energy_line
