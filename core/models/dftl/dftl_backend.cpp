// The dftl model on a device: the state lives there, the groups here are the
// host's copy of it, fetched when somebody looks.
#include "core/models/dftl/dftl.h"

namespace ringlet {

Status DftlModel::openDevice(OpenDftlDevice open, Layout layout) {
    DftlDeviceSetup setup{published_, layout, {}};
    for (DftlGroup& g : groups_) {
        // The fields that change come first; an array of structures has them in between.
        size_t changing = 0;
        for (int field = 0; field <= (published_ ? Velocity : SegmentFrame); ++field) changing += g.floatsOf(field);
        const bool apart = layout != Layout::Aos;
        setup.groups.push_back({g.strands(), g.particles(), g.padded(), g.data(), g.particleFloats(),
                                apart ? changing : g.particleFloats(), apart ? g.floatsOf(Position) : 0,
                                g.rows(published_ ? PublishedRoot : ImplicitRoot, 0),
                                published_ ? nullptr : g.rows(ImplicitScale, 0), g.remembers() ? g.previous(0) : nullptr,
                                g.resets(0)});
    }
    auto opened = open(setup);
    if (!opened) return Error{opened.error()};
    device_ = std::move(opened.value());
    frames_.resize(static_cast<size_t>(device_->mostFrames()));
    hostChanged();
    return {};
}

void DftlModel::hostChanged() {
    deviceFresh_ = false;
    positionsFresh_ = allFresh_ = true;
}

// Runs of frames with the same colliders and without a jump go to the device
// together.
void DftlModel::steps(const Frame* frames, int count) {
    if (!device_) return Model::steps(frames, count);
    for (int i = 0; i < count && failure_.ok();) {
        int run = 0;
        const bool jumps = isTeleport(frames[i]);
        while (i < count && run < device_->mostFrames() && (run == 0 || !isTeleport(frames[i])) &&
               (run == 0 || frames[i].colliders == frames[i - 1].colliders)) {
            prepare(frames[i++]);
            frames_[static_cast<size_t>(run++)] = frame_;
            if (jumps) break;
        }
        stepDevice(run);
    }
}

void DftlModel::stepDevice(int count) {
    if (!deviceFresh_) {
        failure_ = device_->store();
        if (!failure_) return;
        deviceFresh_ = true;
    }
    failure_ = device_->step(frames_.data(), count);
    positionsFresh_ = allFresh_ = false;
}

// After a failure the host's copy stays as it was last seen.
void DftlModel::fetch(DftlFetch what) const {
    bool& fresh = what == DftlFetch::All ? allFresh_ : positionsFresh_;
    if (!device_ || fresh || !failure_.ok()) return;
    failure_ = device_->fetch(what);
    positionsFresh_ = true;
    allFresh_ = allFresh_ || what == DftlFetch::All;
}

}  // namespace ringlet
