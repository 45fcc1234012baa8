#include "core/scenes/full_head.h"

#include "core/collide/distance_grid.h"
#include "core/collide/head.h"
#include "core/groom/icosphere.h"

namespace ringlet {
namespace {

constexpr float colliderCell = 0.004f;  // m; the smallest feature, the ears' rims, is twice that
constexpr int meshResolution = 80;      // cells along the bust: 6.5 mm, halved where it bends
constexpr float meshTolerance = 0.05f;  // of an edge's length

}  // namespace

// The bust never changes.
const std::shared_ptr<const DistanceGrid>& bustGrid() {
    static const auto grid = [] {
        DistanceGrid made = headGrid(colliderCell);
        made.bounds = gridBounds(made);
        return std::make_shared<const DistanceGrid>(std::move(made));
    }();
    return grid;
}
const Mesh& bustMesh() {
    static const Mesh mesh = headMesh(meshResolution, meshTolerance);
    return mesh;
}

Result<SceneContent> makeFullHead(const Params& params, const SceneFiles&) {
    SceneContent content;
    content.head = DrawnMesh(bustMesh);
    content.bust.scale = 1;
    content.colliders.grid = bustGrid();
    // The grid answers far from the skin; near it hair is kept out of both the
    // grid and the collider's own function. Roots are fixed and may lie in it.
    auto clearance = [&](Vec3f p) {
        SurfacePoint grid = nearestSurface(content.colliders, p);
        float distance = grid.distance > 0.004f ? grid.distance : minimum(grid.distance, headColliderDistance(p));
        return Clearance{distance, grid.normal};
    };
    std::vector<GroomRoot> roots;
    uint64_t seed = static_cast<uint64_t>(params.integer("seed"));
    for (const ScalpRoot& root : scalpRoots(params.integer("strands"), seed)) {
        roots.push_back({root.position, root.normal});
    }
    content.groom = proceduralGroom(roots, params, clearance);
    return content;
}

SceneDefaults fullHeadDefaults(const SceneDefaults& own) {
    // A head of hair takes most of the air in it along. Still air would throw far
    // more strands over the crown, where some stay balanced for seconds. What a scene
    // says itself comes last. Hair moves as a mass: nearly all that a strand does otherwise than those around it ends with the frame.
    SceneDefaults all = {{"drag", 5}, {"entrainment", 0.8}, {"friction", 0.1}, {"hairFriction", 800}};
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

Mesh sphereMesh(float radius) {
    Mesh mesh;
    for (const GroomRoot& root : icosphereRoots(3, radius)) {
        mesh.vertices.push_back(root.position);
        mesh.normals.push_back(root.normal);
    }
    for (uint32_t i = 0; i + 2 < mesh.vertices.size(); i += 3) mesh.triangles.push_back({i, i + 1, i + 2});
    return mesh;
}

}  // namespace ringlet
