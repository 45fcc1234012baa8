// Four points at four places of an array, as lanes.
#pragma once

#include "core/contact/hair_point.h"
#include "core/math/lanes.h"

namespace ringlet {
inline namespace RINGLET_ISA {

constexpr int contactLanes = 4;
typedef Lanes<contactLanes> ContactNumber;
typedef Vec3<ContactNumber> ContactVec3;

// Writes x, y, z and w of lane k to to[k].
inline void rowsOf(ContactVec3 v, ContactNumber w, float (*to)[4]) {
    typedef ContactNumber::Vector Vector;
    const Vector xy01 = shuffle<0, 4, 1, 5>(v.x.v, v.y.v),
                 xy23 = shuffle<2, 6, 3, 7>(v.x.v, v.y.v);
    const Vector zw01 = shuffle<0, 4, 1, 5>(v.z.v, w.v),
                 zw23 = shuffle<2, 6, 3, 7>(v.z.v, w.v);
    const auto store = [to](int k, const Vector& row) { std::memcpy(to[k], &row, sizeof row); };  // one copy of all would wait for them
    store(0, shuffle<0, 1, 4, 5>(xy01, zw01));
    store(1, shuffle<2, 3, 6, 7>(xy01, zw01));
    store(2, shuffle<0, 1, 4, 5>(xy23, zw23));
    store(3, shuffle<2, 3, 6, 7>(xy23, zw23));
}

// Takes for used what a compiler for WebAssembly sees is not: engines know the shuffles below by
// their patterns, and one with lanes left open costs ten times as much.
inline void keepWhole(ContactNumber::Vector& v) {
#if defined(__wasm_simd128__)
    asm("" : "+r"(v));
#else
    static_cast<void>(v);
#endif
}

// Turns four rows of four floats into columns; `w` gets the last.
inline ContactVec3 turnRows(const float* const* rows, ContactNumber* w = nullptr) {
    typedef ContactNumber::Vector Vector;
    Vector r[4];
    for (int i = 0; i < 4; ++i) std::memcpy(&r[i], rows[i], sizeof r[i]);
    Vector xy01 = shuffle<0, 4, 1, 5>(r[0], r[1]),
           xy23 = shuffle<0, 4, 1, 5>(r[2], r[3]);
    Vector zw01 = shuffle<2, 6, 3, 7>(r[0], r[1]),
           zw23 = shuffle<2, 6, 3, 7>(r[2], r[3]);
    if (w != nullptr) *w = ContactNumber(shuffle<2, 3, 6, 7>(zw01, zw23));
    keepWhole(zw01), keepWhole(zw23);
    return {ContactNumber(shuffle<0, 1, 4, 5>(xy01, xy23)),
            ContactNumber(shuffle<2, 3, 6, 7>(xy01, xy23)),
            ContactNumber(shuffle<0, 1, 4, 5>(zw01, zw23))};
}

// Loads the points `index[0 .. 3]` and turns them from rows into columns; `w` gets the
// fourth numbers.
inline ContactVec3 gatherPoints(const HairPoint* points, const uint32_t* index, ContactNumber* w = nullptr) {
    const float* rows[4];
    for (int i = 0; i < 4; ++i) rows[i] = &points[index[i]].x;
    return turnRows(rows, w);
}

}  // namespace RINGLET_ISA
}  // namespace ringlet
