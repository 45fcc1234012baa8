// Layers of the verlet model: which quads they are, that they count as contacts, and that what they push turns with a head
// that jumps.
#include "tests/verlet/played.h"

#include "core/models/verlet/hair_graph.h"

#include <cmath>
#include <set>

namespace ringlet::verlet_tests {
namespace {

constexpr uint32_t columns = 4, rows = 3, points = 5;

// Guides in a grid on a plane that looks along z: east is x, north is y. Straight out; the last row has two points fewer.
Groom grid() {
    Groom groom;
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column) {
            std::vector<Vec3f> strand;
            for (uint32_t p = 0; p < (row + 1 < rows ? points : points - 2); ++p)
                strand.push_back({0.01f * static_cast<float>(column), 0.01f * static_cast<float>(row), 0.1f + 0.01f * static_cast<float>(p)});
            addStrand(groom, strand, {0, 0, 1}, 4e-5f);
        }
    return groom;
}

uint32_t firstOf(uint32_t row, uint32_t column) {
    return row + 1 < rows ? (row * columns + column) * points : (rows - 1) * columns * points + column * (points - 2);
}

typedef std::set<std::vector<uint32_t>> Corners;

Corners cornersOf(const std::vector<Quad>& quads) {
    Corners all;
    for (const Quad& quad : quads) CHECK(all.insert({quad.corners[0], quad.corners[1], quad.corners[2], quad.corners[3]}).second);
    return all;
}

// Quads from each guide to the one `east` columns and `north` rows on.
Corners expected(uint32_t east, uint32_t north) {
    Corners all;
    for (uint32_t row = 0; row + north < rows; ++row)
        for (uint32_t column = 0; column + east < columns; ++column) {
            const uint32_t s = firstOf(row, column), t = firstOf(row + north, column + east);
            const uint32_t fewer = row + north + 1 < rows ? points : points - 2;
            for (uint32_t p = 0; p + 1 < fewer; ++p) all.insert({s + p, s + p + 1, t + p, t + p + 1});
        }
    return all;
}

}  // namespace

TEST_CASE("layers of a grid of guides: between neighbours eastward, northward, or both; segment by segment") {
    const Groom groom = grid();
    const Corners east = expected(1, 0), north = expected(0, 1);
    CHECK(east.size() == 2 * 3 * 4 + 3 * 2);
    CHECK(north.size() == 4 * 4 + 4 * 2);
    CHECK(verlet::layerQuads(groom, verlet::LayerKind::None).empty());
    CHECK(cornersOf(verlet::layerQuads(groom, verlet::LayerKind::Horizontal)) == east);
    CHECK(cornersOf(verlet::layerQuads(groom, verlet::LayerKind::Vertical)) == north);
    Corners both = east;
    both.insert(north.begin(), north.end());
    CHECK(cornersOf(verlet::layerQuads(groom, verlet::LayerKind::Both)) == both);
}

TEST_CASE("layers by parameter: each choice has the quads of its name") {
    const Groom groom = grid();
    const size_t quads[] = {0, 30, 24, 54};
    const char* const names[] = {"none", "horizontal", "vertical", "both"};
    for (int kind = 0; kind < 4; ++kind) {
        auto model = modelOf(groom, {{"layers", names[kind]}});
        CHECK(static_cast<verlet::VerletModel&>(*model).contactCounts().quads == quads[kind]);
    }
}

TEST_CASE("contacts of hair are those with layers too, and those alone where hairs do not touch") {
    for (const char* hairs : {"on", "off"}) {
        CAPTURE(hairs);
        auto layers = scene("layers", "shake", {{"layers", "both"}, {"contacts", hairs}});
        size_t touching = 0, inLayers = 0;
        for (int i = 0; i < 40; ++i) {
            layers->advance();
            const auto counts = modelOf(*layers).contactCounts();
            const bool on = std::string(hairs) == "on";
            CHECK(layers->model().contacts() == counts.layerContacts + (on ? counts.contacts : 0));
            touching += counts.contacts, inLayers += counts.layerContacts;
        }
        CHECK(inLayers > 0);
        CHECK((touching > 0) == (std::string(hairs) == "on"));
    }
}

TEST_CASE("what layers push turns with a head that jumps") {
    // Two heads that have been shaken alike; one then jumps to where it looks the other way.
    const Quatf turn{0, 0.8f, 0, 0.6f};
    auto stays = scene("layers", "shake", {{"layers", "both"}, {"contacts", "off"}, {"contactStiffness", "20"}});
    auto jumps = scene("layers", "shake", {{"layers", "both"}, {"contacts", "off"}, {"contactStiffness", "20"}});
    play(*stays, 31);
    play(*jumps, 31);
    const Pose here = stays->model().curves().head;
    Pose there = here;
    there.position = here.position + Vec3d{30, -2, 4};
    there.orientation = normalized(turn * here.orientation);
    const Colliders& colliders = stays->content().colliders;
    auto jump = [&](Model& model, const Pose& to) {
        Frame frame;
        frame.colliders = &colliders;
        frame.begin.pose = here, frame.end.pose = to;
        frame.teleport = true;
        model.step(frame);
    };
    jump(stays->model(), here);
    jump(jumps->model(), there);
    const std::vector<Vec3f> a = pointsOf(stays->model()), b = pointsOf(jumps->model());
    float apart = 0;
    for (size_t i = 0; i < a.size(); ++i) apart = std::fmax(apart, lengthOf(rotate(turn, a[i]) - b[i]));
    CHECK(apart < 5e-6f);
    CHECK(modelOf(*stays).contactCounts().layerContacts > 0);
}

}  // namespace ringlet::verlet_tests
