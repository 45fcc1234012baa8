// Guides as a grid on the scalp, and the strands drawn between four of them each.
#include "core/groom/follow_grid.h"

#include "core/groom/guide_cells.h"
#include "core/groom/root_neighbours.h"
#include "core/groom/roots.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace ringlet;

namespace {

constexpr int around = 12, rows = 6;
constexpr float radius = 0.1f;

// Rows from the top down, each once around a sphere; guide i of a row is east of guide i - 1.
Groom ringsOfGuides() {
    std::vector<GroomRoot> roots;
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < around; ++i) {
            const double polar = 0.4 + 0.25 * row, azimuth = 2 * std::acos(-1.0) * i / around;
            const Vec3f n{float(std::sin(polar) * std::sin(azimuth)), float(std::cos(polar)),
                          float(std::sin(polar) * std::cos(azimuth))};
            roots.push_back({n * radius, n});
        }
    return straightStrands(roots, 0.3f, 20, 1e-4f);
}

FollowTable gridOf(const Groom& groom, uint32_t drawn) {
    FollowOptions options;
    options.drawn = drawn;
    options.scheme = FollowScheme::Grid;
    return makeFollowTable(groom, options);
}

}  // namespace

TEST_CASE("guide cells: rows and columns on a sphere give a rectangle between each four guides") {
    const Groom groom = ringsOfGuides();
    const std::vector<Vec3f> roots = rootsOf(groom);
    const std::vector<ScalpNeighbours> next = scalpNeighbours(groom, RootNeighbours(roots));
    for (uint32_t s = 0; s < next.size(); ++s) {
        CAPTURE(s);
        CHECK(next[s].east == s / around * around + (s + 1) % around);
        CHECK(next[s].north == (s < around ? s : s - around));
    }
    const std::vector<GuideCell> cells = guideCells(groom);
    CHECK(cells.size() == around * (rows - 1));
    for (const GuideCell& cell : cells) {
        const uint32_t s = cell.corners[0], e = next[s].east;
        CHECK(cell.corners[1] == e);
        CHECK(cell.corners[2] == s - around);
        CHECK(cell.corners[3] == e - around);
    }
}

TEST_CASE("follow grid: 25 strands between each four guides, each in a place of its own, rooted on the scalp") {
    const Groom groom = ringsOfGuides();
    // A cell between each four guides, and one from each two uppermost ones to the pole.
    const uint32_t guides = around * rows, cells = around * rows, drawn = guides + 25 * cells;
    const FollowTable table = gridOf(groom, drawn);
    REQUIRE(table.followers.size() == drawn);
    std::vector<std::vector<int>> places(guides);  // of the cell that begins at a guide
    int atPole = 0, inCrown = 0;
    for (uint32_t i = guides; i < drawn; ++i) {
        const Follower& f = table.followers[i];
        for (const float* weights : {f.atRoot, f.atTip}) {
            float sum = 0;
            for (int k = 0; k < followGuides; ++k) {
                CHECK(weights[k] >= -1e-6f);
                sum += weights[k];
            }
            CHECK(sum == doctest::Approx(1));
        }
        const Vec3f root = followedPoint(f, 0, Quatf{0, 0, 0, 1}, [&](uint32_t guide, float) {
            return groom.points[size_t{guide} * 20];
        });
        CHECK(lengthOf(root) == doctest::Approx(radius).epsilon(0.02));
        if (f.guides[0] < around) {
            const float polar = std::atan2(std::hypot(root.x, root.z), root.y);
            CHECK(polar < 0.41f);
            atPole += polar < 0.2f;
            ++inCrown;
            continue;
        }
        // The cosine moves a strand to one side at the root and as far to the other at the tip.
        const float s = 0.5f * (f.atRoot[1] + f.atRoot[3] + f.atTip[1] + f.atTip[3]);
        const float t = 0.5f * (f.atRoot[2] + f.atRoot[3] + f.atTip[2] + f.atTip[3]);
        const int column = int(std::lround(s * 5 - 0.5f)), row = int(std::lround(t * 5 - 0.5f));
        CHECK(std::fabs(s * 5 - 0.5f - float(column)) < 1e-4f);
        CHECK(std::fabs(t * 5 - 0.5f - float(row)) < 1e-4f);
        places[f.guides[0]].push_back(row * 5 + column);
    }
    // A quarter of the crown is nearer than half its way to the pole, and so are its strands.
    CHECK(inCrown == 25 * around);
    CHECK(std::fabs(float(atPole) / float(inCrown) - 0.25f) < 0.1f);
    for (std::vector<int>& found : places) {
        std::sort(found.begin(), found.end());
        for (size_t i = 0; i < found.size(); ++i) CHECK(found[i] == int(i));
        CHECK((found.empty() || found.size() == 25));
    }
}

TEST_CASE("follow grid: the first strands are spread over all cells; more than 25 a cell differ; no cells, wisps") {
    const Groom groom = ringsOfGuides();
    const uint32_t guides = around * rows, cells = around * rows;
    std::vector<int> hits(guides, 0);
    const FollowTable table = gridOf(groom, guides + 26 * cells);
    for (uint32_t i = guides; i < guides + cells; ++i) ++hits[table.followers[i].guides[0]];
    for (uint32_t i = 0; i < guides; ++i) CHECK(hits[i] == 1);
    const Follower &first = table.followers[guides], &again = table.followers[guides + 25 * cells];
    CHECK(first.guides[0] == again.guides[0]);
    CHECK(std::fabs(first.atRoot[0] - again.atRoot[0]) > 1e-3f);
    // Then each guide around the crown, at which no cell begins, has a strand more near its root.
    const FollowTable more = gridOf(groom, guides + 26 * cells + around);
    for (uint32_t i = guides + 26 * cells; i < more.followers.size(); ++i) CHECK(more.followers[i].guides[0] < 2 * around);
    const Groom few = straightStrands({{{0, 0.1f, 0}, {0, 1, 0}}, {{0.02f, 0.1f, 0}, {0, 1, 0}}}, 0.2f, 8, 1e-4f);
    CHECK(guideCells(few).empty());
    CHECK(gridOf(few, 50).followers.size() == 50);
}
