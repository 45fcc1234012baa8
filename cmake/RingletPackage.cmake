# The C interface, the static library with the whole core in it, and the packages
# `ringlet` of CMake (find_package(ringlet), then link ringlet::ringlet) and of
# pkg-config (pkg-config --cflags --libs ringlet), which may be moved as a whole.
if(EMSCRIPTEN)
  return()
endif()

add_library(ringlet_api OBJECT ${PROJECT_SOURCE_DIR}/api/ringlet.cpp)
target_link_libraries(ringlet_api PRIVATE ringlet_numbers)
target_include_directories(ringlet_api PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(ringlet_api PRIVATE RINGLET_VERSION="${PROJECT_VERSION}")

# One relocatable object out of all: whoever calls any function gets every
# registrar, with any build system and without whole-archive flags.
get_property(parts GLOBAL PROPERTY RINGLET_PARTS)
list(PREPEND parts ringlet_api)
# The backend cuda, where it was asked for by name: the package then needs the toolkit's runtime library.
set(needs_cuda "")
if(TARGET ringlet_cuda AND RINGLET_CUDA STREQUAL "ON")
  find_package(CUDAToolkit REQUIRED)
  target_sources(ringlet_api PRIVATE ${PROJECT_SOURCE_DIR}/kernels/register.cpp)
  list(APPEND parts ringlet_cuda)
  set(needs_cuda "find_dependency(CUDAToolkit)\n")
endif()
list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
# The machine they are for; of any other flags (sanitizers, coverage) the library that they ask for would be joined in.
separate_arguments(machine UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
list(FILTER machine INCLUDE REGEX "^(-m|--target=)")
if(CMAKE_CXX_COMPILER_TARGET AND CMAKE_CXX_COMPILE_OPTIONS_TARGET)
  list(APPEND machine ${CMAKE_CXX_COMPILE_OPTIONS_TARGET}${CMAKE_CXX_COMPILER_TARGET})
endif()
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
if(CMAKE_INTERPROCEDURAL_OPTIMIZATION OR "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" MATCHES "-flto")
  # Only code can be joined, not what a later link makes code of.
  target_compile_options(ringlet_numbers INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-lto>)
endif()
# Of its names only the interface's are seen outside, where the tools are there to hide the others: a host's own copies of what is within
# (nlohmann_json, say) stay its own, and two plugins that both have Ringlet do not mix. What several objects have is one copy only once
# groups are resolved, and not of those that the system would make unique.
include(CheckLinkerFlag)
check_linker_flag(CXX -Wl,--force-group-allocation RINGLET_RESOLVES_GROUPS)
set(resolve "")
set(hide "")
if(RINGLET_RESOLVES_GROUPS AND CMAKE_OBJCOPY)
  set(resolve -Wl,--force-group-allocation)
  set(RINGLET_HIDES_NAMES ON)
  set(hide COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=ringlet_* ringlet_whole.o)
  target_compile_options(ringlet_numbers INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
    $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<CXX_COMPILER_ID:GNU>>:-Xcompiler=-fno-gnu-unique>)
endif()
set(whole ${PROJECT_BINARY_DIR}/ringlet_whole.o)
add_custom_command(OUTPUT ${whole}
  COMMAND ${CMAKE_CXX_COMPILER} ${machine} -r -nostdlib ${resolve} -o ${whole} ${objects}
  ${hide}
  WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
  DEPENDS ${objects}
  COMMENT "Joining the core into one object" COMMAND_EXPAND_LISTS VERBATIM)
add_library(ringlet_library STATIC ${whole})
add_dependencies(ringlet_library ${parts})  # for "Unix Makefiles", which know files of other targets by their targets alone
add_library(ringlet::ringlet ALIAS ringlet_library)
set_source_files_properties(${whole} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
set_target_properties(ringlet_library PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ringlet EXPORT_NAME ringlet)
include(GNUInstallDirs)
target_include_directories(ringlet_library INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/api> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# A program in C is linked by the C compiler, which does not know C++'s library.
target_link_libraries(ringlet_library INTERFACE Threads::Threads
  $<$<LINK_LANGUAGE:C>:${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES}>)

if(needs_cuda)
  target_link_libraries(ringlet_library INTERFACE CUDA::cudart_static)
endif()

if(NOT RINGLET_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ringlet)
install(TARGETS ringlet_library EXPORT ringlet ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(FILES ${PROJECT_SOURCE_DIR}/api/ringlet.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
install(EXPORT ringlet NAMESPACE ringlet:: FILE ringletTargets.cmake DESTINATION ${package_dir} COMPONENT library)
file(WRITE ${PROJECT_BINARY_DIR}/ringletConfig.cmake
  "include(CMakeFindDependencyMacro)\nset(THREADS_PREFER_PTHREAD_FLAG ON)\nfind_dependency(Threads)\n${needs_cuda}"
  "include(\"\${CMAKE_CURRENT_LIST_DIR}/ringletTargets.cmake\")\n")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ringletConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ringletConfig.cmake ${PROJECT_BINARY_DIR}/ringletConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT library)
file(RELATIVE_PATH to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
set(cxx_libraries "")
foreach(library IN LISTS CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
  if(library MATCHES "^(stdc\\+\\+|c\\+\\+|m)$")
    string(APPEND cxx_libraries " -l${library}")
  endif()
endforeach()
if(needs_cuda)
  string(APPEND cxx_libraries " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt")
endif()
file(WRITE ${PROJECT_BINARY_DIR}/ringlet.pc
  "prefix=\${pcfiledir}/${to_prefix}\nlibdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}\n"
  "includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}\n\nName: ringlet\nDescription: Hair in real time\n"
  "Version: ${PROJECT_VERSION}\nCflags: -I\${includedir}\nLibs: -L\${libdir} -lringlet${cxx_libraries} -pthread\n")
install(FILES ${PROJECT_BINARY_DIR}/ringlet.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
foreach(component library programs)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICES DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/licenses/ringlet
    COMPONENT ${component})
endforeach()
foreach(program ringlet ringlet_viewer)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
  endif()
endforeach()
