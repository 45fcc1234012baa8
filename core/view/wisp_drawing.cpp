#include "core/view/wisp_drawing.h"

#include "core/groom/follow_wisps.h"
#include "core/view/ribbons.h"
#include "core/view/wisp_map.h"

#include <algorithm>
#include <cstring>

namespace ringlet {
namespace view {

namespace {

constexpr int mostWispPlaces = 41;  // samples that a strip is drawn with
constexpr float wider = 1.7f;       // roots spread than those of strands, which stray
// Pixels: where relief begins and is whole, where strands begin and are all drawn.
constexpr Vec4 bySize{6, 14, 24, 48}, asStrips{1e9f, 2e9f, 1e9f, 2e9f}, asRelief{-2, -1, 1e9f, 2e9f};

int wispSkip(int samples) { return std::max(1, (samples - 1 + mostWispPlaces - 2) / (mostWispPlaces - 1)); }
int wispPlaces(int samples, int skip) { return (samples - 2) / skip + 2; }

GLuint wispTexture() {
    GLuint map = emptyTexture(wispMapWidth, wispMapHeight, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, wispMapWidth, wispMapHeight, GL_RGBA, GL_UNSIGNED_BYTE, makeWispMap().data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, RINGLET_WISP_LEVELS);
    return map;
}

}  // namespace

void WispDrawing::setGroom(float width) {
    width_ = width;
    gathered_ = false;
    rows_.clear();
}

Status WispDrawing::start() {
    if (started_) return {};
    const std::vector<const char*> vertex = {"direction.glsl", "strand_formula.h", "ribbons.glsl", "wisp_size.glsl", "clearance.glsl", "wisp.vert.glsl"};
    const char* shadow = "#define FOR_SHADOW\n";
    plain_ = Program::start(vertex, {"wisp.frag.glsl"});
    relief_ = Program::start(vertex, {"shadow.glsl", "colour_formula.h", "colour.glsl", "hair_formula.h", "hair_light.glsl", "wisp.frag.glsl"}, "#define RELIEF\n");
    depth_ = Program::start(vertex, {"depth.frag.glsl"}, shadow);
    opacity_ = Program::start(vertex, {"opacity.frag.glsl"}, shadow);
    for (Program* program : {&plain_, &relief_, &depth_, &opacity_})
        if (Status status = program->finish(); !status) return status;
    glGenVertexArrays(1, &nothing_);
    glActiveTexture(GL_TEXTURE0);
    map_ = wispTexture();
    started_ = true;
    return {};
}

Status WispDrawing::prepare(const Groom& groom, const std::vector<uint32_t>& rows) {
    if (Status status = start(); !status) return status;
    if (!gathered_) {
        const WispGroom gathered = gatherWisps(groom, width_);
        wisps_ = wispsAndSingles(gathered);
        spread_ = wider * wispSpread(gathered, {});
        widths_.clear();
        std::vector<Vec3f> roots;
        for (const StrandGroup& g : groom.groups)
            for (uint32_t s = 0; s < g.strandCount; ++s) roots.push_back(groom.points[g.firstPoint + size_t{s} * g.points]);
        for (const Wisp& w : wisps_) widths_.push_back(w.left == w.right ? width_ : lengthOf(roots[w.left] - roots[w.right]));
        gathered_ = true;
        rows_.clear();
    }
    if (rows_ == rows) return {};
    rows_ = rows;
    std::vector<uint32_t> words;
    for (size_t i = 0; i < wisps_.size(); ++i) {
        uint32_t bits;
        std::memcpy(&bits, &widths_[i], sizeof bits);
        const uint32_t all[] = {rows[wisps_[i].left], rows[wisps_[i].right], bits, wisps_[i].left == wisps_[i].right ? 1u : 0u};
        words.insert(words.end(), all, all + 4);
    }
    const int height = texelRows(wisps_.size());
    words.resize(size_t(height) * RINGLET_TEXTURE_WIDTH * 4);
    glActiveTexture(GL_TEXTURE0);
    glDeleteTextures(1, &rims_);
    rims_ = texelArray(height, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, RINGLET_TEXTURE_WIDTH, height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, words.data());
    return {};
}

void WispDrawing::setSizes(Program& program, WispsAs as, float width) {
    program.set("wispSizes", as == WispsAs::BySize ? bySize : as == WispsAs::Relief ? asRelief : asStrips);
    program.set("wispWidth", as == WispsAs::Strands ? 0.0f : width);
}

float WispDrawing::strandShare(WispsAs as, float pixelsAMetre) const {
    if (as != WispsAs::BySize) return as == WispsAs::Strands ? 1.0f : 0.0f;
    return std::clamp((pixelsAMetre * width_ - bySize.z) / (bySize.w - bySize.z), 0.0f, 1.0f);
}

void WispDrawing::drawWisps(Program& program, const Courses& courses, int skip, WispsAs as) {
    if (wisps_.empty()) return;
    program.use();
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, courses.positions);
    program.set("strandSamples", 1);
    glActiveTexture(GL_TEXTURE6);
    glBindTexture(GL_TEXTURE_2D, rims_);
    program.set("wispRims", 6);
    program.set("samples", courses.samples);
    program.set("skip", skip);
    program.set("spread", spread_);
    program.setRotation("headRotation", courses.head);
    courses.obstacles->bind(program, 7);
    setSizes(program, as, width_);
    glBindVertexArray(nothing_);
    drawRibbons(program, 2 * wisps_.size(), wispPlaces(courses.samples, skip));
}

void WispDrawing::drawDepth(const Courses& courses, WispsAs as) { drawWisps(depth_, courses, 2 * wispSkip(courses.samples), as); }

void WispDrawing::drawOpacity(const Courses& courses, WispsAs as, float strength) {
    opacity_.use();
    opacity_.set("hairDepth", 4);
    opacity_.set("strength", strength);
    drawWisps(opacity_, courses, 2 * wispSkip(courses.samples), as);
}

void WispDrawing::draw(const Courses& courses, const HairLook& look) {
    Program& program = look.wispsAs == WispsAs::Strips ? plain_ : relief_;
    program.use();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, map_);
    program.set("wispMap", 0);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, light_.texture());
    program.set("rimLight", 2);
    program.set("headDepth", 3);
    program.set("hairDepth", 4);
    program.set("hairOpacity", 5);
    courses.light->bind(program, look, lightTableUnit);
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    drawWisps(program, courses, wispSkip(courses.samples), look.wispsAs);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
}

int WispDrawing::triangles(int samples) const {
    return int(wisps_.size()) * 4 * (wispPlaces(samples, wispSkip(samples)) - 1);
}

}  // namespace view
}  // namespace ringlet
