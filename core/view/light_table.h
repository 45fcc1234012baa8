// How hairs of the picture's colour scatter light, as a texture for hair_light.glsl.
#pragma once

#include "core/view/hair_look.h"
#include "core/view/program.h"

namespace ringlet {
namespace view {

constexpr int lightTableUnit = 8;  // of textures

class LightTable {
public:
    // Sets all that hair_light.glsl asks for; the table's texture goes to that unit, made anew where the colour is another.
    void bind(Program& program, const HairLook& look, int unit);

private:
    GLuint texture_ = 0;
    Vec3f colour_{-1, -1, -1}, absorption_{0, 0, 0};
};

}  // namespace view
}  // namespace ringlet
