// A step allocates nothing, and a particle costs at most 80 bytes.
#include "tests/models/rig.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> counting{false};
std::atomic<long> allocations{0};

void* counted(std::size_t size) {
    if (counting.load(std::memory_order_relaxed)) allocations.fetch_add(1, std::memory_order_relaxed);
    void* p = std::malloc(size == 0 ? 1 : size);
    if (p == nullptr) std::abort();
    return p;
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
// std::stable_sort asks for its memory by these; a sanitizer's own would not fit the deletes below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

using namespace ringlet;
using namespace ringlet::test;

TEST_CASE("the counter of allocations counts") {
    counting = true;
    allocations = 0;
    std::vector<int>* v = new std::vector<int>(100);
    counting = false;
    delete v;
    CHECK(allocations >= 2);
}

TEST_CASE("a step allocates nothing, with threads and without, with colliders and in jumps") {
    const Groom groom = randomGroom(13, 70, 15);
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    ball.capsules.push_back({{0, 0, 0}, {0, -0.2f, 0}, 0.06f});
    ThreadPool pool(2);
    for (double step : {0.0, 1.0})
        for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
            CAPTURE(step);
            CAPTURE((threads != nullptr));
            auto model = buildModel(groom, {{"step", step}}, {"cpu", "tiles", 0, threads});
            // The first frame with colliders may make room for them.
            model->step(wildFrame(0, 60, 1, &ball));
            std::vector<Frame> frames;
            for (int i = 1; i < 20; ++i) frames.push_back(wildFrame(i, 60, 1, i % 5 == 0 ? nullptr : &ball));
            frames[10].teleport = true;
            allocations = 0;
            counting = true;
            for (const Frame& frame : frames) model->step(frame);
            counting = false;
            CHECK(allocations == 0);
        }
}

TEST_CASE("no model allocates in frames that it has played before") {
    const Groom groom = randomGroom(13, 70, 15);
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    ThreadPool pool(8);  // more than cores: some take nothing for a while
    for (const ModelInfo& info : models())
        for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
            CAPTURE(info.name);
            CAPTURE((threads != nullptr));
            Params params({info.params});
            // Hair that touches hair, where a model has it by choice.
            if (params.find("hairContact")) REQUIRE(params.set("hairContact", "10").ok());
            if (params.find("layers")) REQUIRE(params.set("layers", "both").ok());
            if (params.find("wispWidth")) REQUIRE(params.set("wispWidth", "0.05").ok());
            if (params.find("wispRadius")) REQUIRE(params.set("wispContacts", "1").ok());
            auto built = info.build(groom, params, {"cpu", "tiles", 0, threads});
            REQUIRE(built.ok());
            Model& model = *built.value();
            std::vector<Frame> frames;
            for (int i = 0; i < 30; ++i) frames.push_back(wildFrame(i, 60, 1, &ball));
            for (int play = 0; play < 2; ++play) {
                model.reset(frames[0].begin.pose);
                allocations = 0;
                counting = true;
                for (const Frame& frame : frames) model.step(frame);
                counting = false;
            }
            CHECK(allocations == 0);
        }
}

TEST_CASE("at most 80 bytes of stored state a particle") {
    for (int particles : {16, 50, 100})
        for (double step : {0.0, 1.0}) {
            const Groom groom = randomGroom(14, 2000, particles);
            auto model = buildModel(groom, {{"step", step}});
            double bytes = double(model->stateBytes()) / groom.points.size();
            CAPTURE(particles);
            CAPTURE(step);
            CHECK(bytes <= 80);
            // Positions and velocities alone take 24.
            CHECK(bytes >= 24);
        }
}
