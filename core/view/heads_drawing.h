// Several heads in one picture: each is drawn by a renderer of its own over what the others have drawn.
#pragma once

#include "core/view/renderer.h"

#include <vector>

namespace ringlet {
namespace view {

class HeadsDrawing {
public:
    HeadsDrawing() : renderers_(1) {}

    // As of Renderer, for the first; the others start when they are needed.
    void init() { renderers_[0].init(); }
    Status finish() { return renderers_[0].finish(); }

    // At least one; those that are as they were are left. Error: what the driver lacks; then the first ones alone are drawn.
    Status setScenes(const std::vector<const Simulation*>& heads);
    void upload(const std::vector<const Simulation*>& heads, bool followsLast);

    struct Seen {
        Camera camera;
        HairLook look;
    };
    // As of Renderer. heads: as many as there are scenes, or fewer; `picture` says how each look is sampled.
    Status begin(const std::vector<Seen>& heads, const Picture& picture, float mixing);
    bool proceed(size_t strands);
    Status draw(const std::vector<Seen>& heads, const Picture& picture, float mixing);

    bool motionKnown() const;
    // Of all heads, bytes; heads: as of begin().
    size_t uploadedBytes() const;
    size_t drawnStrands(const std::vector<Seen>& heads) const;
    size_t drawnTriangles(const std::vector<Seen>& heads) const;
    size_t heads() const { return heads_; }
    const Renderer& of(size_t head) const { return renderers_[head]; }

private:
    template <class Of>
    size_t sum(size_t heads, const Of& of) const;
    std::vector<Renderer> renderers_;  // of as many heads as there have been at most
    std::vector<uint64_t> builds_;     // of the simulations that they know
    size_t heads_ = 1;
    size_t drawn_ = 0, turn_ = 0;      // heads of the picture that is being drawn; which of them is
};

}  // namespace view
}  // namespace ringlet
