// Where a picture gets the simulated strands from: a device's memory where the device draws too, else the host's.
#pragma once

#include "core/models/model.h"
#include "core/view/gl.h"

#include <string>

namespace ringlet {
namespace view {

class DeviceCurves {
public:
    void clear() { refused_.clear(); }  // another model comes

    // Of the present state: the blocks' addresses count in `buffer`, or are in memory where that is 0.
    struct Place {
        Curves curves;
        GLuint buffer;
    };
    Place find(const Model& model);

    // Why the last were fetched to the host; empty: they were not.
    const std::string& refused() const { return refused_; }

private:
    GLuint room(size_t bytes);

    GLuint buffer_ = 0;
    size_t bytes_ = 0;
    std::string refused_;
};

}  // namespace view
}  // namespace ringlet
