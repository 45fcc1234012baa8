// What models of strands have in common: all that follows from their groups' fields, and
// the way of a frame. A model writes its fields, where strands start, and its substep.
#pragma once

#include "core/collide/collider_view.h"
#include "core/models/device_side.h"
#include "core/models/followed_strands.h"
#include "core/models/model_parts.h"
#include "core/models/pose_path.h"
#include "core/models/shown_strands.h"
#include "core/models/strands_at.h"

#include <string>
#include <utility>
#include <vector>

namespace ringlet {

// `Group` is a StrandStore, or one with what its model needs beside.
template <class Group>
class StrandModel : public Model {
public:
    void step(const Frame& frame) override { steps(&frame, 1); }

    // On a device frames that need nothing of the host go to it together.
    void steps(const Frame* frames, int count) override {
        for (int i = 0; i < count; ++i) {
            const Frame frame = begin(frames[i]);
            play(frame, substepsOf(frame));
            end();
        }
        device_.run();
        if (device_.on()) milliseconds_ = device_.takeMilliseconds();
    }

    Status status() const override { return device_.status(); }
    double deviceMilliseconds() const override { return device_.on() ? milliseconds_ : -1; }

    void reset(const Pose& head) override {
        head_ = previousHead_ = head;
        beforeReset();
        for (Group& g : groups_) {
            for (uint32_t s = 0; s < g.padded(); ++s) placeAtRest(g, s, head.orientation);
            g.remember();
            g.clearResets();
        }
        changedByHost();
        afterReset();
    }

    Curves curves() const override {
        device_.look(true);
        shown_.show(groups_, slots_);
        return shape();
    }
    Curves shape() const override { return {shown_.blocks(groups_, slots_), head_, previousHead_}; }

    Result<Curves> curvesIn(const GraphicsBuffer& buffer) const override {
        if (!device_.on() || groups_[0].layout() != Layout::Tiles) return Model::curvesIn(buffer);
        Curves curves = shape();
        const GatherDrawn& gather = shown_.gather(curves.blocks, groups_, slots_, device_);
        const Status drawn = device_.drawInto(buffer(gather.bytes()), gather);
        if (!drawn) return Error{drawn.error()};
        placeInBuffer(gather, curves.blocks);
        return curves;
    }

    Status setFollowers(const FollowTable& table, uint32_t points) override {
        if (followed_.any()) return Error{"strands follow this model's already"};
        if (groups_[0].layout() != Layout::Tiles) return Error{"strands follow a model's in tiles alone"};
        std::vector<GuideLane> guides;
        for (const Slot& slot : slots_) {
            const Group& g = groups_[slot.group];
            const float* const rows = g.field(g.drawn());
            guides.push_back({(device_.on() ? device_.address(slot.group, rows) : rows) + g.drawnPlace(slot.strand), g.particles(), g.lanes()});
        }
        followed_.set(table, points, std::move(guides), device_);
        return device_.status();
    }
    Drawn followers() const override { return followed_.find(head_.orientation, device_, pool_); }

    std::vector<DeviceBlock> deviceBlocks() const override {
        std::vector<DeviceBlock> blocks;
        for (uint32_t g = 0; device_.on() && g < groups_.size(); ++g) {
            const Group& group = groups_[g];
            if (group.layout() != Layout::Tiles) return {};
            for (uint32_t part = 0; part < group.together(); ++part) {
                DeviceBlock block{group.curve(part), {}};
                block.tiles.positions = device_.address(g, block.tiles.positions);
                block.tiles.previous = device_.address(g, block.tiles.previous);
                if (block.tiles.positions == nullptr) return {};
                for (uint32_t s = part; s < group.strands(); s += group.together()) block.strands.push_back(group.ofGroom(s));
                blocks.push_back(std::move(block));
            }
        }
        return blocks;
    }

    uint64_t hash() const override {
        device_.look();
        Hash64 hash;
        eachState([&](float f) { hash.add(f); });
        hashMore(hash);
        return hash.value();
    }

    std::vector<uint8_t> save() const override {
        device_.look();
        SavedState state{restHash(), head_, {}};
        eachState([&](float f) { state.floats.push_back(f); });
        saveMore(state.floats, state.ids);
        return packState(name_, state);
    }

    Status restore(const std::vector<uint8_t>& bytes) override {
        size_t floats = 0;
        for (const Group& g : groups_) floats += g.strands() * g.stateFloats();
        const Result<SavedState> state = unpackState(name_, restHash(), floats, bytes);
        if (!state) return Error{state.error()};
        const std::vector<float>& from = state.value().floats;
        device_.look();  // at what a saved state does not hold: the counts of resets. Before anything is written
        if (Status more = restoreMore(from.data() + floats, from.size() - floats, state.value().ids); !more) return more;
        const float* next = from.data();
        for (const Slot& slot : slots_) groups_[slot.group].eachState(slot.strand, [&](float& f) { f = *next++; });
        head_ = previousHead_ = state.value().head;
        for (Group& g : groups_) g.remember();
        changedByHost();
        afterRestore();
        return {};
    }

