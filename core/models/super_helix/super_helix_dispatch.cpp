// Which kernels this program has and which of them this CPU runs.
#include "core/models/super_helix/super_helix_kernels.h"

#include <cstddef>

namespace ringlet {

namespace scalar { extern const RodKernels rods; }
namespace lanes4 { extern const RodKernels rods; }
#if defined(__EMSCRIPTEN__)
namespace lanes8 { extern const RodKernels rods; }
#elif defined(__x86_64__)
namespace avx2 { extern const RodKernels rods; }
namespace avx512 { extern const RodKernels rods; }
#endif

const RodKernels* rodKernels(int lanes) {
#if defined(__EMSCRIPTEN__)
    const int widest = 4;  // more values are alive than two vectors of four side by side leave registers for
    const RodKernels* const all[] = {&scalar::rods, &lanes4::rods, &lanes8::rods};
    const bool runs[] = {true, true, true};
#elif defined(__x86_64__)
    const bool runs[] = {true, true, __builtin_cpu_supports("avx2") != 0, __builtin_cpu_supports("avx512f") != 0};
    const RodKernels* const all[] = {&scalar::rods, &lanes4::rods, &avx2::rods, &avx512::rods};
    const int widest = runs[3] ? 16 : runs[2] ? 8 : 4;
#else
    const int widest = 4;
    const RodKernels* const all[] = {&scalar::rods, &lanes4::rods};
    const bool runs[] = {true, true};
#endif
    const int wanted = lanes == 0 ? widest : lanes;
    for (std::size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        if (runs[i] && all[i]->lanes == wanted) return all[i];
    return nullptr;
}

}  // namespace ringlet
