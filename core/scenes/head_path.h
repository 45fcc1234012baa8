// Where the head is at each frame's boundary: a motion that plays, or a pose
// that someone sets (with a mouse, say) and that the head follows smoothly.
#pragma once

#include "core/scenes/motion.h"

namespace ringlet {

// Error: a position beyond this, or numbers that are not finite; an orientation of (nearly) no length.
constexpr double farthestHead = 1e6;  // m, along each axis
Status checkPose(const Pose& pose);

class HeadPath {
public:
    // Plays `motion` from its start.
    void play(std::unique_ptr<Motion> motion);

    // Follows `target` from the next frame on; ends a motion. The path is the
    // quadratic B-spline with the frames' targets as control points: a frame
    // ends midway between the last two, with their difference over the frame's
    // time as velocity. Continuous velocity, no overshoot, no jitter. A target
    // more than 0.5 m or 60 degrees from the last one, or flagged, is jumped to.
    // A pose that checkPose() refuses is ignored.
    void follow(const Pose& target, bool teleport);

    // A motion starts anew; a followed head stops where it is, or where a flagged target, not yet reached, is.
    void restart();

    // Moves on by one frame and writes dt, begin, end and teleport.
    void advance(double rate, Frame& frame);

    const PoseKey& present() const { return present_; }
    bool plays() const { return motion_ != nullptr; }  // a motion, and follows no pose

    // Every number that tells where the head goes on from, but for the motion itself.
    template <class Path, class Visit>
    static void each(Path& path, const Visit& visit) {
        eachOf(path.present_.pose, visit);
        for (auto* rate : {&path.present_.velocity, &path.present_.angularVelocity}) visit(rate->x), visit(rate->y), visit(rate->z);
        eachOf(path.target_, visit), eachOf(path.lastTarget_, visit);
        visit(path.played_), visit(path.following_), visit(path.flagged_);
    }
    // Goes on where `from`, whose motion is not looked at, stood; `plays`: it played one.
    void goOn(const HeadPath& from, bool plays);
    // Error: numbers that no path has, or the motion is missing or another one, which has the head elsewhere then. rate: Hz.
    Status canGoOn(const HeadPath& from, bool plays, double rate) const;

private:
    template <class P, class Visit>
    static void eachOf(P& pose, const Visit& visit) {
        visit(pose.position.x), visit(pose.position.y), visit(pose.position.z);
        visit(pose.orientation.x), visit(pose.orientation.y), visit(pose.orientation.z), visit(pose.orientation.w);
    }

    PoseKey playedTo(double rate, bool& jump);
    PoseKey followedTo(double dt, bool& jump);

    std::unique_ptr<Motion> motion_;  // null while a pose is followed
    uint64_t played_ = 0;             // frames since the motion's start
    PoseKey present_;
    bool following_ = false;
    Pose target_, lastTarget_;
    bool flagged_ = false;            // a teleport was asked for since the last frame
};

}  // namespace ringlet
