// A head that jumps and turns about the vertical takes the hair along as it is.
#include "verify/crowd.h"

#include <cmath>

namespace ringlet::verify::teleport_line {
namespace {

constexpr int wholePlay = 271, afterwards = 30;  // frames: four seconds, the jump, and half a second

Result<Play> playOf(const Subject& subject, double stiff, const std::vector<Points>& strands) {
    return Play::make(subject, {stiff, 6.5e-6, 20, 1}, strands);
}

// So many frames a play means something, at most the whole of it. Error: there is no such play.
Result<int> framesAlike(const Subject& subject, double stiff) {
    auto one = playOf(subject, stiff, crowd(12)), other = playOf(subject, stiff, nudged(crowd(12)));
    if (!one || !other) return Error{!one ? one.error() : other.error()};
    for (int i = 0; i < wholePlay; ++i) {
        one.value().rest(one.value().dt());
        other.value().rest(other.value().dt());
        if (!(farthest(one.value().points(), other.value().points()) <= stillAlike)) return i;
    }
    return wholePlay;
}

// Where strands are after `before` frames of rest, a frame in which the head goes to `there`, and `after` frames.
Result<Points> played(Result<Play> made, const Pose& there, int before, int after) {
    if (!made) return Error{made.error()};
    Play& play = made.value();
    play.rest(before * play.dt());
    play.jump(there);
    play.rest(after * play.dt());
    Points points = play.points();
    for (Vec3d& p : points) p = rotate(conjugate(toDouble(there.orientation)), p);
    return points;
}

Result<Finding> jumps(const Subject& subject, double stiff, int frames) {
    Pose here, there;
    there.position = {30, -2, 4};
    there.orientation = toFloat(rotationOf(Vec3d{0, 1.5, 0}));
    const int after = frames > 2 * afterwards ? afterwards : (frames - 1) / 2, before = frames - 1 - after;
    const std::vector<Points> strands = crowd(12);
    const auto stayed = played(playOf(subject, stiff, strands), here, before, after);
    const auto jumped = played(playOf(subject, stiff, strands), there, before, after);
    const auto close = played(playOf(subject, stiff, nudged(strands)), here, before, after);
    if (!stayed || !jumped || !close) return Error{!stayed ? stayed.error() : !jumped ? jumped.error() : close.error()};
    const double allowed = 1e-5 + 10 * farthest(stayed.value(), close.value());
    std::string note;
    if (frames < wholePlay) note = std::to_string(after) + " frames after a jump in frame " + std::to_string(before + 1);
    if (stiff == softStiffness) note += ", a thousandth as stiff";
    return Finding{farthest(stayed.value(), jumped.value()), allowed, note};
}

Result<Finding> teleport(const Subject& subject, bool) {
    for (const double each : {usualStiffness, softStiffness}) {
        const Result<int> frames = framesAlike(subject, each);
        if (!frames) return Error{frames.error()};
        if (frames.value() == wholePlay) return jumps(subject, each, wholePlay);
        if (frames.value() >= 2 * fewestFrames) return jumps(subject, each, frames.value() / 2);
    }
    return Finding{std::nan(""), 0, "chaotic from the first frames on"};
}

const RegisterLine here{{"teleport", "distance half a second or fewer frames later, m", "a head that did not jump",
                         "1e-5 m, and ten times what half a unit in the last place makes, 1 mm at most: steps in which that soon grows are "
                         "judged after as many frames as their cells say",
                         Owed::Sameness, teleport}};

}  // namespace
}  // namespace ringlet::verify::teleport_line
