// Function attributes shared by host and CUDA device code (RINGLET_HD: inlined always;
// RINGLET_HD_CALL: as the compiler sees fit), and the namespace
// that keeps code compiled for different instruction sets apart.
#pragma once

#if defined(__CUDACC__)
#define RINGLET_HD __host__ __device__ __forceinline__
#define RINGLET_HD_CALL __host__ __device__ inline
#else
#define RINGLET_HD inline __attribute__((always_inline))
#define RINGLET_HD_CALL inline
#endif

// Every template that the hot loops use lives in `inline namespace RINGLET_ISA`.
// A translation unit compiled with, say, -mavx512f defines it as `avx512`, so
// that the linker can never pick its code for a CPU that lacks AVX-512.
#ifndef RINGLET_ISA
#define RINGLET_ISA baseline
#endif
