#include "core/view/renderer.h"

#include "core/groom/follow_wisps.h"
#include "core/view/motion_target.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace view {

namespace {

// The points of every n-th strand; all where strands have not equally many.
std::vector<Vec3f> ofSomeStrands(const std::vector<Vec3f>& points, size_t strands, size_t every) {
    if (every <= 1 || strands == 0 || points.size() % strands != 0) return points;
    size_t each = points.size() / strands;
    std::vector<Vec3f> some;
    for (size_t s = 0; s < strands; s += every)
        some.insert(some.end(), points.begin() + ptrdiff_t(s * each), points.begin() + ptrdiff_t((s + 1) * each));
    return some;
}

// How low some of the strands would hang from their roots, m.
float lowestReach(const Groom& groom) {
    float lowest = 0;
    for (const StrandGroup& group : groom.groups)
        for (size_t s = 0; s < group.strandCount; s += everyShown(group.strandCount)) {
            const Vec3f* points = &groom.points[group.firstPoint + s * group.points];
            float length = 0;
            for (size_t p = 1; p < group.points; ++p) length += lengthOf(points[p] - points[p - 1]);
            lowest = std::min(lowest, points[0].y - length);
        }
    return lowest;
}

constexpr float groundBelow = 0.03f;  // of the scene's radius, under the head's lowest point at rest
constexpr float groundReach = 2.2f;   // of the scene's radius

}  // namespace

void Renderer::init() {
    backdrop_ = Program::start({"backdrop.vert.glsl"}, {"colour_formula.h", "colour.glsl", "backdrop.frag.glsl"});
    ground_ = Program::start({"ground.vert.glsl"}, {"colour_formula.h", "colour.glsl", "shadow.glsl", "ground.frag.glsl"});
    head_.init();
    hair_.init();
    finished_ = false;
    glGenBuffers(2, frameBuffers_);
    glGenVertexArrays(1, &nothing_);
}

Status Renderer::finish() {
    if (finished_) return {};
    for (Program* program : {&backdrop_, &ground_})
        if (Status status = program->finish(); !status) return status;
    if (Status status = head_.finish(); !status) return status;
    if (Status status = hair_.finish(); !status) return status;
    Status shadows = shadows_.init();
    finished_ = shadows.ok();
    return shadows;
}

void Renderer::setScene(const Simulation& simulation) {
    const SceneContent& content = simulation.content();
    current_ = previous_ = simulation.head();
    before_.known = false;
    curves_.clear();
    density_.forget();
    hair_.setGroom(content.groom, content.follow, wispWidthOf(simulation.params()));
    head_.setScene(simulation);
    footRadius_ = lowestReach(content.groom) < 1.5f * head_.footHeight() ? 0 : head_.footRadius();  // else hair would hang through the ground
    strands_ = content.groom.strands();
    HeadPicker bounds;
    bounds.set(content);
    sceneCenter_ = bounds.center();
    sceneRadius_ = bounds.radius();
    frame_ = bounds.frame();
}

void Renderer::forgetDrawn() {
    shadows_.forget();
    hair_.forgetDrawn();
    motionKnown_ = false;
}

void Renderer::upload(const Simulation& simulation, bool followsLast) {
    simulation_ = &simulation;
    const DeviceCurves::Place place = curves_.find(simulation.model());
    current_ = place.curves.head;
    previous_ = place.curves.previousHead;
    hair_.keepClearOf(simulation.colliders());
    hair_.upload(place.curves, followsLast, place.buffer);
}

Pose Renderer::drawnHead(float mixing) const {
    Pose pose;
    pose.position = previous_.position + (current_.position - previous_.position) * double(mixing);
    pose.orientation = mixed(previous_.orientation, current_.orientation, mixing);
    return pose;
}

Extent Renderer::extent(const Camera& camera) const {
    const float ground = groundBelow * sceneRadius_ - head_.footHeight() + float(camera.target().y);
    return {drawnHead_, sceneCenter_, sceneRadius_, hair_.rootRadius(), ground};
}

float Renderer::pixelsAMetre(const Camera& camera, int height) const {
    constexpr float nearest = 0.02f;  // m
    const float away = camera.depthOf(drawnHead_.position + toDouble(rotate(drawnHead_.orientation, sceneCenter_))) - sceneRadius_;
    return float(height) / camera.pictureHeight() * camera.pixelsPerRadian() / std::max(away, nearest);
}

// The part of the picture where head and hair are at rest, with some room for their motion.
PixelBox Renderer::seen(const Camera& camera) const {
    constexpr float room = 1.25f;
    const Vec3d middle = drawnHead_.position + toDouble(rotate(drawnHead_.orientation, frame_.center));
    const float pixels = float(picture_.height) / camera.pictureHeight();
    const float metre = room * pixels * camera.pixelsPerRadian() / std::max(camera.depthOf(middle), 1e-3f);
    const Camera::Pixels at = camera.pixelsOf(middle);
    const auto within = [](float edge, int size) { return int(std::lround(std::clamp(edge, 0.0f, float(size)))); };
    const float x = at.x * pixels, y = float(picture_.height) - at.y * pixels;
    const int left = within(x - metre * frame_.halfWidth, picture_.width), right = within(x + metre * frame_.halfWidth, picture_.width);
    const int low = within(y - metre * frame_.halfHeight, picture_.height), high = within(y + metre * frame_.halfHeight, picture_.height);
    return {left, low, right - left, high - low};
}

