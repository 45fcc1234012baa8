// A running scene: the command line's and the page's view of it.
#include "core/models/pose_path.h"
#include "core/scenes/simulation.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;
using test::unsealed;

namespace simulation_test {
namespace {

Params paramsOf(const std::string& scene) {
    const SceneInfo* info = findScene(scene);
    REQUIRE(info != nullptr);
    return sceneParams(*info);
}

// The benchmark scene with 60 strands of 12 particles.
std::unique_ptr<Simulation> small(const SimulationOptions& options = {}) {
    Params params = paramsOf("icosphere");
    REQUIRE(params.set("level", 0.0).ok());
    REQUIRE(params.set("particles", 12.0).ok());
    auto made = Simulation::make("icosphere", params, options);
    REQUIRE_MESSAGE(made.ok(), made.error());
    return std::move(made.value());
}

void play(Simulation& simulation, const std::string& motion) {
    auto made = makeMotion(motion);
    REQUIRE(made.ok());
    simulation.setMotion(std::move(made.value()));
}

void advance(Simulation& simulation, int frames) {
    for (int i = 0; i < frames; ++i) simulation.advance();
}

uint64_t hashAfter(const SimulationOptions& options, int frames) {
    auto simulation = small(options);
    play(*simulation, "violent");
    advance(*simulation, frames);
    return simulation->hash();
}

}  // namespace

TEST_CASE("a simulation counts frames and seconds and gives the same state again") {
    auto simulation = small();
    play(*simulation, "shake");
    advance(*simulation, 30);
    const Stats stats = simulation->stats();
    CHECK(stats.frames == 30);
    CHECK(stats.strands == 60);
    CHECK(stats.particles == 720);
    CHECK(stats.resets == 0);
    CHECK(stats.hash == simulation->hash());
    CHECK(stats.msMin > 0);
    CHECK(stats.msMin <= stats.msAverage);
    CHECK(stats.msAverage <= stats.msMax);
    CHECK(stats.maxSpeed > 0);
    CHECK(simulation->time() == 0.5);

    const uint64_t hash = simulation->hash();
    simulation->reset();
    CHECK(simulation->time() == 0);
    CHECK(simulation->stats().frames == 0);
    CHECK(simulation->hash() != hash);
    advance(*simulation, 30);
    CHECK(simulation->hash() == hash);  // the motion played again from its start
}

TEST_CASE("measuring and threads leave the state alone") {
    SimulationOptions measured, quick, threaded;
    quick.measure = false;
    ThreadPool pool(2);
    threaded.model.pool = &pool;
    const uint64_t hash = hashAfter(measured, 20);
    CHECK(hashAfter(quick, 20) == hash);
    CHECK(hashAfter(threaded, 20) == hash);
    SimulationOptions other;
    other.rate = 120;
    CHECK(hashAfter(other, 20) != hash);
}

TEST_CASE("the head goes where it is sent, and hair comes along") {
    auto simulation = small();
    Pose target;
    target.position = {0.2, 0.1, 0};
    target.orientation = toFloat(rotationOf({0, 0.4, 0}));
    simulation->setPose(target, false);
    advance(*simulation, 1);
    CHECK(simulation->head().position.x == doctest::Approx(0.1));  // half way, at full speed
    advance(*simulation, 1);
    CHECK(simulation->head().position.x == 0.2);  // a frame later
    const Curves curves = simulation->model().curves();
    CHECK(curves.head.position.x == 0.2);
    // The roots follow exactly: the root of strand 0 keeps its place in head space.
    const Vec3f root = rotate(conjugate(curves.head.orientation), curvePoint(curves.blocks[0], 0, 0));
    CHECK(lengthOf(root - simulation->content().groom.points[0]) < 1e-6f);

    target.position = {10, 0, 0};
    simulation->setPose(target, true);
    advance(*simulation, 1);
    CHECK(simulation->head().position.x == 10);
    CHECK(simulation->stats().maxSpeed < 100);  // carried along, not dragged through 10 m
    CHECK(simulation->stats().resets == 0);

    simulation->reset();
    CHECK(simulation->head().position.x == 10);  // at the present pose
    advance(*simulation, 3);
    CHECK(simulation->head().position.x == 10);
}

TEST_CASE("live parameters act at once, rebuilt ones build anew and keep the head's pose") {
    auto simulation = small();
    auto twin = small();
    advance(*simulation, 5);
    advance(*twin, 5);
    REQUIRE(simulation->setParam("drag", "20").ok());
    CHECK(simulation->stats().frames == 5);
    advance(*simulation, 5);
    advance(*twin, 5);
    CHECK(simulation->hash() != twin->hash());
    CHECK(simulation->params().real("drag") == 20);

    Pose target;
    target.position = {0.3, 0, 0};
    simulation->setPose(target, false);
    advance(*simulation, 2);
    REQUIRE(simulation->setParam("particles", "20").ok());  // the scene's
    CHECK(simulation->stats().particles == 1200);
    CHECK(simulation->stats().frames == 0);
    CHECK(simulation->head().position.x == 0.3);
    CHECK(simulation->model().curves().head.position.x == 0.3);
    advance(*simulation, 2);
    REQUIRE(simulation->setParam("step", "published").ok());  // the model's
    CHECK(simulation->content().groom.points.size() == 1200);
    CHECK(simulation->model().curves().head.position.x == 0.3);
    advance(*simulation, 2);
}

TEST_CASE("a refused change leaves everything as it was") {
    auto simulation = small();
    play(*simulation, "nod");
    advance(*simulation, 10);
    const uint64_t hash = simulation->hash();
    for (const auto& change : {std::pair{"particles", "1"}, {"particles", "many"}, {"drag", "nan"},
                               {"nonsense", "1"}, {"step", "newest"}}) {
        const char* const name = change.first;
        const char* const text = change.second;
        CAPTURE(name);
        const Status status = simulation->setParam(name, text);
        CHECK_FALSE(status.ok());
        CHECK_FALSE(status.error().empty());
    }
    CHECK(simulation->hash() == hash);
    CHECK(simulation->stats().frames == 10);
    // A build that fails: this layout exists for the published step alone.
    SimulationOptions options;
    options.model.layout = "soa";
    Params params = paramsOf("icosphere");
    REQUIRE(params.set("level", 0.0).ok());
    REQUIRE(params.set("step", "published").ok());
    auto made = Simulation::make("icosphere", params, options);
    REQUIRE_MESSAGE(made.ok(), made.error());
    advance(*made.value(), 3);
    const uint64_t before = made.value()->hash();
    CHECK_FALSE(made.value()->setParam("step", "default").ok());
    CHECK(made.value()->params().text("step") == "published");
    CHECK(made.value()->hash() == before);
    made.value()->advance();
    CHECK(made.value()->hash() != before);
}

TEST_CASE("what cannot be made is refused in words") {
    const Params params = paramsOf("icosphere");
    auto wrong = Simulation::make("icosfere", params, {});
    REQUIRE_FALSE(wrong.ok());
    CHECK(wrong.error() == "unknown scene 'icosfere' (did you mean 'icosphere'?)");
    SimulationOptions slow;
    slow.rate = 19;
    CHECK_FALSE(Simulation::make("icosphere", params, slow).ok());
    slow.rate = std::nan("");
    CHECK_FALSE(Simulation::make("icosphere", params, slow).ok());
    SimulationOptions nowhere;
    nowhere.model.backend = "nowhere";
    CHECK_FALSE(Simulation::make("icosphere", params, nowhere).ok());
    if (findScene("sintel")) CHECK_FALSE(Simulation::make("sintel", paramsOf("sintel"), {}).ok());
}

TEST_CASE("simulation: a saved one goes on with the same bits, whatever moves the head and the hair") {
    for (bool motion : {true, false}) {
        CAPTURE(motion);
        const auto begun = [&] {
            auto simulation = small();
            if (motion) play(*simulation, "violent");
            return simulation;
        };
        auto whole = begun();
        const auto act = [&](Simulation& simulation) {
            if (!motion) simulation.setPose({{0.1, 0.02, 0}, {0, 0.2f, 0, 0.98f}}, false);
            REQUIRE(simulation.setParam("ballRadius", "0.05").ok());
            simulation.setWind({1, 0, 2});
            Brush brush;
            brush.radius = 0.05f, brush.velocity = {0.5f, 0, 0};
            simulation.setBrush(brush, {0, 0.1, 0.1});
        };
        act(*whole);
        advance(*whole, 7);
        const std::vector<uint8_t> saved = whole->save();
        auto other = begun();
        REQUIRE(other->setParam("ballRadius", "0.05").ok());  // a choice
        advance(*other, 3);
        REQUIRE(other->restore(saved).ok());
        CHECK(other->time() == whole->time());
        CHECK(other->save() == saved);
        advance(*whole, 9), advance(*other, 9);
        CHECK(other->hash() == whole->hash());
        CHECK(other->head().position.x == whole->head().position.x);
    }
}

TEST_CASE("simulation: what is no saved one of the same choices is refused and changes nothing") {
    auto simulation = small();
    play(*simulation, "violent");
    advance(*simulation, 5);
    const std::vector<uint8_t> saved = simulation->save();
    advance(*simulation, 2);
    const std::vector<uint8_t> now = simulation->save();
    for (size_t size = 0; size < saved.size(); size += size < 400 ? 1 : 997) {
        CAPTURE(size);
        CHECK(!simulation->restore({saved.begin(), saved.begin() + static_cast<std::ptrdiff_t>(size)}).ok());
    }
    std::vector<uint8_t> other = saved;
    for (size_t at = 25; at < 48; ++at) other[at] = 0xff;  // the head's place is no number
    CHECK(!simulation->restore(other).ok());
    CHECK(simulation->save() == now);
    // A bit that is wrong is refused.
    for (size_t at = 0; at < saved.size(); at += at < 400 ? 1 : 97) {
        CAPTURE(at);
        other = saved;
        other[at] = static_cast<uint8_t>(other[at] ^ 1u << at % 8);
        CHECK(!simulation->restore(other).ok());
    }
    CHECK(simulation->save() == now);
    // In a state without a seal it is, or that is a state like any other.
    const std::vector<uint8_t> older = unsealed(saved);
    for (size_t at = 8; at < 400; ++at)
        for (uint8_t wrong : {0x01, 0x7f, 0x80, 0xff}) {
            other = older;
            other[at] = static_cast<uint8_t>(other[at] ^ wrong);
            auto hair = small();
            play(*hair, "violent");
            if (!hair->restore(other).ok()) continue;
            advance(*hair, 2);
            CAPTURE(at);
            CHECK(std::isfinite(hair->model().energy({0, -9.81f, 0}).total()));
        }

    SimulationOptions slower;
    slower.rate = 30;
    CHECK(!small(slower)->restore(saved).ok());
    auto still = small();  // no motion is set
    CHECK(still->restore(saved).error() == "a motion played when the state was saved; set that motion first");
    CHECK(simulation->restore(saved).ok());
    CHECK(simulation->restore(older).ok());
    CHECK(simulation->save() == saved);
}

}  // namespace simulation_test
