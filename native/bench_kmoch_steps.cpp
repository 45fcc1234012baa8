// What a step of the scenes of Kmoch 2018 takes: with everything on and without collisions (tables 5.4 and 5.5), by stages
// (5.6, 5.7), and by how many wisps there are (5.8).
#include "core/models/discrete_rod/wisp_rod.h"
#include "native/bench_kmoch.h"

#include <algorithm>

namespace ringlet::cli::kmoch {

namespace rods = ringlet::discrete_rod;

Result<std::unique_ptr<Simulation>> played(const std::string& scene, const std::string& model, const Settings& settings) {
    Params params = sceneParams(*findScene(scene), model);
    for (const auto& [name, value] : settings)
        if (const ParamInfo* info = params.find(name)) {
            if (Status status = params.set(name, std::min(value, info->high)); !status) return Error{status.error()};
        }
    SimulationOptions options;
    options.modelName = model;
    options.measure = false;
    auto made = Simulation::make(scene, params, options);
    if (made) made.value()->setMotion(std::move(makeMotion("drag").value()));
    return made;
}

namespace {

// A scene of the thesis, and a step with collisions and without, ms, on one core of 2.66 GHz. `curl`: straight, wavy, curly.
struct ThesisScene {
    const char* name;
    double length;
    int wisps, particles, curl;
    double ms, alone;
    double detection, response;  // ms, of the first (table 5.4)
    double stages[3];  // shares without collisions, %: integration, constraints, update (table 5.6)
    double springs, twist;  // ms (table 5.7)
};
const ThesisScene thesisScenes[] = {
    {"F1", 0.3, 120, 31, 0, 1239.6, 115.8, 1123.77, 5.63, {41.3, 32.9, 22.6}, 2.81, 3.96}, {"F2", 0.3, 60, 31, 0, 297.1, 56.4, 240.7, 1.04, {41.8, 34.0, 23.1}, 0.95, 1.96},
    {"F3", 0.3, 60, 31, 1, 299.8, 58.1, 241.72, 1.14, {40.6, 35.3, 22.7}, 1.20, 2.09},    {"F4", 0.3, 60, 31, 2, 294.5, 52.7, 241.82, 0.87, {45.3, 35.9, 24.9}, 1.13, 2.06},
    {"R1", 0.3, 60, 16, 0, 148.2, 17.4, 130.89, 0.5, {36.2, 29.0, 30.5}, 0.50, 1.04},    {"R2", 0.3, 15, 16, 0, 13.6, 4.3, 9.37, 0.04, {34.0, 33.3, 31.7}, 0.13, 0.27},
    {"R3", 0.3, 15, 16, 1, 12.6, 3.9, 8.75, 0.03, {31.7, 33.5, 33.5}, 0.10, 0.28},      {"R4", 0.5, 15, 51, 0, 46.1, 36.8, 9.28, 0.02, {41.7, 39.9, 18.1}, 0.28, 0.78},
    {"I1", 0.15, 10, 16, 0, 5.0, 2.5, 2.5, 0.01, {26.9, 39.9, 31.6}, 0.06, 0.18},      {"I2", 0.3, 2, 31, 0, 2.2, 1.7, 0.48, 0, {32.8, 44.8, 21.8}, 0.04, 0.07},
    {"I3", 0.3, 6, 31, 1, 6.2, 5.5, 0.65, 0, {34.5, 41.8, 23.1}, 0.08, 0.21},
};

Settings settingsOf(const ThesisScene& scene) {
    return {{"strands", 2.0 * scene.wisps}, {"particles", scene.particles}, {"length", scene.length}, {"curl", scene.curl}};
}

// What a frame takes, ms: in all, and of wisps against wisps.
struct FrameTime {
    double all = 0, detection = 1e30, response = 1e30;
};
// What is timed, of the scene `wisps`.
struct Kind {
    const char* model;
    Settings more;
};
// Of each kind, the least of some plays frame by frame in turn, averaged over 60 frames of a head that is dragged.
Result<std::vector<FrameTime>> frameTimes(const ThesisScene& scene, const std::vector<Kind>& kinds) {
    constexpr int frames = 60, plays = 4;
    std::vector<FrameTime> times(kinds.size());
    std::vector<std::vector<double>> least(kinds.size(), std::vector<double>(frames, 1e30));
    for (int play = 0; play < plays; ++play) {
        std::vector<std::unique_ptr<Simulation>> simulations;
        for (const Kind& kind : kinds) {
            Settings settings = settingsOf(scene);
            settings.insert(settings.end(), kind.more.begin(), kind.more.end());
            auto made = played("wisps", kind.model, settings);
            if (!made) return Error{made.error()};
            simulations.push_back(std::move(made.value()));
        }
        for (size_t i = 0; i < frames; ++i)
            for (size_t k = 0; k < kinds.size(); ++k) {
                if (benchInterrupted()) return Error{"interrupted"};
                const auto start = Clock::now();
                simulations[k]->advance();
                least[k][i] = std::min(least[k][i], msSince(start));
            }
        for (size_t k = 0; k < kinds.size(); ++k) {
            const auto* rod = dynamic_cast<const rods::DiscreteRodModel*>(&simulations[k]->model());
            const rods::WispContacts* contacts = rod ? rod->wispContacts() : nullptr;
            const rods::WispContacts::Times took = contacts ? contacts->times() : rods::WispContacts::Times{};
            times[k].detection = std::min(times[k].detection, took.detection / frames);
            times[k].response = std::min(times[k].response, took.response / frames);
        }
    }
    for (size_t k = 0; k < kinds.size(); ++k)
        for (double ms : least[k]) times[k].all += ms / frames;
    return times;
}

// The published step's stages one after the other over all wisps, a lane each, so that each can be timed.
class Stages {
public:
    enum Stage { Springs, Integration, Twist, Update, Constraints, count };

