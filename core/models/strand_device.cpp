#include "core/models/strand_device.h"

#include <map>

namespace ringlet {
namespace {

// Function-local, so that it exists before the first registrar runs.
std::map<std::string, OpenStrandDevice>& devices() {
    static std::map<std::string, OpenStrandDevice> all;
    return all;
}

}  // namespace

OpenStrandDevice findStrandDevice(const std::string& backend) {
    auto found = devices().find(backend);
    return found == devices().end() ? nullptr : found->second;
}

RegisterStrandDevice::RegisterStrandDevice(const std::string& backend, OpenStrandDevice open) { devices()[backend] = open; }

}  // namespace ringlet
