// Saved simulations in which some bytes are others: refused in words, or played on without harm.
#include "core/math/random.h"
#include "core/models/model.h"
#include "core/scenes/simulation.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;
using namespace ringlet::test;

namespace damaged_states_test {
namespace {

// A few strands that touch, of a model.
std::unique_ptr<Simulation> touching(const std::string& model) {
    Params params = sceneParams(*findScene("straight"), model);
    const std::pair<const char*, double> wanted[] = {{"strands", 30}, {"hairContact", 0.5}, {"hairDiameter", 0.005}, {"pairRepulsion", 100},
                                                     {"wispWidth", 0.04}, {"wispContacts", 1}, {"contacts", 1}};
    for (const auto& [name, value] : wanted)
        if (params.find(name) != nullptr) REQUIRE(params.set(name, value).ok());
    SimulationOptions options;
    options.modelName = model;
    auto made = Simulation::make("straight", params, options);
    REQUIRE_MESSAGE(made.ok(), (made.ok() ? std::string() : made.error()));
    made.value()->setMotion(std::move(makeMotion("violent").value()));
    for (int i = 0; i < 12; ++i) made.value()->advance();
    return std::move(made.value());
}

// One to four numbers or bytes of a state become others, or some bytes go or come twice.
std::vector<uint8_t> damaged(std::vector<uint8_t> state, Random& random) {
    const auto below = [&](size_t count) { return static_cast<size_t>(random.unit() * 0.999f * static_cast<float>(count)); };
    const uint32_t numbers[] = {0, 1, 0xffffffffu, 0x7fffffffu, 0x80000000u, 0x7fc00000u, 0x7f800000u, 0x7f7fffffu, 0x00000001u, 0x3f800000u, 40};
    const size_t count = 1 + below(4), way = below(10);
    if (way == 0) state.resize(below(state.size()));
    else if (way == 1) {
        const std::vector<uint8_t> tail(state.end() - static_cast<std::ptrdiff_t>(1 + below(40)), state.end());
        state.insert(state.end(), tail.begin(), tail.end());
    }
    for (size_t i = 0; i < count && state.size() > 8; ++i) {
        // Where the counts are, as often as anywhere.
        const size_t at = below(random.unit() < 0.5f ? std::min<size_t>(state.size(), 600) : state.size()) / 4 * 4;
        if (random.unit() < 0.3f) state[at] = static_cast<uint8_t>(below(256));
        else if (at + 4 <= state.size()) std::memcpy(&state[at], &numbers[below(sizeof numbers / 4)], 4);
    }
    return state;
}

}  // namespace

TEST_CASE("a damaged state is refused in words, or goes on without harm") {
    for (const ModelInfo& info : models()) {
        CAPTURE(info.name);
        auto simulation = touching(info.name);
        const std::vector<uint8_t> good = unsealed(simulation->save());  // or all would be refused by their seal
        const uint64_t hash = simulation->hash();
        Random random(7, 1);
        int taken = 0;
        for (int i = 0; i < 200; ++i) {
            CAPTURE(i);
            const Status status = simulation->restore(damaged(good, random));
            if (!status) {
                CHECK(status.error().size() > 10);
                CHECK(status.error().find('\n') == std::string::npos);
                CHECK(simulation->hash() == hash);
                continue;
            }
            ++taken;
            for (int k = 0; k < 3; ++k) simulation->advance();
            for (const CurveBlock& block : simulation->model().curves().blocks)
                for (uint32_t s = 0; s < block.strands; ++s)
                    for (uint32_t p = 0; p < block.particles; ++p) {
                        const Vec3f x = curvePoint(block, s, p);
                        CHECK(std::isfinite(x.x + x.y + x.z));
                    }
            REQUIRE(simulation->restore(good).ok());
            CHECK(simulation->hash() == hash);
        }
        CHECK(taken > 20);
        CHECK(taken < 180);
    }
}

}  // namespace damaged_states_test
