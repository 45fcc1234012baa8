// The operations on a number type that the models' arithmetic is written in:
// select, squareRoot, minimum, maximum, absolute. `float` and `double` are
// here; core/math/lanes.h adds SIMD lanes. Only + - * / sqrt, comparisons and
// selects reach the hardware: each is correctly rounded everywhere, which is
// what makes the results the same bits on every target.
#pragma once

#include "core/base/hd.h"

#include <cfloat>
#include <cmath>

static_assert(FLT_EVAL_METHOD == 0, "float arithmetic must be evaluated in float");

namespace ringlet {
inline namespace RINGLET_ISA {

RINGLET_HD float squareRoot(float a) { return sqrtf(a); }
RINGLET_HD double squareRoot(double a) { return sqrt(a); }
RINGLET_HD float select(bool mask, float a, float b) { return mask ? a : b; }
RINGLET_HD double select(bool mask, double a, double b) { return mask ? a : b; }
RINGLET_HD bool either(bool a, bool b) { return a || b; }
RINGLET_HD bool both(bool a, bool b) { return a && b; }
RINGLET_HD bool anyLane(bool a) { return a; }
RINGLET_HD bool allLanes(bool a) { return a; }

template <class T> RINGLET_HD T minimum(T a, T b) { return select(a < b, a, b); }
template <class T> RINGLET_HD T maximum(T a, T b) { return select(b < a, a, b); }
template <class T> RINGLET_HD T clamped(T a, T low, T high) { return minimum(maximum(a, low), high); }
template <class T> RINGLET_HD T absolute(T a) { return maximum(-a, a); }  // a < -a ? -a : a, two instructions

}  // namespace RINGLET_ISA
}  // namespace ringlet
