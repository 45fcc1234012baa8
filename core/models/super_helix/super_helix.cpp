#include "core/models/super_helix/super_helix.h"

#include "core/math/elementary.h"
#include "core/models/model_parts.h"
#include "core/models/tile_io.h"

#include <algorithm>

namespace ringlet {
namespace {

const RegisterModel here{{"super-helix", "inextensible rods of helical elements (Bertails 2006), full or reduced",
                          &superHelixParams(), &SuperHelixModel::build}};

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
    if (options.backend != "cpu") return Error{"the super-helix model runs on the CPU alone; use --backend cpu"};
    if (options.layout != "tiles") return Error{"layout \"" + options.layout + "\" is unknown to super-helix; it has tiles"};
    if (Status status = checkStrands(groom); !status) return Error{status.error()};
    std::unique_ptr<SuperHelixModel> model(new SuperHelixModel);
    model->kernels_ = kernelsFor(groom, options.lanes, rodKernels);
    if (model->kernels_ == nullptr)
        return noSuchLanes(options.lanes);
    model->pool_ = options.pool;
    model->elements_ = params.integer("elements");
    model->reduced_ = params.integer("rod") == 1;
    model->variation_ = params.get("variation");
    for (const StrandGroup& group : groom.groups) model->addGroup(groom, group, options);
    int mostRows = 0;
    for (const RodGroup& g : model->groups_) {
        const int rows = rodScratchRows(model->elements_, g.points);
        mostRows = rows > mostRows ? rows : mostRows;
    }
    model->finishFit(groom);
    model->finishGroups(static_cast<size_t>(mostRows));
    model->setParams(params);
    model->reset(Pose{});
    for (RodGroup& g : model->groups_) std::copy_n(g.field(RodPosition), g.floatsOf(RodPosition), g.field(RodRestPosition));
    return std::unique_ptr<Model>(std::move(model));
}

void SuperHelixModel::setParams(const Params& params) {
    wantedSubsteps_ = params.integer("substeps");
    passes_ = params.integer("passes");
    const double gamma = params.get("dissipation");
    section_ = rodSection(params.get("young"), params.get("poisson"), params.get("sectionRadius"),
                          params.get("ellipticity"), params.get("hairDensity"));
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
    hairFriction_ = static_cast<float>(params.get("hairFriction") / d);
    wispDiameter_ = params.real("wispDiameter");
}

// One step for every 1/240 s: longer ones are stable, but let hair that falls on
// the head sink into it.
int SuperHelixModel::substepsOf(const Frame& frame) const {
    if (wantedSubsteps_ > 0) return wantedSubsteps_;
    return substepsFor(frame, 240, 8);
}

RodTile SuperHelixModel::tileOf(RodGroup& g, uint32_t tile, float* scratch) const {
    RodTile t{};
    t.elements = elements_;
    t.points = g.points;
    t.node = g.node.data();
    t.weight = g.weight.data();
    t.substep = substep_;
    t.material = material_;
    t.colliders = &colliders_.view();
    t.root = g.rows(RodRoot, tile);
    t.scale = g.rows(RodScale, tile);
    t.thickness = g.rows(RodThickness, tile);
    t.ratio = g.rows(RodRatio, tile);
    t.rest = g.rows(RodRest, tile);
    t.darboux = g.rows(RodDarboux, tile);
    t.rate = g.rows(RodRate, tile);
    t.velocity = g.rows(RodVelocity, tile);
    t.position = g.rows(RodPosition, tile);
    t.grip = g.rows(RodGrip, tile);
    t.comb = g.rows(RodComb, tile);
    t.link = links_ != nullptr && hairContact_ > 0 ? g.link.rows(0, tile) : nullptr;
    t.passes = passes_;
    t.particles = static_cast<int>(g.particles());
    t.drawnElement = g.element.data();
    t.drawnFraction = g.fraction.data();
    t.scratch = scratch;
    t.resets = g.resets(tile);
    return t;
}

void SuperHelixModel::substep(int index, int count) {
    if (index == 0)
        for (StrandStore& c : curves_) c.remember();
    if (hairContact_ > 0) findLinks(index, count);
    else if (links_ != nullptr) links_->setMemory({});
    overTiles([&](RodGroup& g, uint32_t tile, float* scratch) {
        RodTile t = tileOf(g, tile, scratch);
        if (index + 1 == count) t.drawn = g.rows(RodDrawn, tile);
        if (reduced_) kernels_->reduced(t);
        else kernels_->full(t);
    });
    if (hairContact_ > 0) keepLinks(count);
}

// Hands what was drawn to the strands' own order.
void SuperHelixModel::showCurves() {
    for (StrandStore& c : curves_)
        for (uint32_t s = 0; s < c.strands(); ++s) {
            const Slot slot = slots_[c.firstStrand() + s];
            const StrandView from = groups_[slot.group].strand(RodDrawn, slot.strand), to = c.strand(0, s);
            for (int p = 0; p < static_cast<int>(c.particles()); ++p) storeVec3(to, p, loadVec3<float>(from, p));
        }
}

// A jump carries the hair along: Darboux vectors stay.
void SuperHelixModel::jumped(Quatf turn) {
    for (StrandStore& c : curves_) c.jump(turn);
    if (links_ != nullptr) links_->forget();
}

// Points and particles from the state, with the head at head_.
void SuperHelixModel::draw() {
    substep_.headBefore = substep_.headAfter = head_.orientation;
    substep_.h = 1;
    overTiles([&](RodGroup& g, uint32_t tile, float* scratch) {
        RodTile t = tileOf(g, tile, scratch);
        t.drawn = g.rows(RodDrawn, tile);
        kernels_->draw(t);
    });
    showCurves();
    for (StrandStore& c : curves_) c.remember();
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
    if (links_ != nullptr) links_->setMemory({});
    draw();
}

}  // namespace ringlet
