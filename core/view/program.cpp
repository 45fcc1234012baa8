#include "core/view/program.h"

#include <array>
#include <cstring>
#include <map>

namespace ringlet {
namespace view {

struct Program::Linked {
    struct Uniform {
        const char* name;  // a literal of whoever set it
        GLint location;
    };
    GLuint id = 0;
    std::array<GLuint, 2> shaders{};
    std::array<const char*, 2> names{};
    bool finished = false;
    std::vector<Uniform> uniforms;  // asked for so far; some ten
};

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

void Program::use() const { glUseProgram(linked_->id); }

Program Program::start(const std::vector<const char*>& vertexFiles, const std::vector<const char*>& fragmentFiles,
                       const std::string& defines) {
    static std::map<std::string, std::weak_ptr<Linked>> all;  // with a lost context all who hold them go
    std::string key = defines;
    for (const auto* files : {&vertexFiles, &fragmentFiles})
        for (const char* file : *files) key.append(file).append(files == &vertexFiles ? " " : "\n");
    Program program;
    program.linked_ = all[key].lock();
    if (program.linked_) return program;
    program.linked_ = std::make_shared<Linked>();
    all[key] = program.linked_;
    Linked& linked = *program.linked_;
    linked.shaders = {compile(GL_VERTEX_SHADER, vertexFiles, defines), compile(GL_FRAGMENT_SHADER, fragmentFiles, defines)};
    linked.names = {vertexFiles.back(), fragmentFiles.back()};
    linked.id = glCreateProgram();
    for (GLuint shader : linked.shaders) glAttachShader(linked.id, shader);
    glLinkProgram(linked.id);
    return program;
}

// Each question to the driver waits until it has done all that was asked before:
// one is enough where all goes well.
Status Program::finish() {
    Linked& linked = *linked_;
    if (linked.finished) return {};
    GLint done = 0;
    glGetProgramiv(linked.id, GL_LINK_STATUS, &done);
    if (!done) return Error{problem(linked.id, linked.shaders, linked.names)};
    for (GLuint shader : linked.shaders) glDeleteShader(shader);
    GLuint block = glGetUniformBlockIndex(linked.id, "FrameBlock");
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(linked.id, block, 0);
    linked.finished = true;
    return {};
}

void Program::setRotation(const char* name, Quatf turn) {
    const glm::mat3 m = glm::mat3_cast(toGlm(turn));
    glUniformMatrix3fv(at(name), 1, GL_FALSE, &m[0][0]);
}

GLint Program::at(const char* name) {
    std::vector<Linked::Uniform>& uniforms = linked_->uniforms;
    for (const Linked::Uniform& known : uniforms)
        if (known.name == name || std::strcmp(known.name, name) == 0) return known.location;
    uniforms.push_back({name, glGetUniformLocation(linked_->id, name)});
    return uniforms.back().location;
}

}  // namespace view
}  // namespace ringlet
