// The published method of Cavazotti 2025 as it stands: XPBD, an angular shape constraint, DFTL (published_math.h).
// README.md in this folder says where it departs from the print. As a model its name is dftl-published; `dftl`
// alone is what people used before (core/models/former_names.h).
//
// Known limits: strands feel each other where asked for alone, not as published; a segment is straight and
// meets colliders at its end points only; rate, substeps and particle count change what its parameters mean.
#pragma once

#include "core/models/cylinders/strand_contacts.h"
#include "core/models/dftl/dftl_kernels.h"
#include "core/models/hair_passes.h"
#include "core/models/strand_model.h"

namespace ringlet::dftl {

class DftlModel : public StrandModel<StrandStore> {
public:
    static Result<std::unique_ptr<Model>> build(const Groom& groom, const Params& params, const ModelOptions& options);

    void setParams(const Params& params) override;
    Curves curves() const override;
    float restLength(uint32_t strand, uint32_t segment) const override;
    Energy energy(Vec3f gravity) const override;
    PointSets debugPoints() const override;
    uint64_t contacts() const override { return contacts_.touching(); }
    std::string remark() const override { return contacts_.remark(); }

private:
    DftlModel() : StrandModel("dftl") {}
    bool feelsHair() const { return gridFriction_ > 0 || material_.gridRepulsion > 0 || material_.gridPressure > 0; }
    void addFlow();
    void openContacts();
    void runSubsteps();

    int substepsOf(const Frame&) const override { return wantedSubsteps_ > 0 ? wantedSubsteps_ : 1; }
    void play(const Frame& frame, int count) override;  // a tile goes through all substeps of a frame at once
    void placeAtRest(StrandStore& group, uint32_t strand, Quatf head) override;
    void hashMoreRest(Hash64& hash) const override { hash.add(uint64_t{1}); }  // tells it from the elastic strand
    size_t moreBytes() const override { return around_.bytes() + contacts_.bytes(); }
    void afterReset() override { contacts_.forget(); }
    void saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const override { contacts_.save(floats, ids); }
    Status restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) override { return contacts_.restore(from, count, ids); }

    const DftlKernels* kernels_ = nullptr;
    int wantedSubsteps_ = 0;
    float density_ = 0;     // kg/m, for its energy
    float friction_ = 0;
    Material material_{};
    HairPasses around_;
    float gridFriction_ = 0;    // [0, 1]
    cylinders::StrandContacts contacts_;
    bool built_ = false;        // strands have a rest shape
    DftlArgs args_{};
    mutable std::vector<std::vector<float>> copies_;    // positions of layouts that cannot be drawn as they lie
};

}  // namespace ringlet::dftl
