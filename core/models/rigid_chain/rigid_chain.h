// The rigid-chain model: wisps as chains of rigid segments with mass and inertia (Choe, Choi and Ko 2005). README.md in
// this folder has the equations, what differs from the print, and the figures.
//
// Known limits: a wisp does not touch itself; a segment meets colliders at its ends (published step: at its middle).
#pragma once

#include "core/models/chain_holds.h"
#include "core/models/cylinders/cylinder_contacts.h"
#include "core/models/rigid_chain/rigid_chain_kernels.h"
#include "core/models/strand_model.h"

namespace ringlet::rigid_chain {

const ParamTable& rigidChainParams();

class RigidChainModel : public StrandModel<StrandStore> {
public:
    static Result<std::unique_ptr<Model>> build(const Groom& groom, const Params& params, const ModelOptions& options);

    void setParams(const Params& params) override;
    float restLength(uint32_t strand, uint32_t segment) const override;
    Energy energy(Vec3f gravity) const override;
    Vec3d brushForce(const Brush& brush) const override;
    std::string remark() const override { return contacts_ != nullptr ? contacts_->remark() : ""; }
    uint64_t contacts() const override { return contacts_ != nullptr ? contacts_->touching() : 0; }
    PointSets debugPoints() const override;
    const Holders* holders() const override { return &wantedHolders_; }

private:
    RigidChainModel() : StrandModel("rigid-chain") {}
    void addSegment(Energy& energy, const StrandStore& group, uint32_t strand, uint32_t segment, Vec3f gravity) const;
    double springEnergy(const StrandStore& group, uint32_t strand, uint32_t segment) const;

    void makeContacts();
    RigidArgs argsOf(const StrandStore& group) const;
    void runDefault(RigidStage stage, void (*RigidKernels::*kernel)(const RigidTile&));

    void change(const Frame& frame);
    void styleHair();

    int substepsOf(const Frame& frame) const override;
    void play(const Frame& frame, int count) override;
    size_t scratchFloats(const StrandStore& group) const override;
    void substep(int index, int count) override;
    void placeAtRest(StrandStore& group, uint32_t strand, Quatf head) override;
    void hashMoreRest(Hash64& hash) const override { hash.add(uint64_t{published_}); }
    size_t moreBytes() const override { return contacts_ != nullptr ? contacts_->bytes() : 0; }
    void beforeReset() override;
    void saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const override;
    Status restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) override;

    const RigidKernels* kernels_ = nullptr;  // null on a device
    bool published_ = false;
    int wantedSubsteps_ = 0;
    double density_ = 0, stiffness_ = 0;     // kg/m, N m^2
    Material material_{};
    float friction_ = 0;

    Holders wantedHolders_{};
    ChainHolds holds_{Hold};
    float wantedCurl_ = 1, curlTime_ = 0;  // curlTime_: s
    float curl_ = 1;                       // of which the present rest shape is

    std::unique_ptr<cylinders::CylinderContacts> contacts_;  // null: wisps do not meet
    cylinders::CylinderMaterial wispMaterial_;
};

}  // namespace ringlet::rigid_chain
