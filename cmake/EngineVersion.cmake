# Writes HEADER with RINGLET_ENGINE: the project's version and eight digits of
# what the simulation is compiled from, so that a link can say which engine made
# it. usage: cmake -DROOT=... -DVERSION=... -DHEADER=... -P EngineVersion.cmake
file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/core/*.h ${ROOT}/core/*.cpp)
list(FILTER sources EXCLUDE REGEX "^core/(light|view)/")
list(SORT sources)
set(all "")
foreach(source IN LISTS sources)
  file(SHA256 ${ROOT}/${source} digest)
  string(APPEND all "${source} ${digest}\n")
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING ${digest} 0 8 digest)
file(WRITE ${HEADER} "#define RINGLET_ENGINE \"${VERSION}-${digest}\"\n")
