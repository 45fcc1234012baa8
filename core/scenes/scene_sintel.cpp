// A groom from files on a head from files: made for Sintel's, and good for any.
// Head space has its origin between the roots, wherever the files have theirs:
// a head turns about its own middle and positions stay small.
#include "core/files/file_groom.h"
#include "core/files/grid_cache.h"
#include "core/groom/guides.h"
#include "core/scenes/scene.h"

#include <cstdio>

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
    {"guides", "", 0, 0, 1000000, "how many of those strands are simulated, spread well; the rest follow them; 0: all",
     ParamChange::Rebuild, ParamKind::Integer},
    {"cell", "m", 0.004, 0.001, 0.05, "spacing of the collider's distance grid; larger is coarser and quicker to build",
     ParamChange::Rebuild},
    {"gridMemory", "MiB", 64, 0.1, 2047, "the most that the distance grid may take; its cells widen until it fits",
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

Status addCollider(SceneContent& content, const SceneFiles& files, const FileGroomOptions& place,
                   const Params& params) {
    Result<Mesh> mesh = placedMesh(files.collider, place);
    if (!mesh) return Error{mesh.error()};
    ThreadPool pool(0);
    GridOptions options;
    options.cell = params.real("cell");
    options.margin = kMargin;
    options.mostBytes = params.get("gridMemory") * 1048576;
    options.fit = true;
    options.pool = &pool;
    if (files.progress) {
        options.progress = [&](uint64_t done, uint64_t total) { return files.progress("distance grid", done, total); };
    }
    Result<DistanceGrid> grid = keptGridFromMesh(mesh.value(), options, files.cache);
    if (!grid) return Error{files.collider + ": " + grid.error()};
    if (grid.value().cell > options.cell) {
        content.notes.push_back("the distance grid's cells are " + numberText(1000.0 * grid.value().cell) +
                                " mm, so that it takes no more than " + numberText(params.get("gridMemory")) + " MiB");
    }
    content.colliders.grid = std::make_shared<const DistanceGrid>(std::move(grid.value()));
    content.exactCollider = std::move(mesh.value());
    return {};
}

void noteGroom(SceneContent& content, const FileGroom& groom) {
    auto note = [&](uint64_t count, const char* what) {
        if (count > 0) content.notes.push_back(std::to_string(count) + " strands " + what);
    };
    note(groom.skipped, "without two distinct points were left out");
    note(groom.mended, "with repeated points were resampled without them");
    if (groom.deviation > 0) {
        content.notes.push_back("resampling moved hair by up to " + numberText(1000.0 * groom.deviation) + " mm");
    }
}

void takeGuides(SceneContent& content, uint32_t count) {
    const size_t strands = content.groom.strands();
    GuidedGroom guided = guidedGroom(content.groom, count);
    char text[200];
    std::snprintf(text, sizeof text, "%u guides of %zu strands are simulated; at rest the others are %.2g %% of their "
                  "length from their own shape on average, %.2g %% at most", count, strands,
                  100.0 * guided.meanDeviation, 100.0 * guided.mostDeviation);
    content.notes.push_back(text);
    content.groom = std::move(guided.guides);
    content.follow = std::move(guided.table);
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
        Status collider = addCollider(content, files, options, params);
        if (!collider) return Error{collider.error()};
    }
    MeshDistance surface(content.head.triangles.empty() ? content.exactCollider : content.head);
    options.head = surface.empty() ? nullptr : &surface;
    Result<FileGroom> groom = groomFromStrands(strands.value(), options, files.groom);
    if (!groom) return Error{groom.error()};
    content.groom = std::move(groom.value().groom);
    noteGroom(content, groom.value());
    const uint32_t guides = static_cast<uint32_t>(params.integer("guides"));
    if (guides > 0 && guides < content.groom.strands()) takeGuides(content, guides);
    return content;
}

RegisterScene here{{"sintel", "A groom from files on a head from files, with a distance grid of its collider",
                    "dftl", &kParams, {{"drag", 5}, {"sagFree", 1}}, make, "still", true}};

}  // namespace

}  // namespace ringlet
