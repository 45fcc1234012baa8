// libFuzzer's entry: hands its bytes to the target that RINGLET_FUZZ_TARGET names.
// Whatever the bytes, a target gives a value that is sound or one line that says
// what is wrong; the sanitizers watch the rest.
#include "tests/fuzz/targets.h"

#include <cstdio>
#include <cstdlib>

namespace {

ringlet::fuzz::Target chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    const char* name = std::getenv("RINGLET_FUZZ_TARGET");
    chosen = ringlet::fuzz::targetNamed(name ? name : "");
    if (chosen) return 0;
    std::fprintf(stderr, "error: RINGLET_FUZZ_TARGET must be a format that is read, motion, parameters or recording\n");
    std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    chosen({data, size});
    return 0;
}
