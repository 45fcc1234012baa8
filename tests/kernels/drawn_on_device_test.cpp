// A picture that is drawn where the strands are: the device writes them into the graphics' buffer, in the groom's order and with
// the bits that the host would fetch, and no point travels.
#include "core/scenes/simulation.h"
#include "kernels/shim.h"
#include "tests/kernels/device_support.h"

#include <algorithm>
#include <cstring>

namespace ringlet::test {
namespace {

// What stands for OpenGL's buffers: one, of this program's memory.
class Buffer {
public:
    Buffer() {
        shim::emulation().mapGraphics = [this](unsigned, size_t& bytes) { return bytes = bytes_.size(), static_cast<void*>(bytes_.data()); };
        shim::emulation().unmapGraphics = [](unsigned) {};
    }
    ~Buffer() {
        shim::emulation().mapGraphics = nullptr;
        shim::emulation().failing.clear();
    }
    Model::GraphicsBuffer give(size_t less = 0) {
        return [this, less](size_t bytes) { return bytes_.resize(bytes - less), 1u; };
    }
    // Blocks whose addresses count from the buffer's begin, in memory.
    Curves placed(Curves curves) const {
        const auto placed = [this](const float* at) { return reinterpret_cast<const float*>(bytes_.data() + reinterpret_cast<size_t>(at)); };
        for (CurveBlock& block : curves.blocks) block.previous = placed(block.previous), block.positions = placed(block.positions);
        return curves;
    }

private:
    std::vector<uint8_t> bytes_;
};

bool equal(Vec3f a, Vec3f b) { return std::memcmp(&a, &b, sizeof a) == 0; }
// All but padding, whose numbers mean nothing.
bool same(const CurveBlock& a, const CurveBlock& b) {
    if (a.firstStrand != b.firstStrand || a.strands != b.strands || a.particles != b.particles) return false;
    CurveBlock before[2] = {a, b};
    for (CurveBlock& block : before) block.positions = block.previous;
    for (uint32_t s = 0; s < a.strands; ++s)
        for (uint32_t p = 0; p < a.particles; ++p)
            if (!equal(curvePoint(a, s, p), curvePoint(b, s, p)) || !equal(curvePoint(before[0], s, p), curvePoint(before[1], s, p))) return false;
    return true;
}

void checkSame(const Curves& drawn, const Curves& fetched) {
    REQUIRE(drawn.blocks.size() == fetched.blocks.size());
    for (size_t i = 0; i < drawn.blocks.size(); ++i) CHECK(same(drawn.blocks[i], fetched.blocks[i]));
    CHECK(drawn.head.position.x == fetched.head.position.x);
    CHECK(drawn.previousHead.position.x == fetched.previousHead.position.x);
}

std::unique_ptr<Simulation> simulationOf(const char* scene, const std::string& model) {
    SimulationOptions options;
    options.model.backend = "emulated";
    options.measure = false;
    options.modelName = model;
    auto made = Simulation::make(scene, sceneParams(*findScene(scene), model), options);
    if (!made) FAIL(made.error());
    made.value()->setMotion(motionOf("drag"));
    return std::move(made.value());
}

}  // namespace

TEST_CASE("kernels: what is drawn goes from the strands to the picture on the device") {
    const Colliders colliders = allColliders();
    auto motion = motionOf("drag");
    for (const ModelInfo& info : models()) {
        CAPTURE(info.name);
        Buffer buffer;
        ModelOptions options;
        options.backend = "emulated";
        auto built = info.build(oddGroom(), Params({info.params}), options);
        if (!built) FAIL(built.error());
        Model& model = *built.value();
        for (int i = 0; i < 12; ++i) {
            model.step(frameOf(*motion, i, &colliders));
            if (i == 5) model.reset(motion->at(0).pose);  // the host has what is newest
            const size_t toHost = shim::emulation().toHost;
            Result<Curves> drawn = model.curvesIn(buffer.give());
            if (!drawn) FAIL(drawn.error());
            CHECK(shim::emulation().toHost == toHost);
            checkSame(buffer.placed(drawn.value()), model.curves());
        }
    }
    CHECK(shim::emulation().registered == 0);
}

TEST_CASE("kernels: between pictures drawn on the device no point travels, in any order of strands") {
    // Strands sorted by place; two a lane, as rims of wisps; a model of every strand by itself.
    for (const auto& played : {std::pair<const char*, const char*>{"straight", "elastic-strand"}, {"wisps", "discrete-rod"},
                               {"wisps", "rigid-chain"}, {"straight", "verlet"}}) {
        CAPTURE(std::string(played.first) + " " + played.second);
        Buffer buffer;
        const auto simulation = simulationOf(played.first, played.second);
        for (int i = 0; i < 3; ++i) {
            simulation->advance();
            if (Result<Curves> drawn = simulation->model().curvesIn(buffer.give()); !drawn) FAIL(drawn.error());
        }
        const size_t toHost = shim::emulation().toHost;
        simulation->advance();
        Result<Curves> drawn = simulation->model().curvesIn(buffer.give());
        REQUIRE(drawn.ok());
        size_t points = 0;
        for (const CurveBlock& block : drawn.value().blocks) points += size_t{block.strands} * block.particles;
        CHECK(points > 1000);
        CHECK(shim::emulation().toHost - toHost < points);
        checkSame(buffer.placed(drawn.value()), simulation->model().curves());
    }
}

TEST_CASE("kernels: strands that follow are mixed on the device, with the CPU's bits and the exporter's") {
    for (const char* scene : {"straight", "wisps", "dance", "barnes"}) {
        CAPTURE(std::string(scene));
        const size_t held = shim::emulation().held;
        {
            SimulationOptions options;
            options.measure = false;
            options.drawn = 3000;
            options.drawnPoints = 9;
            std::unique_ptr<Simulation> both[2];
            for (int k = 0; k < 2; ++k) {
                options.model.backend = k == 0 ? "cpu" : "emulated";
                auto made = Simulation::make(scene, sceneParams(*findScene(scene)), options);
                if (!made) FAIL(made.error());
                both[k] = std::move(made.value());
                both[k]->setMotion(motionOf("shake"));
                for (int i = 0; i < 7; ++i) both[k]->advance();
            }
            const size_t toHost = shim::emulation().toHost;
            const Drawn cpu = both[0]->model().followers(), device = both[1]->model().followers();
            CHECK(shim::emulation().toHost == toHost);
            CHECK(cpu.strands == 3000);
            REQUIRE((cpu.points == 9 && device.points == 9 && device.strands == cpu.strands));
            CHECK(std::memcmp(cpu.at, device.at, sizeof(float) * 3 * 9 * 3000) == 0);
            // The simulated ones come first, in an order of their own.
            const CurveBlock first = both[0]->model().curves().blocks[0];
            for (uint32_t s = 0; s < 5 && s < first.strands; ++s) {
                const float* const tip = cpu.at + 3 * (size_t{9} * s + 8);
                float nearest = 1;
                for (uint32_t g = 0; g < first.strands; ++g)
                    nearest = std::min(nearest, lengthOf(Vec3f{tip[0], tip[1], tip[2]} - curvePoint(first, g, first.particles - 1)));
                CHECK(nearest < 1e-6f);
            }
            // A model that is built anew has them too.
            if (both[1]->setParam("strands", "48").ok()) CHECK(both[1]->model().followers().strands == 3000);
        }
        CHECK(shim::emulation().held == held);
    }
}

TEST_CASE("kernels: where a device and a picture share no memory the strands are fetched, and nothing is lost") {
    auto motion = motionOf("drag");
    for (const char* call : {"", "cudaGraphicsGLRegisterBuffer", "cudaGraphicsMapResources", "cudaGraphicsResourceGetMappedPointer",
                             "cudaGraphicsUnmapResources"}) {
        CAPTURE(std::string(call));
        auto built = findModel("elastic-strand")->build(oddGroom(), Params({findModel("elastic-strand")->params}), [] {
            ModelOptions options;
            options.backend = "emulated";
            return options;
        }());
        if (!built) FAIL(built.error());
        Model& model = *built.value();
        const auto step = [&](int i) { model.step(frameOf(*motion, i, nullptr)); };
        step(0);
        {
            Buffer buffer;
            if (*call == 0) shim::emulation().mapGraphics = nullptr;
            shim::emulation().failing = call;
            const Result<Curves> refused = model.curvesIn(buffer.give());
            REQUIRE(!refused.ok());
            CHECK(refused.error().find(*call == 0 ? "cudaGraphicsGLRegisterBuffer" : call) == 0);
        }
        step(1);
        CHECK(model.status().ok());
        CHECK(model.curves().blocks.size() == 3);
        Buffer small;
        if (*call != 0) {
            CHECK(model.curvesIn(small.give(4)).error() == "the buffer that is drawn from is too small");
            CHECK(model.curvesIn(small.give()).ok());
        }
    }
    CHECK(shim::emulation().registered == 0);
    const ModelInfo& info = *findModel("elastic-strand");
    CHECK(!info.build(oddGroom(), Params({info.params}), {}).value()->curvesIn([](size_t) { return 1u; }).ok());
}

}  // namespace ringlet::test
