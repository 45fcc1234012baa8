// A head that jumps and turns about the vertical takes the hair along as it is.
#include "verify/crowd.h"

namespace ringlet::verify::teleport_line {
namespace {

// Four seconds of rest, a frame in which the head goes to `there`, and half a second.
Result<Points> played(const Subject& subject, const std::vector<Points>& strands, const Pose& there) {
    auto made = Play::make(subject, {6e-9, 6.5e-6, 20, 1}, strands);
    if (!made) return Error{made.error()};
    Play& play = made.value();
    play.rest(4);
    play.jump(there);
    play.rest(0.5);
    Points points = play.points();
    for (Vec3d& p : points) p = rotate(conjugate(toDouble(there.orientation)), p);
    return points;
}

Result<Finding> teleport(const Subject& subject, bool) {
    Pose here, there;
    there.position = {30, -2, 4};
    there.orientation = toFloat(rotationOf(Vec3d{0, 1.5, 0}));
    const std::vector<Points> strands = crowd(12);
    const auto stayed = played(subject, strands, here), jumped = played(subject, strands, there),
               close = played(subject, nudged(strands), here);
    if (!stayed || !jumped || !close) return Error{!stayed ? stayed.error() : !jumped ? jumped.error() : close.error()};
    return Finding{farthest(stayed.value(), jumped.value()), 1e-5 + 10 * farthest(stayed.value(), close.value()), ""};
}

const RegisterLine here{{"teleport", "distance half a second later, m", "a head that did not jump",
                         "1e-5 m, and ten times what half a unit in the last place makes", Owed::Sameness, teleport}};

}  // namespace
}  // namespace ringlet::verify::teleport_line
