// When a picture is drawn, in what detail, and the panel beside it.
#include "web/app.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <emscripten.h>
#include <emscripten/html5.h>

namespace ringlet {
namespace web {

namespace {

constexpr int quietPictures = 2;        // drawn after the last change before drawing rests
constexpr double figuresEvery = 0.4;    // s: as often as they can be read
constexpr double fadeSeconds = 0.4;     // from one level of detail to the next

}  // namespace

// Whether anything that pictures show has changed since the last call.
bool App::changed() {
    const bool changed = drawnChanges_ != player_.changes();
    drawnChanges_ = player_.changes();
    return changed;
}

// What the panel asked for. Its tables allow it, but what is under way may not; the page says so (see stateJson).
void App::doPending() {
    if (pendingCommand_.empty()) return;
    const std::string name = std::move(pendingCommand_), argument = std::move(pendingArgument_);
    pendingCommand_.clear();
    Status done = command(name, argument);
    if (done) return;
    refusal_ = done.error();
    ++refusals_;
}

bool App::frame(double milliseconds) {
    // A page that slept goes on where it was: no jump on return.
    const double passed = last_ < 0 ? 0 : std::max(milliseconds - last_, 0.0) / 1000;
    last_ = milliseconds;
    doPending();
    tellDetail();
    const double began = emscripten_get_now();
    // A page that slept did not fail to keep up.
    const double awake = std::clamp(passed, 0.0, 1 + 2 * busyMs_ / 1000);
    if (lost_) {  // time goes on without pictures
        player_.advance(awake);
        return false;
    }
    if (kept_ && (refining_.shown >= 0 || !whole())) return keepPicture(awake);
    if (!kept_) player_.advance(awake);
    player_.follow(passed);
    if (changed()) quiet_ = 0;
    if (++quiet_ > quietPictures && !kept_ && !player_.busy()) {
        if (hovered_ || (panel_ && panel_->input().waits())) drawPanel(passed);
        hovered_ = false;
        return refine(awake);
    }
    refining_.leave();
    hovered_ = false;
    pictures_.add(awake, 1);
    player_.playback().fps = pictures_.value(0);
    adaptDetail(passed);
    const double start = emscripten_get_now();
    drawPicture();
    drawPanel(passed);
    play::smooth(player_.playback().drawingMs, emscripten_get_now() - start);
    busyMs_ = emscripten_get_now() - began;
    return true;
}

float App::mostDetail() const { return player_.settings().real("mostDetail"); }

float App::affordedDetail() const {
    return player_.settings().toggle("adapt") ? std::min(fadedDetail_, mostDetail()) : mostDetail();
}

float App::detail() const { return refining_.shown >= 0 ? std::min(refining_.shown, mostDetail()) : affordedDetail(); }

std::vector<view::HeadsDrawing::Seen> App::seen(float detail) const {
    return play::seenHeads(player_, heads_, detail, int(std::lround(layout_.height * drawnRatio(detail))));
}

// Starts simple, so that the first picture comes at once, and draws more while
// pictures come fast. A detail that proved too slow is not tried again. Where
// the simulation takes the time, simpler pictures would not help.
void App::adaptDetail(double seconds) {
    const double simulated = player_.takeSteppedMs() / 1000;
    const float fade = float(seconds / fadeSeconds);
    fadedDetail_ += std::clamp(float(detail_) - fadedDetail_, -fade, fade);
    if (!player_.playback().playing || seconds <= 0) return;
    const bool slow = seconds > 0.040 && seconds - simulated > 0.030;
    paced_ = seconds < 0.024 ? std::max(paced_, 0) + 1 : slow ? std::min(paced_, 0) - 1 : 0;
    if (paced_ >= 10 && detail_ < detailLimit_) {
        ++detail_;
        paced_ = 0;
    } else if (paced_ <= -6 && detail_ > 0) {
        detailLimit_ = --detail_;
        paced_ = 0;
    }
}

// Fewer pixels where the device is slow.
float App::drawnRatio(float detail) const { return layout_.pixelRatio * view::detailAt(detail).pixels; }

// The canvas shrinks with the picture, and the page enlarges it.
void App::resizeCanvas() {
    const int width = int(std::lround(layout_.width * drawnRatio(detail()))), height = int(std::lround(layout_.height * drawnRatio(detail())));
    int nowWidth = 0, nowHeight = 0;
    emscripten_get_canvas_element_size(canvas_.c_str(), &nowWidth, &nowHeight);
    if (width != nowWidth || height != nowHeight)
        emscripten_set_canvas_element_size(canvas_.c_str(), width, height);
}

// What the simulation has moved, to the GPU.
void App::uploadState() {
    if (!player_.simulation()) return;
    const play::Player::Moved moved = player_.takeMoved();
    if (moved.frames == 0 && !resend_) return;
    const double start = emscripten_get_now();
    heads_.upload(player_.heads(), moved.frames == 1 && !moved.jumped && !resend_);
    play::smooth(player_.playback().uploadMs, emscripten_get_now() - start);
    resend_ = false;
}

view::Picture App::picture(float detail) const {
    const float ratio = drawnRatio(detail);
    view::Picture picture;
    picture.width = int(std::lround(layout_.width * ratio));
    picture.height = int(std::lround(layout_.height * ratio));
    const view::Insets& in = layout_.insets;
    picture.insets = {in.left * ratio, in.top * ratio, in.right * ratio, in.bottom * ratio};
    picture.pixelRatio = ratio;
    picture.dark = layout_.dark;
    picture.exposure = player_.settings().real("exposure");
    picture.look = seen(detail)[0].look;
    picture.lens = player_.settings().real("lens");
    picture.plainHead = view::detailAt(detail).plainHead;
    picture.smoothEdges = picture.look.sampling.oneSample = view::detailAt(detail).samples == 0;
    picture.show = player_.shown();
    picture.ground = player_.settings().toggle("ground");
    return picture;
}

// Whether pictures of what moves are blended, as those of what rests are averaged; flat wisps do not tell how they move, nor do heads of
// which the simulated strands alone are drawn.
bool App::temporal() const {
    const Params& settings = player_.settings();
    if (!blends_ || !view::detailAt(detail()).temporal || settings.integer("stillPictures") == 0 || settings.integer("wispsAs") != 0) return false;
    for (size_t head = 0; head < heads_.heads(); ++head)
        if (heads_.of(head).hair().guidesAlone()) return false;
    return heads_.of(0).shadows().floats();
}

void App::drawPicture() {
    resizeCanvas();
    uploadState();
    view::Picture drawn = picture(detail());
    const int samples = view::detailAt(detail()).samples;
    if (samples > 0) {
        drawn.temporal = drawn.look.sampling.motion = temporal();
        if (drawn.temporal) view::jitter(drawn, drawnPictures_++);
        Result<GLuint> target = smoothPicture_.begin(drawn.width, drawn.height, samples, drawn.temporal);
        if (target) drawn.target = target.value();
        else std::fprintf(stderr, "%s\n", target.error().c_str());
    }
    Status status = heads_.draw(seen(detail()), drawn, player_.mixing());
    if (!status) std::fprintf(stderr, "%s\n", status.error().c_str());
    if (drawn.temporal && drawn.target && !smoothPicture_.blend(!heads_.motionKnown())) blends_ = false;
    if (drawn.target) smoothPicture_.show(drawn.width, drawn.height);
}

void App::drawPanel(double seconds) {
    const Simulation* simulation = player_.simulation();
    if (!panel_ || !panel_->shown() || !simulation) return;
    const view::Playback& playback = player_.playback();
    view::PanelState state;
    state.simulation = simulation;
    state.settings = &player_.settings();
    state.show = &player_.shown();
    state.playback = &playback;
    state.transport = false;
    figuresAge_ += seconds;
    const size_t hairs = heads_.drawnStrands(seen(detail()));
    const bool changed = figures_.time != simulation->time() || figures_.drawnStrands != hairs;
    if (playback.playing ? figuresAge_ > figuresEvery : changed) {
        figuresAge_ = 0;
        figures_ = {playback.fps, playback.simulationMs, playback.drawingMs, playback.uploadMs, simulation->time(),
                    heads_.uploadedBytes(), hairs};
    }
    state.figures = figures_;
    state.act = [this](const std::string& name, const std::string& argument) {
        pendingCommand_ = name;
        pendingArgument_ = argument;
        player_.touch();
    };
    panel_->draw(state, seconds);
}

void App::setLayout(const Layout& layout) {
    layout_ = layout;
    player_.framing().setPicture(layout.width, layout.height, layout.insets);  // in CSS pixels, however many are drawn
    if (panel_) panel_->place(layout.panel);
    player_.touch();
}

}  // namespace web
}  // namespace ringlet
