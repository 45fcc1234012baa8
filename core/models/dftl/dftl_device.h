// The doorway between the model and a device that steps it elsewhere (a GPU).
// Plain structs and an interface only; devices are found by name at run time.
#pragma once

#include "core/base/result.h"
#include "core/models/dftl/dftl_kernels.h"

#include <memory>
#include <string>
#include <vector>

namespace ringlet {

// Strands of a tile on a device: as many as threads that run together.
constexpr uint32_t deviceLanes = 32;

// All that changes from frame to frame.
struct DftlFrame {
    Substep substep[maxSubsteps];
    int substeps;
    ColliderArgs colliders;         // host pointers; a device puts its own in their place
    uint64_t gridVersion;           // changes whenever the grid does
    ImplicitMaterial implicit;
    PublishedMaterial published;
    bool carries;                   // the head has jumped: carry the strands along first
    Quatf carryTurn;                // by this rotation
};

// The host's memory of a strand group, in deviceLanes-wide tiles.
struct DftlHostGroup {
    uint32_t strands, particles, padded;
    float* state;                   // all channels, as the layout has them
    size_t stateFloats;
    size_t changingFloats;          // the first so many of them change in a step
    size_t positionFloats;          // the first so many hold all positions; 0: they lie apart
    const float* roots;             // [tile][rootRowsOf()][lane]
    const float* scales;            // a strand; not used by the published step
    float* previous;                // positions a frame earlier, as they lie in the state; null: not kept
    uint32_t* resets;               // a strand
};

enum class DftlFetch { Positions, All };  // positions and previous; or all that changes

class DftlDevice {
public:
    virtual ~DftlDevice() = default;

    // The host's groups to the device, whole. Must come before the first step.
    virtual Status store() = 0;
    // What has changed back into the host's groups.
    virtual Status fetch(DftlFetch what) = 0;
    // Frames one after another, at most `mostFrames()`; they share their colliders.
    // Returns when they are done. Many frames replay as one graph.
    virtual Status step(const DftlFrame* frames, int count) = 0;
    virtual int mostFrames() const = 0;
    // What the last step() took by the device's own clock, ms: of one frame the
    // step itself, of several all that they do.
    virtual double milliseconds() const = 0;
    virtual size_t bytes() const = 0;  // of device memory
};

struct DftlDeviceSetup {
    bool published;
    Layout layout;
    std::vector<DftlHostGroup> groups;  // valid as long as the device lives
};

// Error: one line (no device, too little of its memory ...); nothing is held then.
typedef Result<std::unique_ptr<DftlDevice>> (*OpenDftlDevice)(const DftlDeviceSetup&);

// The devices of this program by backend name. `findDftlDevice` gives null for an
// unknown name. A static object a device registers it.
OpenDftlDevice findDftlDevice(const std::string& backend);
struct RegisterDftlDevice {
    RegisterDftlDevice(const std::string& backend, OpenDftlDevice open);
};

}  // namespace ringlet
