# ringlet_cuda: the kernels of kernels/*.cu. Nothing but this target needs nvcc.
string(TOUPPER "${RINGLET_CUDA}" cuda)
if(cuda MATCHES "^(ON|YES|TRUE|Y|1)$")
  set(RINGLET_CUDA ON)
elseif(NOT cuda MATCHES "^(AUTO|OFF|NO|FALSE|N|0)$")
  message(FATAL_ERROR "RINGLET_CUDA is '${RINGLET_CUDA}'; set it to ON, OFF or AUTO")
endif()
file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cu)
if(EMSCRIPTEN OR NOT RINGLET_CUDA OR NOT cuda_sources OR NOT (RINGLET_PROGRAMS OR RINGLET_CUDA STREQUAL "ON"))
  return()
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

add_library(ringlet_cuda STATIC EXCLUDE_FROM_ALL ${cuda_sources})  # only where a program or the library takes it
target_include_directories(ringlet_cuda PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(ringlet_cuda PRIVATE ringlet_numbers)
if(RINGLET_TESTS)  # which read the PTX in the objects
  target_compile_options(ringlet_cuda PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--no-compress>)
endif()
target_compile_definitions(ringlet_cuda PUBLIC RINGLET_HAS_CUDA=1
  PRIVATE RINGLET_ISA=cuda RINGLET_DEVICE_LANES=32)
set_target_properties(ringlet_cuda PROPERTIES CUDA_ARCHITECTURES "${RINGLET_CUDA_ARCHITECTURES}"
  CUDA_RUNTIME_LIBRARY Static)
