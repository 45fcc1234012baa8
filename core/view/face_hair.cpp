#include "core/view/face_hair.h"

#include "core/collide/head.h"
#include "core/math/random.h"
#include "core/view/face_formula.h"
#include "core/view/motion_target.h"
#include "core/view/ribbons.h"
#include "core/view/texels.h"

#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr int browHairs = 230, lashHairs = 150;        // on each side; every third lash of the lower lid
constexpr float browRadius = 5.5e-5f, lashRadius = 4.5e-5f;  // m, at the root

// The surface in front of what is seen at x and y, where brows and lids are.
Vec3f onFace(float x, float y) {
    Vec3f p = onHeadSurface({x, y, 0.078f});
    for (int i = 0; i < 3; ++i) p = onHeadSurface({x, y, p.z});  // the way to it leads aside
    return p;
}

void add(std::vector<Vec4>& points, Vec3f p, float radius, float along) {
    points.push_back(toVec4(p, radius * (1 - 0.85f * along * along)));
}

// Hairs stand up at the inner end, lie along the brow beyond, and from above come down to it.
void addBrowHair(std::vector<Vec4>& points, float side, Random& random) {
    const float at = random.between(-1.0f, 1.0f), over = random.between(-1.0f, 1.0f);
    const float x = 0.0310f + 0.0210f * at, y = browArch(at) + over * browBrush(at);
    const float inner = std::fmax(0.0f, -at - 0.45f) / 0.55f;
    float angle = 0.35f - 0.55f * at - 0.45f * over + 0.9f * inner + random.between(-0.22f, 0.22f);
    const float length = random.between(0.0045f, 0.0085f) * (1 - 0.35f * std::fmax(at, 0.0f)), lift = random.between(0.0003f, 0.0012f);
    for (int i = 0; i < faceHairPoints; ++i) {
        const float along = float(i) / (faceHairPoints - 1), turn = angle - 0.35f * along, way = length * along;
        const Vec3f p = onFace(x + way * std::cos(turn), y + way * std::sin(turn));
        const Vec3f out = p + headNormal(p) * (lift * std::sin(2.2f * along));
        add(points, {side * out.x, out.y, out.z}, browRadius, along);
    }
}

// Along a lid's edge, forward and away from the eye, and curved up at their tips; longer outwards.
void addLash(std::vector<Vec4>& points, float side, float along, bool upper, Random& random) {
    const float at = -0.90f + 1.88f * along + random.between(-0.02f, 0.02f), x = 0.0300f + 0.0140f * at;
    const float off = upper ? random.between(0.0001f, 0.0006f) : -random.between(0.0005f, 0.0009f);
    const Vec3f root = onFace(x, (upper ? upperLid(at) : lowerLid(at)) + off), normal = headNormal(root);
    const Vec3f first = unit(normal * 0.9f + Vec3f{0.6f * at + random.between(-0.15f, 0.15f), upper ? -0.45f : -0.75f, 0});
    const float ends = 1 - 0.5f * std::fmax(std::fabs(at) - 0.75f, 0.0f) / 0.25f;
    const float length = random.between(0.0042f, 0.0066f) * (0.75f + 0.35f * along) * ends * (upper ? 1.0f : 0.5f);
    const float curl = upper ? 1.25f : 0.35f;
    for (int i = 0; i < faceHairPoints; ++i) {
        const float part = float(i) / (faceHairPoints - 1), way = length * part;
        const Vec3f p = root + first * way + (Vec3f{0, curl, 0} + normal * 0.1f) * (0.6f * way * part);
        add(points, {side * p.x, p.y, p.z}, -lashRadius * (upper ? 1.0f : 0.7f), part);
    }
}

}  // namespace

std::vector<Vec4> faceHair() {
    std::vector<Vec4> points;
    Random random(7, 0xB20);
    for (const float side : {-1.0f, 1.0f}) {
        for (int i = 0; i < browHairs; ++i) addBrowHair(points, side, random);
        for (int i = 0; i < lashHairs; ++i) addLash(points, side, (float(i) + 0.5f) / lashHairs, i % 3 != 2, random);
    }
    return points;
}

Status FaceHair::prepare(bool motion) {
    if (!texture_) {
        std::vector<Vec4> points = faceHair();
        hairs_ = points.size() / faceHairPoints;
        const int rows = texelRows(points.size());
        points.resize(size_t(rows) * RINGLET_TEXTURE_WIDTH);
        glActiveTexture(GL_TEXTURE0);
        texture_ = texelArray(rows, GL_RGBA32F, GL_RGBA, GL_FLOAT);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, RINGLET_TEXTURE_WIDTH, rows, GL_RGBA, GL_FLOAT, points.data());
        glGenVertexArrays(1, &nothing_);
    }
    if (made_[motion]) return {};
    programs_[motion] = Program::start({"direction.glsl", "strand_formula.h", "shadow.glsl", "colour_formula.h", "colour.glsl", "hair_formula.h", "hair_light.glsl", "ribbons.glsl", "face_formula.h", "face_hair.vert.glsl"},
                                       {"motion.glsl", "hair.frag.glsl"}, motion ? "#define MOTION\n" : "");
    Status status = programs_[motion].finish();
    made_[motion] = status.ok();
    return status;
}

void FaceHair::draw(const Mat4& placement, Vec4 bust, const HairLook& look) {
    Program& program = programs_[look.sampling.motion];
    program.use();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_);
    program.set("faceHair", 0);
    program.set("points", faceHairPoints);
    program.set("bust", bust);
    program.set("placement", placement);
    program.set("headDepth", 3);
    program.set("hairDepth", 4);
    program.set("hairOpacity", 5);
    HairLook brows = look;
    brows.colour = browColour(look.colour);
    light_.bind(program, brows, lightTableUnit);
    glBindVertexArray(nothing_);
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    drawRibbons(program, hairs_, faceHairPoints);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
}

}  // namespace view
}  // namespace ringlet
