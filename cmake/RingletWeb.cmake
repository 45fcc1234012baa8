# WebAssembly. ringlet_web_program(TARGET page|node [THREADS]) gives a program the link
# flags of its surroundings. All objects are compiled for threads, and linked with and without.
if(NOT EMSCRIPTEN)
  return()
endif()

# What -O3 adds is download: 31 KB of the page, compressed.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# Debian's Emscripten keeps its JavaScript tools where only Debian's own node
# looks for them; any other node has to be told, at each link.
find_path(RINGLET_NODE_MODULES acorn/package.json PATHS /usr/share/nodejs NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
if(RINGLET_NODE_MODULES AND NOT EXISTS ${EMSCRIPTEN_ROOT_PATH}/node_modules/acorn)
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK
    "${CMAKE_COMMAND} -E env NODE_PATH=${RINGLET_NODE_MODULES}")
endif()
add_compile_options(-pthread)

# The setting's name changed; the main thread needs more than newer releases'
# 64 KiB, for lane code keeps a strand's scratch on the stack.
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.27)
  set(RINGLET_WEB_STACK -sTOTAL_STACK=1MB)
else()
  set(RINGLET_WEB_STACK -sSTACK_SIZE=1MB -sDEFAULT_PTHREAD_STACK_SIZE=1MB)
endif()

# Clang has inlined what is hot. That Binaryen moves every function with one caller into
# that caller takes longer than all else it does, and makes the page larger, not faster.
set(RINGLET_BINARYEN -sBINARYEN_EXTRA_PASSES=--optimize-level=2,--one-caller-inline-max-function-size=20)

function(ringlet_web_program target surroundings)
  cmake_parse_arguments(PROGRAM "THREADS" "" "" ${ARGN})
  target_link_options(${target} PRIVATE ${RINGLET_WEB_STACK} ${RINGLET_BINARYEN}
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sMAXIMUM_MEMORY=2GB)
  if(PROGRAM_THREADS)
    # Memory that grows and is shared costs speed only where JavaScript reads it.
    target_link_options(${target} PRIVATE -pthread -Wno-pthreads-mem-growth)
  endif()
  if(surroundings STREQUAL "node")
    set_target_properties(${target} PROPERTIES SUFFIX .js)
    target_link_options(${target} PRIVATE -sENVIRONMENT=node$<$<BOOL:${PROGRAM_THREADS}>:,worker>
      -sNODERAWFS=1 -sEXIT_RUNTIME=1 --pre-js ${PROJECT_SOURCE_DIR}/cmake/node-pre.js)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/node-pre.js)
    if(PROGRAM_THREADS)
      target_link_options(${target} PRIVATE -sPTHREAD_POOL_SIZE=4)
    endif()
  else()
    set_target_properties(${target} PROPERTIES SUFFIX .mjs)
    target_link_options(${target} PRIVATE -sENVIRONMENT=web$<$<BOOL:${PROGRAM_THREADS}>:,worker>
      -sMODULARIZE=1 -sEXPORT_ES6=1 -sEXPORT_NAME=createRinglet -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
      -sABORTING_MALLOC=0)
    if(PROGRAM_THREADS)
      target_link_options(${target} PRIVATE -sPTHREAD_POOL_SIZE=Math.min\(navigator.hardwareConcurrency,8\))
    endif()
  endif()
endfunction()
