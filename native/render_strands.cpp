#include "native/render_strands.h"

#include "core/groom/follow_wisps.h"
#include "core/light/colours.h"
#include "core/light/hair_table.h"
#include "core/view/drawn_strands.h"
#include "core/view/scalp_share.h"
#include "core/view/strand_formula.h"
#include "core/view/view_settings.h"

#include <algorithm>

namespace ringlet::cli {
namespace {

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

FollowTable tableOf(const SceneContent& content, const view::DrawnStrands& drawn, const view::HairLook& look) {
    FollowOptions options;
    options.drawn = uint32_t(drawn.all(look));
    options.clumping = look.clumping;
    options.scheme = drawn.schemeOf(look);
    options.wispWidth = drawn.wispWidth();
    FollowTable table = view::drawnTable(content.groom, content.follow, options);
    table.followers.resize(std::min<size_t>(table.followers.size(), drawn.all(look)));
    return table;
}

// Where a strand is solid within the colliders it is moved out, as clearance.glsl does.
Vec3f keptClear(const Colliders& colliders, Vec3f p, float wanted) {
    const SurfacePoint surface = nearestSurface(colliders, p);
    return surface.distance < wanted ? p + surface.normal * (wanted - surface.distance) : p;
}

// One strand at its places, as strands.frag.glsl has it.
struct Course {
    const Follower& follower;
    Quatf turn;
    const Courses& courses;
    int samples;

    int last() const { return view::strandEnd(follower.reach, samples); }
    float at(int place) const { return float(place) / float(samples - 1); }
    Vec3f mixed(int place) const { return followedPoint(follower, at(place) / follower.reach, turn, courses); }
    Vec3f point(int place, const Colliders& colliders) const {
        Vec3f p = mixed(place);
        if (follower.jitter == 0) return p;
        const int over = view::strandOver(last(), samples);
        if (place < over) {
            const Vec3f ahead = mixed(over), begin = view::strandBegin(mixed(0), ahead);
            const float part = float(place) / float(over);
            p = view::mix(p, view::mix(begin, ahead, part), view::strandLying(part));
        }
        return rotate(turn, keptClear(colliders, rotate(conjugate(turn), p), view::strandClear(at(place), follower.reach)));
    }
};

}  // namespace

light::TracedHair drawnHair(const Simulation& simulation, const view::HairLook& look, Vec3f head) {
    const SceneContent& content = simulation.content();
    const Curves curves = simulation.model().curves();
    const Courses courses(curves);
    view::DrawnStrands drawn;
    drawn.setGroom(content.groom, !content.follow.followers.empty(), wispWidthOf(simulation.params()));
    const FollowTable table = tableOf(content, drawn, look);
    const float radius = view::ribbonShare * drawn.radiusOf(look, drawn.all(look));
    view::HairLook still = look;
    still.sampling.stillSamples = view::samplesOfStills;
    light::TracedHair hair;
    hair.each = uint32_t(courses.mostSegments() * drawn.smoothnessOf(still, courses.mostSegments()) + 1);
    hair.look = light::drawnFibre();
    hair.look.absorption = light::absorptionOf(look.colour, hair.look.aroundRoughness);
    for (size_t s = 0; s < table.followers.size(); ++s) {
        const Follower& f = table.followers[s];
        const Course course{f, curves.head.orientation, courses, int(hair.each)};
        const float wide = radius * view::strandWidth(int(s), f.reach);
        for (int i = 0; i < int(hair.each); ++i) {
            const int place = std::min(i, course.last());
            const float along = std::min(course.at(place) / f.reach, 1.0f);
            const float root = light::pigmentRootOf(view::strandSeed(int(s)), along, look.tintSpread);
            hair.points.push_back(head + course.point(place, simulation.colliders()));
            hair.radii.push_back(i > place ? 0.0f : wide * view::strandTaper(along, f.reach));
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
        surface.colours.push_back(view::skinColour * (1 - share) + look.colour * (0.3f * share));
    }
    return surface;
}

}  // namespace ringlet::cli
