// Scenes: asked for, made beside the page's own work, shown.
#include "web/app.h"

#include "core/base/json.h"
#include "core/base/suggest.h"

#include <algorithm>
#include <cstdio>
#include <emscripten.h>

// The page gathers what it is given (site/motion_file.js).
// clang-format off
EM_JS(void, ringletTakeBytes, (const uint8_t* bytes, size_t size), {
    if (Module['takeBytes']) Module['takeBytes'](HEAPU8.slice(bytes, bytes + size));
})
// clang-format on

namespace ringlet {
namespace web {

namespace {

std::string askedFor(const std::string& scene, const std::string& model, const std::string& assignments) {
    return scene + '\n' + model + '\n' + assignments;
}

Status handOver(Bytes bytes) {
    ringletTakeBytes(bytes.data, bytes.size);
    return {};
}

// Lines name=value, of the scene's parameters and the picture's.
Status applyAssignments(const SceneInfo& info, const std::string& assignments, Params& params, Params& settings) {
    size_t at = 0;
    while (at < assignments.size()) {
        const size_t end = std::min(assignments.find('\n', at), assignments.size());
        std::string line = assignments.substr(at, end - at), name, value;
        at = end + 1;
        if (line.empty()) continue;
        if (!splitAssignment(line, name, value)) return Error{"'" + line + "' is not name=value"};
        Params& owner = params.given(name) ? params : settings;
        if (!owner.given(name)) return Error{"scene '" + info.name + "' has no parameter '" + name + "'"};
        Status set = owner.set(name, value);
        if (!set) return set;
    }
    return {};
}

template <class Infos>
Error unknown(const char* what, const std::string& name, const Infos& infos) {
    return Error{std::string("there is no ") + what + " '" + name + "'" + suggestion(name, namesOf(infos))};
}

}  // namespace

App::App(int threads) : pool_(std::make_unique<ThreadPool>(std::max(threads, 1))), player_(handOver) {
    player_.onBuilt = [this](bool another) { built(another); };
}

void App::drawOn(const std::string& canvas, const std::string& panel) {
    canvas_ = canvas;
    heads_.init();
    panel_ = std::make_unique<PanelCanvas>(panel);
}

void App::begin(const std::string& scene, const std::string& model, const std::string& assignments) {
    Result<Wanted> wanted = wantedScene(scene, model, assignments);
    if (!wanted) return;  // load() says why
    startLoading(wanted.value());
    begun_ = askedFor(scene, model, assignments);
}

Result<App::Wanted> App::wantedScene(const std::string& scene, const std::string& model,
                                     const std::string& assignments) const {
    const SceneInfo* info = findScene(scene);
    if (!info) return unknown("scene", scene, scenes());
    if (!model.empty() && !findModel(model)) return unknown("model", model, models());
    Wanted wanted{info, model, sceneParams(*info, model), player_.settings(), {}, false};
    Status assigned = applyAssignments(*info, assignments, wanted.params, wanted.settings);
    if (!assigned) return Error{assigned.error()};
    return wanted;
}

// Touches nothing of the page: a thread of its own may do it.
Result<play::Scene> App::made(const Wanted& wanted, ThreadPool* pool) {
    play::Scene scene;
    scene.options.files = wanted.files;
    scene.options.modelName = wanted.model;
    scene.options.model.pool = pool;
    scene.options.measure = wanted.measure;
    scene.motion = wanted.info->motion;
    Result<std::unique_ptr<Simulation>> made = Simulation::make(wanted.info->name, wanted.params, scene.options);
    if (!made) return Error{made.error()};
    Result<std::unique_ptr<Motion>> motion = makeMotion(scene.motion);
    if (!motion) return Error{motion.error()};
    scene.simulation = std::move(made.value());
    scene.simulation->setMotion(std::move(motion.value()));
    return scene;
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
    Result<play::Scene> made = begun ? loading_->take() : App::made(wanted.value(), pool_.get());
    if (begun) loading_.reset();
    if (!made) return Error{made.error()};
    return show(wanted.value(), std::move(made.value()));
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
        Result<play::Scene> scene = loading_ ? loading_->take() : Error{"no files are being read"};
        loading_.reset();
        loadingOf_.settings = player_.settings();  // they may have changed meanwhile
        Status shown = scene ? show(loadingOf_, std::move(scene.value())) : Error{scene.error()};
        json.key("done").value(true).key("problem").value(shown ? std::string() : shown.error());
    }
    json.endObject();
    return json.text();
}

Status App::show(const Wanted& wanted, play::Scene scene) {
    if (!lost_)
        if (Status drawing = heads_.finish(); !drawing) return drawing;
    player_.settings() = wanted.settings;
    player_.show(std::move(scene));
    return {};
}

void App::setScenes() {
    if (lost_ || !player_.simulation()) return;
    if (Status set = heads_.setScenes(player_.heads()); !set) std::fprintf(stderr, "%s\n", set.error().c_str());
}

// Hair that was not there before is drawn simply at first, so that it comes at once.
void App::built(bool another) {
    setScenes();
    if (!another) return;
    detailLimit_ = view::fullDetail;
    detail_ = std::min(detail_, view::firstDetail);
    fadedDetail_ = float(detail_);
    kept_ = false;
    refining_.leave();
}

// The driver took everything it had: made anew, the simulation goes on.
Status App::restoreGraphics() {
    heads_ = view::HeadsDrawing();
    smoothPicture_ = finePicture_ = view::SmoothPicture();
    blends_ = true;
    refining_.leave();
    heads_.init();
    if (Status drawing = heads_.finish(); !drawing) return drawing;
    lost_ = false;
    setScenes();
    resend_ = true;
    player_.touch();
    return {};
}

}  // namespace web
}  // namespace ringlet