void Renderer::seenBy(Lamp lamp) { glBindBufferBase(GL_UNIFORM_BUFFER, 0, frameBuffers_[int(lamp)]); }

// What lamps see: the head, and the first hair.
void Renderer::drawDepths(StrandRange range) {
    for (int i = 0; i < lampsToMap(); ++i) {
        const Lamp lamp = Lamp(i);
        seenBy(lamp);
        if (range.first == 0) head_.drawDepth(shadows_, lamp, placement_, drawnHead_.orientation, lamps_[i], picture_.show.head);
        shadows_.beginHair(lamp, range.first == 0);
        if (picture_.show.hair) hair_.drawDepth(picture_.look, range);
    }
}

void Renderer::drawLayers(StrandRange range) {
    for (int i = 0; i < lampsToMap(); ++i) {
        seenBy(Lamp(i));
        shadows_.beginLayers(Lamp(i), range.first == 0);
        if (picture_.show.hair) hair_.drawOpacity(picture_.look, range);
    }
}

void Renderer::drawPoints(const Picture& picture) {
    if (!pointBuffer_) {
        points_ = Program::start({"points.vert.glsl"}, {"points.frag.glsl"});
        if (!points_.finish()) return;
        glGenVertexArrays(1, &pointArray_);
        glGenBuffers(1, &pointBuffer_);
    }
    glBindVertexArray(pointArray_);
    points_.use();
    const Model::PointSets sets = simulation_->model().debugPoints();
    for (size_t i = 0; i < sets.size(); ++i) {
        const bool second = i > 0;
        if (second ? !picture.show.auxiliary : !picture.show.targets) continue;
        const std::vector<Vec3f> points = ofSomeStrands(sets[i], strands_, everyShown(strands_));
        glBindBuffer(GL_ARRAY_BUFFER, pointBuffer_);
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(points.size() * sizeof(Vec3f)), points.data(), GL_STREAM_DRAW);
        glEnableVertexAttribArray(0);
        glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(Vec3f), nullptr);
        points_.set("pointPixels", 6 * picture.pixelRatio);
        points_.set("pointColour", second ? Vec3f{0.36f, 0.78f, 0.55f} : Vec3f{0.95f, 0.35f, 0.42f});
        glDrawArrays(GL_POINTS, 0, GLsizei(points.size()));
    }
}

// The sky, and on it the shadow of a head over a ground that is not seen.
void Renderer::drawBackdrop(const Picture& picture) {
    glDepthMask(GL_FALSE);
    glBindVertexArray(nothing_);
    backdrop_.use();
    if (!picture.over) glDrawArrays(GL_TRIANGLES, 0, 3);
    if (picture.ground && picture.show.shadow && footRadius_ > 0) {
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        ground_.use();
        ground_.set("headDepth", 3);
        ground_.set("hairDepth", 4);
        ground_.set("hairOpacity", 5);
        ground_.set("reach", groundReach * sceneRadius_);
        ground_.set("radius", 0.55f * footRadius_);
        float height = float(drawnHead_.position.y);
        ground_.set("hanging", std::max(groundBelow * sceneRadius_ + height, 0.0f));
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        glDisable(GL_BLEND);
    }
    glDepthMask(GL_TRUE);
}

Status Renderer::draw(const Camera& camera, const Picture& picture, float mixing) {
    Status ready = begin(camera, picture, mixing);
    while (ready && !proceed(SIZE_MAX)) {}
    return ready;
}

Status Renderer::begin(const Camera& camera, const Picture& picture, float mixing) {
    picture_ = picture;
    stage_ = Stage::Whole;
    drawnHead_ = drawnHead(mixing);
    mixing_ = mixing;
    if (shadows_.resize(picture.look.shadowSize)) head_.forgetDepth();
    seen_ = seen(camera);
    picture_.look.pixelsAMetre = pixelsAMetre(camera, picture.height);
    FrameBlock block = frameBlock(camera, picture, extent(camera), shadows_.size());
    placement_ = placed(toFloat(drawnHead_.position - camera.target()), drawnHead_.orientation);
    if (!picture.again) compareWithBefore(block, camera);
    bool lampsMoved = false;
    for (Lamp lamp : {Lamp::Key, Lamp::Rim}) {
        if (lamp == Lamp::Rim) block = seenFromRim(block);
        const Vec3f towards{block.keyDirection.x, block.keyDirection.y, block.keyDirection.z};
        lampsMoved = lampsMoved || lengthOf(towards - lamps_[int(lamp)]) > 0;
        lamps_[int(lamp)] = towards;
        glBindBuffer(GL_UNIFORM_BUFFER, frameBuffers_[int(lamp)]);
        glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_STREAM_DRAW);
    }
    seenBy(Lamp::Key);

    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    reached_ = 0;
    if (picture.again) {
        stage_ = lampsMoved ? Stage::Depth : Stage::Scene;
        return {};
    }
    if (Status ready = head_.prepare(picture.look.layers > 0.5f, picture.temporal); !ready) return ready;
    if (Status ready = hair_.prepare(picture_.look, mixing); !ready) return ready;
    motionKnown_ = motionKnown_ && hair_.motionKnown();
    stage_ = Stage::Courses;
    return {};
}

