// A head that jumps and turns about the vertical takes the hair along as it is.
#include "verify/crowd.h"

namespace ringlet::verify {
namespace {

Result<Finding> teleport(const Subject& subject, bool) {
    Points here[2];
    Pose there;
    there.position = {30, -2, 4};
    there.orientation = toFloat(rotationOf(Vec3d{0, 1.5, 0}));
    for (bool jumps : {false, true}) {
        auto made = Play::make(subject, {6e-9, 6.5e-6, 20, 1}, crowd(12));
        if (!made) return Error{made.error()};
        Play& play = made.value();
        play.rest(4);
        if (jumps) play.jump(there);
        else play.rest(play.dt());
        play.rest(0.5);
        here[jumps] = play.points();
    }
    for (Vec3d& p : here[1]) p = rotate(conjugate(toDouble(there.orientation)), p);
    return Finding{farthest(here[0], here[1]), 1e-5, ""};
}

const RegisterLine here{{"teleport", "distance half a second later, m", "a head that did not jump",
                         "1e-5 m: rounding of the turned shape", Owed::Sameness, teleport}};

}  // namespace
}  // namespace ringlet::verify
