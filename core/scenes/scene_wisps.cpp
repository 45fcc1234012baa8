// Hair in flat wisps, as many and as long as in scenes F2 to F4 of Kmoch 2018 (5.2): `curl` makes them straight, wavy or
// curly. What is simulated are their rims, 3,720 points of 120 strands; strands between them are drawn.
#include "core/groom/follow_wisps.h"
#include "core/scenes/ball.h"
#include "core/scenes/full_head.h"

#include <iterator>

namespace ringlet::scene_wisps {
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

// The wisps' middles as hair is made, half of "strands", and then both rims of each side by side; of an odd number the last stays single.
Result<SceneContent> make(const Params& params, const SceneFiles& files) {
    Params middles = params;
    const int strands = params.integer("strands");
    if (Status status = middles.set("strands", (strands + 1) / 2); !status) return Error{status.error()};
    Result<SceneContent> made = makeFullHead(middles, files);
    if (!made) return made;
    SceneContent& content = made.value();
    Groom rims;
    for (const StrandGroup& g : content.groom.groups)
        for (uint32_t s = 0; s < g.strandCount; ++s) {
            const Vec3f* points = content.groom.points.data() + g.firstPoint + size_t{s} * g.points;
            const Vec3f normal = content.groom.rootNormals[g.firstStrand + s];
            const Vec3f right = normalizedOr(cross(Vec3f{0, 1, 0}, normal), Vec3f{1, 0, 0});
            const bool single = rims.strands() + 1 == static_cast<size_t>(strands);
            for (float side : {-0.5f, 0.5f}) {
                if (single) side = 0;
                if (rims.strands() == static_cast<size_t>(strands)) break;
                const std::vector<Vec3f> rim = rimOf(points, g.points, (side * wispWidth) * right, content.colliders);
                addStrand(rims, rim, headNormal(rim[0]), content.groom.radii[g.firstStrand + s]);
            }
        }
    content.groom = std::move(rims);
    content.follow = followWisps(gatherWisps(content.groom, wispWidth), {});
    return made;
}

// The way of a comb of four balls side by side: past the ear and down through the hair at the head's left, out along the
// shoulder and back outside. The head's collider is never less than two millimetres away, or hair between would have no place.
struct CombKnot {
    float time, out, up;  // s; m from where the balls stand
};
constexpr CombKnot combKnots[] = {{0.5f, 0, 0},          {0.7f, 0.008f, -0.03f}, {1.0f, 0.008f, -0.08f}, {1.4f, -0.02f, -0.13f}, {1.65f, -0.02f, -0.17f},
                                  {2.2f, 0.09f, -0.23f}, {2.6f, 0.15f, -0.3f},   {3.3f, 0.15f, -0.3f},   {4.8f, 0.15f, 0},       {5.6f, 0, 0}};
Vec3f combWay(double time) {
    const CombKnot* to = combKnots;
    while (to != std::end(combKnots) && to->time <= static_cast<float>(time)) ++to;
    if (to == combKnots || to == std::end(combKnots)) return {0, 0, 0};
    const CombKnot& from = to[-1];
    const float share = (static_cast<float>(time) - from.time) / (to->time - from.time);
    return {from.out + share * (to->out - from.out), from.up + share * (to->up - from.up), 0};
}

Result<SceneContent> combed(Result<SceneContent> made) {
    if (made) made.value().ballsWay = combWay;
    return made;
}

SceneDefaults wispsWith(const SceneDefaults& own) {
    SceneDefaults all = {{"strands", 120}, {"particles", 31}, {"length", 0.3}, {"lengthVariation", 0}, {"clumping", 0},
                         {"curlPitch", 0.06}, {"airDrag", 3e-5}, {"entrainment", 0.8}, {"friction", 0.1}};
    all.insert(all.end(), own.begin(), own.end());
    return all;
}
constexpr double combRadius = 0.012, combX = 0.1, combY = 0.03, tooth = 0.027;
SceneDefaults combWith(const SceneDefaults& own) {
    SceneDefaults all = {{"wispContacts", 1}};
    for (size_t ball = 0; ball < mostBalls; ++ball) {
        all.push_back({ballParam(ball, "Radius"), combRadius});
        all.push_back({ballParam(ball, "X"), combX});
        all.push_back({ballParam(ball, "Y"), combY});
        all.push_back({ballParam(ball, "Z"), tooth * (static_cast<double>(ball) - 1.5)});
    }
    all.insert(all.end(), own.begin(), own.end());
    return wispsWith(all);
}

const RegisterScene here{{"wisps", "Flat wisps", "Sixty flat wisps, each between two rods that springs hold together",
                          SceneKind::Head, "chestnut", "discrete-rod", &proceduralGroomParams(),
                          wispsWith({{"wispWidth", double{wispWidth}}}), make}};
const RegisterScene wind{{"wind", "Wisps in the wind", "Flat wisps that gusts of wind entangle",
                          SceneKind::Head, "chestnut", "discrete-rod", &proceduralGroomParams(),
                          wispsWith({{"wispWidth", double{wispWidth}}, {"wispContacts", 1}, {"windSpeed", 1.5},
                                     {"windGusts", 1}}),
                          make}};
const RegisterScene combWisps{{"comb-wisps", "Combed wisps", "A comb of balls that is drawn through flat wisps",
                               SceneKind::Head, "chestnut", "discrete-rod", &proceduralGroomParams(),
                               combWith({{"wispWidth", double{wispWidth}}}),
                               [](const Params& params, const SceneFiles& files) { return combed(make(params, files)); }}};
const RegisterScene combStrands{{"comb-strands", "Combed strands", "The same comb, and as many strands by themselves",
                                 SceneKind::Head, "chestnut", "discrete-rod", &proceduralGroomParams(), combWith({}),
                                 [](const Params& params, const SceneFiles& files) { return combed(makeFullHead(params, files)); }}};
const RegisterScene curlTwist{{"curl-twist", "Twisted curls", "Curls in explicit steps: on the head's left twist of least energy, on its right found directly",
                               SceneKind::Head, "copper", "discrete-rod", &proceduralGroomParams(),
                               wispsWith({{"strands", 24}, {"length", 0.2}, {"curl", 2}, {"curlRadius", 0.01}, {"curlPitch", 0.05},
                                          {"step", 1}, {"twist", 2}, {"substeps", 64}}),
                               makeFullHead}};

}  // namespace
}  // namespace ringlet::scene_wisps
