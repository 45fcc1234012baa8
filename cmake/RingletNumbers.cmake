# The flags that hold the same bits together on every compiler and target:
# no contraction to fused multiply-add, no fast-math. -fno-math-errno and -fno-trapping-math
# change no result; they let the compiler vectorise and keep sqrt inline.
# Clang's SLP vectoriser stays off: clang 14 with -O3 -msimd128 mixes up the order
# of three random numbers drawn in a row. Lane code is vectors already.
# gcc's goes where someone's flags give all code fused multiply-add (-march=native), for
# gcc 12's then fuses, whatever is said of contraction; elsewhere it is worth 2 to 5 % of a frame.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  include(CheckCXXSourceCompiles)
  get_directory_property(options COMPILE_OPTIONS)
  list(FILTER options EXCLUDE REGEX "[$]<")
  string(REPLACE ";" " " CMAKE_REQUIRED_FLAGS "${options}")
  unset(RINGLET_GIVEN_FMA CACHE)  # of flags that may have changed
  check_cxx_source_compiles("
    #if !defined(__FMA__) && !defined(__FMA4__) && !defined(__AVX512F__)
    #error
    #endif
    int main() {}" RINGLET_GIVEN_FMA)
  unset(CMAKE_REQUIRED_FLAGS)
endif()
add_library(ringlet_numbers INTERFACE)
target_compile_options(ringlet_numbers INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-fast-math -ffp-contract=off -fno-math-errno -fno-trapping-math>
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-Wno-psabi>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-single-precision-constant>
  $<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-fno-slp-vectorize>
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<BOOL:${RINGLET_GIVEN_FMA}>>:-fno-tree-slp-vectorize>
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false>
  # A call of host code from a kernel is but a warning, and what comes of it is anything; of constexpr functions two more (by number).
  $<$<COMPILE_LANGUAGE:CUDA>:--Werror=cross-execution-space-call --diag-error=20013,20015>)
if(EMSCRIPTEN)
  target_compile_options(ringlet_numbers INTERFACE -msimd128)
endif()
if(RINGLET_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${RINGLET_SANITIZE}> -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${RINGLET_SANITIZE})
endif()
