#include "core/scenes/simulation.h"

#include "core/base/hash.h"
#include "core/base/suggest.h"
#include "core/groom/follow_wisps.h"
#include "core/models/former_names.h"
#include "core/models/pose_path.h"
#include "core/scenes/ball.h"
#include "core/scenes/head_path.h"
#include "core/scenes/statistics.h"
#include "core/scenes/wind.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>

namespace ringlet {
namespace {

bool hasRow(const ParamTable* table, const std::string& name) {
    if (!table) return false;
    for (const ParamInfo& row : *table) {
        if (name == row.name) return true;
    }
    return false;
}

Result<std::unique_ptr<Model>> buildModel(const ModelInfo& info, const SceneContent& content, const Params& params,
                                          const SimulationOptions& asked) {
    ModelOptions options = asked.model;
    options.colliders = &content.colliders;
    auto made = info.build(content.groom, params, options);
    if (!made) return made;
    if (const Status& status = made.value()->status(); !status) return Error{status.error()};  // a device's, which had no room for all
    if (asked.drawn == 0) return made;
    FollowOptions follow;
    follow.drawn = asked.drawn;
    FollowTable table = makeFollowTable(content.groom, content.follow, follow);
    table.followers.resize(std::min<size_t>(table.followers.size(), asked.drawn));
    if (Status status = made.value()->setFollowers(table, asked.drawnPoints); !status) return Error{status.error()};
    return made;
}

// A saved simulation begins with the first of these and the seal of what follows; older ones with the second and no seal.
constexpr char savedMark[8] = {'R', 'N', 'G', 'L', 'S', 'I', 'M', '2'}, unsealedMark[8] = {'R', 'N', 'G', 'L', 'S', 'I', 'M', '1'};
constexpr size_t sealEnd = sizeof savedMark + sizeof(uint64_t);
constexpr uint64_t longest = 1000000000;  // frames; months

uint64_t sealOf(const std::vector<uint8_t>& bytes) {
    Hash64 hash;
    hash.add(uint64_t{bytes.size()});
    for (size_t at = sealEnd; at < bytes.size(); at += sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
        hash.add(word);
    }
    return hash.value();
}

bool beginsWith(const std::vector<uint8_t>& bytes, const char (&mark)[8]) {
    return bytes.size() >= sizeof mark && std::memcmp(bytes.data(), mark, sizeof mark) == 0;
}

// Numbers one after the other, in the processor's order of bytes.
struct Packer {
    std::vector<uint8_t>& bytes;
    template <class Number>
    void operator()(Number number) const {
        const uint8_t* first = reinterpret_cast<const uint8_t*>(&number);
        bytes.insert(bytes.end(), first, first + sizeof number);
    }
};
struct Unpacker {
    const std::vector<uint8_t>& bytes;
    size_t& at;
    template <class Number>
    void operator()(Number& number) const {
        const bool enough = at <= bytes.size() && bytes.size() - at >= sizeof number;
        if (enough) std::memcpy(&number, bytes.data() + at, sizeof number);
        at = enough ? at + sizeof number : bytes.size() + 1;  // one beyond: there were too few
    }
    void operator()(bool& flag) const {
        uint8_t byte = 0;
        (*this)(byte);
        flag = byte != 0;
    }
};

Result<std::unique_ptr<SceneContent>> makeContent(const SceneInfo& scene, const Params& params, const SimulationOptions& options) {
    auto made = scene.make(params, options.files);
    if (!made) return Error{made.error()};
    auto content = std::make_unique<SceneContent>(std::move(made.value()));
    if (options.between > 0) {
        content->follow = followFlatWisps(content->groom, wispWidthOf(params), options.between);
        // Those of the file that followed do not any more.
        if (!content->placeInFile.empty()) content->placeInFile.resize(content->groom.strands());
    }
    return content;
}

// Where parameters and the scene want the balls. time: s.
Balls wantedBalls(const Params& params, const SceneContent& content, double time) {
    Balls wanted = ballsOf(params);
    if (content.ballsWay == nullptr) return wanted;
    const Vec3f way = content.ballsWay(time);
    for (Sphere& ball : wanted) ball.center = ball.center + way;
    return wanted;
}

}  // namespace

// What parameters and files make of a scene. Content and model stay where they are: the statistics refer to them.
struct BuiltScene {
    const ModelInfo* modelInfo = nullptr;
    Params params;
    Wind blowing;  // as the parameters say
    std::unique_ptr<SceneContent> content;
    std::unique_ptr<Model> model;
    std::unique_ptr<Statistics> statistics;
    Colliders touched;  // what hair feels: the content's, and then the balls that there are
    Balls balls{};
    uint64_t build = 0;

