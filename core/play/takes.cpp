#include "core/play/takes.h"

#include "core/base/hash.h"

namespace ringlet {
namespace play {

void Takes::record() {
    giveUpReplay();
    last_.reset();
    wanted_ = Hands();
    recorder_ = std::make_unique<Recorder>();
}

void Takes::replay(Replay replay) {
    last_ = std::make_unique<Recording>(replay.recording);
    replayer_ = std::make_unique<Replayer>(std::move(replay.recording));
    expectedHash_ = std::move(replay.hash);
    replayedHash_.clear();
}

void Takes::recordFrame(Simulation& simulation, const Hands& wanted, const std::vector<Simulation*>& beside) {
    wanted_ = wanted;
    recorder_->advance(simulation, wanted_, beside);
}

void Takes::replayFrame(Simulation& simulation, const std::vector<Simulation*>& beside) {
    replayer_->advance(simulation, beside);
    if (!replayer_->done()) return;
    lastHash_ = simulation.hash();
    replayedHash_ = hashText(lastHash_);
    replayer_.reset();
}

void Takes::change(const std::string& name, const std::string& value) {
    if (recorder_) recorder_->change(name, value);
}

bool Takes::finishRecording(const Simulation& simulation) {
    if (!recorder_) return false;
    if (recorder_->recording().frames > 0) {
        last_ = std::make_unique<Recording>(recorder_->recording());
        lastHash_ = simulation.hash();
    }
    recorder_.reset();
    return true;
}

void Takes::forget(const Simulation* simulation) {
    if (!simulation || !finishRecording(*simulation)) last_.reset();
    replayer_.reset();
    expectedHash_.clear();
    replayedHash_.clear();
}

void Takes::writeState(JsonWriter& json) const {
    json.key("activity").beginObject();
    json.key("mode").value(recorder_ ? "recording" : replayer_ ? "replaying" : "free");
    json.key("frame").value(int64_t(recorder_ ? recorder_->recording().frames : replayer_ ? replayer_->frame() : 0));
    json.key("frames").value(int64_t(replayer_ ? replayer_->recording().frames : Recording::mostFrames));
    json.key("kept").value(last_ != nullptr);
    json.key("expected").value(expectedHash_).key("replayed").value(replayedHash_);
    json.endObject();
}

std::string Takes::json() const {
    if (!last_) return "null";
    JsonWriter json;
    json.beginObject().key("frames").value(int64_t(last_->frames));
    json.key("head").value(last_->headText()).key("brush").value(last_->brushText());
    json.key("changes").beginArray();
    for (const Recording::Change& change : last_->changes)
        json.beginArray().value(int64_t(change.frame)).value(change.name).value(change.value).endArray();
    json.endArray().key("hash").value(hashText(lastHash_)).endObject();
    return json.text();
}

}  // namespace play
}  // namespace ringlet
