// The dftl model: position-based strands with an angular shape constraint.
//
// Two steps share state and colliders: `default`, a linearly implicit step of an
// inextensible elastic strand (core/models/chain_math.h), and `published`, the method of
// Cavazotti 2025 as it stands (published_math.h). README.md in this folder says
// what was changed, why, and with which numbers.
//
// Known limits: strands do not touch each other; a segment is straight and
// meets colliders at its end points only.
#pragma once

#include "core/groom/strand_array.h"
#include "core/models/dftl/dftl_device.h"
#include "core/models/dftl/dftl_kernels.h"
#include "core/models/model.h"

namespace ringlet {

struct HoldingTask;
const ParamTable& dftlParams();

// The strands of equal particle count, with what the kernels need of the groom.
struct DftlGroup {
    uint32_t firstStrand = 0;
    StrandArrays arrays;
    std::vector<float> roots;     // a tile: [7 or 9][lanes], see ImplicitTile and PublishedTile
    std::vector<float> scales;    // a strand: mean segment length, m
    std::vector<float> previous;  // positions a frame earlier, as Position lies (tiles only)
    std::vector<uint32_t> resets; // a strand
    std::vector<float> given;     // sag-free: turns of the shape to hold, [strand][segment][4]; else empty
    std::vector<float> start;     // the same of the shape that strands start in: `given`, but for what cannot hold it
};

// Segment -1's frame of strand s: of the root, in head space.
Quatf rootFrame(const DftlGroup& group, uint32_t s);

// Puts strand s of the default step where it starts, at rest, the head turned by `head`.
void startImplicit(DftlGroup& group, uint32_t s, Quatf head);

// What the default step's kernel is told of a tile. `frame` and `scratch`
// (implicitScratchFloats() times the lanes) must outlive the call of it.
ImplicitTile implicitTile(DftlGroup& group, uint32_t tile, const DftlFrame& frame, float* scratch);

// Rest state of one group of a groom for either step. All floats, same bits on
// every target.
DftlGroup makeImplicitGroup(const Groom& groom, const StrandGroup& group, Layout layout, int lanes);
DftlGroup makePublishedGroup(const Groom& groom, const StrandGroup& group, Layout layout, int lanes);

class DftlModel : public Model {
public:
    static Result<std::unique_ptr<Model>> build(const Groom& groom, const Params& params, const ModelOptions& options);

    void step(const Frame& frame) override;
    void steps(const Frame* frames, int count) override;
    Status status() const override { return failure_; }
    double deviceMilliseconds() const override { return device_ ? device_->milliseconds() : -1; }
    void reset(const Pose& head) override;
    void setParams(const Params& params) override;
    Curves curves() const override;
    uint64_t hash() const override;
    std::vector<uint8_t> save() const override;
    Status restore(const std::vector<uint8_t>& bytes) override;
    float restLength(uint32_t strand, uint32_t segment) const override;
    uint64_t resets() const override;
    Energy energy(Vec3f gravity) const override;
    size_t stateBytes() const override;
    std::vector<DebugPoints> debugPoints() const override;
    std::string remark() const override;

    // Sag-free: strands that cannot hold the shape they were given.
    uint32_t tooLimp() const { return tooLimp_; }

private:
    DftlModel() = default;
    int substepsOf(const Frame& frame) const;
    void setSubsteps(const Frame& frame, int count);
    void setColliders(const Colliders* colliders);
    void prepare(const Frame& frame);
    void stepTile(DftlGroup& group, uint32_t tile, int worker);
    void carry();
    void setStiffness(float stiffness);
    float fittedFactor();
    void fitStiffness();
    void holdShapes();
    HoldingTask holdingTask() const;
    // dftl_backend.cpp: where a device steps the model.
    Status openDevice(OpenDftlDevice open, Layout layout);
    void stepDevice(int count);
    void fetch(DftlFetch what) const;
    void hostChanged();
    template <class Visit> void eachFloat(DftlGroup& group, Visit visit) const;
    int rootRows() const { return published_ ? 9 : 7; }
    uint64_t groomHash() const;
    const DftlGroup& groupOf(uint32_t strand) const;

    std::vector<DftlGroup> groups_;
    std::vector<std::pair<uint32_t, uint32_t>> tiles_;  // group, tile
    std::vector<std::vector<float>> scratch_;           // a worker
    const DftlKernels* kernels_ = nullptr;
    ThreadPool* pool_ = nullptr;
    bool published_ = false, algorithm2_ = false;
    int wantedSubsteps_ = 0;
    float density_ = 0, stiffness_ = 0, asked_ = 0;     // kg/m, N m^2, N m^2 before it is raised
    ImplicitMaterial implicit_{};
    PublishedMaterial publishedMaterial_{};
    float contactFriction_ = 0;
    bool sagFree_ = false, fits_ = false;               // fits: the stiffness is raised where the groom needs it
    bool startIsOld_ = false;                           // of another material
    std::vector<std::vector<uint8_t>> holds_;           // a group, a strand: whether it holds its given shape
    uint32_t tooLimp_ = 0;                              // strands

    Pose head_, previousHead_;
    DftlFrame frame_{};
    ColliderArrays colliders_;                          // behind those of frame_
    mutable std::vector<std::vector<float>> copies_;    // positions of layouts that cannot be drawn as they lie

    // On a device the groups are the host's copy, fetched when somebody looks.
    std::unique_ptr<DftlDevice> device_;
    std::vector<DftlFrame> frames_;                     // of one call of steps()
    bool deviceFresh_ = false;                          // the device has what the host has
    mutable bool positionsFresh_ = true, allFresh_ = true;  // the host has what the device has
    mutable Status failure_;
};

}  // namespace ringlet