    uint64_t resets() const override {
        device_.look();
        uint64_t total = 0;
        for (const Group& g : groups_) total += g.resetsSum();
        return total;
    }

    size_t stateBytes() const override {
        if (device_.on()) return device_.bytes();
        size_t bytes = moreBytes();
        for (const Group& g : groups_) bytes += g.bytes();
        return bytes + shown_.bytes() + followed_.bytes();
    }

protected:
    typedef StrandSlot Slot;

    explicit StrandModel(std::string name) : name_(std::move(name)) {}

    virtual int substepsOf(const Frame& frame) const = 0;
    // A frame in `count` substeps, one after another unless a model says otherwise.
    virtual void play(const Frame& frame, int count) {
        for (int i = 0; i < count; ++i) {
            substep_ = substepOf(frame, i, count);
            substep(i, count);
        }
    }
    // One substep, substep_, of all strands: number `index` of `count` in its frame.
    virtual void substep(int index, int count) { static_cast<void>(index), static_cast<void>(count); }
    // Floats of scratch that a strand of a group takes in the stages.
    virtual size_t scratchFloats(const Group& group) const { return static_cast<void>(group), 0; }
    // Puts a strand of a group, or its padding, where it starts: at rest, the head turned by `head`.
    virtual void placeAtRest(Group& group, uint32_t strand, Quatf head) = 0;

    // What a model has beside its strands' fields.
    virtual void beforeReset() {}
    virtual void afterReset() {}
    virtual void afterRestore() {}
    virtual void jumped(Quatf turn) { static_cast<void>(turn); }
    // What is saved, unless a model's hashes have it otherwise.
    virtual void hashMore(Hash64& hash) const {
        std::vector<float> floats;
        std::vector<uint32_t> ids;
        saveMore(floats, ids);
        for (float f : floats) hash.add(f);
        for (uint32_t id : ids) hash.add(uint64_t{id});
    }
    virtual void saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const {
        static_cast<void>(floats), static_cast<void>(ids);
    }
    // `count` floats, and the ids; states of before may have none of these.
    virtual Status restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) {
        static_cast<void>(from);
        return count == 0 && ids.empty() ? Status{} : Status{otherState()};
    }
    virtual void hashMoreRest(Hash64& hash) const { static_cast<void>(hash); }
    virtual size_t moreBytes() const { return 0; }

    // The frame that is played: after a jump that of a head at rest where it arrived.
    Frame begin(const Frame& frame) {
        previousHead_ = head_;
        head_ = frame.end.pose;
        setColliders(frame.colliders);
        begins_ = true;
        const bool jumps = isTeleport(frame);
        shown_.frameBegins(jumps);
        const BeginArgs args{jumps, jumps ? carryTurn(frame) : identityQuat<float>()};
        for (size_t g = 0; g < groups_.size(); ++g) {
            if (device_.on() && (jumps || groups_[g].remembers())) device_.note(beginStage, g, &args, sizeof args);
            if (!device_.on() && jumps) groups_[g].jump(args.turn);
        }
        if (!jumps) return frame;
        jumped(args.turn);
        previousHead_ = frame.end.pose;
        return arrived(frame);
    }
    virtual void end() {}

    // The host has written the groups' fields.
    void changedByHost() {
        device_.hostChanged();
        shown_.forget();
    }

    void setColliders(const Colliders* colliders) {
        colliders_.set(colliders);
        touched_ = device_.colliders(colliders_);
    }

    // After the last group: its strands in the groom's order, tiles, and the workers' scratch; or the
    // device that the options name, with the kernels of this name.
    Status finishGroups(const ModelOptions& options, const std::string& kernels) {
        pool_ = options.pool;
        madeAround_.set(options.colliders);
        size_t most = 0;
        std::vector<size_t> scratch;
        std::vector<StrandStore*> stores;
        for (uint32_t g = 0; g < groups_.size(); ++g) {
            for (uint32_t t = 0; t < groups_[g].tiles(); ++t) tiles_.push_back({g, t});
            slots_.resize(slots_.size() + groups_[g].strands());
            stores.push_back(&groups_[g]);
            scratch.push_back(scratchFloats(groups_[g]));
            most = scratch.back() > most ? scratch.back() : most;
        }
        for (uint32_t g = 0; g < groups_.size(); ++g)
            for (uint32_t s = 0; s < groups_[g].strands(); ++s) slots_[groups_[g].ofGroom(s)] = {g, s};
        if (options.backend != "cpu") return device_.open(options.backend, kernels, stores, scratch);
        scratch_.resize(workersOf(pool_, tiles_.size()));
        for (std::vector<float>& own : scratch_) own.resize(most * groups_[0].lanes());
        return {};
    }

    // Runs a stage over all strands. argsOf(group) is what it is told; runTile(at, args) runs it on a
    // tile of the host.
    template <class Fields, class ArgsOf, class RunTile>
    void run(int stage, const ArgsOf& argsOf, const RunTile& runTile) {
        for (size_t g = 0; device_.on() && g < groups_.size(); ++g) {
            const auto& args = argsOf(groups_[g]);
            static_assert(sizeof args <= StrandDevice::mostArgs);
            device_.note(stage, g, &args, sizeof args);
        }
        if (device_.on()) return;
        const bool begins = begins_;
        begins_ = false;
        overTiles([&](Group& group, uint32_t tile, float* scratch) {
            if (begins) group.remember(tile);
            runTile(TileAt<Fields>{group, tile, scratch}, argsOf(group));
        });
    }

