# ringlet_cuda: the kernels of kernels/*.cu. Nothing but this target needs nvcc.
file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cu)
if(EMSCRIPTEN OR RINGLET_CUDA STREQUAL "OFF" OR NOT cuda_sources)
  return()
endif()

string(TOUPPER "${RINGLET_CUDA}" cuda_wanted)
if(cuda_wanted MATCHES "^(1|YES|TRUE)$")
  set(RINGLET_CUDA ON)
endif()

# Named before the compiler is tried: nvcc refuses CMake's own first guess.
if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES ${RINGLET_CUDA_ARCHITECTURES})
endif()
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  if(RINGLET_CUDA STREQUAL "ON")
    message(FATAL_ERROR "RINGLET_CUDA is ON but no nvcc was found; set CMAKE_CUDA_COMPILER or CUDACXX")
  endif()
  message(STATUS "no nvcc: the CUDA kernels are not compiled")
  return()
endif()
enable_language(CUDA)
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)

add_library(ringlet_cuda STATIC ${cuda_sources})
target_include_directories(ringlet_cuda PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(ringlet_cuda PRIVATE ringlet_numbers)
target_compile_definitions(ringlet_cuda PUBLIC RINGLET_HAS_CUDA=1
  PRIVATE RINGLET_ISA=cuda RINGLET_DEVICE_LANES=32)
set_target_properties(ringlet_cuda PROPERTIES CUDA_ARCHITECTURES "${RINGLET_CUDA_ARCHITECTURES}"
  CUDA_RUNTIME_LIBRARY Static)
