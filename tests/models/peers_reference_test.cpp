// The steps of the methods that the published one is compared with, against readable ones in double precision: frames turned by
// rotations about an axis, and every constraint as its method states it.
#include "core/models/pose_path.h"
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

constexpr double h = 1.0f / 60;
constexpr double mueller = 3, hanHarada = 4, sanchezBanderas = 5;  // values of `step`

struct Axes3 {
    Vec3d i, j, k;
};
Vec3d unit(Vec3d a) { return a * (1 / lengthOf(a)); }

// Rodrigues' rotation that takes the frame's j to `along`.
Axes3 turned(const Axes3& b, Vec3d along) {
    const Vec3d to = unit(along), across = cross(b.j, to);
    const double sine = lengthOf(across), cosine = dot(b.j, to);
    if (sine < 1e-12) return b;
    const Vec3d axis = unit(across);
    auto turn = [&](Vec3d v) { return cosine * v + sine * cross(axis, v) + ((1 - cosine) * dot(axis, v)) * axis; };
    return {turn(b.i), to, turn(b.k)};
}
Vec3d inWorld(const Axes3& b, Vec3d p) { return p.x * b.i + p.y * b.j + p.z * b.k; }

struct PeerStrand {
    std::vector<Vec3d> x, v, groom, target;
    Axes3 root;

    PeerStrand(const std::vector<Vec3f>& points, Vec3f n, Vec3f a) : root{toDouble(a), toDouble(n), cross(toDouble(a), toDouble(n))} {
        for (Vec3f p : points) groom.push_back(toDouble(p));
        x = groom;
        v.assign(x.size(), {0, 0, 0});
        target = v;
        Axes3 b = root;
        for (size_t i = 1; i < x.size(); ++i) {
            const Vec3d along = x[i] - x[i - 1];
            target[i] = {dot(along, b.i), dot(along, b.j), dot(along, b.k)};
            b = turned(b, along);
        }
    }
    Vec3d inertia(size_t i, double kept = 1) const { return x[i] + (h * kept) * v[i] + Vec3d{0, -9.81 * h * h, 0}; }
    // Follow the leader, its parent's velocity corrected by s (Mueller et al. 2012, as Cavazotti 2025 tells it in section 4.2).
    void follow(double stiffness, double s) {
        Axes3 b = root;
        Vec3d parentVelocity{0, 0, 0};
        for (size_t i = 1; i < x.size(); ++i) {
            const Vec3d predicted = inertia(i), place = x[i - 1] + inWorld(b, target[i]);
            const Vec3d shaped = predicted + stiffness * (place - predicted);
            const Vec3d p = x[i - 1] + lengthOf(target[i]) * unit(shaped - x[i - 1]);
            v[i - 1] = parentVelocity - (s / h) * (p - predicted);
            parentVelocity = (1 / h) * (p - x[i]);
            x[i] = p;
            b = turned(b, x[i] - x[i - 1]);
        }
        v.back() = parentVelocity;
    }
    void keepLength(size_t i) {
        const Vec3d along = x[i] - x[i - 1], missing = (lengthOf(target[i]) - lengthOf(along)) * unit(along);
        if (i == 1) x[1] = x[1] + missing;
        else x[i] = x[i] + 0.5 * missing, x[i - 1] = x[i - 1] - 0.5 * missing;
    }
    // Global shape, then iterations of local shape and of lengths, on both ends but for the root.
    void iterate(double global, double range, double local, double damping, int iterations) {
        const std::vector<Vec3d> before = x;
        for (size_t i = 1; i < x.size(); ++i) {
            x[i] = inertia(i, 1 - damping);
            if (double(i) < range * double(x.size())) x[i] = x[i] + global * (groom[i] - x[i]);
        }
        for (int n = 0; n < iterations; ++n) {
            Axes3 b = root;
            for (size_t i = 1; i < x.size(); ++i) {
                const Vec3d wayOff = x[i - 1] + inWorld(b, target[i]) - x[i];
                x[i] = x[i] + (i == 1 ? local : local / 2) * wayOff;
                if (i > 1) x[i - 1] = x[i - 1] - (local / 2) * wayOff;
                b = turned(b, x[i] - x[i - 1]);
            }
            for (size_t first : {1, 2})
                for (size_t i = first; i < x.size(); i += 2) keepLength(i);
        }
        for (size_t i = 1; i < x.size(); ++i) v[i] = (1 / h) * (x[i] - before[i]);
    }
};

