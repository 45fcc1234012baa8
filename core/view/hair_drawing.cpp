#include "core/view/hair_drawing.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ringlet {
namespace view {

namespace {

constexpr float coverShare = 0.19f;       // a hair's radius, of the way from one drawn hair to the next
constexpr float thickest = 4e-4f;        // m; beyond this a hair looks like a string
constexpr float mostThickening = 3.2f;   // of hairs that stand for others
constexpr float leastPixels = 1.0f;      // a ribbon is at least this wide and fades instead
constexpr size_t fewStrands = 8;         // so few are drawn as cords, thick and smooth enough to follow
constexpr float cordRadius = 0.0028f;    // of a strand's length
constexpr int cordSmoothness = 6;
constexpr size_t mostShadowStrands = 16000;  // light through hair is soft: more change nothing that is seen
constexpr float hairOpacity = 0.65f;     // optical depth of hair that covers a texel once

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
    p.words[15] = bitsOf(f.jitter);
    return p;
}

// Along the first strand, m.
float lengthOfStrand(const Groom& groom) {
    float length = 0;
    const StrandGroup& group = groom.groups.front();
    for (uint32_t p = 1; p < group.points; ++p)
        length += lengthOf(groom.points[group.firstPoint + p] - groom.points[group.firstPoint + p - 1]);
    return length;
}

const std::vector<const char*> strandFiles = {"direction.glsl", "follow_formula.h"};

}  // namespace

Status HairDrawing::init() {
    std::vector<const char*> vertex = strandFiles, shadow = strandFiles;
    vertex.insert(vertex.end(), {"shadow.glsl", "colour.glsl", "hair_light.glsl", "hair.vert.glsl"});
    shadow.insert(shadow.end(), {"hair.vert.glsl"});
    Result<Program> colour = Program::make(vertex, {"hair.frag.glsl"});
    if (!colour) return Error{colour.error()};
    Result<Program> depth = Program::make(shadow, {"depth.frag.glsl"}, "#define FOR_SHADOW\n");
    if (!depth) return Error{depth.error()};
    colour_ = colour.value();
    depth_ = depth.value();
    layers_ = dots_ = false;
    glGenVertexArrays(1, &instances_);
    glGenBuffers(1, &table_);
    return guides_.init();
}

void HairDrawing::setGroom(const Groom& groom) {
    guides_.clear();
    groom_ = groom;
    followers_ = 0;
    clumping_ = -1;
    spacing_ = rootSpacing(groom);
    rootRadius_ = 0;
    for (const StrandGroup& group : groom.groups)
        for (size_t s = 0; s < group.strandCount; ++s)
            rootRadius_ += lengthOf(groom.points[group.firstPoint + s * group.points]) / float(groom.strands());
    float sum = 0;
    for (float r : groom.radii) sum += r;
    radius_ = groom.radii.empty() ? 5e-4f : sum / float(groom.radii.size());
    cords_ = groom.strands() <= fewStrands;
    if (cords_ && groom.points.size() > 1) radius_ = std::max(radius_, cordRadius * lengthOfStrand(groom));
}

// Cords stay alone, as do strands that all grow from one place.
size_t HairDrawing::drawnStrands(const HairLook& look) const {
    if (cords_ || spacing_ <= 0) return groom_.strands();
    return look.drawn;
}

// Made for no more strands than are drawn: the first pictures show guides
// alone, whose table costs nothing.
void HairDrawing::follow(const HairLook& look) {
    size_t drawn = drawnStrands(look);
    bool fits = followers_ >= drawn && (clumping_ == look.clumping || drawn <= groom_.strands());
    if (fits) return;
    FollowOptions options;
    options.drawn = uint32_t(drawn);
    options.clumping = look.clumping;
    FollowTable table = makeFollowTable(groom_, options);
    std::vector<PackedFollower> data;
    data.reserve(table.followers.size());
    for (const Follower& f : table.followers) data.push_back(packed(f));
    followers_ = data.size();
    clumping_ = look.clumping;
    glBindVertexArray(instances_);
    glBindBuffer(GL_ARRAY_BUFFER, table_);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(data.size() * sizeof(PackedFollower)), data.data(), GL_STATIC_DRAW);
    for (GLuint a = 0; a < 4; ++a) {
        glEnableVertexAttribArray(a);
        glVertexAttribIPointer(a, 4, GL_UNSIGNED_INT, sizeof(PackedFollower),
                               reinterpret_cast<const void*>(uintptr_t(16 * a)));
        glVertexAttribDivisor(a, 1);
    }
    glBindVertexArray(0);
}

