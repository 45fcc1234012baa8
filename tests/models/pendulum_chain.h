// The least that a hair model is: particles on rods without mass. Test programs register it, as a published one, which owes neither
// rest nor energies, and it passes all that those owe, on the emulated device too. Whoever writes a model can begin with a copy.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/stage_list.h"
#include "core/models/strands_at.h"
#include "core/models/substep.h"
#include "core/models/tile_io.h"

namespace ringlet::pendulum {

enum { Position, Velocity, Rest };
struct ChainFields {
    static constexpr Field list[] = {{"position", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"velocity", 3, Per::Particle, Keep::State, Jump::Vector},
                                     {"rest", 3, Per::Particle, Keep::Rest}};  // head space, m
    static constexpr int count = 3;
};

struct ChainArgs {
    Substep substep;
    ColliderArgs colliders;
    float drag;  // 1/s
};
inline namespace RINGLET_ISA {

// A particle that lies in a collider, out of it and at `length` from its parent again.
template <class T>
RINGLET_HD Vec3<T> outOf(const ColliderArgs& colliders, Quat<T> head, Vec3<T> parent, T length, Vec3<T> x) {
    for (int pass = 0; pass < 4; ++pass) {
        const SurfacePointT<T> surface = nearestCollider(colliders, head, x);
        auto inside = surface.distance < T(0);
        if (!anyLane(inside)) break;
        const Vec3<T> out = x - surface.distance * surface.normal;
        x = select(inside, parent + length * normalizedOr(out - parent, surface.normal), x);
    }
    return x;
}

// Strands through a substep: predicted, put on their rods from root to tip, out of what they meet.
template <class T, class At>
RINGLET_HD void stepChain(const At& at, const ChainArgs& args, const ColliderArgs& colliders) {
    const auto x = at.template view<Position>(), v = at.template view<Velocity>(), rest = at.template view<Rest>();
    const Substep& s = args.substep;
    const Quat<T> head = splat<T>(s.headAfter);
    const Vec3<T> move = splat<T>(s.headMove), fall = splat<T>(s.h * s.gravity), wind = splat<T>(s.wind);
    const T h(s.h), perSecond(1.0f / s.h), kept(1.0f / (1.0f + args.drag * s.h));
    Vec3<T> restParent = loadVec3<T>(rest, 0), parent = rotate(head, restParent), none{T(0), T(0), T(0)};
    storeVec3(v, 0, perSecond * (parent - loadVec3<T>(x, 0) + move));
    storeVec3(x, 0, parent);
    T watch(0);
    for (int i = 1; i < at.particles(); ++i) {
        const Vec3<T> own = loadVec3<T>(rest, i), before = loadVec3<T>(x, i);
        const T length = lengthOf(own - restParent);
        const Vec3<T> speed = kept * (loadVec3<T>(v, i) + fall) + (T(1) - kept) * wind;
        const Vec3<T> along = before - move + h * speed - parent;
        Vec3<T> now = parent + length * normalizedOr(along, rotate(head, normalizedOr(own, Vec3<T>{T(0), T(1), T(0)})));
        if (colliders.any()) now = outOf(colliders, head, parent, length, now);
        const Vec3<T> moved = perSecond * (now - before + move);
        storeVec3(x, i, now);
        storeVec3(v, i, select(dot(moved, moved) < T(1e-24f), none, moved));
        watch = watch + dot(moved, moved) + dot(now, now);
        restParent = own, parent = now;
    }
    auto lost = lostLanes(watch);
    if (!anyLane(lost)) return;
    for (int i = 0; i < at.particles(); ++i) {
        storeVec3(x, i, select(lost, rotate(head, loadVec3<T>(rest, i)), loadVec3<T>(x, i)));
        storeVec3(v, i, select(lost, none, loadVec3<T>(v, i)));
    }
    countLanes(at.resets(), lost);
}

struct ChainStages : StageList<ChainFields, ChainArgs, 1> {
    static constexpr const char* name = "pendulum-chain";
    template <int stage, class T, class At>
    static RINGLET_HD void run(const At& at, const Args& args, const ColliderArgs& colliders) {
        stepChain<T>(at, args, colliders);
    }
};

}  // namespace RINGLET_ISA
}  // namespace ringlet::pendulum

#if !defined(RINGLET_DEVICE_LANES)  // the host's side
#include "core/models/strand_model.h"
#include "core/models/strand_points.h"

namespace ringlet::pendulum {

inline const ParamTable& chainParams() {
    static const ParamTable table = {{"drag", "1/s", 3, 0, 100, "air drag per mass; more rests sooner"},
                                     {"density", "kg/m", 6.5e-6, 1e-8, 1, "mass per metre of strand"}};
    return table;
}

struct ChainKernels {
    int lanes;
    void (*step)(const TileAt<ChainFields>&, const ChainArgs&, const ColliderArgs&);
};
inline const ChainKernels* chainKernels(int lanes) {
    static const ChainKernels one{1, stepChain<float>}, four{4, stepChain<Lanes<4>>};
    return lanes == 0 || lanes == 4 ? &four : lanes == 1 ? &one : nullptr;
}

class ChainModel : public StrandModel<StrandStore> {
public:
    static Result<std::unique_ptr<Model>> build(const Groom& groom, const Params& params, const ModelOptions& options) {
        std::unique_ptr<ChainModel> model(new ChainModel);
        const Result<int> lanes = lanesFor(groom, options, chainKernels, model->kernels_);
        if (!lanes) return Error{lanes.error()};
        for (const StrandGroup& group : groom.groups) {
            StrandStore& g = model->groups_.emplace_back(storeOf<ChainFields>(group, lanes.value()));
            for (uint32_t s = 0; s < g.padded(); ++s)
                for (uint32_t p = 0; p < group.points; ++p) g.setVec3(Rest, s, p, ringlet::strandOf(groom, group, g, s).points[p]);
        }
        if (Status status = model->finishGroups(options, "pendulum-chain"); !status) return Error{status.error()};
        model->setParams(params);
        model->reset(Pose{});
        return std::unique_ptr<Model>(std::move(model));
    }
    void setParams(const Params& params) override { drag_ = params.real("drag"), density_ = params.get("density"); }
    float restLength(uint32_t strand, uint32_t segment) const override {
        const auto [g, s] = slots_[strand];
        return lengthOf(groups_[g].vec3At(Rest, s, segment + 1) - groups_[g].vec3At(Rest, s, segment));
    }
    Energy energy(Vec3f gravity) const override { return particleEnergy(Position, Velocity, density_, gravity); }

private:
    ChainModel() : StrandModel("pendulum-chain") {}
    int substepsOf(const Frame& frame) const override { return substepsForMotion(frame); }
    void substep(int, int) override {
        auto argsOf = [this](const StrandStore&) { return ChainArgs{substep_, {touched_, 0}, drag_}; };
        run<ChainFields>(0, argsOf, [this](const auto& at, const ChainArgs& a) { kernels_->step(at, a, a.colliders); });
    }
    void placeAtRest(StrandStore& g, uint32_t s, Quatf head) override {
        for (uint32_t p = 0; p < g.particles(); ++p) {
            g.setVec3(Position, s, p, rotate(head, g.vec3At(Rest, s, p)));
            g.setVec3(Velocity, s, p, {0, 0, 0});
        }
    }

    const ChainKernels* kernels_ = nullptr;
    float drag_ = 0;      // 1/s
    double density_ = 0;  // kg/m
};

}  // namespace ringlet::pendulum
#endif
