// What a model's strands do to each other on a device, as the doorway to devices sees it: an object that the model's
// kernels bring along, behind an interface of the model's own.
#pragma once

#include <cstddef>

namespace ringlet {

class DevicePart {
public:
    virtual ~DevicePart() = default;
    virtual size_t bytes() const = 0;  // of device memory
};

}  // namespace ringlet
