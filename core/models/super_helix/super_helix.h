// The super-helix model: inextensible rods of helical elements in generalised
// coordinates (Bertails 2006), full or reduced (Kmoch 2018, 3.4).
//
// The state of a strand is its elements' Darboux vectors and the velocities of the
// points that the integrals over its length are taken at; super_helix_math.h has
// the equations, super_helix_step.h the step, README.md what differs from the papers.
//
// Known limits: contacts act at the quadrature's points, 4 to 16 an element; an
// element bends as one helix, so a strand cannot kink within it.
#pragma once

#include "core/models/rod_section.h"
#include "core/models/strand_model.h"
#include "core/models/super_helix/rod_links.h"
#include "core/models/super_helix/rod_links_device.h"
#include "core/models/super_helix/super_helix_kernels.h"

namespace ringlet::super_helix {

const ParamTable& superHelixParams();
struct HelixFit;

// How well a groom's strands are matched by their elements.
struct FitErrors {
    double mean = 0, worst = 0;  // m: root mean square and largest distance of the groom's points
    double share = 0;            // the mean over the mean length
};

// Strands of equal particle count and as many points an element.
struct RodGroup : StrandStore {
    explicit RodGroup(StrandStore store) : StrandStore(std::move(store)) {}
    int points = 0;                            // an element
    uint32_t apart = 1;                        // every so many points of a strand touch other strands
    std::vector<float> node, weight, fraction; // of the quadrature; of the drawn particles in their elements
    std::vector<int> element;                  // of each drawn particle
    StrandStore link;                          // RodTileT::link; empty until strands touch each other
    std::vector<float> restLength;             // [strand][particle - 1], m
};

class SuperHelixModel : public StrandModel<RodGroup> {
public:
    static Result<std::unique_ptr<Model>> build(const Groom& groom, const Params& params, const ModelOptions& options);

    void setParams(const Params& params) override;
    float restLength(uint32_t strand, uint32_t segment) const override;
    bool segmentsBend() const override { return true; }
    void keptLengths(uint32_t strand, float* lengths) const override;
    Energy energy(Vec3f gravity) const override;
    Vec3d brushForce(const Brush& brush) const override;
    uint64_t contacts() const override;
    std::string remark() const override;
    PointSets debugPoints() const override;

private:
    SuperHelixModel() : StrandModel("super-helix") {}
    void addGroup(const Groom& groom, const StrandGroup& group, const ModelOptions& options);
    void addRods(const Groom& groom, const StrandGroup& group, const std::vector<HelixFit>& fits,
                 std::vector<uint32_t> strands, int pointsEach, double spacing);
    void shareArrays();
    void runStage(RodStage stage, bool draws);
    void draw();
    double combSlack(const RodGroup& g, uint32_t s, const Brush& brush) const;
    void finishFit(const Groom& groom);
    RodLinkSettings linkSettings(int steps) const;
    template <class Visit> void eachLinkPoint(const Visit& visit);
    void findLinks(int step, int steps);
    void findLinksThere(int step, int steps);
    const std::vector<LinkMemory>& linkMemory() const;
    bool setLinkMemory(const std::vector<LinkMemory>& memory);
    void keepLinks(int steps);
    void makeLinks();

    int substepsOf(const Frame& frame) const override;
    size_t scratchFloats(const RodGroup& group) const override;
    void substep(int index, int count) override;
    void placeAtRest(RodGroup& group, uint32_t strand, Quatf head) override;
    void afterReset() override;
    void afterRestore() override { draw(); }
    void jumped(Quatf turn) override;
    void hashMore(Hash64& hash) const override;
    void saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const override;
    Status restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) override;
    void hashMoreRest(Hash64& hash) const override { hash.add(static_cast<uint64_t>(reduced_)); }
    size_t moreBytes() const override;

    const RodKernels* kernels_ = nullptr;  // null on a device
    uint32_t lanes_ = 1;
    int elements_ = 0, wantedSubsteps_ = 0, passes_ = 0;
    bool reduced_ = false;
    double variation_ = 0;
    RodSection section_{};
    RodMaterial material_{};
    float hairContact_ = 0, hairSliding_ = 0, wispDiameter_ = 0;  // per mass, 1/s^2 and 1/s; m
    FitErrors fit_;
    std::unique_ptr<RodLinks> links_;
    mutable WhoHas kept_;                       // what pairs keep
};

}  // namespace ringlet::super_helix
