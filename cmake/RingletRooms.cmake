# The rooms of core/. Each is an object library, so that the linker cannot drop
# the objects that only register a model, a scene or a file format.
set(THREADS_PREFER_PTHREAD_FLAG ON)
if(NOT EMSCRIPTEN)
  find_package(Threads REQUIRED)
endif()

# What programs and tests link: every room's objects.
add_library(ringlet_core INTERFACE)
target_link_libraries(ringlet_core INTERFACE ringlet_numbers)
set_property(GLOBAL PROPERTY RINGLET_OBJECTS "")

function(ringlet_core_objects target)
  target_link_libraries(ringlet_core INTERFACE $<TARGET_OBJECTS:${target}>)
  set_property(GLOBAL APPEND PROPERTY RINGLET_OBJECTS $<TARGET_OBJECTS:${target}>)
endfunction()

function(ringlet_room name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "_kernels\\.cpp$")
  file(GLOB_RECURSE kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/${name}/*_kernels.cpp)
  if(sources)
    add_library(ringlet_${name} OBJECT ${sources})
    target_include_directories(ringlet_${name} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(ringlet_${name} PUBLIC ringlet_numbers)
    if(TARGET Threads::Threads)
      target_link_libraries(ringlet_${name} PUBLIC Threads::Threads)
    endif()
    ringlet_core_objects(ringlet_${name})
  endif()
  foreach(kernel IN LISTS kernels)
    ringlet_lane_kernels(${kernel})
  endforeach()
endfunction()

# On the page small matters more than fast where a file is read once.
if(EMSCRIPTEN)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/core/files/glb_model.cpp PROPERTIES COMPILE_OPTIONS -Os)
endif()

foreach(room base math params groom collide contact models files scenes)
  ringlet_room(${room})
endforeach()
target_include_directories(ringlet_core INTERFACE ${PROJECT_SOURCE_DIR})
if(TARGET Threads::Threads)
  target_link_libraries(ringlet_core INTERFACE Threads::Threads)
endif()
