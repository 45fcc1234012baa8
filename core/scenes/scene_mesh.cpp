// Hair grown on any mesh from a file: so many strands an area, in a style of
// proceduralGroomParams(). Head space has its origin in the middle of the mesh's box.
#include "core/collide/mesh_distance.h"
#include "core/files/bounds.h"
#include "core/groom/mesh_roots.h"
#include "core/groom/procedural.h"
#include "core/scenes/file_scene.h"

#include <cstdio>

namespace ringlet::scene_mesh {
namespace {

constexpr float usualSize = 0.5f;     // m, of the box's diagonal: a guessed unit comes nearest to it
constexpr uint32_t mostGrown = 60000; // strands
constexpr float rootGap = 2e-5f;      // m of air, so that rounding never puts a root inside

const ParamTable densityParams = {
    {"rootDensity", "1/m^2", 30000, 1, 1e7, "strands a square metre of the mesh; a scalp has two million hairs a square metre",
     ParamChange::Rebuild},
};

const ParamTable& meshParams() {
    static const ParamTable table = joinedTables(
        {&densityParams, &proceduralGroomParams(), &filePlaceParams(), &colliderGridParams()}, {"strands"});
    return table;
}

float diagonalOf(const Mesh& mesh, Vec3f& middle) {
    Vec3f low = mesh.vertices[0], high = low;
    for (const Vec3f& v : mesh.vertices) {
        low = {minimum(low.x, v.x), minimum(low.y, v.y), minimum(low.z, v.z)};
        high = {maximum(high.x, v.x), maximum(high.y, v.y), maximum(high.z, v.z)};
    }
    middle = 0.5f * (low + high);
    return lengthOf(high - low);
}

// How many times too large or too small a mesh is, at least 1.
float misfitOf(float size) { return size > usualSize ? size / usualSize : usualSize / maximum(size, 1e-30f); }

// Metres, Y up, about the origin. Error: nothing to grow on.
Status place(Mesh& mesh, const Params& params, const std::string& path, std::vector<std::string>& notes) {
    if (mesh.triangles.empty()) return Error{path + " has no faces that hair could grow on"};
    Vec3f middle;
    const float size = diagonalOf(mesh, middle);
    Placement placement = givenPlacement(params);
    const bool guessed = placement.unit == 0;
    if (placement.up == UpAxis::Unknown) placement.up = UpAxis::Y;
    if (guessed) placement.unit = bestUnit([&](float unit) { return misfitOf(size * unit); });
    char text[120];
    std::snprintf(text, sizeof text, ": %s%s, %s up, %.3g m across its box%s", unitName(placement.unit).c_str(),
                  guessed ? " by its size" : " as set", axisName(placement.up),
                  double(size * placement.unit * params.real("scale")), guessed ? "; unit and scale change it" : "");
    notes.push_back(path.substr(path.find_last_of("/\\") + 1) + text);
    placement.unit *= params.real("scale");
    for (Vec3f& v : mesh.vertices) v = placed(placement, v - middle);
    for (Vec3f& n : mesh.normals) n = placed({1, placement.up}, n);
    return {};
}

// Roots a little off the mesh, normals out of it however its faces are turned.
std::vector<GroomRoot> rootsOn(const Mesh& mesh, const MeshDistance& surface, const Params& params,
                               std::vector<std::string>& notes) {
    const double wanted = params.get("rootDensity") * meshArea(mesh);
    const uint32_t count = wanted < mostGrown ? 1 + static_cast<uint32_t>(wanted) : mostGrown;
    char text[120];
    std::snprintf(text, sizeof text, "%u strands on %.4g m^2%s", count, meshArea(mesh),
                  wanted > mostGrown ? ", fewer than rootDensity asks for: no more are grown" : "");
    notes.push_back(text);
    std::vector<GroomRoot> roots = meshRoots(mesh, count, static_cast<uint64_t>(params.integer("seed")));
    for (GroomRoot& root : roots) {
        if (dot(root.normal, surface.nearest(root.position).normal) < 0) root.normal = -root.normal;
        root.position = root.position + rootGap * root.normal;
    }
    return roots;
}

Result<SceneContent> make(const Params& params, const SceneFiles& files) {
    if (files.head.empty())
        return Error{"scene mesh grows hair on a mesh from a file (" + extensionsWith(&FormatInfo::readMesh) +
                     "); for the command line: --head"};
    if (!files.groom.empty() || !files.collider.empty())
        return Error{"scene mesh grows its own hair and keeps it out of that mesh; the scene sintel takes a groom and a collider"};
    ReadProgress progress;
    if (files.progress)
        progress = [&](uint64_t done, uint64_t total) { return files.progress("reading the mesh", done, total); };
    Result<Mesh> read = readMeshFile(files.head, progress);
    if (!read) return Error{read.error()};
    Mesh mesh = std::move(read.value());
    if (Status near = checkBounds(mesh, files.head); !near) return Error{near.error()};
    SceneContent content;
    if (Status status = place(mesh, params, files.head, content.notes); !status) return Error{status.error()};
    const MeshDistance surface(mesh);
    if (surface.empty()) return Error{files.head + " has no triangle within 1000 km that hair could grow on; unit and scale say how large it is"};
    const std::vector<GroomRoot> roots = rootsOn(mesh, surface, params, content.notes);
    if (roots.empty()) return Error{files.head + " has no area that hair could grow on"};
    if (Status grid = addColliderGrid(content, mesh, files.head, files, params); !grid) return Error{grid.error()};
    const Colliders& colliders = content.colliders;
    content.groom = proceduralGroom(roots, params, [&](Vec3f p) {
        const SurfacePoint at = nearestSurface(colliders, p);
        return Clearance{at.distance, at.normal};
    });
    content.head = std::move(mesh);
    return content;
}

const RegisterScene here{{"mesh", "Hair on a mesh", "Hair grown on any mesh from a file, so many strands an area, in any style",
                          SceneKind::Own, "chestnut", "elastic-strand", &meshParams(),
                          {{"length", 0.12}, {"lengthVariation", 0.3}, {"clumps", 300}, {"droop", 0.6}, {"parted", 0},
                           {"drag", 5}, {"entrainment", 0.8}, {"friction", 0.1}, {"stiffness", 2e-8}},
                          make, "still", true, true}};

}  // namespace
}  // namespace ringlet::scene_mesh