Status HairDrawing::prepare(const HairLook& look, float mixing) {
    if (look.layers && !layers_) {
        std::vector<const char*> vertex = strandFiles;
        vertex.push_back("hair.vert.glsl");
        Result<Program> made = Program::make(vertex, {"opacity.frag.glsl"}, "#define FOR_SHADOW\n");
        if (!made) return Error{made.error()};
        opacity_ = made.value();
        layers_ = true;
    }
    follow(look);
    guides_.draw(mixing, cords_ ? std::max(look.smoothness, cordSmoothness) : look.smoothness);
    return {};
}

// A head has a hundred thousand hairs; the fewer that are drawn are thick
// enough to cover it, and stand for those that the viewer asked for.
float HairDrawing::radiusOf(const HairLook& look, size_t drawn) const {
    float guides = float(std::max<size_t>(groom_.strands(), 1));
    float between = spacing_ * std::sqrt(guides / float(std::max<size_t>(look.wanted, 1)));
    float covering = std::max(radius_, std::min(coverShare * between, thickest));
    if (cords_) covering = radius_;
    float fewer = float(std::max<size_t>(look.wanted, 1)) / float(std::max<size_t>(drawn, 1));
    return covering * look.thickness * (cords_ ? 1.0f : std::clamp(std::sqrt(fewer), 1.0f, mostThickening));
}

void HairDrawing::drawStrands(Program& program, Quatf head, size_t strands, int skip, float radius) {
    if (guides_.blocks().empty()) return;
    program.use();
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, guides_.texture());
    program.set("guideSamples", 2);
    program.set("samples", guides_.samples());
    program.set("skip", skip);
    program.set("radius", radius);
    program.setRotation("headRotation", head);
    int places = (guides_.samples() - 2) / skip + 2;
    glBindVertexArray(instances_);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, places * 2, GLsizei(std::min(strands, followers_)));
}

void HairDrawing::draw(const HairLook& look, Quatf head) {
    colour_.use();
    colour_.set("headDepth", 3);
    colour_.set("hairDepth", 4);
    colour_.set("hairOpacity", 5);
    colour_.set("leastPixels", leastPixels);
    colour_.set("hairColour", look.colour);
    colour_.set("tintSpread", look.tintSpread);
    colour_.set("gloss", look.gloss);
    colour_.set("hairShading", look.kajiyaKay ? 1 : 0);
    size_t drawn = drawnStrands(look);
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    drawStrands(colour_, head, drawn, 1, radiusOf(look, drawn));
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
}

size_t HairDrawing::shadowStrands(const HairLook& look) const {
    size_t drawn = drawnStrands(look);
    return look.layers ? std::min(drawn, mostShadowStrands) : std::max(std::min(drawn, groom_.strands()), drawn / 2);
}

void HairDrawing::drawDepth(const HairLook& look, Quatf head) {
    size_t strands = shadowStrands(look);
    drawStrands(depth_, head, strands, 2, radiusOf(look, strands));
}

void HairDrawing::drawOpacity(const HairLook& look, Quatf head) {
    size_t strands = shadowStrands(look);
    opacity_.use();
    opacity_.set("hairDepth", 4);
    opacity_.set("strength", hairOpacity / float(RINGLET_MOST_OPACITY));
    drawStrands(opacity_, head, strands, 2, radiusOf(look, strands));
}

void HairDrawing::drawParticles(float mixing, float pixels) {
    if (!dots_) {
        Result<Program> made = Program::make({"tiles.glsl", "particles.vert.glsl"}, {"points.frag.glsl"});
        if (!made) return;
        particles_ = made.value();
        dots_ = true;
    }
    for (const GuideTexture::Block& block : guides_.blocks()) {
        guides_.bindTiles(particles_, block, mixing);
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
