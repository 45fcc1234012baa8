#include "web/app.h"

#include "core/base/json.h"
#include "core/base/suggest.h"

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

std::string askedFor(const std::string& scene, const std::string& model, const std::string& assignments) {
    return scene + '\n' + model + '\n' + assignments;
}

}  // namespace

App::App(int threads)
    : pool_(std::make_unique<ThreadPool>(std::max(threads, 1))), settings_({&view::viewTable}) {}

void App::drawOn(const std::string& canvas, const std::string& panel) {
    canvas_ = canvas;
    renderer_.init();
    panel_ = std::make_unique<PanelCanvas>(panel);
}

void App::begin(const std::string& scene, const std::string& model, const std::string& assignments) {
    Result<Wanted> wanted = wantedScene(scene, model, assignments);
    if (!wanted) return;  // load() says why
    startLoading(wanted.value());
    begun_ = askedFor(scene, model, assignments);
}

Status App::applyAssignments(const SceneInfo& info, const std::string& assignments, Params& params, Params& settings) {
    size_t at = 0;
    while (at < assignments.size()) {
        size_t end = std::min(assignments.find('\n', at), assignments.size());
        std::string line = assignments.substr(at, end - at), name, value;
        at = end + 1;
        if (line.empty()) continue;
        if (!splitAssignment(line, name, value)) return Error{"'" + line + "' is not name=value"};
        Params& owner = params.find(name) ? params : settings;
        if (!owner.find(name)) return Error{"scene '" + info.name + "' has no parameter '" + name + "'"};
        Status set = owner.set(name, value);
        if (!set) return set;
    }
    return {};
}

Result<App::Wanted> App::wantedScene(const std::string& scene, const std::string& model,
                                     const std::string& assignments) {
    const SceneInfo* info = findScene(scene);
    if (!info) {
        std::vector<std::string> names;
        for (const SceneInfo& one : scenes()) names.push_back(one.name);
        return Error{"there is no scene '" + scene + "'" + suggestion(scene, names)};
    }
    if (!model.empty() && !findModel(model)) {
        std::vector<std::string> names;
        for (const ModelInfo& one : models()) names.push_back(one.name);
        return Error{"there is no model '" + model + "'" + suggestion(model, names)};
    }
    Wanted wanted{info, model, sceneParams(*info, model), settings_, {}, false};
    Status assigned = applyAssignments(*info, assignments, wanted.params, wanted.settings);
    if (!assigned) return Error{assigned.error()};
    return wanted;
}

// Touches nothing of the page: a thread of its own may do it.
Result<std::unique_ptr<Simulation>> App::made(const Wanted& wanted, ThreadPool* pool) {
    SimulationOptions options;
    options.files = wanted.files;
    options.modelName = wanted.model;
    options.model.pool = pool;
    options.measure = wanted.measure;
    Result<std::unique_ptr<Simulation>> made = Simulation::make(wanted.info->name, wanted.params, options);
    if (!made) return made;
    Result<std::unique_ptr<Motion>> motion = makeMotion(wanted.info->motion);
    if (!motion) return Error{motion.error()};
    made.value()->setMotion(std::move(motion.value()));
    return made;
}

Status App::load(const std::string& scene, const std::string& model, const std::string& assignments,
                 const SceneFiles& files, bool measure) {
    Result<Wanted> wanted = wantedScene(scene, model, assignments);
    if (!wanted) return Error{wanted.error()};
    wanted.value().files = files;
    wanted.value().measure = measure;
    const bool bare = files.groom.empty() && files.head.empty() && files.collider.empty() && !measure;
    const bool begun = bare && begun_ == askedFor(scene, model, assignments);
    if (!begun_.empty() && !begun) loading_.reset();
    if (loading_ && !begun) loading_->cancel();
    begun_.clear();
    Result<std::unique_ptr<Simulation>> simulation = begun ? loading_->take() : made(wanted.value(), pool_.get());
    if (begun) loading_.reset();
    if (!simulation) return Error{simulation.error()};
    return show(wanted.value(), std::move(simulation.value()));
}

Status App::startFiles(const std::string& scene, const SceneFiles& files) {
    if (loading_) return Error{"other files are still being read; cancel that first"};
    Result<Wanted> wanted = wantedScene(scene, "", "");
    if (!wanted) return Error{wanted.error()};
    wanted.value().files = files;
    startLoading(wanted.value());
    return {};
}

