#include "core/view/guide_texture.h"

#include <algorithm>
#include <cstdint>

namespace ringlet {
namespace view {

namespace {

int rowsOfFloats(size_t floats) { return texelRows((floats + 3) / 4); }

}  // namespace

void GuideTexture::init() {
    const char* texels = "backdrop.vert.glsl";  // a triangle over all of them
    program_ = Program::start({texels}, {"tiles.glsl", "direction.glsl", "guides.frag.glsl"});
    inOrder_ = Program::start({texels}, {"tiles.glsl", "direction.glsl", "guides.frag.glsl"}, "#define AS_DRAWN\n");
    glGenVertexArrays(1, &nothing_);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &mostRows_);
}

Status GuideTexture::finish() {
    Status status = program_.finish();
    return status ? inOrder_.finish() : status;
}

void GuideTexture::clear() {
    for (Block& block : blocks_) glDeleteTextures(2, block.states);
    blocks_.clear();
}

void GuideTexture::resize(Block& block, const CurveBlock& curves) {
    int rows = rowsOfFloats(curves.floats());
    if (rows == block.rows) return;
    glDeleteTextures(2, block.states);
    for (GLuint& state : block.states) state = texelArray(rows, GL_RGBA32F, GL_RGBA, GL_FLOAT);
    block.rows = rows;
}

// Whole rows straight from the simulation's memory; the rest of the last row
// goes by way of a few copied floats, since a texel may end past the array.
void GuideTexture::send(GLuint texture, const Block& block, const float* from, bool inBuffer) {
    constexpr size_t row = size_t(RINGLET_TEXTURE_WIDTH) * 4;
    size_t floats = block.curves.floats();
    int whole = int(floats / row);
    glBindTexture(GL_TEXTURE_2D, texture);
    if (whole) glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, RINGLET_TEXTURE_WIDTH, whole, GL_RGBA, GL_FLOAT, from);
    size_t rest = floats - size_t(whole) * row;
    if (rest) {
        size_t texels = (rest + 3) / 4;
        const float* last = reinterpret_cast<const float*>(reinterpret_cast<uintptr_t>(from) + size_t(whole) * row * sizeof(float));
        if (!inBuffer) {
            staging_.assign(texels * 4, 0.0f);
            std::copy(last, from + floats, staging_.begin());
            last = staging_.data();
        }
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, whole, GLsizei(texels), 1, GL_RGBA, GL_FLOAT, last);
    }
    if (!inBuffer) uploadedBytes_ += floats * sizeof(float);
}

void GuideTexture::upload(const Curves& curves, bool followsLast, GLuint buffer) {
    uploadedBytes_ = 0;
    if (buffer) glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    bool same = blocks_.size() == curves.blocks.size();
    if (!same) clear();
    blocks_.resize(curves.blocks.size());
    for (size_t i = 0; i < blocks_.size(); ++i) {
        Block& block = blocks_[i];
        const CurveBlock& now = curves.blocks[i];
        bool kept = same && followsLast && block.rows == rowsOfFloats(now.floats());
        resize(block, now);
        block.curves = now;
        if (kept) std::swap(block.states[0], block.states[1]);
        send(block.states[0], block, now.positions, buffer != 0);
        if (!kept) send(block.states[1], block, now.previous ? now.previous : now.positions, buffer != 0);
    }
    if (buffer) glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

void GuideTexture::bindTiles(Program& program, const Block& block, float mixing) const {
    program.use();
    const char* names[2] = {"currentState", "previousState"};
    for (int i = 0; i < 2; ++i) {
        glActiveTexture(GLenum(GL_TEXTURE0 + i));
        glBindTexture(GL_TEXTURE_2D, block.states[i]);
        program.set(names[i], i);
    }
    program.set("lanes", int(block.curves.lanes));
    program.set("particles", int(block.curves.particles));
    program.set("mixing", mixing);
    glBindVertexArray(nothing_);
}

int GuideTexture::mostSegments() const {
    size_t most = 2;
    for (const Block& block : blocks_) most = std::max<size_t>(most, block.curves.particles);
    return int(most) - 1;
}

bool GuideTexture::resizeCurves(int smoothness, size_t drawn) {
    size_t strands = 0;
    for (const Block& block : blocks_) strands = std::max<size_t>(strands, block.curves.firstStrand + block.curves.strands);
    if (strands == 0) return false;
    size_t room = size_t(mostRows_) * RINGLET_TEXTURE_WIDTH / std::max(strands, drawn);
    samples_ = int(std::clamp<size_t>(size_t(mostSegments() * smoothness) + 1, 2, std::max<size_t>(room, 2)));
    curves_.resize(strands * size_t(samples_), GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT);
    return true;
}

// first, end: the texels that it may draw.
void GuideTexture::drawBlock(Program& program, const Block& block, float mixing, size_t first, size_t end) {
    bindTiles(program, block, mixing);
    program.set("samples", samples_);
    program.set("firstStrand", int(block.curves.firstStrand));
    program.set("strands", int(block.curves.strands));
    curves_.begin(first, end);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void GuideTexture::draw(float mixing, int smoothness, size_t drawn) {
    if (!resizeCurves(smoothness, drawn)) return;
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, 0);  // what is drawn into must not be read
    for (const Block& block : blocks_) {
        if (block.curves.strands == 0 || block.curves.particles < 2) continue;
        const size_t first = size_t(block.curves.firstStrand) * size_t(samples_);
        drawBlock(program_, block, mixing, first, first + size_t(block.curves.strands) * size_t(samples_));
    }
    DrawnTexels::finish();
}

void GuideTexture::drawInOrder(float mixing, int smoothness, size_t drawn, GLuint followTable) {
    if (!resizeCurves(smoothness, drawn)) return;
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, followTable);
    inOrder_.use();
    inOrder_.set("followTable", 2);
    inOrder_.set("drawn", int(drawn));
    for (const Block& block : blocks_)
        if (block.curves.strands > 0 && block.curves.particles > 1) drawBlock(inOrder_, block, mixing, 0, drawn * size_t(samples_));
    DrawnTexels::finish();
}

}  // namespace view
}  // namespace ringlet
