#include "native/request.h"

#include "core/base/suggest.h"
#include "core/files/grid_cache.h"
#include "native/device.h"

namespace ringlet::cli {
namespace {

constexpr double settleTime = 5;       // s simulated after the head has stopped

// Error: an option of the command line given as if it were a parameter.
Status checkOptionsSet(const std::vector<std::string>& assignments, const Params& params) {
    for (const std::string& assignment : assignments) {
        std::string name, value;
        splitAssignment(assignment, name, value);
        if (params.given(name)) continue;
        for (const std::vector<OptionRow>* rows : {&sceneRows(), &machineRows()})
            for (const OptionRow& row : *rows)
                if (row.name == "--" + name)
                    return Error{"no parameter is named " + name + "; it is an option of its own: " + row.name + " " + row.value};
    }
    return {};
}

std::string lowered(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

Status readScene(const char* command, const Arguments& arguments, Request& request) {
    if (arguments.operands().size() != 1) {
        return Error{std::string(command) + " needs one scene: ringlet " + command + " SCENE [options]"};
    }
    const std::string& name = arguments.operands()[0];
    request.scene = findScene(name);
    if (!request.scene) {
        std::vector<std::string> names;
        for (const SceneInfo& scene : scenes()) names.push_back(scene.name);
        return Error{"unknown scene '" + name + "'" + suggestion(name, names)};
    }
    const std::string model = arguments.text("--model", request.scene->model);
    if (!findModel(model)) {
        std::vector<std::string> names;
        for (const ModelInfo& known : models()) names.push_back(known.name);
        return Error{"unknown model '" + model + "'" + suggestion(model, names)};
    }
    request.options.modelName = model;
    request.params = sceneParams(*request.scene, model);
    std::vector<std::string> ofScene, ofPicture;
    for (const std::string& assignment : arguments.all("--set")) {
        std::string parameter, value;
        splitAssignment(assignment, parameter, value);
        (request.settings.find(parameter) && !request.params.given(parameter) ? ofPicture : ofScene).push_back(assignment);
    }
    if (Status status = checkOptionsSet(ofScene, request.params); !status) return status;
    if (Status status = request.settings.setAll(ofPicture, "--set"); !status) return status;
    return request.params.setAll(ofScene, "--set");
}

Status readOptions(const Arguments& arguments, Request& request) {
    SimulationOptions& options = request.options;
    long threads = 0, lanes = 0;
    if (Status status = arguments.readWhole("--threads", 0, 1024, threads); !status) return status;
    if (Status status = arguments.readWhole("--lanes", 0, 64, lanes); !status) return status;
    if (Status status = arguments.readReal("--rate", 20, 240, options.rate); !status) return status;
    options.model.backend = lowered(arguments.text("--backend", options.model.backend));
    options.model.layout = lowered(arguments.text("--layout", options.model.layout));
    if (!isBackend(options.model.backend)) {
        return Error{"--backend must be cpu or cuda, not '" + options.model.backend + "'"};
    }
    options.model.lanes = static_cast<int>(lanes);
    options.files.groom = arguments.text("--groom", "");
    options.files.head = arguments.text("--head", "");
    options.files.collider = arguments.text("--collider", "");
    options.files.cache = arguments.text("--cache", cacheFolder());
    request.pool = std::make_unique<ThreadPool>(static_cast<int>(threads));
    options.model.pool = request.pool.get();
    return {};
}

Status readTime(const Arguments& arguments, Request& request) {
    Result<std::unique_ptr<Motion>> motion = motionOf(arguments, request);
    if (!motion) return Error{motion.error()};
    request.motion = std::move(motion.value());
    // Rounded up, so that the last frame lies past the end.
    const double seconds = request.motion->stopsAt() + settleTime;
    if (!arguments.has("--frames") && seconds * request.options.rate > static_cast<double>(mostFrames)) {
        return Error{"the motion is too long to play whole; limit it with --frames N"};
    }
    request.frames = static_cast<long>(seconds * request.options.rate + 0.999);
    return arguments.readWhole("--frames", 1, mostFrames, request.frames);
}

}  // namespace

const std::vector<OptionRow>& sceneRows() {
    static const std::vector<OptionRow> rows = {
        {"--frames", "N", "frames to simulate (default: until 5 s after the head stops)"},
        {"--model", "NAME", "another hair model than the scene's own"},
        {"--set", "KEY=VALUE", "sets a parameter; may be repeated"},
        {"--groom", "FILE", "strands, for the scene of your own hair (sintel)"},
        {"--head", "FILE", "mesh drawn as the head, for that scene; hair grows on it in the scene mesh"},
        {"--collider", "FILE", "closed mesh that hair stays out of, for the scene sintel"},
        {"--cache", "FOLDER", "keeps distance grids of colliders; \"\" keeps none (default ~/.cache/ringlet)"},
        {"--motion", "NAME|FILE", "how the head moves: a named motion or a CSV file (default: the scene's)"},
        {"--rate", "HZ", "frames a second, 20 to 240 (default 60)"},
    };
    return rows;
}

const std::vector<OptionRow>& machineRows() {
    static const std::vector<OptionRow> rows = {
        {"--backend", "cpu|cuda", "where the model runs (default cpu)"},
        {"--threads", "T", "threads, the main one included; 0: one a core (default)"},
        {"--lanes", "W", "strands side by side; 0: the widest this CPU runs (default)"},
        {"--layout", "NAME", "soa, aos, batch or tiles (default), where the model has them"},
    };
    return rows;
}

Result<std::unique_ptr<Motion>> motionOf(const Arguments& arguments, const Request& request) {
    return makeMotion(arguments.text("--motion", request.scene->motion));
}

Status readRequest(const char* command, const Arguments& arguments, Request& request) {
    if (Status status = readScene(command, arguments, request); !status) return status;
    if (Status status = readOptions(arguments, request); !status) return status;
    return readTime(arguments, request);
}

}  // namespace ringlet::cli
