// Where strands and heads of files belong: metres, Y up, roots on the scalp.
#pragma once

#include "core/collide/mesh_distance.h"
#include "core/files/formats.h"

#include <string>

namespace ringlet {

// How a file's coordinates become metres with Y up: (x, y, z) of a file that is
// Z up is (x, z, -y), of one that is X up (-y, x, z).
struct Placement {
    float unit = 1;  // metres a unit
    UpAxis up = UpAxis::Y;
};
Vec3f placed(const Placement& placement, Vec3f p);
// The point of the file that `placed` puts at p.
Vec3f unplaced(const Placement& placement, Vec3f p);
// The same point where another axis is up.
Vec3f turnedUp(Vec3f p, UpAxis from, UpAxis to);

constexpr UpAxis allUpAxes[] = {UpAxis::Y, UpAxis::Z, UpAxis::X, UpAxis::MinusY, UpAxis::MinusZ, UpAxis::MinusX};
const char* axisName(UpAxis up);  // "Y", "-Z"; "" for Unknown

// The units that are told apart.
struct KnownUnit {
    float metres;
    const char *name, *names;  // as a parameter's choice; of several
};
constexpr KnownUnit knownUnits[] = {{1.0f, "metre", "metres"},
                                    {0.01f, "centimetre", "centimetres"},
                                    {0.0254f, "inch", "inches"},
                                    {0.00254f, "tenth-inch", "tenths of an inch"},
                                    {0.001f, "millimetre", "millimetres"}};
std::string unitName(float metres);  // of several
// The one with the least misfit(metres), of equal ones the first.
template <class Misfit>
float bestUnit(const Misfit& misfit) {
    float best = knownUnits[0].metres;
    for (const KnownUnit& unit : knownUnits)
        if (misfit(unit.metres) < misfit(best)) best = unit.metres;
    return best;
}

// What is known without a search: what `given` says, or else the file (unit 0 and
// UpAxis::Unknown: neither says it).
Placement toldPlacement(const FileStrands& strands, const Placement& given);

// For hair that fits no head, `told` and for what it does not say: the unit that makes
// the roots' box most nearly 0.8 m across its diagonal, as on a creature (for fewer than 50
// strands: the whole groom 0.4 m); the axis `usual`, and where there is none, or for few
// strands, that along which hair hangs down on the whole.
Placement guessedPlacement(const FileStrands& strands, UpAxis usual, const Placement& told);

// The placement of a head's file: what `given` says of it, and for the rest the groom's
// own where the roots then lie on it, or the unit and axis that bring it nearest to them.
struct HeadPlacement {
    Placement placement;
    float distance = 0;  // from the roots to the head, the middle one of all, m
};
HeadPlacement guessedHeadPlacement(const Mesh& head, const std::vector<Vec3f>& roots, const Placement& groom,
                                   const Placement& given);

// Whether number `i` of `count` is one of `most` that are spread evenly. In 64 bits: size_t has 32 in WebAssembly.
inline bool takesEvenly(uint64_t i, uint64_t most, uint64_t count) {
    return most >= count || i * most / count != (i + 1) * most / count;
}

// First points, at most `most` of them, spread evenly over the strands.
std::vector<Vec3f> rootsOf(const FileStrands& strands, size_t most);

// Moves every strand as a whole so that its root lies on the head, if it lies in it or is
// no farther from it than `reach` (m). Roots no farther than `seated` (m) stay: grooms
// set them a little into or off the skin, and what hair lies on was made for that.
struct Snapped {
    uint64_t moved = 0, far = 0;  // strands: moved by more than 1 um; left, too far
    float average = 0, most = 0;  // of those moved, m
};
Snapped snapRoots(FileStrands& strands, const MeshDistance& head, float reach, float seated);

}  // namespace ringlet
