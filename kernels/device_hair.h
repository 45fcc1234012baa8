// Contacts between strands on a CUDA device (core/contact/hair_device.h): the loops of
// core/contact/gathered_*.h by a DeviceExecutor.
#pragma once

#include "core/contact/gathered_forces.h"
#include "core/contact/gathered_layers.h"
#include "core/contact/gathered_links.h"
#include "core/contact/gathered_search.h"
#include "core/contact/gathered_touches.h"
#include "core/contact/hair_device.h"
#include "kernels/device_executor.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// What a step begins with.
struct BeginMoves {
    const HairMove *first, *second;  // null: no layers pull
    float square;
    HairMove* moves;
    RINGLET_HD void operator()(uint32_t i) const {
        if (first == nullptr) moves[i] = {{0, 0, 0}, 0};
        else moves[i] = {square * (first[i].by + second[i].by), square * (first[i].grip + second[i].grip)};
    }
};
// Where points are so many steps on.
struct GoAhead {
    const HairPoint *now, *before, *rest;
    float steps;
    HairPoint* ahead;
    RINGLET_HD void operator()(uint32_t i) const {
        const HairPoint &a = before[i], &b = now[i];
        ahead[i] = {a.x + steps * (b.x - a.x), a.y + steps * (b.y - a.y), a.z + steps * (b.z - a.z), rest[i].inverseMass};
    }
};
struct ScaleMoves {
    HairMove* moves;
    float by;
    RINGLET_HD void operator()(uint32_t i) const { moves[i] = {by * moves[i].by, by * moves[i].grip}; }
};

class DeviceHair final : public HairDevice {
public:
    explicit DeviceHair(cudaStream_t stream) : on_(stream) {}

    Status setHair(const std::vector<uint32_t>& strands, const std::vector<HairPoint>& rest) override {
        points_ = strands.size();
        search_.setHair(on_, strands.data(), rest.data(), points_);
        return on_.status();
    }
    Status setLayers(size_t half, const std::vector<Quad>& quads) override {
        layers_[half].set(on_, quads.data(), quads.size(), search_.strands(), search_.rest(), points_);
        pulls_[half].room(on_, points_), ahead_.room(on_, points_);
        return on_.status();
    }
    Status setLinks(const std::vector<LinkRow>& links) override {
        links_.set(on_, links.data(), links.size(), points_);
        return on_.status();
    }
    Status setTies(const HairTies& from) override {
        search_.clearLeftOut();
        for (GatheredLayers<DeviceExecutor>& half : layers_) half.clearLeftOut();
        on_.write(links_.strengths(), from.strengths, links_.count());
        for (int half = 0; half < 2; ++half)
            if (pulls_[half].data() != nullptr) on_.write(pulls_[half].data(), from.pulls[half], points_);
        return on_.status();
    }
    Status ties(const HairTies& to) override {
        on_.fetch(to.strengths, links_.strengths(), links_.count());
        for (int half = 0; half < 2; ++half)
            if (pulls_[half].data() != nullptr) on_.fetch(to.pulls[half], pulls_[half].data(), points_);
        return on_.status();
    }

    Status step(const HairStep& s) override {
        if (s.looksAtLayers) lookAtLayers(s);
        on_.each(points_, BeginMoves{s.layers ? pulls_[0].data() : nullptr, pulls_[1].data(), s.square, s.moves});
        if (s.touches) {
            if (s.plan.searches) {
                search_.find(on_, s.now, s.before, s.plan.search);
                touches_.setPairs(search_.pairs(), search_.count());
            }
            touches_.find(on_, s.now, s.before, s.plan.touch);
            forces_.apply(on_, touches_.contacts(), touches_.count(), 4, s.material, s.moves, points_);
        }
        if (s.links) links_.apply(on_, s.now, s.link, s.moves);
        return on_.status();
    }
    Status look(HairSeen& to) override {
        to.kept = search_.count(), to.segmentsLeftOut = search_.leftOut();
        to.contacts.resize(touches_.count());
        on_.fetch(to.contacts.data(), touches_.contacts(), to.contacts.size());
        for (size_t half = 0; half < 2; ++half) {
            to.layers[half].resize(layers_[half].count());
            on_.fetch(to.layers[half].data(), layers_[half].contacts(), to.layers[half].size());
            if (to.pointsLeftOut < layers_[half].leftOut()) to.pointsLeftOut = layers_[half].leftOut();
        }
        return on_.status();
    }
    size_t bytes() const override { return on_.bytes(); }

private:
    // What the points that go on as they go would be pushed by; what pushes them so is an acceleration until the next look.
    void lookAtLayers(const HairStep& s) {
        const LayerStep& l = s.layer;
        HairMove* const pulls = pulls_[l.half].data();
        on_.each(points_, GoAhead{s.now, s.before, search_.rest(), l.steps, ahead_.data()});
        on_.each(points_, BeginMoves{nullptr, nullptr, 0, pulls});
        GatheredLayers<DeviceExecutor>& layers = layers_[l.half];
        layers.find(on_, ahead_.data(), s.before, l.settings);
        forces_.apply(on_, layers.contacts(), layers.count(), 5, l.material, pulls, points_);
        on_.each(points_, ScaleMoves{pulls, 1 / (l.time * l.time)});
    }

    DeviceExecutor on_;
    size_t points_ = 0;
    GatheredSearch<DeviceExecutor> search_;
    GatheredTouches<DeviceExecutor> touches_;
    GatheredForces<DeviceExecutor> forces_;
    GatheredLinks<DeviceExecutor> links_;
    GatheredLayers<DeviceExecutor> layers_[2];
    DeviceExecutor::Array<HairMove> pulls_[2];
    DeviceExecutor::Array<HairPoint> ahead_;
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
