// The published step against a readable scalar double reference, written from
// Cavazotti 2025 (eqs. 4.1 to 4.3, 5.1 to 5.8, algorithm 2) and Mueller et al.
// 2012 (DFTL), acos form and all; and the cases where the paper divides by zero.
#include "core/models/dftl/published_math.h"
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::dftl;
using namespace ringlet::test;

namespace published_reference_test {
namespace {

struct Basis {
    Vec3d i, j, k;
};

struct ReferenceStrand {
    std::vector<Vec3d> x, v, target;
    Vec3d aux, normal;

    ReferenceStrand(const std::vector<Vec3f>& points, Vec3f n, Vec3f a)
        : aux{a.x, a.y, a.z}, normal{n.x, n.y, n.z} {
        for (Vec3f p : points) x.push_back({p.x, p.y, p.z});
        v.assign(x.size(), {0, 0, 0});
        target.assign(x.size(), {0, 0, 0});
        Basis t = rootBasis();
        for (size_t i = 1; i < x.size(); ++i) {
            Vec3d along = x[i] - x[i - 1];
            target[i] = {dot(along, t.i), dot(along, t.j), dot(along, t.k)};
            t = next(t, along);
        }
    }
    Basis rootBasis() const { return {aux, normal, cross(aux, normal)}; }  // eqs. 5.1 to 5.3
    static Vec3d unit(Vec3d a) { return a * (1 / lengthOf(a)); }
    static Basis next(const Basis& b, Vec3d along) {  // eqs. 5.4 to 5.6
        Vec3d n = unit(along), i = unit(b.i - dot(b.i, n) * n);
        return {i, n, cross(i, n)};
    }
    static Vec3d outOf(const Sphere& ball, Vec3d p) {
        const Vec3d center{ball.center.x, ball.center.y, ball.center.z}, out = p - center;
        return lengthOf(out) < ball.radius ? center + double(ball.radius) * unit(out) : p;
    }
    // Eqs. 5.7 and 5.8 as printed, with eqs. 4.2 and 4.3 at unit mass.
    static Vec3d shape(Vec3d v1, Vec3d v2, double alpha) {
        double a = dot(v1, v2), b = dot(v1, v1), c = dot(v2, v2);
        double angle = std::acos(a / (lengthOf(v1) * lengthOf(v2)));
        Vec3d gradient = (1 / (b * std::sqrt(b * c - a * a))) * (a * v1 - b * v2);
        double lambda = -angle / (dot(gradient, gradient) + alpha);
        return lambda * gradient;
    }
    // Out of the nearest sphere, rubbing on it: against the way that a particle slips, by no more than it slipped.
    static Vec3d rubbing(const std::vector<Sphere>& spheres, Vec3d p, Vec3d before, double friction) {
        double depth = 0;
        Vec3d normal{0, 0, 0};
        for (const Sphere& ball : spheres) {
            const Vec3d out = p - Vec3d{ball.center.x, ball.center.y, ball.center.z};
            if (ball.radius - lengthOf(out) > depth) depth = ball.radius - lengthOf(out), normal = unit(out);
        }
        if (depth == 0) return p;
        const Vec3d slip = (p - before) - dot(p - before, normal) * normal;
        return p + depth * normal - std::fmin(1.0, friction * depth / lengthOf(slip)) * slip;
    }
    // With `printed`: line 20 of algorithm 2 as it stands, and out of every sphere in turn.
    void step(double h, double compliance, double s, bool printed = false, const std::vector<Sphere>& spheres = {},
              double friction = 0) {
        Basis t = rootBasis();
        Vec3d parentVelocity{0, 0, 0};
        for (size_t i = 1; i < x.size(); ++i) {
            Vec3d predicted = x[i] + h * v[i] + Vec3d{0, -9.81 * h * h, 0};
            Vec3d wanted = target[i].x * t.i + target[i].y * t.j + target[i].z * t.k;
            const Vec3d shaped = shape(predicted - x[i - 1], wanted, compliance / (h * h));
            Vec3d p = predicted + shaped;
            p = x[i - 1] + lengthOf(target[i]) * unit(p - x[i - 1]);
            if (printed)
                for (const Sphere& ball : spheres) p = outOf(ball, p);
            else
                p = rubbing(spheres, p, x[i], friction);
            v[i - 1] = parentVelocity - (s / h) * (printed ? shaped : p - predicted);
            parentVelocity = (1 / h) * (p - x[i]);
            x[i] = p;
            t = next(t, x[i] - x[i - 1]);
        }
        v.back() = parentVelocity;
    }
};

double apart(const std::vector<Vec3f>& a, const std::vector<Vec3d>& b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        const double d = lengthOf(Vec3d{a[i].x - b[i].x, a[i].y - b[i].y, a[i].z - b[i].z});
        if (!(d <= most)) most = d;  // NaN stays
    }
    return most;
}

}  // namespace

