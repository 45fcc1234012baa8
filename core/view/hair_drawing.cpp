#include "core/view/hair_drawing.h"

#include "core/groom/follow_wisps.h"
#include "core/view/motion_target.h"
#include "core/view/ribbons.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ringlet {
namespace view {

namespace {

constexpr float leastOfCord = 2.2f;      // pixels, at any distance: there is nothing else to see
constexpr size_t mostShadowStrands = 16000;  // light through hair is soft: more change nothing that is seen
constexpr float aHair = 4.5e-5f;         // m, the radius of one: a thicker strand is drawn as several
constexpr float latestRoot = 0.008f;     // m along a strand, within which its hairs begin
constexpr float mostHairs = 8;           // of a strand
constexpr float stripShare = 0.75f;      // a strip's half width, of the way from one strip to the next
constexpr float widestStrip = 0.012f;    // m, its half width
constexpr float stripTilt = 0.10f;       // of a strip's hairs, tangent of the angle
constexpr float hairOpacity = 0.65f;     // optical depth of hair that covers a texel once
constexpr float wispOpacity = 0.8f;      // of a flat wisp

}  // namespace

void HairDrawing::init() {
    const char* texels = "backdrop.vert.glsl";  // a triangle over all of them
    strands_ = Program::start({texels}, {"direction.glsl", "strand_formula.h", "follow_formula.h", "clearance.glsl", "strands.frag.glsl"});
    shade_ = Program::start({texels}, {"direction.glsl", "strand_formula.h", "shadow.glsl", "colour_formula.h", "colour.glsl", "hair_formula.h", "hair_light.glsl", "shade.frag.glsl"});
    colour_ = Program::start({"direction.glsl", "strand_formula.h", "ribbons.glsl", "wisp_size.glsl", "hair.vert.glsl"}, {"hair.frag.glsl"});
    depth_ = Program::start({"direction.glsl", "strand_formula.h", "ribbons.glsl", "wisp_size.glsl", "hair.vert.glsl"}, {"depth.frag.glsl"}, "#define FOR_SHADOW\n");
    glGenVertexArrays(1, &nothing_);
    guides_.init();
    strips_.init();
}

Status HairDrawing::finish() {
    for (Program* program : {&strands_, &shade_, &colour_, &depth_})
        if (Status status = program->finish(); !status) return status;
    if (Status status = strips_.finish(); !status) return status;
    return guides_.finish();
}

void HairDrawing::setGroom(const Groom& groom, const FollowTable& own, float wispWidth) {
    kept_ = 0;
    guides_.clear();
    drawn_.setGroom(groom, !own.followers.empty(), wispWidth);
    follow_.setGroom(groom, own, drawn_.wispWidth());
    wisps_.setGroom(drawn_.wispWidth());
    rootRadius_ = 0;
    for (const StrandGroup& group : groom.groups)
        for (size_t s = 0; s < group.strandCount; ++s)
            rootRadius_ += lengthOf(groom.points[group.firstPoint + s * group.points]) / float(groom.strands());
}

size_t HairDrawing::drawnStrands(const HairLook& look) const {
    const size_t all = drawn_.all(look);
    if (!drawn_.asWisps(look)) return all;
    const float share = wisps_.strandShare(look.wispsAs, look.pixelsAMetre);
    return std::min(all, size_t(1.1f * share * float(all)));
}

size_t HairDrawing::laidStrands(const HairLook& look) const {
    return std::max(drawnStrands(look), drawn_.asWisps(look) ? groom().strands() : strips(look).strips);
}
// As wisps grow on the screen their strands come bit by bit: there is room for all from the first on.
size_t HairDrawing::roomFor(const HairLook& look) const {
    const size_t laid = laidStrands(look);
    return drawn_.cords() || (drawn_.asWisps(look) && laid <= groom().strands()) ? laid : std::max(laid, size_t(look.room));
}

StripDrawing::Courses HairDrawing::strips(const HairLook& look) const {
    StripDrawing::Courses courses;
    if (!drawn_.between() || look.strips <= 0 || look.stripCount == 0 || drawn_.asWisps(look)) return courses;
    courses.positions = this->courses().texture();
    courses.samples = guides_.samples();
    courses.strips = look.stripCount;
    courses.halfWidth = std::min(stripShare * drawn_.spacing() * std::sqrt(float(groom().strands()) / float(look.stripCount)), widestStrip);
    courses.presence = look.strips;
    courses.even = !look.sampling.oneSample;  // the slowest devices
    return courses;
}

Status HairDrawing::prepare(const HairLook& look, float mixing) {
    if (look.layers > 0 && !layers_) {
        opacity_ = Program::start({"direction.glsl", "strand_formula.h", "ribbons.glsl", "wisp_size.glsl", "hair.vert.glsl"}, {"opacity.frag.glsl"}, "#define FOR_SHADOW\n");
        if (Status status = opacity_.finish(); !status) return status;
        layers_ = true;
    }
    if (look.sampling.motion && !motion_) {
        moving_ = Program::start({"direction.glsl", "strand_formula.h", "ribbons.glsl", "wisp_size.glsl", "hair.vert.glsl"}, {"motion.glsl", "hair.frag.glsl"}, "#define MOTION\n");
        if (Status status = moving_.finish(); !status) return status;
        motion_ = true;
    }
    const size_t room = roomFor(look), laid = laidStrands(look);
    motionKnown_ = false;
    follow_.prepare(room, look.clumping, drawn_.schemeOf(look));
    if (drawn_.asWisps(look)) {
        obstacles_.upload();
        if (Status status = wisps_.prepare(groom(), follow_.rows()); !status) return status;
    }
    if (guides_.blocks().empty()) return {};
    const int smoothness = drawn_.smoothnessOf(look, guides_.mostSegments());
    guidesAlone_ = follow_.guidesAlone(laid) && guides_.blocks().size() == 1;
    if (guidesAlone_) {
        guides_.drawInOrder(mixing, smoothness, laid, follow_.texture());
        return {};
    }
    guides_.draw(mixing, smoothness, room);
    if (room > groom().strands()) obstacles_.upload();
    const size_t texels = room * size_t(guides_.samples());
    keepCourses(look, texels);
    samples_.resize(texels, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT);
    return {};
}

// Where strands ran in the picture before stays, for those of this one.
void HairDrawing::keepCourses(const HairLook& look, size_t texels) {
    motionKnown_ = look.sampling.motion && kept_ == texels;
    if (look.sampling.motion) std::swap(samples_, before_);
    kept_ = look.sampling.motion ? texels : 0;
}

void HairDrawing::forgetDrawn() {
    for (DrawnTexels* texels : {&samples_, &before_, &light_, &strips_.light(), &wisps_.light()}) texels->forget();
    kept_ = 0;
}

void HairDrawing::place(const HairLook& look, Quatf head, StrandRange range) {
    head_ = head;
    if (guides_.blocks().empty() || guidesAlone_) return;
    const size_t laid = laidStrands(look), samples = size_t(guides_.samples());
    range = range.within(laid);
    strands_.use();
    const GLuint textures[2] = {follow_.texture(), guides_.curves().texture()};
    const char* names[2] = {"followTable", "guideSamples"};
    for (int i = 0; i < 2; ++i) {
        glActiveTexture(GLenum(GL_TEXTURE0 + 2 * i));
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        strands_.set(names[i], 2 * i);
    }
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, 0);
    strands_.set("samples", guides_.samples());
    strands_.set("strands", int(laid));
    strands_.setRotation("headRotation", head);
    obstacles_.bind(strands_);
    glBindVertexArray(nothing_);
    samples_.begin(range.first * samples, range.end * samples);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    DrawnTexels::finish();
}

