// What a device that is absent, too small or failing says, and that nothing is
// left behind.
#include "core/scenes/simulation.h"
#include "kernels/shim.h"
#include "tests/kernels/device_support.h"

namespace ringlet::test {
namespace {

// A device as it was, whatever the test did to it.
struct Arranged {
    Arranged() { shim::emulation() = {}; }
    ~Arranged() {
        const size_t held = shim::emulation().held;
        shim::emulation() = {};
        shim::emulation().held = held;
    }
};

std::string errorOf(const std::string& backend) {
    ModelOptions options;
    options.backend = backend;
    auto built = strandModel().build(oddGroom(), Params({strandModel().params}), options);
    return built ? "" : built.error();
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_CASE("kernels: a backend that is not built in") {
    CHECK(errorOf("vulkan") == "the backend \"vulkan\" is not in this build; use the backend \"cpu\"");
}

TEST_CASE("kernels: without a device one line says so") {
    Arranged device;
    shim::emulation().devices = 0;
    CHECK(errorOf("emulated") == "no usable CUDA device (cudaGetDeviceCount: none found); use the backend \"cpu\"");
    shim::emulation().failing = "cudaGetDeviceCount";
    CHECK(errorOf("emulated") == "no usable CUDA device (cudaGetDeviceCount: emulated failure); use the backend \"cpu\"");
    CHECK(shim::emulation().held == 0);
}

TEST_CASE("kernels: too little memory says how much is asked and how much is free") {
    Arranged device;
    auto model = dftlOn("emulated", oddGroom(), {});
    const size_t asked = model->stateBytes();
    shim::emulation().freeBytes = asked;
    CHECK(errorOf("emulated").empty());
    shim::emulation().freeBytes = asked - 1;
    CHECK(says(errorOf("emulated"), std::to_string(asked) + " bytes asked, " + std::to_string(asked - 1) + " free"));
}

TEST_CASE("kernels: every call that fails while opening is named, and nothing stays behind") {
    Arranged device;
    for (const char* call : {"cudaFuncGetAttributes", "cudaMemGetInfo", "cudaStreamCreate", "cudaEventCreate",
                             "cudaMallocHost", "cudaMalloc"}) {
        shim::emulation().failing = call;
        CAPTURE(call);
        CHECK(says(errorOf("emulated"), call));
        CHECK(shim::emulation().held == 0);
    }
}

TEST_CASE("kernels: where the device has room for a part alone, no simulation is made") {
    SimulationOptions options;
    options.model.backend = "emulated";
    for (const char* scene : {"links", "rods"}) {
        CAPTURE(scene);
        Arranged device;
        size_t refused = 0;
        for (bool made = false; !made; ++refused) {
            shim::emulation().failing = "cudaMalloc";
            shim::emulation().passing = refused;
            const auto simulation = Simulation::make(scene, sceneParams(*findScene(scene)), options);
            made = simulation.ok();
            CHECK((made || says(simulation.error(), "cudaMalloc failed")));
            CHECK((made || shim::emulation().held == 0));
        }
        CHECK(refused > 5);
    }
}

TEST_CASE("kernels: an error of before is not taken for a launch's") {
    Arranged device;
    auto model = dftlOn("emulated", oddGroom(), {});
    shim::given(shim::cudaErrorUnknown);
    model->step(frameOf(*motionOf("drag"), 3, nullptr));
    CHECK(model->status().ok());
}

TEST_CASE("kernels: a step that fails is named, and later steps do nothing") {
    for (const char* call : {"cudaMemcpyAsync", "launch", "cudaEventRecord", "cudaStreamSynchronize",
                             "cudaEventElapsedTime"}) {
        Arranged device;
        CAPTURE(call);
        auto model = dftlOn("emulated", oddGroom(), {});
        const Frame frame = frameOf(*motionOf("drag"), 3, nullptr);
        model->step(frame);
        REQUIRE(model->status().ok());
        const uint64_t before = model->hash();
        shim::emulation().failing = call;
        model->step(frame);
        REQUIRE_FALSE(model->status().ok());
        CHECK(says(model->status().error(), call));
        CHECK(says(model->status().error(), "failed: emulated failure"));
        shim::emulation().failing.clear();
        const size_t launches = shim::emulation().launches;
        model->step(frame);
        CHECK(shim::emulation().launches == launches);
        CHECK(model->hash() == before);
    }
}

TEST_CASE("kernels: a graph that fails is named, and nothing stays behind") {
    for (const char* call : {"cudaStreamBeginCapture", "launch", "cudaStreamEndCapture",
                             "cudaGraphInstantiateWithFlags", "cudaGraphLaunch"}) {
        Arranged device;
        CAPTURE(call);
        {
            auto model = dftlOn("emulated", oddGroom(), {{"step", 1}});
            auto motion = motionOf("drag");
            const std::vector<Frame> frames = {frameOf(*motion, 0, nullptr), frameOf(*motion, 1, nullptr)};
            shim::emulation().failing = call;
            model->steps(frames.data(), 2);
            REQUIRE_FALSE(model->status().ok());
            CHECK(says(model->status().error(), call));
        }
        CHECK(shim::emulation().held == 0);
    }
}

}  // namespace
}  // namespace ringlet::test
