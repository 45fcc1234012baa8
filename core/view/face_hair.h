// Brows and lashes of the procedural bust, as strands that are fixed to it.
#pragma once

#include "core/view/light_table.h"
#include "core/view/program.h"

#include <vector>

namespace ringlet {
namespace view {

// Points of each hair from the root on: the bust's own space, m; w: radius, m, below 0 for a lash.
constexpr int faceHairPoints = 6;
std::vector<Vec4> faceHair();

class FaceHair {
public:
    // Makes the strands (some 10 ms) and, for pictures with motion (HairLook::motion) or without, the program.
    // Error: a shader that does not compile.
    Status prepare(bool motion);
    // On the canvas, with the light's maps bound. bust: where the bust's origin lies in head space, m, and 1 / its scale.
    void draw(const Mat4& placement, Vec4 bust, const HairLook& look);

private:
    Program programs_[2];  // without motion, with it
    bool made_[2] = {false, false};
    LightTable light_;
    GLuint texture_ = 0, nothing_ = 0;
    size_t hairs_ = 0;
};

}  // namespace view
}  // namespace ringlet
