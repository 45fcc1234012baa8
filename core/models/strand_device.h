// The doorway between models and a device that runs their kernels elsewhere (a GPU). It
// knows no model: it copies stores and arrays, and runs stages by their number. Plain
// structs and an interface only; devices are found by name at run time.
#pragma once

#include "core/base/device_part.h"
#include "core/base/result.h"
#include "core/groom/followed_points.h"
#include "core/models/drawn_lanes.h"
#include "core/models/fields.h"
#include "core/math/vec.h"

#include <memory>
#include <string>
#include <vector>

namespace ringlet {

// Strands of a tile on a device: as many as threads that run together.
constexpr uint32_t deviceLanes = 32;

// The host's memory of a strand group, in deviceLanes-wide tiles.
struct DeviceGroup {
    StrandCounts counts;    // `strands` counts lanes: a pair is one
    uint32_t padded;        // lanes
    int drawn;              // the field that is kept for interpolation
    float* data;            // all fields
    size_t floats;
    float* previous;        // the drawn field a frame earlier; null: not kept
    size_t previousFloats;
    uint32_t* resets;       // a lane
    size_t scratchFloats;   // a lane
};

// Part of a group's floats.
struct FloatRange {
    size_t first, count;
};

// What happens to a group before a frame's first stage: the head's jump takes strands along
// (see Jump), and where they are is kept for interpolation.
struct BeginArgs {
    bool jumps;
    Quatf turn;     // the jump's, unit
};
constexpr int beginStage = -1;

// Calls are done in the order in which they are made. After an error the device is lost.
class StrandDevice {
public:
    virtual ~StrandDevice() = default;

    // The host's groups to the device, whole, and back: ranges of each group, `previous`, resets.
    virtual Status sendGroups() = 0;
    virtual Status fetchGroups(const std::vector<std::vector<FloatRange>>& ranges) = 0;
    // Where on the device is what the host has at `at`, in a group's `data` or `previous`.
    virtual const float* address(size_t group, const float* at) const = 0;

    // `bytes` of device memory beside the groups, for arrays that stages share; its address there.
    virtual Result<void*> allocate(size_t bytes) = 0;
    virtual Status send(void* to, const void* from, size_t bytes) = 0;
    virtual Status fetch(void* to, const void* from, size_t bytes) = 0;

    // Gathers into an OpenGL buffer of the current context, whatever `gather.into` says. Error: they share no memory; nothing is lost.
    virtual Status drawInto(unsigned buffer, const GatherDrawn& gather) = 0;

    // Strands that follow those here, so many points in all; where `loop` names memory it is the device's.
    virtual Status follow(const FollowPoints& loop, size_t points) = 0;

    // Notes a stage over the strands of a group; `args` (at most mostArgs bytes) are copied. Runs
    // what has been noted when there is no more room for it.
    virtual Status note(int stage, size_t group, const void* args, size_t bytes) = 0;
    static constexpr size_t mostArgs = 4096;
    // Runs what has been noted and returns when it is done. Long lists that come again as they
    // were, but for their arguments, replay as one graph.
    virtual Status run() = 0;

    // What strands do to each other on the device, by the kernels' own interface; what has been noted has to run before it is used.
    virtual std::unique_ptr<DevicePart> part() = 0;

    // What runs took since the last call of this, by the device's own clock, ms.
    virtual double takeMilliseconds() = 0;
    virtual size_t bytes() const = 0;  // of device memory
};

struct StrandDeviceSetup {
    std::string kernels;              // by name, as a model calls them
    Layout layout;
    std::vector<DeviceGroup> groups;  // valid as long as the device lives
};

// Error: one line (no device, no such kernels, too little of its memory ...); nothing is held then.
typedef Result<std::unique_ptr<StrandDevice>> (*OpenStrandDevice)(const StrandDeviceSetup&);

// The devices of this program by backend name. `findStrandDevice` gives null for an
// unknown name. A static object a device registers it.
OpenStrandDevice findStrandDevice(const std::string& backend);
struct RegisterStrandDevice {
    RegisterStrandDevice(const std::string& backend, OpenStrandDevice open);
};

}  // namespace ringlet