    // The model that the parameters have chosen, with its own defaults.
    void foundModel(const SceneInfo& scene) {
        const ModelInfo* other = otherModelOf(modelInfo->name, params);
        if (other == nullptr) return;
        Params own = sceneParams(scene, other->name);
        for (const ParamInfo& row : params.rows()) static_cast<void>(own.set(row.name, params.get(row.name)));
        params = std::move(own);
        modelInfo = other;
    }
    void takeColliders(const SceneContent& of) {
        static std::atomic<uint64_t> builds{0};
        build = ++builds;
        touched = of.colliders;
        touched.spheres.reserve(touched.spheres.size() + mostBalls);
    }
    void placeBalls(const Balls& at, const SceneContent& of) {
        balls = at;
        touched.spheres.resize(of.colliders.spheres.size());
        for (const Sphere& ball : balls)
            if (ball.radius > 0) touched.spheres.push_back(ball);
    }
};

struct Simulation::State : BuiltScene {
    const SceneInfo* scene = nullptr;
    SimulationOptions options;
    HeadPath head;
    Vec3f wind{0, 0, 0};  // besides
    Brush brush;
    Vec3d brushAt{0, 0, 0};
    uint64_t frames = 0;  // since the start or the last reset
    bool torn = false;    // a change began and has not ended, for memory ran out

