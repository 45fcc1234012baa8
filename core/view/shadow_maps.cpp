#include "core/view/shadow_maps.h"

#include "core/view/texels.h"

namespace ringlet {
namespace view {

namespace {

constexpr int firstSize = 512;

}  // namespace

Status ShadowMaps::init() {
    glGenFramebuffers(3, targets_);
    resize(firstSize);
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[Hair]);
    bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (!complete) return Error{"the graphics driver cannot draw into a 24-bit depth texture"};
    return {};
}

bool ShadowMaps::makeLayers(GLint format, GLenum type) {
    glDeleteTextures(1, &textures_[Layers]);
    textures_[Layers] = emptyTexture(2 * size_, size_, format, GL_RGBA, type, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[Layers]);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures_[Layers], 0);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool ShadowMaps::resize(int size) {
    if (size == size_) return false;
    size_ = size;
    glActiveTexture(GL_TEXTURE3);
    for (Map map : {Head, Hair}) {
        glDeleteTextures(1, &textures_[map]);
        textures_[map] =
            emptyTexture(2 * size, size, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, GL_NEAREST);
        glBindFramebuffer(GL_FRAMEBUFFER, targets_[map]);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, textures_[map], 0);
    }
    floats_ = makeLayers(GL_RGBA16F, GL_HALF_FLOAT);
    if (!floats_) makeLayers(GL_RGBA8, GL_UNSIGNED_BYTE);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return true;
}

void ShadowMaps::forget() {
    glDeleteTextures(3, textures_);
    for (GLuint& texture : textures_) texture = 0;
    size_ = 0;
}

// emptied: what is cleared where the lamp's map lies.
void ShadowMaps::begin(Map map, Lamp lamp, GLbitfield emptied) {
    // No map may be bound for reading while it is drawn into.
    glActiveTexture(GLenum(GL_TEXTURE3 + map));
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[map]);
    const GLint left = lamp == Lamp::Rim ? size_ : 0;
    glViewport(left, 0, size_, size_);
    if (!emptied) return;
    glScissor(left, 0, size_, size_);
    glEnable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 0, 0);
    glClear(emptied);
    glDisable(GL_SCISSOR_TEST);
}

void ShadowMaps::beginHead(Lamp lamp) { begin(Head, lamp, GL_DEPTH_BUFFER_BIT); }

void ShadowMaps::beginHair(Lamp lamp, bool anew) { begin(Hair, lamp, anew ? GL_DEPTH_BUFFER_BIT : 0); }

void ShadowMaps::beginLayers(Lamp lamp, bool anew) {
    begin(Layers, lamp, anew ? GL_COLOR_BUFFER_BIT : 0);
    glActiveTexture(GL_TEXTURE4);
    glBindTexture(GL_TEXTURE_2D, textures_[Hair]);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
}

void ShadowMaps::end() {
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    for (int map = 0; map < 3; ++map) {
        glActiveTexture(GLenum(GL_TEXTURE3 + map));
        glBindTexture(GL_TEXTURE_2D, textures_[map]);
    }
}

}  // namespace view
}  // namespace ringlet
