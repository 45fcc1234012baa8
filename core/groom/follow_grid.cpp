#include "core/groom/follow_grid.h"

#include "core/groom/even_walk.h"
#include "core/groom/guide_cells.h"

namespace ringlet {
namespace {

constexpr int side = 5;
constexpr float sway = 0.5f / side;
constexpr float wander = 2e-4f;    // m, at the tip: no two strands run alike
constexpr uint32_t placeStep = 7;  // through the places of a grid, so that any first ones are spread
constexpr float otherRound = 2.4f; // rad: how a grid's next strands differ

// Bilinear weights of a cell's corners.
void weigh(float s, float t, float* weights) {
    weights[0] = (1 - s) * (1 - t);
    weights[1] = s * (1 - t);
    weights[2] = (1 - s) * t;
    weights[3] = s * t;
}

Vec3f mixed(const std::vector<Vec3f>& roots, const Follower& f) {
    Vec3f sum{0, 0, 0};
    for (int k = 0; k < followGuides; ++k) sum = sum + roots[f.guides[k]] * f.atRoot[k];
    return sum;
}

Follower gridFollower(const Groom& groom, const std::vector<Vec3f>& roots, const GuideCell& cell, uint32_t round) {
    Follower f;
    for (int k = 0; k < followGuides; ++k) f.guides[k] = cell.corners[k];
    const uint32_t place = round * placeStep % (side * side);
    const float s = (static_cast<float>(place % side) + 0.5f) / side, t = (static_cast<float>(place / side) + 0.5f) / side;
    weigh(s, t, f.atRoot);
    const Vec3f middle = mixed(roots, f);
    const float azimuth = arcTangent2(middle.x, middle.z);
    const float polar = arcTangent2(squareRoot(middle.x * middle.x + middle.z * middle.z), middle.y);
    const float other = otherRound * static_cast<float>(round / (side * side));
    const float along = sway * cosine(17.0f * azimuth + 29.0f * polar + other);
    const float up = sway * cosine(31.0f * azimuth - 13.0f * polar + other);
    weigh(s + along, t + up, f.atRoot);
    weigh(s - along, t - up, f.atTip);
    // The mixture of roots lies under a round scalp: on to where the corners' tangent planes
    // have it (Phong tessellation: Boubekeur and Alexa 2008).
    const Vec3f root = mixed(roots, f);
    Vec3f lifted{0, 0, 0};
    for (int k = 0; k < followGuides; ++k) {
        const Vec3f n = groom.rootNormals[f.guides[k]];
        lifted = lifted + (root - n * dot(n, root - roots[f.guides[k]])) * f.atRoot[k];
    }
    f.rootOffset = (lifted - root) * 0.75f;
    f.jitter = wander;
    f.phase = static_cast<float>(pi) * (1 + cosine(7.0f * azimuth + 11.0f * polar + other));
    return f;
}

// Between the uppermost guides and the pole nothing can be mixed: hair grows there on the
// sphere through the guides and the one below, and joins the two guides on its way.
Follower crownFollower(const Groom& groom, const std::vector<Vec3f>& roots, const GuideCell& cell, uint32_t round) {
    const uint32_t place = round * placeStep % (side * side);
    const float other = otherRound * static_cast<float>(round / (side * side));
    const float azimuth = arcTangent2(roots[cell.corners[0]].x, roots[cell.corners[0]].z);
    auto swayed = [&](uint32_t at, float turns) {
        const float wave = cosine(turns * azimuth + other + 2.4f * static_cast<float>(place));
        return (static_cast<float>(at) + 0.5f) / side + sway * wave;
    };
    const float s = swayed(place % side, 17), t = swayed(place / side, 31);
    Follower f;
    for (int k = 0; k < followGuides; ++k) f.guides[k] = cell.corners[k];
    weigh(s, 0, f.atRoot);
    weigh(s, 0, f.atTip);
    auto across = [&](const std::vector<Vec3f>& of, int k) {
        return (1 - s) * of[cell.corners[k]] + s * of[cell.corners[k + 1]];
    };
    const Vec3f normal = normalizedOr(across(groom.rootNormals, 0), Vec3f{0, 1, 0});
    const Vec3f turn = groom.rootNormals[cell.corners[3]] - groom.rootNormals[cell.corners[2]];
    const float radius = lengthOf(roots[cell.corners[3]] - roots[cell.corners[2]]) / maximum(lengthOf(turn), 1e-3f);
    // As many strands to each piece of scalp: the pole is a point.
    const float left = squareRoot(maximum(1 - t, 0.0f));
    const Vec3f there = normalizedOr(left * normal + (1 - left) * Vec3f{0, 1, 0}, normal);
    const Vec3f middle = roots[cell.corners[0]] - radius * groom.rootNormals[cell.corners[0]];
    f.rootOffset = middle + radius * there - across(roots, 0);
    f.jitter = wander;
    f.phase = static_cast<float>(pi) * (1 + cosine(7.0f * azimuth + static_cast<float>(place) + other));
    return f;
}

}  // namespace

void addGridFollowers(const Groom& groom, uint32_t drawn, const std::function<Follower(uint32_t, uint32_t)>& alone,
                      FollowTable& table) {
    const std::vector<GuideCell> cells = guideCells(groom);
    if (cells.empty()) return;
    const std::vector<GuideCell> crown = crownCells(groom, cells);
    const std::vector<Vec3f> roots = rootsOf(groom);
    const uint32_t inCells = static_cast<uint32_t>(cells.size());
    const uint32_t count = inCells + static_cast<uint32_t>(crown.size()), step = evenStep(count);
    std::vector<bool> begins(roots.size(), false);
    for (const GuideCell& cell : cells) begins[cell.corners[0]] = true;
    auto full = [&] { return table.followers.size() >= drawn; };
    for (uint32_t round = 0; !full(); ++round) {
        for (uint32_t i = 0, cell = 0; i < count && !full(); ++i, cell = (cell + step) % count)
            table.followers.push_back(cell < inCells ? gridFollower(groom, roots, cells[cell], round)
                                                     : crownFollower(groom, roots, crown[cell - inCells], round));
        for (uint32_t guide = 0; round >= side * side && guide < roots.size() && !full(); ++guide)
            if (!begins[guide]) table.followers.push_back(alone(guide, static_cast<uint32_t>(table.followers.size())));
    }
}

}  // namespace ringlet
