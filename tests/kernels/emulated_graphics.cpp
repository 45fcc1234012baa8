// The emulated device's way into OpenGL's buffers, for a viewer that has it.
#include "core/view/gl.h"
#include "kernels/shim.h"

namespace ringlet {
namespace {

void* mapped(unsigned buffer, size_t& bytes) {
    GLint count = 0;
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glGetBufferParameteriv(GL_PIXEL_UNPACK_BUFFER, GL_BUFFER_SIZE, &count);
    bytes = static_cast<size_t>(count);
    return glMapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, count, GL_MAP_WRITE_BIT);
}
void unmapped(unsigned buffer) {
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

struct Register {
    Register() {
        shim::emulation().mapGraphics = mapped;
        shim::emulation().unmapGraphics = unmapped;
    }
} const here;

}  // namespace
}  // namespace ringlet
