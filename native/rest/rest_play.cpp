#include "native/rest/rest_play.h"

#include "core/scenes/motion.h"
#include "core/scenes/scene.h"

#include <algorithm>

namespace ringlet::cli {
namespace {

// The root and the segment that stands in the scalp may lie in it.
constexpr uint32_t fixedParticles = 2;
// Depth (m) from which on a groom's own strand counts as inside: half of what its collider's grid is off by.
constexpr float ownDepth = 1e-4f;
// Depths and lengths are looked at so often, 1/s: hair takes longer to go in and out.
constexpr double looks = 60;
constexpr double lastPart = 0.1;  // s whose speeds count
constexpr double quietTime = 1;   // s without motion that hair is late at rest after

// Strands of a groom no particle of which begins inside the head.
std::vector<uint8_t> strandsOutside(const Groom& groom) {
    std::vector<uint8_t> outside;
    for (const StrandGroup& group : groom.groups)
        for (uint32_t s = 0; s < group.strandCount; ++s) {
            const Vec3f* points = groom.points.data() + group.firstPoint + size_t{s} * group.points;
            bool out = true;
            for (uint32_t p = fixedParticles; p < group.points && out; ++p)
                out = nearestSurface(oddHead(), points[p]).distance > -ownDepth;
            outside.push_back(out ? 1 : 0);
        }
    return outside;
}

}  // namespace

Result<std::unique_ptr<RestPlay>> RestPlay::make(const std::string& model, const OddGroom& odd,
                                                 const std::vector<std::string>& settings) {
    // What a file's hair is given, and its material where the model knows such a name.
    Params params = sceneParams(*findScene("sintel"), model);
    if (Status status = odd.applyTo(params); !status) return Error{status.error()};
    if (Status status = params.setAll(settings, "--set"); !status) return Error{status.error()};
    ModelOptions options;
    options.colliders = &oddHead();
    auto built = findModel(model)->build(odd.groom, params, options);
    if (!built) return Error{built.error()};
    std::unique_ptr<RestPlay> play(new RestPlay);
    play->model_ = std::move(built.value());
    play->outside_ = strandsOutside(odd.groom);
    return play;
}

size_t RestPlay::outside() const {
    size_t count = 0;
    for (uint8_t out : outside_) count += out;
    return count;
}

Rested RestPlay::play(const Motion& motion, double rate) {
    model_->reset(motion.at(0).pose);
    moving_.assign(outside_.size(), 0);
    Rested result;
    result.strands = outside_.size();
    const long frames = static_cast<long>((motion.stopsAt() + restTime) * rate + 0.999);
    const long every = rate > looks ? static_cast<long>(rate / looks) : 1;
    Frame frame;
    for (long i = 0; i < frames; ++i) {
        const double begin = static_cast<double>(i) / rate, end = static_cast<double>(i + 1) / rate;
        frame.dt = static_cast<float>(1 / rate);
        frame.begin = motion.at(begin), frame.end = motion.at(end);
        frame.teleport = motion.jumps(begin, end);
        frame.colliders = &oddHead();
        model_->step(frame);
        const bool last = static_cast<double>(frames - i) <= lastPart * rate + 0.5;
        if (last) result.speed = std::max(result.speed, speedOf(frame));
        if (last || i % every == 0) watchShapes(result, frame);
    }
    for (uint8_t moves : moving_) result.moving += moves;
    if (result.moving > 0) watchLate(result, frame);
    result.resets = model_->resets();
    return result;
}

// Hair can stay long near a balance that it cannot hold: whether it ends, and when. `frame`: the last one of the play.
void RestPlay::watchLate(Rested& result, Frame frame) {
    frame.begin = frame.end, frame.teleport = false;
    const double dt = double{frame.dt};
    result.restsAfter = restTime;
    for (double now = restTime; now < result.restsAfter + quietTime; now += dt) {
        model_->step(frame);
        if (!(speedOf(frame) < restSpeed)) result.restsAfter = now + dt;
        if (result.restsAfter > lateTime) return;
    }
}

// The frame's fastest particle, m/s: the head's own motion included, for it has stopped. Marks the strands that move.
double RestPlay::speedOf(const Frame& frame) {
    double fastest = 0;
    const Curves curves = model_->curves();
    const Vec3d head = curves.head.position - curves.previousHead.position;
    const Vec3f way{static_cast<float>(head.x), static_cast<float>(head.y), static_cast<float>(head.z)};
    for (const CurveBlock& block : curves.blocks) {
        CurveBlock before = block;
        before.positions = block.previous;
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = 0; p < block.particles; ++p) {
                const Vec3f moved = curvePoint(block, s, p) - curvePoint(before, s, p) + way;
                const double speed = double(lengthOf(moved)) / double(frame.dt);
                if (!(speed < restSpeed)) moving_[block.firstStrand + s] = 1;
                if (!(speed <= fastest)) fastest = speed;
            }
    }
    return fastest;
}

// How deep hair is, and how far off its length.
void RestPlay::watchShapes(Rested& result, const Frame& frame) {
    const Curves curves = model_->curves();
    const Quatf toHead = conjugate(frame.end.pose.orientation);
    for (const CurveBlock& block : curves.blocks)
        for (uint32_t s = 0; s < block.strands; ++s) {
            const uint32_t strand = block.firstStrand + s;
            lengths_.resize(block.particles - 1);
            for (uint32_t p = 0; p + 1 < block.particles; ++p) lengths_[p] = model_->restLength(strand, p);
            if (model_->segmentsBend()) model_->keptLengths(strand, lengths_.data());
            for (uint32_t p = 1; p < block.particles; ++p) {
                const Vec3f x = curvePoint(block, s, p);
                const double off = double(lengthOf(x - curvePoint(block, s, p - 1))) / double(lengths_[p - 1]) - 1;
                if (!(absolute(off) <= result.length)) result.length = absolute(off);
                if (p < fixedParticles || outside_[strand] == 0) continue;
                const double depth = -double(nearestSurface(oddHead(), rotate(toHead, x)).distance);
                if (!(depth <= result.depth)) result.depth = depth;
            }
        }
}

}  // namespace ringlet::cli
