// Time as it is played: frames, what moves the head and the air in each, and recordings of what hands do.
#include "core/play/player.h"

#include "core/scenes/ball.h"
#include "core/scenes/wind.h"
#include "core/view/matrix.h"
#include "core/view/view_settings.h"

#include <algorithm>
#include <chrono>

namespace ringlet {
namespace play {

namespace {

constexpr int usualSteps = 2;           // frames a picture takes at most
constexpr int mostSteps = 4;            // the same where stepping is what is cheap
constexpr double slept = 4;             // usual times from picture to picture: beyond them, the shell slept
constexpr double slowMotion = 0.2;      // simulated seconds a second
constexpr double restBeforeSleep = 3;   // s that hair has rested before its time stands still
constexpr int framesToWatch = 8;        // from one look at whether it rests to the next, where pictures do not depend on it

// What hair that nobody has touched yet shows: a light breeze.
constexpr Wind breeze{0.45f, 0.5f, 1.0f};  // the tips of shoulder-long hair move by some centimetres
constexpr double breezeRise = 1.5;  // s until it blows fully

double milliseconds() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Player::Player(ByteSink sink) : settings_({&view::viewTable}), motionTake_(std::move(sink)) {}

void Player::show(Scene scene) {
    motionTake_.end();
    takes_.forget(simulation_.get());
    beside_.clear();
    simulation_ = std::move(scene.simulation);
    options_ = std::move(scene.options);
    options_.files.progress = {};
    playback_.motion = scene.motion;
    playback_.simulationMs = 0;
    letAllGo();
    untouched_ = true;
    placed_ = false;
    idle_ = false;
    waiting_ = 0;
    simulated_ = RecentRate();
    built(true);
}

void Player::built(bool another) {
    framing_.setHeads(1 + beside_.simulations().size());
    framing_.take(simulation_->content());
    rests_.assign(heads().size(), view::RestWatch());
    rested_ = 0;
    if (another) framing_.fit(simulation_->head(), playback_.motion);
    remarkAtStart_ = simulation_->model().remark();
    jumped();
    onBuilt(another);
}

std::vector<const Simulation*> Player::heads() const {
    std::vector<const Simulation*> all;
    if (simulation_) all.push_back(simulation_.get());
    all.insert(all.end(), beside_.simulations().begin(), beside_.simulations().end());
    return all;
}

std::string Player::remark() const {
    std::string now = simulation_->model().remark();
    return now == remarkAtStart_ ? std::string() : now;
}

void Player::stepOnce() {
    untouched_ = false;
    const Vec3d before = simulation_->head().position;
    const double start = milliseconds();
    if (takes_.replaying()) {
        takes_.replayFrame(*simulation_, beside_.simulations());
    } else {
        Pose pose = takes_.wanted().head;
        const bool steered = hand_.steer(pose);
        if (brush_.touches()) brush_.advance();
        if (takes_.recording())
            takes_.recordFrame(*simulation_, {pose, brush_.position(), brush_.touches() ? brush_.radius() : 0.0f}, beside_.simulations());
        else moveByHand(steered, pose);
    }
    const double took = milliseconds() - start;
    smooth(playback_.simulationMs, took);
    steppedMs_ += took;
    motionTake_.add(*simulation_);
    if (takes_.full()) finishRecording();
    if (!placed_) framing_.moved(before, simulation_->head().position);
    placed_ = false;
    ++moved_.frames;
    watchRest();
    if (!coarse_ || !rests()) touch();
}

// Hair on a device is not fetched for this.
void Player::watchRest() {
    if (!coarse_ && options_.model.backend != "cpu") return;
    if (++unwatched_ < (coarse_ ? 1 : framesToWatch)) return;
    const double seconds = unwatched_ / options_.rate;
    unwatched_ = 0;
    size_t head = 0;
    each([&](Simulation& simulation) { rests_[head++].watch(simulation.model().curves(), seconds); });
    rested_ = rests() ? rested_ + seconds : 0;
}

// Whether nothing will move that hair, from without or by itself.
bool Player::asleep() const {
    const bool still = playback_.motion.empty() || playback_.motion == "still";
    if (rested_ < restBeforeSleep || !still || !takes_.free() || motionTake_.running() || !rests()) return false;
    const std::vector<const Simulation*> all = heads();
    return std::all_of(all.begin(), all.end(), [](const Simulation* head) {
        return windOf(head->params()).speed == 0 && !head->content().styleAt && !head->content().ballsWay;
    });
}

void Player::moveByHand(bool steered, const Pose& pose) {
    if (steered) playback_.motion.clear();
    Brush ball;
    ball.radius = brush_.touches() ? brush_.radius() : 0.0f;
    ball.velocity = brush_.velocity();
    const double t = simulation_->time();
    const Vec3f air = windAt(breeze, t) * float(std::min(t / breezeRise, 1.0));
    each([&](Simulation& simulation) {
        if (steered) simulation.setPose(pose, false);
        simulation.setBrush(ball, brush_.position());
        if (idle_) simulation.setWind(air);
        simulation.advance();
    });
}

void Player::endIdle() {
    if (idle_ && simulation_) each([](Simulation& simulation) { simulation.setWind({0, 0, 0}); });
    idle_ = false;
}

void Player::step(int frames) {
    if (!simulation_) return;
    endIdle();
    for (int i = 0; i < frames; ++i) stepOnce();
    framing_.follow(simulation_->head(), !playback_.motion.empty(), frames / options_.rate);
    mixing_ = 1;
    waiting_ = 0;
}

// Where drawing is what is slow, a picture takes more steps, as long as they stay below half of its time.
void Player::advance(double seconds) {
    if (!playback_.playing || !simulation_) return;
    if (asleep()) {
        waiting_ = 0;
        simulated_.add(seconds, seconds);
        smooth(playback_.simulationMs, 0);
        return;
    }
    const double frame = 1 / options_.rate, wanted = seconds * (playback_.slow ? slowMotion : 1);
    waiting_ += wanted;
    const double before = steppedMs_;
    const double cheap = seconds * playback_.fps > slept ? 0 : 0.5 * 1000 * seconds;  // ms
    for (int steps = 0; steps < mostSteps && waiting_ >= frame; ++steps) {
        const double withNext = (steppedMs_ - before) * (steps + 1) / std::max(steps, 1);
        if (steps >= usualSteps && withNext > cheap) break;
        stepOnce();
        waiting_ -= frame;
    }
    const double lost = waiting_ - std::min(waiting_, frame);
    waiting_ -= lost;
    simulated_.add(seconds, wanted > 0 ? seconds * (wanted - lost) / wanted : 0);
    mixing_ = float(std::min(waiting_ / frame, 1.0));
    if (!coarse_ || !rests()) touch();
}

bool Player::follow(double seconds) {
    const double awake = std::clamp(seconds, 0.0, 0.25);
    if (playback_.playing && simulation_) framing_.follow(drawnHead(), !playback_.motion.empty(), awake);
    const bool moves = framing_.camera().advance(float(std::min(awake, 0.05)));
    if (moves) touch();
    return moves;
}

Pose Player::drawnHead() const {
    const Curves curves = simulation_->model().shape();
    const Pose &before = curves.previousHead, &now = curves.head;
    Pose pose;
    pose.position = before.position + (now.position - before.position) * double(mixing_);
    pose.orientation = view::mixed(before.orientation, now.orientation, mixing_);
    return pose;
}

Player::Moved Player::takeMoved() {
    const Moved taken = moved_;
    moved_ = {};
    return taken;
}

double Player::takeSteppedMs() {
    const double taken = steppedMs_;
    steppedMs_ = 0;
    return taken;
}

bool Player::rests() const {
    if (!simulation_) return false;
    const Balls wanted = ballsOf(simulation_->params());
    for (size_t i = 0; i < mostBalls; ++i) {
        const Vec3f way = wanted[i].center - simulation_->balls()[i].center;
        if (dot(way, way) > 0) return false;  // it has still to go
    }
    return std::all_of(rests_.begin(), rests_.end(), [](const view::RestWatch& one) { return one.resting(); }) && !busy() && !idle_;
}

// Nothing is drawn between where the hair was and where it is.
void Player::jumped() {
    moved_.jumped = true;
    ++moved_.frames;
    mixing_ = 1;
    touch();
}

// A recording starts from a scene built anew, so that whoever opens its link
// starts from the same bits whatever has happened here before.
Status Player::startAnew() {
    if (simulation_->scene().needsFiles) return Error{notFromFiles};
    if (!untouched_) {
        const view::Camera::View view = framing_.camera().view();
        const std::string others = beside_.names();
        auto made = Simulation::make(simulation_->scene().name, simulation_->params(), options_);
        if (!made) return Error{made.error()};
        show({std::move(made.value()), options_, ""});
        if (Status shown = showBeside(others); !shown) return shown;
        framing_.camera().setView(view);
        framing_.camera().settle();
    }
    endIdle();
    Status still = startMotion("still");
    playback_.motion.clear();
    return still;
}

// By all heads, from its start; the hair is reset.
Status Player::startMotion(const std::string& name) {
    Status known;
    each([&](Simulation& simulation) {
        Result<std::unique_ptr<Motion>> motion = makeMotion(name);
        if (motion) simulation.setMotion(std::move(motion.value()));
        else known = Error{motion.error()};
    });
    return known;
}

// All start together, so that they can be compared.
Status Player::showBeside(const std::string& names) {
    if (names == beside_.names()) return {};
    if (!takes_.free()) return Error{"other heads come and go when nothing is recorded or replayed; end that first"};
    if (Status set = beside_.set(names, *simulation_, options_); !set) return set;
    for (Simulation* other : beside_.simulations()) {
        other->setPose(simulation_->head(), true);
        other->advance();  // there
    }
    Status started = playback_.motion.empty() ? Status() : startMotion(playback_.motion);
    each([](Simulation& simulation) { simulation.reset(); });
    built(false);
    return started;
}

void Player::finishRecording() {
    if (takes_.finishRecording(*simulation_)) letAllGo();
}

// Nothing is held any more, though pointers may still be down.
void Player::letAllGo() {
    hand_.letGo();
    brush_.lift();
    undecided_.reset();
    onBall_.reset();
    away_.clear();
}

// Someone takes over: what was recorded so far is kept, a replay is given up.
void Player::takeOver() {
    endIdle();
    finishRecording();
    takes_.giveUpReplay();
}

}  // namespace play
}  // namespace ringlet
