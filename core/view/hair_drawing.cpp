#include "core/view/hair_drawing.h"

#include "shaders/shared/limits.h"

#include <algorithm>

namespace ringlet {
namespace view {

namespace {

constexpr float widestBundle = 0.0035f;  // m; beyond this a bundle looks like a brush
constexpr float coverShare = 0.17f;       // of the roots' spacing
constexpr float thickest = 4e-4f;        // m; beyond this a hair looks like a string
constexpr float leastPixels = 1.0f;      // a ribbon is at least this wide and fades instead
constexpr size_t fewStrands = 8;         // so few are drawn as cords, thick and smooth enough to follow
constexpr float cordRadius = 0.0028f;    // of a strand's length
constexpr int cordSmoothness = 6;

GLuint floatTexture(int rows) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, RINGLET_TEXTURE_WIDTH, rows, 0, GL_RGBA, GL_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

size_t floatsOf(const CurveBlock& block) {
    size_t tiles = (block.strands + block.lanes - 1) / block.lanes;
    return tiles * block.particles * 3 * block.lanes;
}

int rowsOf(size_t floats) {
    constexpr size_t row = size_t(RINGLET_TEXTURE_WIDTH) * 4;
    return int((floats + row - 1) / row);
}

std::vector<Vec3f> rootsOf(const Groom& groom) {
    std::vector<Vec3f> roots;
    for (const StrandGroup& group : groom.groups)
        for (uint32_t s = 0; s < group.strandCount; ++s)
            roots.push_back(groom.points[group.firstPoint + size_t(s) * group.points]);
    return roots;
}

// Along the first strand, m.
float lengthOfStrand(const Groom& groom) {
    float length = 0;
    const StrandGroup& group = groom.groups.front();
    for (uint32_t p = 1; p < group.points; ++p)
        length += lengthOf(groom.points[group.firstPoint + p] - groom.points[group.firstPoint + p - 1]);
    return length;
}

// The middle one of the distances from some roots to their nearest other root.
float spacingOf(const std::vector<Vec3f>& roots) {
    std::vector<float> nearest;
    size_t step = std::max<size_t>(1, roots.size() / 97);
    for (size_t i = 0; i < roots.size(); i += step) {
        float best = 1e30f;
        for (size_t j = 0; j < roots.size(); ++j) {
            Vec3f gap = roots[j] - roots[i];
            float d = dot(gap, gap);
            if (j != i && d > 1e-10f && d < best) best = d;
        }
        if (best < 1e29f) nearest.push_back(std::sqrt(best));
    }
    if (nearest.empty()) return 0;
    std::nth_element(nearest.begin(), nearest.begin() + nearest.size() / 2, nearest.end());
    return nearest[nearest.size() / 2];
}

}  // namespace

Status HairDrawing::init() {
    const std::vector<const char*> vertex = {"strand.glsl", "shadow.glsl", "colour.glsl", "hair_light.glsl",
                                              "hair.vert.glsl"};
    Result<Program> colour = Program::make(vertex, {"hair.frag.glsl"});
    if (!colour) return Error{colour.error()};
    Result<Program> depth = Program::make(vertex, {"depth.frag.glsl"}, "#define FOR_SHADOW\n");
    if (!depth) return Error{depth.error()};
    Result<Program> particles = Program::make({"strand.glsl", "particles.vert.glsl"}, {"points.frag.glsl"});
    if (!particles) return Error{particles.error()};
    colour_ = colour.value();
    depth_ = depth.value();
    particles_ = particles.value();
    glGenVertexArrays(1, &nothing_);
    return {};
}

void HairDrawing::clear() {
    for (Block& block : blocks_) glDeleteTextures(2, block.states);
    blocks_.clear();
    glDeleteTextures(1, &strandInfo_);
    strandInfo_ = 0;
}

void HairDrawing::setGroom(const Groom& groom) {
    clear();
    std::vector<Vec3f> roots = rootsOf(groom);
    spacing_ = spacingOf(roots);
    spread_ = std::min(0.75f * spacing_, widestBundle);
    rootRadius_ = 0;
    for (Vec3f root : roots) rootRadius_ += lengthOf(root) / float(roots.size());
    float sum = 0;
    for (float r : groom.radii) sum += r;
    radius_ = groom.radii.empty() ? 5e-4f : sum / float(groom.radii.size());
    cords_ = groom.strands() <= fewStrands;
    if (cords_ && groom.points.size() > 1) radius_ = std::max(radius_, cordRadius * lengthOfStrand(groom));

    int rows = std::max(1, int((groom.strands() + RINGLET_TEXTURE_WIDTH - 1) / RINGLET_TEXTURE_WIDTH));
    std::vector<float> texels(size_t(rows) * RINGLET_TEXTURE_WIDTH * 4, 0.0f);
    for (size_t s = 0; s < groom.strands(); ++s) {
        Vec3f n = groom.rootNormals[s];
        texels[s * 4] = n.x;
        texels[s * 4 + 1] = n.y;
        texels[s * 4 + 2] = n.z;
    }
    strandInfo_ = floatTexture(rows);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, RINGLET_TEXTURE_WIDTH, rows, GL_RGBA, GL_FLOAT, texels.data());
}

void HairDrawing::resize(Block& block, const CurveBlock& curves) {
    int rows = rowsOf(floatsOf(curves));
    if (rows != block.rows) {
        glDeleteTextures(2, block.states);
        for (GLuint& state : block.states) state = floatTexture(rows);
        block.rows = rows;
    }
}

// Whole rows straight from the simulation's memory; the rest of the last row
// goes by way of a few copied floats, since a texel may end past the array.
void HairDrawing::send(GLuint texture, const Block& block, const float* from) {
    constexpr size_t row = size_t(RINGLET_TEXTURE_WIDTH) * 4;
    size_t floats = floatsOf(block.curves);
    int whole = int(floats / row);
    glBindTexture(GL_TEXTURE_2D, texture);
    if (whole) glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, RINGLET_TEXTURE_WIDTH, whole, GL_RGBA, GL_FLOAT, from);
    size_t rest = floats - size_t(whole) * row;
    if (rest) {
        size_t texels = (rest + 3) / 4;
        staging_.assign(texels * 4, 0.0f);
        std::copy(from + size_t(whole) * row, from + floats, staging_.begin());
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, whole, GLsizei(texels), 1, GL_RGBA, GL_FLOAT, staging_.data());
    }
    uploadedBytes_ += floats * sizeof(float);
}

