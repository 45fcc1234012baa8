// The C interface over Simulation: checks what comes in, hands out plain data.
#include "api/ringlet.h"

#include "core/base/float_environment.h"
#include "core/base/suggest.h"
#include "core/scenes/head_path.h"
#include "core/scenes/simulation.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <string>

using namespace ringlet;

struct ringlet_simulation {
    std::unique_ptr<ThreadPool> pool;  // outlives the simulation that runs on it
    std::unique_ptr<Simulation> simulation;
};

namespace {

int fail(const std::string& message, char* error, size_t size) {
    if (error && size > 0) {
        const size_t length = message.size() < size - 1 ? message.size() : size - 1;
        std::memcpy(error, message.data(), length);
        error[length] = 0;
    }
    return RINGLET_ERROR;
}

int report(const Status& status, char* error, size_t size) {
    return status ? RINGLET_OK : fail(status.error(), error, size);
}

// The entries of a list separated by commas.
std::vector<std::string> entriesOf(const std::string& text) {
    std::vector<std::string> entries;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(',', begin), text.size());
        entries.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return entries;
}

constexpr char noMemory[] = "out of memory; ask for fewer strands or particles";

// What `run` gives, whatever the host's floating-point environment; where memory runs out, or the system refuses, that error. Nothing is
// thrown at C.
template <class Run>
int guarded(char* error, size_t size, const Run& run) {
    const DefaultFloatEnvironment environment;
    try {
        return run();
    } catch (const std::bad_alloc&) {
        return fail(noMemory, error, size);
    } catch (const std::exception& problem) {
        return fail(std::string("the system refuses: ") + problem.what(), error, size);
    }
}

// The same of a simulation, which may be NULL.
template <class Run>
int guarded(const ringlet_simulation* simulation, char* error, size_t size, const Run& run) {
    if (!simulation) return fail("the simulation is NULL; make one with ringlet_create", error, size);
    return guarded(error, size, run);
}

// The same of one in which memory has not run out half-way: after that nothing moves it any more.
template <class Run>
int guardedSound(const ringlet_simulation* simulation, char* error, size_t size, const Run& run) {
    return guarded(simulation, error, size, [&] { return simulation->simulation->sound() ? run() : fail(noMemory, error, size); });
}

// What `run` gives of a simulation; `otherwise` where that is NULL, or memory runs out.
template <class T, class Run>
T orElse(T otherwise, const ringlet_simulation* simulation, const Run& run) {
    T value = otherwise;
    guarded(simulation, nullptr, 0, [&] {
        value = run(*simulation->simulation);
        return int{RINGLET_OK};
    });
    return value;
}

std::string orEmpty(const char* text) { return text ? text : ""; }

// The same file when the process is elsewhere: what rebuilds may read it again.
std::string wherever(const char* path) {
    std::error_code failed;
    const std::string given = orEmpty(path), whole = given.empty() ? given : std::filesystem::absolute(given, failed).string();
    return failed ? given : whole;
}

static_assert(int(ParamKind::Real) == RINGLET_REAL && int(ParamKind::Integer) == RINGLET_INTEGER && int(ParamKind::Toggle) == RINGLET_TOGGLE &&
              int(ParamKind::Choice) == RINGLET_CHOICE, "the header names them");

// Those that are not kept for another model alone.
std::vector<const ParamInfo*> shownRows(const Params& params) {
    std::vector<const ParamInfo*> rows;
    for (const ParamInfo& row : params.rows())
        if (row.shown) rows.push_back(&row);
    return rows;
}

