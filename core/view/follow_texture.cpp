#include "core/view/follow_texture.h"

#include "core/view/drawn_strands.h"
#include "core/view/texels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ringlet {
namespace view {

namespace {

// A follower as the shader reads it: 16 words.
struct PackedFollower {
    uint32_t words[16];
};

uint32_t bitsOf(float x) {
    uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}
uint32_t pair(float low, float high) {
    auto part = [](float x) { return uint32_t(std::lround(std::clamp(x, 0.0f, 1.0f) * 65535.0f)); };
    return part(low) | part(high) << 16;
}

PackedFollower packed(const Follower& f) {
    PackedFollower p{};
    for (int k = 0; k < followGuides; ++k) {
        p.words[k] = f.guides[k];
        p.words[4 + k] = pair(f.atRoot[k], f.atTip[k]);
    }
    const Vec3f offsets[2] = {f.rootOffset, f.tipOffset};
    for (int o = 0; o < 2; ++o) {
        p.words[8 + 4 * o] = bitsOf(offsets[o].x);
        p.words[9 + 4 * o] = bitsOf(offsets[o].y);
        p.words[10 + 4 * o] = bitsOf(offsets[o].z);
    }
    p.words[11] = pair(f.reach, f.phase / float(2 * pi));
    p.words[15] = pair(10 * f.jitter, f.closes);
    return p;
}

}  // namespace

void FollowTexture::setGroom(const Groom& groom, const FollowTable& own, float wispWidth) {
    wispWidth_ = wispWidth;
    groom_ = groom;
    own_ = own;
    rows_ = 0;
    clumping_ = -1;
}

void FollowTexture::prepare(size_t drawn, float clumping, FollowScheme scheme) {
    const bool same = clumping_ == clumping && scheme_ == scheme;
    if (rows_ >= drawn && (same || drawn <= groom_.strands())) return;
    FollowOptions options;
    options.drawn = uint32_t(drawn);
    options.clumping = clumping;
    options.scheme = scheme;
    options.wispWidth = wispWidth_;
    const FollowTable table = drawnTable(groom_, own_, options);
    rowOf_.assign(groom_.strands(), 0);
    for (uint32_t row = 0; row < rowOf_.size(); ++row) rowOf_[table.followers[row].guides[0]] = row;
    std::vector<PackedFollower> data;
    data.reserve(table.followers.size());
    for (const Follower& f : table.followers) data.push_back(packed(f));
    rows_ = data.size();
    clumping_ = clumping;
    scheme_ = scheme;
    const int rows = texelRows(4 * data.size());
    data.resize((size_t(rows) * RINGLET_TEXTURE_WIDTH + 3) / 4);
    glActiveTexture(GL_TEXTURE0);
    glDeleteTextures(1, &texture_);
    texture_ = texelArray(rows, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, RINGLET_TEXTURE_WIDTH, rows, GL_RGBA_INTEGER, GL_UNSIGNED_INT, data.data());
}

}  // namespace view
}  // namespace ringlet
