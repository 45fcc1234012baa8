// Lets each allocation of each call of ringlet.h fail in turn: whatever could not be done is as it was, or
// ringlet_status() says that the simulation is lost, and then nothing moves it. Prints what went wrong; ends with 0
// where nothing did.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>

#include <ringlet.h>

static long left = -1;  // allocations until one fails; negative: none does

void* operator new(size_t size) {
    if (left >= 0 && left-- == 0) throw std::bad_alloc();
    if (void* const memory = std::malloc(size ? size : 1)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace {

int failures = 0;
char error[256];

ringlet_simulation* started(const char* model) {
    ringlet_options options{};
    options.params = "strands=8,particles=8";
    options.model = model;
    ringlet_simulation* const hair = ringlet_create_with("wavy", &options, error, sizeof error);
    const double place[3] = {0.1, 0, 0};
    const float upright[4] = {0, 0, 0, 1};
    ringlet_set_pose(hair, place, upright, 0, nullptr, 0);
    ringlet_step(hair, 3);
    return hair;
}

uint64_t later(ringlet_simulation* hair) {
    ringlet_step(hair, 5);
    return ringlet_hash(hair);
}

// Calls `call` of a simulation, with ever more allocations until one fails, until none does.
void sweep(const char* model, const char* what, const std::function<int(ringlet_simulation*)>& call) {
    ringlet_simulation* const untouched = started(model);
    const uint64_t as_it_was = later(untouched);
    ringlet_destroy(untouched);
    ringlet_simulation* const changed = started(model);
    call(changed);
    const uint64_t as_asked = later(changed);
    ringlet_destroy(changed);
    bool enough = false;
    for (long k = 0; !enough; k += k < 64 ? 1 : k / 16) {
        ringlet_simulation* const hair = started(model);
        left = k;
        const int result = call(hair);
        enough = left >= 0;
        left = -1;
        const bool lost = ringlet_status(hair, error, sizeof error) != RINGLET_OK;
        const uint64_t before = ringlet_hash(hair), after = later(hair);
        const bool right = lost ? result != RINGLET_OK && before == after : after == (result == RINGLET_OK ? as_asked : as_it_was);
        if (!right) {
            std::printf("FAILED: %s, %s, allocation %ld: it %s and is %s\n", model, what, k, result ? "fails" : "does well", lost ? "lost" : "another");
            ++failures;
        }
        ringlet_destroy(hair);
    }
}

int ended(ringlet_simulation* hair) { return ringlet_status(hair, nullptr, 0); }

}  // namespace

int main() {
    for (uint32_t i = 0; i < ringlet_model_count(); ++i) {
        const char* const model = ringlet_model_name(i);
        const auto sets = [&](const char* name, const char* value) {
            sweep(model, name, [&](ringlet_simulation* hair) { return ringlet_set_param(hair, name, value, error, sizeof error); });
        };
        sets("particles", "10"), sets("strands", "12");
        sets("substeps", "3"), sets("windSpeed", "9"), sets("ballRadius", "0.05");
        sweep(model, "motion", [](ringlet_simulation* hair) { return ringlet_set_motion(hair, "shake", error, sizeof error); });
        sweep(model, "reset", [](ringlet_simulation* hair) { return ringlet_reset(hair), ended(hair); });
        sweep(model, "step", [](ringlet_simulation* hair) { return ringlet_step(hair, 2), ended(hair); });
    }
    return failures != 0;
}
