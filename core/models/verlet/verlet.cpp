#include "core/models/verlet/verlet.h"

#include "core/groom/follow.h"
#include "core/models/model_parts.h"

#include <cstring>

namespace ringlet {
namespace {

const RegisterModel here{{"verlet", "particles with Verlet integration, hair-hair contacts, layers and links (Barnes 2006)",
                          &verletParams(), &VerletModel::build}};

// Shorter segments count as this long, m: coincident points need a direction and a mass.
constexpr float shortestSegment = 1e-5f;
// A guide's wisp and a layer are this thick beside the roots' spacing, within bounds (m), and
// a layer is open where its guides are so much farther apart than roots are.
constexpr float wispShare = 0.3f, layerShare = 0.2f, openShare = 2.5f, thinnestWisp = 5e-4f, thickestWisp = 0.01f;

}  // namespace

Result<std::unique_ptr<Model>> VerletModel::build(const Groom& groom, const Params& params, const ModelOptions& options) {
    if (options.backend != "cpu") return Error{"the verlet model runs on the CPU alone; use --backend cpu"};
    if (options.layout != "tiles") return Error{"the verlet model has the layout tiles alone; use --layout tiles"};
    if (Status status = checkStrands(groom); !status) return Error{status.error()};
    std::unique_ptr<VerletModel> model(new VerletModel);
    model->kernels_ = kernelsFor(groom, options.lanes, verletKernels);
    if (model->kernels_ == nullptr)
        return noSuchLanes(options.lanes);
    model->pool_ = options.pool;
    const uint32_t lanes = static_cast<uint32_t>(model->kernels_->lanes);
    uint32_t longest = 0;
    for (const StrandGroup& group : groom.groups) {
        model->addGroup(groom, group, lanes);
        longest = group.points > longest ? group.points : longest;
    }
    model->scratch_.resize(workersOf(model->pool_, model->tiles_.size()));
    for (std::vector<float>& scratch : model->scratch_)
        scratch.resize(size_t(verletScratchFloats(static_cast<int>(longest))) * lanes);
    model->makePoints(groom);
    std::vector<uint32_t> strands;
    for (const StrandGroup& g : groom.groups)
        for (uint32_t s = 0; s < g.strandCount; ++s) strands.insert(strands.end(), g.points, g.firstStrand + s);
    model->segments_ = std::make_unique<SegmentContacts>(strands);
    model->forces_ = std::make_unique<ContactForces>(strands.size());
    const LayerKind layers = static_cast<LayerKind>(params.integer("layers"));
    if (layers != LayerKind::None) {
        std::vector<Quad> halves[2];
        for (const Quad& quad : layerQuads(groom, layers)) halves[strands[quad.corners[0]] % 2].push_back(quad);
        for (std::vector<Quad>& half : halves)
            model->layers_.push_back({std::make_unique<LayerContacts>(strands, std::move(half)),
                                      std::vector<HairMove>(model->rest_.size())});
        model->ahead_ = model->rest_;
    }
    if (params.integer("links") > 0)
        model->links_.set(styleLinks(groom, params.integer("links"), params.real("linkReach")), model->rest_);
    model->spacing_ = rootSpacing(groom);
    model->setParams(params);
    model->reset(Pose{});
    return std::unique_ptr<Model>(std::move(model));
}

void VerletModel::addGroup(const Groom& groom, const StrandGroup& group, uint32_t lanes) {
    groups_.emplace_back();
    VerletGroup& g = groups_.back();
    g.firstStrand = group.firstStrand;
    g.firstPoint = group.firstPoint;
    g.arrays = StrandArrays(Layout::Tiles, group.strandCount, group.points, lanes, {3, 3, 4, 4, 4, 1});
    StrandArrays& a = g.arrays;
    g.roots.assign(size_t{a.padded()} * verletRootRows, 0.0f);
    g.previous.resize(a.channelFloats(VerletPosition));
    g.resets.assign(a.padded(), 0);
    for (uint32_t s = 0; s < a.padded(); ++s) {
        // Padding repeats the last strand.
        const uint32_t from = s < group.strandCount ? s : group.strandCount - 1;
        const Vec3f* points = groom.points.data() + group.firstPoint + size_t{from} * group.points;
        // The root's frame is that of the first segment; frames follow the strand without twist.
        Vec3f along = normalizedOr(points[1] - points[0], groom.rootNormals[group.firstStrand + from]);
        Quatf frame = rotationBetween(Vec3f{0, 0, 1}, along);
        const float root[7] = {points[0].x, points[0].y, points[0].z, frame.x, frame.y, frame.z, frame.w};
        float total = 0;
        for (uint32_t p = 1; p < group.points; ++p) {
            const Vec3f d = points[p] - points[p - 1];
            const float length = maximum(lengthOf(d), shortestSegment);
            const Quatf next = normalized(rotationBetween(along, normalizedOr(d, along)) * frame);
            a.setQuat(VerletTurn, s, p, p > 1 ? normalized(conjugate(frame) * next) : identityQuat<float>());
            a.at(VerletLength, s, p, 0) = length;
            total += length;
            frame = p > 1 ? next : frame;
            along = axisZ(frame);
        }
        float* const table = g.roots.data() + size_t{s / lanes} * verletRootRows * lanes + s % lanes;
        for (uint32_t row = 0; row < 7; ++row) table[row * lanes] = root[row];
        table[7 * lanes] = total / static_cast<float>(group.points - 1);
    }
    for (uint32_t t = 0; t < a.tiles(); ++t) tiles_.push_back({static_cast<uint32_t>(groups_.size() - 1), t});
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
        for (uint32_t s = 0; s < g.arrays.strands(); ++s)
            for (uint32_t p = 1; p < g.arrays.particles(); ++p, ++segments) sum += g.arrays.at(VerletLength, s, p, 0);
    const float mean = static_cast<float>(sum / static_cast<double>(segments));
    meanSegment_ = mean;
    for (const VerletGroup& g : groups_)
        for (uint32_t s = 0; s < g.arrays.strands(); ++s)
            for (uint32_t p = 0; p < g.arrays.particles(); ++p) {
                const size_t i = g.firstPoint + size_t{s} * g.arrays.particles() + p;
                const Vec3f x = groom.points[i];
                float here = g.arrays.at(VerletLength, s, p, 0);
                float next = p + 1 < g.arrays.particles() ? g.arrays.at(VerletLength, s, p + 1, 0) : 0.0f;
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
    linkSettings_.weakens = params.real("linkWeakens");
    linkSettings_.breaks = params.real("linkBreaks");
    const bool hold = params.toggle("linksHold");
    if (hold && !linksHold_) links_.renew();
    linksHold_ = hold;
}

int VerletModel::substepsOf(const Frame& frame) const {
    if (wantedSubsteps_ > 0) return wantedSubsteps_;
    if (material_.published) return 1;
    return substepsFor(frame, 360, 8);
}

VerletTile VerletModel::tileOf(VerletGroup& group, uint32_t tile, int worker) {
    StrandArrays& a = group.arrays;
    const uint32_t lanes = a.lanes(), first = tile * lanes;
    const uint32_t strands = a.strands() - first < lanes ? a.strands() - first : lanes;
    const size_t point = group.firstPoint + size_t{first} * a.particles();
    return {static_cast<int>(a.particles()), static_cast<int>(strands), &substep_, &colliders_.view(),
            &material_, group.roots.data() + size_t{tile} * verletRootRows * lanes, a.tile(VerletPosition, tile),
            a.tile(VerletVelocity, tile), a.tile(VerletNext, tile), a.tile(VerletFrame, tile),
            a.tile(VerletTurn, tile), a.tile(VerletLength, tile), now_.data() + point, before_.data() + point, meanSegment_,
            together() ? moves_.data() + point : nullptr, scratch_[static_cast<size_t>(worker)].data(),
            group.resets.data() + first};
}

template <class Run>
void VerletModel::overTiles(const Run& run) {
    forEachTile(pool_, tiles_.size(), [&](int index, int worker) {
        const auto& [group, tile] = tiles_[static_cast<size_t>(index)];
        run(tileOf(groups_[group], tile, worker));
    });
}

bool VerletModel::together() const { return contactsOn_ || !layers_.empty() || (linksHold_ && links_.count() > 0); }

// Layers are slow: half of them are looked at in a frame, where points would be two frames
// on (so that springs brake, as in a backward step), and pull the same until they are
// looked at again.
void VerletModel::touchLayers(LayerHalf& half) {
    const float count = 2 * static_cast<float>(segmentSettings_.steps), time = count * substep_.h;
    for (size_t i = 0; i < ahead_.size(); ++i) {
        const HairPoint &a = before_[i], &b = now_[i];
        ahead_[i].x = a.x + count * (b.x - a.x);
        ahead_[i].y = a.y + count * (b.y - a.y);
        ahead_[i].z = a.z + count * (b.z - a.z);
    }
    std::memset(static_cast<void*>(half.pull.data()), 0, half.pull.size() * sizeof(HairMove));
    half.contacts->find({ahead_.data(), before_.data(), rest_.data()}, layerSettings_, pool_);
    const ContactMaterial material{contactOverDensity_ * time * time, contactFriction_, linearContacts_};
    const ContactChunks& c = half.contacts->contacts();
    forces_->apply(c.contacts(), c.count(), 5, material, half.pull.data());
    const float inverse = 1 / (time * time);
    for (HairMove& move : half.pull) move = {inverse * move.by, inverse * move.grip};
}

// What strands do to each other, into moves_.
void VerletModel::touch(int step) {
    if (!together()) return;
    const float square = substep_.h * substep_.h;
    if (!layers_.empty()) {
        if (step == 0) touchLayers(layers_[layerTurn_]), layerTurn_ = 1 - layerTurn_;
        for (size_t i = 0; i < moves_.size(); ++i) {
            const HairMove &a = layers_[0].pull[i], &b = layers_[1].pull[i];
            moves_[i] = {square * (a.by + b.by), square * (a.grip + b.grip)};
        }
    } else {
        std::memset(static_cast<void*>(moves_.data()), 0, moves_.size() * sizeof(HairMove));
    }
    const HairPoints points{now_.data(), before_.data(), rest_.data()};
    const ContactMaterial material{contactOverDensity_ * square, contactFriction_, linearContacts_};
    if (contactsOn_) {
        segments_->find(points, segmentSettings_, pool_, step);
        const ContactChunks& c = segments_->contacts();
        forces_->apply(c.contacts(), c.count(), 4, material, moves_.data());
    }
    if (linksHold_ && links_.count() > 0) {
        LinkSettings settings = linkSettings_;
        settings.stiffness = linkOverDensity_ * square;
        settings.head = substep_.headAfter;
        links_.apply(now_.data(), settings, moves_.data());
    }
}

void VerletModel::step(const Frame& frame) {
    previousHead_ = head_;
    colliders_.set(frame.colliders);
    for (VerletGroup& g : groups_)
        std::memcpy(g.previous.data(), g.arrays.channel(VerletPosition), g.previous.size() * sizeof(float));
    Frame played = frame;
    if (isTeleport(frame)) {
        carry(frame);
        previousHead_ = frame.end.pose;
        played = arrived(frame);
    }
    const int count = substepsOf(frame);
    segmentSettings_.steps = count;
    for (int i = 0; i < count; ++i) {
        substep_ = substepOf(played, i, count);
        overTiles([this](const VerletTile& tile) { kernels_->predict(tile); });
        touch(i);
        overTiles([this](const VerletTile& tile) { kernels_->solve(tile); });
    }
    overTiles([this](const VerletTile& tile) { kernels_->rescue(tile); });
    head_ = frame.end.pose;
}

// A jump of the head takes the hair along rigidly, velocities too.
void VerletModel::carry(const Frame& frame) {
    const Quatf turn = carryTurn(frame);
    for (VerletGroup& g : groups_) {
        StrandArrays& a = g.arrays;
        for (uint32_t s = 0; s < a.padded(); ++s)
            for (uint32_t p = 0; p < a.particles(); ++p) {
                for (int channel : {VerletPosition, VerletVelocity})
                    a.setVec3(channel, s, p, rotate(turn, a.vec3At(channel, s, p)));
                a.setQuat(VerletFrame, s, p, normalized(turn * a.quatAt(VerletFrame, s, p)));
            }
        std::memcpy(g.previous.data(), a.channel(VerletPosition), g.previous.size() * sizeof(float));
    }
    for (LayerHalf& half : layers_)
        for (HairMove& move : half.pull) move.by = rotate(turn, move.by);
}

}  // namespace ringlet
