// A model's side of the doorway to a device: which of the two has the newer state, what
// arrays they share, and the first thing that went wrong. Without a device all calls but
// open() and those that ask it for figures do nothing, and there() is the identity.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/strand_device.h"
#include "core/models/strand_store.h"

#include <memory>
#include <string>
#include <vector>

namespace ringlet {

// Of what lasts beside the strands' fields: which side has it as it is.
struct WhoHas {
    bool host = true, device = false;
    void hostWrote() { host = true, device = false; }
    void deviceWrote() { host = false, device = true; }
};

class DeviceSide {
public:
    // Error: the backend is not in this program, or cannot run these kernels here.
    Status open(const std::string& backend, const std::string& kernels, const std::vector<StrandStore*>& stores,
                const std::vector<size_t>& scratchFloats);
    bool on() const { return device_ != nullptr; }

    // The host has written its stores: they go to the device before its next stage.
    void hostChanged() { deviceFresh_ = false, allFresh_ = drawnFresh_ = true; }
    void note(int stage, size_t group, const void* args, size_t bytes);
    void run();
    // Where the device has what a group's store has at `at`, as it is after all that was noted; null: it has failed.
    const float* address(size_t group, const float* at);
    // The stores get what has changed on the device, or what of it is drawn.
    void look(bool drawnAlone = false);

    // What was noted, as it is drawn, into an OpenGL buffer of the current context. Error: as the device's; it is not lost.
    Status drawInto(unsigned buffer, const GatherDrawn& gather);

    // Has strands follow them there. False: the device has failed.
    bool follow(const FollowPoints& loop, size_t points);

    // An array of the host that stages read or write as well: its copy on the device, the
    // address there of what it holds, and what either side has written.
    void share(const void* array, size_t bytes);
    template <class T> T* there(T* host) const {
        const Shared* s = on() ? sharedAt(host) : nullptr;
        if (s == nullptr) return host;
        char* const at = static_cast<char*>(s->there) + (reinterpret_cast<const char*>(host) - static_cast<const char*>(s->host));
        return reinterpret_cast<T*>(at);
    }
    void toDevice(const void* array);
    void toHost(void* array);

    // What strands do to each other there: call(part) gives a Status, and comes after all that has been noted. Part: the interface
    // that the kernels' has.
    template <class Part, class Call> void with(const Call& call) {
        if (ready() && part_ == nullptr) part_ = device_->part();
        if (usable() && part_ != nullptr) check(call(static_cast<Part&>(*part_)));
    }

    // What stages are given of the colliders: sent when they have changed.
    ColliderView colliders(const ColliderArrays& arrays);

    const Status& status() const { return failure_; }
    double takeMilliseconds() { return device_->takeMilliseconds(); }
    size_t bytes() const { return device_->bytes() + (part_ != nullptr ? part_->bytes() : 0); }

private:
    struct Shared {
        const void* host;
        size_t bytes;
        void* there;
    };
    const Shared* sharedAt(const void* host) const;
    bool usable() const { return on() && failure_.ok(); }
    void check(const Status& status);
    void sendWhatChanged();
    bool ready();  // all that was noted has run. False: the device has failed
    void* grown(void* there, size_t& held, size_t bytes);

    std::unique_ptr<StrandDevice> device_;
    std::unique_ptr<DevicePart> part_;
    std::vector<std::vector<FloatRange>> changing_, drawn_;  // a group
    std::vector<Shared> shared_;
    bool deviceFresh_ = false, allFresh_ = true, drawnFresh_ = true;
    Status failure_;

    std::vector<float> sentShapes_;
    std::shared_ptr<const DistanceGrid> sentGrid_;
    void *shapes_ = nullptr, *grid_ = nullptr;
    size_t shapesHeld_ = 0, gridHeld_ = 0;   // bytes
};

}  // namespace ringlet
