#include "core/view/heads_drawing.h"

#include <algorithm>

namespace ringlet {
namespace view {

Status HeadsDrawing::setScenes(const std::vector<const Simulation*>& heads) {
    heads_ = drawn_ = 1;
    for (size_t i = 0; i < heads.size(); ++i) {
        if (i == renderers_.size()) {
            renderers_.emplace_back();
            renderers_[i].init();
        }
        if (i > 0)
            if (Status ready = renderers_[i].finish(); !ready) return ready;
        builds_.resize(renderers_.size(), 0);
        if (builds_[i] != heads[i]->build()) renderers_[i].setScene(*heads[i]);
        builds_[i] = heads[i]->build();
        heads_ = i + 1;
    }
    for (size_t i = std::max(heads_, heads.size()); i < renderers_.size(); ++i) renderers_[i].forgetDrawn();
    return {};
}

void HeadsDrawing::upload(const std::vector<const Simulation*>& heads, bool followsLast) {
    for (size_t i = 0; i < std::min(heads_, heads.size()); ++i) renderers_[i].upload(*heads[i], followsLast);
}

Status HeadsDrawing::begin(const std::vector<Seen>& heads, const Picture& picture, float mixing) {
    turn_ = drawn_ = 0;
    for (; drawn_ < std::min(heads_, heads.size()); ++drawn_) {
        Picture own = picture;
        own.look = heads[drawn_].look;
        own.look.sampling = picture.look.sampling;
        own.over = drawn_ > 0;
        if (Status ready = renderers_[drawn_].begin(heads[drawn_].camera, own, mixing); !ready) return ready;
    }
    return {};
}

bool HeadsDrawing::proceed(size_t strands) {
    if (turn_ < drawn_ && renderers_[turn_].proceed(strands)) ++turn_;
    return turn_ == drawn_;
}

Status HeadsDrawing::draw(const std::vector<Seen>& heads, const Picture& picture, float mixing) {
    Status ready = begin(heads, picture, mixing);
    while (ready && !proceed(SIZE_MAX)) {}
    return ready;
}

bool HeadsDrawing::motionKnown() const {
    return std::all_of(renderers_.begin(), renderers_.begin() + std::ptrdiff_t(heads_), [](const Renderer& one) { return one.motionKnown(); });
}

template <class Of>
size_t HeadsDrawing::sum(size_t heads, const Of& of) const {
    size_t sum = 0;
    for (size_t i = 0; i < std::min(heads_, heads); ++i) sum += size_t(of(renderers_[i].hair(), i));
    return sum;
}

size_t HeadsDrawing::uploadedBytes() const {
    return sum(heads_, [](const HairDrawing& hair, size_t) { return hair.uploadedBytes(); });
}

size_t HeadsDrawing::drawnStrands(const std::vector<Seen>& heads) const {
    return sum(heads.size(), [&](const HairDrawing& hair, size_t i) { return hair.drawnStrands(heads[i].look); });
}

size_t HeadsDrawing::drawnTriangles(const std::vector<Seen>& heads) const {
    return sum(heads.size(), [&](const HairDrawing& hair, size_t i) { return hair.drawnTriangles(heads[i].look); });
}

}  // namespace view
}  // namespace ringlet
