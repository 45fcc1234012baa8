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

#include "core/models/dftl/dftl_kernels.h"
#include "core/models/strand_model.h"

namespace ringlet::dftl {

struct HoldingTask;
const ParamTable& dftlParams();

// Strands of equal particle count.
struct DftlGroup : StrandStore {
    explicit DftlGroup(StrandStore store) : StrandStore(std::move(store)) {}
    std::vector<float> given;     // sag-free: turns of the shape to hold, [strand][segment][4]; else empty
    std::vector<float> start;     // the same of the shape that strands start in: `given`, but for what cannot hold it
};

// Segment -1's frame of strand s: of the root, in head space.
Quatf rootFrame(const DftlGroup& group, uint32_t s);

// Puts strand s of the default step where it starts, at rest, the head turned by `head`.
void startImplicit(DftlGroup& group, uint32_t s, Quatf head);

// Rest state of one group of a groom for either step. All floats, same bits on
// every target.
DftlGroup makeImplicitGroup(const Groom& groom, const StrandGroup& group, Layout layout, int lanes);
DftlGroup makePublishedGroup(const Groom& groom, const StrandGroup& group, Layout layout, int lanes);

class DftlModel : public StrandModel<DftlGroup> {
public:
    static Result<std::unique_ptr<Model>> build(const Groom& groom, const Params& params, const ModelOptions& options);

    void setParams(const Params& params) override;
    Curves curves() const override;
    float restLength(uint32_t strand, uint32_t segment) const override;
    Energy energy(Vec3f gravity) const override;
    std::vector<DebugPoints> debugPoints() const override;
    std::string remark() const override;

    // Sag-free: strands that cannot hold the shape they were given.
    uint32_t tooLimp() const { return tooLimp_; }

private:
    DftlModel() : StrandModel("dftl") {}
    void setStiffness(float stiffness);
    float fittedFactor();
    void fitStiffness();
    void holdShapes();
    HoldingTask holdingTask() const;

    int substepsOf(const Frame& frame) const override;
    void play(const Frame& frame, int count) override;  // a tile goes through all substeps of a frame at once
    size_t scratchFloats(const DftlGroup& group) const override;
    void placeAtRest(DftlGroup& group, uint32_t strand, Quatf head) override;
    void beforeReset() override;
    void hashMoreRest(Hash64& hash) const override;
    size_t moreBytes() const override;

    const DftlKernels* kernels_ = nullptr;
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

    DftlFrame frame_{};
    mutable std::vector<std::vector<float>> copies_;    // positions of layouts that cannot be drawn as they lie
};

}  // namespace ringlet::dftl