void App::startLoading(const Wanted& wanted) {
    loadingOf_ = wanted;
    loading_ = std::make_unique<Loading>([wanted = loadingOf_, pool = pool_.get()](const Loading::Told& told) {
        Wanted watched = wanted;
        watched.files.progress = told;
        return made(watched, pool);
    });
}

std::string App::loadingJson() {
    JsonWriter json;
    json.beginObject();
    if (loading_ && !loading_->done()) {
        double part = 0;
        const std::string what = loading_->what(part);
        json.key("done").value(false).key("what").value(what).key("part").value(part);
    } else {
        Result<std::unique_ptr<Simulation>> simulation = loading_ ? loading_->take() : Error{"no files are being read"};
        loading_.reset();
        loadingOf_.settings = settings_;  // they may have changed meanwhile
        Status shown = simulation ? show(loadingOf_, std::move(simulation.value())) : Error{simulation.error()};
        json.key("done").value(true).key("problem").value(shown ? std::string() : shown.error());
    }
    json.endObject();
    return json.text();
}

Status App::show(const Wanted& wanted, std::unique_ptr<Simulation> simulation) {
    if (!lost_)
        if (Status drawing = renderer_.finish(); !drawing) return drawing;

    take_.end();
    const bool recording = recorder_ != nullptr;
    finishRecording();
    if (!recording) recorded_.reset();
    simulation_ = std::move(simulation);
    settings_ = wanted.settings;
    files_ = wanted.files;
    measure_ = wanted.measure;
    playback_.motion = wanted.info->motion;
    hand_.letGo();
    brush_.lift();
    player_.reset();
    expectedHash_.clear();
    replayedHash_.clear();
    untouched_ = true;
    idle_ = false;
    waiting_ = 0;
    mixing_ = 1;
    simulated_ = RecentRate();
    playback_.simulationMs = 0;
    detailLimit_ = view::fullDetail;
    detail_ = std::min(detail_, view::firstDetail);
    fadedDetail_ = float(detail_);
    kept_ = false;
    refining_.leave();
    rest_.forget();
    setDrawnScene();
    fitCamera();
    uploadBoth_ = true;
    stepsSinceUpload_ = 1;
    quiet_ = 0;
    return {};
}

void App::setDrawnScene() {
    if (!lost_) renderer_.setScene(*simulation_);
    picker_.set(simulation_->content());
}

// The driver took everything it had: made anew, the simulation goes on.
Status App::restoreGraphics() {
    renderer_ = view::Renderer();
    smoothPicture_ = finePicture_ = view::SmoothPicture();
    refining_.leave();
    renderer_.init();
    if (Status drawing = renderer_.finish(); !drawing) return drawing;
    lost_ = false;
    if (simulation_) renderer_.setScene(*simulation_);
    uploadBoth_ = true;
    stepsSinceUpload_ = std::max(stepsSinceUpload_, 1);
    quiet_ = 0;
    return {};
}

bool App::frame(double milliseconds) {
    // A page that slept goes on where it was: no jump on return.
    double passed = last_ < 0 ? 0 : (milliseconds - last_) / 1000;
    last_ = milliseconds;
    if (!pendingCommand_.empty()) {
        std::string name = std::move(pendingCommand_), argument = std::move(pendingArgument_);
        pendingCommand_.clear();
        (void)command(name, argument);  // the panel only asks for what its tables allow
    }
    const double began = emscripten_get_now();
    // A page that slept did not fail to keep up.
    const double awake = std::clamp(passed, 0.0, 1 + 2 * busyMs_ / 1000);
    if (lost_) {  // time goes on without pictures
        advanceTime(awake);
        return false;
    }
    if (kept_ && (refining_.shown >= 0 || detail() < mostDetail())) return keepPicture(awake);
    if (!kept_) advanceTime(awake);
    if (playback_.playing) followHead(renderer_.drawnHead(mixing_), std::clamp(passed, 0.0, 0.25));
    if (camera_.advance(float(std::clamp(passed, 0.0, 0.05)))) quiet_ = 0;
    if (++quiet_ > quietPictures && !kept_ && !hand_.busy() && !brush_.touches()) {
        if (hovered_) drawPanel(passed);
        hovered_ = false;
        return refine(awake);
    }
    refining_.leave();
    hovered_ = false;
    pictures_.add(awake, 1);
    playback_.fps = pictures_.value(0);
    adaptDetail(passed);
    double start = emscripten_get_now();
    drawPicture();
    drawPanel(passed);
    smooth(playback_.drawingMs, emscripten_get_now() - start);
    busyMs_ = emscripten_get_now() - began;
    return true;
}

