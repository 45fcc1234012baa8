#include "core/scenes/ball.h"

namespace ringlet {

const ParamTable& ballParams() {
    static const ParamTable rows = {
        {"ballRadius", "m", 0, 0, 0.5, "A ball of this radius that hair is kept out of, besides the scene's own; 0: none."},
        {"ballX", "m", 0, -1, 1, "Moves the ball to the head's left."},
        {"ballY", "m", 0, -1, 1, "Moves the ball up."},
        {"ballZ", "m", 0.2, -1, 1, "Moves the ball forward."},
    };
    return rows;
}

Sphere ballOf(const Params& params) {
    if (!params.find("ballRadius")) return {{0, 0, 0}, 0};
    return {{params.real("ballX"), params.real("ballY"), params.real("ballZ")}, params.real("ballRadius")};
}

Sphere movedBall(Sphere ball, Sphere wanted, float dt) {
    if (!(ball.radius > 0)) return wanted;
    const float most = ballSpeed * dt;
    const Vec3f way = wanted.center - ball.center;
    const float far = lengthOf(way), grows = wanted.radius - ball.radius;
    const Vec3f center = far > most ? ball.center + (most / far) * way : wanted.center;
    return {center, grows > most ? ball.radius + most : wanted.radius};
}

}  // namespace ringlet
