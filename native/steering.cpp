#include "native/steering.h"

#include "core/base/hash.h"

namespace ringlet::cli {

Steering::Steering(Request& request, Simulation& simulation) {
    if (request.recorded) replayer_ = std::make_unique<Replayer>(request.recorded->replay.recording);
    else simulation.setMotion(std::move(request.motion));
}

void Steering::advance(Simulation& simulation) {
    if (replayer_ && !replayer_->done()) return replayer_->advance(simulation);
    if (replayer_ && !over_) simulation.setBrush({}, {});
    over_ = true;
    simulation.advance();
}

Result<std::string> Steering::judge(const Request& request, const Simulation& simulation) const {
    if (!replayer_ || !replayer_->done() || over_ || !request.recorded->asMade || request.recorded->replay.hash.empty()) return std::string();
    const Recorded& recorded = *request.recorded;
    if (hashText(simulation.hash()) == recorded.replay.hash) return "replayed            the bits that '" + recorded.path + "' ended with";
    return Error{recorded.path + ": it ended with hash " + recorded.replay.hash + ", and here with " + hashText(simulation.hash()) +
                 ": it was made by Ringlet " + recorded.engine + ", and results may differ between versions"};
}

}  // namespace ringlet::cli
