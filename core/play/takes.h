// Takes: what hands do, recorded and done again.
#pragma once

#include "core/base/json.h"
#include "core/scenes/recording.h"

#include <memory>
#include <string>

namespace ringlet {
namespace play {

constexpr const char* notFromFiles = "hair from your own files cannot be recorded: a link could not carry it";
constexpr const char* underWay = "a recording is under way; end it first";  // it would be lost

class Takes {
public:
    bool recording() const { return recorder_ != nullptr; }
    bool replaying() const { return replayer_ != nullptr; }
    bool free() const { return !recording() && !replaying(); }
    bool full() const { return recorder_ && recorder_->full(); }  // a recording as long as one may be

    // Both from a scene that was just built.
    void record();
    void replay(Replay replay);

    // A frame of either: what hands want is kept and done, or what was kept is done again; by those beside it too.
    void recordFrame(Simulation& simulation, const Hands& wanted, const std::vector<Simulation*>& beside);
    void replayFrame(Simulation& simulation, const std::vector<Simulation*>& beside);
    // While recording: a Live parameter that was changed.
    void change(const std::string& name, const std::string& value);
    // Where the hands of this recording have been asked to be.
    const Hands& wanted() const { return wanted_; }

    // What was recorded so far is kept, if it has a frame. Returns whether there was a recording.
    bool finishRecording(const Simulation& simulation);
    // A replay is given up.
    void giveUpReplay() { replayer_.reset(); }
    // Another scene: what was recorded of the last is forgotten, but for a recording that runs.
    void forget(const Simulation* simulation);

    void writeState(JsonWriter& json) const;  // the key `activity`
    std::string json() const;                 // the last recording; "null": none

private:
    std::unique_ptr<Recorder> recorder_;   // while recording
    std::unique_ptr<Replayer> replayer_;   // while replaying
    std::unique_ptr<Recording> last_;
    Hands wanted_;
    uint64_t lastHash_ = 0;
    std::string expectedHash_, replayedHash_;
};

}  // namespace play
}  // namespace ringlet
