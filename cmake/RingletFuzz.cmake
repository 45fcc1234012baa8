# One program that fuzzes what RINGLET_FUZZ_TARGET names: a format's extension,
# `motion`, `parameters` or `recording`. tools/fuzz runs it; tests/fuzz/seeds has a folder a target.
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp)
add_executable(ringlet_fuzz ${fuzz_sources} ${PROJECT_SOURCE_DIR}/core/scenes/motion_csv.cpp
  ${PROJECT_SOURCE_DIR}/core/scenes/recording_text.cpp ${PROJECT_SOURCE_DIR}/core/models/frame.cpp)
target_include_directories(ringlet_fuzz PRIVATE ${PROJECT_SOURCE_DIR})
# Without the models and scenes, which take long to compile and read no files.
foreach(room base math params groom collide files)
  if(TARGET ringlet_${room})
    target_link_libraries(ringlet_fuzz PRIVATE $<TARGET_OBJECTS:ringlet_${room}>)
  endif()
endforeach()
target_link_libraries(ringlet_fuzz PRIVATE ringlet_numbers Threads::Threads)
target_link_options(ringlet_fuzz PRIVATE -fsanitize=fuzzer)
