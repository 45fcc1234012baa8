#include "core/models/dftl/dftl_device.h"

#include <map>

namespace ringlet {
namespace {

// Function-local, so that it exists before the first registrar runs.
std::map<std::string, OpenDftlDevice>& registry() {
    static std::map<std::string, OpenDftlDevice> all;
    return all;
}

}  // namespace

OpenDftlDevice findDftlDevice(const std::string& backend) {
    auto found = registry().find(backend);
    return found == registry().end() ? nullptr : found->second;
}

RegisterDftlDevice::RegisterDftlDevice(const std::string& backend, OpenDftlDevice open) { registry()[backend] = open; }

}  // namespace ringlet
