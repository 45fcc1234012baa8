#include "core/view/renderer.h"

#include "core/collide/head.h"
#include "core/view/picking.h"
#include "core/view/scalp_share.h"

#include <algorithm>

namespace ringlet {
namespace view {

namespace {

struct Theme {
    uint32_t top, bottom;   // display colours
    float glow;
    Vec3f sky, ground;      // ambient light
    Vec3f key, rim;
};
const Theme lightTheme = {0xf1eeea, 0xcfcac6, 0.06f, {0.46f, 0.47f, 0.52f}, {0.24f, 0.21f, 0.20f},
                          {1.75f, 1.64f, 1.5f}, {0.9f, 1.0f, 1.2f}};
const Theme darkTheme = {0x262a33, 0x121318, 0.10f, {0.26f, 0.28f, 0.34f}, {0.12f, 0.105f, 0.10f},
                         {1.5f, 1.4f, 1.25f}, {1.1f, 1.3f, 1.7f}};

Vec4 displayColour(uint32_t c) {
    return {float(c >> 16 & 255) / 255, float(c >> 8 & 255) / 255, float(c & 255) / 255, 1};
}

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
constexpr int plainResolution = 64;  // cells along the bust: enough for its shadow, whose edge is soft, and for small pictures
constexpr Vec3f skin{0.36f, 0.27f, 0.225f};  // a matte, warm clay

}  // namespace

void Renderer::init() {
    backdrop_ = Program::start({"backdrop.vert.glsl"}, {"colour.glsl", "backdrop.frag.glsl"});
    ground_ = Program::start({"ground.vert.glsl"}, {"colour.glsl", "shadow.glsl", "ground.frag.glsl"});
    head_ = Program::start({"shadow.glsl", "head.vert.glsl"}, {"colour.glsl", "shadow.glsl", "head.frag.glsl"});
    headDepth_ = Program::start({"head.vert.glsl"}, {"depth.frag.glsl"}, "#define FOR_SHADOW\n");
    hair_.init();
    finished_ = false;
    glGenBuffers(1, &frameBuffer_);
    glGenVertexArrays(1, &nothing_);
}

Status Renderer::finish() {
    if (finished_) return {};
    for (Program* program : {&backdrop_, &ground_, &head_, &headDepth_})
        if (Status status = program->finish(); !status) return status;
    if (Status status = hair_.finish(); !status) return status;
    Status shadows = shadows_.init();
    finished_ = shadows.ok();
    return shadows;
}

void Renderer::setScene(const Simulation& simulation) {
    const SceneContent& content = simulation.content();
    current_ = previous_ = simulation.head();
    hair_.setGroom(content.groom, content.colliders, content.follow);
    std::vector<Vec3f> roots;
    for (const StrandGroup& group : content.groom.groups)
        for (size_t s = 0; s < group.strandCount; ++s)
            roots.push_back(content.groom.points[group.firstPoint + s * group.points]);
    bust_ = content.bust;
    const Mesh& head = *content.head;
    // Hair from files may be thin, or grow where Ringlet's own does not.
    const auto scalpOf = [&](const Mesh& mesh) {
        if (simulation.scene().needsFiles) return scalpAroundRoots(mesh, roots);
        return bust_.scale > 0 ? scalpOfBust(mesh, bust_) : scalpNearRoots(mesh, roots);
    };
    headMesh_.set(head, scalpOf(head), &content.colliders);
    if (bust_.scale > 0) {
        static const Mesh plainBust = headMesh(plainResolution);
        Mesh plain = plainBust;
        for (Vec3f& v : plain.vertices) v = bust_.fromBust(v);
        plainBust_.set(plain, scalpOf(plain), &content.colliders);
    }
    headShadow_ = {};
    footHeight_ = footRadius_ = 0;
    for (Vec3f v : head.vertices) footHeight_ = std::min(footHeight_, v.y);
    for (Vec3f v : head.vertices)
        if (v.y < 0.6f * footHeight_) footRadius_ = std::max(footRadius_, std::sqrt(v.x * v.x + v.z * v.z));
    if (lowestReach(content.groom) < 1.5f * footHeight_) footRadius_ = 0;  // hair would hang through the ground
    // A head's own grid is shown as the head it was made from.
    colliders_.set(colliderMesh(content.colliders, content.exactCollider.vertices.empty() && content.colliders.grid ? head : content.exactCollider));
    strands_ = content.groom.strands();
    HeadPicker bounds;
    bounds.set(content);
    sceneCenter_ = bounds.center();
    sceneRadius_ = bounds.radius();
}

void Renderer::upload(const Simulation& simulation, bool followsLast) {
    simulation_ = &simulation;
    Curves curves = simulation.model().curves();
    current_ = curves.head;
    previous_ = curves.previousHead;
    hair_.upload(curves, followsLast);
}

Pose Renderer::drawnHead(float mixing) const {
    Pose pose;
    pose.position = previous_.position + (current_.position - previous_.position) * double(mixing);
    pose.orientation = mixed(previous_.orientation, current_.orientation, mixing);
    return pose;
}

FrameBlock Renderer::frameBlock(const Camera& camera, const Picture& picture, const Pose& head) const {
    const Theme& theme = picture.dark ? darkTheme : lightTheme;
    FrameBlock block{};
    block.viewProjection = camera.viewProjection();
    block.eye = toVec4(camera.eye());
    // The lights stand with the camera's yaw, so that hair is lit from wherever
    // it is seen: key from the upper left, rim from behind on the right.
    Vec3f back = unit(Vec3f{camera.back().x, 0, camera.back().z});
    Vec3f right = camera.right();
    Vec3f key = unit(back * 0.62f - right * 0.55f + Vec3f{0, 0.78f, 0});
    Vec3f rim = unit(right * 0.7f - back * 0.75f + Vec3f{0, 0.5f, 0});
    Vec3f origin = toFloat(head.position - camera.target());
    float reach = 1.25f * sceneRadius_;
    Vec3f across = unit(cross(Vec3f{0, 1, 0}, key));
    Vec3f middle = origin + rotate(head.orientation, sceneCenter_);
    block.lightProjection = orthographic(reach) * viewFrom(middle, cross(key, across), key);
    block.keyDirection = toVec4(key, 2 * reach);
    block.keyColour = toVec4(theme.key);
    block.rimDirection = toVec4(rim);
    block.rimColour = toVec4(theme.rim);
    block.skyColour = toVec4(theme.sky);
    block.groundColour = toVec4(theme.ground);
    block.backdropTop = displayColour(theme.top);
    block.backdropBottom = displayColour(theme.bottom);
    float width = float(picture.width), height = float(picture.height);
    block.backdropGlow = {(width + picture.insets.left - picture.insets.right) / (2 * width),
                          (height + picture.insets.bottom - picture.insets.top) / (2 * height) + 0.05f, theme.glow,
                          width / height};
    float drawnPixels = camera.pixelsPerRadian() * height / camera.pictureHeight();
    block.viewport = {width, height, drawnPixels, picture.exposure};
    block.head = toVec4(origin, hair_.rootRadius());
    float ground = groundBelow * sceneRadius_ - footHeight_ + float(camera.target().y);
    block.shadow = {1 / float(shadows_.size()), picture.look.layers, -ground, picture.show.shadow ? 1.0f : 0.0f};
    return block;
}

void Renderer::drawHeadDepth() {
    const HeadShadow wanted{drawnHead_.orientation, key_, shadows_.size(), picture_.show.head};
    if (wanted == headShadow_) return;
    headShadow_ = wanted;
    shadows_.beginHead();
    headDepth_.use();
    headDepth_.set("placement", placement_);
    if (picture_.show.head) (bust_.scale > 0 ? plainBust_ : headMesh_).draw();
}

// What the key light sees: the head, and the first hair.
void Renderer::drawDepths(StrandRange range) {
    if (range.first == 0) drawHeadDepth();
    shadows_.beginHair(range.first == 0);
    if (picture_.show.hair) hair_.drawDepth(picture_.look, range);
}

void Renderer::drawHeadMesh(const MeshDrawing& mesh, const Mat4& placement, Vec4 surface, Vec3f hair) {
    head_.use();
    head_.set("placement", placement);
    head_.set("surface", surface);
    head_.set("hairColour", hair);
    const bool painted = &mesh != &colliders_ && bust_.scale > 0;
    head_.set("painted", painted ? 1.0f : 0.0f);
    head_.set("bust", painted ? toVec4(bust_.shift, 1 / bust_.scale) : Vec4{0, 0, 0, 1});
    head_.set("headDepth", 3);
    head_.set("hairDepth", 4);
    head_.set("hairOpacity", 5);
    mesh.draw();
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
    for (const Model::DebugPoints& set : simulation_->model().debugPoints()) {
        bool auxiliary = set.name.find("aux") != std::string::npos;
        if (auxiliary ? !picture.show.auxiliary : !picture.show.targets) continue;
        std::vector<Vec3f> points = ofSomeStrands(set.points, strands_, everyShown(strands_));
        glBindBuffer(GL_ARRAY_BUFFER, pointBuffer_);
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(points.size() * sizeof(Vec3f)), points.data(), GL_STREAM_DRAW);
        glEnableVertexAttribArray(0);
        glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(Vec3f), nullptr);
        points_.set("pointPixels", 6 * picture.pixelRatio);
        points_.set("pointColour", auxiliary ? Vec3f{0.36f, 0.78f, 0.55f} : Vec3f{0.95f, 0.35f, 0.42f});
        glDrawArrays(GL_POINTS, 0, GLsizei(points.size()));
    }
}

