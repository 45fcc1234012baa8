// The follow table on the GPU, for strands.frag.glsl: four texels a drawn strand.
#pragma once

#include "core/groom/follow.h"
#include "core/view/gl.h"

namespace ringlet {
namespace view {

class FollowTexture {
public:
    // own: strands of the groom that are not simulated, drawn before any made between them. wispWidth: of flat wisps, m.
    void setGroom(const Groom& groom, const FollowTable& own, float wispWidth);
    const Groom& groom() const { return groom_; }

    // Makes the table anew where it is of other options or of fewer than `drawn` strands, and for no
    // more of them: the first pictures show guides alone, whose table costs nothing.
    void prepare(size_t drawn, float clumping, FollowScheme scheme);
    // Whether the first so many rows are guides, each as it is simulated.
    bool guidesAlone(size_t drawn) const { return drawn <= groom_.strands() && own_.followers.empty(); }
    GLuint texture() const { return texture_; }
    // Where each strand of the groom is among the drawn ones.
    const std::vector<uint32_t>& rows() const { return rowOf_; }

private:
    GLuint texture_ = 0;
    Groom groom_;
    FollowTable own_;
    std::vector<uint32_t> rowOf_;
    size_t rows_ = 0;
    float wispWidth_ = 0;
    float clumping_ = -1;  // that the table was made for
    FollowScheme scheme_ = FollowScheme::Clumped;
};

}  // namespace view
}  // namespace ringlet