TEST_CASE("the published step is the paper's, to float precision") {
    for (uint64_t seed = 0; seed < 30; ++seed) {
        Random random(11, seed);
        StrandShape shape;
        shape.particles = 3 + static_cast<int>(random.bits() % 40);
        shape.ratio = 1 + random.unit();
        Vec3f normal = randomDirection(random);
        Groom groom;
        addStrand(groom, randomStrand(random, shape, 0.1f * normal, normal), normal, 4e-5f);
        const double compliance = seed % 3 == 0 ? 0 : 1e-3 * std::pow(1e5, random.unit());
        const double s = static_cast<float>(random.unit());
        auto model = buildModel(groom, {{"step", 1}, {"compliance", compliance}, {"velocityCorrection", s}});
        ReferenceStrand reference(groom.points, groom.rootNormals[0], groom.rootTangents[0]);
        Frame still;
        for (int frame = 0; frame < 4; ++frame) {
            model->step(still);
            reference.step(1.0f / 60, compliance, s);
            CAPTURE(seed);
            CAPTURE(frame);
            // Float rounding of 1e-7 m, which a step can amplify about tenfold.
            CHECK(apart(pointsOf(*model), reference.x) < 1e-6 * std::pow(10.0, frame));
        }
        // It did move: the test compares more than two copies of the rest shape.
        CHECK(furthest(pointsOf(*model), groom.points) > 1e-5);
    }
}

TEST_CASE("the published step out of the nearest sphere, with friction, to float precision") {
    double rubbed = 0;
    for (uint64_t seed = 0; seed < 30; ++seed) {
        Random random(17, seed);
        StrandShape shape;
        shape.particles = 4 + static_cast<int>(random.bits() % 20);
        const Vec3f n = randomDirection(random), aside = acrossOf(n);
        Colliders balls;
        balls.spheres = {{{0, 0, 0}, 0.1f}, {0.09f * n + 0.02f * aside, 0.04f}, {0.1f * n - 0.02f * aside, 0.04f}};
        const double friction = static_cast<float>(0.8 * random.unit());
        Groom groom;
        addStrand(groom, randomStrand(random, shape, 0.1f * n, n), n, 4e-5f);
        auto model = buildModel(groom, {{"step", 1}, {"compliance", 0.01}, {"velocityCorrection", 0.7}, {"friction", friction}});
        ReferenceStrand reference(groom.points, groom.rootNormals[0], groom.rootTangents[0]), smooth = reference;
        Frame still;
        still.colliders = &balls;
        for (int frame = 0; frame < 4; ++frame) {
            model->step(still);
            reference.step(1.0f / 60, 0.01f, 0.7f, false, balls.spheres, friction);
            smooth.step(1.0f / 60, 0.01f, 0.7f, false, balls.spheres, 0);
            CAPTURE(seed);
            CAPTURE(frame);
            CHECK(apart(pointsOf(*model), reference.x) < 1e-6 * std::pow(10.0, frame));
        }
        rubbed = std::max(rubbed, apart(pointsOf(*model), smooth.x));
    }
    CHECK(rubbed > 1e-3);  // it did rub
}

