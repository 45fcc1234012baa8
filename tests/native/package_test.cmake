# Installs the library from BUILD into a folder of its own, builds the example
# against that package alone, runs it twice and compares.
# usage: cmake -DBUILD=... -DEXAMPLE=... -DSCRATCH=... -DGENERATOR=... -P package_test.cmake
function(call)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nexit code ${code}\n${out}${err}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
call(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix --component library)
call(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${SCRATCH}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix)
call(${CMAKE_COMMAND} --build ${SCRATCH}/build)

foreach(turn 1 2)
  call(${SCRATCH}/build/minimal straight strands=20,particles=12)
  if(NOT out MATCHES "20 strands, 240 particles.*tip at .*\nhash ([0-9a-f]+)\n$")
    message(FATAL_ERROR "the example printed:\n${out}")
  endif()
  set(hash${turn} ${CMAKE_MATCH_1})
endforeach()
if(NOT hash1 STREQUAL hash2)
  message(FATAL_ERROR "two runs of the example differ: ${hash1} and ${hash2}")
endif()

call(${SCRATCH}/build/minimal straight strands=20,particles=12 verlet)
if(NOT out MATCHES "hash ([0-9a-f]+)\n$" OR CMAKE_MATCH_1 STREQUAL hash1)
  message(FATAL_ERROR "with another hair model the example printed:\n${out}")
endif()

foreach(bad "straight;;nosuchmodel" "nosuchscene" "straight;strands=-1" "straight;nosuchkey=1" "straight;strands")
  execute_process(COMMAND ${SCRATCH}/build/minimal ${bad} RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE err)
  if(NOT code EQUAL 2 OR NOT err MATCHES "^error: ")
    message(FATAL_ERROR "the example with ${bad}: exit code ${code}\n${err}")
  endif()
endforeach()
message("hash ${hash1}")
