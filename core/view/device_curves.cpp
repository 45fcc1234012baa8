#include "core/view/device_curves.h"

namespace ringlet {
namespace view {

// A buffer that a device knows keeps its size: a larger one is another buffer.
GLuint DeviceCurves::room(size_t bytes) {
    if (bytes <= bytes_) return buffer_;
    glDeleteBuffers(1, &buffer_);
    glGenBuffers(1, &buffer_);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer_);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, GLsizeiptr(bytes), nullptr, GL_DYNAMIC_COPY);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    bytes_ = bytes;
    return buffer_;
}

// What was refused once is not asked for again.
DeviceCurves::Place DeviceCurves::find(const Model& model) {
    if (refused_.empty()) {
        Result<Curves> there = model.curvesIn([this](size_t bytes) { return room(bytes); });
        if (there) return {std::move(there.value()), buffer_};
        refused_ = there.error();
    }
    return {model.curves(), 0};
}

}  // namespace view
}  // namespace ringlet