// The sky, and on it the shadow of a head over a ground that is not seen.
void Renderer::drawBackdrop(const Picture& picture) {
    glDepthMask(GL_FALSE);
    glBindVertexArray(nothing_);
    backdrop_.use();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    // The simplest levels of detail go without: the first pictures have to come at once.
    if (picture.ground && picture.look.layers > 0 && picture.show.shadow && footRadius_ > 0) {
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

void Renderer::drawColliders() {
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-2, -2);  // over a head that is its own collider
    drawHeadMesh(colliders_, placement_, Vec4{0.10f, 0.42f, 0.55f, 0.35f}, Vec3f{0, 0, 0});
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
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
    if (shadows_.size() != picture.look.shadowSize) headShadow_ = {};
    shadows_.resize(picture.look.shadowSize);
    FrameBlock block = frameBlock(camera, picture, drawnHead_);
    key_ = {block.keyDirection.x, block.keyDirection.y, block.keyDirection.z};
    placement_ = placed(toFloat(drawnHead_.position - camera.target()), drawnHead_.orientation);
    glBindBuffer(GL_UNIFORM_BUFFER, frameBuffer_);
    glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frameBuffer_);

    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    if (Status ready = hair_.prepare(picture.look, mixing); !ready) return ready;
    stage_ = Stage::Courses;
    reached_ = 0;
    return {};
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
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frameBuffer_);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    switch (stage_) {
    case Stage::Courses: return hair_.place(look, drawnHead_.orientation, range);
    case Stage::Depth:
        if (picture_.show.shadow) drawDepths(range);
        return;
    case Stage::Layers:
        if (!picture_.show.shadow || look.layers <= 0) return;
        shadows_.beginLayers(range.first == 0);
        if (picture_.show.hair) hair_.drawOpacity(look, range);
        return;
    case Stage::Light:
        shadows_.end();
        return hair_.shade(look, drawnHead_.orientation, range);
    case Stage::Scene: return drawScene(range, strands);
    case Stage::Hair:
        glBindFramebuffer(GL_FRAMEBUFFER, picture_.target);
        glViewport(0, 0, picture_.width, picture_.height);
        if (simulation_ && picture_.show.hair) hair_.draw(look, range);
        if (simulation_ && range.end == strands) drawMarks();
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
    glClear(GL_DEPTH_BUFFER_BIT);
    drawBackdrop(picture_);
    if (simulation_ && picture_.show.head) {
        if (bust_.scale > 0) glEnable(GL_CULL_FACE);  // the bust is closed; heads from files may not be
        const bool plain = picture_.plainHead && bust_.scale > 0;
        drawHeadMesh(plain ? plainBust_ : headMesh_, placement_, toVec4(skin, 1), picture_.look.colour);
        glDisable(GL_CULL_FACE);
    }
    glDisable(GL_SCISSOR_TEST);
}

// What explains a model, over all else.
void Renderer::drawMarks() {
    if (picture_.show.particles) hair_.drawParticles(mixing_, 5 * picture_.pixelRatio);
    if (picture_.show.targets || picture_.show.auxiliary) drawPoints(picture_);
    if (picture_.show.colliders) drawColliders();
}

}  // namespace view
}  // namespace ringlet
