// How far the GPU has come with what it was told: without asking, slices can be told faster than they are drawn, and
// whatever is told next, the picture of a hand too, waits for all of them.
#pragma once

#include "core/view/gl.h"

#include <array>
#include <utility>

namespace ringlet {
namespace view {

// Behind the last slices, of which one may wait while another is drawn, so that the GPU need not.
class Fence {
public:
    Fence() = default;
    Fence(const Fence&) = delete;
    Fence& operator=(const Fence&) = delete;
    ~Fence() {
        for (GLsync& one : slices_) drop(one);
    }
    // After a slice's commands.
    void set() {
        drop(slices_[0]);
        slices_[0] = std::exchange(slices_[1], glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
        glFlush();
    }
    // Whether one more may be told. Does not wait; a driver that has lost the context says yes.
    bool passed() {
        for (GLsync& one : slices_)
            if (one && glClientWaitSync(one, 0, 0) != GL_TIMEOUT_EXPIRED) drop(one);
        return !slices_[0];
    }

private:
    static void drop(GLsync& one) {
        if (one) glDeleteSync(std::exchange(one, nullptr));
    }
    std::array<GLsync, 2> slices_{};  // the older first
};

}  // namespace view
}  // namespace ringlet