Result<std::unique_ptr<ringlet_simulation>> create(const char* name, const ringlet_options& given) {
    if (!name) return Error{"scene is NULL; name one of ringlet_scene_name()"};
    if (scenes().empty()) return Error{"called before main(), where there are no scenes yet; call it later"};
    const SceneInfo* scene = findScene(name);
    if (!scene) return unknownName("scene", name, namesOf(scenes()));
    if (given.threads < 0 || given.threads > 256) return Error{"threads must be in [1, 256], or 0 for 1"};

    const std::string model = given.model ? given.model : scene->model;
    if (!findModel(model)) return unknownName("model", model, namesOf(models()));

    Params params = sceneParams(*scene, model);
    const Status status = params.setAll(entriesOf(orEmpty(given.params)), "params");
    if (!status) return Error{status.error()};

    auto made = std::make_unique<ringlet_simulation>();
    SimulationOptions options;
    options.files = {wherever(given.groom), wherever(given.head), wherever(given.collider)};
    options.modelName = model;
    options.measure = false;
    if (given.rate != 0) options.rate = given.rate;
    if (given.drawn_strands > 10000000) return Error{"drawn_strands must be at most 1e7"};
    if (given.drawn_points == 1 || given.drawn_points > 1000) return Error{"drawn_points must be in [2, 1000], or 0 for 16"};
    if (uint64_t{given.drawn_strands} * std::max(given.drawn_points, 16u) > UINT32_MAX)
        return Error{"drawn_strands times drawn_points must be below 2^32"};
    options.drawn = given.drawn_strands;
    if (given.drawn_points != 0) options.drawnPoints = given.drawn_points;
    if (given.backend) options.model.backend = given.backend;
    if (given.threads > 1) {
        made->pool = std::make_unique<ThreadPool>(given.threads);
        options.model.pool = made->pool.get();
    }
    auto simulation = Simulation::make(name, params, options);
    if (!simulation) return Error{simulation.error()};
    made->simulation = std::move(simulation.value());
    return made;
}

}  // namespace

const char* ringlet_version(void) { return RINGLET_VERSION; }

uint32_t ringlet_scene_count(void) { return static_cast<uint32_t>(scenes().size()); }

const char* ringlet_scene_name(uint32_t index) {
    return index < scenes().size() ? scenes()[index].name.c_str() : nullptr;
}

uint32_t ringlet_model_count(void) { return static_cast<uint32_t>(models().size()); }

const char* ringlet_model_name(uint32_t index) {
    return index < models().size() ? models()[index].name.c_str() : nullptr;
}

ringlet_simulation* ringlet_create_with(const char* scene, const ringlet_options* options,
                                        char* error, size_t error_size) {
    ringlet_simulation* simulation = nullptr;
    guarded(error, error_size, [&] {
        auto made = create(scene, options ? *options : ringlet_options{});
        if (!made) return fail(made.error(), error, error_size);
        simulation = made.value().release();
        return int{RINGLET_OK};
    });
    return simulation;
}

ringlet_simulation* ringlet_create(const char* scene, const char* params, char* error, size_t error_size) {
    ringlet_options options{};
    options.params = params;
    return ringlet_create_with(scene, &options, error, error_size);
}

void ringlet_destroy(ringlet_simulation* simulation) { delete simulation; }

int ringlet_set_param(ringlet_simulation* simulation, const char* name, const char* value,
                      char* error, size_t error_size) {
    if (!name || !value) return fail("name and value must not be NULL", error, error_size);
    return guardedSound(simulation, error, error_size, [&] {
        return report(simulation->simulation->setParam(name, value), error, error_size);
    });
}

uint32_t ringlet_param_count(const ringlet_simulation* simulation) {
    return orElse(uint32_t{0}, simulation, [](const Simulation& of) { return static_cast<uint32_t>(shownRows(of.params()).size()); });
}

int ringlet_get_param(const ringlet_simulation* simulation, uint32_t index, ringlet_param* param) {
    return guarded(simulation, nullptr, 0, [&] {
        const Params& params = simulation->simulation->params();
        const std::vector<const ParamInfo*> rows = shownRows(params);
        if (!param || index >= rows.size()) return int{RINGLET_ERROR};
        const ParamInfo& row = *rows[index];
        *param = {row.name, row.unit, row.help, static_cast<int>(row.kind), row.change == ParamChange::Rebuild, params.get(row.name),
                  row.byDefault, row.low, row.high, row.choices.empty() ? nullptr : row.choices.data(), static_cast<uint32_t>(row.choices.size())};
        return int{RINGLET_OK};
    });
}

int ringlet_set_motion(ringlet_simulation* simulation, const char* name_or_path, char* error, size_t error_size) {
    if (!name_or_path) return fail("motion is NULL; name one, such as still or drag", error, error_size);
    return guardedSound(simulation, error, error_size, [&] {
        auto motion = makeMotion(name_or_path);
        if (!motion) return fail(motion.error(), error, error_size);
        simulation->simulation->setMotion(std::move(motion.value()));
        return int{RINGLET_OK};
    });
}

