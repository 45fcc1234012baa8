// The transforms that a USD prim puts its children in.
#pragma once

#include "core/base/result.h"
#include "core/math/vec.h"

#include <string>
#include <utility>
#include <vector>

namespace ringlet {

// Row vectors, as USD has them: a point p becomes (p, 1) m.
struct UsdMatrix {
    double m[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
};
UsdMatrix operator*(const UsdMatrix& a, const UsdMatrix& b);
Vec3f transformed(const UsdMatrix& m, Vec3f p);
// The mean length of what a unit becomes along the axes.
double scaleOf(const UsdMatrix& m);
// Whether it makes a left hand of a right one.
bool mirrors(const UsdMatrix& m);

// xformOp:translate, scale, rotateX ... rotateZYX, orient and transform, with
// the suffixes that tell several of a kind apart, and !invert! before them.
struct UsdTransform {
    std::vector<std::pair<std::string, std::vector<float>>> ops;  // name without xformOp:, its numbers
    std::vector<std::string> order;                               // as in xformOpOrder

    bool empty() const { return order.empty(); }
    // Gives the op these numbers, instead of those that it had; of more than 100 ops the rest is not kept.
    void set(const std::string& op, std::vector<float> numbers);
    // Whether the parents' transforms do not count here.
    bool resets() const;
    // Error: an op that is not known or has a wrong number of numbers; without a place.
    Result<UsdMatrix> matrix() const;
};

}  // namespace ringlet
