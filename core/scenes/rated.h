// Quantities with their derivatives in time, and how they come and go: what motions are made of.
#pragma once

#include "core/math/elementary.h"

namespace ringlet {

constexpr double degree = pi / 180;

// A quantity and its derivative in time.
struct Rated {
    double value = 0, rate = 0;
};

inline Rated operator+(Rated a, Rated b) { return {a.value + b.value, a.rate + b.rate}; }
inline Rated operator*(double s, Rated a) { return {s * a.value, s * a.rate}; }
inline Rated operator*(Rated a, Rated b) { return {a.value * b.value, a.rate * b.value + a.value * b.rate}; }

// From 0 to 1 over [start, start + duration] by 3u^2 - 2u^3. On whole frames
// it is the very cubic that poseAt() plays, so the path is the same at every rate.
inline Rated smoothStep(double t, double start, double duration) {
    double u = (t - start) / duration;
    if (u <= 0) return {0, 0};
    if (u >= 1) return {1, 0};
    return {u * u * (3 - 2 * u), 6 * u * (1 - u) / duration};
}

// From 0 to 1 with the least jerk, as an arm reaches (Flash and Hogan 1985).
inline Rated reach(double t, double start, double end) {
    double duration = end - start, u = (t - start) / duration;
    if (u <= 0) return {0, 0};
    if (u >= 1) return {1, 0};
    double v = u * (1 - u);
    return {u * u * u * (10 + u * (6 * u - 15)), 30 * v * v / duration};
}

// sin(2 pi f t) on [0, stop], faded in and out over a quarter period, so that
// it starts and ends at rest and reaches 1 in its first quarter.
inline Rated swing(double t, double frequency, double stop) {
    if (t <= 0 || t >= stop) return {0, 0};
    double w = 2 * pi * frequency, fade = 0.25 / frequency;
    Rated out = smoothStep(t, stop - fade, fade);
    return Rated{sine(w * t), w * cosine(w * t)} * smoothStep(t, 0, fade) * Rated{1 - out.value, -out.rate};
}

}  // namespace ringlet
