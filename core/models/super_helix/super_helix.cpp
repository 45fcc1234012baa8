#include "core/models/super_helix/super_helix.h"

#include "core/math/elementary.h"
#include "core/models/model_parts.h"
#include "core/models/tile_io.h"

#include <algorithm>

namespace ringlet::super_helix {
namespace {

const RegisterModel here{{"super-helix", "inextensible rods of helical elements (Bertails 2006), full or reduced",
                          &superHelixParams(), &SuperHelixModel::build, false, {"joints", "contact points"}}};

// A massless twist keeps its place by this much of the trace of its element's
// inertia. Less: rounding decides where straight strands spin to; more: twist lags.
constexpr float heldTwist = 4e-6f;
// A thin cylinder's drag a m/s grows about so at the Reynolds numbers of hair, s/m.
constexpr float dragGrowth = 2.0f;
// How much stiffer an element becomes that turns far from its natural shape.
constexpr float coiling = 10.0f;
// An element turns by at most so much in a linearisation, rad over its length: beyond,
// it says nothing.
constexpr float mostTurn = 0.6f;
// The brush's drag along hair over that across it is gamma over gamma plus this,
// kg m^3/s: hair that dissipates more is harder to comb.
constexpr double combingHalf = 1e-9;

}  // namespace

Result<std::unique_ptr<Model>> SuperHelixModel::build(const Groom& groom, const Params& params,
                                                      const ModelOptions& options) {
    if (Status status = tilesAlone("super-helix", options); !status) return Error{status.error()};
    std::unique_ptr<SuperHelixModel> model(new SuperHelixModel);
    const Result<int> lanes = lanesFor(groom, options, rodKernels, model->kernels_);
    if (!lanes) return Error{lanes.error()};
    model->lanes_ = static_cast<uint32_t>(lanes.value());
    model->elements_ = params.integer("elements");
    model->reduced_ = params.integer("rod") == 1;
    model->variation_ = params.get("variation");
    for (const StrandGroup& group : groom.groups) model->addGroup(groom, group, options);
    model->finishFit(groom);
    if (Status status = model->finishGroups(options, "super-helix"); !status) return Error{status.error()};
    model->shareArrays();
    model->setParams(params);
    model->reset(Pose{});
    model->device_.look();
    for (RodGroup& g : model->groups_) std::copy_n(g.field(RodPosition), g.floatsOf(RodPosition), g.field(RodRestPosition));
    model->device_.hostChanged();
    return std::unique_ptr<Model>(std::move(model));
}

void SuperHelixModel::setParams(const Params& params) {
    wantedSubsteps_ = params.integer("substeps");
    passes_ = params.integer("passes");
    const double gamma = params.get("dissipation");
    section_ = rodSection(params);
    const double d = section_.density;
    RodMaterial& m = material_;
    m.stiffness[0] = static_cast<float>(section_.bendingMajor / d);
    m.stiffness[1] = static_cast<float>(section_.twisting / d);
    m.stiffness[2] = static_cast<float>(section_.bendingMinor / d);
    m.internalFriction = static_cast<float>(gamma / d);
    m.drag = static_cast<float>(params.get("airDrag") / d);
    m.dragGrowth = dragGrowth;
    m.entrainment = params.real("entrainment");
    m.coiling = coiling;
    m.mostTurn = mostTurn;
    m.contact = static_cast<float>(params.get("contactStiffness") / d);
    m.contactDamping = static_cast<float>(params.get("contactDamping") / d);
    m.coulomb = params.real("friction");
    m.friction = static_cast<float>(params.get("slidingFriction") / d);
    m.frictionAnisotropy = params.real("scales");
    m.relativeInertia = heldTwist;
    m.combing = static_cast<float>(gamma / (gamma + combingHalf));
    hairContact_ = static_cast<float>(params.get("hairContact") / d);
    hairSliding_ = static_cast<float>(params.get("hairSlidingFriction") / d);
    wispDiameter_ = params.real("wispDiameter");
}

// One step for every 1/240 s: longer ones are stable, but let hair that falls on
// the head sink into it.
int SuperHelixModel::substepsOf(const Frame& frame) const {
    if (wantedSubsteps_ > 0) return wantedSubsteps_;
    return substepsFor(frame, 240, 8);
}

size_t SuperHelixModel::scratchFloats(const RodGroup& group) const {
    return static_cast<size_t>(rodScratchRows(elements_, group.points));
}

// What stages read beside the strands.
void SuperHelixModel::shareArrays() {
    for (RodGroup& g : groups_) {
        for (const std::vector<float>* array : {&g.node, &g.weight, &g.fraction})
            device_.share(array->data(), array->size() * sizeof(float));
        device_.share(g.element.data(), g.element.size() * sizeof(int));
    }
}

void SuperHelixModel::runStage(RodStage stage, bool draws) {
    const bool linked = links_ != nullptr && hairContact_ > 0;
    auto argsOf = [&](RodGroup& g) {
        return RodArgs{substep_, touched_, material_, elements_, g.points, passes_, device_.there(g.node.data()),
                       device_.there(g.weight.data()), device_.there(g.fraction.data()), device_.there(g.element.data()),
                       linked ? device_.there(g.link.data()) : nullptr, draws};
    };
    run<RodFields>(stage, argsOf, [&](const auto& at, const RodArgs& args) {
        kernels_->stage[stage](rodTile(at, args, args.colliders));
    });
}

void SuperHelixModel::substep(int index, int count) {
    if (hairContact_ > 0) findLinks(index, count);
    else setLinkMemory({});
    runStage(reduced_ ? RodReduced : RodFull, index + 1 == count);
    if (hairContact_ > 0) keepLinks(count);
}

// A jump carries the hair along: Darboux vectors stay.
void SuperHelixModel::jumped(Quatf) {
    if (links_ != nullptr) links_->forget();
}

// Points and particles from the state, with the head at head_.
void SuperHelixModel::draw() {
    substep_.headBefore = substep_.headAfter = head_.orientation;
    substep_.h = 1;
    runStage(RodDraw, true);
    device_.look();
    for (RodGroup& g : groups_) g.remember();
    changedByHost();
    if (links_ != nullptr) links_->forget();
}

void SuperHelixModel::placeAtRest(RodGroup& g, uint32_t s, Quatf) {
    const Vec3f none{0, 0, 0};
    const uint32_t elements = static_cast<uint32_t>(elements_), points = elements * static_cast<uint32_t>(g.points);
    for (uint32_t Q = 0; Q < elements; ++Q) {
        g.setVec3(RodDarboux, s, Q, g.vec3At(RodStart, s, Q));  // the groom, whatever its strands would rather be
        g.setVec3(RodRate, s, Q, none);
    }
    for (uint32_t p = 0; p < points; ++p) g.setVec3(RodVelocity, s, p, none);
    for (uint32_t p = 0; p <= points; ++p) g.setQuat(RodGrip, s, p, {0, 0, 0, 0});
    g.at(RodComb, s, 0, 0) = combFree;
}

void SuperHelixModel::afterReset() {
    setLinkMemory({});
    draw();
}

}  // namespace ringlet::super_helix
