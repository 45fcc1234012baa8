#include "core/models/elastic_strand/elastic_strand.h"

#include "core/groom/follow.h"
#include "core/models/elastic_strand/sag_free.h"
#include "core/models/former_names.h"
#include "core/models/strand_params.h"

namespace ringlet::elastic_strand {
namespace {

const RegisterModel here{{"elastic-strand", "inextensible elastic strands, implicit, in physical terms (after Cavazotti 2025)",
                          &elasticStrandParams(), &ElasticStrandModel::build, false, {"target points", "auxiliary points"}}};

// The share of strands that may be too limp when the stiffness is fitted, and how many times what was
// asked for it becomes at most.
constexpr float mayBeLimp = 0.01f, mostStiffer = 1024;
// So many times the stiffness that would just do is wanted: hair that is nearly balanced takes many seconds
// to come back, or to fall once the head is tilted.
constexpr float reserve = 1.5f;

}  // namespace

Result<std::unique_ptr<Model>> ElasticStrandModel::build(const Groom& groom, const Params& params,
                                                         const ModelOptions& options) {
    if (const ModelInfo* other = otherModelOf("elastic-strand", params)) return other->build(groom, params, options);
    if (Status status = tilesAlone("elastic-strand", options); !status) return Error{status.error()};
    std::unique_ptr<ElasticStrandModel> model(new ElasticStrandModel);
    const Result<int> lanes = lanesFor(groom, options, strandKernels, model->kernels_);
    if (!lanes) return Error{lanes.error()};
    for (const StrandGroup& group : groom.groups) model->groups_.push_back(makeStrandSet(groom, group, lanes.value()));
    if (Status status = model->finishGroups(options, "elastic-strand"); !status) return Error{status.error()};
    model->around_.lay(groom);
    model->contacts_.lay(rootSpacing(groom));
    model->setParams(params);
    if (params.toggle("sagFree")) {
        model->sagFree_ = true;
        for (StrandSet& group : model->groups_) keepGivenShape(group, model->holdingTask().colliders, model->pool_);
        model->fitStiffness();
    }
    model->reset(Pose{});
    model->built_ = true;
    model->openContacts();
    return std::unique_ptr<Model>(std::move(model));
}

void ElasticStrandModel::setParams(const Params& params) {
    wantedSubsteps_ = params.integer("substeps");
    const float askedBefore = density_ > 0 ? asked_ / density_ : 0;
    const bool fitted = fits_;
    density_ = params.real("density");
    asked_ = params.real("stiffness");
    fits_ = params.toggle("fitStiffness") &&
            params.real("stiffness") == static_cast<float>(params.find("stiffness")->byDefault);
    const float frictionBefore = contactFriction_;
    contactFriction_ = params.real("friction");
    hairFriction_ = params.real("hairFriction");
    contacts_.want(params.real("hairDiameter"), params.real("hairContact") / density_, contactFriction_);
    if (hairFriction_ > 0) around_.open(device_, scratch_.size());
    openContacts();
    const Material before = material_;
    stiffness_ = asked_;
    material_ = {stiffness_ / density_, params.real("drag"), params.real("entrainment"), params.real("internalFriction"),
                 params.real("contactStiffness") / density_};
    if (!sagFree_) return;
    if (before.contact == material_.contact && askedBefore == asked_ / density_ && fitted == fits_) {
        setStiffness(before.bending * density_);
        // Where limp strands fall to has to do with everything that acts on them.
        const bool fallAlike = before.drag == material_.drag && before.entrainment == material_.entrainment &&
                               before.internalFriction == material_.internalFriction && frictionBefore == contactFriction_;
        startIsOld_ |= tooLimp_ > 0 && !fallAlike;
    } else {
        device_.look();
        fitStiffness();
        device_.hostChanged();
    }
    if (contacts_.meet()) beforeReset();  // what overlaps at rest is let overlap from now on
}

void ElasticStrandModel::setStiffness(float stiffness) {
    stiffness_ = stiffness;
    material_.bending = stiffness / density_;
}

// By what the stiffness that was asked for must be multiplied, doubled so often, until nearly all strands
// hold their given shapes, or as many as ever will, with a reserve: a groom of stiffer or finer hair than
// was foreseen is taken for what it must be made of.
float ElasticStrandModel::fittedFactor() {
    uint32_t strands = 0;
    for (const StrandSet& group : groups_) strands += group.strands();
    const float share = mayBeLimp * static_cast<float>(strands);
    std::vector<uint32_t> limp;
    float factor = 1;
    for (;; factor *= 2) {
        setStiffness(asked_ * factor / reserve);
        holdShapes();
        limp.push_back(tooLimp_);
        if (static_cast<float>(tooLimp_) <= share) return factor;
        if (factor >= mostStiffer) break;
    }
    size_t best = limp.size() - 1;
    while (best > 0 && static_cast<float>(limp[best - 1]) <= static_cast<float>(limp.back()) + share) --best;
    factor = 1;
    for (size_t i = 0; i < best; ++i) factor *= 2;
    return factor;
}

void ElasticStrandModel::fitStiffness() {
    setStiffness(asked_ * (fits_ ? fittedFactor() : 1));
    holdShapes();
}

// The given shapes in equilibrium for the present material, upright head.
void ElasticStrandModel::holdShapes() {
    tooLimp_ = 0;
    holds_.clear();
    for (StrandSet& group : groups_) {
        holds_.push_back(holdGivenShape(group, holdingTask(), pool_));
        for (uint8_t holds : holds_.back()) tooLimp_ += holds != 0 ? 0 : 1;
    }
    startIsOld_ = true;
}

HoldingTask ElasticStrandModel::holdingTask() const {
    return {Frame{}.gravity, material_, {madeAround_.view(), contactFriction_}};
}

int ElasticStrandModel::substepsOf(const Frame& frame) const {
    return wantedSubsteps_ > 0 ? wantedSubsteps_ : substepsForMotion(frame);
}

size_t ElasticStrandModel::scratchFloats(const StrandSet& group) const {
    return static_cast<size_t>(strandScratchFloats(static_cast<int>(group.particles())));
}

void ElasticStrandModel::play(const Frame& frame, int count) {
    args_ = {{{}, count, {touched_, contactFriction_}, material_}, flowOf(frame), nullptr};
    for (int i = 0; i < count; ++i) args_.substep[i] = substepOf(frame, i, count);
    if (args_.flow.grid.nodes != nullptr) addFlow();
    contacts_.play(args_, frame, count, pool_, [this] { runStage(ForeseeStage, &StrandKernels::foresee); },
                   [this] { runStage(PlayStage, &StrandKernels::playFrame); });
}

void ElasticStrandModel::runStage(StrandStage stage, void (*StrandKernels::*kernel)(const StrandTile&)) {
    auto argsOf = [this](const StrandSet& group) {
        StrandArgs args = args_;
        args.loads = contacts_.loads(static_cast<size_t>(&group - groups_.data()));
        return args;
    };
    run<StrandFields>(stage, argsOf, [this, kernel](const auto& at, const StrandArgs& args) {
        (kernels_->*kernel)(strandTile(at, args, args.colliders));
    });
}

}  // namespace ringlet::elastic_strand
