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
std::string problem(GLuint program, const std::array<GLuint, 2>& shaders, const std::array<const char*, 2>& names) {
    char log[1024] = "";
    for (size_t i = 0; i < 2; ++i) {
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

Program Program::start(const std::vector<const char*>& vertexFiles, const std::vector<const char*>& fragmentFiles,
                       const std::string& defines) {
    Program program;
    program.shaders_ = {compile(GL_VERTEX_SHADER, vertexFiles, defines),
                        compile(GL_FRAGMENT_SHADER, fragmentFiles, defines)};
    program.names_ = {vertexFiles.back(), fragmentFiles.back()};
    program.id_ = glCreateProgram();
    for (GLuint shader : program.shaders_) glAttachShader(program.id_, shader);
    glLinkProgram(program.id_);
    return program;
}

// Each question to the driver waits until it has done all that was asked before:
// one is enough where all goes well.
Status Program::finish() {
    GLint done = 0;
    glGetProgramiv(id_, GL_LINK_STATUS, &done);
    if (!done) return Error{problem(id_, shaders_, names_)};
    for (GLuint shader : shaders_) glDeleteShader(shader);
    GLuint block = glGetUniformBlockIndex(id_, "FrameBlock");
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(id_, block, 0);
    return {};
}

void Program::setRotation(const char* name, Quatf turn) {
    const glm::mat3 m = glm::mat3_cast(toGlm(turn));
    glUniformMatrix3fv(at(name), 1, GL_FALSE, &m[0][0]);
}

GLint Program::at(const char* name) {
    for (const Uniform& known : uniforms_)
        if (known.name == name || std::strcmp(known.name, name) == 0) return known.location;
    uniforms_.push_back({name, glGetUniformLocation(id_, name)});
    return uniforms_.back().location;
}

}  // namespace view
}  // namespace ringlet
