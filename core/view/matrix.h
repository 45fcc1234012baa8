// The little linear algebra that drawing needs: column-major 4 x 4 matrices, as
// GL takes them. Drawing may use libm; the simulation never sees this file.
#pragma once

#include "core/math/vec.h"

#include <cmath>

namespace ringlet {
namespace view {

struct Vec4 {
    float x = 0, y = 0, z = 0, w = 0;
};

struct Mat4 {
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};

inline Vec3f unit(Vec3f v) { return normalizedOr(v, Vec3f{0, 1, 0}); }
inline Vec3f toFloat(Vec3d v) { return {float(v.x), float(v.y), float(v.z)}; }
inline Vec3d toDouble(Vec3f v) { return {v.x, v.y, v.z}; }
inline Vec4 toVec4(Vec3f v, float w = 0) { return {v.x, v.y, v.z, w}; }

inline Mat4 operator*(const Mat4& a, const Mat4& b) {
    Mat4 c;
    for (int col = 0; col < 4; ++col)
        for (int row = 0; row < 4; ++row) {
            float sum = 0;
            for (int k = 0; k < 4; ++k) sum += a.m[k * 4 + row] * b.m[col * 4 + k];
            c.m[col * 4 + row] = sum;
        }
    return c;
}

// A viewer at `eye` that looks along -back, with right and up across it.
inline Mat4 viewFrom(Vec3f eye, Vec3f right, Vec3f up, Vec3f back) {
    Mat4 v;
    const Vec3f axes[3] = {right, up, back};
    for (int i = 0; i < 3; ++i) {
        v.m[i] = axes[i].x;
        v.m[4 + i] = axes[i].y;
        v.m[8 + i] = axes[i].z;
        v.m[12 + i] = -dot(axes[i], eye);
    }
    return v;
}

// tanHalf: tangent of half the vertical angle; shift: where the axis meets the
// picture, in [-1, 1] of its half width and height.
inline Mat4 perspective(float tanHalf, float aspect, float nearest, float farthest, float shiftX, float shiftY) {
    Mat4 p;
    for (float& value : p.m) value = 0;
    p.m[0] = 1 / (tanHalf * aspect);
    p.m[5] = 1 / tanHalf;
    p.m[8] = -shiftX;
    p.m[9] = -shiftY;
    p.m[10] = -(farthest + nearest) / (farthest - nearest);
    p.m[11] = -1;
    p.m[14] = -2 * farthest * nearest / (farthest - nearest);
    return p;
}

// A box of half width `radius` around the origin and depth [-radius, radius].
inline Mat4 orthographic(float radius) {
    Mat4 p;
    p.m[0] = p.m[5] = 1 / radius;
    p.m[10] = -1 / radius;
    return p;
}

inline Mat4 placed(Vec3f at, Quatf turn) {
    Mat4 p;
    const Vec3f axes[3] = {rotate(turn, Vec3f{1, 0, 0}), rotate(turn, Vec3f{0, 1, 0}), rotate(turn, Vec3f{0, 0, 1})};
    for (int i = 0; i < 3; ++i) {
        p.m[i * 4] = axes[i].x;
        p.m[i * 4 + 1] = axes[i].y;
        p.m[i * 4 + 2] = axes[i].z;
    }
    p.m[12] = at.x;
    p.m[13] = at.y;
    p.m[14] = at.z;
    return p;
}

inline Quatf turnAbout(Vec3f axis, float angle) {
    float s = std::sin(angle / 2);
    return {axis.x * s, axis.y * s, axis.z * s, std::cos(angle / 2)};
}

// Between two poses, for drawing: straight in position, the short way in turn.
inline Quatf mixed(Quatf a, Quatf b, float t) {
    float sign = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -1.0f : 1.0f;
    float u = 1 - t, v = t * sign;
    return normalized(Quatf{a.x * u + b.x * v, a.y * u + b.y * v, a.z * u + b.z * v, a.w * u + b.w * v});
}

}  // namespace view
}  // namespace ringlet
