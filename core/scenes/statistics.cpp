#include "core/scenes/statistics.h"

#include "core/collide/mesh_distance.h"

#include <algorithm>

namespace ringlet {
namespace {

constexpr uint32_t partLanes = 16;
constexpr double deepEnough = 1e-4;     // m; a particle this deep counts as penetrating
constexpr uint64_t exactInterval = 10;  // frames between measurements against an exact mesh
constexpr double notFinite = 1e30;      // stands for a measure of a particle that is not finite

double finite(double value) { return value < notFinite ? value : notFinite; }

// Whether head, air or brush may do work on the hair in this frame.
bool works(const Frame& frame) {
    auto zero = [](Vec3f v) { return dot(v, v) == 0; };
    const Pose &a = frame.begin.pose, &b = frame.end.pose;
    const Vec3d moved = b.position - a.position;
    const Quatf p = a.orientation, q = b.orientation;
    const bool headRests = dot(moved, moved) == 0 && p.x == q.x && p.y == q.y && p.z == q.z && p.w == q.w &&
                           zero(frame.begin.velocity) && zero(frame.end.velocity) &&
                           zero(frame.begin.angularVelocity) && zero(frame.end.angularVelocity);
    return !headRests || frame.teleport || !zero(frame.wind) || frame.brush.radius > 0;
}

size_t offsetOf(const CurveBlock& block, uint32_t strand) {
    size_t tile = strand / block.lanes, lane = strand % block.lanes;
    return tile * block.particles * 3 * block.lanes + lane;
}

}  // namespace

Statistics::Statistics(const Model& model, const SceneContent& content, ThreadPool* pool, bool measure)
    : model_(model), pool_(pool), measure_(measure) {
    (void)changes(&content.colliders, 1);
    Curves curves = model.curves();
    for (uint32_t b = 0; b < curves.blocks.size(); ++b) {
        const CurveBlock& block = curves.blocks[b];
        stats_.strands += block.strands;
        stats_.particles += uint64_t{block.strands} * block.particles;
        for (uint32_t s = 0; s < block.strands;) {
            uint32_t inTile = block.lanes - s % block.lanes;
            uint32_t count = std::min({partLanes, inTile, block.strands - s});
            parts_.push_back({b, s, count, rest_.size()});
            s += count;
            if (!measure) continue;
            for (uint32_t i = 0; i + 1 < block.particles; ++i) {
                for (uint32_t k = 0; k < count; ++k) rest_.push_back(model.restLength(block.firstStrand + s - count + k, i));
            }
        }
    }
    segments_ = static_cast<double>(rest_.size());
    partSums_.resize(parts_.size());
    if (!measure) return;
    if (!content.exactCollider.triangles.empty()) exact_ = std::make_unique<MeshDistance>(content.exactCollider);
    still_ = true;
    stillEnergy_ = model.energy(gravity_).total();
}

Statistics::~Statistics() = default;

void Statistics::measureLengths(const Part& part, const Curves& curves, Sums& sums) const {
    const CurveBlock& block = curves.blocks[part.block];
    const size_t lanes = block.lanes;
    const float* p = block.positions + offsetOf(block, part.firstStrand);
    const float* rest = rest_.data() + part.firstRest;
    for (uint32_t i = 0; i + 1 < block.particles; ++i, p += 3 * lanes, rest += part.strands) {
        for (uint32_t k = 0; k < part.strands; ++k) {
            const float* q = p + k;
            float x = q[3 * lanes] - q[0], y = q[4 * lanes] - q[lanes], z = q[5 * lanes] - q[2 * lanes];
            double length = finite(squareRoot(x * x + y * y + z * z));
            sums.total += length;
            sums.rest += rest[k];
            if (!(rest[k] > 0)) continue;
            double error = finite(absolute(length / rest[k] - 1));
            sums.error += error;
            sums.worst = maximum(sums.worst, error);
        }
    }
}

void Statistics::measureSpeeds(const Part& part, const Curves& curves, Sums& sums) const {
    const CurveBlock& block = curves.blocks[part.block];
    const size_t lanes = block.lanes, offset = offsetOf(block, part.firstStrand);
    const Vec3d head = curves.head.position - curves.previousHead.position;
    float all = 0, root = 0, tip = 0;  // m^2
    for (uint32_t i = 0; i < block.particles; ++i) {
        float farthest = 0;
        const float* p = block.positions + offset + i * 3 * lanes;
        const float* before = block.previous + offset + i * 3 * lanes;
        for (uint32_t k = 0; k < part.strands; ++k) {
            float x = p[k] - before[k] + static_cast<float>(head.x);
            float y = p[k + lanes] - before[k + lanes] + static_cast<float>(head.y);
            float z = p[k + 2 * lanes] - before[k + 2 * lanes] + static_cast<float>(head.z);
            float square = x * x + y * y + z * z;
            if (!(square <= farthest)) farthest = square < 1e37f ? square : 1e37f;
        }
        all = maximum(all, farthest);
        if (i == 0) root = farthest;
        tip = farthest;
    }
    sums.speed = squareRoot(double{all});
    sums.root = squareRoot(double{root});
    sums.tip = squareRoot(double{tip});
}

// How deep a point (head space) lies in what penetration is measured against, m.
double Statistics::depthOf(Vec3f p) const {
    const ColliderView& view = colliders_.view();
    const bool grid = view.grid.distance != nullptr;
    // Values between a grid's nodes are off by less than two cells, so that
    // a point further out than that cannot be inside.
    const float within = exact_ && grid ? 2 * view.grid.cell : 0.0f;
    float mesh = 1e9f;
    if (grid && gridBound(view.grid, p) <= within) mesh = gridSurface(view.grid, p).distance;
    if (exact_ && !(grid && mesh > within)) mesh = exact_->signedDistance(p);
    return maximum(0.0f - minimum(mesh, nearestShape(view, p).distance), 0.0f);
}

void Statistics::measurePenetration(const Part& part, const Curves& curves, Sums& sums) const {
    const CurveBlock& block = curves.blocks[part.block];
    const Quatf toHead = conjugate(curves.head.orientation);
    constexpr uint32_t fixedParticles = 2;  // the root and the segment that stands in the scalp
    for (uint32_t i = fixedParticles; i < block.particles; ++i) {
        const float* p = block.positions + offsetOf(block, part.firstStrand) + i * 3 * block.lanes;
        for (uint32_t k = 0; k < part.strands; ++k) {
            Vec3f point{p[k], p[k + block.lanes], p[k + 2 * block.lanes]};
            if (!(dot(point, point) < 1e12f)) continue;  // also passes over what is not finite
            double depth = depthOf(rotate(toHead, point));
            if (depth > deepEnough) ++sums.penetrations;
            sums.depth = maximum(sums.depth, depth);
        }
    }
}

// body(index of a part), for all parts.
template <class Body>
void Statistics::eachPart(const Body& body) const {
    const int count = static_cast<int>(parts_.size());
    if (pool_) {
        pool_->forEach(count, [&](int index, int) { body(static_cast<size_t>(index)); });
    } else {
        for (int i = 0; i < count; ++i) body(static_cast<size_t>(i));
    }
}

void Statistics::takeKeptLengths() {
    const Curves curves = model_.curves();
    eachPart([&](size_t index) {
        const Part& part = parts_[index];
        const CurveBlock& block = curves.blocks[part.block];
        std::vector<float> lengths(block.particles - 1);
        for (uint32_t k = 0; k < part.strands; ++k) {
            model_.keptLengths(block.firstStrand + part.firstStrand + k, lengths.data());
            for (size_t i = 0; i < lengths.size(); ++i) rest_[part.firstRest + i * part.strands + k] = lengths[i];
        }
    });
}

// Adds up body(part, curves, sums) over all parts, in their order.
template <class Body>
Statistics::Sums Statistics::overParts(const Body& body) {
    const Curves curves = model_.curves();
    eachPart([&](size_t index) {
        Sums sums;
        body(parts_[index], curves, sums);
        partSums_[index] = sums;
    });
    Sums all;
    for (const Sums& sums : partSums_) {
        all.total += sums.total;
        all.rest += sums.rest;
        all.error += sums.error;
        all.worst = maximum(all.worst, sums.worst);
        all.speed = maximum(all.speed, sums.speed);
        all.root = maximum(all.root, sums.root);
        all.tip = maximum(all.tip, sums.tip);
        all.penetrations += sums.penetrations;
        all.depth = maximum(all.depth, sums.depth);
    }
    return all;
}

void Statistics::measurePenetrationNow() {
    Sums sums = overParts(
        [this](const Part& part, const Curves& curves, Sums& s) { measurePenetration(part, curves, s); });
    stats_.penetrations = sums.penetrations;
    last_.depth = sums.depth;
    // The rest shape may begin inside; from the first frame on it must not be.
    if (stats_.frames > 1) stats_.maxDepth = maximum(stats_.maxDepth, sums.depth);
    penetrationIsCurrent_ = true;
}

// Energy takes a walk over all particles: it is asked for where the hair is left to itself, and then by its users.
void Statistics::recordEnergy(const Frame& frame) {
    gravity_ = frame.gravity;
    const bool wasStill = still_;
    still_ = !works(frame) && !changed_;
    if (still_ && !wasStill) stillEnergy_ = model_.energy(gravity_).total();
}

// Whether the spheres or the rest shape are others than before: that may do work on the hair.
bool Statistics::changes(const Colliders* colliders, float style) {
    colliders_.set(colliders);
    const ColliderView& view = colliders_.view();
    const float* const end = view.sphere + 4 * view.spheres;
    const bool same = style == style_ && std::equal(spheres_.begin(), spheres_.end(), view.sphere, end);
    spheres_.assign(view.sphere, end);
    style_ = style;
    return !same;
}

void Statistics::record(double milliseconds, const Frame& frame) {
    changed_ = changes(frame.colliders, frame.style);
    const uint64_t index = stats_.frames++;
    msSum_ += milliseconds;
    stats_.msMin = index == 0 ? milliseconds : minimum(stats_.msMin, milliseconds);
    stats_.msMax = maximum(stats_.msMax, milliseconds);
    step_ = frame.teleport ? 0 : double{frame.dt};
    if (!measure_) return;

    if (model_.segmentsBend()) takeKeptLengths();
    Sums sums = overParts([&](const Part& part, const Curves& curves, Sums& s) {
        measureLengths(part, curves, s);
        if (!frame.teleport && curves.blocks[part.block].previous) measureSpeeds(part, curves, s);
    });
    const double dt = double{frame.dt};
    last_.length = {sums.rest > 0 ? absolute(sums.total / sums.rest - 1) : 0, segments_ > 0 ? sums.error / segments_ : 0,
                    sums.worst};
    averageSum_ += last_.length.average;
    segmentSum_ += last_.length.segment;
    stats_.length.worst = maximum(stats_.length.worst, sums.worst);
    last_.rootSpeed = sums.root / dt;
    last_.tipSpeed = sums.tip / dt;
    last_.maxSpeed = speeds_[index % speeds_.size()] = sums.speed / dt;
    recordEnergy(frame);

    penetrationIsCurrent_ = false;
    if (!exact_ || stats_.frames % exactInterval == 0) measurePenetrationNow();
}

Stats Statistics::stats() {
    if (!penetrationIsCurrent_) measurePenetrationNow();
    Stats result = stats_;
    if (measure_) result.energy = model_.energy(gravity_);
    result.lost = lostUntil(result.energy);
    result.measured = measure_;
    if (stats_.frames == 0) return result;
    const double frames = static_cast<double>(stats_.frames);
    result.msAverage = msSum_ / frames;
    result.length.average = averageSum_ / frames;
    result.length.segment = segmentSum_ / frames;
    result.maxSpeed = measure_ ? *std::max_element(speeds_.begin(), speeds_.end()) : speedNow();
    return result;
}

// Of the fastest particle in the last frame, m/s; 0 after a teleport.
double Statistics::speedNow() {
    if (step_ == 0) return 0;
    const Sums sums = overParts([&](const Part& part, const Curves& curves, Sums& s) {
        if (curves.blocks[part.block].previous) measureSpeeds(part, curves, s);
    });
    return sums.speed / step_;
}

FrameStats Statistics::frameStats() {
    if (!penetrationIsCurrent_) measurePenetrationNow();
    FrameStats result = last_;
    result.energy = model_.energy(gravity_);
    result.lost = lostUntil(result.energy);
    result.contacts = model_.contacts();
    return result;
}

}  // namespace ringlet
