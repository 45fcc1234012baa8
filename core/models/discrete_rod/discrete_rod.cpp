#include "core/models/discrete_rod/discrete_rod.h"

#include "core/math/elementary.h"

namespace ringlet::discrete_rod {
namespace {

const RegisterModel here{{"discrete-rod", "discrete elastic rods of elliptic section (Kmoch 2018, Bergou 2008)",
                          &discreteRodParams(), &DiscreteRodModel::build, false, {"major axes"}}};

// A substep of the published step is no longer than this, s (Kmoch 2018, 5.2).
constexpr float publishedStep = 1e-3f;
// The most substeps of a frame: one of 0.1 s takes a hundred.
constexpr int mostPublished = 128;

}  // namespace

Result<std::unique_ptr<Model>> DiscreteRodModel::build(const Groom& groom, const Params& params, const ModelOptions& options) {
    if (Status status = tilesAlone("discrete-rod", options); !status) return Error{status.error()};
    std::unique_ptr<DiscreteRodModel> model(new DiscreteRodModel);
    const Result<int> lanes = lanesFor(groom, options, rodKernels, model->kernels_);
    if (!lanes) return Error{lanes.error()};
    model->published_ = params.integer("step") == 1;
    const float width = params.real("wispWidth");
    const WispGroom gathered = width > 0 ? gatherWisps(groom, width) : WispGroom{groom, {}};
    model->wisps_ = !gathered.wisps.empty();
    if (width > 0) model->remark_ = "discrete-rod: " + wispsInWords(gathered);
    model->groups_ = makeRodGroups(gathered, model->published_, lanes.value());
    std::string kernels = model->published_ ? "discrete-rod published" : "discrete-rod default";
    if (model->wisps_) kernels += " wisps";
    if (Status status = model->finishGroups(options, kernels); !status) return Error{status.error()};
    if (params.toggle("wispContacts")) model->makeContacts();
    model->setParams(params);
    model->reset(Pose{});
    return std::unique_ptr<Model>(std::move(model));
}

void DiscreteRodModel::setParams(const Params& params) {
    wantedSubsteps_ = params.integer("substeps");
    section_ = rodSection(params);
    const double d = section_.density;
    auto perMass = [&](double value) { return static_cast<float>(value / d); };
    material_ = {perMass(section_.bendingMajor), perMass(section_.bendingMinor), perMass(section_.twisting),
                 perMass(params.get("dissipation")), perMass(params.get("airDrag")), params.real("entrainment"),
                 perMass(params.get("contactStiffness")), params.integer("twist"), perMass(params.get("wispStiffness")),
                 params.integer("wispSprings")};
    wispStiffness_ = params.get("wispStiffness");
    friction_ = params.real("friction");
    WispContactSettings& c = contactSettings_;
    c.thickness = params.real("wispThickness");
    c.aligned = static_cast<float>(cosine(params.get("tangleAngle")));
    tangleStiffness_ = params.get("tangleStiffness");
    c.reach = params.real("tangleReach");
    c.breaks = params.real("tangleBreaks");
    c.zone = published_ ? params.real("wispZone") : 0;  // the default step knows what stands on the head by its inertia
    c.friction = friction_;
}

int DiscreteRodModel::substepsOf(const Frame& frame) const {
    if (wantedSubsteps_ > 0) return wantedSubsteps_;
    return published_ ? substepsFor(frame, 1 / publishedStep, mostPublished) : substepsForMotion(frame);
}

size_t DiscreteRodModel::scratchFloats(const StrandStore& group) const {
    const int particles = static_cast<int>(group.particles());
    return static_cast<size_t>(group.together() == 2 ? wispScratchFloats(particles) : rodScratchFloats(particles));
}

// A group's arguments: of all, and its array of what is told.
auto DiscreteRodModel::argsOf(const RodArgs& all) {
    return [this, all](const StrandStore& group) {
        RodArgs args = all;
        if (contacts_ != nullptr) args.told = device_.there(told_[static_cast<size_t>(&group - groups_.data())].field(0));
        return args;
    };
}

template <class Fields>
void DiscreteRodModel::runImplicit(const RodArgs& all) {
    run<Fields>(0, argsOf(all), [this](const auto& at, const RodArgs& args) {
        if (at.together() == 2) kernels_->implicitWisp(implicitWispTile(at, args, args.colliders));
        else kernels_->implicit(implicitTile(at, args, args.colliders));
    });
}

template <class Fields>
void DiscreteRodModel::runPublished(const RodArgs& all) {
    run<Fields>(0, argsOf(all), [this](const auto& at, const RodArgs& args) {
        if (at.together() == 2) kernels_->publishedWisp(publishedWispTile(at, args, args.colliders));
        else kernels_->published(publishedTile(at, args, args.colliders));
    });
}

void DiscreteRodModel::substep(int index, int count) {
    if (contacts_ != nullptr) meet(index, count);
    runStep(false);
}

void DiscreteRodModel::runStep(bool tells) {
    const RodArgs args{substep_, {touched_, friction_}, material_, nullptr, tells};
    if (published_ && wisps_) runPublished<WispFields<PublishedFields>>(args);
    else if (published_) runPublished<PublishedFields>(args);
    else if (wisps_) runImplicit<WispFields<ImplicitFields>>(args);
    else runImplicit<ImplicitFields>(args);
}

}  // namespace ringlet::discrete_rod
