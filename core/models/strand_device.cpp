#include "core/models/strand_device.h"

#include <map>

namespace ringlet {
namespace {

// Function-local, so that it exists before the first registrar runs.
std::map<std::string, OpenStrandDevice>& registry() {
    static std::map<std::string, OpenStrandDevice> all;
    return all;
}

}  // namespace

OpenStrandDevice findStrandDevice(const std::string& backend) {
    auto found = registry().find(backend);
    return found == registry().end() ? nullptr : found->second;
}

RegisterStrandDevice::RegisterStrandDevice(const std::string& backend, OpenStrandDevice open) { registry()[backend] = open; }

}  // namespace ringlet
