#include "core/models/rigid_chain/rigid_chain.h"

#include "core/models/chain_rest.h"

namespace ringlet::rigid_chain {
namespace {

const RegisterModel here{{"rigid-chain", "wisps as chains of rigid segments (Choe 2005)", &rigidChainParams(),
                          &RigidChainModel::build, false, {"segment axes"}}};

// The published step is no longer than 1 / this, s; the most substeps of a frame: one of 0.16 s.
constexpr float publishedRate = 100;
constexpr int mostPublished = 16;
// The default step is no longer than 1 / this, s.
constexpr float slowestRate = 120;

}  // namespace

Result<std::unique_ptr<Model>> RigidChainModel::build(const Groom& groom, const Params& params, const ModelOptions& options) {
    if (Status status = tilesAlone("rigid-chain", options); !status) return Error{status.error()};
    std::unique_ptr<RigidChainModel> model(new RigidChainModel);
    const Result<int> lanes = lanesFor(groom, options, rigidKernels, model->kernels_);
    if (!lanes) return Error{lanes.error()};
    model->published_ = params.integer("step") == 1;
    for (const StrandGroup& group : groom.groups) {
        model->groups_.push_back(model->published_ ? storeOf<PublishedFields>(group, lanes.value())
                                                   : storeOf<DefaultFields>(group, lanes.value()));
        makeRestChains(model->groups_.back(), groom, group);
    }
    const std::string kernels = model->published_ ? "rigid-chain published" : "rigid-chain default";
    if (Status status = model->finishGroups(options, kernels); !status) return Error{status.error()};
    if (params.toggle("wispContacts")) model->makeContacts();
    model->setParams(params);
    model->reset(Pose{});
    return std::unique_ptr<Model>(std::move(model));
}

void RigidChainModel::makeContacts() {
    std::vector<StrandStore*> groups;
    for (StrandStore& g : groups_) groups.push_back(&g);
    contacts_ = std::make_unique<cylinders::CylinderContacts>(groups, device_, kernels_ == nullptr ? 0 : kernels_->lanes);
}

void RigidChainModel::setParams(const Params& params) {
    wantedSubsteps_ = params.integer("substeps");
    density_ = params.get("density");
    stiffness_ = params.get("stiffness");
    auto perMass = [&](double value) { return static_cast<float>(value / density_); };
    material_ = {{perMass(stiffness_), params.real("drag"), params.real("entrainment"), params.real("internalFriction"),
                  perMass(params.get("contactStiffness"))},
                 params.real("wispRadius"), perMass(params.get("axialStiffness")), params.real("slidingDamping"),
                 params.real("restitution")};
    friction_ = params.real("friction");
    cylinders::CylinderMaterial& wisps = wispMaterial_;
    wisps.radius = material_.radius, wisps.overlap = params.real("wispOverlap"), wisps.alignment = params.real("wispAlignment");
    wisps.repulsion = perMass(params.get("wispRepulsion")), wisps.cohesion = perMass(params.get("wispCohesion"));
    wisps.damping = params.real("wispDamping"), wisps.viscosity = params.real("wispViscosity"), wisps.reach = params.real("cohesionReach");
    wisps.friction = friction_, wisps.grip = perMass(params.get("wispGrip")), wisps.published = published_;
    wantedCurl_ = params.real("curlGain");
    curlTime_ = params.real("curlTime");
    wantedHolders_ = holdersOf(params);
    holds_.want(wantedHolders_);
}

int RigidChainModel::substepsOf(const Frame& frame) const {
    if (wantedSubsteps_ > 0) return wantedSubsteps_;
    if (published_) return substepsFor(frame, publishedRate, mostPublished);
    const int motion = substepsForMotion(frame), time = substepsFor(frame, slowestRate, mostPublished);
    return motion > time ? motion : time;
}

size_t RigidChainModel::scratchFloats(const StrandStore& group) const {
    return size_t{group.particles()} * static_cast<size_t>(published_ ? publishedScratch : defaultScratch);
}

// What is put on or taken off, and how hair is styled now.
void RigidChainModel::change(const Frame& frame) {
    const float wanted = wantedCurl_ * frame.style, most = curlTime_ > 0 ? frame.dt / curlTime_ : 1e9f;
    const bool styles = wanted != curl_;
    if (!styles && !holds_.changes()) return;
    device_.look();
    if (styles) {
        curl_ = curl_ + clamped(wanted - curl_, -most, most);
        styleHair();
    }
    holds_.change(groups_, colliders_.view(), previousHead_.orientation);
    changedByHost();
}

void RigidChainModel::play(const Frame& frame, int count) {
    change(frame);
    StrandModel::play(frame, count);
}

RigidArgs RigidChainModel::argsOf(const StrandStore& group) const {
    float* const loads = contacts_ != nullptr ? contacts_->loads(static_cast<size_t>(&group - groups_.data())) : nullptr;
    return {substep_, {touched_, friction_}, material_, holds_.args(), loads};
}

void RigidChainModel::substep(int index, int count) {
    const bool twice = contacts_ != nullptr && !published_;
    if (contacts_ != nullptr) contacts_->meet(wispMaterial_, substep_, index, count, pool_, twice);
    if (twice) {
        runDefault(ForeseeStage, &RigidKernels::foresee);
        contacts_->centre(pool_);
    }
    const auto args = [this](const StrandStore& group) { return argsOf(group); };
    if (published_)
        run<PublishedFields>(0, args, [this](const auto& at, const RigidArgs& args) {
            kernels_->published(publishedTile(at, args, args.colliders));
        });
    else runDefault(StepStage, &RigidKernels::step);
}

void RigidChainModel::runDefault(RigidStage stage, void (*RigidKernels::*kernel)(const RigidTile&)) {
    const auto args = [this](const StrandStore& group) { return argsOf(group); };
    run<DefaultFields>(stage, args, [this, kernel](const auto& at, const RigidArgs& args) {
        (kernels_->*kernel)(defaultTile(at, args, args.colliders));
    });
}

}  // namespace ringlet::rigid_chain
