// Where wisps are near each other. A flat wisp over another has no one nearest point, and what were taken for one would jump about: so where
// they cross each rim is held against each rim, and whether they touch where they run alike is asked of their points.
#pragma once

#include "core/contact/segment_math.h"
#include "core/models/discrete_rod/wisp_contact_math.h"

namespace ringlet::discrete_rod {

constexpr uint32_t mostRims = 4;  // pairs of rims that two cells have

// Nearest points of two rims' segments, s along that of a and t along that of b; from b's to a's as the step begins, and how far both would
// go in it, m.
template <class T>
struct RimGap {
    T s, t;
    Vec3<T> between, way[2];
    RINGLET_HD Vec3<T> goes() const { return way[0] - way[1]; }
};

inline namespace RINGLET_ISA {

// Rims that cross have one nearest point each: hardly any evenness is needed (segment_math.h).
constexpr float rimEvenness = 0.002f;

RINGLET_HD uint32_t rimCount(const WispView& view, uint32_t cell) { return view.corners(cell)[0] == view.corners(cell)[2] ? 1 : 2; }
RINGLET_HD bool areThere(const WispView& view, const RimPair& p) { return p.rims % 2 < rimCount(view, p.a) && p.rims / 2 < rimCount(view, p.b); }
RINGLET_HD bool before(const RimPair& p, const RimPair& q) {
    return p.a < q.a || (p.a == q.a && (p.b < q.b || (p.b == q.b && p.rims < q.rims)));
}
// Corner k of the beginnings and ends of both segments.
RINGLET_HD uint32_t cornerOf(const WispView& view, const RimPair& p, int k) {
    return k < 2 ? view.corners(p.a)[2 * (p.rims % 2) + static_cast<uint32_t>(k)] : view.corners(p.b)[2 * (p.rims / 2) + static_cast<uint32_t>(k) - 2];
}

// Of four corners, and the ways they would go.
template <class T>
RINGLET_HD RimGap<T> rimGap(const Vec3<T>* x, const Vec3<T>* way) {
    const NearestOnSegments<T> at = nearestOnSegments(x[0], x[1] - x[0], x[2], x[3] - x[2], rimEvenness);
    const auto onA = [&](const Vec3<T>* of) { return of[0] + at.s * (of[1] - of[0]); };
    const auto onB = [&](const Vec3<T>* of) { return of[2] + at.t * (of[3] - of[2]); };
    return {at.s, at.t, onA(x) - onB(x), {onA(way), onB(way)}};
}
// At a share of the step, or at rest (below 0); `between` is as it is then.
RINGLET_HD_CALL RimGap<float> gapOf(const WispView& view, const RimPair& rims, float time) {
    Vec3f x[4], way[4];
    for (int k = 0; k < 4; ++k) {
        const uint32_t p = cornerOf(view, rims, k);
        x[k] = view.at(p, time), way[k] = view.told[p].way;
    }
    return rimGap(x, way);
}
// How much of corner k's way the nearest point on its side goes.
RINGLET_HD float weightOf(const RimGap<float>& gap, int k) {
    const float along = k < 2 ? gap.s : gap.t;
    return k % 2 == 0 ? 1 - along : along;
}

// Whether a corner of cell a is nearer to b's sheet than `thickness` (m), as the step begins.
RINGLET_HD bool isNearSheet(const WispView& view, uint32_t a, uint32_t b, float thickness) {
    Vec3f c[4];
    for (int k = 0; k < 4; ++k) c[k] = view.at(view.corners(b)[k], 0);
    for (int k = 0; k < 4; ++k) {
        const Vec3f x = view.at(view.corners(a)[k], 0);
        const Vec3f apart = x - pointOnQuad(nearestOnQuad(x, c[0], c[1], c[2], c[3]), c[0], c[1], c[2], c[3]);
        if (dot(apart, apart) < thickness * thickness) return true;
    }
    return false;
}
RINGLET_HD_CALL bool touching(const WispView& view, uint32_t a, uint32_t b, float thickness) {
    return isNearSheet(view, a, b, thickness) || isNearSheet(view, b, a, thickness);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
