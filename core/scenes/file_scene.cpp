#include "core/scenes/file_scene.h"

#include "core/files/grid_cache.h"

#include <algorithm>
#include <iterator>

namespace ringlet {
namespace {

// How far the grid reaches beyond the collider's box, m: hair within it sees
// the surface's own distance, farther out that of the box as well.
constexpr float gridMargin = 0.02f;

std::vector<const char*> unitChoices() {
    std::vector<const char*> choices = {"guess"};
    for (const KnownUnit& unit : knownUnits) choices.push_back(unit.name);
    return choices;
}

}  // namespace

const ParamTable& filePlaceParams() {
    static const ParamTable table = {
        {"unit", "", 0, 0, std::size(knownUnits), "unit of the files' coordinates; guess: what the file says, or what fits a head best",
         ParamChange::Rebuild, ParamKind::Choice, unitChoices()},
        {"up", "", 0, 0, 6, "axis that points up in the files; guess: what the file says, or what fits a head best",
         ParamChange::Rebuild, ParamKind::Choice, {"guess", "Y", "Z", "X", "-Y", "-Z", "-X"}},
        {"scale", "", 1, 0.0001, 10000, "multiplies the size of hair and head from files, after the unit",
         ParamChange::Rebuild},
    };
    return table;
}

Placement givenPlacement(const Params& params) {
    const int unit = params.integer("unit");
    return {unit > 0 ? knownUnits[unit - 1].metres : 0, static_cast<UpAxis>(params.integer("up"))};
}

const ParamTable& colliderGridParams() {
    static const ParamTable table = {
        {"cell", "m", 0.004, 0.001, 0.05, "spacing of the collider's distance grid; larger is coarser and quicker to build",
         ParamChange::Rebuild},
        {"gridMemory", "MiB", 64, 0.1, 2047, "the most that the distance grid may take; its cells widen until it fits",
         ParamChange::Rebuild},
    };
    return table;
}

Status addColliderGrid(SceneContent& content, Mesh mesh, const std::string& path, const SceneFiles& files,
                       const Params& params) {
    ThreadPool pool(0);
    GridOptions options;
    options.cell = params.real("cell");
    options.margin = gridMargin;
    options.mostBytes = params.get("gridMemory") * 1048576;
    options.fit = true;
    options.pool = &pool;
    if (files.progress) {
        options.progress = [&](uint64_t done, uint64_t total) { return files.progress("preparing the collider", done, total); };
    }
    auto made = keptGridFromMesh(mesh, options, files.cache);
    if (!made) return Error{path + ": " + made.error()};
    const DistanceGrid& grid = *made.value();
    if (grid.cell > options.cell) {
        content.notes.push_back("the distance grid's cells are " + numberText(1000.0 * grid.cell) +
                                " mm, so that it takes no more than " + numberText(params.get("gridMemory")) + " MiB");
    }
    const std::vector<float>& distances = grid.distance;
    if (*std::min_element(distances.begin(), distances.end()) >= 0) {
        content.notes.push_back("'" + path + "' has no inside, so that no hair is kept out of it; close its holes, "
                                "turn its faces outward, or choose a smaller cell");
    }
    content.colliders.grid = std::move(made.value());
    content.exactCollider = std::move(mesh);
    return {};
}

ParamTable joinedTables(const std::vector<const ParamTable*>& tables, const std::vector<std::string>& without) {
    ParamTable all;
    for (const ParamTable* table : tables)
        for (const ParamInfo& row : *table)
            if (std::find(without.begin(), without.end(), row.name) == without.end()) all.push_back(row);
    return all;
}

}  // namespace ringlet
