// Where strands and heads of files belong: metres, Y up, roots on the scalp.
#pragma once

#include "core/collide/mesh_distance.h"
#include "core/files/formats.h"

#include <string>

namespace ringlet {

// How a file's coordinates become metres with Y up: (x, y, z) of a file that is
// Z up is (x, z, -y).
struct Placement {
    float unit = 1;  // metres a unit
    UpAxis up = UpAxis::Y;
};
Vec3f placed(const Placement& placement, Vec3f p);

// The units that are told apart, m: metre, centimetre, inch, tenth of an inch;
// and what one is called.
constexpr float knownUnits[] = {1.0f, 0.01f, 0.0254f, 0.00254f};
std::string unitName(float unit);

// The unit that makes the roots' box most nearly 0.28 m across its diagonal, as
// on a head of hair (for fewer than 50 strands: the whole groom 0.4 m), and the
// axis along which hair hangs down on the whole; `usual` where it does not hang.
// What the file says goes before a guess, what `given` says before both (unit 0
// and UpAxis::Unknown: nothing).
Placement guessedPlacement(const FileStrands& strands, UpAxis usual, const Placement& given);

// The placement of a head's file: the groom's own where the roots then lie on it,
// or the unit and axis that bring it nearest to them.
struct HeadPlacement {
    Placement placement;
    float distance = 0;  // from the roots to the head, the middle one of all, m
};
HeadPlacement guessedHeadPlacement(const Mesh& head, const std::vector<Vec3f>& roots, const Placement& groom);

// First points, at most `most` of them, spread evenly over the strands.
std::vector<Vec3f> rootsOf(const FileStrands& strands, size_t most);

// Moves every strand as a whole so that its root lies on the head, if it is no
// farther from it than `reach` (m). Roots no farther than `seated` (m) stay: grooms
// set them a little into or off the skin, and what hair lies on was made for that.
struct Snapped {
    uint64_t moved = 0, far = 0;  // strands: moved by more than 1 um; left, too far
    float average = 0, most = 0;  // of those moved, m
};
Snapped snapRoots(FileStrands& strands, const MeshDistance& head, float reach, float seated);

// Ringlet's own head, turned with the hair so that the hair lies on its scalp.
struct HeadFit {
    float scale = 1;       // of the head
    Vec3f shift{0, 0, 0};  // of the head, after its scale, m
    int quarters = 0;      // quarter turns of the hair about the vertical before that, so that it faces +Z
    float distance = 0;    // from the roots to the scalp, root mean square, m
};
// Nearest points in turns (Besl and McKay 1992), similarity without rotation,
// from each of four quarter turns. Fewer than 20 roots, or roots within 5 cm,
// grow on the crown.
HeadFit fittedHead(const std::vector<Vec3f>& roots);

// (x, z) turned by quarters from +Z towards +X.
Vec3f turnedQuarters(Vec3f p, int quarters);

}  // namespace ringlet
