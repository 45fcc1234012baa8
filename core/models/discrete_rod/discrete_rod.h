// The discrete-rod model: strands as discrete elastic rods of elliptic section (Bergou 2008; Kmoch 2018, 3.5, 3.6).
// README.md in this folder has the equations, what differs from the thesis, and the figures.
//
// Strands can be gathered into flat wisps, each two rims with springs between (Kmoch 2018, 3.6.3).
//
// Known limits: a wisp does not meet itself; a segment is straight and meets colliders at its end points only; the
// published step knows no friction.
#pragma once

#include "core/groom/wisps.h"
#include "core/models/discrete_rod/discrete_rod_kernels.h"
#include "core/models/discrete_rod/wisp_contacts.h"
#include "core/models/discrete_rod/wisp_contacts_device.h"
#include "core/models/discrete_rod/rod_joint.h"
#include "core/models/rod_section.h"
#include "core/models/strand_model.h"

namespace ringlet::discrete_rod {

const ParamTable& discreteRodParams();

// Rest states of a groom's strands, in stores of as many points each. All floats, same bits on every target. With
// `published` also what that step keeps. The section's major axis, x of a frame, is what the strand bends about at
// rest as far as it can. Where there are wisps, stores have fields of wisps, and wisps are pairs, left rim first.
std::vector<StrandStore> makeRodGroups(const WispGroom& strands, bool published, int lanes);

class DiscreteRodModel : public StrandModel<StrandStore> {
public:
    static Result<std::unique_ptr<Model>> build(const Groom& groom, const Params& params, const ModelOptions& options);

    void setParams(const Params& params) override;
    float restLength(uint32_t strand, uint32_t segment) const override;
    Energy energy(Vec3f gravity) const override;
    Vec3d brushForce(const Brush& brush) const override;
    uint64_t contacts() const override;
    std::string remark() const override;
    const WispContacts* wispContacts() const { return contacts_.get(); }  // null: wisps do not meet
    PointSets debugPoints() const override;

private:
    DiscreteRodModel() : StrandModel("discrete-rod") {}
    Quatd frameOf(const StrandStore& group, uint32_t strand, uint32_t segment, Quatd& bishop) const;
    template <Measure measure> double elasticEnergy(const StrandStore& group, uint32_t strand) const;
    double springEnergy(const StrandStore& group, uint32_t wisp) const;
    template <class Fields> void runImplicit(const RodArgs& args);
    template <class Fields> void runPublished(const RodArgs& args);
    auto argsOf(const RodArgs& all);
    void runStep(bool tells);
    void makeContacts();
    WispContactSettings contactSettings(int steps) const;
    void meet(int index, int count);
    void meetThere(int index, int count);
    const WispContacts& met() const;
    void hearTold();
    void setLoads();

    int substepsOf(const Frame& frame) const override;
    size_t scratchFloats(const StrandStore& group) const override;
    void substep(int index, int count) override;
    void placeAtRest(StrandStore& group, uint32_t strand, Quatf head) override;
    void hashMoreRest(Hash64& hash) const override { hash.add(uint64_t{published_}); }
    void afterReset() override;
    void jumped(Quatf turn) override;
    void saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const override;
    Status restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) override;
    size_t moreBytes() const override;

    const RodKernels* kernels_ = nullptr;  // null on a device
    bool published_ = false, wisps_ = false;
    double wispStiffness_ = 0;  // N/m^2
    std::string remark_;
    int wantedSubsteps_ = 0;
    RodSection section_{};
    Material material_{};
    float friction_ = 0;

    std::unique_ptr<WispContacts> contacts_;  // null: wisps do not meet
    mutable WhoHas met_;                      // tangles, and what blocks each other
    std::vector<StrandStore> told_;           // a group: what is told of its particles, and what others do to them
    WispContactSettings contactSettings_;
    double tangleStiffness_ = 0;              // N/m^2
};

}  // namespace ringlet::discrete_rod
