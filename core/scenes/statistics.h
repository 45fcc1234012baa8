// What a run is judged by: how well lengths are kept, how fast the hair moves,
// how deep it lies in what it must not enter, its energy, and how long a step took.
#pragma once

#include "core/base/thread_pool.h"
#include "core/collide/collider_view.h"
#include "core/scenes/simulation.h"

#include <array>
#include <memory>

namespace ringlet {

class MeshDistance;

class Statistics {
public:
    // Takes rest lengths from `model`, which must have the groom of `content`;
    // both and `pool` (null: the calling thread) must outlive this object.
    // measure: false gathers times alone; the last frame's speeds are measured when they are asked for.
    Statistics(const Model& model, const SceneContent& content, ThreadPool* pool, bool measure);
    ~Statistics();

    // After each frame. A teleport's jump does not count as speed.
    void record(double milliseconds, const Frame& frame);

    // Energy may have changed with the material: what was lost is counted anew.
    void parametersChanged() { still_ = false; }

    // Everything but resets and hash. Both measure the last frame's penetration
    // where record() had passed over it.
    Stats stats();
    FrameStats frameStats();

private:
    // Up to 16 neighbouring lanes of one tile, measured together.
    struct Part {
        uint32_t block, firstStrand, strands;
        size_t firstRest;  // into rest_: [segment][strand of the part]
    };
    struct Sums {
        double total = 0, rest = 0, error = 0, worst = 0;  // m, m, a sum of fractions, a fraction
        double speed = 0, root = 0, tip = 0;               // fastest of all, root and tip, m a frame
        uint64_t penetrations = 0;
        double depth = 0;                                  // m
    };
    void measureLengths(const Part& part, const Curves& curves, Sums& sums) const;
    void measureSpeeds(const Part& part, const Curves& curves, Sums& sums) const;
    void measurePenetration(const Part& part, const Curves& curves, Sums& sums) const;
    double depthOf(Vec3f p) const;
    template <class Body> void eachPart(const Body& body) const;
    template <class Body> Sums overParts(const Body& body);
    void takeKeptLengths();
    void measurePenetrationNow();
    double speedNow();
    void recordEnergy(const Frame& frame);
    bool changes(const Colliders* colliders, float style);
    double lostUntil(const Energy& now) const { return still_ ? stillEnergy_ - now.total() : 0; }

    const Model& model_;
    ThreadPool* pool_;
    bool measure_;
    std::unique_ptr<MeshDistance> exact_;  // null where the colliders are exact
    ColliderArrays colliders_;             // of the last frame
    std::vector<float> spheres_;           // of those
    std::vector<Part> parts_;
    std::vector<float> rest_;              // m; what segments that bend measure unstretched
    std::vector<Sums> partSums_;

    Stats stats_;
    FrameStats last_;                            // but for energy
    Vec3f gravity_ = Frame().gravity;            // of the last frame
    float style_ = 1;                            // of the last frame
    bool changed_ = false;                       // spheres or rest shape were others in the last frame than before
    bool still_ = false;                         // nothing has done work on the hair since it had
    double stillEnergy_ = 0;                     // this energy, J
    double segments_ = 0;                        // of all strands
    double step_ = 0;                            // of the last frame, s; 0: there is none, or it was a teleport
    double msSum_ = 0, averageSum_ = 0, segmentSum_ = 0;
    std::array<double, 30> speeds_{};            // of the last frames, m/s
    bool penetrationIsCurrent_ = true;
};

}  // namespace ringlet
