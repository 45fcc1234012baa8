# Writes every shader, shared header and the follow formula into one C++ source
# file, without their comments, which every visitor of the page would load.
# cmake -DOUT=<file.cpp> -P shaders/embed.cmake
set(here ${CMAKE_CURRENT_LIST_DIR})
file(GLOB names RELATIVE ${here} ${here}/*.glsl ${here}/shared/*.h)
list(SORT names)
set(text "// Made by shaders/embed.cmake.\n#include \"core/view/program.h\"\n\nnamespace ringlet {\nnamespace view {\n")
string(APPEND text "\nconst ShaderFile shaderFiles[] = {\n")
foreach(name IN LISTS names)
  file(READ ${here}/${name} body)
  string(REGEX REPLACE "[ \t]*//[^\n]*" "" body "${body}")
  string(APPEND text "{\"${name}\", R\"glsl(${body})glsl\"},\n")
endforeach()
file(READ ${here}/../core/groom/follow_formula.h body)
string(REGEX REPLACE "[ \t]*//[^\n]*" "" body "${body}")
string(APPEND text "{\"follow_formula.h\", R\"glsl(${body})glsl\"},\n")
string(APPEND text "{nullptr, nullptr}};\n\n}  // namespace view\n}  // namespace ringlet\n")
file(WRITE ${OUT} "${text}")
