// Dear ImGui's OpenGL backend, for the browser. Around its drawing it asks for the
// state that it is about to change, and a browser answers after all drawing before:
// the page would wait at every picture. What this program draws sets the state it
// needs each time, so the answer is WebGL's initial state, at once.
#include <GLES3/gl3.h>

static void askWithoutWaiting(GLenum name, GLint* value) {
    switch (name) {
    case GL_ACTIVE_TEXTURE: *value = GL_TEXTURE0; break;
    case GL_CURRENT_PROGRAM:
    case GL_TEXTURE_BINDING_2D:
    case GL_ARRAY_BUFFER_BINDING:
    case GL_VERTEX_ARRAY_BINDING: *value = 0; break;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX: value[0] = value[1] = value[2] = value[3] = 0; break;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA: *value = GL_ONE; break;
    case GL_BLEND_DST_RGB:
    case GL_BLEND_DST_ALPHA: *value = GL_ZERO; break;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA: *value = GL_FUNC_ADD; break;
    default: glGetIntegerv(name, value);
    }
}

#define glGetIntegerv askWithoutWaiting
#include "imgui_impl_opengl3.cpp"
