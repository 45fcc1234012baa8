// The elastic strand: inextensible strands that bend and twist, in one linearly implicit step along the strand
// (core/models/chain_math.h). README.md in this folder has the method; it was `dftl` with `step=default`.
//
// Known limits: a strand does not meet itself; a segment is straight and meets colliders at its end points only.
#pragma once

#include "core/models/cylinders/strand_contacts.h"
#include "core/models/elastic_strand/elastic_strand_kernels.h"
#include "core/models/hair_passes.h"
#include "core/models/strand_model.h"

namespace ringlet::elastic_strand {

struct HoldingTask;

// Strands of equal particle count.
struct StrandSet : StrandStore {
    explicit StrandSet(StrandStore store) : StrandStore(std::move(store)) {}
    std::vector<float> given;     // sag-free: turns of the shape to hold, [strand][segment][4]; else empty
    std::vector<float> start;     // the same of the shape that strands start in: `given`, but for what cannot hold it
};

// Segment -1's frame of strand s: of the root, in head space.
Quatf rootFrame(const StrandSet& group, uint32_t s);

// Puts strand s where it starts, at rest, the head turned by `head`, outside of what it was made around.
void startStrand(StrandSet& group, uint32_t s, Quatf head, const ColliderView& madeAround);

// Rest state of one group of a groom. All floats, same bits on every target.
StrandSet makeStrandSet(const Groom& groom, const StrandGroup& group, int lanes);

class ElasticStrandModel : public StrandModel<StrandSet> {
public:
    static Result<std::unique_ptr<Model>> build(const Groom& groom, const Params& params, const ModelOptions& options);

    void setParams(const Params& params) override;
    float restLength(uint32_t strand, uint32_t segment) const override;
    Energy energy(Vec3f gravity) const override;
    uint64_t contacts() const override { return contacts_.touching(); }
    Vec3d brushForce(const Brush& brush) const override;
    PointSets debugPoints() const override;
    std::string remark() const override;

    // Sag-free: strands that cannot hold the shape they were given.
    uint32_t tooLimp() const { return tooLimp_; }

private:
    ElasticStrandModel() : StrandModel("dftl") {}  // what saved states have called it since before it had a name
    void setStiffness(float stiffness);
    float fittedFactor();
    void fitStiffness();
    void holdShapes();
    HoldingTask holdingTask() const;
    std::string holdingRemark() const;
    FlowArgs flowOf(const Frame& frame);
    void addFlow();
    void openContacts();
    auto placing() { return [this](StrandSet& group, uint32_t s, Quatf head) { placeAtRest(group, s, head); }; }
    void runStage(StrandStage stage, void (*StrandKernels::*kernel)(const StrandTile&));

    int substepsOf(const Frame& frame) const override;
    void play(const Frame& frame, int count) override;  // a tile goes through all substeps of a frame at once
    size_t scratchFloats(const StrandSet& group) const override;
    void placeAtRest(StrandSet& group, uint32_t strand, Quatf head) override;
    void beforeReset() override;
    void hashMoreRest(Hash64& hash) const override;
    void afterReset() override { contacts_.forget(); }
    void saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const override { contacts_.save(floats, ids); }
    Status restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) override { return contacts_.restore(from, count, ids); }
    size_t moreBytes() const override;

    const StrandKernels* kernels_ = nullptr;
    int wantedSubsteps_ = 0;
    float density_ = 0, stiffness_ = 0, asked_ = 0;     // kg/m, N m^2, N m^2 before it is raised
    Material material_{};
    float contactFriction_ = 0;
    bool sagFree_ = false, fits_ = false;               // fits: the stiffness is raised where the groom needs it
    bool startIsOld_ = false;                           // of another material
    std::vector<std::vector<uint8_t>> holds_;           // a group, a strand: whether it holds its given shape
    uint32_t tooLimp_ = 0;                              // strands

    HairPasses around_;
    float hairFriction_ = 0;     // 1/s
    cylinders::StrandContacts contacts_;
    bool built_ = false;         // strands have a rest shape
    StrandArgs args_{};
};

}  // namespace ringlet::elastic_strand