// What the block says of the picture before, and what the next one will be told of this. Seen from so far round that most was hidden, it says nothing.
void Renderer::compareWithBefore(FrameBlock& block, const Camera& camera) {
    constexpr float sameSide = 0.955f;  // cosine of 0.3 rad
    const Before now{camera.viewProjection(), placement_, block.head, camera.back(), picture_.temporal};
    motionKnown_ = now.known && before_.known && dot(now.back, before_.back) > sameSide;
    if (!motionKnown_) before_ = now;
    block.viewProjectionBefore = before_.viewProjection;
    block.headMotion = before_.viewProjection * before_.placement * glm::inverse(placement_);
    block.headBefore = before_.head;
    before_ = now;
}

bool Renderer::proceed(size_t strands) {
    const size_t count = std::max<size_t>(hair_.laidStrands(picture_.look), 1);
    while (strands > 0 && stage_ != Stage::Whole) {
        const size_t part = std::min(strands, count - reached_);
        drawStage({reached_, reached_ + part}, count);
        strands -= part;
        reached_ += part;
        if (reached_ < count) break;
        reached_ = 0;
        stage_ = Stage(int(stage_) + 1);
    }
    glBindVertexArray(0);
    return stage_ == Stage::Whole;
}

void Renderer::drawStage(StrandRange range, size_t strands) {
    const HairLook& look = picture_.look;
    seenBy(Lamp::Key);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    switch (stage_) {
    case Stage::Courses: return hair_.place(look, drawnHead_.orientation, range);
    case Stage::Depth:
        if (simulation_) head_.setBalls(simulation_->balls());
        if (picture_.show.shadow) drawDepths(range);
        return;
    case Stage::Layers:
        if (picture_.show.shadow && look.layers > 0) drawLayers(range);
        return;
    case Stage::Light:
        shadows_.end();
        return hair_.shade(look, drawnHead_.orientation, range);
    case Stage::Scene: return drawScene(range, strands);
    case Stage::Hair:
        glBindFramebuffer(GL_FRAMEBUFFER, picture_.target);
        glViewport(0, 0, picture_.width, picture_.height);
        if (simulation_ && picture_.show.hair && !picture_.show.density) hair_.draw(look, range);
        if (range.end == strands) finishPicture();
        return;
    case Stage::Whole: return;
    }
}

// Backdrop and head; a slice is a band of the picture, as high as its share of the strands.
void Renderer::drawScene(StrandRange range, size_t strands) {
    shadows_.end();
    glBindFramebuffer(GL_FRAMEBUFFER, picture_.target);
    glViewport(0, 0, picture_.width, picture_.height);
    auto row = [&](size_t strand) { return int(double(strand) / double(strands) * picture_.height); };
    glScissor(0, row(range.first), picture_.width, row(range.end) - row(range.first));
    glEnable(GL_SCISSOR_TEST);
    if (!picture_.over) glClear(GL_DEPTH_BUFFER_BIT);
    if (picture_.temporal && !picture_.over) clearMotion();
    drawBackdrop(picture_);
    if (picture_.temporal) writeMotion(picture_.look.layers > 0.5f);
    if (simulation_ && picture_.show.head) head_.draw(placement_, picture_.look, picture_.plainHead);
    if (simulation_) head_.drawBalls(placement_);
    const Holders* const worn = simulation_ ? simulation_->model().holders() : nullptr;
    if (worn) head_.drawWorn(*worn, simulation_->content().colliders, placement_);
    if (picture_.temporal) writeMotion(false);
    glDisable(GL_SCISSOR_TEST);
}

// Smooth edges, and what explains a model over all else.
void Renderer::finishPicture() {
    if (picture_.smoothEdges) {
        if (Status smoothed = edges_.apply(seen_); !smoothed) picture_.smoothEdges = false;
        glViewport(0, 0, picture_.width, picture_.height);
    }
    if (!simulation_) return;
    if (picture_.show.particles) hair_.drawParticles(mixing_, 5 * picture_.pixelRatio);
    if (picture_.show.density) density_.draw(simulation_->model(), simulation_->content().groom, 4 * picture_.pixelRatio);
    if (picture_.show.targets || picture_.show.auxiliary) drawPoints(picture_);
    if (picture_.show.colliders) head_.drawColliders(placement_);
}

}  // namespace view
}  // namespace ringlet
