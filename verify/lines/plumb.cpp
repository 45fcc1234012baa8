// Hair that was moved aside a little hangs straight down again, however long it is and at any rate: a step that takes rounding for energy
// stops it on its way.
#include "verify/rods.h"

#include <cmath>

namespace ringlet::verify::plumb_line {
namespace {

constexpr double aside = 0.01;  // of its length, in half a second
constexpr double settled = 12;  // s

Result<Finding> offAt(const Subject& subject, double length, double rate) {
    auto made = Play::make(subject, {6e-9, 6.5e-6, 3, 0.02}, {straight({0, 0, 0}, {0, -1, 0}, length, 20)}, rate);
    if (!made) return Error{made.error()};
    Play& play = made.value();
    play.follow([&](double time) {
        const double part = time < 0.5 ? 2 * time : 1;
        PoseKey key;
        key.pose.position.x = aside * length * part * part * (3 - 2 * part);
        key.velocity.x = static_cast<float>(aside * length * 12 * part * (1 - part));
        return key;
    }, 0.5);
    play.rest(settled);
    const Vec3d tip = play.tip();
    return Finding{std::hypot(tip.x, tip.z) / length, 5e-4, ""};
}

Result<Finding> plumb(const Subject& subject, bool quick) {
    return worstOf(quick ? std::vector<double>{60} : std::vector<double>{30, 60, 240}, [&](double rate) {
        return worstOf(std::vector<double>{0.3, 2}, [&](double length) { return offAt(subject, length, rate); });
    });
}

const RegisterLine line{{"plumb", "how far the tip is from below its root, over the length", "a strand that was moved aside hangs straight down again",
                         "5e-4: rounding of places and frames", Owed::Physics, plumb}};

}  // namespace
}  // namespace ringlet::verify::plumb_line
