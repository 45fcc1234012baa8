// Shader programs, compiled from the files of shaders/ that are embedded in the
// program at build time.
#pragma once

#include "core/base/result.h"
#include "core/view/gl.h"
#include "core/view/matrix.h"

#include <memory>
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
// compiler removed is ignored, as GL does. What is started of the same files and defines while it is there is the same
// program: its uniforms are set before each use.
class Program {
public:
    // The listed files are joined in order after the version line, the shared
    // headers and `defines` ("#define A\n").
    // The driver compiles while the caller goes on, until finish() asks how it went.
    static Program start(const std::vector<const char*>& vertexFiles, const std::vector<const char*>& fragmentFiles,
                         const std::string& defines = "");

    // To be called before the first use(). Error: the program's name and the
    // compiler's first line.
    Status finish();

    void use() const;
    void set(const char* name, int value) { glUniform1i(at(name), value); }
    void set(const char* name, float value) { glUniform1f(at(name), value); }
    void set(const char* name, Vec3f v) { glUniform3f(at(name), v.x, v.y, v.z); }
    void set(const char* name, Vec4 v) { glUniform4f(at(name), v.x, v.y, v.z, v.w); }
    void set(const char* name, const Mat4& m) { glUniformMatrix4fv(at(name), 1, GL_FALSE, &m[0][0]); }
    void setRotation(const char* name, Quatf turn);

private:
    struct Linked;
    GLint at(const char* name);
    std::shared_ptr<Linked> linked_;
};

}  // namespace view
}  // namespace ringlet
