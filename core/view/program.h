// Shader programs, compiled from the files of shaders/ that are embedded in the
// program at build time.
#pragma once

#include "core/base/result.h"
#include "core/view/gl.h"
#include "core/view/matrix.h"

#include <array>
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

// A linked program. Uniforms are set by name, which must be a literal; one that the
// compiler removed is ignored, as GL does.
class Program {
public:
    // The listed files are joined in order after the version line, the shared
    // headers and `defines` ("#define A\n").
    // The driver compiles while the caller goes on, until finish() asks how it went.
    static Program start(const std::vector<const char*>& vertexFiles, const std::vector<const char*>& fragmentFiles,
                         const std::string& defines = "");

    // To be called once, before the first use(). Error: the program's name and the
    // compiler's first line.
    Status finish();

    void use() const { glUseProgram(id_); }
    void set(const char* name, int value) { glUniform1i(at(name), value); }
    void set(const char* name, float value) { glUniform1f(at(name), value); }
    void set(const char* name, Vec3f v) { glUniform3f(at(name), v.x, v.y, v.z); }
    void set(const char* name, Vec4 v) { glUniform4f(at(name), v.x, v.y, v.z, v.w); }
    void set(const char* name, const Mat4& m) { glUniformMatrix4fv(at(name), 1, GL_FALSE, &m[0][0]); }
    void setRotation(const char* name, Quatf turn);

private:
    struct Uniform {
        const char* name;  // a literal of whoever set it
        GLint location;
    };
    GLint at(const char* name);
    GLuint id_ = 0;
    std::array<GLuint, 2> shaders_{};       // until finish()
    std::array<const char*, 2> names_{};
    std::vector<Uniform> uniforms_;  // asked for so far; some ten
};

}  // namespace view
}  // namespace ringlet
