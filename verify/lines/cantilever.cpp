// A rod held out sideways at its root: stiff, it bends a little; limp, it hangs.
#include "verify/kirchhoff.h"
#include "verify/rods.h"

namespace ringlet::verify::cantilever_line {
namespace {

constexpr int segments = 50;

KirchhoffRod sideways(double length, double stiffness) {
    KirchhoffRod rod;
    rod.length = length, rod.stiffness = stiffness;
    rod.clamp = rotationBetween(Vec3d{0, 0, 1}, Vec3d{1, 0, 0});
    return rod;
}

Result<Finding> cantilever(const Subject& subject, bool quick) {
    return worstOf(quick ? std::vector<double>{6e-9, 1e-6} : std::vector<double>{6e-9, 1e-7, 1e-6, 1e-5},
                   [&](double stiffness) -> Result<Finding> {
                       const double exact = sideways(0.05, stiffness).tipAtRest().y;
                       const auto tip = settledTip(subject, {stiffness}, straight({0, 0, 0}, {1, 0, 0}, 0.05, segments));
                       if (!tip) return Error{tip.error()};
                       return Finding{std::fabs(tip.value().y / exact - 1), secondOrder(subject, segments + 1, 1.05) + 2e-5, ""};
                   });
}

// Weight times the square of the length is up to 85 times the stiffness: all but the root hangs.
Result<Finding> elastica(const Subject& subject, bool quick) {
    return worstOf(quick ? std::vector<double>{0.1} : std::vector<double>{0.075, 0.1, 0.15, 0.2}, [&](double length) -> Result<Finding> {
        const Vec3d exact = sideways(length, 6e-9).tipAtRest(length > 0.15 ? 120 : 20);
        const auto tip = settledTip(subject, {6e-9}, straight({0, 0, 0}, {1, 0, 0}, length, segments));
        if (!tip) return Error{tip.error()};
        return Finding{lengthOf(tip.value() - exact) / length, secondOrder(subject, segments + 1, 2), ""};
    });
}

const RegisterLine first{{"cantilever", "sag of the tip, relative error", "Kirchhoff's rod by shooting",
                          "second order in the pieces", Owed::Physics, cantilever}};
const RegisterLine second{{"elastica", "place of the tip, over the length", "Kirchhoff's rod by shooting",
                           "second order in the pieces", Owed::Physics, elastica}};

}  // namespace
}  // namespace ringlet::verify::cantilever_line
