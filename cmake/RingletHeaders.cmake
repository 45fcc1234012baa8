# Libraries that are headers alone.
#
# ringlet_headers(TARGET LIBRARY NAMES header.. PACKAGE name GIT url TAG tag FETCHED path..): lets
# TARGET include the headers NAMES of the system (Debian's PACKAGE), copied away from their neighbours,
# since a system's own include folder must not come before Emscripten's. Where one
# is missing, the files and folders FETCHED of the pinned release serve.
function(ringlet_headers target library)
  cmake_parse_arguments(HEADERS "" "PACKAGE;GIT;TAG" "NAMES;FETCHED" ${ARGN})
  set(from)
  set(missing)
  foreach(name IN LISTS HEADERS_NAMES)
    string(MAKE_C_IDENTIFIER "RINGLET_INCLUDE_${name}" place)
    find_path(${place} ${name} NO_CMAKE_FIND_ROOT_PATH PATHS /usr/include /usr/local/include
      DOC "The folder that holds ${name}")
    if(${place})
      string(REGEX REPLACE "/.*" "" first ${name})
      list(APPEND from ${${place}}/${first})
    else()
      list(APPEND missing ${name})
    endif()
  endforeach()
  if(missing)
    ringlet_fetch_headers()
    list(TRANSFORM HEADERS_FETCHED PREPEND ${${library}_SOURCE_DIR}/ OUTPUT_VARIABLE from)
  endif()
  file(COPY ${from} DESTINATION ${PROJECT_BINARY_DIR}/headers/${library})
  target_include_directories(${target} SYSTEM PUBLIC ${PROJECT_BINARY_DIR}/headers/${library})
endfunction()

# Sets LIBRARY_SOURCE_DIR of its caller to the pinned release. Where it is not to be had, FetchContent says so in many
# lines and not what to do.
function(ringlet_fetch_headers)
  include(FetchContent)
  string(TOUPPER "FETCHCONTENT_SOURCE_DIR_${library}" folder)
  set(unreachable OFF)
  if(NOT ${folder} AND NOT FETCHCONTENT_FULLY_DISCONNECTED AND NOT EXISTS ${FETCHCONTENT_BASE_DIR}/${library}-src)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_TERMINAL_PROMPT=0 git ls-remote ${HEADERS_GIT} HEAD
      RESULT_VARIABLE unreachable TIMEOUT 60 OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(NOT unreachable)
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
  endif()
  foreach(path IN LISTS HEADERS_FETCHED)
    if(unreachable OR NOT EXISTS ${${library}_SOURCE_DIR}/${path})
      list(JOIN missing " and no " missing)
      message(FATAL_ERROR "no ${missing}; install ${HEADERS_PACKAGE} or set ${folder} to a copy of ${HEADERS_GIT}")
    endif()
  endforeach()
  set(${library}_SOURCE_DIR ${${library}_SOURCE_DIR} PARENT_SCOPE)
endfunction()