int ringlet_set_pose(ringlet_simulation* simulation, const double position[3], const float orientation[4],
                     int teleport, char* error, size_t error_size) {
    if (!position || !orientation) return fail("position and orientation must not be NULL", error, error_size);
    return guardedSound(simulation, error, error_size, [&] {
        Pose pose;
        pose.position = {position[0], position[1], position[2]};
        const Quatf q = pose.orientation = {orientation[0], orientation[1], orientation[2], orientation[3]};
        if (const Status sound = checkPose(pose); !sound) return fail(sound.error(), error, error_size);
        const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        if (!(square >= 0.98f && square <= 1.02f))
            return fail("the orientation is not a unit quaternion; divide it by its length", error, error_size);
        simulation->simulation->setPose(pose, teleport != 0);
        return int{RINGLET_OK};
    });
}

void ringlet_step(ringlet_simulation* simulation, uint32_t frames) {
    guardedSound(simulation, nullptr, 0, [&] {
        for (uint32_t i = 0; i < frames; ++i) simulation->simulation->advance();
        return int{RINGLET_OK};
    });
}

void ringlet_reset(ringlet_simulation* simulation) {
    guardedSound(simulation, nullptr, 0, [&] {
        simulation->simulation->reset();
        return int{RINGLET_OK};
    });
}

double ringlet_time(const ringlet_simulation* simulation) {
    return simulation ? simulation->simulation->time() : 0;
}

uint32_t ringlet_strand_count(const ringlet_simulation* simulation) {
    return orElse(uint32_t{0}, simulation, [](const Simulation& of) {
        uint32_t count = 0;
        for (const CurveBlock& block : of.model().shape().blocks) count += block.strands;
        return count;
    });
}

uint32_t ringlet_particle_count(const ringlet_simulation* simulation) {
    return orElse(uint32_t{0}, simulation, [](const Simulation& of) {
        uint32_t count = 0;
        for (const CurveBlock& block : of.model().shape().blocks) count += block.strands * block.particles;
        return count;
    });
}

uint32_t ringlet_strand_particles(const ringlet_simulation* simulation, uint32_t strand) {
    return orElse(uint32_t{0}, simulation, [&](const Simulation& of) {
        for (const CurveBlock& block : of.model().shape().blocks)
            if (strand - block.firstStrand < block.strands) return block.particles;
        return uint32_t{0};
    });
}

uint32_t ringlet_file_strand(const ringlet_simulation* simulation, uint32_t strand) {
    if (!simulation || strand >= ringlet_strand_count(simulation)) return UINT32_MAX;
    const std::vector<uint32_t>& place = simulation->simulation->content().placeInFile;
    return strand < place.size() ? place[strand] : UINT32_MAX;
}

uint32_t ringlet_note_count(const ringlet_simulation* simulation) {
    return simulation ? static_cast<uint32_t>(simulation->simulation->content().notes.size()) : 0;
}

const char* ringlet_note(const ringlet_simulation* simulation, uint32_t index) {
    return index < ringlet_note_count(simulation) ? simulation->simulation->content().notes[index].c_str() : nullptr;
}

int ringlet_copy_positions(const ringlet_simulation* simulation, float* xyz, size_t capacity) {
    return guarded(simulation, nullptr, 0, [&] {
        if (!xyz || capacity < size_t{3} * ringlet_particle_count(simulation)) return int{RINGLET_ERROR};
        const Curves curves = simulation->simulation->model().curves();
        for (const CurveBlock& block : curves.blocks)
            for (uint32_t s = 0; s < block.strands; ++s)
                for (uint32_t p = 0; p < block.particles; ++p) {
                    const Vec3f point = curvePoint(block, s, p);
                    *xyz++ = point.x;
                    *xyz++ = point.y;
                    *xyz++ = point.z;
                }
        return int{RINGLET_OK};
    });
}

int ringlet_status(const ringlet_simulation* simulation, char* error, size_t error_size) {
    return guardedSound(simulation, error, error_size, [&] {
        return report(simulation->simulation->model().status(), error, error_size);
    });
}

uint32_t ringlet_device_block_count(const ringlet_simulation* simulation) {
    return orElse(uint32_t{0}, simulation, [](const Simulation& of) { return static_cast<uint32_t>(of.model().deviceBlocks().size()); });
}

