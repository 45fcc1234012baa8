// What strands do to each other is worked out where their points lie: with the CPU's bits, and between frames that nobody looks at
// no point travels.
#include "core/scenes/simulation.h"
#include "kernels/shim.h"
#include "tests/kernels/device_support.h"

namespace ringlet::test {
namespace {

typedef std::vector<std::pair<std::string, std::string>> Set;

// A scene of a model of which strands touch each other.
struct TouchingScene {
    const char* name;
    Set set;
};

std::unique_ptr<Simulation> simulationOf(const TouchingScene& scene, const std::string& backend, const std::string& motion) {
    const SceneInfo& info = *findScene(scene.name);
    Params params = sceneParams(info, info.model);
    for (const auto& [key, value] : scene.set) REQUIRE(params.set(key, value).ok());
    SimulationOptions options;
    options.model.backend = backend;
    options.measure = false;
    auto made = Simulation::make(scene.name, params, options);
    if (!made) FAIL(made.error());
    made.value()->setMotion(motionOf(motion));
    return std::move(made.value());
}

void advance(Simulation& simulation, int frames) {
    for (int i = 0; i < frames; ++i) simulation.advance();
    REQUIRE(simulation.model().status().ok());
}

// What travels are arguments of stages and single numbers; a point has twelve bytes or more.
void checkStays(const TouchingScene& scene) {
    const auto simulation = simulationOf(scene, "emulated", "violent");
    advance(*simulation, 4);
    const shim::Emulation& device = shim::emulation();
    const size_t toDevice = device.toDevice, toHost = device.toHost, frames = 3;
    const size_t launches = device.launches, graphs = device.graphLaunches, updates = device.updates, waits = device.waits;
    advance(*simulation, frames);
    MESSAGE(std::string(scene.name) << ", a frame: " << (device.launches - launches) / frames << " launches, in " << (device.graphLaunches - graphs) / frames
                       << " graphs; the host waits " << (device.waits - waits) / frames << " times");
    CHECK((device.launches - launches) > 5 * (device.graphLaunches - graphs));
    CHECK(device.updates - updates > frames);
    const size_t there = (device.toDevice - toDevice) / frames, back = (device.toHost - toHost) / frames;
    size_t points = 0;
    for (const CurveBlock& block : simulation->model().curves().blocks) points += size_t{block.strands} * block.particles;
    const uint64_t contacts = simulation->model().contacts();
    CAPTURE(std::string(scene.name));
    CAPTURE(points);
    CHECK(contacts > 20);
    CHECK(there < 4 * points);
    CHECK(back < points);
}

// Through contacts, a jump of the head, and states that are taken from either and given to either.
void checkSame(const TouchingScene& scene) {
    CAPTURE(std::string(scene.name));
    const auto cpu = simulationOf(scene, "cpu", "violent"), device = simulationOf(scene, "emulated", "violent");
    const auto play = [&](int frames) {
        for (int i = 0; i < frames; ++i) {
            advance(*cpu, 1), advance(*device, 1);
            REQUIRE(device->hash() == cpu->hash());
            REQUIRE(device->model().contacts() == cpu->model().contacts());
        }
    };
    play(16);
    CHECK(cpu->model().contacts() > 5);
    const std::vector<uint8_t> state = device->save();
    CHECK(state == cpu->save());
    play(6);
    CHECK(device->model().remark() == cpu->model().remark());
    const uint64_t after = cpu->hash();
    for (Simulation* s : {cpu.get(), device.get()}) {
        REQUIRE(s->restore(state).ok());
        advance(*s, 6);
        CHECK(s->hash() == after);
    }
    // States that nobody has looked at, in a fresh simulation.
    const auto fresh = simulationOf(scene, "emulated", "violent");
    REQUIRE(fresh->restore(state).ok());
    advance(*fresh, 6);
    CHECK(fresh->hash() == after);
    for (Simulation* s : {cpu.get(), device.get()}) s->setPose({{0.3f, 0.1f, 0}, normalized(Quatf{0.1f, 0.4f, 0, 1})}, true);
    play(2);
    for (Simulation* s : {cpu.get(), device.get()}) s->reset();
    play(2);
}

// Hair that comes to rest about a head that stands still, where lists of pairs are kept from frame to frame.
void checkRest(const TouchingScene& scene, int frames) {
    const auto cpu = simulationOf(scene, "cpu", "violent"), device = simulationOf(scene, "emulated", "violent");
    for (Simulation* s : {cpu.get(), device.get()}) {
        s->setPose(s->head(), false);
        advance(*s, frames);
    }
    CHECK(device->hash() == cpu->hash());
    CHECK(cpu->model().contacts() > 5);
}

// A graph that cannot be brought up to date is made anew.
void checkWithoutUpdates(const TouchingScene& scene) {
    const auto cpu = simulationOf(scene, "cpu", "violent"), device = simulationOf(scene, "emulated", "violent");
    shim::emulation().failing = "cudaGraphExecUpdate";
    for (Simulation* s : {cpu.get(), device.get()}) advance(*s, 10);
    shim::emulation().failing.clear();
    CHECK(device->hash() == cpu->hash());
    CHECK(cpu->model().contacts() > 5);
}

// A call that fails while strands touch is named, the hair stays as it was last seen, and nothing stays behind.
void checkFails(const TouchingScene& scene, const char* call) {
    CAPTURE(std::string(scene.name));
    CAPTURE(call);
    shim::Emulation& device = shim::emulation();
    const size_t held = device.held;
    {
        const auto simulation = simulationOf(scene, "emulated", "violent");
        advance(*simulation, 6);
        const uint64_t before = simulation->hash();
        device.failing = call;
        simulation->advance();
        device.failing.clear();
        const Status status = simulation->model().status();
        REQUIRE_FALSE(status.ok());
        CHECK(status.error().find("emulated failure") != std::string::npos);
        simulation->advance();
        CHECK(simulation->hash() == before);
    }
    CHECK(device.held == held);
}

}  // namespace

TEST_CASE("kernels: verlet's hair touches hair, layers and links on the device") {
    const TouchingScene barnes{"barnes", {{"around", "16"}, {"rows", "8"}}}, layers{"layers", {{"around", "16"}, {"rows", "8"}, {"layers", "both"}}},
        links{"links", {{"around", "24"}, {"rows", "11"}}};
    for (const TouchingScene& scene : {barnes, layers, links}) checkStays(scene);
    checkSame(layers);
    checkSame({"links", {{"around", "8"}, {"rows", "5"}}});
}

TEST_CASE("kernels: rods touch each other on the device") {
    checkStays({"super-curly", {{"strands", "90"}}});
    checkSame({"super-curly", {{"strands", "90"}}});
    checkSame({"super-fuzzy", {{"strands", "60"}}});
    checkWithoutUpdates({"super-curly", {{"strands", "90"}}});
}

TEST_CASE("kernels: elastic strands meet on the device") {
    const TouchingScene crossing{"crossing", {{"strands", "60"}}};
    checkStays({"crossing", {{"strands", "120"}}});
    checkSame(crossing);
    checkRest(crossing, 240);
    checkSame({"straight", {{"strands", "100"}, {"particles", "12"}, {"hairContact", "0.05"}, {"hairFriction", "60"}}});
}

TEST_CASE("kernels: rigid chains' wisps meet on the device") {
    checkStays({"dance", {{"strands", "100"}, {"wispContacts", "1"}}});
    checkSame({"dance", {{"strands", "60"}, {"wispContacts", "1"}}});
    checkRest({"restyle", {{"strands", "40"}}}, 240);
    checkSame({"walk", {{"strands", "60"}, {"wispContacts", "1"}, {"step", "published"}, {"wispRadius", "0.012"}}});
}

TEST_CASE("kernels: wisps and rods meet, entangle and block each other on the device") {
    checkStays({"comb-wisps", {{"strands", "100"}}});
    checkSame({"comb-wisps", {{"strands", "60"}}});
    checkSame({"comb-strands", {{"strands", "60"}}});
    checkSame({"wind", {{"strands", "60"}}});
    checkSame({"comb-wisps", {{"strands", "60"}, {"step", "published"}}});
}

TEST_CASE("kernels: calls that fail in the middle of contacts on the device") {
    for (const char* call : {"launch", "cudaMemcpyAsync", "cudaStreamSynchronize"}) {
        checkFails({"layers", {{"around", "8"}, {"rows", "5"}, {"links", "2"}}}, call);
        checkFails({"super-curly", {{"strands", "60"}}}, call);
        checkFails({"dance", {{"strands", "60"}, {"wispContacts", "1"}}}, call);
        checkFails({"comb-wisps", {{"strands", "60"}}}, call);
    }
    for (const char* call : {"cudaStreamBeginCapture", "cudaStreamEndCapture", "cudaGraphLaunch"})
        checkFails({"comb-wisps", {{"strands", "60"}}}, call);
}

}  // namespace ringlet::test