HairDrawing::Drawn HairDrawing::readDrawn(const HairLook& look) const {
    Drawn drawn;
    if (guides_.blocks().empty() || !courses().texture()) return drawn;
    drawn.samples = guides_.samples();
    const std::vector<uint32_t> words = courses().read(drawnStrands(look) * size_t(drawn.samples));
    drawn.points.resize(words.size() / 4);
    for (size_t i = 0; i < drawn.points.size(); ++i) {
        float xyz[3];
        std::memcpy(xyz, &words[4 * i], sizeof xyz);
        drawn.points[i] = {xyz[0], xyz[1], xyz[2]};
    }
    return drawn;
}

void HairDrawing::bindSamples(Program& program, size_t strands) {
    program.use();
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, courses().texture());
    program.set("strandSamples", 1);
    program.set("samples", guides_.samples());
    program.set("strands", int(strands));
    glBindVertexArray(nothing_);
}

void HairDrawing::drawStrands(Program& program, const HairLook& look, StrandRange strands, int skip) {
    if (guides_.blocks().empty() || strands.first >= strands.end) return;
    const bool shadow = skip > 1;
    const size_t all = shadow && look.layers > 0 ? std::min(drawn_.all(look), mostShadowStrands) : drawn_.all(look);
    bindSamples(program, strands.end);
    program.set("firstStrand", int(strands.first));
    program.set("skip", skip);
    program.set("radius", drawn_.radiusOf(look, all));
    program.set("allStrands", int(all));
    WispDrawing::setSizes(program, drawn_.asWisps(look) ? look.wispsAs : WispsAs::Strands, wisps_.width());
    drawRibbons(program, strands.end - strands.first, placesOf(skip));
}

