#include "core/view/obstacles.h"

#include "core/view/matrix.h"
#include "shaders/shared/limits.h"

#include <algorithm>

namespace ringlet {
namespace view {

namespace {

const char* const roundNames[RINGLET_MOST_ROUND] = {"round_[0]", "round_[1]", "round_[2]", "round_[3]"};
const char* const axisNames[RINGLET_MOST_ROUND] = {"axes[0]", "axes[1]", "axes[2]", "axes[3]"};

}  // namespace

void Obstacles::set(const Colliders& colliders) {
    round_ = colliders.capsules;
    for (const Sphere& s : colliders.spheres) round_.push_back({s.center, s.center, s.radius});
    round_.resize(RINGLET_MOST_ROUND, Capsule{{0, 0, 0}, {0, 0, 0}, 0});
    if (grid_ == colliders.grid) return;
    glDeleteTextures(1, &texture_);
    texture_ = 0;
    grid_ = colliders.grid;
}

// Half floats, for those are filtered everywhere: at 5 cm they are 0.03 mm apart.
void Obstacles::upload() {
    int most = 0;
    glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &most);
    if (texture_ || !grid_ || std::max({grid_->nx, grid_->ny, grid_->nz}) > most) return;
    glGenTextures(1, &texture_);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_3D, texture_);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_R16F, grid_->nx, grid_->ny, grid_->nz, 0, GL_RED, GL_FLOAT, grid_->distance.data());
    for (GLenum name : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glTexParameteri(GL_TEXTURE_3D, name, GL_LINEAR);
    for (GLenum name : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
        glTexParameteri(GL_TEXTURE_3D, name, GL_CLAMP_TO_EDGE);
}

void Obstacles::bind(Program& program, int unit) {
    glActiveTexture(GLenum(GL_TEXTURE0 + unit));
    glBindTexture(GL_TEXTURE_3D, texture_);
    program.set("clearance", unit);
    if (texture_) program.set("gridOrigin", toVec4(grid_->origin, 1 / grid_->cell));
    Vec3f nodes{0, 0, 0};
    if (texture_) nodes = {float(grid_->nx), float(grid_->ny), float(grid_->nz)};
    program.set("gridSize", nodes);
    for (size_t i = 0; i < RINGLET_MOST_ROUND; ++i) {
        program.set(roundNames[i], toVec4(round_[i].a, round_[i].radius));
        program.set(axisNames[i], round_[i].b - round_[i].a);
    }
}

}  // namespace view
}  // namespace ringlet
