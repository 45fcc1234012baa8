// What models have in common: the checks of build(), the loop over tiles, the
// bytes of a saved state, and the head's way through a frame.
#pragma once

#include "core/models/model.h"
#include "core/models/strand_device.h"

namespace ringlet {

// Whether a model can take the groom: strands, of at least two points each.
Status checkStrands(const Groom& groom);

// The layout that is asked for; of a model that has tiles alone.
Result<Layout> layoutOf(const ModelOptions& options);
Status tilesAlone(const std::string& model, const ModelOptions& options);

// What build() says where no kernel has so many lanes.
Error noSuchLanes(int lanes);

// Whether tiles of so many lanes would be mostly padding, for few strands are equally long, in a
// groom so large that memory counts.
bool mostlyPadding(const Groom& groom, int lanes);

// The kernels that kernelsOf(lanes) gives; where the widest may be taken (0), 4 lanes or 1 instead
// of those that would be mostly padding. Null: no kernel has so many lanes.
template <class KernelsOf>
auto kernelsFor(const Groom& groom, int lanes, const KernelsOf& kernelsOf) {
    auto best = kernelsOf(lanes);
    for (int narrower : {4, 1}) {
        if (lanes != 0 || best == nullptr || best->lanes <= narrower || !mostlyPadding(groom, best->lanes)) continue;
        if (auto other = kernelsOf(narrower)) best = other;
    }
    return best;
}

// What build() begins with: the lanes of the model's tiles, and the kernels that run them, of those that kernelsOf(lanes)
// gives; null on a device. Error: a groom that no model takes, or no kernel of so many lanes.
template <class Kernels, class KernelsOf>
Result<int> lanesFor(const Groom& groom, const ModelOptions& options, const KernelsOf& kernelsOf, const Kernels*& kernels) {
    if (Status status = checkStrands(groom); !status) return Error{status.error()};
    if (options.backend != "cpu") return static_cast<int>(deviceLanes);
    kernels = kernelsFor(groom, options.lanes, kernelsOf);
    if (kernels == nullptr) return noSuchLanes(options.lanes);
    return kernels->lanes;
}

// body(index, worker) for every tile, over the pool's workers where there is one.
template <class Body>
void forEachTile(ThreadPool* pool, size_t tiles, const Body& body) {
    if (pool != nullptr) return pool->forEach(static_cast<int>(tiles), std::cref(body));
    for (int i = 0; i < static_cast<int>(tiles); ++i) body(i, 0);
}

// How many workers forEachTile() has; a single tile is always the first one's.
inline size_t workersOf(ThreadPool* pool, size_t tiles) {
    return pool != nullptr && tiles > 1 ? static_cast<size_t>(pool->threads()) : 1;
}

// A saved state: the model's name, a hash of the groom (and of whatever else the
// state's meaning hangs on), the head, and the state as floats and numbers of points in an
// order that no layout or count of lanes changes.
struct SavedState {
    uint64_t groom = 0;
    Pose head;
    std::vector<float> floats;
    std::vector<uint32_t> ids = {};
};
std::vector<uint8_t> packState(const std::string& model, const SavedState& state);
// Fails on what packState() did not write for this model and groom hash, with so many floats at least.
Result<SavedState> unpackState(const std::string& model, uint64_t groom, size_t floats,
                               const std::vector<uint8_t>& bytes);
// What restore() says of a state that was saved from something else.
Error otherState();

// From one pose's origin to the other's, m.
Vec3f between(const Pose& from, const Pose& to);

// The angle between two poses, rad, by its half's sine: exact to third order.
float angleBetween(const Pose& from, const Pose& to);

// A teleport's turn of everything, and the frame that is left once the hair has
// been carried along: the head rests where it arrived.
Quatf carryTurn(const Frame& frame);
Frame arrived(Frame frame);

// Substep `index` of a frame that is played in `count` equal ones. The brush moves
// evenly to where the frame has it at its end.
Substep substepOf(const Frame& frame, int index, int count);

// One substep for every 1/120 s, or for every 2 cm and every 0.12 rad that the head moves in the frame together, whichever asks
// for more; at most four.
int substepsForMotion(const Frame& frame);

// How many substeps of at most 1/rate seconds a frame takes, at most `most`.
int substepsFor(const Frame& frame, float rate, int most);

// Adds the energy of `mass` (kg), `above` its strand's root (m), at `velocity` (m/s).
inline void addMass(Energy& energy, double mass, Vec3d above, Vec3d velocity, Vec3f gravity) {
    energy.kinetic += 0.5 * mass * dot(velocity, velocity);
    energy.gravity -= mass * dot(Vec3d{gravity.x, gravity.y, gravity.z}, above);
}

}  // namespace ringlet
