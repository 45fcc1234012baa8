// A few strands on a head that moves as a function of time says: what lines are played with.
#pragma once

#include "core/models/pose_path.h"
#include "verify/subject.h"

#include <functional>
#include <memory>
#include <vector>

namespace ringlet::verify {

using Points = std::vector<Vec3d>;          // of a strand, from root to tip, m
using HeadPath = std::function<PoseKey(double)>;  // time, s

class Play {
public:
    // Error: the model refuses the material or the strands.
    static Result<Play> make(const Subject& subject, const Material& material, const std::vector<Points>& strands,
                             double rate = 60);

    // Frames of 1 / rate s with the head at rest in its pose, or along a path from its time 0 on.
    void rest(double seconds);
    void follow(const HeadPath& path, double seconds);
    void reset(const Pose& head);           // at rest there
    void jump(const Pose& to);              // a frame that teleports the head

    Points points() const;                  // of all strands, relative to the head, m
    Vec3d tip() const { return points().back(); }
    const Model& model() const { return *model_; }
    double dt() const { return dt_; }

    const Colliders* colliders = nullptr;

private:
    void step(const PoseKey& begin, const PoseKey& end, bool teleport);
    std::unique_ptr<Model> model_;
    PoseKey head_;
    double dt_ = 0;
};

// The farthest that two sets of points are from each other, point by point, m; NaN where one is not finite.
double farthest(const Points& a, const Points& b);

// `segments` + 1 points of a straight strand of `length` (m) from `root` on.
Points straight(Vec3d root, Vec3d direction, double length, int segments);

}  // namespace ringlet::verify
