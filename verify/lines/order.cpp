// A strand's motion is its own: bit for bit the same whatever its place in the groom and its neighbours.
#include "verify/crowd.h"

#include <algorithm>

namespace ringlet::verify::order_line {
namespace {

Result<Points> pointsAfter(const Subject& subject, const std::vector<Points>& strands) {
    auto play = Play::make(subject, {6e-9, 6.5e-6, 3, 1}, strands);
    if (!play) return Error{play.error()};
    play.value().follow(wildPose, 0.5);
    return play.value().points();
}

Result<Finding> permutation(const Subject& subject, bool) {
    std::vector<Points> strands = crowd(37), shuffled;  // more than two tiles of 16, and a part
    for (size_t i = 0; i < strands.size(); ++i) shuffled.push_back(strands[i * 10 % strands.size()]);
    const auto plain = pointsAfter(subject, strands), other = pointsAfter(subject, shuffled);
    if (!plain || !other) return Error{!plain ? plain.error() : other.error()};
    double most = 0;
    const auto each = static_cast<std::ptrdiff_t>(strands[0].size());
    for (size_t i = 0; i < strands.size(); ++i) {
        const auto a = plain.value().begin() + each * static_cast<std::ptrdiff_t>(i * 10 % strands.size());
        const auto b = other.value().begin() + each * static_cast<std::ptrdiff_t>(i);
        most = std::max(most, farthest(Points(a, a + each), Points(b, b + each)));
    }
    return Finding{most, 0, ""};
}

const RegisterLine here{{"permutation", "distance after 0.5 s, m", "the strands in another order", "none", Owed::Sameness, permutation}};

}  // namespace
}  // namespace ringlet::verify::order_line