void HairDrawing::shade(const HairLook& look, Quatf head, StrandRange range) {
    if (guides_.blocks().empty()) return;
    glActiveTexture(GL_TEXTURE2);
    light_.resize(roomFor(look) * size_t(guides_.samples()), GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE);
    const size_t count = strips(look).strips;
    if (count) strips_.light().resize(count * size_t(guides_.samples() * StripDrawing::lightSides), GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE);
    if (drawn_.asWisps(look)) wisps_.light().resize(groom().strands() * size_t(guides_.samples() * StripDrawing::lightSides), GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE);
    glBindTexture(GL_TEXTURE_2D, 0);  // what is drawn into must not be read
    bindSamples(shade_, 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, follow_.texture());
    shade_.set("followTable", 0);
    shade_.set("headDepth", 3);
    shade_.set("hairDepth", 4);
    shade_.set("hairOpacity", 5);
    lightTable_.bind(shade_, look, lightTableUnit);
    shade_.setRotation("headRotation", head);
    shade_.set("bend", 0);
    shadeInto(light_, drawnStrands(look), 1, range);
    if (drawn_.asWisps(look)) shadeInto(wisps_.light(), groom().strands(), StripDrawing::lightSides, range);
    shade_.set("bend", StripDrawing::bendOf(guides_.samples()));
    shadeInto(strips_.light(), count, StripDrawing::lightSides, range);
    DrawnTexels::finish();
}

// sides: texels a sample, for strips whose hairs tilt to either side.
void HairDrawing::shadeInto(DrawnTexels& light, size_t strands, int sides, StrandRange range) {
    const size_t each = size_t(guides_.samples() * sides);
    range = range.within(strands);
    if (range.first >= range.end) return;
    shade_.set("strands", int(strands));
    shade_.set("sides", sides);
    shade_.set("tilt", stripTilt);
    light.begin(range.first * each, range.end * each);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void HairDrawing::draw(const HairLook& look, StrandRange range) {
    if (guides_.blocks().empty()) return;
    if (range.first == 0) drawn_.asWisps(look) ? wisps_.draw(wispCourses(), look) : strips_.draw(strips(look));
    size_t drawn = drawnStrands(look);
    Program& colour = look.sampling.motion ? moving_ : colour_;
    colour.use();
    if (look.sampling.motion) {
        writeMotion(true);
        glActiveTexture(GL_TEXTURE6);
        glBindTexture(GL_TEXTURE_2D, motionKnown_ ? before_.texture() : courses().texture());
        colour.set("strandSamplesBefore", 6);
    }
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, light_.texture());
    colour.set("strandLight", 2);
    colour.set("leastPixels", drawn_.cords() ? leastOfCord : look.sampling.leastPixels);
    colour.set("fades", drawn_.cords() ? 0.0f : 1.0f);
    colour.set("oneSample", look.sampling.oneSample ? 1.0f : 0.0f);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, follow_.texture());
    colour.set("followTable", 0);
    colour.set("latest", latestRoot / std::max(drawn_.length(), 10 * latestRoot));
    colour.set("hairs", drawn_.cords() ? 1.0f : std::clamp(drawn_.radiusOf(look, drawn_.all(look)) / aHair, 1.0f, mostHairs));
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    drawStrands(colour, look, range.within(drawn), 1);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    if (look.sampling.motion) writeMotion(false);
}

int HairDrawing::drawnTriangles(const HairLook& look) const {
    const int hairs = int(drawnStrands(look)) * 2 * (placesOf(1) - 1);
    return hairs + (drawn_.asWisps(look) ? wisps_.triangles(guides_.samples()) : StripDrawing::triangles(strips(look)));
}

size_t HairDrawing::shadowStrands(const HairLook& look) const {
    size_t drawn = drawnStrands(look);
    return look.layers > 0 ? std::min(drawn, mostShadowStrands) : drawn;
}

void HairDrawing::drawDepth(const HairLook& look, StrandRange range) {
    const StripDrawing::Courses wide = strips(look);
    const size_t strands = shadowStrands(look);
    if (wide.presence < 1) drawStrands(depth_, look, range.within(strands), 2);  // else they lie within the strips
    if (range.first > 0 || guides_.blocks().empty()) return;
    drawn_.asWisps(look) ? wisps_.drawDepth(wispCourses(), look.wispsAs) : strips_.drawDepth(wide);
}

void HairDrawing::drawOpacity(const HairLook& look, StrandRange range) {
    size_t strands = shadowStrands(look);
    opacity_.use();
    opacity_.set("hairDepth", 4);
    opacity_.set("strength", hairOpacity / float(RINGLET_MOST_OPACITY));
    drawStrands(opacity_, look, range.within(strands), 2);
    if (drawn_.asWisps(look) && range.first == 0) wisps_.drawOpacity(wispCourses(), look.wispsAs, wispOpacity / float(RINGLET_MOST_OPACITY));
}

void HairDrawing::drawParticles(float mixing, float pixels) {
    if (!dots_) {
        particles_ = Program::start({"tiles.glsl", "particles.vert.glsl"}, {"points.frag.glsl"});
        if (!particles_.finish()) return;
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
