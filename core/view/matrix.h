// The linear algebra of drawing, by GLM: column-major 4 x 4 matrices, as GL takes
// them. The simulation, whose bits are promised, never sees this file.
#pragma once

#include "core/math/vec.h"

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>

namespace ringlet {
namespace view {

using Vec4 = glm::vec4;
using Mat4 = glm::mat4;

inline Vec3f unit(Vec3f v) { return normalizedOr(v, Vec3f{0, 1, 0}); }
inline glm::vec3 toGlm(Vec3f v) { return {v.x, v.y, v.z}; }
inline glm::quat toGlm(Quatf q) { return {q.w, q.x, q.y, q.z}; }
inline Quatf fromGlm(const glm::quat& q) { return {q.x, q.y, q.z, q.w}; }
inline Vec4 toVec4(Vec3f v, float w = 0) { return {v.x, v.y, v.z, w}; }

// A viewer at `eye` that looks along -back, with `up` upward.
inline Mat4 viewFrom(Vec3f eye, Vec3f up, Vec3f back) {
    return glm::lookAt(toGlm(eye), toGlm(eye - back), toGlm(up));
}

// tanHalf: tangent of half the vertical angle; shift: where the axis meets the
// picture, in [-1, 1] of its half width and height.
inline Mat4 perspective(float tanHalf, float aspect, float nearest, float farthest, float shiftX, float shiftY) {
    const float high = nearest * tanHalf, wide = high * aspect;
    return glm::frustum((-1 - shiftX) * wide, (1 - shiftX) * wide, (-1 - shiftY) * high, (1 - shiftY) * high, nearest,
                        farthest);
}

// A box of half width `radius` around the origin and depth [-radius, radius].
inline Mat4 orthographic(float radius) { return glm::ortho(-radius, radius, -radius, radius, -radius, radius); }

inline Mat4 placed(Vec3f at, Quatf turn) { return glm::translate(Mat4(1), toGlm(at)) * glm::mat4_cast(toGlm(turn)); }

inline Quatf turnAbout(Vec3f axis, float angle) { return fromGlm(glm::angleAxis(angle, toGlm(axis))); }

// Between two turns, the short way.
inline Quatf mixed(Quatf a, Quatf b, float t) { return fromGlm(glm::slerp(toGlm(a), toGlm(b), t)); }

}  // namespace view
}  // namespace ringlet
