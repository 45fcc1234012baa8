// The interface every hair model implements, and the registry through which
// the command line, the page, the benchmarks and the tests find it.
#pragma once

#include "core/base/result.h"
#include "core/base/thread_pool.h"
#include "core/groom/follow.h"
#include "core/models/frame.h"
#include "core/models/holders.h"
#include "core/params/params.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ringlet {

// Positions to draw, as they lie in the model's memory. A block is the tiles
// of one strand group: [tile][particle][x, y, z][lane] floats, strand `s` of
// the group in tile s / lanes, lane s % lanes. Lanes past the last strand are
// padding. Positions are in metres relative to the head's origin, along world
// axes; `previous` is the state one frame earlier, for interpolation.
struct CurveBlock {
    uint32_t firstStrand = 0;
    uint32_t strands = 0;
    uint32_t particles = 0;
    uint32_t lanes = 1;
    const float* positions = nullptr;
    const float* previous = nullptr;
    uint32_t gap = 0;           // particles of other strands behind each tile's own
    size_t tileFloats() const { return size_t{particles + gap} * 3 * lanes; }  // from one tile to the next
    size_t floats() const { return size_t((strands + lanes - 1) / lanes) * particles * 3 * lanes; }  // at `positions`
};

struct Curves {
    std::vector<CurveBlock> blocks;
    Pose head;          // the pose that `positions` are relative to
    Pose previousHead;  // the same for `previous`
};

// Positions in a device's own memory, for whoever draws or goes on computing there.
struct DeviceBlock {
    CurveBlock tiles;               // `positions` and `previous` are addresses on the device; firstStrand means nothing
    std::vector<uint32_t> strands;  // of the groom, in the order in which they follow in the tiles
};

// The position of one particle, for tests, exporters and debug drawing.
Vec3f curvePoint(const CurveBlock& block, uint32_t strand, uint32_t particle);

// Strands that follow a model's own: [strand][point][x, y, z] floats, m, relative to the head's origin along world axes; on a device
// where the model is.
struct Drawn {
    const float* at = nullptr;
    uint32_t strands = 0, points = 0;
};

// Mechanical energy of all strands, J.
struct Energy {
    double kinetic = 0;  // in the world, >= 0
    double gravity = 0;  // 0 were all mass as high as its strand's root, wherever the head is
    double elastic = 0;  // of bending and twisting, and of static links, >= 0
    double total() const { return kinetic + gravity + elastic; }
};

// Two remarks, either of which may be empty, as one.
inline std::string joinedRemarks(const std::string& a, const std::string& b) { return a.empty() || b.empty() ? a + b : a + "; " + b; }

class Model {
public:
    virtual ~Model() = default;

    // Advances by one frame. Allocates nothing where no more contacts, pairs that may come near, or cells of the grids that find
    // them (hair takes more room) are needed than ever before.
    virtual void step(const Frame& frame) = 0;

    // The same as so many calls of step(), in one go where a device can: the
    // frames' colliders must stay as they are meanwhile.
    virtual void steps(const Frame* frames, int count) {
        for (int i = 0; i < count; ++i) step(frames[i]);
    }

    // Why the model cannot go on: a device has failed. Steps do nothing from then on.
    virtual Status status() const { return {}; }

    // What the strands' stages of the last step() or steps() took by the device's own clock, ms, without what strands do to each
    // other; negative where there is none and the caller's clock is the measure.
    virtual double deviceMilliseconds() const { return -1; }

    // Puts every strand in its rest shape at `head`, at rest in the world.
    virtual void reset(const Pose& head) = 0;

    // Takes over Live parameters. Rebuild parameters are ignored here.
    virtual void setParams(const Params& params) = 0;

    virtual Curves curves() const = 0;

    // The same without the numbers, which are not fetched from a device: the blocks' pointers are of no use.
    virtual Curves shape() const { return curves(); }

    // The same for a picture that is drawn on the device itself: the device writes them into an OpenGL buffer of the current context, and
    // nothing comes to the host. buffer(bytes) names one with room for so many, always the same one. In the blocks addresses count from
    // the buffer's begin. Error: one line (the model is on the host, the device and the context share no memory, ...).
    typedef std::function<unsigned(size_t bytes)> GraphicsBuffer;
    virtual Result<Curves> curvesIn(const GraphicsBuffer& buffer) const {
        static_cast<void>(buffer);
        return Error{"its model is not on a device, or not in tiles"};
    }

