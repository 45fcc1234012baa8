// A running scene: content, model and head motion, advanced a frame at a time.
// The command line, the page and the tests all drive this class.
#pragma once

#include "core/scenes/ball.h"
#include "core/scenes/motion.h"
#include "core/scenes/scene.h"

#include <memory>
#include <string>

namespace ringlet {

struct LengthError {
    double average = 0;  // mean over frames of |total length / rest length - 1|
    double segment = 0;  // mean of |segment length / rest - 1|
    double worst = 0;    // the worst single segment of the run
};

struct Stats {
    bool measured = true;       // else length, penetrations, depth and energy are not known, ...
    uint64_t frames = 0, strands = 0, particles = 0;
    double msMin = 0, msAverage = 0, msMax = 0;  // wall time of a frame's simulation
    LengthError length;
    double maxSpeed = 0;        // fastest particle over the last 30 frames, m/s; ... and this is of the last one
    uint64_t penetrations = 0;  // particles deeper than 0.1 mm, in the last frame
    double maxDepth = 0;        // deepest particle of the run after the first frame, m
    Energy energy;              // now
    double lost = 0;            // what energy has fallen by since head and air came to rest and no brush is there, J;
                                // 0 until then
    uint64_t resets = 0;
    uint64_t hash = 0;
};

// The last frame alone.
struct FrameStats {
    LengthError length;         // `worst`: its worst segment
    double rootSpeed = 0, tipSpeed = 0, maxSpeed = 0;  // of the fastest root, tip and particle in the world, m/s;
                                                       // 0 after a teleport
    double depth = 0;           // deepest particle, m
    Energy energy;
    double lost = 0;            // as in Stats
    uint64_t contacts = 0;      // of hair with hair
};

struct SimulationOptions {
    SceneFiles files;
    std::string modelName;    // in the model registry; empty: the scene's own
    ModelOptions model;
    double rate = 60;         // frames a second, [20, 240]
    bool measure = true;      // gather lengthError, maxSpeed, penetration (costs time)
    uint32_t drawn = 0;        // strands for Model::followers(), the simulated ones first; 0: none
    uint32_t drawnPoints = 16; // of each of them, >= 2
    uint32_t between = 0;     // strands between the rims of each flat wisp, not simulated; 0: those that the scene has
};

class Simulation {
public:
    // Error: one line; nothing is built then.
    static Result<std::unique_ptr<Simulation>> make(const std::string& scene, const Params& params,
                                                    const SimulationOptions& options);
    ~Simulation();

    // Plays `motion` from its start. The hair is reset to its pose.
    void setMotion(std::unique_ptr<Motion> motion);

    // The head follows this pose from the next frame on, smoothed to a
    // continuous velocity (it is reached a frame later). Ends a named motion.
    void setPose(const Pose& target, bool teleport);

    void advance();  // one frame
    void reset();    // rest shape at the present pose; statistics start anew; a motion plays again

    // Live parameters act on the next frame; for a Rebuild parameter the model
    // is built anew. Error, or no memory to build with: nothing has changed.
    Status setParam(const std::string& name, const std::string& text);

    // False once an exception, for want of memory, has ended a change half-way: only what reads may be called then. (Building anew leaves
    // none, whatever fails.)
    bool sound() const;

    const SceneInfo& scene() const;
    const ModelInfo& modelInfo() const;
    const Params& params() const;
    const SceneContent& content() const;
    const Colliders& colliders() const;  // what hair feels now: the content's, and last the balls that there are
    const Balls& balls() const;          // where they are now, on their way to where they are put
    Model& model();
    const Model& model() const;
    uint64_t build() const;       // of content and model: a number that no other build of any simulation here has
    double time() const;          // s simulated
    Pose head() const;            // at the end of the last frame
    // Blows besides the wind of the parameters, m/s, world.
    void setWind(Vec3f wind);
    // From the next frame on: the ball of `brush` with its centre at `position`
    // (m, world) at the frame's end; brush.position is not read. Radius 0: none.
    void setBrush(const Brush& brush, Vec3d position = {0, 0, 0});
    // The force that the brush bears from the hair, N, world; from the last frame's end.
    Vec3d brushForce() const;
    Stats stats() const;          // hash, resets and energy are up to date
    FrameStats frameStats() const;  // measured only with SimulationOptions::measure, but for energy and contacts
    uint64_t hash() const;

    // All that the frames to come depend on, but for what was chosen: scene, files, parameters, model, rate, and the
    // motion, if one plays. What is restored into a simulation of the same choices goes on with the same bits, on any
    // target. Statistics start anew. Error: bytes of another simulation, or damaged ones; nothing has changed.
    std::vector<uint8_t> save() const;
    Status restore(const std::vector<uint8_t>& bytes);

private:
    struct State;
    explicit Simulation(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace ringlet