    explicit Stages(const Simulation& simulation) {
        const Params& params = simulation.params();
        const WispGroom gathered = [&] {
            return gatherWisps(simulation.content().groom, params.real("wispWidth"));
        }();
        groups_ = rods::makeRodGroups(gathered, true, 1);
        const RodSection section = rodSection(params);
        auto perMass = [&](double value) { return static_cast<float>(value / section.density); };
        args_.material = {perMass(section.bendingMajor), perMass(section.bendingMinor), perMass(section.twisting), 0,
                          perMass(params.get("airDrag")), params.real("entrainment"), 0, 0, perMass(params.get("wispStiffness")),
                          params.integer("wispSprings")};
        args_.substep.h = 1e-3f;
        args_.substep.gravity = {0, -9.81f, 0};
        colliders_.set(&simulation.colliders());
        args_.colliders = {colliders_.view(), 0};
        for (StrandStore& g : groups_)
            for (uint32_t s = 0; s < g.strands(); ++s) placeAtRest(g, s);
    }
    // A step; adds what each stage takes to ms, of which Integration holds Springs, and Update Twist.
    void step(double* ms) {
        for (StrandStore& g : groups_)
            if (g.together() == 2) stepOf(g, ms);
    }

private:
    static void placeAtRest(StrandStore& g, uint32_t s) {
        Vec3f x = g.vec3At(rods::Root, s, 0);
        Quatf frame = g.quatAt(rods::Root, s, 0, 3);
        float twist = 0;
        for (uint32_t p = 0; p < g.particles(); ++p) {
            g.setVec3(rods::Position, s, p, x);
            if (p + 1 == g.particles()) break;
            frame = normalized(frame * g.quatAt(rods::RestTurn, s, p));
            g.setQuat(rods::SegmentFrame, s, p, frame);
            g.at(rods::Twist, s, p, 0) = twist = twist + g.at(rods::RestTwist, s, p, 0);
            x = x + g.at(rods::RestLength, s, p, 0) * axisZ(frame);
        }
    }
    void stepOf(StrandStore& g, double* ms) {
        typedef rods::WispFields<rods::PublishedFields> Fields;
        const uint32_t wisps = g.strands() / 2;
        const size_t floats = static_cast<size_t>(rods::wispScratchFloats(static_cast<int>(g.particles())));
        scratch_.resize(floats * wisps);
        auto each = [&](Stage stage, const auto& body) {
            const auto start = Clock::now();
            for (uint32_t w = 0; w < wisps; ++w) {
                const TileAt<Fields> at{g, w, &scratch_[floats * w]};
                body(rods::withScratch<float>(rods::publishedWispTile(at, args_, args_.colliders)));
            }
            ms[stage] += msSince(start);
        };
        auto rims = [](const auto& body) {
            return [body](const rods::WispTile& w) { body(w.rim[0]), body(w.rim[1]); };
        };
        const ChainSubstep<float> s = chainSubstep<float>(args_.substep, args_.material, args_.colliders);
        each(Update, rims([&](const rods::RodTile& t) { rods::bishopFrames(t, s.before), rods::prepareJoints<float>(t); }));
        each(Twist, rims([](const rods::RodTile& t) { rods::directTwist<float>(t); }));
        each(Update, rims([&](const rods::RodTile& t) { rods::materialFrames<float>(t), rods::jointGradients(t, s.before); }));
        each(Integration, rims([&](const rods::RodTile& t) { rods::elasticForces<float>(t); }));
        const rods::WispSprings<float> springs{args_.material.wisp, 1, static_cast<rods::WispPattern>(args_.material.wispPattern), false};
        each(Springs, [&](const rods::WispTile& w) { rods::addSpringForces(w, springs); });
        roots_.clear();
        const auto integrate = [&](const rods::RodTile& t) {
            roots_.push_back(loadVec3<float>(t.position, 0));
            rods::findFloors(t, s), rods::integrate(t, s);
        };
        each(Integration, rims(integrate));
        size_t root = 0;
        each(Constraints, rims([&](const rods::RodTile& t) { rods::project(t, s), rods::finish(t, s, roots_[root++]); }));
    }

