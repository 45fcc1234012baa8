# ringlet_lane_kernels(ROOM SOURCE): compiles SOURCE once per instruction set,
# each with RINGLET_ISA (its namespace) and RINGLET_LANES (its tile width), and
# adds the objects to the core. Chosen at run time, see core/models/dftl.
add_library(ringlet_kernel_objects INTERFACE)

function(ringlet_lane_kernel source isa lanes)
  get_filename_component(name ${source} NAME_WE)
  set(target ringlet_${name}_${isa})
  add_library(${target} OBJECT ${source})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE ringlet_numbers)
  target_compile_definitions(${target} PRIVATE RINGLET_ISA=${isa} RINGLET_LANES=${lanes})
  target_compile_options(${target} PRIVATE -O3 ${ARGN})
  target_link_libraries(ringlet_kernel_objects INTERFACE $<TARGET_OBJECTS:${target}>)
endfunction()

function(ringlet_lane_kernels room source)
  ringlet_lane_kernel(${source} scalar 1)
  if(EMSCRIPTEN)
    ringlet_lane_kernel(${source} lanes4 4)
    ringlet_lane_kernel(${source} lanes8 8)
  else()
    ringlet_lane_kernel(${source} lanes4 4)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
      ringlet_lane_kernel(${source} avx2 8 -mavx2)
      ringlet_lane_kernel(${source} avx512 16 -mavx512f)
    endif()
  endif()
endfunction()
