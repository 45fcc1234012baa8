# The headers that read .glb: tinygltf and the JSON library under it. The
# system's are copied away from their neighbours, since a system's own include
# folder must not come before Emscripten's; where there are none, the pinned
# release is fetched, which has both.
find_path(RINGLET_TINYGLTF_INCLUDE tiny_gltf.h NO_CMAKE_FIND_ROOT_PATH
  PATHS /usr/include /usr/local/include DOC "The folder that holds tiny_gltf.h")
find_path(RINGLET_JSON_INCLUDE nlohmann/json.hpp NO_CMAKE_FIND_ROOT_PATH
  PATHS /usr/include /usr/local/include DOC "The folder that holds nlohmann/json.hpp")
set(gltf_headers ${PROJECT_BINARY_DIR}/gltf)
if(RINGLET_TINYGLTF_INCLUDE AND RINGLET_JSON_INCLUDE)
  file(COPY ${RINGLET_TINYGLTF_INCLUDE}/tiny_gltf.h DESTINATION ${gltf_headers})
  file(COPY ${RINGLET_JSON_INCLUDE}/nlohmann DESTINATION ${gltf_headers})
else()
  include(FetchContent)
  FetchContent_Declare(tinygltf GIT_REPOSITORY https://github.com/syoyo/tinygltf.git GIT_TAG v2.7.0 GIT_SHALLOW ON)
  FetchContent_GetProperties(tinygltf)
  if(NOT tinygltf_POPULATED)
    FetchContent_Populate(tinygltf)
  endif()
  file(COPY ${tinygltf_SOURCE_DIR}/tiny_gltf.h ${tinygltf_SOURCE_DIR}/json.hpp DESTINATION ${gltf_headers})
endif()
target_include_directories(ringlet_files SYSTEM PRIVATE ${gltf_headers})
