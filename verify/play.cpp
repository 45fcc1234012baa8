#include "verify/play.h"

#include <cmath>

namespace ringlet::verify {

Result<Play> Play::make(const Subject& subject, const Material& material, const std::vector<Points>& strands, double rate) {
    Groom groom;
    for (const Points& strand : strands) {
        std::vector<Vec3f> points;
        for (Vec3d p : strand) points.push_back(toFloat(p));
        addStrand(groom, points, normalizedOr(points[1] - points[0], Vec3f{0, 1, 0}), 4e-5f);
    }
    const Result<Params> params = subject.params(material);
    if (!params) return Error{params.error()};
    auto built = subject.model->build(groom, params.value(), {});
    if (!built) return Error{built.error()};
    Play play;
    play.model_ = std::move(built.value());
    play.dt_ = 1 / rate;
    return play;
}

void Play::step(const PoseKey& begin, const PoseKey& end, bool teleport) {
    Frame frame;
    frame.dt = static_cast<float>(dt_);
    frame.begin = begin;
    frame.end = head_ = end;
    frame.teleport = teleport;
    frame.colliders = colliders;
    model_->step(frame);
}

void Play::rest(double seconds) {
    PoseKey still;
    still.pose = head_.pose;
    const long frames = std::lround(seconds / dt_);
    for (long i = 0; i < frames; ++i) step(still, still, false);
}

void Play::follow(const HeadPath& path, double seconds) {
    const long frames = std::lround(seconds / dt_);
    for (long i = 0; i < frames; ++i) step(path(static_cast<double>(i) * dt_), path(static_cast<double>(i + 1) * dt_), false);
}

void Play::reset(const Pose& head) {
    head_ = {};
    head_.pose = head;
    model_->reset(head);
}

void Play::jump(const Pose& to) {
    PoseKey begin, end;
    begin.pose = head_.pose;
    end.pose = to;
    step(begin, end, true);
}

Points Play::points() const {
    Points all;
    for (const CurveBlock& b : model_->curves().blocks)
        for (uint32_t s = 0; s < b.strands; ++s)
            for (uint32_t p = 0; p < b.particles; ++p) all.push_back(toDouble(curvePoint(b, s, p)));
    return all;
}

double farthest(const Points& a, const Points& b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        const double apart = lengthOf(a[i] - b[i]);
        if (!(apart <= most)) most = apart;  // keeps NaN
        if (most != most) break;
    }
    return most;
}

Points straight(Vec3d root, Vec3d direction, double length, int segments) {
    const Vec3d along = (length / lengthOf(direction)) * direction;
    Points points;
    for (int i = 0; i <= segments; ++i) points.push_back(root + (static_cast<double>(i) / segments) * along);
    return points;
}

}  // namespace ringlet::verify
