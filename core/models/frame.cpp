#include "core/models/frame.h"

#include "core/math/elementary.h"
#include "core/models/pose_path.h"

namespace ringlet {
namespace {

// Below this square (rad^2) series serve: three terms for the coefficients, exact to
// double precision; two for the rotation vector, to 1e-13 of it.
constexpr double smallSquare = 1e-6;

// sin(a) / a, (1 - cos(a)) / a^2 and (a - sin(a)) / a^3 for a = sqrt(square).
struct RotationCoefficients {
    double sine, versine, rest;
};

RotationCoefficients coefficientsOf(double square) {
    if (square < smallSquare) {
        return {1 - square / 6 + square * square / 120, 0.5 - square / 24 + square * square / 720,
                1.0 / 6 - square / 120 + square * square / 5040};
    }
    double angle = squareRoot(square);
    double half = sine(angle * 0.5);
    double sineOver = sine(angle) / angle;
    return {sineOver, 2 * half * half / square, (1 - sineOver) / square};
}

// A rotation vector r that changes at `rate` turns the frame at this angular
// velocity: w = r' + (1 - cos a) / a^2 (r x r') + (a - sin a) / a^3 (r x (r x r')).
Vec3d angularVelocityOf(Vec3d r, Vec3d rate) {
    RotationCoefficients c = coefficientsOf(dot(r, r));
    Vec3d across = cross(r, rate);
    return rate + c.versine * across + c.rest * cross(r, across);
}

// The inverse: r' = w - 1/2 (r x w) + (1 - a/2 cot(a/2)) / a^2 (r x (r x w)).
Vec3d rateOf(Vec3d r, Vec3d angularVelocity) {
    double square = dot(r, r);
    double k = 1.0 / 12 + square / 720;
    if (square >= smallSquare) {
        RotationCoefficients c = coefficientsOf(square);
        k = (1 - 0.5 * c.sine / c.versine) / square;
    }
    Vec3d across = cross(r, angularVelocity);
    return angularVelocity - 0.5 * across + k * cross(r, across);
}

// A cubic through 0 and `span` with end slopes a and b (per unit of u), and its slope.
Vec3d hermite(Vec3d span, Vec3d a, Vec3d b, double u) {
    double s = u * u * (3 - 2 * u);
    return s * span + (u * (1 - u) * (1 - u)) * a - (u * u * (1 - u)) * b;
}
Vec3d hermiteSlope(Vec3d span, Vec3d a, Vec3d b, double u) {
    return (6 * u * (1 - u)) * span + ((1 - u) * (1 - 3 * u)) * a - (u * (2 - 3 * u)) * b;
}

}  // namespace

Vec3d rotationVector(Quatd q) {
    if (q.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
    Vec3d v{q.x, q.y, q.z};
    double square = dot(v, v);
    if (square < smallSquare) return (2 + square / 3) * v;  // 2 asin(s) / s
    double length = squareRoot(square);
    return (2 * arcTangent2(length, q.w) / length) * v;
}

Quatd rotationOf(Vec3d v) {
    double square = dot(v, v) * 0.25;  // of the half angle
    double k = 0.5 * coefficientsOf(square).sine;
    double w = cosine(squareRoot(square));
    return normalized(Quatd{k * v.x, k * v.y, k * v.z, w});
}

Vec3d turnBetween(Quatf from, Quatf to) {
    return rotationVector(normalized(toDouble(to) * conjugate(toDouble(from))));
}

PoseKey posePath(const PoseKey& begin, const PoseKey& end, double duration, double u) {
    if (!(u > 0)) return begin;
    if (u >= 1) return end;
    PoseKey at;
    Vec3d span = end.pose.position - begin.pose.position;
    Vec3d v0 = duration * toDouble(begin.velocity), v1 = duration * toDouble(end.velocity);
    at.pose.position = begin.pose.position + hermite(span, v0, v1, u);
    at.velocity = toFloat(hermiteSlope(span, v0, v1, u) * (1 / duration));

    Vec3d turn = turnBetween(begin.pose.orientation, end.pose.orientation);
    Vec3d r0 = duration * toDouble(begin.angularVelocity);
    Vec3d r1 = rateOf(turn, duration * toDouble(end.angularVelocity));
    Vec3d r = hermite(turn, r0, r1, u);
    at.pose.orientation = toFloat(normalized(rotationOf(r) * toDouble(begin.pose.orientation)));
    at.angularVelocity = toFloat(angularVelocityOf(r, hermiteSlope(turn, r0, r1, u)) * (1 / duration));
    return at;
}

Pose poseAt(const Frame& frame, float u) {
    return posePath(frame.begin, frame.end, frame.dt, u).pose;
}

bool isTeleport(const Frame& frame) {
    Vec3d d = frame.end.pose.position - frame.begin.pose.position;
    Quatd turn = toDouble(frame.end.pose.orientation) * conjugate(toDouble(frame.begin.pose.orientation));
    double w = turn.w * turn.w;  // cos^2 of half the angle; 3/4 at 60 degrees
    double square = turn.x * turn.x + turn.y * turn.y + turn.z * turn.z + w;
    return frame.teleport || dot(d, d) > 0.25 || w < 0.75 * square;
}

}  // namespace ringlet