    // body(group, tile, scratch) over all tiles, on the pool's workers.
    template <class Body> void overTiles(const Body& body) {
        forEachTile(pool_, tiles_.size(), [&](int index, int worker) {
            const auto& [group, tile] = tiles_[static_cast<size_t>(index)];
            body(groups_[group], tile, scratch_.empty() ? nullptr : scratch_[static_cast<size_t>(worker)].data());
        });
    }

    template <class Visit> void eachState(const Visit& visit) const {
        for (const Slot& slot : slots_) groups_[slot.group].eachState(slot.strand, visit);
    }

    // visit(mass, place, velocity, root) over all particles but roots, each with half of the segments beside it (kg; m, m/s
    // and m along world axes). `position` and `velocity`: fields; density: kg/m.
    template <class Visit>
    void eachMass(int position, int velocity, double density, const Visit& visit) const {
        device_.look();
        for (const Group& g : groups_)
            for (uint32_t s = 0; s < g.strands(); ++s) {
                const uint32_t strand = g.ofGroom(s);
                const Vec3d root = toDouble(g.vec3At(position, s, 0));
                for (uint32_t p = 1; p < g.particles(); ++p) {
                    const double before = double{restLength(strand, p - 1)};
                    const double after = p + 1 < g.particles() ? double{restLength(strand, p)} : 0.0;
                    visit(density * 0.5 * (before + after), toDouble(g.vec3At(position, s, p)), toDouble(g.vec3At(velocity, s, p)),
                          root);
                }
            }
    }

    // Energy of motion and height, without elastic energy.
    Energy particleEnergy(int position, int velocity, double density, Vec3f gravity) const {
        Energy energy;
        eachMass(position, velocity, density,
                 [&](double mass, Vec3d x, Vec3d v, Vec3d root) { addMass(energy, mass, x - root, v, gravity); });
        return energy;
    }

    // What particles put on a brush that drags each by its mass, the brush's rate and share(1 - d^2 / r^2), with d from its
    // centre.
    template <class Share>
    Vec3d particleBrushForce(int position, int velocity, double density, const Brush& brush, const Share& share) const {
        Vec3d force{0, 0, 0};
        if (!(brush.radius > 0)) return force;
        const Vec3d centre = toDouble(brush.position), moves = toDouble(brush.velocity);
        const double square = double{brush.radius} * double{brush.radius};
        eachMass(position, velocity, density, [&](double mass, Vec3d x, Vec3d v, Vec3d) {
            const double near = maximum(1 - dot(x - centre, x - centre) / square, 0.0);
            force = force + (mass * double{brush.rate} * share(near)) * (v - moves);
        });
        return force;
    }

    // The ends of segments' x axes, 2 mm long, from the segments' middles; world, m. `position`: a field. frame(group, strand, p): of
    // segment p, asked for from root to tip.
    template <class FrameOf>
    std::vector<Vec3f> segmentAxes(int position, const FrameOf& frame) const {
        device_.look();
        std::vector<Vec3f> axes;
        for (const Group& g : groups_)
            for (uint32_t s = 0; s < g.strands(); ++s)
                for (uint32_t p = 0; p + 1 < g.particles(); ++p)
                    axes.push_back(0.5f * (g.vec3At(position, s, p) + g.vec3At(position, s, p + 1)) +
                                   0.002f * rotate(frame(g, s, p), Vec3f{1, 0, 0}));
        return axes;
    }

    // Of every strand's root and rest shape, and of what ties them.
    uint64_t restHash() const {
        Hash64 hash;
        for (const Group& g : groups_) {
            for (uint32_t i = 0; i < g.strands(); ++i) hash.add(uint64_t{g.ofGroom(g.byGroom(i))});
            g.addRest(hash);
        }
        hashMoreRest(hash);
        return hash.value();
    }

    const std::string name_;
    std::vector<Group> groups_;
    mutable ShownStrands<Group> shown_;                 // what is drawn
    mutable FollowedStrands followed_;                  // and follows it
    std::vector<Slot> slots_;                           // a strand of the groom
    std::vector<std::pair<uint32_t, uint32_t>> tiles_;  // group, tile
    std::vector<std::vector<float>> scratch_;           // a worker
    ThreadPool* pool_ = nullptr;
    ColliderArrays madeAround_;                         // what the groom was made around: strands start outside of it
    ColliderArrays colliders_;
    ColliderView touched_;                              // the same where the stages run
    mutable DeviceSide device_;                         // the groups are the host's copy, fetched when somebody looks
    bool begins_ = false;                               // no stage of this frame has run yet
    double milliseconds_ = 0;
    Substep substep_{};
    Pose head_, previousHead_;
};

}  // namespace ringlet
