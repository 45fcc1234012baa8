// Time in the page: steps, what moves the head and the air in each, and the
// recording and replaying of what hands do.
#include "core/base/hash.h"
#include "core/scenes/wind.h"
#include "web/app.h"

#include <algorithm>
#include <cmath>
#include <emscripten.h>

namespace ringlet {
namespace web {

namespace {

constexpr double frameTime = 1.0 / 60;  // s, of a simulated frame
constexpr int usualSteps = 2;           // a drawn frame takes at most
constexpr int mostSteps = 4;            // the same where stepping is what is cheap
constexpr double slept = 4;             // usual times from picture to picture: beyond them, the page slept
constexpr double slowMotion = 0.2;      // simulated seconds a second

// What a page that nobody has touched yet shows: a light breeze.
constexpr Wind breeze{0.45f, 0.5f, 1.0f};  // the tips of shoulder-long hair move by some centimetres
constexpr double breezeRise = 1.5;  // s until it blows fully

constexpr const char* notFromFiles = "hair from your own files cannot be recorded: a link could not carry it";

}  // namespace

void App::stepOnce() {
    untouched_ = false;
    Vec3d before = simulation_->head().position;
    double start = emscripten_get_now();
    if (player_) {
        player_->advance(*simulation_);
    } else {
        Pose pose = wanted_.head;
        bool steered = hand_.steer(pose);
        if (brush_.touches()) brush_.advance();
        if (recorder_) {
            wanted_ = {pose, brush_.position(), brush_.touches() ? brush_.radius() : 0.0f};
            recorder_->advance(*simulation_, wanted_);
        } else {
            moveByHand(steered, pose);
        }
    }
    const double took = emscripten_get_now() - start;
    smooth(playback_.simulationMs, took);
    steppedMs_ += took;
    take_.add(*simulation_);
    if (player_ && player_->done()) finishReplay();
    if (recorder_ && recorder_->full()) finishRecording();
    Vec3d jump = simulation_->head().position - before;
    if (lengthOf(jump) > 0.5) camera_.carry(jump);
    ++stepsSinceUpload_;
    if (affordedDetail() < mostDetail()) rest_.watch(simulation_->model().curves(), frameTime);
    if (!rests()) quiet_ = 0;
}

void App::moveByHand(bool steered, const Pose& pose) {
    if (steered) {
        simulation_->setPose(pose, false);
        playback_.motion.clear();
    }
    Brush ball;
    ball.radius = brush_.touches() ? brush_.radius() : 0.0f;
    ball.velocity = brush_.velocity();
    simulation_->setBrush(ball, brush_.position());
    if (idle_) {
        double t = simulation_->time();
        simulation_->setWind(windAt(breeze, t) * float(std::min(t / breezeRise, 1.0)));
    }
    simulation_->advance();
}

void App::endIdle() {
    if (idle_ && simulation_) simulation_->setWind({0, 0, 0});
    idle_ = false;
}

void App::step(int frames) {
    if (!simulation_) return;
    endIdle();
    for (int i = 0; i < frames; ++i) stepOnce();
    followHead(simulation_->head(), frames * frameTime);
    mixing_ = 1;
    waiting_ = 0;
}

// Simulated time follows the clock; a device that cannot keep up runs slower. Where drawing is
// what is slow, a picture takes more steps, as long as they stay below half of its time.
void App::advanceTime(double seconds) {
    if (!playback_.playing || !simulation_) return;
    const double wanted = seconds * (playback_.slow ? slowMotion : 1);
    waiting_ += wanted;
    const double before = steppedMs_;
    const double cheap = seconds * playback_.fps > slept ? 0 : 0.5 * 1000 * seconds;  // ms
    for (int steps = 0; steps < mostSteps && waiting_ >= frameTime; ++steps) {
        const double withNext = (steppedMs_ - before) * (steps + 1) / std::max(steps, 1);
        if (steps >= usualSteps && withNext > cheap) break;
        stepOnce();
        waiting_ -= frameTime;
    }
    const double lost = waiting_ - std::min(waiting_, frameTime);
    waiting_ -= lost;
    simulated_.add(seconds, wanted > 0 ? seconds * (wanted - lost) / wanted : 0);
    mixing_ = float(std::min(waiting_ / frameTime, 1.0));
    if (!rests()) quiet_ = 0;
}

// A recording starts from a scene built anew, so that whoever opens its link
// starts from the same bits whatever has happened here before.
Status App::startAnew() {
    if (simulation_->scene().needsFiles) return Error{notFromFiles};
    if (!untouched_) {
        view::Camera::View view = camera_.view();
        std::string assignments;
        for (const auto& [name, text] : simulation_->params().changed()) assignments += name + "=" + text + "\n";
        Status loaded = load(simulation_->scene().name, simulation_->modelInfo().name, assignments, files_, measure_);
        if (!loaded) return loaded;
        camera_.setView(view);
        camera_.settle();
    }
    endIdle();
    Result<std::unique_ptr<Motion>> still = makeMotion("still");
    if (!still) return Error{still.error()};
    simulation_->setMotion(std::move(still.value()));
    playback_.motion.clear();
    return {};
}

Status App::startRecording() {
    Status ready = startAnew();
    if (!ready) return ready;
    recorded_.reset();
    wanted_ = Hands();
    recorder_ = std::make_unique<Recorder>();
    return {};
}

void App::finishRecording() {
    if (!recorder_) return;
    if (recorder_->recording().frames > 0) {
        recorded_ = std::make_unique<Recording>(recorder_->recording());
        recordedHash_ = simulation_->hash();
    }
    recorder_.reset();
    brush_.lift();
    hand_.letGo();
}

// text: the head's, the brush's, the hash that is to come out, then a line
// "frame name=value" for each change. `params`: of the hair that is to do it again.
Result<App::Replay> App::readReplay(const std::string& text, Params params) {
    std::vector<std::string> lines;
    for (size_t at = 0; at <= text.size();) {
        size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    lines.resize(std::max<size_t>(lines.size(), 3));
    Result<Recording> read = Recording::fromText(lines[0], lines[1]);
    if (!read) return Error{read.error()};
    Replay replay{std::move(read.value()), lines[2]};
    for (size_t i = 3; i < lines.size(); ++i) {
        if (lines[i].empty()) continue;
        size_t space = lines[i].find(' '), equals = lines[i].find('=');
        float frame = 0;
        if (equals == std::string::npos || space > equals || !parseNumber(lines[i].substr(0, space), frame) ||
            !(frame >= 0 && frame <= float(replay.recording.frames)))
            return Error{"the recording's changes cannot be read"};
        std::string name = lines[i].substr(space + 1, equals - space - 1), value = lines[i].substr(equals + 1);
        const ParamInfo* row = params.find(name);
        if (!row || row->change != ParamChange::Live)
            return Error{"the recording changes '" + name + "', which this scene cannot change while it runs"};
        if (Status sound = params.set(name, value); !sound) return Error{"the recording's changes: " + sound.error()};
        replay.recording.changes.push_back({uint32_t(frame), name, value});
    }
    return replay;
}

Status App::startReplay(const std::string& text) {
    Result<Replay> read = readReplay(text, simulation_->params());
    if (!read) return Error{read.error()};
    Status ready = startAnew();
    if (!ready) return ready;
    recorded_ = std::make_unique<Recording>(read.value().recording);
    player_ = std::make_unique<Player>(std::move(read.value().recording));
    expectedHash_ = read.value().hash;
    replayedHash_.clear();
    playback_.playing = true;
    return {};
}

// Whether the text could be replayed by that scene and model; nothing changes.
// argument: a line each for scene and model (may be empty), then the text.
Status App::checkReplay(const std::string& argument) {
    const size_t first = std::min(argument.find('\n'), argument.size());
    const size_t second = std::min(argument.find('\n', first + 1), argument.size());
    const std::string model = first < second ? argument.substr(first + 1, second - first - 1) : std::string();
    Result<Wanted> wanted = wantedScene(argument.substr(0, first), model, "");
    if (!wanted) return Error{wanted.error()};
    if (wanted.value().info->needsFiles) return Error{notFromFiles};
    Result<Replay> read = readReplay(second < argument.size() ? argument.substr(second + 1) : std::string(), wanted.value().params);
    return read ? Status() : Error{read.error()};
}

void App::finishReplay() {
    replayedHash_ = hashText(simulation_->hash());
    recordedHash_ = simulation_->hash();
    player_.reset();
}

// Someone takes over: what was recorded so far is kept, a replay is given up.
void App::takeOver() {
    endIdle();
    finishRecording();
    player_.reset();
}

}  // namespace web
}  // namespace ringlet
