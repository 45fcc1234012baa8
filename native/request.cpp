#include "native/request.h"

#include "core/base/suggest.h"
#include "core/files/grid_cache.h"
#include "core/files/recording_file.h"
#include "core/scenes/former_defaults.h"
#include "core/view/view_settings.h"
#include "native/device.h"

#include <algorithm>

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

Status setScene(const std::string& scene, const std::string& model, Request& request) {
    request.scene = findScene(scene);
    if (!request.scene) return unknownName("scene", scene, namesOf(scenes()));
    request.options.modelName = model.empty() ? request.scene->model : model;
    if (!findModel(request.options.modelName)) return unknownName("model", model, namesOf(models()));
    request.params = sceneParams(*request.scene, request.options.modelName);
    return {};
}

// The parameters that a recording began with: what it does not say is as it was when it was made. The picture's are for commands
// that draw one.
Status setRecorded(const RecordingFile& file, Request& request) {
    const auto said = [&](const std::string& name) {
        return std::any_of(file.params.begin(), file.params.end(), [&](const auto& one) { return one.first == name; });
    };
    for (const FormerDefault& before : formerDefaults()) {
        const std::string scene = before.scene, given = before.given;
        if ((!scene.empty() && scene != request.scene->name) || file.version > before.until || (!given.empty() && !said(given))) continue;
        if (said(before.param) || request.params.find(before.param) == nullptr) continue;
        if (Status status = request.params.set(before.param, std::string(before.text)); !status) return status;
    }
    const Params picture({&view::viewTable});
    for (const auto& [name, value] : file.params) {
        const bool ofPicture = picture.given(name) != nullptr && request.params.given(name) == nullptr;
        if (ofPicture && request.settings.given(name) == nullptr) continue;
        if (Status status = (ofPicture ? request.settings : request.params).set(name, value); !status) return status;
    }
    return {};
}

// Of the page's recording at `path`: scene, model, parameters, and what hands did.
Status readRecorded(const std::string& path, const Arguments& arguments, Request& request) {
    for (const char* option : {"--motion", "--groom", "--head", "--collider"})
        if (arguments.has(option)) return Error{std::string(option) + " cannot be given with a recording, which has its own"};
    double rate = 60;
    if (Status status = arguments.readReal("--rate", 20, 240, rate); !status) return status;
    if (rate != 60) return Error{"--rate: recordings have 60 frames a second"};
    Result<ByteStream> bytes = ByteStream::open(path);
    if (!bytes) return Error{bytes.error()};
    Result<RecordingFile> read = readRecordingFile(bytes.value());
    if (!read) return Error{read.error()};
    const RecordingFile& file = read.value();
    Status status = setScene(file.scene, arguments.text("--model", file.model), request);
    if (status) status = setRecorded(file, request);
    if (!status) return Error{path + ": " + status.error()};
    request.recorded = std::make_unique<Recorded>();
    Recorded& recorded = *request.recorded;
    recorded.path = path, recorded.engine = file.engine.empty() ? "of another version" : file.engine;
    recorded.asMade = !arguments.has("--set") && !arguments.has("--model");
    recorded.text = file.head + '\n' + file.brush + '\n' + file.hash;
    for (const RecordingFile::Change& c : file.changes) recorded.text += '\n' + std::to_string(c.frame) + ' ' + c.name + '=' + c.value;
    Result<Replay> replay = readReplay(recorded.text, request.params);
    if (!replay) return Error{path + ": " + replay.error()};
    recorded.replay = std::move(replay.value());
    return {};
}

bool isRecording(const std::string& name) {
    const std::string ending = std::string(".") + recordingExtension;
    return name.size() > ending.size() && lowered(name.substr(name.size() - ending.size())) == ending;
}

Status readScene(const char* command, const Arguments& arguments, Request& request) {
    if (arguments.operands().size() != 1) {
        const std::string called = command == std::string("viewer") ? "ringlet_viewer" : "ringlet " + std::string(command);
        return Error{called + " needs one scene, or a recording of the page: " + called + " SCENE|FILE.ringlet [options]"};
    }
    const std::string& name = arguments.operands()[0];
    Status found = isRecording(name) ? readRecorded(name, arguments, request) : setScene(name, arguments.text("--model", ""), request);
    if (!found) return found;
    std::vector<std::string> ofScene, ofPicture;
    for (const std::string& assignment : arguments.all("--set")) {
        std::string parameter, value;
        splitAssignment(assignment, parameter, value);
        (request.settings.given(parameter) && !request.params.given(parameter) ? ofPicture : ofScene).push_back(assignment);
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
    if (lanes != 0 && options.model.backend != "cpu") return Error{"--lanes is of the backend cpu; leave it out"};
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
    if (request.recorded) {
        request.frames = request.recorded->replay.recording.frames;
        return arguments.readWhole("--frames", 1, mostFrames, request.frames);
    }
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
        {"--head", "FILE", "mesh drawn as the head, for that scene (it keeps no hair out: --collider does); hair grows on it in the scene mesh"},
        {"--collider", "FILE", "closed mesh that hair stays out of, for the scene sintel"},
        {"--cache", "FOLDER", "keeps distance grids of colliders; \"\" keeps none (default ~/.cache/ringlet)", true},
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
    if (request.recorded) return std::unique_ptr<Motion>();
    return makeMotion(arguments.text("--motion", request.scene->motion));
}

Status readRequest(const char* command, const Arguments& arguments, Request& request) {
    if (Status status = readScene(command, arguments, request); !status) return status;
    if (Status status = readOptions(arguments, request); !status) return status;
    return readTime(arguments, request);
}

}  // namespace ringlet::cli
