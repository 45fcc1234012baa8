// The simulation's tiles as textures, and from them, once a picture, smooth
// curves that every drawn strand reads: all strands with equally many samples,
// whatever their number of particles.
#pragma once

#include "core/models/model.h"
#include "core/view/program.h"
#include "core/view/texels.h"

#include <vector>

namespace ringlet {
namespace view {

class GuideTexture {
public:
    void init();
    // Before the first drawing. Error: a shader that does not compile, or a driver that cannot
    // draw into integer textures.
    Status finish();
    void clear();  // another groom comes

    // Uploads positions as they lie. With `followsLast` the state uploaded
    // before is the previous one, and only the current is sent. buffer: what the blocks' addresses count in (Model::curvesIn); 0: memory.
    void upload(const Curves& curves, bool followsLast, GLuint buffer = 0);

    // Draws the curves: `smoothness` samples a segment of the strands with most
    // particles, or as many as a texture holds for `drawn` strands.
    void draw(float mixing, int smoothness, size_t drawn);
    // The same, of the guides alone that the first `drawn` rows of a follow table are, in its order.
    // drawn: at most as many as there are guides.
    void drawInOrder(float mixing, int smoothness, size_t drawn, GLuint followTable);

    int samples() const { return samples_; }  // a strand
    int mostSegments() const;                 // of a strand
    const DrawnTexels& curves() const { return curves_; }
    size_t uploadedBytes() const { return uploadedBytes_; }  // by the last upload

    struct Block {
        CurveBlock curves;
        GLuint states[2] = {0, 0};  // current, previous
        int rows = 0;
    };
    const std::vector<Block>& blocks() const { return blocks_; }
    // For programs with tiles.glsl: textures 0 and 1 and the block's numbers.
    void bindTiles(Program& program, const Block& block, float mixing) const;

private:
    void send(GLuint texture, const Block& block, const float* from, bool inBuffer);
    void resize(Block& block, const CurveBlock& curves);
    bool resizeCurves(int smoothness, size_t drawn);
    void drawBlock(Program& program, const Block& block, float mixing, size_t first, size_t end);

    Program program_, inOrder_;
    GLuint nothing_ = 0;  // vertex array without attributes
    DrawnTexels curves_;
    int samples_ = 2, mostRows_ = RINGLET_TEXTURE_WIDTH;
    std::vector<Block> blocks_;
    std::vector<float> staging_;
    size_t uploadedBytes_ = 0;
};

}  // namespace view
}  // namespace ringlet
