// What wisps' contacts compute with: cells, tangles.
#pragma once

#include "core/contact/hair_point.h"

#include <cstdint>

namespace ringlet::discrete_rod {

// Its corners: the left rim's points along the hair and the right rim's; a strand's own twice. `owner`: which wisp.
struct WispCell {
    uint32_t corner[4];
    uint32_t owner;
};

// A spring between points a < b.
struct Tangle {
    uint32_t a, b;
    float rest;      // m
};
// Rim rims % 2 of cell a and rim rims / 2 of cell b (0: left), a < b. Single strands have one.
struct RimPair {
    uint32_t a, b, rims;
};
// Rims that touch.
struct BlockedCells : RimPair {
    Vec3f normal;    // from b to a, world axes
    float least;     // they touch below this distance, m
    float press;     // what they press each other by, m of hair times m/s^2
    Vec3f strain;    // how far a has slipped beside b from where they cling to each other, m
};

struct WispContactSettings {
    float thickness = 0;     // of a wisp, m
    float aligned = 0;       // cosine of the angle below which strands run alike
    float tangle = 0;        // a tangle's stiffness over the linear density, times h^2, a metre of hair; pure number
    float reach = 0, breaks = 0;  // the longest tangle at rest, and what it is stretched by as it breaks, m
    float friction = 0;      // Coulomb friction coefficient
    bool twice = false;      // a step is solved twice: as all go on by themselves, and as others then do to them
    float zone = 0;          // within this distance of a collider, m, the upper of two cells alone is held; 0: nowhere
    float h = 0;             // s
    int steps = 1;           // of a frame
    Quatf head{0, 0, 0, 1};  // its orientation as the step ends
};

// What is told of a point: where it is, and how far it would move in the step.
struct PointTold {
    Vec3f x, way;
    float unused[2];  // four floats can be read from either
};
static_assert(sizeof(PointTold) == 8 * sizeof(float), "with nothing between");
// What is done to it: C and b of the energy 1/2 d.C d + b.d in its way d.
struct PointLoad {
    Sym3<float> C;
    Vec3f b;
};

// A cell as the step would end without others.
struct CellShape {
    Vec3f middle, way, along, across;
    float radius;
};

inline namespace RINGLET_ISA {

// The length of hair that a point stands for, m, from one over it (0 of roots).
template <class T>
RINGLET_HD T hairOf(T inverseMass) { return T(1) / maximum(inverseMass, T(1e-3f)); }

// All cells and points.
struct WispView {
    const WispCell* cells;
    const HairPoint* rest;   // inverseMass: one over the length of hair that each stands for, 0 of roots
    const PointTold* told;
    RINGLET_HD const uint32_t* corners(uint32_t cell) const { return cells[cell].corner; }
    RINGLET_HD float hairOf(size_t p) const { return RINGLET_ISA::hairOf(rest[p].inverseMass); }
    RINGLET_HD bool atRoot(uint32_t cell) const { return !(rest[cells[cell].corner[0]].inverseMass > 0); }
    // The length of hair that a cell's points stand for, m.
    RINGLET_HD float hairOfCell(uint32_t cell) const {
        const uint32_t* const c = corners(cell);
        return 0.25f * (hairOf(c[0]) + hairOf(c[1]) + hairOf(c[2]) + hairOf(c[3]));
    }
    // A point at a share of the step, or at rest.
    RINGLET_HD Vec3f at(uint32_t p, float time) const { return time < 0 ? positionOf(rest[p]) : told[p].x + time * told[p].way; }
};

// across I + (along - across) n n^T
template <class T>
RINGLET_HD Sym3<T> springMatrix(T along, T across, Vec3<T> n) {
    const T o = T(0);
    return plusOuter(Sym3<T>{across, across, across, o, o, o}, along - across, n);
}

// Whether the pair a, b comes before c, d.
RINGLET_HD bool before(uint32_t a, uint32_t b, uint32_t c, uint32_t d) { return a < c || (a == c && b < d); }

// A tangle of `length`, `rest` at rest (m): what it pulls, what that is over its stretch, and one over its length. Its energy is
//   s^2 (sqrt(1 + (e / s)^2) - 1),  e = length - rest,  s = the rest length or, where that is more, a wisp's thickness,
// a spring that weakens as 1 / e where it is stretched far (the thesis, 4.2.3: by its elongation); pressed ones do not.
template <class T>
struct TanglePull {
    T force, stiffness, inverse, energy;
};
template <class T>
RINGLET_HD TanglePull<T> tanglePull(T length, T rest, T thickness) {
    const T off = length - rest, soft = maximum(rest, thickness), share = maximum(off, T(0)) / soft;
    const T root = squareRoot(T(1) + share * share), inverse = T(1) / maximum(length, T(1e-6f));
    const T energy = select(off < T(0), T(0.5f) * off * off, off * off / (T(1) + root));
    return {off / root, T(1) / root, inverse, energy};
}


// How a point of `hair` m would move then by itself, instead of by its way.
RINGLET_HD Vec3f loadedWay(float hair, const PointTold& told, const PointLoad& load) {
    return inverse(Sym3<float>{hair, hair, hair, 0, 0, 0} + load.C) * (hair * told.way - load.b);
}

RINGLET_HD_CALL CellShape shapeOf(const WispView& view, uint32_t cell) {
    const uint32_t* const c = view.corners(cell);
    Vec3f x[4], way{0, 0, 0};
    for (int k = 0; k < 4; ++k) x[k] = view.at(c[k], 1), way = way + view.told[c[k]].way;
    CellShape shape{0.25f * (x[0] + x[1] + x[2] + x[3]), 0.25f * way, normalizedOr(x[1] - x[0] + x[3] - x[2], Vec3f{0, 0, 0}),
                    x[2] - x[0] + x[3] - x[1], 0};
    float square = 0;
    for (int k = 0; k < 4; ++k) square = maximum(square, dot(x[k] - shape.middle, x[k] - shape.middle));
    shape.radius = squareRoot(square);
    return shape;
}
// Whether two are near in this step, and whether they run alike.
RINGLET_HD bool nearEnough(const CellShape& a, const CellShape& b, float thickness) {
    const Vec3f apart = a.middle - b.middle, way = a.way - b.way;
    const float touching = a.radius + b.radius + thickness, square = dot(apart, apart), goes = dot(way, way);
    if (!(square < 2 * (touching * touching + goes))) return false;  // no root needed
    const float reach = touching + squareRoot(goes);
    return square < reach * reach;
}
RINGLET_HD bool runAlike(const CellShape& a, const CellShape& b, float aligned) { return absolute(dot(a.along, b.along)) > aligned; }
// Whether they may come to cross in a frame: those within half of the angle, whose cosine is as much nearer to 1 as its square is smaller,
// are taken to run alike to its end.
RINGLET_HD bool mayCross(const WispView& view, const CellShape* shapes, uint32_t a, uint32_t b, float aligned) {
    return !runAlike(shapes[a], shapes[b], 1 - 0.25f * (1 - aligned)) && !view.atRoot(a) && !view.atRoot(b);
}
RINGLET_HD bool crossNear(const CellShape& a, const CellShape& b, const WispContactSettings& s) {
    return nearEnough(a, b, s.thickness) && !runAlike(a, b, s.aligned);
}

// Pairs are foreseen this far beside the hair about them, in thicknesses.
constexpr float farthestWay = 10;

// Which way round the cells lie beside each other, along (1) and across (2).
RINGLET_HD uint32_t flipsBetween(const CellShape& a, const CellShape& b) {
    return (dot(a.along, b.along) < 0 ? 1u : 0u) | (dot(a.across, b.across) < 0 ? 2u : 0u);
}
// The spring that corner k of a may have with what lies beside it of b, where both run alike. False: it would be longer than it may be, or between roots.
RINGLET_HD bool tangleOf(const WispView& view, const CellShape* shapes, uint32_t a, uint32_t b, uint32_t k, float reach, Tangle& tangle) {
    const uint32_t p = view.corners(a)[k], q = view.corners(b)[k ^ flipsBetween(shapes[a], shapes[b])];
    const Vec3f d = view.told[p].x - view.told[q].x;
    if (!(dot(d, d) < reach * reach) || !(view.rest[p].inverseMass + view.rest[q].inverseMass > 0)) return false;
    tangle = {p < q ? p : q, p < q ? q : p, lengthOf(d)};
    return true;
}
// Whether it is stretched too far, `apart` as the step begins.
template <class T>
RINGLET_HD auto breaks(Vec3<T> apart, T rest, const WispContactSettings& s) { return lengthOf(apart) - rest > T(s.breaks); }

// A tangle's ends.
template <class T>
struct TangleEnds {
    Vec3<T> x[2], way[2];  // as in PointTold
    T inverseMass[2];      // one over the length of hair that each stands for, 0 of roots
    T rest;                // the tangle's length
};
RINGLET_HD TangleEnds<float> endsOf(const WispView& view, const Tangle& t) {
    const PointTold &a = view.told[t.a], &b = view.told[t.b];
    return {{a.x, b.x}, {a.way, b.way}, {view.rest[t.a].inverseMass, view.rest[t.b].inverseMass}, t.rest};
}

// No tangle is stiffer than this share of the mass that it joins.
constexpr float stiffestTangle = 0.5f;

// What a tangle does to its two ends (4.2.3): the energy's second derivative for either, and b of PointLoad.
template <class T>
struct TangleForce {
    Sym3<T> C;
    Vec3<T> b[2];
};
template <class T>
RINGLET_HD_CALL TangleForce<T> forceOf(const TangleEnds<T>& at, const WispContactSettings& s) {
    const Vec3<T> d = at.x[0] + at.way[0] - at.x[1] - at.way[1];
    const TanglePull<T> spring = tanglePull(lengthOf(d), at.rest, T(s.thickness));
    // The mean length of hair that the ends stand for, m; roots stand for as much as what they are tied to.
    const T hairA = hairOf(at.inverseMass[0]), hairB = hairOf(at.inverseMass[1]);
    const T free = select(at.inverseMass[1] > T(0), T(0.5f) * (hairA + hairB), hairA), hair = select(at.inverseMass[0] > T(0), free, hairB);
    const T k = T(minimum(s.tangle, stiffestTangle)) * hair, force = k * spring.force, across = maximum(force, T(0)) * spring.inverse;
    const Vec3<T> n = spring.inverse * d, gradient = force * n;
    const Sym3<T> C = springMatrix(k * spring.stiffness, across, n);
    return {C, {gradient - C * at.way[0], -gradient - C * at.way[1]}};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::discrete_rod
