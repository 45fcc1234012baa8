// What the verlet model shows and says of contacts and links: where it is, and only as long as it is so.
#include "tests/verlet/played.h"

#include <cmath>

namespace ringlet::verlet_tests {
namespace {

// Below, strands along x that are held up; above, limp ones across them, whose free halves fall on them.
Groom crossing() {
    Groom groom;
    for (int s = 0; s < 6; ++s) {
        std::vector<Vec3f> points;
        for (int i = 0; i < 20; ++i) points.push_back({-0.05f + 0.0105f * static_cast<float>(i), 0, 0.006f * static_cast<float>(s)});
        addStrand(groom, points, {1, 0, 0}, 4e-5f);
    }
    for (int s = 0; s < 6; ++s) {
        std::vector<Vec3f> points;
        for (int i = 0; i < 20; ++i)
            points.push_back({-0.015f + 0.006f * static_cast<float>(s), 0.03f, -0.1f + 0.0105f * static_cast<float>(i)});
        addStrand(groom, points, {0, 0, 1}, 4e-5f);
    }
    return groom;
}

constexpr uint32_t crossingPoints = 20;

float toSegment(Vec3f x, Vec3f a, Vec3f b) {
    const Vec3f along = b - a;
    const float t = std::fmin(std::fmax(dot(x - a, along) / dot(along, along), 0.0f), 1.0f);
    return lengthOf(x - (a + t * along));
}

// How near each strand is to x, m.
std::vector<float> distances(Vec3f x, const std::vector<Vec3f>& points) {
    std::vector<float> all;
    for (size_t first = 0; first < points.size(); first += crossingPoints) {
        float nearest = 1e9f;
        for (size_t p = first; p + 1 < first + crossingPoints; ++p) nearest = std::fmin(nearest, toSegment(x, points[p], points[p + 1]));
        all.push_back(nearest);
    }
    return all;
}

// Hair that all lies in one place: more of it than contacts can tell apart.
Groom heap() {
    Groom groom;
    for (int s = 0; s < 800; ++s) {
        std::vector<Vec3f> points;
        for (int i = 0; i < 4; ++i) points.push_back({0.0001f * static_cast<float>(s % 3), -0.002f * static_cast<float>(i), 0});
        addStrand(groom, points, {0, -1, 0}, 4e-5f);
    }
    return groom;
}

}  // namespace

TEST_CASE("marks of contacts lie between the two strands that touch") {
    constexpr float diameter = 0.008f;
    auto model = modelOf(crossing(), {{"stiffness", "1e-7"}, {"contactDiameter", "0.008"}});
    for (int i = 0; i < 240; ++i) model->step(Frame());
    const std::vector<Vec3f> marks = model->debugPoints()[0], points = pointsOf(*model);
    CHECK(marks.size() == model->contacts());
    REQUIRE(marks.size() >= 4);
    for (const Vec3f& mark : marks) {
        // The middle of the gap of two strands is half of it from both, and the hair has moved by no more than a little since.
        std::vector<float> near = distances(mark, points);
        size_t close = 0;
        for (float each : near) close += each < 0.5f * diameter + 2e-4f;
        CHECK(close >= 2);
    }
}

TEST_CASE("a model that is put back to rest shows and says nothing of contacts before") {
    auto layers = scene("layers", "shake", {{"layers", "both"}, {"contactDiameter", "0.01"}});
    play(*layers, 40);
    verlet::VerletModel& model = modelOf(*layers);
    REQUIRE(model.contactCounts().contacts > 0);
    REQUIRE(model.contactCounts().layerContacts > 0);
    REQUIRE(model.debugPoints()[0].size() == model.contacts());
    model.reset(Pose{});
    CHECK(model.contacts() == 0);
    CHECK(model.contactCounts().contacts == 0);
    CHECK(model.contactCounts().keptPairs == 0);
    CHECK(model.debugPoints()[0].empty());
}

TEST_CASE("a model that takes a state shows no contacts of before, and links that are broken where they are now") {
    auto links = scene("links", "violent", {{"contacts", "on"}});
    play(*links, 60);
    verlet::VerletModel& model = modelOf(*links);
    const std::vector<uint8_t> saved = model.save();
    const std::vector<Vec3f> points = pointsOf(model);
    const size_t broken = model.contactCounts().brokenLinks;
    REQUIRE(broken > 0);
    play(*links, 200);
    REQUIRE(model.contacts() > 0);
    REQUIRE(model.restore(saved).ok());
    CHECK(model.contacts() == 0);
    CHECK(model.debugPoints()[0].empty());
    const std::vector<Vec3f> marks = model.debugPoints()[1];
    CHECK(marks.size() == broken);
    for (const Vec3f& mark : marks) {
        bool there = false;
        for (const Vec3f& x : points) there = there || (x.x == mark.x && x.y == mark.y && x.z == mark.z);
        CHECK(there);
    }
    model.reset(Pose{});
    CHECK(model.debugPoints()[1].empty());
}

TEST_CASE("what is said of hair that was left out is not said any more once it is back at rest") {
    auto model = modelOf(heap(), {{"contactDiameter", "0.01"}, {"layers", "both"}, {"layerThickness", "0.02"}});
    model->step(Frame());
    REQUIRE_FALSE(model->remark().empty());
    CHECK(model->remark().find("segments") != std::string::npos);
    CHECK(model->remark().find("layers") != std::string::npos);
    model->reset(Pose{});
    CHECK(model->remark().empty());
}

TEST_CASE("states of other layers and of other links are refused") {
    const Choices kinds[] = {{}, {{"layers", "horizontal"}}, {{"layers", "vertical"}}, {{"layers", "both"}},
                             {{"links", "2"}}, {{"links", "3"}}, {{"links", "3"}, {"linkReach", "0.03"}}};
    const SceneInfo& barnes = *findScene("barnes");
    auto content = barnes.make(sceneParams(barnes, "verlet"), {});
    REQUIRE(content.ok());
    std::vector<std::unique_ptr<Model>> models;
    for (const Choices& kind : kinds) {
        models.push_back(modelOf(content.value().groom, kind));
        for (int i = 0; i < 3; ++i) models.back()->step(Frame());
    }
    for (size_t from = 0; from < models.size(); ++from)
        for (size_t to = 0; to < models.size(); ++to) {
            CAPTURE(from);
            CAPTURE(to);
            const uint64_t before = models[to]->hash();
            const Status status = models[to]->restore(models[from]->save());
            CHECK(status.ok() == (from == to));
            CHECK(models[to]->hash() == before);
        }
}

}  // namespace ringlet::verlet_tests
