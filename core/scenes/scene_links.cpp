// A style held by static links alone (Chang, Jin and Yu 2002): hair swept around
// the head, which gravity would pull down. It holds under a slow nod and is lost
// when the head is shaken violently.
#include "core/math/elementary.h"
#include "core/scenes/scalp_sphere.h"

namespace ringlet::scene_links {
namespace {

constexpr float turnsAside = 0.03f;  // m along the strand until it runs along the head
constexpr float rises = 0.35f;       // how much a swept strand still moves away from the head, of its way

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    SceneContent content = scalpSphere();
    const int particles = params.integer("particles");
    const float step = params.real("length") / static_cast<float>(particles - 1);
    for (const GroomRoot& root : scalpSphereRoots(params)) {
        std::vector<Vec3f> points{root.position};
        for (int i = 1; i < particles; ++i) {
            Vec3f out = normalizedOr(points.back(), root.normal);
            Vec3f east = normalizedOr(cross(Vec3f{0, 1, 0}, out), Vec3f{1, 0, 0});
            float aside = minimum(step * static_cast<float>(i - 1) / turnsAside, 1.0f);
            Vec3f along = normalizedOr(out * (1.0f - (1.0f - rises) * aside) + east * aside, out);
            points.push_back(points.back() + along * step);
        }
        addStrand(content.groom, points, root.normal, hairRadius);
    }
    return content;
}

const RegisterScene here{{"links", "Held style", "A swept style held by links, which a violent shake breaks",
                          SceneKind::Ball, "auburn", "verlet",
                          &scalpSphereParams(),
                          scalpDefaults({{"around", 20}, {"rows", 9}, {"length", 0.14}, {"particles", 12},
                                         {"substeps", 8}, {"links", 3},
                                         {"linkReach", 0.05}, {"linkStiffness", 10}, {"linkWeakens", 0.012},
                                         {"linkBreaks", 0.03}}),
                          make}};

}  // namespace
}  // namespace ringlet::scene_links
