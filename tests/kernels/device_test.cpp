// The device's kernels, run as plain C++, against the CPU's: the same hash.
#include "core/scenes/simulation.h"
#include "kernels/shim.h"
#include "tests/kernels/device_support.h"

#include <cstring>

namespace ringlet::test {
namespace {

// Both through `frames` frames; the hash is compared on the way, not only at the end.
void compare(const Settings& settings, const std::string& layout, const std::string& motionName,
             const Colliders* colliders, int frames) {
    CAPTURE(layout);
    CAPTURE(motionName);
    const Groom groom = oddGroom();
    auto cpu = dftlOn("cpu", groom, settings, layout), device = dftlOn("emulated", groom, settings, layout);
    auto motion = motionOf(motionName);
    const uint64_t rest = cpu->hash();
    for (int i = 0; i < frames; ++i) {
        const Frame frame = frameOf(*motion, i, colliders);
        cpu->step(frame);
        device->step(frame);
        if (i % 16 != 15 && i + 1 != frames) continue;
        CAPTURE(i);
        REQUIRE(device->hash() == cpu->hash());
        REQUIRE(device->status().ok());
    }
    CHECK(device->hash() != rest);
    CHECK(device->resets() == cpu->resets());
    CHECK(device->energy({0, -9.81f, 0}).total() == cpu->energy({0, -9.81f, 0}).total());
}

void compareCurves(const Curves& a, const Curves& b) {
    REQUIRE(a.blocks.size() == b.blocks.size());
    for (size_t i = 0; i < a.blocks.size(); ++i) {
        CurveBlock x = a.blocks[i], y = b.blocks[i];
        for (int pass = 0; pass < 2; ++pass) {  // positions, then those of the frame before
            for (uint32_t s = 0; s < x.strands; ++s)
                for (uint32_t p = 0; p < x.particles; ++p) {
                    const Vec3f u = curvePoint(x, s, p), v = curvePoint(y, s, p);
                    REQUIRE(std::memcmp(&u, &v, sizeof u) == 0);
                }
            x.positions = x.previous, y.positions = y.previous;
        }
    }
}

TEST_CASE("kernels: the published step and its peers have the CPU's bits in every layout") {
    const Colliders colliders = allColliders();
    for (const char* layout : {"tiles", "batch", "soa", "aos"})
        for (const char* motion : {"violent", "teleport"})
            for (const double step : {1.0, 2.0, 3.0, 4.0, 5.0})
                compare({{"step", step}, {"compliance", 1e-2}}, layout, motion, &colliders, step > 2 ? 30 : 70);
}

TEST_CASE("kernels: the published step in substeps and without colliders") {
    compare({{"step", 1}, {"substeps", 3}}, "batch", "drag", nullptr, 20);
    compare({{"step", 1}, {"substeps", 8}}, "tiles", "shake", nullptr, 20);
    for (const char* layout : {"tiles", "batch", "soa", "aos"})
        for (const double step : {1.0, 5.0})
            compare({{"step", step}, {"gridFriction", 0.3}, {"gridRepulsion", 0.05}, {"gridPressure", 0.1}}, layout, "violent", nullptr, 30);
}

TEST_CASE("kernels: strands of the published step that meet have the CPU's bits") {
    const Colliders colliders = allColliders();
    for (const double step : {1.0, 4.0})
        compare({{"step", step}, {"compliance", 1e-2}, {"pairRepulsion", 7700}, {"hairDiameter", 0.02}, {"substeps", 2}}, "tiles", "violent", &colliders, 30);
}

TEST_CASE("kernels: the default step has the CPU's bits") {
    const Colliders all = allColliders();
    Colliders sphere, capsule, grid;
    sphere.spheres = all.spheres;
    capsule.capsules = all.capsules;
    grid.grid = all.grid;
    const Colliders* const each[] = {&all, &sphere, &capsule, &grid, nullptr};
    for (const Colliders* colliders : each)
        compare({}, "tiles", "violent", colliders, 40);
    for (const char* motion : {"drag", "nod", "teleport"}) compare({{"stiffness", 1e-9}}, "tiles", motion, &all, 70);
    for (const char* motion : {"violent", "teleport"}) compare({{"hairFriction", 120}}, "tiles", motion, &all, 70);
}

// Thirty frames of `violent`: the hash of a scene on a backend.
uint64_t hashOn(const std::string& backend, const SceneInfo& scene, const std::string& model) {
    Params params = sceneParams(scene, model);
    for (const auto& [key, value] : {std::pair{"strands", "70"}, {"level", "1"}, {"around", "6"}, {"rows", "3"}})
        if (params.find(key) != nullptr) static_cast<void>(params.set(key, value));  // where the scene takes so few
    SimulationOptions options;
    options.model.backend = backend;
    options.modelName = model;
    options.measure = false;
    auto made = Simulation::make(scene.name, params, options);
    INFO("a model's kernels are kernels/NAME.cu, with its line in kernels/stage_table.h, and in tests/kernels/emulated_device.cpp");
    if (!made) FAIL(made.error());
    made.value()->setMotion(motionOf("violent"));
    for (int i = 0; i < 30; ++i) made.value()->advance();
    REQUIRE(made.value()->model().status().ok());
    return made.value()->hash();
}

TEST_CASE("kernels: every scene has the CPU's bits, contacts between strands included" * doctest::test_suite("long")) {
    for (const SceneInfo& scene : scenes()) {
        if (scene.needsFiles) continue;
        CAPTURE(scene.name);
        CHECK(hashOn("emulated", scene, scene.model) == hashOn("cpu", scene, scene.model));
    }
}

TEST_CASE("kernels: every model has the CPU's bits") {
    for (const ModelInfo& model : models())
        for (const char* scene : {"curly", "helix"}) {
            CAPTURE(model.name);
            CAPTURE(scene);
            CHECK(hashOn("emulated", *findScene(scene), model.name) == hashOn("cpu", *findScene(scene), model.name));
        }
}

TEST_CASE("kernels: every model is saved, restored and put back to rest on a device") {
    for (const ModelInfo& info : models()) {
        CAPTURE(info.name);
        Params params({info.params});
        const auto made = onBoth(info, oddGroom(), params);
        const Colliders colliders = allColliders();
        auto motion = motionOf("teleport");
        auto play = [&](int from, int to) {
            for (int i = from; i < to; ++i) {
                for (auto& model : made) model->step(frameOf(*motion, i, &colliders));
                REQUIRE(made[0]->hash() == made[1]->hash());
            }
        };
        play(0, 4);
        const std::vector<uint8_t> state = made[1]->save();
        CHECK(state == made[0]->save());
        play(4, 40);
        compareCurves(made[1]->curves(), made[0]->curves());
        for (auto& model : made) REQUIRE(model->restore(state).ok());
        play(4, 8);
        for (auto& model : made) model->reset(motion->at(0).pose);
        compareCurves(made[1]->curves(), made[0]->curves());
        play(0, 3);
        CHECK(made[1]->energy({0, -9.81f, 0}).total() == made[0]->energy({0, -9.81f, 0}).total());
    }
}

TEST_CASE("kernels: wisps have the CPU's bits, single strands beside them too") {
    const ModelInfo* info = findModel("discrete-rod");
    const Colliders colliders = allColliders();
    for (const char* step : {"default", "published"}) {
        CAPTURE(step);
        Params params({info->params});
        REQUIRE(params.set("step", step).ok());
        REQUIRE(params.set("wispWidth", "0.03").ok());
        const auto made = onBoth(*info, oddGroom(), params);
        CHECK(made[0]->remark() == made[1]->remark());
        auto motion = motionOf("teleport");
        for (int i = 0; i < 30; ++i) {
            for (auto& model : made) model->step(frameOf(*motion, i, i % 7 == 6 ? nullptr : &colliders));
            REQUIRE(made[0]->hash() == made[1]->hash());
        }
        compareCurves(made[1]->curves(), made[0]->curves());
        CHECK(made[1]->save() == made[0]->save());
        CHECK(made[1]->resets() == made[0]->resets());
        if (std::string(step) == "default") CHECK(made[1]->resets() == 0);
    }
}

TEST_CASE("kernels: many frames in one graph are the same as one after another") {
    const Colliders colliders = allColliders();
    const Groom groom = oddGroom();
    auto motion = motionOf("violent");  // no two frames alike
    std::vector<Frame> frames;
    for (int i = 0; i < 100; ++i) frames.push_back(frameOf(*motion, i, i < 70 ? &colliders : nullptr));
    frames[33].teleport = true;
    for (double step : {0.0, 1.0}) {
        auto cpu = dftlOn("cpu", groom, {{"step", step}}), device = dftlOn("emulated", groom, {{"step", step}});
        for (const Frame& frame : frames) cpu->step(frame);
        const size_t before = shim::emulation().graphLaunches;
        device->steps(frames.data(), 100);
        CHECK(shim::emulation().graphLaunches > before);
        CHECK(device->hash() == cpu->hash());
        compareCurves(device->curves(), cpu->curves());
        // Again: a graph of the same length is used again with other frames.
        device->steps(frames.data() + 10, 40);
        device->steps(frames.data() + 20, 40);
        for (int i = 10; i < 50; ++i) cpu->step(frames[i]);
        for (int i = 20; i < 60; ++i) cpu->step(frames[i]);
        CHECK(device->hash() == cpu->hash());
    }
}

TEST_CASE("kernels: strands of hundreds of lengths are started together, and a graph does not mind what came between") {
    Groom groom;
    for (int i = 0; i < 300; ++i) addCurls(groom, 1 + i % 3 * 20, 2 + (i * 7) % 31);
    REQUIRE(groom.groups.size() == 300);
    const Colliders colliders = allColliders();
    auto cpu = dftlOn("cpu", groom, {{"hairFriction", 60}}), device = dftlOn("emulated", groom, {{"hairFriction", 60}});
    auto motion = motionOf("teleport");
    std::vector<Frame> frames;
    for (int i = 0; i < 24; ++i) frames.push_back(frameOf(*motion, i, &colliders));
    const auto play = [&](int from, int count) {
        const size_t before = shim::emulation().launches;
        for (int i = 0; i < count; ++i) cpu->step(frames[static_cast<size_t>(from + i)]);
        device->steps(frames.data() + from, count);
        REQUIRE(device->status().ok());
        REQUIRE(device->hash() == cpu->hash());
        // Arguments of three hundred groups, four stages: some runs a frame.
        CHECK(shim::emulation().launches - before <= static_cast<size_t>(count) * 24);
    };
    for (int i = 0; i < 3; ++i) play(i, 1);
    play(3, 8), play(11, 1), play(12, 8);
    compareCurves(device->curves(), cpu->curves());
}

TEST_CASE("kernels: what is drawn is fetched when asked for, also in between") {
    const Colliders colliders = allColliders();
    auto motion = motionOf("drag");
    for (const char* layout : {"tiles", "aos"}) {
        const Settings settings = {{"step", 1}};
        auto cpu = dftlOn("cpu", oddGroom(), settings, layout);
        auto device = dftlOn("emulated", oddGroom(), settings, layout);
        compareCurves(device->curves(), cpu->curves());
        for (int i = 0; i < 30; ++i) {
            const Frame frame = frameOf(*motion, i, &colliders);
            cpu->step(frame);
            device->step(frame);
            if (i % 7 == 3) compareCurves(device->curves(), cpu->curves());
            if (i % 11 == 3) REQUIRE(device->hash() == cpu->hash());
        }
        CHECK(device->deviceMilliseconds() >= 0);
        CHECK(cpu->deviceMilliseconds() < 0);
    }
}

// The emulated device's memory is the host's, so that what is there can be read.
TEST_CASE("kernels: positions lie on the device, strands in the order that it names") {
    const Colliders colliders = allColliders();
    auto motion = motionOf("drag");
    std::vector<std::pair<const ModelInfo*, bool>> all = {{findModel("discrete-rod"), true}};
    for (const ModelInfo& info : models()) all.emplace_back(&info, false);
    for (const auto& one : all) {
        const ModelInfo& info = *one.first;
        CAPTURE(info.name);
        CAPTURE(one.second);
        ModelOptions options;
        options.backend = "emulated";
        Params params({info.params});
        if (one.second) REQUIRE(params.set("wispWidth", 0.03).ok());  // strands in pairs
        auto built = info.build(oddGroom(), params, options);
        if (!built) FAIL(built.error());
        Model& model = *built.value();
        for (int i = 0; i < 9; ++i) {
            model.step(frameOf(*motion, i, &colliders));
            if (i == 4) model.reset(motion->at(0).pose);  // the host has what is newest
            if (i % 4 != 0) continue;
            const std::vector<DeviceBlock> there = model.deviceBlocks();
            const Curves here = model.curves();
            size_t strands = 0;
            for (const DeviceBlock& block : there)
                for (uint32_t s = 0; s < block.tiles.strands; ++s, ++strands)
                    for (const CurveBlock& c : here.blocks) {
                        if (block.strands[s] < c.firstStrand || block.strands[s] >= c.firstStrand + c.strands) continue;
                        for (uint32_t p = 0; p < c.particles; ++p) {
                            const Vec3f a = curvePoint(block.tiles, s, p), b = curvePoint(c, block.strands[s] - c.firstStrand, p);
                            REQUIRE(std::memcmp(&a, &b, sizeof a) == 0);
                        }
                    }
            CHECK(strands == 79);
        }
    }
    CHECK(dftlOn("cpu", oddGroom(), {})->deviceBlocks().empty());
    CHECK(dftlOn("emulated", oddGroom(), {{"step", 1}}, "aos")->deviceBlocks().empty());
}

TEST_CASE("kernels: reset, save and restore reach the device") {
    const Colliders colliders = allColliders();
    auto motion = motionOf("violent");
    auto cpu = dftlOn("cpu", oddGroom(), {}), device = dftlOn("emulated", oddGroom(), {});
    auto both = [&](int from, int to) {
        for (int i = from; i < to; ++i) {
            const Frame frame = frameOf(*motion, i, &colliders);
            cpu->step(frame);
            device->step(frame);
        }
    };
    both(0, 12);
    const std::vector<uint8_t> state = device->save();
    CHECK(state == cpu->save());
    both(12, 20);
    REQUIRE(device->restore(state).ok());
    REQUIRE(cpu->restore(state).ok());
    both(12, 15);
    CHECK(device->hash() == cpu->hash());
    device->reset(motion->at(0).pose);
    cpu->reset(motion->at(0).pose);
    CHECK(device->hash() == cpu->hash());
    both(0, 5);
    CHECK(device->hash() == cpu->hash());
}

TEST_CASE("kernels: a strand that is not finite goes back to rest and is counted") {
    for (double step : {0.0, 1.0}) {
        auto cpu = dftlOn("cpu", oddGroom(), {{"step", step}});
        auto device = dftlOn("emulated", oddGroom(), {{"step", step}});
        std::vector<uint8_t> state = cpu->save();
        const size_t floatsAParticle = step == 1 ? 6 : 10;
        std::memset(state.data() + state.size() - 4 * floatsAParticle, 0xFF, 4);  // NaN: where the last particle is
        for (Model* model : {cpu.get(), device.get()}) {
            REQUIRE(model->restore(state).ok());
            model->step(frameOf(*motionOf("drag"), 0, nullptr));
            CHECK(model->resets() == 1);
        }
        CHECK(device->hash() == cpu->hash());
    }
}

TEST_CASE("kernels: colliders that change are sent again") {
    const Groom groom = oddGroom();
    auto cpu = dftlOn("cpu", groom, {}), device = dftlOn("emulated", groom, {});
    auto motion = motionOf("drag");
    Colliders colliders = allColliders();
    uint64_t before = 0;
    for (int i = 0; i < 24; ++i) {
        if (i == 8) colliders.grid = ballGrid({-0.1f, -0.1f, 0.05f}, 0.08f);  // as large, elsewhere
        if (i == 12) colliders.spheres.push_back({{0, 0.12f, 0.1f}, 0.07f});
        if (i == 16) colliders.grid = nullptr;
        if (i == 20) colliders.capsules.clear();
        const Frame frame = frameOf(*motion, i, &colliders);
        cpu->step(frame);
        device->step(frame);
        CAPTURE(i);
        REQUIRE(device->hash() == cpu->hash());
        CHECK(cpu->hash() != before);
        before = cpu->hash();
    }
}

}  // namespace
}  // namespace ringlet::test