void HairDrawing::upload(const Curves& curves, bool followsLast) {
    uploadedBytes_ = 0;
    bool same = blocks_.size() == curves.blocks.size();
    blocks_.resize(curves.blocks.size());
    for (size_t i = 0; i < blocks_.size(); ++i) {
        Block& block = blocks_[i];
        const CurveBlock& now = curves.blocks[i];
        bool kept = same && followsLast && block.rows == rowsOf(floatsOf(now));
        resize(block, now);
        block.curves = now;
        if (kept) std::swap(block.states[0], block.states[1]);
        send(block.states[0], block, now.positions);
        if (!kept) send(block.states[1], block, now.previous ? now.previous : now.positions);
    }
}

size_t HairDrawing::drawnStrands(const HairLook& look) const {
    size_t strands = 0;
    for (const Block& block : blocks_) strands += block.curves.strands;
    return strands * size_t(spread_ > 0 ? look.bundle : 1) / size_t(look.every);
}

void HairDrawing::bind(Program& program, const Block& block, float mixing, Quatf head) {
    program.use();
    const GLuint textures[3] = {block.states[0], block.states[1], strandInfo_};
    const char* names[3] = {"currentState", "previousState", "strandInfo"};
    for (int i = 0; i < 3; ++i) {
        glActiveTexture(GLenum(GL_TEXTURE0 + i));
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        program.set(names[i], i);
    }
    program.set("shadowMap", 3);
    program.set("lanes", int(block.curves.lanes));
    program.set("particles", int(block.curves.particles));
    program.set("firstStrand", int(block.curves.firstStrand));
    program.set("mixing", mixing);
    program.setRotation("headRotation", head);
    glBindVertexArray(nothing_);
}

void HairDrawing::drawWith(Program& program, const HairLook& look, float mixing, Quatf head, bool depthOnly) {
    int bundle = spread_ > 0 ? look.bundle : 1;
    // The depth map shows every n-th strand, wider, with fewer samples: light
    // through hair is soft, and half the cost of drawing is saved.
    int stride = look.every * (depthOnly ? std::max(1, bundle / 2) : 1);
    for (const Block& block : blocks_) {
        if (block.curves.strands == 0 || block.curves.particles < 2) continue;
        bind(program, block, mixing, head);
        int wanted = cords_ ? std::max(look.smoothness, cordSmoothness) : look.smoothness;
        int smoothness = depthOnly ? std::max(1, wanted / 2) : wanted;
        int samples = int(block.curves.particles - 1) * smoothness + 1;
        program.set("samples", samples);
        program.set("bundle", bundle);
        program.set("stride", stride);
        program.set("spread", spread_);
        program.set("clumping", look.clumping);
        // A head has a hundred thousand hairs; the fewer that are drawn here are
        // thick enough to cover it.
        float covering = std::min(coverShare * spacing_ / std::sqrt(float(bundle)), thickest);
        program.set("radius", std::max(radius_, covering) * look.thickness * (depthOnly ? 1.2f * float(stride / look.every) : 1.0f));
        program.set("leastPixels", leastPixels);
        program.set("hairColour", look.colour);
        program.set("tintSpread", look.tintSpread);
        program.set("gloss", look.gloss);
        int drawn = int(block.curves.strands) * bundle;
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, samples * 2, (drawn + stride - 1) / stride);
    }
}

void HairDrawing::draw(const HairLook& look, float mixing, Quatf head) {
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    drawWith(colour_, look, mixing, head, false);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
}

void HairDrawing::drawDepth(const HairLook& look, float mixing, Quatf head) {
    drawWith(depth_, look, mixing, head, true);
}

void HairDrawing::drawParticles(float mixing, Quatf head, float pixels) {
    for (const Block& block : blocks_) {
        bind(particles_, block, mixing, head);
        int every = int(everyShown(block.curves.strands));
        particles_.set("every", every);
        particles_.set("pointPixels", pixels);
        particles_.set("pointColour", Vec3f{1.0f, 0.78f, 0.25f});
        int strands = (int(block.curves.strands) + every - 1) / every;
        glDrawArrays(GL_POINTS, 0, strands * int(block.curves.particles));
    }
}

}  // namespace view
}  // namespace ringlet
