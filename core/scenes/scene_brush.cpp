// The brush of Barnes 2006: bristles of hair on a bar, which touch each other
// segment against segment and nothing else.
#include "core/groom/roots.h"
#include "core/math/elementary.h"
#include "core/scenes/scene.h"

namespace ringlet::scene_brush {
namespace {

constexpr float barRadius = 0.02f, barHalf = 0.08f;  // m

const ParamTable table = {
    {"across", "", 6, 1, 60, "bristles across the bar", ParamChange::Rebuild, ParamKind::Integer},
    {"along", "", 15, 1, 200, "bristles along the bar", ParamChange::Rebuild, ParamKind::Integer},
    {"particles", "", 20, 4, 200, "joints a bristle, root included", ParamChange::Rebuild, ParamKind::Integer},
    {"length", "m", 0.15, 0.02, 1, "length of the bristles", ParamChange::Rebuild},
};

// The capsule's surface: rings around the X axis.
Mesh barMesh() {
    constexpr int rings = 17, sides = 32;
    Mesh mesh;
    for (int r = 0; r < rings; ++r) {
        // Half of the rings for each end; the middle ones of both bound the straight part.
        double polar = pi * r / (rings - 1);
        for (int half = 0; half < (2 * r == rings - 1 ? 2 : 1); ++half) {
            float end = 2 * r < rings - 1 || (2 * r == rings - 1 && half == 0) ? barHalf : -barHalf;
            for (int i = 0; i < sides; ++i) {
                double turn = 2 * pi * i / sides;
                Vec3f n{static_cast<float>(cosine(polar)), static_cast<float>(sine(polar) * cosine(turn)),
                        static_cast<float>(sine(polar) * sine(turn))};
                mesh.normals.push_back(n);
                mesh.vertices.push_back(Vec3f{end, 0, 0} + n * barRadius);
            }
        }
    }
    for (uint32_t r = 0; r + 1 < mesh.vertices.size() / sides; ++r)
        for (uint32_t i = 0; i < sides; ++i) {
            uint32_t a = r * sides + i, b = r * sides + (i + 1) % sides;
            mesh.triangles.push_back({a, a + sides, b});
            mesh.triangles.push_back({b, a + sides, b + sides});
        }
    return mesh;
}

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    const int across = params.integer("across"), along = params.integer("along");
    SceneContent content;
    content.head = barMesh();
    content.colliders.capsules.push_back({{-barHalf, 0, 0}, {barHalf, 0, 0}, barRadius});
    // On the bar's upper side, fanned out a little, so that the bristles fall to both.
    std::vector<GroomRoot> roots;
    for (int j = 0; j < across; ++j)
        for (int i = 0; i < along; ++i) {
            float x = barHalf * (2.0f * (static_cast<float>(i) + 0.5f) / static_cast<float>(along) - 1.0f);
            float z = 3.0f * ((static_cast<float>(j) + 0.5f) / static_cast<float>(across) - 0.5f);
            Vec3f n = normalizedOr(Vec3f{0.3f * x / barHalf, 1, z}, Vec3f{0, 1, 0});
            Vec3f out = normalizedOr(Vec3f{0, n.y, n.z}, Vec3f{0, 1, 0});
            roots.push_back({Vec3f{x, 0, 0} + out * (barRadius + 2e-5f), n});
        }
    content.groom = straightStrands(roots, params.real("length"), params.integer("particles"), hairRadius);
    return content;
}

const RegisterScene here{{"brush", "Bristles", "A brush whose bristles push each other apart",
                          SceneKind::Wisp, "espresso", "verlet", &table,
                          {{"drag", 4}, {"stiffness", 1e-7}, {"friction", 0.3}, {"contactFriction", 0.6}}, make}};

}  // namespace
}  // namespace ringlet::scene_brush
