// A curl that hangs from its root and sags as a spring: its wire twists, and bends little.
#include "verify/kirchhoff.h"
#include "verify/rods.h"

namespace ringlet::verify::helix_line {
namespace {

constexpr double radius = 0.004, pitch = 0.012, length = 0.2, stiffness = 2e-7;  // m, N m^2
const double turn = std::sqrt(4 * pi * pi * radius * radius + pitch * pitch);    // of wire a coil, m

Vec3d at(double s) {
    const double angle = 2 * pi * s / turn;
    return {radius * (1 - std::cos(angle)), -pitch / turn * s, radius * std::sin(angle)};
}

double exactSag() {
    KirchhoffRod rod;
    rod.length = length, rod.stiffness = stiffness;
    // Its frame is normal, binormal, tangent: the Darboux vector is curvature about the binormal and torsion.
    const double a = 2 * pi / turn;
    const Vec3d tangent{0, -pitch / turn, radius * a}, binormal = cross(tangent, Vec3d{1, 0, 0});
    rod.clamp = rotationBetween(Vec3d{0, 0, 1}, tangent);  // about the normal, which stays
    rod.rest = {0, radius * a * a, dot(Vec3d{0, 0, -a}, binormal)};
    return rod.tipUnloaded().y - rod.tipAtRest().y;
}

Result<Finding> helix(const Subject& subject, bool quick) {
    const double exact = exactSag();
    struct Case { int segments; double rate; };
    std::vector<Case> cases = {{29, 20}, {29, 240}, {59, 20}, {59, 30}, {59, 60}, {59, 240}, {99, 20}, {99, 240}, {199, 20}, {199, 240}};
    if (!quick) cases.insert(cases.end(), {{29, 60}, {99, 60}, {99, 120}, {199, 60}, {199, 120}});
    // A segment cuts a coil's arc short; an element is an arc of it, through the points that it is given.
    const bool arcs = subject.pieces(2) != 1;
    return worstOf(cases, [&](const Case& c) -> Result<Finding> {
        Points points;
        for (int i = 0; i <= c.segments; ++i) points.push_back(at(length * i / c.segments));
        const auto tip = settledTip(subject, {stiffness}, points, c.rate);
        if (!tip) return Error{tip.error()};
        return Finding{std::fabs((points.back().y - tip.value().y) / exact - 1), secondOrder(subject, c.segments + 1, arcs ? 1 : 140) + (arcs ? 140.0 / (c.segments * c.segments) : 0), ""};
    });
}

const RegisterLine here{{"helix", "sag of a curl, relative error", "Kirchhoff's helix by shooting",
                         "second order in the pieces, segments or arcs", Owed::Physics, helix}};

}  // namespace
}  // namespace ringlet::verify::helix_line