    std::vector<StrandStore> groups_;
    rods::RodArgs args_{};
    ColliderArrays colliders_;
    std::vector<float> scratch_;
    std::vector<Vec3f> roots_;
};

Status stageTimes(const ThesisScene& scene, BenchReport& report) {
    auto made = played("wisps", "discrete-rod", settingsOf(scene));
    if (!made) return Error{made.error()};
    Stages stages(*made.value());
    double ms[Stages::count] = {};
    constexpr int steps = 200;
    for (int i = 0; i < steps; ++i) stages.step(ms);
    const double integration = ms[Stages::Integration] + ms[Stages::Springs], update = ms[Stages::Update] + ms[Stages::Twist];
    const double all = (integration + update + ms[Stages::Constraints]) / 100;
    BenchRow row;
    row.words = {{"scene", scene.name}};
    row.values = {{"integration, %", integration / all}, {"thesis", scene.stages[0]}, {"constraints, %", ms[Stages::Constraints] / all},
                  {"thesis ", scene.stages[1]}, {"update, %", update / all}, {"thesis  ", scene.stages[2]},
                  {"springs, ms", ms[Stages::Springs] / steps}, {"thesis, ms", scene.springs},
                  {"twist, ms", ms[Stages::Twist] / steps}, {"thesis, ms ", scene.twist}};
    report.add(row);
    return {};
}

constexpr double steps = 17;  // of a millisecond, a frame of 1/60 s
const double meets = 1, alone = 0;

Status wholeTimes(const ThesisScene& scene, BenchReport& report) {
    const auto times = frameTimes(scene, {{"discrete-rod", {{"step", 1}, {"wispContacts", meets}}},
                                          {"discrete-rod", {{"step", 1}, {"wispContacts", alone}}},
                                          {"discrete-rod", {{"wispContacts", meets}}},
                                          {"elastic-strand", {}}});
    if (!times) return Error{times.error()};
    const FrameTime &all = times.value()[0], &without = times.value()[1], &frame = times.value()[2], &other = times.value()[3];
    BenchRow row;
    row.words = {{"scene", scene.name}};
    row.numbers = {{"nodes", 2L * scene.wisps * scene.particles}};
    row.values = {{"step, ms", all.all / steps}, {"thesis, ms", scene.ms},
                  {"detection, ms", all.detection / steps}, {"thesis, ms ", scene.detection},
                  {"response, ms", all.response / steps}, {"thesis, ms  ", scene.response},
                  {"without collisions, ms", without.all / steps}, {"thesis, ms   ", scene.alone},
                  {"default frame, ms", frame.all}, {"elastic-strand's frame, ms", other.all},
                  {"default over that", frame.all / other.all}};
    report.add(row);
    return {};
}

// Table 5.8, without collisions, on a GeForce GTX 275.
Status countTimes(bool quick, BenchReport& report) {
    const std::pair<int, double> wisps[] = {{15, 5.64}, {60, 40.05}, {130, 85.1}, {250, 161.7}, {500, 323.41}};
    for (const auto& [count, thesis] : wisps) {
        if (quick && count > 60) break;
        ThesisScene scene = thesisScenes[0];
        scene.wisps = count;
        const auto times = frameTimes(scene, {{"discrete-rod", {{"step", 1}}}});
        if (!times) return Error{times.error()};
        const double step = times.value()[0].all / steps;
        BenchRow row;
        row.numbers = {{"wisps", count}};
        row.values = {{"step, ms", step}, {"thesis, on a GPU, ms", thesis},
                      {"a wisp, microseconds", 1000 * step / count}};
        report.add(row);
    }
    return {};
}

}  // namespace

Status stepTimes(const BenchRequest& request, BenchReport& report) {
    auto left = [&](const ThesisScene& scene) { return request.quick && scene.name[0] != 'I' && scene.name[1] != '2'; };
    report.note("steps of a millisecond with everything on, and without collisions (tables 5.4 and 5.5), and default frames of 1/60 s. The "
                "thesis looks at all pairs of boxes each step and projects strands with a dense solver; here a grid looks once a frame, "
                "and strands lie side by side in lanes");
    for (const ThesisScene& scene : thesisScenes)
        if (!left(scene))
            if (Status status = wholeTimes(scene, report); !status) return status;
    report.note("the step's stages without collisions, one wisp after the other (tables 5.6 and 5.7). Here constraints take the "
                "most: each of Newton's steps looks particles up in the head's grid, where the thesis has a sphere, while forces and twist are "
                "ten times as cheap");
    for (const ThesisScene& scene : thesisScenes)
        if (!left(scene))
            if (Status status = stageTimes(scene, report); !status) return status;
    report.note("steps without collisions by how many wisps there are (table 5.8): linear here, where the thesis's GPU solves constraints one "
                "strand after the other");
    return countTimes(request.quick, report);
}

}  // namespace ringlet::cli::kmoch
