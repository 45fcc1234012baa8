# ringlet_lane_kernels(SOURCE): compiles SOURCE once per instruction set, each
# with RINGLET_ISA (its namespace) and RINGLET_LANES (its tile width), and adds
# the objects to the core. One is chosen at run time, see core/models/lane_kernels.h.
add_library(ringlet_page_kernels INTERFACE)  # those that the page takes

set(optimise -O3)
if(RINGLET_SANITIZE)
  set(optimise -O1)  # every access is checked: more takes minutes to compile
elseif(EMSCRIPTEN)
  set(optimise -O2)  # what -O3 adds is download: it unrolls and inlines, and lanes are written out
endif()
set(RINGLET_OPTIMISE_KERNELS ${optimise} CACHE STRING "The compilers' level for lane kernels")

# What is passed by value there are dozens of vectors: gcc copies them through memory, by halves that the processor then waits for,
# unless it is told to take structs apart, and to copy what is left by whole vectors. Results are the same.
include(CheckCXXCompilerFlag)
set(apart "--param=sra-max-scalarization-size-Ospeed=2048")
check_cxx_compiler_flag("-mavx2 -mmove-max=256 -mstore-max=256 ${apart}" RINGLET_COPIES_VECTORS)

function(ringlet_lane_kernel source isa lanes)
  get_filename_component(name ${source} NAME_WE)
  set(target ringlet_${name}_${isa})
  add_library(${target} OBJECT ${source})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE ringlet_numbers)
  target_compile_definitions(${target} PRIVATE RINGLET_ISA=${isa} RINGLET_LANES=${lanes})
  target_compile_options(${target} PRIVATE ${RINGLET_OPTIMISE_KERNELS} ${ARGN})
  ringlet_objects_of(ringlet_core ${target})
endfunction()

# The page runs 4 lanes, and 8 where the model's dispatch asks for them; it does
# without the others, so that nobody waits for their compilation.
function(ringlet_page_lanes source)
  get_filename_component(name ${source} NAME_WE)
  target_link_libraries(ringlet_page_kernels INTERFACE $<TARGET_OBJECTS:ringlet_${name}_lanes4>)
  string(REGEX REPLACE "_kernels\\.cpp$" "_dispatch.cpp" dispatch ${source})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dispatch})
  file(STRINGS ${dispatch} eight REGEX "^RINGLET_LANE_KERNELS_OF_ALL\\(.*, 8\\)")
  if(eight)
    target_link_libraries(ringlet_page_kernels INTERFACE $<TARGET_OBJECTS:ringlet_${name}_lanes8>)
  endif()
endfunction()

function(ringlet_lane_kernels source)
  ringlet_lane_kernel(${source} scalar 1)
  ringlet_lane_kernel(${source} lanes4 4)
  if(EMSCRIPTEN)
    ringlet_lane_kernel(${source} lanes8 8)
    ringlet_page_lanes(${source})
  elseif(RINGLET_SANITIZE)
    # One lane and four: wider ones are the same source, and take minutes to compile with every access checked.
    target_compile_definitions(ringlet_models PRIVATE RINGLET_NARROW_LANES=1)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
    foreach(bits 256 512)
      set(copies${bits} "")
      if(RINGLET_COPIES_VECTORS)
        set(copies${bits} -mmove-max=${bits} -mstore-max=${bits} ${apart})
      endif()
    endforeach()
    ringlet_lane_kernel(${source} avx2 8 -mavx2 ${copies256})
    ringlet_lane_kernel(${source} avx512 16 -mavx512f ${copies512})
  endif()
endfunction()
