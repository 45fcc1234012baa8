// ringlet same: plays a scene with every SIMD width of this machine, on one and two threads, and on
// the devices of this program, and says whether all end in the same bits.
#include "core/base/hash.h"
#include "core/models/strand_device.h"
#include "native/steering.h"

#include <cstdio>

namespace ringlet::cli {
namespace {

std::vector<OptionRow> sameRows() {
    std::vector<OptionRow> rows = sceneRows();
    rows.push_back({"--threads", "T", "uses only so many threads (default: 1 and 2)"});
    rows.push_back({"--lanes", "W", "uses only this SIMD width; 0: the widest (default: 1, 4, 8 and 16, and devices)"});
    rows.push_back({"--help", nullptr, "this text"});
    return rows;
}

// Plays all frames with so many lanes, or on another backend. Error: why it cannot be, or what failed while it `played`.
Result<uint64_t> hashOf(const Arguments& arguments, Request& request, const std::string& backend, long lanes,
                        ThreadPool& pool, bool& played) {
    SimulationOptions options = request.options;
    options.model.backend = backend;
    options.model.lanes = static_cast<int>(lanes);
    options.model.pool = &pool;
    auto made = Simulation::make(request.scene->name, request.params, options);
    if (!made) return Error{made.error()};
    auto motion = motionOf(arguments, request);
    if (!motion) return Error{motion.error()};
    Simulation& simulation = *made.value();
    played = true;
    request.motion = std::move(motion.value());
    Steering steering(request, simulation);
    for (long frame = 0; frame < request.frames; ++frame) steering.advance(simulation);
    const uint64_t hash = simulation.hash();
    if (Status status = simulation.model().status(); !status) return Error{status.error()};
    return hash;
}

}  // namespace

int same(const std::vector<std::string>& words) {
    const std::vector<OptionRow> rows = sameRows();
    Result<Arguments> parsed = Arguments::parse(words, rows, "--set");
    if (!parsed) return fail(badInput, parsed.error());
    const Arguments& arguments = parsed.value();
    if (arguments.has("--help")) {
        std::printf("ringlet same SCENE|FILE.ringlet [options]\n%s", helpOf(rows).c_str());
        return done;
    }
    Request request;
    if (Status status = readRequest("same", arguments, request); !status) return fail(badInput, status.error());
    std::vector<long> lanes = {1, 4, 8, 16}, threads = {1, 2};
    for (auto [name, list] : {std::pair{"--lanes", &lanes}, std::pair{"--threads", &threads}}) {
        if (!arguments.has(name)) continue;
        list->resize(1);
        if (Status status = arguments.readWhole(name, 0, 1024, list->front()); !status) return fail(badInput, status.error());
    }

    std::vector<uint64_t> hashes;
    bool agree = true, all = true;  // all: what could be begun came to its end
    auto play = [&](const std::string& how, const std::string& backend, long wide, ThreadPool& pool) {
        bool played = false;
        const Result<uint64_t> hash = hashOf(arguments, request, backend, wide, pool, played);
        const std::string why = played ? "failed: " : "not available: ";
        std::printf("%s: %s\n", how.c_str(), (hash ? "hash " + hashText(hash.value()) : why + hash.error()).c_str());
        all = all && (hash || !played);
        if (!hash) return;
        hashes.push_back(hash.value());
        agree = agree && hash.value() == hashes.front();
    };
    for (const long many : threads) {
        ThreadPool pool(static_cast<int>(many));
        if (many > 1 && pool.threads() == 1 && threads.size() > 1) continue;  // a build without threads
        for (const long wide : lanes)
            play("lanes " + std::to_string(wide) + ", threads " + std::to_string(pool.threads()), "cpu", wide, pool);
    }
    for (const char* device : {"emulated", "cuda"}) {
        if (findStrandDevice(device) == nullptr || lanes.size() == 1) continue;
        ThreadPool pool(1);
        play(std::string("device ") + device, device, 0, pool);
    }
    if (hashes.empty()) return fail(badInput, "the scene cannot be played in any of these ways");
    if (!agree) return fail(failed, "the bits differ");
    if (!all) return fail(failed, "a device failed while it played");
    std::printf("the same bits in %zu way%s after %ld frames\n", hashes.size(), hashes.size() == 1 ? "" : "s", request.frames);
    return done;
}

}  // namespace ringlet::cli
