// Contacts between strands on a CUDA device (core/contact/hair_device.h): the loops of
// core/contact/gathered_*.h by a DeviceExecutor.
#pragma once

#include "core/contact/gathered_links.h"
#include "core/contact/gathered_touches.h"
#include "core/contact/hair_device.h"
#include "kernels/device_executor.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// What a step begins with.
struct BeginMoves {
    const HairMove *first, *second;  // null: nothing acts all through a frame
    float square;
    HairMove* moves;
    RINGLET_HD void operator()(uint32_t i) const {
        if (first == nullptr) moves[i] = {{0, 0, 0}, 0};
        else moves[i] = {square * (first[i].by + second[i].by), square * (first[i].grip + second[i].grip)};
    }
};

class DeviceHair final : public HairDevice {
public:
    explicit DeviceHair(cudaStream_t stream) : on_(stream) {}

    Status setPairs(const NearPair* pairs, size_t count) override {
        touches_.setPairs(on_, pairs, count);
        return on_.status();
    }
    Status setPulls(const HairMove* first, const HairMove* second, size_t points) override {
        on_.write(pulls_[0].room(on_, points), first, points);
        on_.write(pulls_[1].room(on_, points), second, points);
        return on_.status();
    }
    Status setLinks(const std::vector<LinkRow>& links, size_t points) override {
        links_.set(on_, links.data(), links.size(), points);
        return on_.status();
    }
    Status setStrengths(const float* strengths) override {
        on_.write(links_.strengths(), strengths, links_.count());
        return on_.status();
    }
    Status strengths(float* to) override {
        on_.fetch(to, links_.strengths(), links_.count());
        return on_.status();
    }

    Status step(const HairStep& s) override {
        on_.each(s.points, BeginMoves{s.pulls ? pulls_[0].data() : nullptr, pulls_[1].data(), s.square, s.moves});
        if (s.touches) {
            touches_.find(on_, s.now, s.before, s.touch);
            forces_.apply(on_, touches_.contacts(), touches_.count(), 4, s.material, s.moves, s.points);
        }
        if (s.links) links_.apply(on_, s.now, s.link, s.moves);
        return on_.status();
    }
    size_t count() const override { return touches_.count(); }
    Status contacts(std::vector<Contact>& to) override {
        to.resize(touches_.count());
        on_.fetch(to.data(), touches_.contacts(), to.size());
        return on_.status();
    }
    size_t bytes() const override { return on_.bytes(); }

private:
    DeviceExecutor on_;
    GatheredTouches<DeviceExecutor> touches_;
    GatheredForces<DeviceExecutor> forces_;
    GatheredLinks<DeviceExecutor> links_;
    DeviceExecutor::Array<HairMove> pulls_[2];
};

}  // namespace RINGLET_ISA
}  // namespace ringlet
