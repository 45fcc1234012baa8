# ringlet_engine_sources(VARIABLE ROOT [CONFIGURE_DEPENDS]): what the simulation is compiled from, relative to ROOT.
function(ringlet_engine_sources variable root)
  file(GLOB_RECURSE sources RELATIVE ${root} ${ARGN} ${root}/core/*.h ${root}/core/*.cpp)
  list(FILTER sources EXCLUDE REGEX "^core/(light|play|view)/")
  list(SORT sources)
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# As a script: writes HEADER with RINGLET_ENGINE, the project's version and eight digits of those sources, so that a
# link can say which engine made it. usage: cmake -DROOT=... -DVERSION=... -DHEADER=... -P EngineVersion.cmake
if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()
ringlet_engine_sources(sources ${ROOT})
set(all "")
foreach(source IN LISTS sources)
  file(SHA256 ${ROOT}/${source} digest)
  string(APPEND all "${source} ${digest}\n")
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING ${digest} 0 8 digest)
file(WRITE ${HEADER} "#define RINGLET_ENGINE \"${VERSION}-${digest}\"\n")
