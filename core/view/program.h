// Shader programs, compiled from the files of shaders/ that are embedded in the
// program at build time.
#pragma once

#include "core/base/result.h"
#include "core/view/gl.h"
#include "core/view/matrix.h"

#include <map>
#include <string>
#include <vector>

namespace ringlet {
namespace view {

// Written by shaders/embed.cmake; ends with a null name.
struct ShaderFile {
    const char* name;
    const char* text;
};
extern const ShaderFile shaderFiles[];

// A linked program. Uniforms are set by name; one that the compiler removed is
// ignored, as GL does.
class Program {
public:
    // The listed files are joined in order after the version line, the shared
    // headers and `defines` ("#define A\n").
    // Error: the program's name and the compiler's first line.
    static Result<Program> make(const std::vector<const char*>& vertexFiles,
                                const std::vector<const char*>& fragmentFiles, const std::string& defines = "");

    void use() const { glUseProgram(id_); }
    void set(const char* name, int value) { glUniform1i(at(name), value); }
    void set(const char* name, float value) { glUniform1f(at(name), value); }
    void set(const char* name, Vec3f v) { glUniform3f(at(name), v.x, v.y, v.z); }
    void set(const char* name, Vec4 v) { glUniform4f(at(name), v.x, v.y, v.z, v.w); }
    void set(const char* name, const Mat4& m) { glUniformMatrix4fv(at(name), 1, GL_FALSE, m.m); }
    void setRotation(const char* name, Quatf turn);

private:
    GLint at(const char* name);
    GLuint id_ = 0;
    std::map<std::string, GLint> locations_;
};

}  // namespace view
}  // namespace ringlet
