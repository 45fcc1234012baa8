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

Result<GLuint> compile(GLenum stage, const std::vector<const char*>& files, const std::string& defines) {
    std::string text = versionLines() + defines + shaderText("shared/limits.h") + shaderText("shared/frame_block.h");
    for (const char* file : files) text += shaderText(file);
    const char* source = text.c_str();
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint done = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done) return shader;
    char log[1024] = "";
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    return Error{std::string("shader ") + files.back() + " does not compile: " + log};
}

}  // namespace

Result<Program> Program::make(const std::vector<const char*>& vertexFiles,
                              const std::vector<const char*>& fragmentFiles, const std::string& defines) {
    Result<GLuint> vertex = compile(GL_VERTEX_SHADER, vertexFiles, defines);
    if (!vertex) return Error{vertex.error()};
    Result<GLuint> fragment = compile(GL_FRAGMENT_SHADER, fragmentFiles, defines);
    if (!fragment) return Error{fragment.error()};
    Program program;
    program.id_ = glCreateProgram();
    glAttachShader(program.id_, vertex.value());
    glAttachShader(program.id_, fragment.value());
    glLinkProgram(program.id_);
    glDeleteShader(vertex.value());
    glDeleteShader(fragment.value());
    GLint done = 0;
    glGetProgramiv(program.id_, GL_LINK_STATUS, &done);
    if (!done) {
        char log[1024] = "";
        glGetProgramInfoLog(program.id_, sizeof log, nullptr, log);
        return Error{std::string("shaders ") + vertexFiles.back() + " and " + fragmentFiles.back() +
                     " do not link: " + log};
    }
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