    double time() const { return static_cast<double>(frames) / options.rate; }
    // All that is built of these parameters; `made`: content, or null where it stays. Nothing here changes, whatever fails.
    Result<BuiltScene> built(const ModelInfo& info, Params changed, std::unique_ptr<SceneContent> made) const {
        BuiltScene next;
        next.content = std::move(made);
        const SceneContent& of = next.content ? *next.content : *content;
        auto hair = buildModel(info, of, changed, options);
        if (!hair) return Error{hair.error()};
        next.model = std::move(hair.value());
        next.modelInfo = &info;
        next.params = std::move(changed);
        next.foundModel(*scene);
        next.blowing = windOf(next.params);
        next.takeColliders(of);
        next.placeBalls(wantedBalls(next.params, of, time()), of);
        next.model->reset(head.present().pose);
        next.statistics = statisticsOf(*next.model, of);
        return next;
    }
    // Throws nothing. What was before goes with `next`.
    void take(BuiltScene&& next) {
        if (!next.content) next.content = std::move(content);
        std::swap(static_cast<BuiltScene&>(*this), next);
    }
    std::unique_ptr<Statistics> statisticsOf(const Model& of, const SceneContent& on) const {
        return std::make_unique<Statistics>(of, on, options.model.pool, options.measure);
    }
    // What a saved simulation has besides the head's path and the model's state.
    template <class Self, class Visit>
    static void each(Self& s, const Visit& visit) {
        visit(s.frames);
        for (auto* v : {&s.wind, &s.brush.velocity}) visit(v->x), visit(v->y), visit(v->z);
        visit(s.brush.radius), visit(s.brush.rate);
        visit(s.brushAt.x), visit(s.brushAt.y), visit(s.brushAt.z);
        for (auto& ball : s.balls) visit(ball.center.x), visit(ball.center.y), visit(ball.center.z), visit(ball.radius);
    }
};

Simulation::Simulation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Simulation::~Simulation() = default;

Result<std::unique_ptr<Simulation>> Simulation::make(const std::string& sceneName, const Params& params,
                                                     const SimulationOptions& options) {
    if (!(options.rate >= 20 && options.rate <= 240)) {
        return Error{"the rate must be 20 to 240 frames a second, not " + numberText(options.rate)};
    }
    auto state = std::make_unique<State>();
    state->scene = findScene(sceneName);
    if (!state->scene) return unknownName("scene", sceneName, namesOf(scenes()));
    const std::string& model = options.modelName.empty() ? state->scene->model : options.modelName;
    const ModelInfo* const info = findModel(model);
    if (!info) return unknownName("model", model, namesOf(models()));
    const SceneFiles& files = options.files;
    if (!state->scene->needsFiles && !(files.groom.empty() && files.head.empty() && files.collider.empty())) {
        return Error{"scene '" + sceneName + "' makes its own hair and head; files are for the scenes sintel and mesh"};
    }
    state->options = options;
    auto content = makeContent(*state->scene, params, options);
    if (!content) return Error{content.error()};
    auto built = state->built(*info, params, std::move(content.value()));
    if (!built) return Error{built.error()};
    state->take(std::move(built.value()));
    return std::unique_ptr<Simulation>(new Simulation(std::move(state)));
}

void Simulation::setMotion(std::unique_ptr<Motion> motion) {
    state_->torn = true;
    state_->head.play(std::move(motion));
    reset();
}

void Simulation::setPose(const Pose& target, bool teleport) { state_->head.follow(target, teleport); }

void Simulation::advance() {
    State& s = *state_;
    s.torn = true;
    Frame frame;
    s.head.advance(s.options.rate, frame);
    s.placeBalls(movedBalls(s.balls, wantedBalls(s.params, *s.content, time()), frame.dt), *s.content);
    frame.colliders = &s.touched;
    frame.wind = windAt(s.blowing, time()) + s.wind;
    if (s.content->styleAt != nullptr) frame.style = s.content->styleAt(time());
    frame.brush = s.brush;
    frame.brush.position = toFloat(s.brushAt - frame.end.pose.position);

    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    s.model->step(frame);
    const std::chrono::duration<double, std::milli> taken = Clock::now() - start;

    ++s.frames;
    s.statistics->record(taken.count(), frame);
    s.torn = false;
}

void Simulation::reset() {
    State& s = *state_;
    s.torn = true;
    s.head.restart();
    s.frames = 0;
    s.placeBalls(wantedBalls(s.params, *s.content, 0), *s.content);
    s.model->reset(s.head.present().pose);
    s.statistics = s.statisticsOf(*s.model, *s.content);
    s.torn = false;
}

Status Simulation::setParam(const std::string& name, const std::string& text) {
    State& s = *state_;
    Params changed = s.params;
    if (Status status = changed.set(name, text); !status) return status;
    const ParamInfo& row = *changed.given(name);
    if (changed.get(row.name) == s.params.get(row.name)) return {};
    if (row.change == ParamChange::Live) {
        s.torn = true;
        s.params = std::move(changed);
        s.blowing = windOf(s.params);
        s.model->setParams(s.params);
        s.statistics->parametersChanged();
        s.torn = false;
        return {};
    }
    std::unique_ptr<SceneContent> content;
    if (hasRow(s.scene->params, row.name)) {
        auto made = makeContent(*s.scene, changed, s.options);
        if (!made) return Error{made.error()};
        content = std::move(made.value());
    }
    auto built = s.built(*s.modelInfo, std::move(changed), std::move(content));
    if (!built) return Error{built.error()};
    s.take(std::move(built.value()));
    return {};
}

bool Simulation::sound() const { return !state_->torn; }
const SceneInfo& Simulation::scene() const { return *state_->scene; }
const Params& Simulation::params() const { return state_->params; }
uint64_t Simulation::build() const { return state_->build; }
const SceneContent& Simulation::content() const { return *state_->content; }
const Colliders& Simulation::colliders() const { return state_->touched; }
const Balls& Simulation::balls() const { return state_->balls; }
Model& Simulation::model() { return *state_->model; }
const Model& Simulation::model() const { return *state_->model; }
double Simulation::time() const { return state_->time(); }
Pose Simulation::head() const { return state_->head.present().pose; }
const ModelInfo& Simulation::modelInfo() const { return *state_->modelInfo; }
void Simulation::setWind(Vec3f wind) { state_->wind = wind; }
void Simulation::setBrush(const Brush& brush, Vec3d position) {
    state_->brush = brush;
    state_->brushAt = position;
}
Vec3d Simulation::brushForce() const {
    Brush brush = state_->brush;
    brush.position = toFloat(state_->brushAt - head().position);
    return state_->model->brushForce(brush);
}
uint64_t Simulation::hash() const { return state_->model->hash(); }

Stats Simulation::stats() const {
    Stats stats = state_->statistics->stats();
    stats.resets = state_->model->resets();
    stats.hash = state_->model->hash();
    return stats;
}

FrameStats Simulation::frameStats() const { return state_->statistics->frameStats(); }

std::vector<uint8_t> Simulation::save() const {
    const State& s = *state_;
    std::vector<uint8_t> bytes(savedMark, savedMark + sizeof savedMark);
    const Packer pack{bytes};
    pack(uint64_t{0});  // the seal, at last
    pack(s.options.rate), pack(s.head.plays());
    HeadPath::each(s.head, pack);
    State::each(s, pack);
    const std::vector<uint8_t> model = s.model->save();
    bytes.insert(bytes.end(), model.begin(), model.end());
    const uint64_t seal = sealOf(bytes);
    std::memcpy(bytes.data() + sizeof savedMark, &seal, sizeof seal);
    return bytes;
}

Status Simulation::restore(const std::vector<uint8_t>& bytes) {
    State& s = *state_;
    const bool sealed = beginsWith(bytes, savedMark);
    if (!sealed && !beginsWith(bytes, unsealedMark)) return Error{"this is not a saved simulation that this version reads; save it anew"};
    const Error damaged{"the saved simulation is damaged; save it anew"};
    State from;  // of it only what is saved
    size_t at = sizeof savedMark;
    const Unpacker unpack{bytes, at};
    uint64_t seal = 0;
    if (sealed) unpack(seal);
    if (sealed && (at != sealEnd || seal != sealOf(bytes))) return damaged;
    double rate = 0;
    bool plays = false;
    unpack(rate), unpack(plays);
    HeadPath::each(from.head, unpack);
    State::each(from, unpack);
    bool finite = true;
    State::each(from, [&](auto number) { finite = finite && number - number == 0; });
    const bool possible = from.frames < longest && from.brush.radius >= 0 && from.brush.radius <= 1 && from.brush.rate >= 0 &&
                          from.brush.rate <= 1000;
    if (at > bytes.size() || !finite || !possible) return damaged;
    if (rate != s.options.rate)
        return Error{"it was saved at " + numberText(rate) + " frames a second; make the simulation at that rate"};
    if (Status status = s.head.canGoOn(from.head, plays, rate); !status) return status;
    const std::vector<uint8_t> rest(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end());
    s.torn = true;
    const Status restored = s.model->restore(rest);
    s.torn = false;
    if (!restored) return restored;
    s.torn = true;
    s.head.goOn(from.head, plays);
    s.frames = from.frames, s.wind = from.wind, s.brush = from.brush, s.brushAt = from.brushAt;
    s.placeBalls(from.balls, *s.content);
    s.statistics = s.statisticsOf(*s.model, *s.content);
    s.torn = false;
    return {};
}

}  // namespace ringlet
