// The benchmark scene of Cavazotti 2025, chapter 7: strands on a subdivided
// icosahedron, one at every vertex of every face.
#include "core/groom/icosphere.h"
#include "core/scenes/full_head.h"

namespace ringlet::scene_icosphere {
namespace {

constexpr ParamChange build = ParamChange::Rebuild;

const ParamTable table = {
    {"level", "", 2, 0, icosphereLevels - 1, "subdivisions: 60, 240, 960, 3840 or 15360 strands", build,
     ParamKind::Integer},
    {"subdivision", "", 0, 0, 1, "where new vertices go: onto the sphere, or stay at their edges' midpoints", build,
     ParamKind::Choice, {"sphere", "midpoint"}},
    {"particles", "", 25, 2, 1000, "points a strand, root included", build, ParamKind::Integer},
    {"length", "m", 0.3, 0.01, 2, "length of the strands", build},
    {"spacing", "m", 0, 0, 0.1, "distance of a strand's points, which then give its length; 0: length decides", build},
    {"curl", "", 0, 0, 1, "shape of the strands", build, ParamKind::Choice, {"straight", "helix"}},
    {"curlRadius", "m", 0.01, 0, 0.05, "radius of the helix", build},
    {"curlPitch", "m", 0.03, 0.005, 0.3, "rise of the helix a turn", build},
};

// The base mesh itself, flat faces.
Mesh facesOf(const std::vector<GroomRoot>& roots) {
    Mesh mesh;
    for (uint32_t i = 0; i + 2 < roots.size(); i += 3) {
        const Vec3f a = roots[i].position, b = roots[i + 1].position, c = roots[i + 2].position;
        mesh.vertices.insert(mesh.vertices.end(), {a, b, c});
        mesh.normals.insert(mesh.normals.end(), 3, normalizedOr(cross(b - a, c - a), roots[i].normal));
        mesh.triangles.push_back({i, i + 1, i + 2});
    }
    return mesh;
}

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    const auto subdivision = static_cast<Subdivision>(params.integer("subdivision"));
    const int particles = params.integer("particles");
    const float spacing = params.real("spacing");
    const float length = spacing > 0 ? spacing * static_cast<float>(particles - 1) : params.real("length");
    const std::vector<GroomRoot> roots = icosphereRoots(params.integer("level"), icosphereRadius, subdivision);
    SceneContent content;
    if (params.integer("curl") == 0)
        content.groom = straightStrands(roots, length, particles, hairRadius);
    else
        content.groom = helicalStrands(roots, {length, params.real("curlRadius"), params.real("curlPitch")}, particles, hairRadius);
    // No root lies inside the ball.
    const float ball = subdivision == Subdivision::Sphere ? icosphereRadius : icosphereRadius * icosahedronInradius;
    content.head = subdivision == Subdivision::Sphere ? sphereMesh(ball) : facesOf(roots);
    content.colliders.spheres.push_back({{0, 0, 0}, ball});
    return content;
}

const RegisterScene here{{"icosphere", "Icosphere",
                          "Strands on a subdivided icosahedron, straight or curled, for benchmarks",
                          SceneKind::Ball, "chestnut", "elastic-strand", &table,
                          {{"drag", 5}, {"friction", 0.05}}, make}};

}  // namespace
}  // namespace ringlet::scene_icosphere
