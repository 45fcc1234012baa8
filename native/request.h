// A scene as a command's arguments ask for it, checked: what `run` and `same` share.
#pragma once

#include "core/scenes/recording.h"
#include "native/command.h"

#include <memory>

namespace ringlet::cli {

// A recording of the page that stands in the place of a scene.
struct Recorded {
    std::string path, engine;  // engine: the version that made it
    std::string text;          // as readReplay() takes it
    Replay replay;
    bool asMade = true;        // no option asks for something else than it was made with
};

struct Request {
    const SceneInfo* scene = nullptr;
    Params params;
    Params settings = {};  // of the picture, where a command draws one: --set takes these too
    SimulationOptions options;
    std::unique_ptr<ThreadPool> pool;
    std::unique_ptr<Motion> motion;       // null: as recorded
    std::unique_ptr<Recorded> recorded;
    long frames = 0;
};

constexpr long mostFrames = 10000000;

// The options that say what is simulated and for how long, and those that say how.
const std::vector<OptionRow>& sceneRows();
const std::vector<OptionRow>& machineRows();

// Reads both. Error: what is wrong with the arguments. `command`: its name, for the error.
Status readRequest(const char* command, const Arguments& arguments, Request& request);

// Another one of the same motion, from its start; null: as recorded.
Result<std::unique_ptr<Motion>> motionOf(const Arguments& arguments, const Request& request);

}  // namespace ringlet::cli