float App::mostDetail() const { return settings_.real("most_detail"); }

float App::affordedDetail() const {
    return settings_.toggle("adapt") ? std::min(fadedDetail_, mostDetail()) : mostDetail();
}

float App::detail() const { return refining_.shown >= 0 ? std::min(refining_.shown, mostDetail()) : affordedDetail(); }

view::HairLook App::look(float detail) const {
    if (!simulation_) return view::hairLook(settings_, "", 1, detail);
    return view::hairLook(settings_, simulation_->scene().hairColour, simulation_->content().groom.strands(), detail);
}

// Starts simple, so that the first picture comes at once, and draws more while
// pictures come fast. A detail that proved too slow is not tried again. Where
// the simulation takes the time, simpler pictures would not help.
void App::adaptDetail(double seconds) {
    double simulated = steppedMs_ / 1000;
    steppedMs_ = 0;
    const float fade = float(seconds / fadeSeconds);
    fadedDetail_ += std::clamp(float(detail_) - fadedDetail_, -fade, fade);
    if (!playback_.playing || seconds <= 0) return;
    bool slow = seconds > 0.040 && seconds - simulated > 0.030;
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
    int width = int(std::lround(layout_.width * drawnRatio(detail()))), height = int(std::lround(layout_.height * drawnRatio(detail())));
    int nowWidth = 0, nowHeight = 0;
    emscripten_get_canvas_element_size(canvas_.c_str(), &nowWidth, &nowHeight);
    if (width != nowWidth || height != nowHeight)
        emscripten_set_canvas_element_size(canvas_.c_str(), width, height);
}

// What the simulation has moved, to the GPU.
void App::uploadState() {
    if (!simulation_ || stepsSinceUpload_ == 0) return;
    double start = emscripten_get_now();
    renderer_.upload(*simulation_, stepsSinceUpload_ == 1 && !uploadBoth_);
    smooth(playback_.uploadMs, emscripten_get_now() - start);
    stepsSinceUpload_ = 0;
    uploadBoth_ = false;
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
    picture.exposure = settings_.real("exposure");
    picture.look = look(detail);
    picture.plainHead = view::detailAt(detail).plainHead;
    picture.smoothEdges = view::detailAt(detail).samples == 0;
    picture.show = show_;
    picture.ground = settings_.toggle("ground");
    return picture;
}

void App::drawPicture() {
    resizeCanvas();
    uploadState();
    view::Picture drawn = picture(detail());
    const int samples = view::detailAt(detail()).samples;
    if (samples > 0) {
        Result<GLuint> target = smoothPicture_.begin(drawn.width, drawn.height, samples);
        if (target) drawn.target = target.value();
        else std::fprintf(stderr, "%s\n", target.error().c_str());
    }
    Status status = renderer_.draw(camera_, drawn, mixing_);
    if (!status) std::fprintf(stderr, "%s\n", status.error().c_str());
    if (drawn.target) smoothPicture_.show(drawn.width, drawn.height);
}

void App::drawPanel(double seconds) {
    if (!panel_ || !panel_->shown() || !simulation_) return;
    view::PanelState state;
    state.simulation = simulation_.get();
    state.settings = &settings_;
    state.show = &show_;
    state.playback = &playback_;
    state.transport = false;
    figuresAge_ += seconds;
    const bool changed = figures_.time != simulation_->time() || figures_.drawnStrands != renderer_.hair().drawnStrands(look());
    if (playback_.playing ? figuresAge_ > figuresEvery : changed) {
        figuresAge_ = 0;
        figures_ = {playback_.fps, playback_.simulationMs, playback_.drawingMs, playback_.uploadMs, simulation_->time(),
                    renderer_.hair().uploadedBytes(), renderer_.hair().drawnStrands(look())};
    }
    state.figures = figures_;
    state.act = [this](const std::string& name, const std::string& argument) {
        pendingCommand_ = name;
        pendingArgument_ = argument;
        quiet_ = 0;
    };
    panel_->draw(state, seconds);
}

}  // namespace web
}  // namespace ringlet
