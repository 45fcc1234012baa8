// A clamped Kirchhoff rod at rest under its weight, in double, by shooting: nothing shared with the models.
#pragma once

#include "core/math/vec.h"

#include <cmath>
#include <initializer_list>
#include <utility>

namespace ringlet::verify {

// Equal stiffness B against bending and twisting; at rest a helix of constant Darboux vector.
struct KirchhoffRod {
    double length = 0.2, stiffness = 2e-7, density = 6.5e-6;  // m, N m^2, kg/m
    Vec3d rest{0, 0, 0};                                       // Darboux vector in the rod's frame, 1/m; z is the tangent
    Quatd clamp{0, 0, 0, 1};                                   // frame of the clamp
    Vec3d gravity{0, -9.81, 0};
    int steps = 400;  // of fourth order

    struct State {
        Vec3d x;
        Quatd frame;
        Vec3d moment;  // that the part beyond is held by, N m
    };

    // The tip, for a moment at the clamp: x' = t, q' = q K / 2, m' = -t x n, K = rest + m / B,
    // n = the weight beyond, by Runge and Kutta.
    State tip(Vec3d moment) const {
        State s{{0, 0, 0}, clamp, moment};
        const double h = length / steps;
        for (int i = 0; i < steps; ++i) {
            const double at = i * h;
            const State a = slope(s, at), b = slope(moved(s, a, h / 2), at + h / 2);
            const State c = slope(moved(s, b, h / 2), at + h / 2), d = slope(moved(s, c, h), at + h);
            for (const auto& [k, f] : {std::pair{a, h / 6}, {b, h / 3}, {c, h / 3}, {d, h / 6}}) s = moved(s, k, f);
            s.frame = normalized(s.frame);
        }
        return s;
    }

    // The tip of the rod that no moment holds at its end: Newton's method, the load raised in stages.
    Vec3d tipAtRest(int stages = 10) const {
        KirchhoffRod rod = *this;
        Vec3d moment{0, 0, 0};
        const double unit = density * 9.81 * length * length;
        for (int stage = 1; stage <= stages; ++stage) {
            rod.gravity = (double(stage) / stages) * gravity;
            for (int pass = 0; pass < 20; ++pass) {
                const Vec3d off = rod.tip(moment).moment;
                if (lengthOf(off) < 1e-12 * unit) break;
                Vec3d column[3];
                for (int k = 0; k < 3; ++k) {
                    const double d = 1e-5 * unit;
                    const Vec3d step{k == 0 ? d : 0, k == 1 ? d : 0, k == 2 ? d : 0};
                    column[k] = (0.5 / d) * (rod.tip(moment + step).moment - rod.tip(moment - step).moment);
                }
                const double det = dot(column[0], cross(column[1], column[2]));
                moment = moment - (1 / det) * Vec3d{dot(off, cross(column[1], column[2])), dot(off, cross(column[2], column[0])),
                                                    dot(off, cross(column[0], column[1]))};
            }
        }
        return rod.tip(moment).x;
    }
    Vec3d tipUnloaded() const {
        KirchhoffRod rod = *this;
        rod.gravity = {0, 0, 0};
        return rod.tip({0, 0, 0}).x;
    }

private:
    State slope(const State& s, double at) const {
        const Quatd q = normalized(s.frame);
        const Vec3d t = axisZ(q), held = (density * (length - at)) * gravity;
        const Vec3d K = rest + (1 / stiffness) * rotate(conjugate(q), s.moment);
        const Quatd turn = s.frame * Quatd{0.5 * K.x, 0.5 * K.y, 0.5 * K.z, 0};
        return {t, turn, -cross(t, held)};
    }
    static State moved(const State& s, const State& k, double h) {
        return {s.x + h * k.x,
                {s.frame.x + h * k.frame.x, s.frame.y + h * k.frame.y, s.frame.z + h * k.frame.z, s.frame.w + h * k.frame.w},
                s.moment + h * k.moment};
    }
};

}  // namespace ringlet::verify
