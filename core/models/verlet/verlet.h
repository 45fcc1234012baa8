// The verlet model: particles, Verlet integration, relaxation or a length solve,
// and hair that meets hair (Barnes 2006 after Chang, Jin and Yu 2002). README.md in
// this folder has the equations, what differs from the write-up, and the figures.
//
// Known limits: hair that moves by more than a contact diameter a substep against
// other hair may pass through it, and so may a strand pulled hard enough; a strand
// does not touch itself.
#pragma once

#include "core/contact/hair_device.h"
#include "core/contact/segment_contacts.h"
#include "core/models/strand_model.h"
#include "core/models/verlet/hair_graph.h"
#include "core/models/verlet/verlet_kernels.h"

namespace ringlet::verlet {

const ParamTable& verletParams();

// Strands of equal particle count.
struct VerletGroup : StrandStore {
    uint32_t firstPoint = 0;      // in the arrays of all points
    VerletGroup(StrandStore store, uint32_t first) : StrandStore(std::move(store)), firstPoint(first) {}
};

// Layers of every other strand, and what they do. Of the two halves each frame looks at one.
struct LayerHalf {
    std::unique_ptr<LayerContacts> contacts;
    mutable std::vector<HairMove> pull;   // a point: acceleration, m/s^2, and what friction may hold, 1/s^2 of a grip
    bool looked = false;                  // since hair was put elsewhere: a device still has contacts of before
};

class VerletModel : public StrandModel<VerletGroup> {
public:
    static Result<std::unique_ptr<Model>> build(const Groom& groom, const Params& params, const ModelOptions& options);

    void setParams(const Params& params) override;
    float restLength(uint32_t strand, uint32_t segment) const override;
    Energy energy(Vec3f gravity) const override;
    Vec3d brushForce(const Brush& brush) const override;
    uint64_t contacts() const override;
    std::string remark() const override;
    PointSets debugPoints() const override;

    // What hair-hair contact does, for benchmarks and tests.
    struct ContactCounts {
        size_t keptPairs = 0, contacts = 0;          // of segments, in the last substep
        size_t quads = 0, layerContacts = 0;
        size_t links = 0, brokenLinks = 0;
        uint64_t searches = 0;                       // broad phases of segments so far
    };
    ContactCounts contactCounts() const;

private:
    VerletModel() : StrandModel("verlet") {}
    void addGroup(const Groom& groom, const StrandGroup& group);
    void makePoints(const Groom& groom);
    void tie(const Groom& groom, const Params& params);
    void runStage(VerletStage stage);
    void touch(int step);
    void touchThere(int step);
    HairTies ties() const;
    void seeTies() const;
    void seeContacts() const;
    LayerStep layerStep() const;
    ContactMaterial contactMaterial(float square) const;
    LinkSettings linkSettings(float square) const;
    void touchLayers(LayerHalf& half);
    LayerHalf& nextHalf();
    void nothingTouches();  // until the next step
    void forgetLeftOut();
    double linkEnergy() const;
    bool together() const;  // whether anything acts between strands
    template <class Self, class Visit> static void eachTie(Self& self, const Visit& visit);

    int substepsOf(const Frame& frame) const override;
    size_t scratchFloats(const VerletGroup& group) const override;
    void substep(int index, int count) override;
    void end() override;
    void placeAtRest(VerletGroup& group, uint32_t strand, Quatf head) override;
    void afterReset() override;
    void afterRestore() override;
    void jumped(Quatf turn) override;
    void hashMore(Hash64& hash) const override;
    void saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const override;
    Status restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) override;
    void hashMoreRest(Hash64& hash) const override;
    size_t moreBytes() const override;

    const VerletKernels* kernels_ = nullptr;            // null on a device
    uint32_t lanes_ = 1;

    // Parameters.
    int wantedSubsteps_ = 0;
    float spacing_ = 0;                                 // of the roots, m
    float meanSegment_ = 1;                             // of all strands, m
    VerletMaterial material_{};
    float density_ = 1, stiffness_ = 0;                 // kg/m, N m^2
    bool contactsOn_ = true;
    bool linearContacts_ = false;
    SegmentSettings segmentSettings_;
    float contactOverDensity_ = 0, contactFriction_ = 0;
    LayerSettings layerSettings_;
    float linkOverDensity_ = 0;
    LinkSettings linkSettings_;
    bool linksHold_ = true;

    // The strands as rows of points, for contacts and links.
    mutable std::vector<HairPoint> now_;
    std::vector<HairPoint> before_, rest_;
    std::vector<HairMove> moves_;
    std::vector<HairPoint> ahead_;                      // where inertia takes points in two frames
    std::unique_ptr<SegmentContacts> segments_;
    std::vector<LayerHalf> layers_;                     // none, or two
    size_t layerTurn_ = 0;                              // which of them the next frame looks at
    std::unique_ptr<ContactForces> forces_;
    mutable StaticLinks links_;
    mutable WhoHas tied_;                               // links' strengths and layers' pulls
    mutable bool contactsSeen_ = true;                  // contacts and now_ are here
    mutable HairSeen seen_;
};

}  // namespace ringlet::verlet
