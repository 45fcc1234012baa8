# ringlet_imgui: Dear ImGui with its OpenGL 3 / WebGL 2 backend, and natively
# with its GLFW backend. The source is RINGLET_IMGUI_SOURCE, or what
# tools/fetch-imgui put into build/deps/imgui, or the pinned release.
set(imgui ${RINGLET_IMGUI_SOURCE})
if(NOT imgui AND EXISTS ${PROJECT_SOURCE_DIR}/build/deps/imgui/imgui.h)
  set(imgui ${PROJECT_SOURCE_DIR}/build/deps/imgui)
endif()
if(NOT imgui)
  include(FetchContent)
  FetchContent_Declare(imgui
    URL https://github.com/ocornut/imgui/archive/refs/tags/v1.86.tar.gz
    URL_HASH SHA256=6ba6ae8425a19bc52c5e067702c48b70e4403cd339cba02073a462730a63e825)
  FetchContent_GetProperties(imgui)
  if(NOT imgui_POPULATED)
    FetchContent_Populate(imgui)
  endif()
  set(imgui ${imgui_SOURCE_DIR})
endif()
if(NOT EXISTS ${imgui}/imgui.h)
  message(FATAL_ERROR "no imgui.h in ${imgui}; set RINGLET_IMGUI_SOURCE to the folder of Dear ImGui's source")
endif()

add_library(ringlet_imgui STATIC ${imgui}/imgui.cpp ${imgui}/imgui_draw.cpp ${imgui}/imgui_tables.cpp
  ${imgui}/imgui_widgets.cpp)
target_include_directories(ringlet_imgui SYSTEM PUBLIC ${imgui} ${imgui}/backends)
target_compile_definitions(ringlet_imgui PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_DEMO_WINDOWS)
if(EMSCRIPTEN)
  target_sources(ringlet_imgui PRIVATE ${PROJECT_SOURCE_DIR}/web/imgui_opengl3.cpp)
  target_compile_options(ringlet_imgui PRIVATE -Os)   # a panel: small matters more than fast
  target_compile_definitions(ringlet_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3 IMGUI_DISABLE_FILE_FUNCTIONS)
else()
  find_package(glfw3 3.3 REQUIRED)
  find_package(OpenGL REQUIRED)
  target_sources(ringlet_imgui PRIVATE ${imgui}/backends/imgui_impl_opengl3.cpp ${imgui}/backends/imgui_impl_glfw.cpp)
  target_link_libraries(ringlet_imgui PUBLIC glfw OpenGL::GL ${CMAKE_DL_LIBS})
endif()
ringlet_joined(ringlet_imgui)
