// What every scene that needs no files must hold, and what single ones promise.
#include "core/scenes/scene.h"

#include "core/base/hash.h"
#include "core/collide/head.h"
#include "core/math/elementary.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace ringlet;

namespace {

SceneContent made(const std::string& name, const std::vector<std::pair<std::string, double>>& values = {}) {
    const SceneInfo* scene = findScene(name);
    REQUIRE(scene != nullptr);
    Params params = sceneParams(*scene);
    for (const auto& [key, value] : values) REQUIRE(params.set(key, value).ok());
    auto content = scene->make(params, {});
    REQUIRE(content.ok());
    return content.value();
}

uint64_t bitsOf(const Groom& groom) {
    Hash64 hash;
    for (const std::vector<Vec3f>* list : {&groom.points, &groom.rootNormals, &groom.rootTangents}) {
        for (Vec3f p : *list) {
            hash.add(p.x);
            hash.add(p.y);
            hash.add(p.z);
        }
    }
    for (float radius : groom.radii) hash.add(radius);
    return hash.value();
}

std::vector<Vec3f> strandOf(const Groom& groom, size_t strand) {
    for (const StrandGroup& group : groom.groups) {
        if (strand >= group.firstStrand + group.strandCount) continue;
        size_t first = group.firstPoint + (strand - group.firstStrand) * group.points;
        return {groom.points.begin() + first, groom.points.begin() + first + group.points};
    }
    return {};
}

double chordLength(const std::vector<Vec3f>& points) {
    double sum = 0;
    for (size_t i = 1; i < points.size(); ++i) sum += lengthOf(points[i] - points[i - 1]);
    return sum;
}

const std::string fullHeads[] = {"straight", "wavy", "curly", "coily", "volume"};

}  // namespace

TEST_CASE("every scene has parameters within their ranges for every model, its own or another") {
    for (const SceneInfo& scene : scenes())
        for (const ModelInfo& model : models()) {
            CAPTURE(scene.name);
            CAPTURE(model.name);
            const Params params = sceneParams(scene, model.name);
            for (const ParamInfo& row : params.rows()) {
                CAPTURE(row.name);
                CHECK(params.get(row.name) >= row.low);
                CHECK(params.get(row.name) <= row.high);
            }
        }
}

TEST_CASE("scenes: the registry is sorted by name and holds the shipped scenes") {
    const auto& all = scenes();
    for (size_t i = 1; i < all.size(); ++i) CHECK(all[i - 1].name < all[i].name);
    for (const std::string name :
         {"straight", "wavy", "curly", "coily", "ringlets", "volume", "helix", "limp", "icosphere"}) {
        CAPTURE(name);
        REQUIRE(findScene(name) != nullptr);
        CHECK(findModel(findScene(name)->model) != nullptr);
        CHECK_FALSE(findScene(name)->needsFiles);
    }
    CHECK(findScene("no such scene") == nullptr);
    CHECK(sceneParams(*findScene("limp")).get("stiffness") == 0);
    CHECK(sceneParams(*findScene("volume")).get("stiffness") > sceneParams(*findScene("wavy")).get("stiffness"));
    // A replaced default is a default: a link need not carry it.
    CHECK(sceneParams(*findScene("coily")).changed().empty());
}

TEST_CASE("scenes: every groom is whole, evenly spaced, finite and out of its colliders") {
    for (const SceneInfo& scene : scenes()) {
        if (scene.needsFiles) continue;
        CAPTURE(scene.name);
        const SceneContent content = made(scene.name);
        const Groom& groom = content.groom;
        REQUIRE(groom.strands() > 0);
        CHECK(groom.rootTangents.size() == groom.strands());
        CHECK(groom.radii.size() == groom.strands());
        size_t strands = 0, points = 0;
        for (const StrandGroup& group : groom.groups) {
            CHECK(group.firstStrand == strands);
            CHECK(group.firstPoint == points);
            CHECK(group.points >= 2);
            strands += group.strandCount;
            points += static_cast<size_t>(group.strandCount) * group.points;
        }
        CHECK(strands == groom.strands());
        CHECK(points == groom.points.size());
        float deepest = 1, deepestRoot = 1, notUnit = 0, uneven = 1;
        for (size_t s = 0; s < groom.strands(); ++s) {
            notUnit = std::fmax(notUnit, std::abs(lengthOf(groom.rootNormals[s]) - 1));
            auto strand = strandOf(groom, s);
            // What fills the hollows behind the ears covers some roots: hair comes out of it
            // at a slant, on a way half as long again as the root is deep.
            const float cover = -1.5f * nearestSurface(content.colliders, strand[0]).distance;
            float along = 0;
            for (size_t i = 0; i < strand.size(); ++i) {
                REQUIRE(std::isfinite(strand[i].x + strand[i].y + strand[i].z));
                if (i > 0) along += lengthOf(strand[i] - strand[i - 1]);
                float& depth = i == 0 || along <= cover ? deepestRoot : deepest;
                depth = std::fmin(depth, nearestSurface(content.colliders, strand[i]).distance);
            }
            float shortest = 1e9f, longest = 0;
            for (size_t i = 1; i < strand.size(); ++i) {
                float d = lengthOf(strand[i] - strand[i - 1]);
                shortest = std::fmin(shortest, d);
                longest = std::fmax(longest, d);
            }
            uneven = std::fmin(uneven, shortest / longest);
        }
        CHECK(deepest >= -1e-6f);
        // Roots sit on the skin, which what fills the hollows behind the ears covers a little.
        CHECK(deepestRoot > -0.0035f);
        CHECK(notUnit < 1e-5f);
        // Evenly by arc length: chords across a bend are somewhat shorter.
        CHECK(uneven > 0.85f);
    }
}

