#include "core/view/head_drawing.h"

#include "core/collide/head.h"
#include "core/view/matrix.h"
#include "core/view/scalp_share.h"
#include "core/view/view_settings.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr int plainResolution = 64;  // cells along the bust: enough for its shadow, whose edge is soft, and for small pictures
constexpr float bandAbove = 0.016f;  // m over the surface, where hair lies below it
constexpr float bandArc = 3.5f;      // rad, down behind the ears
constexpr int bandParts = 64;        // along a band

// A strip over the surface of `around`, from one end of the half ring to the other.
void addBand(Mesh& mesh, const Holder& band, const Colliders& around) {
    const Vec3f side = cross(band.up, band.across);
    for (int i = 0; i <= bandParts; ++i) {
        const float along = 2 * float(i) / bandParts - 1, angle = 0.5f * bandArc * along;
        const float width = band.width * std::sqrt(std::fmax(1 - std::pow(along, 8.0f), 0.0f));  // ends are round
        const Vec3f out = std::sin(angle) * side + std::cos(angle) * band.up;
        float from = 2 * band.radius;
        for (int pass = 0; pass < 16; ++pass) from -= nearestSurface(around, band.center + from * out).distance - bandAbove;
        for (float edge : {-0.5f, 0.5f}) {
            mesh.vertices.push_back(band.center + from * out + (edge * width) * band.across);
            mesh.normals.push_back(out);
        }
        const uint32_t v = uint32_t(mesh.vertices.size() - 2);
        if (i > 0) mesh.triangles.insert(mesh.triangles.end(), {{v - 2, v - 1, v}, {v - 1, v + 1, v}});
    }
}

// The surface bends within a triangle of the mouth: there the triangles' own normals are smoother, and means of them over
// neighbours. In the bust's space, m, around the lips that head_shapes.h models.
Mesh plainHead() {
    constexpr float mouthHeight = -0.079f, halfHeight = 0.018f, halfWidth = 0.035f, front = 0.05f;
    Mesh mesh = headMesh(plainResolution);
    const std::vector<Vec3f> own = smoothNormals(mesh);
    std::vector<Vec3f> smooth = own;
    for (const Triangle& t : mesh.triangles) {
        const Vec3f sum = own[t.a] + own[t.b] + own[t.c];
        for (uint32_t v : {t.a, t.b, t.c}) smooth[v] = smooth[v] + sum;
    }
    for (Vec3f& normal : smooth) normal = normalizedOr(normal, Vec3f{0, 0, 1});
    for (size_t v = 0; v < mesh.vertices.size(); ++v) {
        const Vec3f p = mesh.vertices[v];
        if (p.z > front && std::fabs(p.y - mouthHeight) < halfHeight && std::fabs(p.x) < halfWidth) mesh.normals[v] = smooth[v];
    }
    return mesh;
}

}  // namespace

void HeadDrawing::init() {
    coarse_ = Program::start({"shadow.glsl", "head.vert.glsl"}, {"colour_formula.h", "colour.glsl", "shadow.glsl", "noise.glsl", "face_formula.h", "eye.glsl", "head.frag.glsl"});
    depth_ = Program::start({"head.vert.glsl"}, {"depth.frag.glsl"}, "#define FOR_SHADOW\n");
}

Status HeadDrawing::finish() {
    Status status = coarse_.finish();
    return status ? depth_.finish() : status;
}

Status HeadDrawing::prepare(bool smooth, bool motion) {
    smoothed_ = smooth;
    moves_ = motion;
    if (smooth && bust_.scale > 0)
        if (Status ready = faceHair_.prepare(motion); !ready) return ready;
    bool& made = motion ? movingMade_ : smoothMade_;
    if (!smooth || made) return {};
    Program& program = surface();
    program = Program::start({"shadow.glsl", "head.vert.glsl"}, {"colour_formula.h", "colour.glsl", "shadow.glsl", "motion.glsl", "noise.glsl", "face_formula.h", "eye.glsl", "head.frag.glsl"},
                             motion ? "#define SMOOTH_SHADOWS\n#define MOTION\n" : "#define SMOOTH_SHADOWS\n");
    Status status = program.finish();
    made = status.ok();
    return status;
}

void HeadDrawing::setScene(const Simulation& simulation) {
    const SceneContent& content = simulation.content();
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
    mesh_.set(head, scalpOf(head), &content.colliders);
    if (bust_.scale > 0) {
        static const Mesh plainBust = plainHead();
        Mesh plain = plainBust;
        for (Vec3f& v : plain.vertices) v = bust_.fromBust(v);
        plainBust_.set(plain, scalpOf(plain), &content.colliders);
    }
    // A head's own grid is shown as the head it was made from.
    const bool ownGrid = content.exactCollider.vertices.empty() && content.colliders.grid;
    colliders_.set(colliderMesh(content.colliders, ownGrid ? head : content.exactCollider));
    forgetDepth();
    worn_ = {};
    footHeight_ = footRadius_ = 0;
    for (Vec3f v : head.vertices) footHeight_ = std::min(footHeight_, v.y);
    for (Vec3f v : head.vertices)
        if (v.y < 0.6f * footHeight_) footRadius_ = std::max(footRadius_, std::sqrt(v.x * v.x + v.z * v.z));
}

