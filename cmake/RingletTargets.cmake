set(glm NAMES glm/glm.hpp PACKAGE libglm-dev GIT https://github.com/g-truc/glm.git TAG 0.9.9.8 FETCHED glm)
set(stb NAMES stb/stb_image.h stb/stb_image_write.h PACKAGE libstb-dev GIT https://github.com/nothings/stb.git
  TAG 8b5f1f37b5b75829fc72d38e7b5d4bcbf8a26d55 FETCHED stb_image.h stb_image_write.h)

# The programs: the command line, and where RINGLET_VIEW is on, the desktop
# viewer or the page.
if(RINGLET_VIEW)
  file(GLOB_RECURSE view_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/view/*.cpp ${PROJECT_SOURCE_DIR}/core/play/*.cpp)
  if(view_sources)
    include(RingletImgui)
    add_library(ringlet_view OBJECT ${view_sources})
    target_link_libraries(ringlet_view PUBLIC ringlet_numbers ringlet_imgui)
    ringlet_joined(ringlet_view)
    if(EMSCRIPTEN)
      target_compile_options(ringlet_view PRIVATE -O2)  # against -O3 13 KB less to download, compressed
    endif()
    ringlet_headers(ringlet_view glm ${glm})
    target_include_directories(ringlet_view PUBLIC ${PROJECT_SOURCE_DIR})
    add_subdirectory(${PROJECT_SOURCE_DIR}/shaders ${PROJECT_BINARY_DIR}/shaders)
  endif()
endif()

# The lines of `ringlet verify`, which the unit tests hold too.
if(RINGLET_PROGRAMS OR RINGLET_TESTS)
  file(GLOB_RECURSE verify_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/verify/*.cpp)
  add_library(ringlet_verify OBJECT ${verify_sources})
  target_link_libraries(ringlet_verify PUBLIC ringlet_numbers)
  target_include_directories(ringlet_verify PUBLIC ${PROJECT_SOURCE_DIR})
  ringlet_joined(ringlet_verify)
endif()

# The kernels as plain C++, the backend `emulated` of the programs that link it.
if(RINGLET_EMULATED_CUDA OR RINGLET_TESTS)
  add_library(ringlet_emulated OBJECT ${PROJECT_SOURCE_DIR}/tests/kernels/emulated_device.cpp)
  target_compile_options(ringlet_emulated PRIVATE -O1)  # every model's kernels in one: nobody waits for its frames, but for its compiler
  target_link_libraries(ringlet_emulated PUBLIC ringlet_numbers)
  target_include_directories(ringlet_emulated PUBLIC ${PROJECT_SOURCE_DIR})
endif()

# ringlet_program(NAME [VIEW] WEB page|node SOURCES FILE... [LIBRARIES TARGET...]); on the web it is linked twice, NAME and
# NAME_threads, from the same objects.
function(ringlet_program name)
  cmake_parse_arguments(PROGRAM "VIEW" "WEB" "SOURCES;LIBRARIES" ${ARGN})
  if(NOT PROGRAM_SOURCES)
    return()
  endif()
  add_executable(${name} ${PROGRAM_SOURCES})
  ringlet_joined(${name})
  set(libraries ${PROGRAM_LIBRARIES})
  if(PROGRAM_WEB STREQUAL page)
    list(APPEND libraries ringlet_rooms ringlet_page_kernels)
  else()
    list(APPEND libraries ringlet_core)
  endif()
  if(PROGRAM_VIEW)
    list(APPEND libraries ringlet_view)
  endif()
  target_link_libraries(${name} PRIVATE ${libraries})
  if(TARGET ringlet_cuda)
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/kernels/register.cpp)
    target_link_libraries(${name} PRIVATE ringlet_cuda)
  endif()
  if(EMSCRIPTEN)
    ringlet_web_program(${name} ${PROGRAM_WEB})
    add_executable(${name}_threads $<TARGET_OBJECTS:${name}>)
    set_target_properties(${name}_threads PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ${name}-threads)
    target_link_libraries(${name}_threads PRIVATE ${libraries})
    ringlet_web_program(${name}_threads ${PROGRAM_WEB} THREADS)
  endif()
endfunction()

if(RINGLET_PROGRAMS)
  file(GLOB cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/native/*.cpp ${PROJECT_SOURCE_DIR}/native/rest/*.cpp)
  list(APPEND cli_sources ${PROJECT_SOURCE_DIR}/core/view/view_settings.cpp)  # recordings name the picture's parameters
  file(GLOB viewer_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/native/viewer/*.cpp)
  foreach(shared command device render_camera render_picture request)
    list(APPEND viewer_sources ${PROJECT_SOURCE_DIR}/native/${shared}.cpp)
  endforeach()
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*.cpp)
  list(REMOVE_ITEM page_sources ${PROJECT_SOURCE_DIR}/web/imgui_opengl3.cpp)  # of ringlet_imgui

  # The path tracer takes the page's camera, lights and settings, and of all that draws nothing that needs OpenGL.
  file(GLOB render_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/native/render*.cpp)
  list(REMOVE_ITEM cli_sources ${render_sources})
  if(RINGLET_VIEW)
    foreach(part view/camera view/cells view/drawn_strands view/lights view/picking view/scalp_share play/framing)
      list(APPEND render_sources ${PROJECT_SOURCE_DIR}/core/${part}.cpp)
    endforeach()
    list(APPEND cli_sources ${render_sources})
  endif()
  ringlet_program(ringlet WEB node SOURCES ${cli_sources} LIBRARIES ringlet_verify $<$<BOOL:${RINGLET_EMULATED_CUDA}>:ringlet_emulated>)
  if(RINGLET_VIEW)
    target_compile_definitions(ringlet PRIVATE RINGLET_RENDER)
    ringlet_headers(ringlet glm ${glm})
    ringlet_headers(ringlet stb ${stb})
  endif()
  if(TARGET ringlet_view AND NOT EMSCRIPTEN)
    ringlet_program(ringlet_viewer VIEW SOURCES ${viewer_sources})
    ringlet_headers(ringlet_viewer stb ${stb})
    if(TARGET ringlet_emulated)
      # That tests have: it draws from the emulated device's memory.
      ringlet_program(ringlet_viewer_emulated VIEW SOURCES ${viewer_sources} ${PROJECT_SOURCE_DIR}/tests/kernels/emulated_graphics.cpp)
      target_link_libraries(ringlet_viewer_emulated PRIVATE ringlet_emulated)
      ringlet_headers(ringlet_viewer_emulated stb ${stb})
    endif()
  elseif(TARGET ringlet_view)
    ringlet_program(ringlet_page VIEW WEB page SOURCES ${page_sources})
  endif()
endif()

if(TARGET ringlet)
  # What benchmarks and `verify` say about the build. The commit is the one of the last configure.
  find_package(Git QUIET)
  set(commit unknown)
  if(GIT_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
      OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      set(commit ${described})
    endif()
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} -ffp-contract=off" build_flags)
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/native/build_facts.cpp APPEND PROPERTY COMPILE_DEFINITIONS
    "RINGLET_FLAGS=\"${build_flags}\"" "RINGLET_COMMIT=\"${commit}\"")
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/native/main.cpp APPEND PROPERTY COMPILE_DEFINITIONS
    "RINGLET_VERSION=\"${PROJECT_VERSION}\"")
endif()

if(TARGET ringlet_page)
  # What links call the engine.
  include(EngineVersion)
  ringlet_engine_sources(engine_sources ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS)
  list(TRANSFORM engine_sources PREPEND ${PROJECT_SOURCE_DIR}/)
  set(engine_header ${PROJECT_BINARY_DIR}/engine/ringlet_engine.h)
  add_custom_command(OUTPUT ${engine_header}
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION} -DHEADER=${engine_header}
      -P ${PROJECT_SOURCE_DIR}/cmake/EngineVersion.cmake
    DEPENDS ${engine_sources} ${PROJECT_SOURCE_DIR}/cmake/EngineVersion.cmake VERBATIM)
  target_sources(ringlet_page PRIVATE ${engine_header})
  target_include_directories(ringlet_page PRIVATE ${PROJECT_BINARY_DIR}/engine)
  # ringlet-page[-threads].mjs and .wasm, the files the site copies.
  set_target_properties(ringlet_page PROPERTIES OUTPUT_NAME ringlet-page)
  set_target_properties(ringlet_page_threads PROPERTIES OUTPUT_NAME ringlet-page-threads)
  set_target_properties(ringlet_page ringlet_page_threads PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/page)
  add_subdirectory(${PROJECT_SOURCE_DIR}/web ${PROJECT_BINARY_DIR}/web)
endif()
