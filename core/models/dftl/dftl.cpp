#include "core/models/dftl/dftl.h"

#include "core/models/dftl/sag_free.h"

namespace ringlet::dftl {
namespace {

const RegisterModel here{{"dftl", "inextensible elastic strands with an angular shape constraint (Cavazotti 2025)",
                          &dftlParams(), &DftlModel::build}};

// The share of strands that may be too limp when the stiffness is fitted, and how many times what was
// asked for it becomes at most.
constexpr float mayBeLimp = 0.01f, mostStiffer = 1024;
// So many times the stiffness that would just do is wanted: hair that is nearly balanced takes many seconds
// to come back, or to fall once the head is tilted.
constexpr float reserve = 1.5f;

}  // namespace

Result<std::unique_ptr<Model>> DftlModel::build(const Groom& groom, const Params& params, const ModelOptions& options) {
    const bool onDevice = options.backend != "cpu";
    Layout layout;
    if (!layoutNamed(options.layout, layout))
        return Error{"layout \"" + options.layout + "\" is unknown; there are tiles, batch, soa and aos"};
    std::unique_ptr<DftlModel> model(new DftlModel);
    model->published_ = params.integer("step") > 0;
    model->algorithm2_ = params.integer("step") == 2;
    if (!model->published_ && layout != Layout::Tiles)
        return Error{"layout \"" + options.layout + "\" exists for the published steps only; the default step uses tiles"};
    if (Status status = checkStrands(groom); !status) return Error{status.error()};
    if (!onDevice) {
        model->kernels_ = kernelsFor(groom, options.lanes, [&](int n) { return dftlKernels(n, model->published_); });
        if (model->kernels_ == nullptr) return noSuchLanes(options.lanes);
    }
    const int lanes = onDevice ? static_cast<int>(deviceLanes) : model->kernels_->lanes;
    for (const StrandGroup& group : groom.groups)
        model->groups_.push_back(model->published_ ? makePublishedGroup(groom, group, layout, lanes)
                                                   : makeImplicitGroup(groom, group, layout, lanes));
    if (Status status = model->finishGroups(options, model->published_ ? "dftl published" : "dftl default"); !status)
        return Error{status.error()};
    model->setParams(params);
    if (!model->published_ && params.toggle("sagFree")) {
        model->sagFree_ = true;
        model->setColliders(options.colliders);
        for (DftlGroup& group : model->groups_) keepGivenShape(group, model->holdingTask().colliders, model->pool_);
        model->fitStiffness();
    }
    model->reset(Pose{});
    return std::unique_ptr<Model>(std::move(model));
}

void DftlModel::setParams(const Params& params) {
    wantedSubsteps_ = params.integer("substeps");
    const float askedBefore = density_ > 0 ? asked_ / density_ : 0;
    const bool fitted = fits_;
    density_ = params.real("density");
    asked_ = params.real("stiffness");
    fits_ = params.toggle("fitStiffness") &&
            params.real("stiffness") == static_cast<float>(params.find("stiffness")->byDefault);
    contactFriction_ = params.real("friction");
    const ImplicitMaterial before = implicit_;
    stiffness_ = asked_;
    implicit_ = {stiffness_ / density_, params.real("drag"), params.real("entrainment"), params.real("internalFriction"),
                 params.real("contactStiffness") / density_};
    publishedMaterial_ = {params.real("compliance"), params.real("velocityCorrection"), algorithm2_};
    if (!sagFree_) return;
    const bool same = before.contact == implicit_.contact && askedBefore == asked_ / density_ && fitted == fits_;
    if (same) return setStiffness(before.bending * density_);
    device_.look();
    fitStiffness();
    device_.hostChanged();
}

void DftlModel::setStiffness(float stiffness) {
    stiffness_ = stiffness;
    implicit_.bending = stiffness / density_;
}

// By what the stiffness that was asked for must be multiplied, doubled so often, until nearly all strands
// hold their given shapes, or as many as ever will, with a reserve: a groom of stiffer or finer hair than
// was foreseen is taken for what it must be made of.
float DftlModel::fittedFactor() {
    uint32_t strands = 0;
    for (const DftlGroup& group : groups_) strands += group.strands();
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

void DftlModel::fitStiffness() {
    setStiffness(asked_ * (fits_ ? fittedFactor() : 1));
    holdShapes();
}

// The given shapes in equilibrium for the present material, upright head.
void DftlModel::holdShapes() {
    tooLimp_ = 0;
    holds_.clear();
    for (DftlGroup& group : groups_) {
        holds_.push_back(holdGivenShape(group, holdingTask(), pool_));
        for (uint8_t holds : holds_.back()) tooLimp_ += holds != 0 ? 0 : 1;
    }
    startIsOld_ = true;
}

HoldingTask DftlModel::holdingTask() const { 
    return {Frame{}.gravity, implicit_, {colliders_.view(), contactFriction_}};
}

// One substep for every 1/120 s, or for every 2 cm or 0.12 rad that the head
// moves in the frame, whichever asks for more; at most four.
int DftlModel::substepsOf(const Frame& frame) const {
    if (wantedSubsteps_ > 0) return wantedSubsteps_;
    if (published_) return 1;
    float angle = angleBetween(frame.begin.pose, frame.end.pose);
    float way = lengthOf(between(frame.begin.pose, frame.end.pose));
    float wanted = maximum(frame.dt * 120 * 0.999f, way / 0.02f + angle / 0.12f);
    int count = 1;
    while (count < 4 && static_cast<float>(count) < wanted) ++count;
    return count;
}

size_t DftlModel::scratchFloats(const DftlGroup& group) const {
    return published_ ? 0 : static_cast<size_t>(implicitScratchFloats(static_cast<int>(group.particles())));
}

void DftlModel::play(const Frame& frame, int count) {
    frame_.substeps = count;
    for (int i = 0; i < count; ++i) frame_.substep[i] = substepOf(frame, i, count);
    frame_.colliders = {touched_, contactFriction_};
    frame_.implicit = implicit_;
    frame_.published = publishedMaterial_;
    auto argsOf = [this](const DftlGroup&) -> const DftlFrame& { return frame_; };
    if (published_) {
        run<PublishedFields>(0, argsOf, [this](const auto& at, const DftlFrame& f) {
            kernels_->publishedFrame(publishedTile(at, f, f.colliders));
        });
    } else {
        run<ImplicitFields>(0, argsOf, [this](const auto& at, const DftlFrame& f) {
            kernels_->implicitFrame(implicitTile(at, f, f.colliders));
        });
    }
}

}  // namespace ringlet::dftl