bool HeadDrawing::Depth::operator==(const Depth& o) const {
    return orientation.x == o.orientation.x && orientation.y == o.orientation.y && orientation.z == o.orientation.z &&
           orientation.w == o.orientation.w && direction.x == o.direction.x && direction.y == o.direction.y && direction.z == o.direction.z &&
           size == o.size && shown == o.shown && balls == o.balls;
}

void HeadDrawing::drawDepth(ShadowMaps& shadows, Lamp lamp, const Mat4& placement, Quatf orientation, Vec3f direction, bool shown) {
    const Depth wanted{orientation, direction, shadows.size(), shown, ballsSet_};
    Depth& drawn = drawn_[int(lamp)];
    if (wanted == drawn) return;
    drawn = wanted;
    shadows.beginHead(lamp);
    depth_.use();
    depth_.set("placement", placement);
    if (shown) (bust_.scale > 0 ? plainBust_ : mesh_).draw();
    if (!ballMesh_.empty()) ballMesh_.draw();
}

void HeadDrawing::drawMesh(Program& program, const MeshDrawing& mesh, const Mat4& placement, Vec4 surface, Vec3f hair) {
    program.use();
    program.set("placement", placement);
    program.set("surface", surface);
    program.set("hairColour", hair);
    const bool painted = &mesh != &colliders_ && &mesh != &ballMesh_ && &mesh != &wornMesh_ && bust_.scale > 0;
    program.set("painted", !painted ? 0.0f : asStrands() ? 2.0f : 1.0f);
    program.set("bust", painted ? toVec4(bust_.shift, 1 / bust_.scale) : Vec4{0, 0, 0, 1});
    program.set("headDepth", 3);
    program.set("hairDepth", 4);
    program.set("hairOpacity", 5);
    mesh.draw();
}

void HeadDrawing::draw(const Mat4& placement, const HairLook& look, bool plain) {
    const bool bust = bust_.scale > 0;
    if (bust) glEnable(GL_CULL_FACE);  // it is closed; heads from files may not be
    drawMesh(surface(), plain && bust ? plainBust_ : mesh_, placement, toVec4(skinColour, 1), look.colour);
    glDisable(GL_CULL_FACE);
    if (asStrands() && !plain) faceHair_.draw(placement, toVec4(bust_.shift, 1 / bust_.scale), look);
}

void HeadDrawing::setBalls(const Balls& balls) {
    Colliders shown;
    bool same = true;
    for (size_t i = 0; i < mostBalls; ++i) {
        const Vec3f way = balls[i].center - balls_[i].center;
        same = same && dot(way, way) == 0 && balls[i].radius == balls_[i].radius;
        if (balls[i].radius > 0) shown.spheres.push_back(balls[i]);
    }
    if (same) return;
    ballMesh_.set(colliderMesh(shown, Mesh{}));
    balls_ = balls;
    ++ballsSet_;
}

void HeadDrawing::drawBalls(const Mat4& placement) {
    if (!ballMesh_.empty()) drawMesh(surface(), ballMesh_, placement, Vec4{0.35f, 0.42f, 0.5f, 1}, Vec3f{0, 0, 0});
}

void HeadDrawing::drawWorn(const Holders& worn, const Colliders& around, const Mat4& placement) {
    Colliders clips;
    bool same = !wornMesh_.empty(), any = false;
    for (size_t i = 0; i < mostHolders; ++i) {
        const Vec3f way = worn[i].center - worn_[i].center;
        same = same && worn[i].isAs(worn_[i]) && dot(way, way) == 0;
        any = any || worn[i].radius > 0;
    }
    if (!any) return;
    for (const Holder& one : worn)
        if (one.seen() > 0) clips.spheres.push_back({one.center, one.seen()});
    if (!same) {
        Mesh mesh = colliderMesh(clips, Mesh{});
        for (const Holder& one : worn)
            if (one.width > 0 && one.radius > 0) addBand(mesh, one, around);
        wornMesh_.set(mesh);
    }
    worn_ = worn;
    drawMesh(surface(), wornMesh_, placement, Vec4{0.30f, 0.05f, 0.07f, 1}, Vec3f{0, 0, 0});
}

void HeadDrawing::drawColliders(const Mat4& placement) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-2, -2);  // over a head that is its own collider
    drawMesh(coarse_, colliders_, placement, Vec4{0.10f, 0.42f, 0.55f, 0.35f}, Vec3f{0, 0, 0});
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

}  // namespace view
}  // namespace ringlet