double apart(const std::vector<Vec3f>& a, const std::vector<Vec3d>& b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        const double d = lengthOf(toDouble(a[i]) - b[i]);
        if (!(d <= most)) most = d;  // NaN stays
    }
    return most;
}

// Thirty strands through four frames. step(strand, random numbers of its own that `settings` were made of).
template <class Step>
void compare(double method, const std::vector<std::pair<const char*, std::pair<float, float>>>& ranges, const Step& step) {
    double moved = 0;
    for (uint64_t seed = 0; seed < 30; ++seed) {
        Random random(static_cast<uint64_t>(20 + method), seed);
        StrandShape shape;
        shape.particles = 2 + static_cast<int>(random.bits() % 40);
        shape.ratio = 1 + random.unit();
        const Vec3f normal = randomDirection(random);
        Groom groom;
        addStrand(groom, randomStrand(random, shape, 0.1f * normal, normal), normal, 4e-5f);
        Settings settings{{"step", method}};
        std::vector<double> values;
        for (const auto& [name, range] : ranges) {
            const double value = static_cast<double>(random.between(range.first, range.second));
            values.push_back(value);
            settings.push_back({name, value});
        }
        auto model = buildModel(groom, settings);
        PeerStrand reference(groom.points, groom.rootNormals[0], groom.rootTangents[0]);
        for (int frame = 0; frame < 4; ++frame) {
            model->step(Frame{});
            step(reference, values);
            CAPTURE(seed);
            CAPTURE(frame);
            // Float rounding of 1e-7 m, which a step can amplify about tenfold.
            CHECK(apart(pointsOf(*model), reference.x) < 2e-6 * std::pow(10.0, frame));
        }
        moved += double(furthest(pointsOf(*model), groom.points));
    }
    CHECK(moved > 30 * 1e-4);  // the test compares more than copies of the rest shape
}

// Straight lines, folds, and points that coincide.
std::vector<std::vector<Vec3f>> singularStrands() {
    const Vec3f up{0, 1, 0};
    auto straight = [&](Vec3f d, int n) {
        std::vector<Vec3f> p;
        for (int i = 0; i < n; ++i) p.push_back(Vec3f{0, 0.1f, 0} + (0.01f * static_cast<float>(i)) * d);
        return p;
    };
    std::vector<std::vector<Vec3f>> strands = {straight(up, 8), straight(-up, 8), straight(acrossOf(up), 8), straight(-acrossOf(up), 8),
                                               straight(up, 2), straight(-up, 2), straight(up, 6), straight(up, 6),
                                               std::vector<Vec3f>(4, Vec3f{0, 0.1f, 0}), straight(up, 5)};
    strands[6][3] = strands[6][2];
    strands[7][4] = strands[7][2], strands[7][5] = strands[7][1];
    strands[9][1] = strands[9][0];
    return strands;
}

}  // namespace

TEST_CASE("the steps of mueller-2012 and sanchez-banderas-2015 are as stated, to float precision") {
    compare(mueller, {{"velocityCorrection", {0, 1}}}, [](PeerStrand& s, const std::vector<double>& of) { s.follow(0, of[0]); });
    compare(sanchezBanderas, {{"shapeStiffness", {0, 1}}, {"velocityCorrection", {0, 1}}},
            [](PeerStrand& s, const std::vector<double>& of) { s.follow(of[0], of[1]); });
}

