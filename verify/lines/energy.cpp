// Once the head rests, and neither air nor joints take anything, energy must not come back.
#include "verify/crowd.h"
#include "verify/rods.h"

namespace ringlet::verify::energy_line {
namespace {

Result<Finding> riseOf(const Subject& subject, double stiffness, const std::vector<Points>& strands) {
    auto made = Play::make(subject, {stiffness, 6.5e-6, 0, 0}, strands);
    if (!made) return Error{made.error()};
    Play& play = made.value();
    play.follow(wildPose, 0.75);
    const Vec3f weight{0, static_cast<float>(-gravity), 0};
    play.rest(play.dt());  // the head stops dead; from here on the strands are on their own
    std::vector<double> total;
    for (int i = 0; i < 180; ++i) {
        total.push_back(play.model().energy(weight).total());
        play.rest(play.dt());
    }
    double low = total.front(), gain = 0;
    for (double e : total) low = std::fmin(low, e);
    for (size_t i = 0; i + 60 < total.size(); ++i) gain = std::fmax(gain, total[i + 60] - total[i]);
    return Finding{gain / (total.front() - low), 1e-4, ""};
}

Result<Finding> energy(const Subject& subject, bool quick) {
    return worstOf(quick ? std::vector<double>{1e-9, 6e-9} : std::vector<double>{1e-10, 1e-9, 6e-9, 1e-7},
                   [&](double stiffness) { return riseOf(subject, stiffness, crowd(quick ? 4 : 16)); });
}

Result<Finding> limp(const Subject& subject, bool quick) { return riseOf(subject, 0, crowd(quick ? 4 : 16)); }

Result<Finding> ofCurls(const Subject& subject, bool quick) {
    return worstOf(quick ? std::vector<double>{6e-9} : std::vector<double>{1e-10, 1e-9, 6e-9, 1e-7},
                   [&](double stiffness) { return riseOf(subject, stiffness, curls(quick ? 4 : 8)); });
}

const char* const rise = "most that energy rises in a second, over its whole fall";
const RegisterLine first{{"energy", rise, "it does not rise, with neither drag nor friction", "1e-4: rounding", Owed::Physics, energy}};
const RegisterLine second{{"energy-limp", rise, "the same of strands that nothing bends back", "1e-4: rounding", Owed::Physics, limp}};
const RegisterLine third{{"energy-curls", rise, "the same of curls", "1e-4: rounding", Owed::Physics, ofCurls}};

}  // namespace
}  // namespace ringlet::verify::energy_line
