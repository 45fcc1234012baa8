# The rooms of core/. Each is an object library, so that the linker cannot drop
# the objects that only register a model, a scene or a file format.
set(THREADS_PREFER_PTHREAD_FLAG ON)
if(NOT EMSCRIPTEN)
  find_package(Threads REQUIRED)
endif()

# What programs and tests link: every room's objects, and the lane kernels of every
# width. The page takes the rooms alone, and of the kernels what they ask for.
add_library(ringlet_rooms INTERFACE)
target_link_libraries(ringlet_rooms INTERFACE ringlet_numbers)
add_library(ringlet_core INTERFACE)
target_link_libraries(ringlet_core INTERFACE ringlet_rooms)
set_property(GLOBAL PROPERTY RINGLET_PARTS "")  # the targets whose objects are the core

function(ringlet_objects_of library target)
  target_link_libraries(${library} INTERFACE $<TARGET_OBJECTS:${target}>)
  set_property(GLOBAL APPEND PROPERTY RINGLET_PARTS ${target})
endfunction()

# ringlet_joined(TARGET): where RINGLET_JOINED is on, a target's sources are compiled as
# one a folder, for most of a compiler's time goes into the headers that they share.
function(ringlet_joined target)
  if(NOT RINGLET_JOINED)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER ${folder} folder)
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${folder})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
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
    if(EMSCRIPTEN AND NOT name MATCHES "^(contact|collide|models|groom|math)$")
      target_compile_options(ringlet_${name} PRIVATE -Os)  # no frame waits for it, and every visitor for its bytes
    endif()
    ringlet_joined(ringlet_${name})
    ringlet_objects_of(ringlet_rooms ringlet_${name})
  endif()
  foreach(kernel IN LISTS kernels)
    ringlet_lane_kernels(${kernel})
  endforeach()
endfunction()

foreach(room base math light params groom collide contact models files scenes)
  ringlet_room(${room})
endforeach()
target_include_directories(ringlet_rooms INTERFACE ${PROJECT_SOURCE_DIR})
if(TARGET Threads::Threads)
  target_link_libraries(ringlet_rooms INTERFACE Threads::Threads)
endif()
