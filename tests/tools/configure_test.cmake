# What the build's options mean, seen in what is configured (nothing is compiled), and what the engine's version hangs on.
# usage: cmake -DSOURCE=... -DSCRATCH=... -P configure_test.cmake
file(REMOVE_RECURSE ${SCRATCH})
set(build ${SCRATCH}/build)

# configure(FAILS SETTING...): the library by Makefiles, without Python, which only tests need; FAILS: whether that is to
# fail. `said` is what CMake said, in one line.
function(configure fails)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${build} -G "Unix Makefiles" -DRINGLET_TESTS=OFF
    -DRINGLET_PROGRAMS=OFF -DRINGLET_VIEW=OFF -DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON ${ARGN}
    RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  string(REGEX REPLACE "[ \n]+" " " said "${out}${err}")
  if((fails AND code EQUAL 0) OR NOT (fails OR code EQUAL 0))
    message(FATAL_ERROR "configured with ${ARGN}: exit code ${code}\n${out}${err}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()

function(expect what text pattern)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "${what}: no '${pattern}' in\n${text}")
  endif()
endfunction()

# expect_line(WANTED FILE PATTERN): whether a line of the build's FILE matches is as WANTED says.
function(expect_line wanted name pattern)
  file(STRINGS ${build}/${name} lines REGEX "${pattern}")
  if((wanted AND NOT lines) OR (lines AND NOT wanted))
    message(FATAL_ERROR "a line of ${name} that matches '${pattern}': wanted ${wanted}, found '${lines}'")
  endif()
endfunction()

function(test_configure)
  configure(OFF -DRINGLET_CUDA=no -DCMAKE_CXX_FLAGS=-march=native)
  expect_line(ON CMakeFiles/Makefile2 "ringlet_library.dir/all: .*ringlet_api.dir/all")  # or `make -j2` joins what is not compiled yet
  expect_line(ON CMakeFiles/Makefile2 "ringlet_library.dir/all: .*ringlet_models.dir/all")
  expect_line(OFF CMakeFiles/Makefile2 "ringlet_cuda")
  expect_line(ON CMakeFiles/ringlet_library.dir/build.make "-march=native -r -nostdlib")
  expect_line(OFF compile_commands.json "-flto|-fno-lto")
  configure(OFF -DRINGLET_CUDA=OFF -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON)
  expect_line(ON compile_commands.json "-flto.* -fno-lto.*/core/base/hash.cpp")
  foreach(value banana 2)
    configure(ON -DRINGLET_CUDA=${value})
    expect("RINGLET_CUDA" "${said}" "RINGLET_CUDA is '${value}'; set it to ON, OFF or AUTO")
  endforeach()

  # A header that is neither installed nor to be fetched.
  set(no_json -DRINGLET_CUDA=0 -DRINGLET_INCLUDE_nlohmann_json_hpp= -DFETCHCONTENT_FULLY_DISCONNECTED=ON)
  configure(ON ${no_json})
  expect("no header" "${said}" "no nlohmann/json.hpp; install nlohmann-json3-dev or set FETCHCONTENT_SOURCE_DIR_JSON to a copy of ")
  file(WRITE ${SCRATCH}/json/single_include/nlohmann/json.hpp "// a copy")
  configure(OFF ${no_json} -DFETCHCONTENT_SOURCE_DIR_JSON=${SCRATCH}/json)
  expect_line(ON headers/json/nlohmann/json.hpp "a copy")

  find_program(nvcc NAMES nvcc HINTS ENV CUDACXX PATHS /usr/local/cuda/bin)
  if(NOT nvcc)
    message("SKIPPED: no nvcc, whose kernels a library without CUDA might compile")
    return()
  endif()
  configure(OFF -DRINGLET_CUDA=auto -DCMAKE_CUDA_COMPILER=${nvcc})
  expect_line(OFF CMakeFiles/Makefile2 "^all: .*ringlet_cuda")
  configure(OFF -DRINGLET_CUDA=yes)
  expect_line(ON CMakeFiles/Makefile2 "ringlet_library.dir/all: .*ringlet_cuda")
endfunction()

# engine(VARIABLE): the version of the sources in SCRATCH/engine.
function(engine variable)
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${SCRATCH}/engine -DVERSION=1 -DHEADER=${SCRATCH}/engine.h
    -P ${SOURCE}/cmake/EngineVersion.cmake RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "EngineVersion.cmake: exit code ${code}")
  endif()
  file(READ ${SCRATCH}/engine.h header)
  expect("the engine's version" "${header}" "^#define RINGLET_ENGINE \"1-[0-9a-f]+\"\n$")
  set(${variable} "${header}" PARENT_SCOPE)
endfunction()

# Rooms that only show hair do not count, those that move it or read its recordings do.
function(test_engine)
  foreach(room base models/dftl play scenes view light)
    file(WRITE ${SCRATCH}/engine/core/${room}/a.cpp "int before;")
  endforeach()
  engine(before)
  foreach(room play view light)
    file(WRITE ${SCRATCH}/engine/core/${room}/a.cpp "int after;")
  endforeach()
  engine(after)
  if(NOT before STREQUAL after)
    message(FATAL_ERROR "the engine's version hangs on what shows hair: ${before}, then ${after}")
  endif()
  foreach(room base models/dftl scenes)
    file(WRITE ${SCRATCH}/engine/core/${room}/a.cpp "int after;")
    engine(next)
    if(next STREQUAL after)
      message(FATAL_ERROR "the engine's version does not hang on core/${room}")
    endif()
    set(after "${next}")
  endforeach()
endfunction()

test_engine()
find_program(make NAMES make gmake)
if(make)
  test_configure()
else()
  message("SKIPPED: no make, whose files are looked into")
endif()
