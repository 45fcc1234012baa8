#include "core/scenes/head_path.h"

#include "core/models/pose_path.h"

namespace ringlet {
namespace {

constexpr uint64_t longestPlay = 1000000000;  // frames

bool isSame(const PoseKey& a, const PoseKey& b) {
    const auto same = [](const auto& u, const auto& v) { return u.x == v.x && u.y == v.y && u.z == v.z; };
    return same(a.pose.position, b.pose.position) && same(a.pose.orientation, b.pose.orientation) &&
           a.pose.orientation.w == b.pose.orientation.w && same(a.velocity, b.velocity) && same(a.angularVelocity, b.angularVelocity);
}

Quatf turnedBy(Quatf orientation, Vec3d turn) {
    if (dot(turn, turn) == 0) return orientation;  // to the bit: a head that stands still
    return toFloat(normalized(rotationOf(turn) * toDouble(orientation)));
}

}  // namespace

Status checkPose(const Pose& pose) {
    for (double x : {pose.position.x, pose.position.y, pose.position.z}) {
        if (absolute(x) <= farthestHead) continue;  // which NaN is not
        return Error{"the head's position must lie within 1e6 m of the origin along each axis"};
    }
    const Quatf q = pose.orientation;
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (square > 1e-6f && square < 1e6f) return {};
    return Error{"the head's orientation must be a unit quaternion; divide it by its length"};
}

void HeadPath::play(std::unique_ptr<Motion> motion) {
    motion_ = std::move(motion);
    flagged_ = false;
    restart();
}

void HeadPath::restart() {
    played_ = 0;
    if (motion_) {
        present_ = motion_->at(0);
        return;
    }
    present_ = PoseKey{flagged_ ? target_ : present_.pose, {0, 0, 0}, {0, 0, 0}};
    target_ = present_.pose;
    following_ = false;
    flagged_ = false;
}

void HeadPath::follow(const Pose& target, bool teleport) {
    if (!checkPose(target)) return;
    if (motion_) {
        motion_.reset();
        following_ = false;
    }
    target_ = target;
    target_.orientation = normalized(target.orientation);
    flagged_ = flagged_ || teleport;
}

Status HeadPath::canGoOn(const HeadPath& from, bool plays, double rate) const {
    for (const Pose* pose : {&from.present_.pose, &from.target_, &from.lastTarget_}) {
        if (Status status = checkPose(*pose); !status) return status;
        const Quatf q = pose->orientation;
        if (!(absolute(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-3f)) return Error{"the head's orientation is no unit quaternion"};
    }
    for (const Vec3f& speed : {from.present_.velocity, from.present_.angularVelocity})
        if (!(dot(speed, speed) < 1e30f)) return Error{"the head's velocity is not finite"};
    if (from.played_ > longestPlay) return Error{"a motion that has played for years"};
    if (plays && !motion_) return Error{"a motion played when the state was saved; set that motion first"};
    if (plays && !isSame(motion_->at(static_cast<double>(from.played_) / rate), from.present_))
        return Error{"another motion played when the state was saved, for the head was elsewhere; set that motion first"};
    return {};
}

void HeadPath::goOn(const HeadPath& from, bool plays) {
    if (!plays) motion_.reset();
    present_ = from.present_, target_ = from.target_, lastTarget_ = from.lastTarget_;
    played_ = from.played_, following_ = from.following_, flagged_ = from.flagged_;
}

PoseKey HeadPath::playedTo(double rate, bool& jump) {
    double t0 = static_cast<double>(played_) / rate, t1 = static_cast<double>(++played_) / rate;
    jump = motion_->jumps(t0, t1);
    return motion_->at(t1);
}

PoseKey HeadPath::followedTo(double dt, bool& jump) {
    if (!following_) {  // the control point that leads to the present position and velocity
        following_ = true;
        lastTarget_.position = present_.pose.position + (0.5 * dt) * toDouble(present_.velocity);
        lastTarget_.orientation =
            turnedBy(present_.pose.orientation, (0.5 * dt) * toDouble(present_.angularVelocity));
    }
    Frame step;
    step.begin.pose = lastTarget_;
    step.end.pose = target_;
    jump = flagged_ || isTeleport(step);
    flagged_ = false;
    PoseKey end;
    if (jump) {
        end.pose = target_;
    } else {
        Vec3d d = target_.position - lastTarget_.position;
        Vec3d turn = turnBetween(lastTarget_.orientation, target_.orientation);
        end.pose.position = lastTarget_.position + 0.5 * d;
        end.pose.orientation = turnedBy(lastTarget_.orientation, 0.5 * turn);
        end.velocity = toFloat((1 / dt) * d);
        end.angularVelocity = toFloat((1 / dt) * turn);
    }
    lastTarget_ = target_;
    return end;
}

void HeadPath::advance(double rate, Frame& frame) {
    bool jump = false;
    frame.dt = static_cast<float>(1 / rate);
    frame.begin = present_;
    frame.end = motion_ ? playedTo(rate, jump) : followedTo(1 / rate, jump);
    frame.teleport = jump;
    frame.teleport = isTeleport(frame);
    present_ = frame.end;
}

}  // namespace ringlet
