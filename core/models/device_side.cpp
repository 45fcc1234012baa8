#include "core/models/device_side.h"

#include <algorithm>

namespace ringlet {

Status DeviceSide::open(const std::string& backend, const std::string& kernels, const std::vector<StrandStore*>& stores,
                        const std::vector<size_t>& scratchFloats) {
    const OpenStrandDevice open = findStrandDevice(backend);
    if (open == nullptr) return Error{"the backend \"" + backend + "\" is not in this build; use the backend \"cpu\""};
    StrandDeviceSetup setup{kernels, stores[0]->layout(), {}};
    for (size_t i = 0; i < stores.size(); ++i) {
        setup.groups.push_back(stores[i]->forDevice(scratchFloats[i]));
        changing_.push_back(stores[i]->changing(false));
        drawn_.push_back(stores[i]->changing(true));
    }
    auto opened = open(setup);
    if (!opened) return Error{opened.error()};
    device_ = std::move(opened.value());
    return {};
}

// The host's copy stays as it was last seen once something has gone wrong.
void DeviceSide::check(const Status& status) {
    if (failure_.ok() && !status) failure_ = status;
}

void DeviceSide::sendWhatChanged() {
    if (!deviceFresh_) check(device_->sendGroups());
    deviceFresh_ = true;
}

bool DeviceSide::ready() {
    if (usable()) sendWhatChanged();
    run();
    return usable();
}

const float* DeviceSide::address(size_t group, const float* at) {
    return ready() && at != nullptr ? device_->address(group, at) : nullptr;
}

void DeviceSide::note(int stage, size_t group, const void* args, size_t bytes) {
    if (!usable()) return;
    sendWhatChanged();
    allFresh_ = drawnFresh_ = false;
    check(device_->note(stage, group, args, bytes));
}

void DeviceSide::run() {
    if (usable()) check(device_->run());
}

void DeviceSide::look(bool drawnAlone) {
    if (!usable() || allFresh_ || (drawnAlone && drawnFresh_)) return;
    const auto& ranges = drawnAlone ? drawn_ : changing_;
    check(device_->fetchGroups(ranges));
    drawnFresh_ = true;
    allFresh_ = !drawnAlone;
}

Status DeviceSide::drawInto(unsigned buffer, const GatherDrawn& gather) {
    return ready() ? device_->drawInto(buffer, gather) : failure_;
}

bool DeviceSide::follow(const FollowPoints& loop, size_t points) {
    if (ready()) check(device_->follow(loop, points));
    return usable();
}

void DeviceSide::share(const void* array, size_t bytes) {
    if (!usable() || bytes == 0) return;
    Result<void*> there = device_->allocate(bytes);
    if (!there) return check(Error{there.error()});
    shared_.push_back({array, bytes, there.value()});
    toDevice(array);
}

const DeviceSide::Shared* DeviceSide::sharedAt(const void* host) const {
    const char* at = static_cast<const char*>(host);
    for (const Shared& s : shared_) {
        const char* first = static_cast<const char*>(s.host);
        if (at >= first && at < first + s.bytes) return &s;
    }
    return nullptr;
}

void DeviceSide::toDevice(const void* array) {
    const Shared* s = usable() ? sharedAt(array) : nullptr;
    if (s != nullptr) check(device_->send(s->there, s->host, s->bytes));
}

void DeviceSide::toHost(void* array) {
    const Shared* s = usable() ? sharedAt(array) : nullptr;
    if (s != nullptr) check(device_->fetch(array, s->there, s->bytes));
}

// Device memory of at least so many bytes in place of `there`, which is given up when the device closes.
void* DeviceSide::grown(void* there, size_t& held, size_t bytes) {
    if (bytes <= held) return there;
    Result<void*> larger = device_->allocate(bytes);
    if (!larger) {
        check(Error{larger.error()});
        return there;
    }
    held = bytes;
    return larger.value();
}

ColliderView DeviceSide::colliders(const ColliderArrays& arrays) {
    ColliderView view = arrays.view();
    if (!usable()) return view;
    const size_t spheres = 4 * static_cast<size_t>(view.spheres), all = spheres + 7 * static_cast<size_t>(view.capsules);
    const auto capsules = sentShapes_.begin() + static_cast<std::ptrdiff_t>(std::min(spheres, sentShapes_.size()));
    if (all != sentShapes_.size() || !std::equal(view.sphere, view.sphere + spheres, sentShapes_.begin()) ||
        !std::equal(capsules, sentShapes_.end(), view.capsule)) {
        sentShapes_.assign(view.sphere, view.sphere + spheres);
        sentShapes_.insert(sentShapes_.end(), view.capsule, view.capsule + (all - spheres));
        shapes_ = grown(shapes_, shapesHeld_, all * sizeof(float));
        if (usable() && all > 0) check(device_->send(shapes_, sentShapes_.data(), all * sizeof(float)));
    }
    if (arrays.grid() != nullptr && arrays.grid() != sentGrid_) {
        sentGrid_ = arrays.grid();
        const size_t distances = sizeof(float) * sentGrid_->distance.size(), bounds = sizeof(uint32_t) * arrays.bounds().size();
        grid_ = grown(grid_, gridHeld_, distances + bounds);
        if (usable()) check(device_->send(grid_, view.grid.distance, distances));
        if (usable()) check(device_->send(static_cast<char*>(grid_) + distances, view.grid.bound, bounds));
    }
    view.sphere = static_cast<const float*>(shapes_);
    view.capsule = view.sphere + spheres;
    if (view.grid.distance != nullptr) {
        view.grid.distance = static_cast<const float*>(grid_);
        view.grid.bound = reinterpret_cast<const uint32_t*>(view.grid.distance + sentGrid_->distance.size());
    }
    return view;
}

}  // namespace ringlet
