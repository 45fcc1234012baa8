#include "core/view/strip_drawing.h"

#include "core/view/ribbons.h"
#include "core/view/strip_map.h"

#include <algorithm>

namespace ringlet {
namespace view {

namespace {

constexpr int mostPlaces = 33;  // samples that a strip is drawn with
constexpr int mostFine = 4;     // places a sample
constexpr int bends = 8;        // a strip's direction is a mean over one such part of it, to both sides

// Where a strand has few samples a strip has some places a sample.
int fineOf(const StripDrawing::Courses& courses) { return courses.even ? std::clamp((mostPlaces - 1) / std::max(courses.samples - 1, 1), 1, mostFine) : 1; }
int skipOf(const StripDrawing::Courses& courses) { return std::max(1, (courses.samples - 1 + mostPlaces - 2) / (mostPlaces - 1)); }
int placesOf(const StripDrawing::Courses& courses, int skip) { return ((courses.samples - 1) * fineOf(courses) - 1) / skip + 2; }

GLuint mapTexture() {
    GLuint map = emptyTexture(stripMapWidth, stripMapHeight, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, stripMapWidth, stripMapHeight, GL_RGBA, GL_UNSIGNED_BYTE, makeStripMap().data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 5);  // smaller ones would mix neighbouring kinds
    return map;
}

}  // namespace

void StripDrawing::init() {
    colour_ = Program::start({"direction.glsl", "strand_formula.h", "ribbons.glsl", "strip.vert.glsl"}, {"strip.frag.glsl"});
    depth_ = Program::start({"direction.glsl", "strand_formula.h", "ribbons.glsl", "strip.vert.glsl"}, {"depth.frag.glsl"}, "#define FOR_SHADOW\n");
    glGenVertexArrays(1, &nothing_);
    glActiveTexture(GL_TEXTURE0);
    map_ = mapTexture();
}

Status StripDrawing::finish() {
    for (Program* program : {&colour_, &depth_})
        if (Status status = program->finish(); !status) return status;
    return {};
}

void StripDrawing::drawStrips(Program& program, const Courses& courses, int skip) {
    if (courses.strips == 0) return;
    program.use();
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, courses.positions);
    program.set("strandSamples", 1);
    program.set("samples", courses.samples);
    program.set("skip", skip);
    program.set("fine", fineOf(courses));
    program.set("halfWidth", courses.halfWidth);
    program.set("bend", bendOf(courses.samples));
    glBindVertexArray(nothing_);
    drawRibbons(program, courses.strips, placesOf(courses, skip));
}

void StripDrawing::drawDepth(const Courses& courses) { drawStrips(depth_, courses, 2 * skipOf(courses)); }

void StripDrawing::draw(const Courses& courses) {
    colour_.use();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, map_);
    colour_.set("stripMap", 0);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, light_.texture());
    colour_.set("stripLight", 2);
    colour_.set("presence", courses.presence);
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    drawStrips(colour_, courses, skipOf(courses));
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
}

int StripDrawing::bendOf(int samples) { return std::max(1, samples / bends); }

int StripDrawing::triangles(const Courses& courses) { return int(courses.strips) * 2 * (placesOf(courses, skipOf(courses)) - 1); }

}  // namespace view
}  // namespace ringlet
