#include "core/models/verlet/verlet.h"

#include "core/groom/follow.h"
#include "core/models/model_parts.h"
#include "core/models/strand_points.h"

#include <cstring>

namespace ringlet::verlet {
namespace {

const RegisterModel here{{"verlet", "particles with Verlet integration, hair-hair contacts, layers and links (Barnes 2006)",
                          &verletParams(), &VerletModel::build, false, {"contacts", "broken links"}}};

// Shorter segments count as this long, m: coincident points need a direction and a mass.
constexpr float shortestSegment = 1e-5f;
// A guide's wisp and a layer are this thick beside the roots' spacing, within bounds (m), and
// a layer is open where its guides are so much farther apart than roots are.
constexpr float wispShare = 0.3f, layerShare = 0.2f, openShare = 2.5f, thinnestWisp = 5e-4f, thickestWisp = 0.01f;

}  // namespace

Result<std::unique_ptr<Model>> VerletModel::build(const Groom& groom, const Params& params, const ModelOptions& options) {
    if (Status status = tilesAlone("verlet", options); !status) return Error{status.error()};
    std::unique_ptr<VerletModel> model(new VerletModel);
    const Result<int> lanes = lanesFor(groom, options, verletKernels, model->kernels_);
    if (!lanes) return Error{lanes.error()};
    model->lanes_ = static_cast<uint32_t>(lanes.value());
    for (const StrandGroup& group : groom.groups) model->addGroup(groom, group);
    if (Status status = model->finishGroups(options, "verlet"); !status) return Error{status.error()};
    model->makePoints(groom);
    model->tie(groom, params);
    for (auto* points : {&model->now_, &model->before_}) model->device_.share(points->data(), points->size() * sizeof(HairPoint));
    model->device_.share(model->moves_.data(), model->moves_.size() * sizeof(HairMove));
    model->setParams(params);
    model->reset(Pose{});
    return std::unique_ptr<Model>(std::move(model));
}

// What strands do to each other.
void VerletModel::tie(const Groom& groom, const Params& params) {
    std::vector<uint32_t> strands;
    for (const StrandGroup& g : groom.groups)
        for (uint32_t s = 0; s < g.strandCount; ++s) strands.insert(strands.end(), g.points, g.firstStrand + s);
    segments_ = std::make_unique<SegmentContacts>(strands);
    forces_ = std::make_unique<ContactForces>(strands.size());
    const LayerKind layers = static_cast<LayerKind>(params.integer("layers"));
    if (layers != LayerKind::None) {
        std::vector<Quad> halves[2];
        for (const Quad& quad : layerQuads(groom, layers)) halves[strands[quad.corners[0]] % 2].push_back(quad);
        for (std::vector<Quad>& half : halves)
            layers_.push_back({std::make_unique<LayerContacts>(strands, std::move(half)), std::vector<HairMove>(rest_.size())});
        ahead_ = rest_;
    }
    if (params.integer("links") > 0)
        links_.set(styleLinks(groom, params.integer("links"), params.real("linkReach")), rest_);
    spacing_ = rootSpacing(groom);
    if (!device_.on()) return;
    device_.with<HairDevice>([&](HairDevice& hair) {
        Status status = hair.setHair(strands, rest_);
        for (size_t half = 0; status && half < layers_.size(); ++half) status = hair.setLayers(half, layers_[half].contacts->quadList());
        if (status && links_.count() > 0) status = hair.setLinks(links_.rows());
        return status;
    });
}

void VerletModel::addGroup(const Groom& groom, const StrandGroup& group) {
    groups_.emplace_back(storeOf<VerletFields>(group, static_cast<int>(lanes_)), group.firstPoint);
    VerletGroup& g = groups_.back();
    for (uint32_t s = 0; s < g.padded(); ++s) {
        // Padding repeats the last strand.
        const uint32_t from = s < group.strandCount ? s : group.strandCount - 1;
        const Vec3f* points = groom.points.data() + group.firstPoint + size_t{from} * group.points;
        // The root's frame is that of the first segment; frames follow the strand without twist.
        Vec3f along = normalizedOr(points[1] - points[0], groom.rootNormals[group.firstStrand + from]);
        Quatf frame = rotationBetween(Vec3f{0, 0, 1}, along);
        g.setVec3(VerletRoot, s, 0, points[0]);
        g.setQuat(VerletRoot, s, 0, frame, 3);
        float total = 0;
        for (uint32_t p = 1; p < group.points; ++p) {
            const Vec3f d = points[p] - points[p - 1];
            const float length = maximum(lengthOf(d), shortestSegment);
            const Quatf next = normalized(rotationBetween(along, normalizedOr(d, along)) * frame);
            g.setQuat(VerletTurn, s, p, p > 1 ? normalized(conjugate(frame) * next) : identityQuat<float>());
            g.at(VerletLength, s, p, 0) = length;
            total += length;
            frame = p > 1 ? next : frame;
            along = axisZ(frame);
        }
        g.at(VerletRoot, s, 0, 7) = total / static_cast<float>(group.points - 1);
    }
}

void VerletModel::makePoints(const Groom& groom) {
    const size_t count = groom.points.size();
    now_.resize(count);
    before_.resize(count);
    rest_.resize(count);
    moves_.resize(count);
    double sum = 0;
    size_t segments = 0;
    for (const VerletGroup& g : groups_)
        for (uint32_t s = 0; s < g.strands(); ++s)
            for (uint32_t p = 1; p < g.particles(); ++p, ++segments) sum += g.at(VerletLength, s, p, 0);
    const float mean = static_cast<float>(sum / static_cast<double>(segments));
    meanSegment_ = mean;
    for (const VerletGroup& g : groups_)
        for (uint32_t s = 0; s < g.strands(); ++s)
            for (uint32_t p = 0; p < g.particles(); ++p) {
                const size_t i = g.firstPoint + size_t{s} * g.particles() + p;
                const Vec3f x = groom.points[i];
                float here = g.at(VerletLength, s, p, 0);
                float next = p + 1 < g.particles() ? g.at(VerletLength, s, p + 1, 0) : 0.0f;
                rest_[i] = {x.x, x.y, x.z, p == 0 ? 0.0f : 2 * mean / (here + next)};
                now_[i] = before_[i] = rest_[i];
            }
}

void VerletModel::setParams(const Params& params) {
    wantedSubsteps_ = params.integer("substeps");
    density_ = params.real("density");
    stiffness_ = params.real("stiffness");
    material_ = {stiffness_ / density_, params.real("drag"), params.real("friction"),
                 params.integer("step") == 1, params.integer("passes"), params.real("exitSpeed")};
    linearContacts_ = params.integer("contactResponse") == 1;
    contactsOn_ = params.toggle("contacts");
    const BroadPhaseKind broadPhase = static_cast<BroadPhaseKind>(params.integer("broadPhase"));
    auto orShare = [&](const char* name, float share) {
        return params.get(name) > 0 ? params.real(name) : clamped(share * spacing_, thinnestWisp, thickestWisp);
    };
    segmentSettings_ = {orShare("contactDiameter", wispShare), params.integer("narrowPhase") == 1, broadPhase};
    layerSettings_ = {orShare("layerThickness", layerShare),
                      params.get("layerWidth") > 0 ? params.real("layerWidth") : openShare * spacing_, broadPhase};
    contactOverDensity_ = params.real("contactStiffness") / density_;
    contactFriction_ = params.real("contactFriction");
    linkOverDensity_ = params.real("linkStiffness") / density_;
    linkSettings_.breaks = params.real("linkBreaks");
    linkSettings_.weakens = minimum(params.real("linkWeakens"), linkSettings_.breaks);
    const bool hold = params.toggle("linksHold");
    if (hold && !linksHold_) seeTies(), links_.renew(), tied_.hostWrote();
    linksHold_ = hold;
}

int VerletModel::substepsOf(const Frame& frame) const {
    if (wantedSubsteps_ > 0) return wantedSubsteps_;
    if (material_.published) return 1;
    return substepsFor(frame, 360, 18);
}

size_t VerletModel::scratchFloats(const VerletGroup& group) const {
    return static_cast<size_t>(verletScratchFloats(static_cast<int>(group.particles())));
}

void VerletModel::runStage(VerletStage stage) {
    const bool touching = together();
    auto argsOf = [&](const VerletGroup& g) {
        return VerletArgs{substep_, touched_, material_, device_.there(now_.data()) + g.firstPoint,
                          device_.there(before_.data()) + g.firstPoint, meanSegment_,
                          touching ? device_.there(moves_.data()) + g.firstPoint : nullptr};
    };
    run<VerletFields>(stage, argsOf, [&](const auto& at, const VerletArgs& args) {
        kernels_->stage[stage](verletTile(at, args, args.colliders));
    });
}

bool VerletModel::together() const { return contactsOn_ || !layers_.empty() || (linksHold_ && links_.count() > 0); }

// Layers are slow: half of them are looked at in a frame, where points would be two frames
// on (so that springs brake, as in a backward step), and pull the same until they are
// looked at again.
LayerStep VerletModel::layerStep() const {
    const float steps = 2 * static_cast<float>(segmentSettings_.steps), time = steps * substep_.h;
    return {layerTurn_, steps, time, layerSettings_, contactMaterial(time * time)};
}

void VerletModel::touchLayers(LayerHalf& half) {
    const LayerStep step = layerStep();
    for (size_t i = 0; i < ahead_.size(); ++i) {
        const HairPoint &a = before_[i], &b = now_[i];
        ahead_[i].x = a.x + step.steps * (b.x - a.x);
        ahead_[i].y = a.y + step.steps * (b.y - a.y);
        ahead_[i].z = a.z + step.steps * (b.z - a.z);
    }
    std::memset(static_cast<void*>(half.pull.data()), 0, half.pull.size() * sizeof(HairMove));
    half.contacts->find({ahead_.data(), before_.data(), rest_.data()}, step.settings, pool_);
    const ContactChunks& c = half.contacts->contacts();
    forces_->apply(c.contacts(), c.count(), 5, step.material, half.pull.data());
    const float inverse = 1 / (step.time * step.time);
    for (HairMove& move : half.pull) move = {inverse * move.by, inverse * move.grip};
}

ContactMaterial VerletModel::contactMaterial(float square) const {
    return {contactOverDensity_ * square, contactFriction_, linearContacts_};
}

LinkSettings VerletModel::linkSettings(float square) const {
    LinkSettings settings = linkSettings_;
    settings.stiffness = linkOverDensity_ * square;
    settings.head = substep_.headAfter;
    return settings;
}

// Half of the layers is looked at in a frame, and half in the next one.
LayerHalf& VerletModel::nextHalf() {
    LayerHalf& half = layers_[layerTurn_];
    layerTurn_ = 1 - layerTurn_;
    half.looked = true;
    return half;
}

// What strands do to each other, into moves_.
void VerletModel::touch(int step) {
    if (!together()) return;
    if (device_.on()) return touchThere(step);
    if (step == 0 && !layers_.empty()) touchLayers(nextHalf());
    const float square = substep_.h * substep_.h;
    if (!layers_.empty()) {
        for (size_t i = 0; i < moves_.size(); ++i) {
            const HairMove &a = layers_[0].pull[i], &b = layers_[1].pull[i];
            moves_[i] = {square * (a.by + b.by), square * (a.grip + b.grip)};
        }
    } else {
        std::memset(static_cast<void*>(moves_.data()), 0, moves_.size() * sizeof(HairMove));
    }
    if (contactsOn_) {
        segments_->find({now_.data(), before_.data(), rest_.data()}, segmentSettings_, pool_, step);
        const ContactChunks& c = segments_->contacts();
        forces_->apply(c.contacts(), c.count(), 4, contactMaterial(square), moves_.data());
    }
    if (linksHold_ && links_.count() > 0) links_.apply(now_.data(), linkSettings(square), moves_.data());
}

// The same on a device.
void VerletModel::touchThere(int step) {
    const bool layers = !layers_.empty(), links = linksHold_ && links_.count() > 0;
    const float square = substep_.h * substep_.h;
    const HairStep there{device_.there(now_.data()), device_.there(before_.data()), device_.there(moves_.data()), square, layers,
                         layers && step == 0, contactsOn_, links, layerStep(),
                         contactsOn_ ? segments_->plan(segmentSettings_, step) : SegmentPlan{}, contactMaterial(square),
                         linkSettings(square)};
    if (there.looksAtLayers) nextHalf();
    device_.with<HairDevice>([&](HairDevice& hair) {
        const Status status = tied_.device ? Status{} : hair.setTies(ties());
        return status ? hair.step(there) : status;
    });
    tied_.deviceWrote();
    contactsSeen_ = false;
}

// Layers' pulls and links' strengths, as a device reads and writes them.
HairTies VerletModel::ties() const {
    HairTies ties{links_.strengths().data(), {nullptr, nullptr}};
    for (size_t half = 0; half < layers_.size(); ++half) ties.pulls[half] = layers_[half].pull.data();
    return ties;
}

// Fetches them, for who looks at them.
void VerletModel::seeTies() const {
    if (tied_.host) return;
    tied_.host = true;
    device_.with<HairDevice>([&](HairDevice& hair) { return hair.ties(ties()); });
}

// Fetches the last contacts, for who looks at them.
void VerletModel::seeContacts() const {
    seeTies();
    if (contactsSeen_) return;
    contactsSeen_ = true;
    device_.toHost(now_.data());
    device_.with<HairDevice>([&](HairDevice& hair) { return hair.look(seen_); });
    segments_->setContacts(seen_.contacts);
    for (size_t half = 0; half < layers_.size(); ++half)
        if (layers_[half].looked) layers_[half].contacts->setContacts(seen_.layers[half]);
}

void VerletModel::substep(int index, int count) {
    segmentSettings_.steps = count;
    runStage(VerletPredict);
    touch(index);
    runStage(VerletSolve);
}

void VerletModel::end() { runStage(VerletRescue); }

void VerletModel::jumped(Quatf turn) {
    if (layers_.empty()) return;
    seeTies();
    tied_.hostWrote();
    forgetLeftOut();
    for (LayerHalf& half : layers_)
        for (HairMove& move : half.pull) move.by = rotate(turn, move.by);
}

}  // namespace ringlet::verlet
