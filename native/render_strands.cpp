#include "native/render_strands.h"

#include "core/groom/follow_wisps.h"
#include "core/light/colours.h"
#include "core/light/hair_table.h"
#include "core/view/scalp_share.h"

#include <algorithm>
#include <cmath>

namespace ringlet::cli {
namespace {

constexpr float hairline = 0.7f, flyaways = 0.02f;  // as follow_texture.cpp
constexpr int stillSamples = 64;   // of a picture that is looked at for long: lights.cpp
constexpr int smoothest = 5;
constexpr float coverShare = 0.13f, thickest = 4e-4f, ribbonShare = 1.2f;  // as hair_drawing.cpp and hair.vert.glsl
constexpr size_t fewStrands = 8;
constexpr float cordRadius = 0.0028f;
constexpr Vec3f skin{0.36f, 0.27f, 0.225f};  // as head_drawing.cpp

float smooth(float from, float to, float x) {
    const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

// As in direction.glsl.
float scatter(uint32_t n) {
    uint32_t h = n * 747796405u + 2891336453u;
    h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
    h = (h >> 22u) ^ h;
    return float(h & 0xFFFFFFu) / 16777216.0f;
}

// Catmull-Rom curves through simulated strands.
class Courses {
public:
    explicit Courses(const Curves& curves) {
        for (const CurveBlock& block : curves.blocks)
            for (uint32_t s = 0; s < block.strands; ++s) {
                first_.push_back(points_.size());
                for (uint32_t i = 0; i < block.particles; ++i) points_.push_back(curvePoint(block, s, i));
            }
        first_.push_back(points_.size());
    }
    Vec3f operator()(uint32_t strand, float v) const {
        const Vec3f* p = &points_[first_[strand]];
        const int count = int(first_[strand + 1] - first_[strand]);
        const float u = v * float(count - 1);
        const int i = std::min(int(u), count - 2);
        const float f = u - float(i), f2 = f * f, f3 = f2 * f;
        const Vec3f b = p[i], c = p[i + 1], a = i > 0 ? p[i - 1] : 2.0f * b - c, d = i + 2 < count ? p[i + 2] : 2.0f * c - b;
        const Vec3f m = 0.5f * (c - a), n = 0.5f * (d - b);
        return (2 * f3 - 3 * f2 + 1) * b + (f3 - 2 * f2 + f) * m + (3 * f2 - 2 * f3) * c + (f3 - f2) * n;
    }
    int mostSegments() const {
        size_t most = 2;
        for (size_t s = 0; s + 1 < first_.size(); ++s) most = std::max(most, first_[s + 1] - first_[s]);
        return int(most) - 1;
    }

private:
    std::vector<Vec3f> points_;
    std::vector<size_t> first_;
};

FollowTable tableOf(const Simulation& simulation, const view::HairLook& look) {
    const SceneContent& content = simulation.content();
    const float ofModel = wispWidthOf(simulation.params());
    const bool gathered = ofModel > 0 && content.follow.followers.empty() && look.mixing == FollowScheme::Clumped;
    const bool alone = content.groom.strands() <= fewStrands || rootSpacing(content.groom) <= 0;
    FollowOptions options;
    options.drawn = alone ? 0 : look.drawn;
    options.clumping = look.clumping;
    options.scheme = gathered ? FollowScheme::FlatWisps : look.mixing;
    options.hairline = hairline;
    options.flyaways = flyaways;
    options.wispWidth = drawnWispWidth(content.groom, ofModel);
    FollowTable table = makeFollowTable(content.groom, options);
    const size_t own = std::min(content.follow.followers.size(), table.followers.size());
    std::copy_n(content.follow.followers.begin(), own, table.followers.begin());
    if (!alone) table.followers.resize(std::min<size_t>(table.followers.size(), look.drawn));
    return table;
}

float radiusOf(const Groom& groom, const view::HairLook& look) {
    float radius = 0, length = 0;
    for (float r : groom.radii) radius += r / float(groom.radii.size());
    if (groom.strands() <= fewStrands) {
        for (uint32_t p = 1; p < groom.groups[0].points; ++p) length += lengthOf(groom.points[p] - groom.points[p - 1]);
        return std::max(radius, cordRadius * length) * look.thickness;
    }
    const float between = rootSpacing(groom) * std::sqrt(float(groom.strands()) / float(std::max(look.wanted, 1u)));
    return std::max(radius, std::min(coverShare * between, thickest)) * look.thickness;
}

// Where a strand is solid within the colliders it is moved out, as clearance.glsl does.
Vec3f keptClear(const Colliders& colliders, Vec3f p, float wanted) {
    const SurfacePoint surface = nearestSurface(colliders, p);
    return surface.distance < wanted ? p + surface.normal * (wanted - surface.distance) : p;
}

// Where a drawn strand runs, as strands.frag.glsl has it: added ones leave the skin aslant from a little behind their roots. v: share
// of its guides' way.
Vec3f drawnPoint(const Follower& f, float v, Quatf turn, const Courses& courses) {
    constexpr float behind = 0.005f, lying = 0.09f;
    const Vec3f p = followedPoint(f, v / f.reach, turn, courses);
    const float over = std::min(lying, f.reach);
    if (f.jitter == 0 || v >= over) return p;
    const Vec3f ahead = followedPoint(f, over / f.reach, turn, courses), root = followedPoint(f, 0, turn, courses);
    const Vec3f out = normalizedOr(root, Vec3f{0, 1, 0});
    Vec3f flat = ahead - root;
    flat = flat - dot(flat, out) * out;
    const Vec3f begin = root - std::min(behind / std::max(lengthOf(flat), 1e-6f), 0.4f) * flat;
    const float part = v / over, share = 0.9f * (1 - part * part);
    return (1 - share) * p + share * ((1 - part) * begin + part * ahead);
}

}  // namespace

light::TracedHair drawnHair(const Simulation& simulation, const view::HairLook& look, Vec3f head) {
    const SceneContent& content = simulation.content();
    const Curves curves = simulation.model().curves();
    const Quatf turn = curves.head.orientation, back = conjugate(turn);
    const Courses courses(curves);
    const FollowTable table = tableOf(simulation, look);
    const float radius = ribbonShare * radiusOf(content.groom, look);
    light::TracedHair hair;
    const int still = std::min(stillSamples / courses.mostSegments(), smoothest);
    hair.each = uint32_t(courses.mostSegments() * std::max(look.smoothness, still) + 1);
    hair.look = light::drawnFibre();
    hair.look.absorption = light::absorptionOf(look.colour, hair.look.aroundRoughness);
    for (uint32_t s = 0; s < table.followers.size(); ++s) {
        const Follower& f = table.followers[s];
        const bool added = f.jitter != 0;
        const float seed = scatter(s * 16 + 5);
        const float wide = radius * (0.7f + 0.3f * scatter(s * 16 + 7)) * (0.45f + 0.55f * smooth(0.1f, 0.6f, f.reach));
        for (uint32_t i = 0; i < hair.each; ++i) {
            const float along = float(i) / float(hair.each - 1), v = along * f.reach;
            const float root = light::pigmentRootOf(seed, along, look.tintSpread);
            Vec3f p = drawnPoint(f, v, turn, courses);
            if (added) {
                const float deep = 0.0008f * f.reach * f.reach;
                p = rotate(turn, keptClear(content.colliders, rotate(back, p), (0.0006f + deep) * smooth(0, 0.02f, v) - deep));
            }
            hair.points.push_back(head + p);
            hair.radii.push_back(wide * (0.6f + 0.4f * smooth(0, 0.06f, v)) * (1 - 0.9f * along * along * along));
            hair.pigments.push_back(root * root);
        }
    }
    return hair;
}

light::TracedSurface drawnHead(const Simulation& simulation, const view::HairLook& look, Vec3f head) {
    const SceneContent& content = simulation.content();
    const Mesh& mesh = *content.head;
    std::vector<Vec3f> roots;
    for (const StrandGroup& group : content.groom.groups)
        for (size_t s = 0; s < group.strandCount; ++s) roots.push_back(content.groom.points[group.firstPoint + s * group.points]);
    const std::vector<float> scalp = simulation.scene().needsFiles ? view::scalpAroundRoots(mesh, roots)
                                   : content.bust.scale > 0        ? view::scalpOfBust(mesh, content.bust)
                                                                   : view::scalpNearRoots(mesh, roots);
    const Quatf turn = simulation.head().orientation;
    light::TracedSurface surface;
    std::vector<Vec3f> normals(mesh.vertices.size(), Vec3f{0, 0, 0});
    for (const Triangle& t : mesh.triangles) {
        const Vec3f n = cross(mesh.vertices[t.b] - mesh.vertices[t.a], mesh.vertices[t.c] - mesh.vertices[t.a]);
        for (uint32_t v : {t.a, t.b, t.c}) {
            normals[v] = normals[v] + n;
            surface.corners.push_back(v);
        }
    }
    const bool known = mesh.normals.size() == mesh.vertices.size();
    for (size_t v = 0; v < mesh.vertices.size(); ++v) {
        surface.vertices.push_back(head + rotate(turn, mesh.vertices[v]));
        surface.normals.push_back(rotate(turn, normalizedOr(known ? mesh.normals[v] : normals[v], Vec3f{0, 1, 0})));
        const float share = 0.9f * scalp[v];
        surface.colours.push_back(skin * (1 - share) + look.colour * (0.3f * share));
    }
    return surface;
}

}  // namespace ringlet::cli
