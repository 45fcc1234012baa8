#include "core/view/program.h"

#include <cstring>

namespace ringlet {
namespace view {

namespace {

const char* shaderText(const char* name) {
    for (const ShaderFile* file = shaderFiles; file->name; ++file)
        if (std::strcmp(file->name, name) == 0) return file->text;
    return "#error missing shader file\n";
}

const char* versionLines() {
#if defined(__EMSCRIPTEN__)
    return "#version 300 es\nprecision highp float;\nprecision highp int;\n";
#else
    return "#version 330 core\n";
#endif
}

GLuint compile(GLenum stage, const std::vector<const char*>& files, const std::string& defines) {
    std::string text = versionLines() + defines + shaderText("shared/limits.h") + shaderText("shared/frame_block.h");
    for (const char* file : files) text += shaderText(file);
    const char* source = text.c_str();
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    return shader;
}

// Why a program could not be linked: a shader that did not compile, or the linker's word.
std::string problem(GLuint program, const GLuint (&shaders)[2], const char* const (&names)[2]) {
    char log[1024] = "";
    for (int i = 0; i < 2; ++i) {
        GLint done = 0;
        glGetShaderiv(shaders[i], GL_COMPILE_STATUS, &done);
        if (done) continue;
        glGetShaderInfoLog(shaders[i], sizeof log, nullptr, log);
        return std::string("shader ") + names[i] + " does not compile: " + log;
    }
    glGetProgramInfoLog(program, sizeof log, nullptr, log);
    return std::string("shaders ") + names[0] + " and " + names[1] + " do not link: " + log;
}

}  // namespace

// Each question to the driver waits until it has done all that was asked before:
// one is enough where all goes well.
Result<Program> Program::make(const std::vector<const char*>& vertexFiles,
                              const std::vector<const char*>& fragmentFiles, const std::string& defines) {
    const GLuint shaders[2] = {compile(GL_VERTEX_SHADER, vertexFiles, defines),
                               compile(GL_FRAGMENT_SHADER, fragmentFiles, defines)};
    Program program;
    program.id_ = glCreateProgram();
    for (GLuint shader : shaders) glAttachShader(program.id_, shader);
    glLinkProgram(program.id_);
    GLint done = 0;
    glGetProgramiv(program.id_, GL_LINK_STATUS, &done);
    if (!done) return Error{problem(program.id_, shaders, {vertexFiles.back(), fragmentFiles.back()})};
    for (GLuint shader : shaders) glDeleteShader(shader);
    GLuint block = glGetUniformBlockIndex(program.id_, "FrameBlock");
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(program.id_, block, 0);
    return program;
}

void Program::setRotation(const char* name, Quatf turn) {
    Mat4 p = placed(Vec3f{0, 0, 0}, turn);
    const float m[9] = {p.m[0], p.m[1], p.m[2], p.m[4], p.m[5], p.m[6], p.m[8], p.m[9], p.m[10]};
    glUniformMatrix3fv(at(name), 1, GL_FALSE, m);
}

GLint Program::at(const char* name) {
    auto found = locations_.find(name);
    if (found != locations_.end()) return found->second;
    return locations_[name] = glGetUniformLocation(id_, name);
}

}  // namespace view
}  // namespace ringlet
