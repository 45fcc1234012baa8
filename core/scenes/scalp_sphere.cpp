#include "core/scenes/scalp_sphere.h"

#include "core/math/elementary.h"
#include "core/scenes/full_head.h"

namespace ringlet {
namespace {

constexpr double highest = 0.25, lowest = 1.75;  // polar angles of the rows, rad

}  // namespace

const ParamTable& scalpSphereParams() {
    static const ParamTable table = {
        {"around", "", 12, 3, 400, "guides around the head in each row", ParamChange::Rebuild, ParamKind::Integer},
        {"rows", "", 6, 1, 200, "rows of guides from the top down", ParamChange::Rebuild, ParamKind::Integer},
        {"staggered", "", 1, 0, 1, "every other row stands between the guides of the one above; off: a rectangular grid",
         ParamChange::Rebuild, ParamKind::Toggle},
        {"particles", "", 20, 4, 200, "joints a guide, root included", ParamChange::Rebuild, ParamKind::Integer},
        {"length", "m", 0.3, 0.02, 1, "length of the guides", ParamChange::Rebuild},
    };
    return table;
}

std::vector<GroomRoot> scalpSphereRoots(const Params& params) {
    const int around = params.integer("around"), rows = params.integer("rows");
    std::vector<GroomRoot> roots;
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < around; ++i) {
            double polar = highest + (lowest - highest) * (row + 0.5) / rows;
            const bool between = params.toggle("staggered") && row % 2 == 1;
            double azimuth = 2 * pi * (i + (between ? 0.5 : 0.0)) / around;
            Vec3f n{static_cast<float>(sine(polar) * sine(azimuth)), static_cast<float>(cosine(polar)),
                    static_cast<float>(sine(polar) * cosine(azimuth))};
            roots.push_back({n * (scalpRadius + 2e-5f), n});
        }
    return roots;
}

SceneContent scalpSphere() {
    SceneContent content;
    content.head = sphereMesh(scalpRadius);
    content.colliders.spheres.push_back({{0, 0, 0}, scalpRadius});
    return content;
}

Result<SceneContent> makeStraightOnSphere(const Params& params, const SceneFiles&) {
    SceneContent content = scalpSphere();
    content.groom = straightStrands(scalpSphereRoots(params), params.real("length"), params.integer("particles"), hairRadius);
    return content;
}

std::vector<std::pair<std::string, double>> scalpDefaults(const std::vector<std::pair<std::string, double>>& own) {
    std::vector<std::pair<std::string, double>> all = {{"drag", 6}};
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

}  // namespace ringlet
