// Which kernels this program has and which of them this CPU runs.
#include "core/models/verlet/verlet_kernels.h"

namespace ringlet {

namespace scalar { extern const VerletKernels verletLaneKernels; }
namespace lanes4 { extern const VerletKernels verletLaneKernels; }
#if defined(__EMSCRIPTEN__)
namespace lanes8 { extern const VerletKernels verletLaneKernels; }
#elif defined(__x86_64__)
namespace avx2 { extern const VerletKernels verletLaneKernels; }
namespace avx512 { extern const VerletKernels verletLaneKernels; }
#endif

const VerletKernels* verletKernels(int lanes) {
#if defined(__EMSCRIPTEN__)
    const VerletKernels* const all[] = {&lanes4::verletLaneKernels, &scalar::verletLaneKernels,
                                        &lanes8::verletLaneKernels};
    const bool runs[] = {true, true, true};
#elif defined(__x86_64__)
    const VerletKernels* const all[] = {&avx512::verletLaneKernels, &avx2::verletLaneKernels,
                                        &lanes4::verletLaneKernels, &scalar::verletLaneKernels};
    const bool runs[] = {__builtin_cpu_supports("avx512f") != 0, __builtin_cpu_supports("avx2") != 0, true, true};
#else
    const VerletKernels* const all[] = {&lanes4::verletLaneKernels, &scalar::verletLaneKernels};
    const bool runs[] = {true, true};
#endif
    // The first that runs is the fastest.
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        if (runs[i] && (lanes == 0 || all[i]->lanes == lanes)) return all[i];
    return nullptr;
}

}  // namespace ringlet
