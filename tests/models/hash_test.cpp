// The same bits whatever the lanes, the layout and the threads; and a hash that
// sees one unit in the last place.
#include "tests/models/rig.h"
#include "tests/support.h"

using namespace ringlet;
using namespace ringlet::test;

namespace hash_test {
namespace {

const Settings published = {{"step", 1}}, implicit = {{"step", 0}};

Colliders someColliders() {
    Colliders colliders;
    colliders.spheres.push_back({{0, 0, 0}, 0.1f});
    colliders.spheres.push_back({{0.05f, -0.1f, 0.02f}, 0.06f});
    colliders.capsules.push_back({{0, -0.1f, 0}, {0.02f, -0.3f, 0}, 0.04f});
    return colliders;
}

// One hash a frame. 37 strands in two groups: no width of lanes divides either.
std::vector<uint64_t> run(const Settings& settings, const ModelOptions& options, int frames = 25) {
    const Groom groom = randomGroom(3, 37, 14);
    const Colliders colliders = someColliders();
    auto model = buildModel(groom, settings, options);
    std::vector<uint64_t> hashes;
    for (int i = 0; i < frames; ++i) {
        model->step(wildFrame(i, 60, 1, i % 10 == 9 ? nullptr : &colliders));
        hashes.push_back(model->hash());
    }
    CHECK(model->resets() == 0);
    return hashes;
}

bool runs(int lanes) {
    auto built = strandModel().build(randomGroom(3, 2, 3), Params({strandModel().params}), {"cpu", "tiles", lanes, nullptr});
    if (!built.ok()) skip(built.error());
    return built.ok();
}

}  // namespace

TEST_CASE("every width of lanes gives the same bits") {
    for (const Settings& settings : {implicit, published}) {
        std::vector<uint64_t> reference = run(settings, {"cpu", "tiles", 1, nullptr});
        CHECK(reference.front() != reference.back());
        for (int lanes : {4, 8, 16}) {
            if (!runs(lanes)) continue;
            CAPTURE(lanes);
            CHECK(run(settings, {"cpu", "tiles", lanes, nullptr}) == reference);
        }
    }
}

// A ball as an open or badly scanned mesh would have it: beside each other distances may differ by more than the way between.
Colliders steepBall() {
    constexpr int nodes = 28;
    constexpr float cell = 0.01f, begin = -0.5f * cell * (nodes - 1);
    Random random(11);
    auto grid = std::make_shared<DistanceGrid>(DistanceGrid{{begin, begin, begin}, cell, nodes, nodes, nodes, {}});
    for (int k = 0; k < nodes; ++k)
        for (int j = 0; j < nodes; ++j)
            for (int i = 0; i < nodes; ++i) {
                const Vec3f p = grid->origin + cell * Vec3f{float(i), float(j), float(k)};
                grid->distance.push_back(lengthOf(p) - 0.1f + random.between(-0.06f, 0.06f));
            }
    return {{}, {}, grid};
}

TEST_CASE("every width of lanes gives the same bits in every model, beside a grid whose distances jump") {
    const Groom groom = randomGroom(5, 37, 14);
    const Colliders colliders = steepBall();
    for (const ModelInfo& info : models()) {
        CAPTURE(info.name);
        std::vector<uint64_t> reference;
        for (int lanes : {1, 4, 0}) {
            CAPTURE(lanes);
            const auto model = info.build(groom, Params({info.params}), {"cpu", "tiles", lanes, nullptr});
            REQUIRE_MESSAGE(model.ok(), model.error());
            std::vector<uint64_t> hashes;
            for (int i = 0; i < 20; ++i) {
                model.value()->step(wildFrame(i, 60, 1, &colliders));
                hashes.push_back(model.value()->hash());
            }
            if (lanes == 1) reference = hashes;
            CHECK(hashes == reference);
        }
    }
}

TEST_CASE("every layout of the published step gives the same bits") {
    std::vector<uint64_t> reference = run(published, {"cpu", "tiles", 1, nullptr});
    for (const char* layout : {"soa", "aos", "batch", "tiles"})
        for (int lanes : {1, 4, 8, 16}) {
            if (lanes > 4 && !runs(lanes)) continue;
            CAPTURE(layout);
            CAPTURE(lanes);
            CHECK(run(published, {"cpu", layout, lanes, nullptr}) == reference);
        }
}

TEST_CASE("one thread and two give the same bits") {
    ThreadPool two(2);
    for (const Settings& settings : {implicit, published})
        for (int lanes : {1, 4}) {
            CAPTURE(lanes);
            CHECK(run(settings, {"cpu", "tiles", lanes, &two}) == run(settings, {"cpu", "tiles", lanes, nullptr}));
        }
}

TEST_CASE("a strand's bits do not depend on its neighbours") {
    const Groom all = randomGroom(3, 20, 14);
    const Colliders colliders = someColliders();
    for (bool isPublished : {false, true}) {
        auto together = buildModel(all, {{"step", isPublished}}, {"cpu", "tiles", 4, nullptr});
        for (int i = 0; i < 15; ++i) together->step(wildFrame(i, 60, 1, &colliders));
        std::vector<Vec3f> expected = pointsOf(*together);
        for (uint32_t s : {0u, 5u, 12u}) {
            Groom one;
            const StrandGroup& g = all.groups[0];
            REQUIRE(s < g.strandCount);
            const Vec3f* from = all.points.data() + g.firstPoint + size_t{s} * g.points;
            addStrand(one, std::vector<Vec3f>(from, from + g.points), all.rootNormals[s], all.radii[s]);
            auto alone = buildModel(one, {{"step", isPublished}}, {"cpu", "tiles", 1, nullptr});
            for (int i = 0; i < 15; ++i) alone->step(wildFrame(i, 60, 1, &colliders));
            std::vector<Vec3f> points = pointsOf(*alone);
            for (uint32_t p = 0; p < g.points; ++p) {
                Vec3f a = points[p], b = expected[size_t{s} * g.points + p];
                CHECK(bitsOf(a.x) == bitsOf(b.x));
                CHECK(bitsOf(a.y) == bitsOf(b.y));
                CHECK(bitsOf(a.z) == bitsOf(b.z));
            }
        }
    }
}

TEST_CASE("one unit in the last place of any state float changes the hash") {
    for (bool isPublished : {false, true}) {
        const Groom groom = randomGroom(4, 5, 6);
        auto model = buildModel(groom, {{"step", isPublished}});
        for (int i = 0; i < 5; ++i) model->step(wildFrame(i, 60, 1));
        const std::vector<uint8_t> saved = model->save();
        const uint64_t hash = model->hash();
        std::vector<float> floats = stateFloats(*model, isPublished);
        const std::vector<size_t> places = statePlaces(*model, isPublished);
        int unnoticed = 0;
        for (size_t i = 0; i < floats.size(); ++i) {
            if (places[i] == none) continue;
            setStateFloat(*model, isPublished, i, floatOf(bitsOf(floats[i]) + 1));
            if (model->hash() == hash) ++unnoticed;
            REQUIRE(model->restore(saved).ok());
        }
        CHECK(unnoticed == 0);
        CHECK(model->hash() == hash);
    }
}

}  // namespace hash_test
