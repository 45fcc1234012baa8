# Libraries that are headers alone.
#
# ringlet_headers(TARGET LIBRARY NAMES header.. GIT url TAG tag FETCHED path..): lets
# TARGET include the headers NAMES of the system, copied away from their neighbours,
# since a system's own include folder must not come before Emscripten's. Where one
# is missing, the files and folders FETCHED of the pinned release serve.
function(ringlet_headers target library)
  cmake_parse_arguments(HEADERS "" "GIT;TAG" "NAMES;FETCHED" ${ARGN})
  set(from)
  set(missing OFF)
  foreach(name IN LISTS HEADERS_NAMES)
    string(MAKE_C_IDENTIFIER "RINGLET_INCLUDE_${name}" place)
    find_path(${place} ${name} NO_CMAKE_FIND_ROOT_PATH PATHS /usr/include /usr/local/include
      DOC "The folder that holds ${name}")
    if(${place})
      string(REGEX REPLACE "/.*" "" first ${name})
      list(APPEND from ${${place}}/${first})
    else()
      set(missing ON)
    endif()
  endforeach()
  if(missing)
    include(FetchContent)
    string(REGEX MATCH "^[0-9a-f]+$" whole "${HEADERS_TAG}")  # a commit, which no shallow copy is asked for by
    if(whole)
      set(shallow OFF)
    else()
      set(shallow ON)
    endif()
    FetchContent_Declare(${library} GIT_REPOSITORY ${HEADERS_GIT} GIT_TAG ${HEADERS_TAG} GIT_SHALLOW ${shallow})
    FetchContent_GetProperties(${library})
    if(NOT ${library}_POPULATED)
      FetchContent_Populate(${library})
    endif()
    list(TRANSFORM HEADERS_FETCHED PREPEND ${${library}_SOURCE_DIR}/ OUTPUT_VARIABLE from)
  endif()
  file(COPY ${from} DESTINATION ${PROJECT_BINARY_DIR}/headers/${library})
  target_include_directories(${target} SYSTEM PUBLIC ${PROJECT_BINARY_DIR}/headers/${library})
endfunction()