int ringlet_get_device_block(const ringlet_simulation* simulation, uint32_t index, ringlet_device_block* block,
                             uint32_t* order, size_t capacity) {
    return guarded(simulation, nullptr, 0, [&] {
        if (!block) return int{RINGLET_ERROR};
        const std::vector<DeviceBlock> all = simulation->simulation->model().deviceBlocks();
        if (index >= all.size() || (order && capacity < all[index].strands.size())) return int{RINGLET_ERROR};
        const CurveBlock& tiles = all[index].tiles;
        *block = {tiles.positions, tiles.previous, tiles.strands, tiles.particles, tiles.lanes, tiles.tileFloats()};
        if (order) std::copy(all[index].strands.begin(), all[index].strands.end(), order);
        return int{RINGLET_OK};
    });
}

const float* ringlet_drawn(const ringlet_simulation* simulation, uint32_t* strands, uint32_t* points) {
    const Drawn drawn = orElse(Drawn{}, simulation, [](Simulation& of) { return of.model().followers(); });
    if (!simulation) return nullptr;
    if (strands) *strands = drawn.strands;
    if (points) *points = drawn.points;
    return drawn.at;
}

void ringlet_head(const ringlet_simulation* simulation, double position[3], float orientation[4]) {
    if (!simulation) return;
    const Pose pose = simulation->simulation->head();
    const double at[3] = {pose.position.x, pose.position.y, pose.position.z};
    const float turned[4] = {pose.orientation.x, pose.orientation.y, pose.orientation.z, pose.orientation.w};
    if (position) std::memcpy(position, at, sizeof at);
    if (orientation) std::memcpy(orientation, turned, sizeof turned);
}

void ringlet_energy(const ringlet_simulation* simulation, double joules[3]) {
    if (!joules) return;
    const Energy energy = orElse(Energy(), simulation, [](const Simulation& of) { return of.model().energy(Frame().gravity); });
    joules[0] = energy.kinetic;
    joules[1] = energy.gravity;
    joules[2] = energy.elastic;
}

int ringlet_set_brush(ringlet_simulation* simulation, const double position[3], const float velocity[3], float radius,
                      float rate, char* error, size_t error_size) {
    if (!position || !velocity) return fail("position and velocity must not be NULL", error, error_size);
    return guardedSound(simulation, error, error_size, [&] {
        Pose at;
        at.position = {position[0], position[1], position[2]};
        if (const Status sound = checkPose(at); !sound) return fail(sound.error(), error, error_size);
        const Vec3f v{velocity[0], velocity[1], velocity[2]};
        if (!(dot(v, v) < 1e6f)) return fail("the brush's velocity is not below 1000 m/s", error, error_size);
        if (!(radius >= 0 && radius <= 1)) return fail("the brush's radius is not between 0 and 1 m", error, error_size);
        if (!(rate >= 0 && rate <= 1000)) return fail("the brush's rate is not between 0 and 1000 1/s", error, error_size);
        Brush brush;
        brush.velocity = v, brush.radius = radius, brush.rate = rate;
        simulation->simulation->setBrush(brush, at.position);
        return int{RINGLET_OK};
    });
}

void ringlet_brush_force(const ringlet_simulation* simulation, double newtons[3]) {
    if (!newtons) return;
    const Vec3d force = orElse(Vec3d{0, 0, 0}, simulation, [](const Simulation& of) { return of.brushForce(); });
    newtons[0] = force.x, newtons[1] = force.y, newtons[2] = force.z;
}

size_t ringlet_save_state(const ringlet_simulation* simulation, void* bytes, size_t capacity) {
    return orElse(size_t{0}, simulation, [&](const Simulation& of) {
        const std::vector<uint8_t> saved = of.save();
        if (bytes && saved.size() <= capacity) std::memcpy(bytes, saved.data(), saved.size());
        return saved.size();
    });
}

int ringlet_restore_state(ringlet_simulation* simulation, const void* bytes, size_t size, char* error, size_t error_size) {
    return guardedSound(simulation, error, error_size, [&] {
        if (!bytes) return fail("there are no bytes to restore", error, error_size);
        const uint8_t* first = static_cast<const uint8_t*>(bytes);
        return report(simulation->simulation->restore({first, first + size}), error, error_size);
    });
}

uint64_t ringlet_hash(const ringlet_simulation* simulation) {
    return orElse(uint64_t{0}, simulation, [](const Simulation& of) { return of.hash(); });
}