TEST_CASE("algorithm-2 is the paper's algorithm 2 line by line, with spheres that overlap") {
    double told = 0;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Random random(13, seed);
        StrandShape shape;
        shape.particles = 4 + static_cast<int>(random.bits() % 20);
        const Vec3f n = randomDirection(random), aside = acrossOf(n);
        Colliders balls;
        balls.spheres = {{{0, 0, 0}, 0.1f}, {0.09f * n + 0.02f * aside, 0.04f}, {0.1f * n - 0.02f * aside, 0.04f}};
        Groom groom;
        addStrand(groom, randomStrand(random, shape, 0.1f * n, n), n, 4e-5f);
        // Friction must not matter, however large.
        auto model = buildModel(groom, {{"step", 2}, {"compliance", 0.01}, {"velocityCorrection", 0.7}, {"friction", 2}});
        auto usual = buildModel(groom, {{"step", 1}, {"compliance", 0.01}, {"velocityCorrection", 0.7}, {"friction", 2}});
        ReferenceStrand reference(groom.points, groom.rootNormals[0], groom.rootTangents[0]);
        Frame still;
        still.colliders = &balls;
        for (int frame = 0; frame < 4; ++frame) {
            model->step(still);
            usual->step(still);
            reference.step(1.0f / 60, 0.01f, 0.7f, true, balls.spheres);
            CAPTURE(seed);
            CAPTURE(frame);
            CHECK(apart(pointsOf(*model), reference.x) < 1e-6 * std::pow(10.0, frame));
        }
        told = std::max(told, apart(pointsOf(*usual), reference.x));
    }
    CHECK(told > 1e-3);  // the two steps differ by more than the test allows
}

TEST_CASE("strands that lie along, against and across their root's frame, and strands with coinciding points") {
    const Vec3f up{0, 1, 0};
    std::vector<std::vector<Vec3f>> strands;
    auto straight = [&](Vec3f d, int n) {
        std::vector<Vec3f> p;
        for (int i = 0; i < n; ++i) p.push_back(Vec3f{0, 0.1f, 0} + (0.01f * static_cast<float>(i)) * d);
        return p;
    };
    strands.push_back(straight(up, 8));
    strands.push_back(straight(-up, 8));            // hangs straight back into its root
    strands.push_back(straight(acrossOf(up), 8));   // along the auxiliary point
    strands.push_back(straight(-acrossOf(up), 8));
    strands.push_back(straight(up, 2));
    strands.push_back(straight(-up, 2));
    std::vector<Vec3f> doubled = straight(up, 6), folded = straight(up, 6), point(4, Vec3f{0, 0.1f, 0});
    doubled[3] = doubled[2];
    folded[4] = folded[2];  // there and back: opposite segments
    folded[5] = folded[1];
    strands.push_back(doubled);
    strands.push_back(folded);
    strands.push_back(point);
    std::vector<Vec3f> firstDoubled = straight(up, 5);
    firstDoubled[1] = firstDoubled[0];
    strands.push_back(firstDoubled);

    for (size_t index = 0; index < strands.size(); ++index)
        for (double step : {0.0, 1.0, 2.0}) {
            CAPTURE(index);
            CAPTURE(step);
            Groom groom;
            addStrand(groom, strands[index], up, 4e-5f);
            auto model = buildModel(groom, {{"step", step}});
            // The rest shape is the groom's, points apart by a micrometre where they coincide.
            CHECK(furthest(pointsOf(*model), groom.points) < 5e-6);
            for (int i = 0; i < 60; ++i) model->step(wildFrame(i, 60, 1));
            Frame still;
            still.begin.pose = still.end.pose = wildPose(1, 1).pose;
            for (int i = 0; i < 60; ++i) model->step(still);
            CHECK(allFinite(stateFloats(*model, step > 0)));
            CHECK(model->resets() == 0);
            CHECK(worstStretch(*model) < 1e-4);
        }
}

}  // namespace published_reference_test
