#include "core/models/super_helix/super_helix.h"

#include "core/math/elementary.h"
#include "core/models/model_parts.h"
#include "core/models/tile_io.h"

#include <cstring>

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

RodSection rodSection(double young, double poisson, double radius, double ellipticity, double density) {
    const double a = 2 * radius * ellipticity / (1 + ellipticity), b = 2 * radius / (1 + ellipticity);
    const double shear = young / (2 * (1 + poisson));
    return {young * pi * a * b * b * b / 4, shear * pi * a * a * a * b * b * b / (a * a + b * b),
            young * pi * a * a * a * b / 4, density * pi * a * b};
}

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
    int mostRows = 0;
    for (const StrandGroup& group : groom.groups) {
        model->addGroup(groom, group, options);
    }
    for (const RodGroup& g : model->groups_) {
        const int rows = rodScratchRows(model->elements_, g.points);
        mostRows = rows > mostRows ? rows : mostRows;
    }
    model->finishFit(groom);
    const int workers = model->pool_ ? model->pool_->threads() : 1;
    model->scratch_.assign(static_cast<size_t>(workers),
                           std::vector<float>(static_cast<size_t>(mostRows) * static_cast<size_t>(model->kernels_->lanes)));
    for (uint32_t g = 0; g < model->groups_.size(); ++g)
        for (uint32_t t = 0; t < model->groups_[g].padded / model->kernels_->lanes; ++t) model->tiles_.push_back({g, t});
    model->setParams(params);
    model->reset(Pose{});
    for (RodGroup& g : model->groups_) g.restPosition = g.position;
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

RodTile SuperHelixModel::tileOf(RodGroup& g, uint32_t tile, int worker) const {
    const size_t W = static_cast<size_t>(kernels_->lanes), N = static_cast<size_t>(elements_);
    const size_t points = N * static_cast<size_t>(g.points);
    RodTile t{};
    t.elements = elements_;
    t.points = g.points;
    t.node = g.node.data();
    t.weight = g.weight.data();
    t.substep = substep_;
    t.material = material_;
    t.colliders = &colliders_.view();
    t.root = g.root.data() + tile * 7 * W;
    t.scale = g.scale.data() + tile * W;
    t.thickness = g.thickness.data() + tile * W;
    t.ratio = g.ratio.data() + tile * N * W;
    t.rest = g.rest.data() + tile * 3 * N * W;
    t.darboux = g.darboux.data() + tile * 3 * N * W;
    t.rate = g.rate.data() + tile * 3 * N * W;
    t.velocity = g.velocity.data() + tile * 3 * points * W;
    t.position = g.position.data() + tile * 3 * points * W;
    t.grip = g.grip.data() + tile * rodGripRows * (points + 1) * W;
    t.comb = g.comb.data() + tile * W;
    t.link = links_ != nullptr && hairContact_ > 0 ? g.link.data() + tile * 9 * points * W : nullptr;
    t.passes = passes_;
    t.particles = static_cast<int>(g.particles);
    t.drawnElement = g.element.data();
    t.drawnFraction = g.fraction.data();
    t.scratch = scratch_[static_cast<size_t>(worker)].data();
    t.resets = g.resets.data() + tile * W;
    return t;
}

template <class Body>
void SuperHelixModel::forTiles(const Body& body) {
    forEachTile(pool_, tiles_.size(), [&](int index, int worker) {
        body(groups_[tiles_[index].first], tiles_[index].second, worker);
    });
}

void SuperHelixModel::step(const Frame& given) {
    Frame frame = given;
    previousHead_ = head_;
    colliders_.set(frame.colliders);
    if (isTeleport(frame)) {
        carry(carryTurn(frame));
        frame = arrived(frame);
        previousHead_ = frame.end.pose;
    }
    for (RodCurves& c : curves_) std::memcpy(c.before.data(), c.now.data(), c.now.size() * sizeof(float));
    const int count = substepsOf(frame);
    for (int i = 0; i < count; ++i) {
        substep_ = substepOf(frame, i, count);
        if (hairContact_ > 0) findLinks(i, count);
        else if (links_ != nullptr) links_->setMemory({});
        const bool last = i + 1 == count;
        forTiles([&](RodGroup& g, uint32_t tile, int worker) {
            RodTile t = tileOf(g, tile, worker);
            if (last) t.drawn = g.drawn.data() + size_t{tile} * g.particles * 3 * kernels_->lanes;
            if (reduced_) kernels_->reduced(t);
            else kernels_->full(t);
        });
        if (hairContact_ > 0) keepLinks(count);
    }
    showCurves();
    head_ = frame.end.pose;
}

// Hands what was drawn to the strands' own order.
void SuperHelixModel::showCurves() {
    const size_t W = static_cast<size_t>(kernels_->lanes);
    for (RodCurves& c : curves_)
        for (size_t s = 0; s < c.strands; ++s) {
            const Slot slot = slots_[c.firstStrand + s];
            const size_t rows = 3 * size_t{c.particles};
            const float* from = groups_[slot.group].drawn.data() + slot.at / W * rows * W + slot.at % W;
            float* to = c.now.data() + s / W * rows * W + s % W;
            for (size_t row = 0; row < rows; ++row) to[row * W] = from[row * W];
        }
}

// A jump carries the hair along: Darboux vectors stay, velocities and points turn.
void SuperHelixModel::carry(Quatf turn) {
    const size_t W = static_cast<size_t>(kernels_->lanes);
    auto turnRows = [&](std::vector<float>& rows) {
        for (size_t at = 0; at + 3 * W <= rows.size(); at += 3 * W)
            for (size_t lane = 0; lane < W; ++lane) {
                float* p = rows.data() + at + lane;
                Vec3f v = rotate(turn, Vec3f{p[0], p[W], p[2 * W]});
                p[0] = v.x, p[W] = v.y, p[2 * W] = v.z;
            }
    };
    for (RodGroup& g : groups_)
        for (std::vector<float>* rows : {&g.velocity, &g.position}) turnRows(*rows);
    for (RodCurves& c : curves_) turnRows(c.now);
    if (links_ != nullptr) links_->forget();
}

// Points and particles from the state, with the head at head_.
void SuperHelixModel::draw() {
    substep_.headBefore = substep_.headAfter = head_.orientation;
    substep_.h = 1;
    forTiles([&](RodGroup& g, uint32_t tile, int worker) {
        RodTile t = tileOf(g, tile, worker);
        t.drawn = g.drawn.data() + size_t{tile} * g.particles * 3 * kernels_->lanes;
        kernels_->draw(t);
    });
    showCurves();
    for (RodCurves& c : curves_) c.before = c.now;
    if (links_ != nullptr) links_->forget();
}

void SuperHelixModel::reset(const Pose& head) {
    head_ = previousHead_ = head;
    for (RodGroup& g : groups_) {
        g.darboux = g.start;  // the groom, whatever its strands would rather be
        g.rate.assign(g.rate.size(), 0.0f);
        g.velocity.assign(g.velocity.size(), 0.0f);
        g.grip.assign(g.grip.size(), 0.0f);
        g.comb.assign(g.comb.size(), combFree);
        g.resets.assign(g.resets.size(), 0u);
    }
    if (links_ != nullptr) links_->setMemory({});
    draw();
}

}  // namespace ringlet
