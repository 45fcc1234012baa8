// Random strands, models of any lanes and layout, a head that never rests, and
// a model's state as floats: what the tests of models share.
#pragma once

#include "core/math/random.h"
#include "tests/verify/strands.h"

#include <cstring>

namespace ringlet::test {

inline std::unique_ptr<Model> buildModel(const Groom& groom, const Settings& settings,
                                         const ModelOptions& options = {}) {
    Params params({strandModel().params});
    for (const auto& setting : settings) REQUIRE_MESSAGE(params.set(setting.first, setting.second).ok(), setting.first);
    auto built = strandModel().build(groom, params, options);
    REQUIRE_MESSAGE(built.ok(), (built.ok() ? std::string() : built.error()));
    return std::move(built.value());
}

inline Vec3f randomDirection(Random& random) {
    Vec3f v{random.normal(), random.normal(), random.normal()};
    return normalizedOr(v, Vec3f{0, 1, 0});
}

struct StrandShape {
    int particles = 20;
    float length = 0.2f;  // m
    float ratio = 1;      // longest segment over the shortest
    float bend = 0.3f;    // about how far each segment turns, rad
};

// A crooked strand from `root` on, setting out along `start`.
inline std::vector<Vec3f> randomStrand(Random& random, const StrandShape& shape, Vec3f root, Vec3f start) {
    std::vector<float> lengths;
    float sum = 0;
    for (int i = 1; i < shape.particles; ++i) {
        lengths.push_back(std::pow(shape.ratio, random.unit()));
        sum += lengths.back();
    }
    std::vector<Vec3f> points{root};
    Vec3f along = start;
    for (float l : lengths) {
        points.push_back(points.back() + (l * shape.length / sum) * along);
        along = normalizedOr(along + shape.bend * randomDirection(random), start);
    }
    return points;
}

// Strands all around a sphere of `radius` about the head's origin, in two groups
// of different particle counts.
inline Groom randomGroom(uint64_t seed, int strands, int particles, float radius = 0.1f) {
    Groom groom;
    for (int s = 0; s < strands; ++s) {
        Random random(seed, static_cast<uint64_t>(s));
        Vec3f normal = randomDirection(random);
        StrandShape shape;
        shape.particles = s < strands * 2 / 3 ? particles : particles + 3;
        addStrand(groom, randomStrand(random, shape, radius * normal, normal), normal, 4e-5f);
    }
    return groom;
}

// A head that swings and turns without rest: `size` 1 moves 0.3 m and 0.8 rad.
inline PoseKey wildPose(double t, double size) {
    const double w = 7, a = 0.3 * size, b = 0.8 * size;
    const double axis[3] = {0.36, 0.8, 0.48};
    double angle = b * std::sin(1.3 * w * t), rate = 1.3 * w * b * std::cos(1.3 * w * t);
    float s = static_cast<float>(std::sin(angle / 2)), c = static_cast<float>(std::cos(angle / 2));
    PoseKey key;
    key.pose.position = {a * std::sin(w * t), 0.5 * a * std::sin(1.7 * w * t), 0.4 * a * std::sin(0.6 * w * t)};
    key.velocity = {static_cast<float>(a * w * std::cos(w * t)),
                    static_cast<float>(0.85 * a * w * std::cos(1.7 * w * t)),
                    static_cast<float>(0.24 * a * w * std::cos(0.6 * w * t))};
    key.pose.orientation = {s * static_cast<float>(axis[0]), s * static_cast<float>(axis[1]),
                            s * static_cast<float>(axis[2]), c};
    key.angularVelocity = {static_cast<float>(rate * axis[0]), static_cast<float>(rate * axis[1]),
                           static_cast<float>(rate * axis[2])};
    return key;
}

inline Frame wildFrame(int index, double rate, double size, const Colliders* colliders = nullptr) {
    Frame frame;
    frame.dt = static_cast<float>(1 / rate);
    frame.begin = wildPose(index / rate, size);
    frame.end = wildPose((index + 1) / rate, size);
    frame.colliders = colliders;
    return frame;
}

// Where the floats of the strands' state lie in a saved one: strand by strand, particle by particle x, y, z,
// vx, vy, vz and, for the default step, the frame of the segment that begins there; `none` at a tip, where
// no segment begins.
constexpr size_t none = ~size_t{0};
inline std::vector<size_t> statePlaces(const Model& model, bool published) {
    std::vector<size_t> places;
    size_t next = 0;
    for (const CurveBlock& b : model.curves().blocks)
        for (uint32_t s = 0; s < b.strands; ++s)
            for (uint32_t p = 0; p < b.particles; ++p)
                for (int c = 0; c < (published ? 6 : 10); ++c)
                    places.push_back(c >= 6 && p + 1 == b.particles ? none : next++);
    return places;
}
inline size_t beginOfState(const std::vector<uint8_t>& state, const std::vector<size_t>& places) {
    size_t floats = 0;
    for (size_t place : places) floats += place != none ? 1 : 0;
    REQUIRE(state.size() > floats * sizeof(float));
    return state.size() - floats * sizeof(float);
}

// The floats there; 0 at tips.
inline std::vector<float> stateFloats(const Model& model, bool published) {
    const std::vector<uint8_t> state = model.save();
    const std::vector<size_t> places = statePlaces(model, published);
    const size_t begin = beginOfState(state, places);
    std::vector<float> floats(places.size());
    for (size_t i = 0; i < places.size(); ++i)
        if (places[i] != none) std::memcpy(&floats[i], state.data() + begin + places[i] * sizeof(float), sizeof(float));
    return floats;
}

// Writes one of them back.
inline void setStateFloat(Model& model, bool published, size_t index, float value) {
    std::vector<uint8_t> state = model.save();
    const std::vector<size_t> places = statePlaces(model, published);
    const size_t begin = beginOfState(state, places);
    REQUIRE(places[index] != none);
    std::memcpy(state.data() + begin + places[index] * sizeof(float), &value, sizeof value);
    REQUIRE(model.restore(state).ok());
}

inline bool allFinite(const std::vector<float>& values) {
    for (float v : values)
        if (!std::isfinite(v)) return false;
    return true;
}

inline std::vector<Vec3f> pointsOf(const Model& model) {
    std::vector<Vec3f> all;
    for (const CurveBlock& b : model.curves().blocks)
        for (uint32_t s = 0; s < b.strands; ++s)
            for (uint32_t p = 0; p < b.particles; ++p) all.push_back(curvePoint(b, s, p));
    return all;
}

// The worst |length / rest - 1| of all segments, beyond what rounding of the
// positions to float explains.
inline double worstStretch(const Model& model) {
    double worst = 0;
    for (const CurveBlock& b : model.curves().blocks)
        for (uint32_t s = 0; s < b.strands; ++s)
            for (uint32_t p = 1; p < b.particles; ++p) {
                Vec3f x = curvePoint(b, s, p), d = x - curvePoint(b, s, p - 1);
                double length = std::sqrt(double(d.x) * d.x + double(d.y) * d.y + double(d.z) * d.z);
                double rest = model.restLength(b.firstStrand + s, p - 1);
                double rounding = 2.4e-7 * lengthOf(x);
                worst = std::max(worst, (std::fabs(length - rest) - rounding) / rest);
            }
    return worst;
}

}  // namespace ringlet::test
