# Everything `ctest` runs; `make test` leaves out what has the label `long`. Tests that drive the programs of other builds are
# registered where these folders are named:
set(RINGLET_CLANG_BUILD "" CACHE PATH "Build folder of preset clang")
set(RINGLET_WEB_BUILD "" CACHE PATH "Build folder of preset web")
set(RINGLET_EMULATED_PROCESSORS "" CACHE STRING "Other processors, whose presets NAME-quick are built beside this one")
set(RINGLET_AARCH64_BUILD "" CACHE PATH "Build folder of preset aarch64")
set(RINGLET_SITE "" CACHE PATH "Folder of the finished page")
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
find_program(RINGLET_NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH DOC "Runs WebAssembly and the browser tests")
# Of a program that a test starts for a moment most functions are never called.
set(run_wasm ${RINGLET_NODE} --wasm-lazy-compilation)
set(tests ${PROJECT_SOURCE_DIR}/tests)

# --- Unit tests: one doctest program, each room a test of its own so that they
# share the cores.
file(GLOB_RECURSE unit_sources CONFIGURE_DEPENDS ${tests}/*.cpp)
list(FILTER unit_sources EXCLUDE REGEX "/(node_modules|fuzz|package)/|/emulated_[a-z]+\\.cpp$")
if(NOT TARGET ringlet_view OR EMSCRIPTEN)
  list(FILTER unit_sources EXCLUDE REGEX "/tests/(view|play)/")
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

# Odd grooms and motions are those of `ringlet bench rest`.
file(GLOB rest_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/native/rest/*.cpp)
add_executable(ringlet_tests ${unit_sources} ${rest_sources})
set_property(SOURCE ${tests}/kernels/executor_test.cpp PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)  # it sets RINGLET_ISA
ringlet_joined(ringlet_tests)
target_compile_options(ringlet_tests PRIVATE -O1)  # what is tested is optimised; more of the tests themselves takes longer than it saves
target_link_libraries(ringlet_tests PRIVATE ringlet_core ringlet_verify ringlet_emulated)
target_include_directories(ringlet_tests SYSTEM PRIVATE ${PROJECT_BINARY_DIR}/include)
target_compile_definitions(ringlet_tests PRIVATE RINGLET_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
# Eigen serves dense references in tests only; without it they are skipped in words.
find_path(RINGLET_EIGEN_INCLUDE Eigen/Dense NO_CMAKE_FIND_ROOT_PATH PATH_SUFFIXES eigen3
  PATHS /usr/include /usr/local/include DOC "The folder that holds Eigen/Dense")
if(RINGLET_EIGEN_INCLUDE)
  target_include_directories(ringlet_tests SYSTEM PRIVATE ${RINGLET_EIGEN_INCLUDE})
  target_compile_definitions(ringlet_tests PRIVATE RINGLET_HAS_EIGEN=1)
endif()
if(TARGET ringlet_view AND NOT EMSCRIPTEN)
  target_link_libraries(ringlet_tests PRIVATE ringlet_view)
endif()
if(EMSCRIPTEN)
  ringlet_web_program(ringlet_tests node)
  target_compile_definitions(ringlet_tests PRIVATE DOCTEST_CONFIG_NO_MULTITHREADING)  # no thread_local: see thread_pool.cpp
  # All that is tested is optimised; to do it as a whole takes long.
  target_link_options(ringlet_tests PRIVATE -O1 -sBINARYEN_EXTRA_PASSES=--optimize-level=1)
endif()

# ringlet_unit_tests(PREFIX COMMAND...): the rooms of tests/, run by COMMAND.
function(ringlet_unit_tests prefix)
  set(rooms "")
  foreach(source IN LISTS unit_sources)
    file(RELATIVE_PATH path ${tests} ${source})
    if(path MATCHES "^([^/]+)/")
      list(APPEND rooms ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  if(prefix STREQUAL wasm)
    list(REMOVE_ITEM rooms view play)  # which need a desktop's OpenGL
  endif()
  foreach(room IN LISTS rooms)
    add_test(NAME ${prefix}.${room} COMMAND ${ARGN} "--source-file=*/tests/${room}/*")
  endforeach()
endfunction()

# Cases of the suite `long`, and these that take most of the others' time, judge how hair moves over many seconds or shapes. Under
# node they judge the same bits once more (tests/parity holds them together), so that is for `make test-all`. So are the kernels
# as plain C++, which no page runs.
set(judging "wisp contacts: piled on a head*,wisp contacts: at 0 to 20 degrees*,wisps of limp hair that lie in each other*"
  ",a lock whose strands meet falls*,a lock of strands that meet stays*,strands of particles that lie on the head*"
  ",limp default strands come to rest*,hair that leaves the head from within*,every scene keeps its groom*"
  ",heads of super-helices rest five seconds*,placed files: strands that run from tip to root*")
string(CONCAT judging ${judging})
function(ringlet_wasm_unit_tests program)
  ringlet_unit_tests(wasm ${run_wasm} ${program} --test-suite-exclude=long "--test-case-exclude=${judging}")
  add_test(NAME wasm.long COMMAND ${run_wasm} ${program} --test-suite=long)
  add_test(NAME wasm.judging COMMAND ${run_wasm} ${program} "--test-case=${judging}")
  set_tests_properties(wasm.long wasm.judging wasm.kernels PROPERTIES LABELS long TIMEOUT 1800 COST 500)
endfunction()
if(EMSCRIPTEN)
  ringlet_wasm_unit_tests($<TARGET_FILE:ringlet_tests>)
  return()
endif()
ringlet_unit_tests(unit ringlet_tests)
if(RINGLET_WEB_BUILD)
  ringlet_wasm_unit_tests(${RINGLET_WEB_BUILD}/ringlet_tests.js)
endif()

# --- The fuzzers: their seeds, and 5,000 texts each, a second at most; `make fuzz` takes longer.
set(RINGLET_FUZZ_BUILD "" CACHE PATH "Build folder of preset fuzz")
file(GLOB fuzz_targets CONFIGURE_DEPENDS RELATIVE ${tests}/fuzz/seeds ${tests}/fuzz/seeds/*)
foreach(target IN LISTS fuzz_targets)
  if(RINGLET_FUZZ_BUILD)
    set(corpus ${PROJECT_BINARY_DIR}/fuzz/${target})
    file(MAKE_DIRECTORY ${corpus})
    add_test(NAME fuzz.${target} COMMAND ${RINGLET_FUZZ_BUILD}/ringlet_fuzz -runs=5000 -max_total_time=1 -max_len=16384
      -timeout=10 -rss_limit_mb=2048 -artifact_prefix=${PROJECT_BINARY_DIR}/fuzz/found-${target}-
      ${corpus} ${tests}/fuzz/seeds/${target})
    set_tests_properties(fuzz.${target} PROPERTIES ENVIRONMENT RINGLET_FUZZ_TARGET=${target} COST 3)
  else()
    add_test(NAME fuzz.${target} COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: no fuzzers built (preset fuzz)")
  endif()
endforeach()

if(TARGET ringlet)
  file(GLOB page_targets CONFIGURE_DEPENDS RELATIVE ${tests}/fuzz/page_seeds ${tests}/fuzz/page_seeds/*)
  foreach(target IN LISTS page_targets)
    add_test(NAME fuzz.page-${target} COMMAND ${RINGLET_NODE} ${tests}/fuzz/page_fuzz.mjs ${target} 1 1
      $<TARGET_FILE:ringlet>)
    set_tests_properties(fuzz.page-${target} PROPERTIES COST 3)
  endforeach()
endif()

# --- Files that others read: Blender, and an independent USD parser.
if(TARGET ringlet)
  add_test(NAME blender COMMAND Python3::Interpreter ${tests}/blender/blender.py ${PROJECT_SOURCE_DIR}
    $<TARGET_FILE:ringlet>)
  set_tests_properties(blender PROPERTIES TIMEOUT 300)
  add_test(NAME files.usd_parser COMMAND ${RINGLET_NODE} ${tests}/files/usd_parser.mjs
    ${PROJECT_SOURCE_DIR}/build/deps $<TARGET_FILE:ringlet>)
endif()

# --- The tools: which tests run again, `make demo` with compilers that are played, and the build's options.
add_test(NAME run-ctest COMMAND Python3::Interpreter ${tests}/tools/run_ctest_test.py ${PROJECT_SOURCE_DIR})
add_test(NAME configure COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DSCRATCH=${PROJECT_BINARY_DIR}/configure-test
  -P ${tests}/tools/configure_test.cmake)
add_test(NAME demo COMMAND ${RINGLET_NODE} ${tests}/tools/demo_test.mjs ${PROJECT_SOURCE_DIR})

# --- Layering.
add_test(NAME layering COMMAND Python3::Interpreter ${tests}/layering/layering.py ${PROJECT_SOURCE_DIR})
add_test(NAME layering.selftest COMMAND Python3::Interpreter ${tests}/layering/layering_selftest.py)
add_test(NAME layering.functions COMMAND Python3::Interpreter ${tests}/layering/functions.py ${PROJECT_SOURCE_DIR})
add_test(NAME layering.isa COMMAND Python3::Interpreter ${tests}/layering/isa.py ${PROJECT_BINARY_DIR})
add_test(NAME layering.format COMMAND Python3::Interpreter ${tests}/layering/format.py ${PROJECT_SOURCE_DIR})
add_test(NAME layering.picture COMMAND Python3::Interpreter ${tests}/layering/picture.py ${PROJECT_SOURCE_DIR})

# --- The installed package, and its example.
add_test(NAME package COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR}
  -DEXAMPLE=${PROJECT_SOURCE_DIR}/examples/minimal -DSOURCES=${tests}/native/package -DHIDDEN=${RINGLET_HIDES_NAMES} -DSCRATCH=${PROJECT_BINARY_DIR}/package-test
  -DGENERATOR=${CMAKE_GENERATOR} -P ${tests}/native/package_test.cmake)

# --- Parity: a test a scene, as the golden file names them.
if(TARGET ringlet)
  set(parity Python3::Interpreter ${tests}/parity/parity.py ${tests}/golden/goldens.json
    --native $<TARGET_FILE:ringlet>)
  add_test(NAME parity.complete COMMAND ${parity} --complete)
  if(RINGLET_CLANG_BUILD)
    list(APPEND parity --clang ${RINGLET_CLANG_BUILD}/ringlet)
  endif()
  if(RINGLET_WEB_BUILD)
    list(APPEND parity --node ${RINGLET_WEB_BUILD}/ringlet.js --node-threads ${RINGLET_WEB_BUILD}/ringlet-threads.js)
  endif()
  set(scenes "")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tests}/golden/goldens.json)
  if(EXISTS ${tests}/golden/goldens.json)
    file(READ ${tests}/golden/goldens.json goldens)
    string(REGEX MATCHALL "\"scene\": *\"[a-z0-9_-]+\"" scenes "${goldens}")
    list(REMOVE_DUPLICATES scenes)
  endif()
  foreach(scene IN LISTS scenes)
    string(REGEX REPLACE ".*\"([a-z0-9_-]+)\"$" "\\1" scene "${scene}")
    add_test(NAME parity.${scene} COMMAND ${parity} --scene ${scene})
  endforeach()
endif()

# --- Other processors, emulated: small scenes of each hair model and step, and `make test-all` every scene in every way on ARM.
if(TARGET ringlet)
  set(emulated Python3::Interpreter ${tests}/parity/emulated.py ${tests}/golden/goldens.json $<TARGET_FILE:ringlet>)
  foreach(name IN LISTS RINGLET_EMULATED_PROCESSORS)
    add_test(NAME emulated.${name} COMMAND ${emulated} qemu-${name} ${PROJECT_BINARY_DIR}/../${name}-quick/ringlet helix limp ringlets layers helix-types buckling rods walk)
    set_tests_properties(emulated.${name} PROPERTIES TIMEOUT 600)
  endforeach()
  if(NOT RINGLET_EMULATED_PROCESSORS)
    add_test(NAME emulated COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: other processors: no cross compiler or no qemu-user")
  endif()
  if(RINGLET_AARCH64_BUILD)
    add_test(NAME emulated.every-way COMMAND ${emulated} qemu-aarch64 ${RINGLET_AARCH64_BUILD}/ringlet --every-way)
  else()
    add_test(NAME emulated.every-way COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: every way on ARM: `make test-all` builds it, where there are a cross compiler and qemu-user")
  endif()
  set_tests_properties(emulated.every-way PROPERTIES LABELS long TIMEOUT 3000 COST 1000)
  # And 16 lanes, which few processors have.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
    add_test(NAME avx512 COMMAND Python3::Interpreter ${tests}/parity/avx512.py ${tests}/golden/goldens.json $<TARGET_FILE:ringlet> ${PROJECT_BINARY_DIR}/avx512)
    set_tests_properties(avx512 PROPERTIES LABELS long TIMEOUT 6000 COST 2000)
  endif()
endif()

# --- The command line: scripts that get the program, then the one under node.
set(cli_tests "")
if(TARGET ringlet)
  file(GLOB cli_tests CONFIGURE_DEPENDS ${tests}/native/*.py ${tests}/native/*.sh)
endif()
foreach(script IN LISTS cli_tests)
  get_filename_component(name ${script} NAME_WE)
  set(runner Python3::Interpreter)
  if(script MATCHES "\\.sh$")
    set(runner sh)
  endif()
  add_test(NAME ${name} COMMAND ${runner} ${script} $<TARGET_FILE:ringlet>)
  if(RINGLET_WEB_BUILD)
    add_test(NAME ${name}.wasm COMMAND ${runner} ${script} ${run_wasm} ${RINGLET_WEB_BUILD}/ringlet.js)
    set_tests_properties(${name}.wasm PROPERTIES COST 20)  # long: not left for last
  endif()
endforeach()

if(TARGET ringlet_viewer)
  add_test(NAME viewer COMMAND sh ${tests}/view/viewer.sh $<TARGET_FILE:ringlet_viewer> $<TARGET_FILE:ringlet>
    $<TARGET_FILE:ringlet_viewer_emulated>)
  add_test(NAME light COMMAND Python3::Interpreter ${tests}/view/light.py $<TARGET_FILE:ringlet_viewer> $<TARGET_FILE:ringlet> ${PROJECT_SOURCE_DIR})
endif()

# --- The CUDA kernels: what nvcc made of them, and the GPU where there is one.
if(TARGET ringlet)
  add_test(NAME docs.commands COMMAND Python3::Interpreter ${tests}/docs/commands.py $<TARGET_FILE:ringlet> ${PROJECT_SOURCE_DIR})
endif()
if(TARGET ringlet)
  add_test(NAME cuda COMMAND Python3::Interpreter ${tests}/kernels/cuda.py $<TARGET_FILE:ringlet>)
  add_test(NAME bench COMMAND Python3::Interpreter ${tests}/kernels/bench.py $<TARGET_FILE:ringlet>)
endif()
if(RINGLET_CLANG_BUILD)
  add_test(NAME cuda.dry-run COMMAND Python3::Interpreter ${tests}/kernels/dry_run.py ${RINGLET_CLANG_BUILD}/ringlet)
endif()
add_test(NAME gpu-table COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/gpu-table --check)
if(TARGET ringlet_cuda)
  # Bytes of stack, where a step may have any: a Super-Helix's takes all registers that a thread may have, as that of a wisp's two rods,
  # and some values more.
  set(stack_of_discrete_rod 1104)
  set(stack_of_rigid_chain 1024)
  set(stack_of_super_helix 256)
  file(GLOB model_kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cu)
  list(FILTER model_kernels EXCLUDE REGEX "/(facts|strands)\\.cu$")  # of no model
  foreach(source IN LISTS model_kernels)
    get_filename_component(model ${source} NAME_WE)
    if(model MATCHES "_contacts$")  # what strands do to each other; a sort counts its digits on the stack
      set(asked 64 itemThread)
    elseif(stack_of_${model})
      set(asked ${stack_of_${model}} stageThread beginThread)
    else()
      set(asked 0 stageThread beginThread)
    endif()
    add_test(NAME cuda.ptx.${model} COMMAND Python3::Interpreter ${tests}/kernels/ptx.py
      ${PROJECT_BINARY_DIR}/compile_commands.json ${source} ${asked})
  endforeach()
  add_test(NAME cuda.floor COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/kernels/floor.py ${CMAKE_CUDA_COMPILER})
else()
  add_test(NAME cuda.ptx COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: no nvcc compiled the CUDA kernels of this build")
endif()

# --- The page in a browser.
if(RINGLET_SITE)
  # Two programs, for the pictures that are compared are drawn by another browser.
  # Drawing in software takes every core: two browsers at a time only wait for each other.
  # They take longest, so they start first.
  file(GLOB browser_tests CONFIGURE_DEPENDS ${tests}/browser/*_test.mjs)
  set(picture_tests ${tests}/browser/picture_test.mjs ${tests}/browser/detail_test.mjs)
  list(REMOVE_ITEM browser_tests ${picture_tests})
  set(run_browser ${RINGLET_NODE} ${tests}/browser/run.mjs ${RINGLET_SITE})
  add_test(NAME browser.pages COMMAND ${run_browser} ${browser_tests})
  add_test(NAME browser.pictures COMMAND ${run_browser} ${picture_tests})
  add_test(NAME browser.whole COMMAND ${run_browser} ${tests}/browser/detail_test.mjs ${tests}/browser/files_test.mjs)
  set_tests_properties(browser.whole PROPERTIES LABELS long RESOURCE_LOCK browser TIMEOUT 900
    ENVIRONMENT "RINGLET_WHOLE=1")
  # Two more engines, in short; `make test-all` asks them for all that people do.
  add_test(NAME browser.engines COMMAND ${RINGLET_NODE} ${tests}/browser/engines/short_test.mjs ${RINGLET_SITE})
  foreach(engine firefox webkit)
    add_test(NAME browser.${engine} COMMAND ${RINGLET_NODE} ${tests}/browser/engines/long_test.mjs ${RINGLET_SITE} ${engine})
    set_tests_properties(browser.${engine} PROPERTIES LABELS long RESOURCE_LOCK browser COST 900 TIMEOUT 1500)
  endforeach()
  set_tests_properties(browser.pages browser.pictures browser.engines PROPERTIES RESOURCE_LOCK browser COST 1000 TIMEOUT 2400
    ENVIRONMENT "RINGLET_SITE=${RINGLET_SITE};RINGLET_NATIVE=$<TARGET_FILE:ringlet>")
endif()

# The longest start first in a new build folder too, where nobody knows yet how long they take: seconds, about.
foreach(test_and_seconds light:70 parity.curl-twist:80 unit.kernels:75 unit.models:60 wasm.scenes:60 wasm.models:45
    cuda.ptx.discrete_rod:40 docs.commands:38 unit.scenes:34 layering.format:29)
  string(REPLACE ":" ";" pair ${test_and_seconds})
  list(GET pair 0 name)
  list(GET pair 1 seconds)
  if(TEST ${name})
    set_tests_properties(${name} PROPERTIES COST ${seconds})
  endif()
endforeach()
