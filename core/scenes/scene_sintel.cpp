// A groom from files on a head from files: made for Sintel's, and good for any.
// Head space has its origin between the roots, wherever the files have theirs:
// a head turns about its own middle and positions stay small.
#include "core/files/file_groom.h"
#include "core/groom/guides.h"
#include "core/groom/roots.h"
#include "core/scenes/file_scene.h"
#include "core/scenes/full_head.h"
#include "core/scenes/placed_files.h"

#include <algorithm>
#include <cstdio>

namespace ringlet::scene_sintel {
namespace {

const ParamTable takenParams = {
    {"strands", "", 0, 0, 1000000, "how many of the file's strands to take, evenly spread; 0 takes all",
     ParamChange::Rebuild, ParamKind::Integer},
    {"particles", "", 0, 0, 1000, "particles a strand, evenly by arc length; 0 keeps the file's points",
     ParamChange::Rebuild, ParamKind::Integer},
    {"guides", "", 0, 0, 1000000, "how many of those strands are simulated, spread well; the rest follow them; 0: all",
     ParamChange::Rebuild, ParamKind::Integer},
};

const ParamTable placedParams = {
    {"under", "", 0, 0, 2, "what is under the hair where no head is named: Ringlet's bust, or a skin made from the roots; "
     "guess: the bust where the roots fit it", ParamChange::Rebuild, ParamKind::Choice, {"guess", "bust", "roots"}},
    {"rootEnd", "", 0, 0, 2, "which point of a strand is its root; guess: the first, unless the last ones fit a head far better",
     ParamChange::Rebuild, ParamKind::Choice, {"guess", "first", "last"}},
    {"hairTurn", "rad", 0, -3.1416, 3.1416, "turns the hair on its head about the vertical", ParamChange::Rebuild},
    {"hairScale", "", 1, 0.1, 10, "makes the hair larger on its head", ParamChange::Rebuild},
    {"hairX", "m", 0, -1, 1, "moves the hair on its head, to its left", ParamChange::Rebuild},
    {"hairY", "m", 0, -1, 1, "moves the hair on its head, up", ParamChange::Rebuild},
    {"hairZ", "m", 0, -1, 1, "moves the hair on its head, forward", ParamChange::Rebuild},
    {"snap", "", 1, 0, 1, "moves strands as a whole so that roots in the head or within 2 cm of it lie on it",
     ParamChange::Rebuild, ParamKind::Toggle},
};

const ParamTable& ownParams() {
    static const ParamTable table = joinedTables({&takenParams, &colliderGridParams(), &filePlaceParams(), &placedParams});
    return table;
}

// Whether points are held otherwise than models hold them: the root and the segment at it.
bool holdsOthers(const FileStrands& strands) {
    if (strands.fixed.empty()) return false;
    const uint8_t* fixed = strands.fixed.data();
    for (uint32_t count : strands.counts) {
        if (count > 0 && !fixed[0]) return true;
        for (uint32_t i = 2; i < count; ++i)
            if (fixed[i]) return true;
        fixed += count;
    }
    return false;
}

// What the file says besides strands, and what its reader left out.
void noteFile(SceneContent& content, const FileStrands& strands, const std::string& path) {
    const std::string name = path.substr(path.find_last_of("/\\") + 1) + ": ";
    for (const std::string& note : strands.notes) content.notes.push_back(name + note);
    std::string unused;
    const auto tell = [&](bool there, const char* what) {
        if (there) unused += (unused.empty() ? "" : ", ") + std::string(what);
    };
    const auto usual = [](float t) { return absolute(t - 2 * hairRadius) < 0.02f * hairRadius; };  // which files of ours have
    tell(!std::all_of(strands.thickness.begin(), strands.thickness.end(), usual), "thickness");
    tell(!strands.transparency.empty(), "transparency");
    tell(!strands.colors.empty(), "colours");
    tell(holdsOthers(strands), "fixed points other than each strand's root");
    if (!unused.empty()) content.notes.push_back(name + "what it says of these is not used: " + unused);
}

void noteGroom(SceneContent& content, const FileGroom& groom) {
    auto note = [&](uint64_t count, const char* what) {
        if (count > 0) content.notes.push_back(std::to_string(count) + " strands " + what);
    };
    note(groom.skipped, "with too few distinct points were left out");
    note(groom.mended, "with repeated points were resampled without them");
    if (groom.deviation > 1e-7f) {
        char text[80];
        std::snprintf(text, sizeof text, "resampling moved hair by up to %.4g mm", 1000.0 * groom.deviation);
        content.notes.push_back(text);
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
    // The guides, and behind them what follows.
    std::vector<uint32_t> place;
    for (uint32_t s : guided.strand) place.push_back(content.placeInFile[s]);
    for (size_t f = count; f < guided.drawn.size(); ++f) place.push_back(content.placeInFile[guided.drawn[f]]);
    content.placeInFile = std::move(place);
    content.follow = std::move(guided.table);
}

Result<SceneContent> make(const Params& params, const SceneFiles& files) {
    if (files.groom.empty()) {
        return Error{"scene sintel takes its hair from a groom file (" + extensionsWith(&FormatInfo::readStrands) +
                     "), and its head and a closed collider from meshes (" + extensionsWith(&FormatInfo::readMesh) +
                     "); for the command line: --groom, --head, --collider"};
    }
    if (params.integer("particles") == 1) return Error{"particles: a strand needs at least 2; 0 keeps the file's"};
    PlaceOptions place;
    place.given = givenPlacement(params);
    place.scale = params.real("scale");
    place.snap = params.toggle("snap");
    place.rootEnd = static_cast<RootEnd>(params.integer("rootEnd"));
    place.under = static_cast<Under>(params.integer("under"));
    place.turn = params.real("hairTurn");
    place.hairScale = params.real("hairScale");
    place.move = {params.real("hairX"), params.real("hairY"), params.real("hairZ")};
    Result<PlacedFiles> read = readPlaced(files, place);
    if (!read) return Error{read.error()};
    PlacedFiles& all = read.value();

    SceneContent content;
    content.notes = std::move(all.notes);
    content.head = std::move(all.head);
    content.bust = all.bust;
    content.found = all.found;
    content.colliders.grid = all.grid;
    if (all.collider.triangles.empty() && !files.head.empty())
        content.notes.push_back("no collider was named: nothing keeps hair out of the head; a closed mesh as the collider, this one too, does");
    if (!all.collider.triangles.empty()) {
        Status grid = addColliderGrid(content, std::move(all.collider), files.collider, files, params);
        if (!grid) return Error{grid.error()};
    }
    FileGroomOptions options;
    options.strands = static_cast<uint32_t>(params.integer("strands"));
    options.particles = static_cast<uint32_t>(params.integer("particles"));
    MeshDistance surface(content.head->triangles.empty() ? content.exactCollider : *content.head);
    options.head = surface.empty() ? nullptr : &surface;
    Result<FileGroom> groom = groomFromStrands(all.strands, options, files.groom);
    if (!groom) return Error{groom.error()};
    content.groom = std::move(groom.value().groom);
    content.placeInFile = std::move(groom.value().strand);
    content.origin = all.origin;
    noteFile(content, all.strands, files.groom);
    noteGroom(content, groom.value());
    const uint32_t guides = static_cast<uint32_t>(params.integer("guides"));
    if (guides > 0 && guides < content.groom.strands()) takeGuides(content, guides);
    return content;
}

RegisterScene here{{"sintel", "Your own hair",
                    "A groom from files on a head from files, with a distance grid of its collider",
                    SceneKind::Own, "chestnut",
                    "elastic-strand", &ownParams(), fullHeadDefaults({{"stiffness", 2e-8}, {"sagFree", 1}, {"fitStiffness", 1}}), make, "still", true}};

}  // namespace
}  // namespace ringlet::scene_sintel
