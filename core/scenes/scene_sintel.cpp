// A groom from files on a head from files: made for Sintel's, and good for any.
// Head space has its origin between the roots, wherever the files have theirs:
// a head turns about its own middle and positions stay small.
#include "core/collide/distance_grid.h"
#include "core/files/file_groom.h"
#include "core/scenes/scene.h"

namespace ringlet {

namespace {

// How far the grid reaches beyond the collider's box, m: hair within it sees
// the surface's own distance, farther out that of the box as well.
constexpr float kMargin = 0.02f;

const ParamTable kParams = {
    {"strands", "", 0, 0, 1000000, "how many of the file's strands to take, evenly spread; 0 takes all",
     ParamChange::Rebuild, ParamKind::Integer},
    {"particles", "", 0, 0, 1000, "particles a strand, evenly by arc length; 0 keeps the file's points",
     ParamChange::Rebuild, ParamKind::Integer},
    {"cell", "m", 0.004, 0.001, 0.05, "spacing of the collider's distance grid; larger is coarser and quicker to build",
     ParamChange::Rebuild},
    {"scale", "", 1, 0.0001, 10000, "metres a unit of the files", ParamChange::Rebuild},
};

// A mesh in head space.
Result<Mesh> placedMesh(const std::string& path, const FileGroomOptions& place) {
    Result<Mesh> mesh = readMeshFile(path);
    if (mesh) {
        for (Vec3f& v : mesh.value().vertices) v = v * place.scale - place.origin;
    }
    return mesh;
}

Status addCollider(SceneContent& content, const std::string& path, const FileGroomOptions& place, float cell) {
    Result<Mesh> mesh = placedMesh(path, place);
    if (!mesh) return Error{mesh.error()};
    ThreadPool pool(0);
    Result<DistanceGrid> grid = gridFromMesh(mesh.value(), cell, kMargin, &pool);
    if (!grid) return Error{path + ": " + grid.error()};
    content.colliders.grid = std::make_shared<const DistanceGrid>(std::move(grid.value()));
    content.exactCollider = std::move(mesh.value());
    return {};
}

Result<SceneContent> make(const Params& params, const SceneFiles& files) {
    if (files.groom.empty()) {
        return Error{"scene sintel takes its hair from files; name them with --groom FILE (.tfx, .hair or .obj), "
                     "and with --head FILE.obj and --collider FILE.obj what it grows on and must not enter"};
    }
    if (params.integer("particles") == 1) return Error{"particles: a strand needs at least 2; 0 keeps the file's"};
    Result<FileStrands> strands = readStrandsFile(files.groom);
    if (!strands) return Error{strands.error()};

    FileGroomOptions options;
    options.strands = static_cast<uint32_t>(params.integer("strands"));
    options.particles = static_cast<uint32_t>(params.integer("particles"));
    options.scale = params.real("scale");
    options.origin = centerOfRoots(strands.value()) * options.scale;

    SceneContent content;
    if (!files.head.empty()) {
        Result<Mesh> head = placedMesh(files.head, options);
        if (!head) return Error{head.error()};
        content.head = std::move(head.value());
    }
    if (!files.collider.empty()) {
        Status collider = addCollider(content, files.collider, options, params.real("cell"));
        if (!collider) return Error{collider.error()};
    }
    MeshDistance surface(content.head.triangles.empty() ? content.exactCollider : content.head);
    options.head = surface.empty() ? nullptr : &surface;
    Result<FileGroom> groom = groomFromStrands(strands.value(), options, files.groom);
    if (!groom) return Error{groom.error()};
    content.groom = std::move(groom.value().groom);
    return content;
}

RegisterScene here{{"sintel", "A groom from files on a head from files, with a distance grid of its collider",
                    "dftl", &kParams, {{"drag", 5}, {"sagFree", 1}}, make, "still", true}};

}  // namespace

}  // namespace ringlet
