// Hair in flat wisps, as many and as long as in scenes F2 to F4 of Kmoch 2018 (5.2): `curl` makes them straight, wavy or
// curly. What is simulated are their rims, 3,720 points of 120 strands; strands between them are drawn.
#include "core/groom/follow_wisps.h"
#include "core/scenes/full_head.h"

namespace ringlet {
namespace {

constexpr float wispWidth = 0.015f;   // m, at the roots
constexpr float clearOfSkin = 1e-3f;  // m
// A root lies on the skin, or no deeper than this in what hair is kept out of, which fills hollows, m.
constexpr float deepestRoot = 3e-3f;

Vec3f outTo(float wanted, Vec3f x, const Colliders& head) {
    for (int pass = 0; pass < 4; ++pass) {
        const SurfacePoint at = nearestSurface(head, x);
        if (at.distance < wanted) x = x + (wanted - at.distance) * at.normal;
    }
    return x;
}

// `points` moved by `aside`, and out of the head where that leads into it; the root on the skin.
std::vector<Vec3f> rimOf(const Vec3f* points, uint32_t count, Vec3f aside, const Colliders& head) {
    std::vector<Vec3f> rim{outTo(-deepestRoot, onHeadSurface(points[0] + aside), head)};
    for (uint32_t p = 1; p < count; ++p) rim.push_back(outTo(clearOfSkin, points[p] + aside, head));
    return rim;
}

// The wisps' middles as hair is made, half of "strands", and then both rims of each side by side.
Result<SceneContent> make(const Params& params, const SceneFiles& files) {
    Params middles = params;
    const int wisps = params.integer("strands") / 2;
    if (Status status = middles.set("strands", wisps > 0 ? wisps : 1); !status) return Error{status.error()};
    Result<SceneContent> made = makeFullHead(middles, files);
    if (!made) return made;
    SceneContent& content = made.value();
    Groom rims;
    for (const StrandGroup& g : content.groom.groups)
        for (uint32_t s = 0; s < g.strandCount; ++s) {
            const Vec3f* points = content.groom.points.data() + g.firstPoint + size_t{s} * g.points;
            const Vec3f normal = content.groom.rootNormals[g.firstStrand + s];
            const Vec3f right = normalizedOr(cross(Vec3f{0, 1, 0}, normal), Vec3f{1, 0, 0});
            for (float side : {-0.5f, 0.5f}) {
                const std::vector<Vec3f> rim = rimOf(points, g.points, (side * wispWidth) * right, content.colliders);
                addStrand(rims, rim, headNormal(rim[0]), content.groom.radii[g.firstStrand + s]);
            }
        }
    content.groom = std::move(rims);
    content.follow = followWisps(gatherWisps(content.groom, wispWidth), {});
    return made;
}

const RegisterScene here{{"wisps", "Flat wisps", "Sixty flat wisps, each between two rods that springs hold together",
                          SceneKind::Head, "chestnut", "discrete-rod", &proceduralGroomParams(),
                          {{"strands", 120}, {"particles", 31}, {"length", 0.3}, {"lengthVariation", 0}, {"clumping", 0},
                           {"curlPitch", 0.06}, {"wispWidth", double{wispWidth}}, {"airDrag", 3e-5}, {"entrainment", 0.8},
                           {"friction", 0.1}},
                          make}};

}  // namespace
}  // namespace ringlet
