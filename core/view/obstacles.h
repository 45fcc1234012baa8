// What strands that are added between the simulated ones are kept clear of, for clearance.glsl:
// the colliders' grid and the first four spheres or capsules.
#pragma once

#include "core/collide/colliders.h"
#include "core/view/program.h"

#include <memory>
#include <vector>

namespace ringlet {
namespace view {

class Obstacles {
public:
    void set(const Colliders& colliders);
    // The grid goes to the GPU when it is first needed.
    void upload();
    void bind(Program& program, int unit = 3);  // in use; the grid is texture 3

private:
    std::vector<Capsule> round_;
    std::shared_ptr<const DistanceGrid> grid_;
    GLuint texture_ = 0;
};

}  // namespace view
}  // namespace ringlet
