// Which kernels this program has and which of them this CPU runs.
#include "core/models/dftl/dftl_kernels.h"

namespace ringlet {

namespace scalar { extern const DftlKernels kernels; }
namespace lanes4 { extern const DftlKernels kernels; }
#if defined(__EMSCRIPTEN__)
namespace lanes8 { extern const DftlKernels kernels; }
#elif defined(__x86_64__)
namespace avx2 { extern const DftlKernels kernels; }
namespace avx512 { extern const DftlKernels kernels; }
#endif

const DftlKernels* dftlKernels(int lanes, bool published) {
#if defined(__EMSCRIPTEN__)
    // Two vectors of four side by side help the published step; the default step
    // keeps more values alive than that leaves registers for.
    const int widest = published ? 8 : 4;
    const DftlKernels* const all[] = {&scalar::kernels, &lanes4::kernels, &lanes8::kernels};
    const bool runs[] = {true, true, true};
#elif defined(__x86_64__)
    const bool runs[] = {true, true, __builtin_cpu_supports("avx2") != 0, __builtin_cpu_supports("avx512f") != 0};
    const DftlKernels* const all[] = {&scalar::kernels, &lanes4::kernels, &avx2::kernels, &avx512::kernels};
    const int widest = runs[3] ? 16 : runs[2] ? 8 : 4;
#else
    const int widest = 4;
    const DftlKernels* const all[] = {&scalar::kernels, &lanes4::kernels};
    const bool runs[] = {true, true};
#endif
    (void)published;
    int wanted = lanes == 0 ? widest : lanes;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        if (runs[i] && all[i]->lanes == wanted) return all[i];
    return nullptr;
}

}  // namespace ringlet