    // The same where they are on a device: none on the host, or in a layout other than tiles. Valid until the next step, which
    // waits for nobody who reads there; relative to curves().head and previousHead.
    virtual std::vector<DeviceBlock> deviceBlocks() const { return {}; }

    // Strands that follow this model's, each with so many points (>= 2), for followers(). Once.
    // Error: they do so already, or the model is not in tiles.
    virtual Status setFollowers(const FollowTable& table, uint32_t points) {
        return static_cast<void>(table), static_cast<void>(points), Error{"nothing follows this model's strands"};
    }
    // Where they are now; valid until the next call or step. Null: there are none, or the device has failed.
    virtual Drawn followers() const { return {}; }

    // Over all persistent state, strand by strand in groom order: independent
    // of layout, lanes, threads and target.
    virtual uint64_t hash() const = 0;

    // The whole state, byte exact; restore() fails on a state of another groom.
    virtual std::vector<uint8_t> save() const = 0;
    virtual Status restore(const std::vector<uint8_t>& state) = 0;

    // Rest length (m) of segment `segment` of strand `strand`.
    virtual float restLength(uint32_t strand, uint32_t segment) const = 0;

    // Where segments are curves, the chords between their ends change without any
    // stretch: then keptLengths() gives what a strand's segments measure as it is bent
    // now if it has kept its length (m), and restLength() what they do at rest.
    virtual bool segmentsBend() const { return false; }
    virtual void keptLengths(uint32_t strand, float* lengths) const { (void)strand; (void)lengths; }

    // Strands that were put back to rest because their state was not finite.
    virtual uint64_t resets() const = 0;

    // The hair's energy under `gravity` (m/s^2, world): sums in double, strand by strand in a fixed
    // order. For statistics, not for the step. A published step has none of bending and twisting, for its
    // constraints act on one side alone. What contacts store is in none of them.
    virtual Energy energy(Vec3f gravity) const = 0;

    // The force (N, world axes) that the hair puts on this brush as it stands and moves now; it is what the steps put on the
    // hair, from the other side. 0 where a model's hair does not feel brushes.
    virtual Vec3d brushForce(const Brush& brush) const { return static_cast<void>(brush), Vec3d{0, 0, 0}; }

    // What holds hair to the head, as it is wanted now; null where a model knows no such things.
    virtual const Holders* holders() const { return nullptr; }

    // How many contacts of hair with hair the last step found; 0 where hair does not touch hair.
    virtual uint64_t contacts() const { return 0; }

    // One line about how the model was built and has run that its user should know; empty for none.
    virtual std::string remark() const { return {}; }

    virtual size_t stateBytes() const = 0;  // stored state, all particles; on a device with its scratch

    // Points that explain the model, to be shown: a set for each name in ModelInfo::points, relative to the head's origin.
    typedef std::vector<std::vector<Vec3f>> PointSets;
    virtual PointSets debugPoints() const { return {}; }
};

struct ModelOptions {
    std::string backend = "cpu";
    std::string layout = "tiles";  // soa, aos, batch, tiles where the model has them
    int lanes = 0;                 // lanes a tile; 0 = the widest this CPU runs
    ThreadPool* pool = nullptr;    // null: the calling thread alone
    const Colliders* colliders = nullptr;  // what the groom was made around, head space; for the time of build()
};

struct ModelInfo {
    std::string name;
    std::string summary;  // one sentence
    const ParamTable* params = nullptr;
    Result<std::unique_ptr<Model>> (*build)(const Groom&, const Params&, const ModelOptions&) = nullptr;
    bool published = false;  // a paper's method as it was printed, for comparison: what it owes is to be itself
    std::vector<std::string> points = {};  // names of the sets that debugPoints() gives; two at most
};

// Sorted by name. `findModel` gives null for an unknown name; it knows former names (former_names.h).
const std::vector<ModelInfo>& models();
const ModelInfo* findModel(const std::string& name);

// One static object a model registers it: `static RegisterModel here{{...}};`
struct RegisterModel {
    explicit RegisterModel(ModelInfo info);
};

}  // namespace ringlet
