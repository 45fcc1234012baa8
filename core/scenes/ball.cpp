#include "core/scenes/ball.h"

namespace ringlet {
namespace {

// Where a ball is before it is put anywhere: apart from the others.
#define RINGLET_BALL(name, x, y, z) \
    {name "Radius", "m", 0, 0, 0.5, "A ball of this radius that hair is kept out of, besides the scene's own; 0: none."}, \
    {name "X", "m", x, -1, 1, "Moves the ball to the head's left."}, \
    {name "Y", "m", y, -1, 1, "Moves the ball up."}, \
    {name "Z", "m", z, -1, 1, "Moves the ball forward."}

Sphere moved(Sphere ball, Sphere wanted, float most) {
    if (!(ball.radius > 0)) return wanted;
    const Vec3f way = wanted.center - ball.center;
    const float far = lengthOf(way), grows = wanted.radius - ball.radius;
    const Vec3f center = far > most ? ball.center + (most / far) * way : wanted.center;
    return {center, grows > most ? ball.radius + most : wanted.radius};
}

}  // namespace

const ParamTable& ballParams() {
    static const ParamTable rows = {RINGLET_BALL("ball", 0, 0, 0.2), RINGLET_BALL("ball2", 0.2, 0, 0),
                                    RINGLET_BALL("ball3", -0.2, 0, 0), RINGLET_BALL("ball4", 0, 0, -0.2)};
    return rows;
}

std::string ballParam(size_t ball, const char* what) {
    return "ball" + (ball > 0 ? std::to_string(ball + 1) : std::string()) + what;
}

Balls ballsOf(const Params& params) {
    Balls balls{};
    if (!params.find("ballRadius")) return balls;
    for (size_t i = 0; i < mostBalls; ++i) {
        const auto value = [&](const char* what) { return params.real(ballParam(i, what)); };
        balls[i] = {{value("X"), value("Y"), value("Z")}, value("Radius")};
    }
    return balls;
}

Balls movedBalls(const Balls& balls, const Balls& wanted, float dt) {
    Balls next{};
    for (size_t i = 0; i < mostBalls; ++i) next[i] = moved(balls[i], wanted[i], ballSpeed * dt);
    return next;
}

}  // namespace ringlet
