#include "core/models/dftl/dftl.h"

#include "core/groom/follow.h"
#include "core/models/dftl/published_math.h"
#include "core/models/dftl/strands_meet.h"
#include "core/models/former_names.h"
#include "core/models/strand_order.h"
#include "core/models/strand_params.h"
#include "core/models/strand_points.h"

namespace ringlet::dftl {
namespace {

const RegisterModel here{{"dftl-published", "position-based strands with an angular shape constraint, as published (Cavazotti 2025)",
                          &dftlParams(), &DftlModel::build, true, {"target points", "auxiliary points"}}};

// Rest state of one group of a groom. All floats, same bits on every target.
StrandStore makeGroup(const Groom& groom, const StrandGroup& group, Layout layout, int lanes, Method method) {
    StrandStore g = storeOf<DftlFields>(group, lanes, layout);
    g.setOrder(neighbourOrder(groom, group));
    for (uint32_t s = 0; s < g.padded(); ++s) {
        StrandPoints strand = strandOf(groom, group, g, s);
        Vec3f p0 = strand.points[0], n = strand.normal, aux = strand.tangent;
        g.setVec3(Root, s, 0, p0);
        g.setVec3(Root, s, 0, n, 3);
        g.setVec3(Root, s, 0, aux, 6);
        StrandBasis<float> basis = basisOf(aux, n);
        for (uint32_t i = 1; i < strand.count; ++i) {
            Vec3f along = strand.points[i] - strand.points[i - 1];
            if (lengthOf(along) < 1e-6f) along = 1e-6f * basis.j;
            Vec3f target = toBasis(basis, along);
            g.setVec3(Target, s, i, target);
            basis = basisAtRest(method, basis, along);
        }
    }
    return g;
}

}  // namespace

Result<std::unique_ptr<Model>> DftlModel::build(const Groom& groom, const Params& params, const ModelOptions& options) {
    if (const ModelInfo* other = otherModelOf("dftl-published", params)) return other->build(groom, params, options);
    const Result<Layout> layout = layoutOf(options);
    if (!layout) return Error{layout.error()};
    if (params.get("pairRepulsion") > 0 && layout.value() != Layout::Tiles)
        return Error{"strands meet (pairRepulsion) in the layout tiles alone; use the layout \"tiles\""};
    std::unique_ptr<DftlModel> model(new DftlModel);
    model->material_.method = static_cast<Method>(params.integer("step"));
    const Result<int> lanes = lanesFor(groom, options, dftlKernels, model->kernels_);
    if (!lanes) return Error{lanes.error()};
    for (const StrandGroup& group : groom.groups)
        model->groups_.push_back(makeGroup(groom, group, layout.value(), lanes.value(), model->material_.method));
    if (Status status = model->finishGroups(options, "dftl"); !status) return Error{status.error()};
    model->around_.lay(groom);
    model->contacts_.lay(rootSpacing(groom));
    model->setParams(params);
    model->reset(Pose{});
    model->built_ = true;
    model->openContacts();
    return std::unique_ptr<Model>(std::move(model));
}

void DftlModel::setParams(const Params& params) {
    wantedSubsteps_ = params.integer("substeps");
    density_ = params.real("density");
    friction_ = params.real("friction");
    gridFriction_ = params.real("gridFriction");
    material_ = {material_.method, params.real("compliance"), params.real("velocityCorrection"), params.real("shapeStiffness"),
                 params.real("globalStiffness"), params.real("globalRange"), params.real("positionDamping"), params.integer("iterations"),
                 params.real("gridRepulsion"), params.real("gridPressure")};
    const float repulsion = params.real("pairRepulsion");
    contacts_.want(params.real("hairDiameter"), groups_[0].layout() == Layout::Tiles ? repulsion : 0, friction_);
    openContacts();
    if (feelsHair()) around_.open(device_, workersOf(pool_, tiles_.size()));
}

void DftlModel::addFlow() {
    auto argsOf = [this](const StrandStore&) -> const DftlArgs& { return args_; };
    if (device_.on()) {
        const auto none = [](const auto&, const DftlArgs&) {};
        run<DftlFields>(ClearStage, argsOf, none);
        run<DftlFields>(AddStage, argsOf, none);
        return;
    }
    around_.fill(pool_, tiles_.size(), args_.flow, [&](size_t index, size_t, const FlowArgs& flow) {
        const auto& [group, tile] = tiles_[index];
        const TileAt<DftlFields> at{groups_[group], tile, nullptr};
        DftlTile t = dftlTile(at, args_, args_.colliders);
        t.flow = &flow;
        kernels_->addToFlow(t, at.lanes());
    });
}

void DftlModel::openContacts() {
    const auto place = [this](StrandStore& group, uint32_t s, Quatf head) { placeAtRest(group, s, head); };
    if (built_) contacts_.open(groups_, device_, kernels_ == nullptr ? 0 : kernels_->lanes, place, &PublishedSegments::at<cylinders::StoreStrand>);
}

void DftlModel::runSubsteps() {
    auto argsOf = [this](const StrandStore& group) {
        DftlArgs args = args_;
        args.loads = contacts_.loads(static_cast<size_t>(&group - groups_.data()));
        return args;
    };
    if (contacts_.meet())
        run<DftlFields>(PressStage, argsOf, [this](const auto& at, const DftlArgs& args) {
            kernels_->pressApart(dftlTile(at, args, args.colliders));
        });
    const bool peer = isPeer(material_.method);
    run<DftlFields>(peer ? PeerStage : PlayStage, argsOf, [&](const auto& at, const DftlArgs& args) {
        (peer ? kernels_->playPeer : kernels_->playFrame)(dftlTile(at, args, args.colliders));
    });
}

void DftlModel::play(const Frame& frame, int count) {
    args_ = {{{}, count, {touched_, friction_}, material_}, {}, nullptr};
    args_.material.gridPressure *= frame.dt;
    for (int i = 0; i < count; ++i) args_.substep[i] = substepOf(frame, i, count);
    if (feelsHair()) {
        args_.flow = around_.args(frame, gridFriction_, device_);
        addFlow();
    }
    contacts_.play(args_, frame, count, pool_, nullptr, [this] { runSubsteps(); });
}

}  // namespace ringlet::dftl
