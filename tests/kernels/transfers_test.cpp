// What strands do to each other is worked out where their points lie: between frames that nobody looks at no point travels.
#include "core/scenes/simulation.h"
#include "kernels/shim.h"
#include "tests/kernels/device_support.h"

namespace ringlet::test {
namespace {

struct Travelled {
    size_t frames, points, toDevice, toHost;  // bytes
    uint64_t contacts;
};

// Some frames of `violent` of a scene on the emulated device.
Travelled travelled(const std::string& scene, const std::vector<std::pair<std::string, std::string>>& set) {
    const SceneInfo& info = *findScene(scene);
    Params params = sceneParams(info, info.model);
    for (const auto& [key, value] : set) REQUIRE(params.set(key, value).ok());
    SimulationOptions options;
    options.model.backend = "emulated";
    options.measure = false;
    auto made = Simulation::make(scene, params, options);
    if (!made) FAIL(made.error());
    Simulation& simulation = *made.value();
    simulation.setMotion(motionOf("violent"));
    for (int i = 0; i < 4; ++i) simulation.advance();
    shim::Emulation& device = shim::emulation();
    const size_t toDevice = device.toDevice, toHost = device.toHost, frames = 3;
    for (size_t i = 0; i < frames; ++i) simulation.advance();
    Travelled t{frames, 0, device.toDevice - toDevice, device.toHost - toHost, 0};
    for (const CurveBlock& block : simulation.model().curves().blocks) t.points += size_t{block.strands} * block.particles;
    t.contacts = simulation.model().contacts();
    REQUIRE(simulation.model().status().ok());
    return t;
}

// A point has twelve bytes or more; what travels are arguments of stages and single numbers.
void checkStays(const std::string& scene, const std::vector<std::pair<std::string, std::string>>& set) {
    const Travelled t = travelled(scene, set);
    CAPTURE(scene);
    CAPTURE(t.points);
    MESSAGE(scene << ": " << t.points << " points, " << t.contacts << " contacts, bytes a frame to the device " << t.toDevice / t.frames
                  << ", to the host " << t.toHost / t.frames);
    CHECK(t.contacts > 20);
    CHECK(t.toHost / t.frames < t.points);
    CHECK(t.toDevice / t.frames < 4 * t.points);
}

}  // namespace

TEST_CASE("kernels: no point travels while verlet's hair touches hair, layers and links") {
    checkStays("barnes", {{"around", "16"}, {"rows", "8"}});
    checkStays("layers", {{"around", "16"}, {"rows", "8"}, {"layers", "both"}});
    checkStays("links", {{"around", "24"}, {"rows", "11"}});
}

}  // namespace ringlet::test
