#include "core/view/light_table.h"

#include "core/light/hair_table.h"
#include "core/view/texels.h"

namespace ringlet {
namespace view {

void LightTable::bind(Program& program, const HairLook& look, int unit) {
    program.use();
    glActiveTexture(GLenum(GL_TEXTURE0 + unit));
    if (!texture_) texture_ = emptyTexture(light::tableWidth, light::tableHeight, GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR);
    glBindTexture(GL_TEXTURE_2D, texture_);
    const Vec3f changed = look.colour - colour_;
    if (dot(changed, changed) > 0) {
        static light::HairTable table;
        table.setColour(look.colour);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, light::tableWidth, light::tableHeight, GL_RGBA, GL_FLOAT, table.texels().data());
        colour_ = look.colour;
        absorption_ = table.absorption();
    }
    program.set("hairTable", unit);
    program.set("hairAbsorption", absorption_);
    program.set("hairColour", look.colour);
    program.set("tintSpread", look.tintSpread);
    program.set("gloss", look.gloss);
    program.set("hairShading", look.kajiyaKay ? 1 : 0);
}

}  // namespace view
}  // namespace ringlet