TEST_CASE("the step of han-harada-2012 is as stated, to float precision") {
    for (int iterations : {1, 6})
        compare(hanHarada,
                {{"globalStiffness", {0, 0.3f}}, {"globalRange", {0, 1}}, {"shapeStiffness", {0, 0.9f}}, {"positionDamping", {0, 0.2f}},
                 {"iterations", {float(iterations), float(iterations)}}},
                [&](PeerStrand& s, const std::vector<double>& of) { s.iterate(of[0], of[1], of[2], of[3], iterations); });
}

TEST_CASE("the steps of peers start as the groom is and stay finite, singular strands too") {
    const std::vector<std::vector<Vec3f>> strands = singularStrands();
    for (size_t index = 0; index < strands.size(); ++index)
        for (double step : {mueller, hanHarada, sanchezBanderas}) {
            CAPTURE(index);
            CAPTURE(step);
            Groom groom;
            addStrand(groom, strands[index], {0, 1, 0}, 4e-5f);
            auto model = buildModel(groom, {{"step", step}});
            CHECK(furthest(pointsOf(*model), groom.points) < 5e-6);
            for (int i = 0; i < 60; ++i) model->step(wildFrame(i, 60, 1));
            CHECK(allFinite(stateFloats(*model, true)));
            CHECK(model->resets() == 0);
            if (step != hanHarada) CHECK(worstStretch(*model) < 1e-4);
        }
}

TEST_CASE("the steps of peers: what is inside a ball comes out of it, rubbing") {
    for (double step : {mueller, hanHarada, sanchezBanderas}) {
        CAPTURE(step);
        std::vector<Vec3f> line;
        for (int i = 0; i < 12; ++i) line.push_back({0.1f + 0.015f * static_cast<float>(i), 0.05f, 0.0f});
        Groom groom;
        addStrand(groom, line, {1, 0, 0}, 4e-5f);
        Colliders ball;
        ball.spheres = {{{0.2f, 0, 0.01f}, 0.04f}};
        Frame frame;
        frame.colliders = &ball;
        std::unique_ptr<Model> models[2];
        for (int rough : {0, 1})
            models[rough] = buildModel(groom, {{"step", step}, {"friction", rough ? 1.5 : 0}, {"shapeStiffness", 0.05}, {"globalStiffness", 0}});
        double deepest = 0, different = 0;
        for (int i = 0; i < 90; ++i) {
            for (auto& model : models) {
                model->step(frame);
                for (Vec3f p : pointsOf(*model)) deepest = std::max(deepest, 0.04 - double(lengthOf(p - ball.spheres[0].center)));
            }
            different = std::max(different, double(furthest(pointsOf(*models[0]), pointsOf(*models[1]))));
        }
        CHECK(deepest < 1e-6);
        CHECK(different > 1e-3);
    }
}

TEST_CASE("the step of han-harada-2012: iterations take away stretch, and the global shape holds the head of hair") {
    const Groom groom = randomGroom(5, 30, 16);
    auto worst = [&](double iterations) {
        auto model = buildModel(groom, {{"step", hanHarada}, {"iterations", iterations}});
        double most = 0;
        for (int i = 0; i < 60; ++i) model->step(wildFrame(i, 60, 0.5)), most = std::max(most, double(worstStretch(*model)));
        return most;
    };
    const double few = worst(1), many = worst(32);
    MESSAGE("worst stretch: ", few, " by one iteration, ", many, " by 32");
    CHECK(many < 0.5 * few);
    auto sagged = [&](double global) {
        auto model = buildModel(groom, {{"step", hanHarada}, {"globalStiffness", global}, {"globalRange", 1}, {"shapeStiffness", 0.05}});
        for (int i = 0; i < 120; ++i) model->step(Frame{});
        return double(furthest(pointsOf(*model), groom.points));
    };
    CHECK(sagged(0.5) < 0.5 * sagged(0));
}