TEST_CASE("scenes: full heads have the counts and lengths asked for and no point inside the head") {
    for (const std::string& name : fullHeads) {
        CAPTURE(name);
        const SceneContent content = made(name, {{"strands", 777}, {"particles", 40}, {"lengthVariation", 0},
                                                 {"frontLength", 1}, {"length", 0.2}});
        CHECK(content.groom.strands() == 777);
        CHECK(content.groom.points.size() == 777u * 40);
        REQUIRE(content.colliders.grid.get() != nullptr);
        CHECK(content.colliders.spheres.empty());
        CHECK_FALSE(content.head->triangles.empty());
        float deepest = 1;
        for (Vec3f p : content.groom.points) deepest = std::fmin(deepest, headDistance(p));
        CHECK(deepest >= 0);
        double shortest = 1, longest = 0;
        for (size_t s = 0; s < 777; ++s) {
            double length = chordLength(strandOf(content.groom, s));
            shortest = std::fmin(shortest, length);
            longest = std::fmax(longest, length);
        }
        // Chords are shorter than the curve, by up to 1 - sin(x) / x of the angle a segment turns.
        CHECK(longest < 0.2 * 1.0001);
        CHECK(shortest > 0.2 * 0.92);
    }
}

TEST_CASE("scenes: hair leaves the scalp outwards and combed hair hangs below its root") {
    for (const std::string name : {"straight", "wavy", "curly"}) {
        CAPTURE(name);
        const SceneContent content = made(name);
        size_t outward = 0, below = 0, inFace = 0;
        for (size_t s = 0; s < content.groom.strands(); ++s) {
            auto strand = strandOf(content.groom, s);
            outward += dot(strand[1] - strand[0], content.groom.rootNormals[s]) > 0 ? 1 : 0;
            below += strand.back().y < strand.front().y - 0.05f ? 1 : 0;
            for (Vec3f p : strand)
                inFace += p.z > 0.07f && std::abs(p.x) < 0.04f && p.y < 0.03f && p.y > -0.12f ? 1 : 0;
        }
        CHECK(outward == content.groom.strands());
        CHECK(below > content.groom.strands() * 99 / 100);
        CHECK(inFace < content.groom.points.size() / 1000);
    }
}

TEST_CASE("scenes: curls are curls") {
    // A coil is much longer than the line it winds about; straight hair is not.
    auto straightness = [](const char* name) {
        const SceneContent content = made(name, {{"strands", 300}});
        double sum = 0;
        for (size_t s = 0; s < 300; ++s) {
            auto strand = strandOf(content.groom, s);
            size_t half = strand.size() / 2;
            sum += lengthOf(strand.back() - strand[half]) /
                   chordLength({strand.begin() + static_cast<long>(half), strand.end()});
        }
        return sum / 300;
    };
    CHECK(straightness("straight") > 0.97);
    double curly = straightness("curly"), coily = straightness("coily");
    CHECK(curly < 0.75);
    CHECK(coily < 0.6);
    CHECK(straightness("wavy") > curly);
}

TEST_CASE("scenes: a seed repeats its groom bit for bit and another gives another") {
    for (const std::string name : {"wavy", "coily", "ringlets"}) {
        CAPTURE(name);
        uint64_t first = bitsOf(made(name, {{"strands", 200}}).groom);
        CHECK(first == bitsOf(made(name, {{"strands", 200}}).groom));
        CHECK(first != bitsOf(made(name, {{"strands", 200}, {"seed", 2}}).groom));
    }
}

TEST_CASE("scenes: helix, limp and icosphere are what benchmarks and measurements need") {
    const SceneContent helix = made("helix");
    CHECK(helix.groom.strands() == 1);
    CHECK(helix.groom.points.size() == 50);
    CHECK(helix.head->vertices.empty());
    CHECK(nearestSurface(helix.colliders, {0, 0, 0}).distance > 0.5f);
    CHECK(made("helix", {{"particles", 100}}).groom.points.size() == 100);

    const SceneContent limp = made("limp", {{"strands", 3}, {"tilt", 0.1}});
    CHECK(limp.groom.strands() == 3);
    auto strand = strandOf(limp.groom, 1);
    CHECK(lengthOf(strand.front()) == 0);
    CHECK(lengthOf(strand.back()) == doctest::Approx(0.3).epsilon(1e-6));
    CHECK(strand.back().x == doctest::Approx(0.3 * sine(0.1)).epsilon(1e-5));

    const SceneContent ball = made("icosphere", {{"level", 4}, {"particles", 3}});
    CHECK(ball.groom.strands() == 15360);
    CHECK(ball.groom.points.size() == 15360u * 3);
    REQUIRE(ball.colliders.spheres.size() == 1);
    CHECK(ball.colliders.grid.get() == nullptr);
}
