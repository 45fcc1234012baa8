# Everything `ctest` runs.
#
# The unit tests are one doctest program, natively and as WebAssembly under
# node; each room is a ctest of its own so that they share the cores.
file(GLOB_RECURSE unit_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*_test.cpp)
file(GLOB support_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*.cpp)
if(NOT TARGET ringlet_view OR EMSCRIPTEN)
  list(FILTER unit_sources EXCLUDE REGEX "/tests/view/")
endif()

# doctest is one header. It is taken alone, away from its neighbours: a system's
# own include folder must not come before Emscripten's.
find_path(RINGLET_DOCTEST_INCLUDE doctest/doctest.h NO_CMAKE_FIND_ROOT_PATH
  PATHS /usr/include /usr/local/include DOC "The folder that holds doctest/doctest.h")
if(NOT RINGLET_DOCTEST_INCLUDE)
  message(FATAL_ERROR "doctest/doctest.h was not found; install doctest (Debian: doctest-dev), "
    "set RINGLET_DOCTEST_INCLUDE to the folder above it, or configure with -DRINGLET_TESTS=OFF")
endif()
file(COPY ${RINGLET_DOCTEST_INCLUDE}/doctest/doctest.h DESTINATION ${PROJECT_BINARY_DIR}/include/doctest)

if(unit_sources)
  add_executable(ringlet_tests ${unit_sources} ${support_sources})
  target_link_libraries(ringlet_tests PRIVATE ringlet_core)
  target_include_directories(ringlet_tests SYSTEM PRIVATE ${PROJECT_BINARY_DIR}/include)
  target_compile_definitions(ringlet_tests PRIVATE RINGLET_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(TARGET ringlet_view AND NOT EMSCRIPTEN)
    target_link_libraries(ringlet_tests PRIVATE ringlet_view)
  endif()
  if(EMSCRIPTEN)
    ringlet_web_program(ringlet_tests node)
  endif()
endif()
