// What a strand owes on a head that moves and stops: its length, a place outside, and rest.
#include "verify/crowd.h"

#include <cmath>

namespace ringlet::verify::keeping_line {
namespace {

constexpr float radius = 0.1f;  // of the crowd's head, m

// Worst |segment / what it measures unstretched - 1|, beyond what float holds of a place.
double stretchOf(const Model& model) {
    double worst = 0;
    for (const CurveBlock& b : model.curves().blocks) {
        std::vector<float> kept(b.particles - 1);
        for (uint32_t s = 0; s < b.strands; ++s) {
            for (uint32_t i = 0; i + 1 < b.particles; ++i) kept[i] = model.restLength(b.firstStrand + s, i);
            if (model.segmentsBend()) model.keptLengths(b.firstStrand + s, kept.data());
            for (uint32_t i = 0; i + 1 < b.particles; ++i) {
                const Vec3d a = toDouble(curvePoint(b, s, i)), c = toDouble(curvePoint(b, s, i + 1));
                const double rounding = 2.4e-7 * lengthOf(c), rest = double{kept[i]};
                worst = std::fmax(worst, (std::fabs(lengthOf(c - a) - rest) - rounding) / rest);
            }
        }
    }
    return worst;
}

double depthOf(const Points& points) {
    double depth = 0;
    for (Vec3d p : points) depth = std::fmax(depth, double{radius} - lengthOf(p));
    return depth;
}

std::vector<Points> crookedAndCurled() {
    std::vector<Points> strands = crowd(8);
    for (const Points& curl : curls(8)) strands.push_back(curl);
    return strands;
}

// Strands on a head that moves for a second. each(play) after every frame.
template <class Each>
Result<Play> moved(const Subject& subject, const std::vector<Points>& strands, Colliders& head, const Each& each) {
    auto made = Play::make(subject, {6e-9, 6.5e-6, 3, 1}, strands);
    if (!made) return made;
    head.spheres.push_back({{0, 0, 0}, radius});
    made.value().colliders = &head;
    const double dt = made.value().dt();
    for (int i = 0; i < 60; ++i) {
        made.value().follow([&](double t) { return wildPose(i * dt + t); }, dt);
        each(made.value());
    }
    return made;
}

Result<Finding> lengths(const Subject& subject, bool) {
    double worst = 0;
    Colliders head;
    const auto play = moved(subject, crookedAndCurled(), head, [&](const Play& now) { worst = std::fmax(worst, stretchOf(now.model())); });
    if (!play) return Error{play.error()};
    return Finding{worst, 1e-4, ""};
}

Result<Finding> depth(const Subject& subject, bool) {
    double worst = 0;
    Colliders head;
    const auto play = moved(subject, crookedAndCurled(), head, [&](const Play& now) { worst = std::fmax(worst, depthOf(now.points())); });
    if (!play) return Error{play.error()};
    return Finding{worst, 2e-3, ""};
}

Result<Finding> speedOf(const Subject& subject, const std::vector<Points>& strands) {
    Colliders head;
    auto play = moved(subject, strands, head, [](const Play&) {});
    if (!play) return Error{play.error()};
    play.value().rest(5);
    const Points before = play.value().points();
    play.value().rest(play.value().dt());
    return Finding{farthest(before, play.value().points()) / play.value().dt(), 1e-3, ""};
}

Result<Finding> rest(const Subject& subject, bool quick) { return speedOf(subject, crowd(quick ? 4 : 16)); }
Result<Finding> restOfCurls(const Subject& subject, bool) { return speedOf(subject, curls(8)); }

const std::string speed = "fastest point five seconds after the head has stopped, m/s";
const RegisterLine first{{"depth", "deepest point in a head that moves, m", "a sphere", "2 mm, as in every scene", Owed::Physics, depth}};
const RegisterLine second{{"lengths", "worst segment of strands on a moving head, over its length", "its length",
                           "1e-4: rounding", Owed::Physics, lengths}};
const RegisterLine third{{"rest", speed, "rest", "1 mm/s, as in every scene", Owed::Physics, rest}};
const RegisterLine fourth{{"rest-curls", speed + ", of curls that are too soft to hold themselves", "rest", "1 mm/s", Owed::Physics, restOfCurls,
                           nullptr,
                           {{"super-helix", "of eight curls one slides off the head late, and rests three seconds later"}}}};

}  // namespace
}  // namespace ringlet::verify::keeping_line
