// The Super-Helix against its dense reference and its energies.
#include "tests/support.h"
#include <doctest/doctest.h>

#include "core/math/random.h"
#include "tests/verify/rod.h"

#if defined(RINGLET_HAS_EIGEN)
#include "tests/verify/rod_reference.h"
#endif

namespace ringlet::test {
using namespace super_helix;

TEST_CASE("a helical element's line and frame are the closed forms, straight and circular ones included") {
    Random random(3);
    for (int i = 0; i < 2000; ++i) {
        // Curvatures from 1e-9 to 30 rad an element.
        double size = std::pow(10.0, -9 + 10.5 * random.unit());
        if (i % 10 == 0) size = 0;
        Vec3d K{size * random.normal(), size * random.normal(), i % 3 == 0 ? 0.0 : size * random.normal()};
        const double s = 0.1 + random.unit(), step = 1e-5;
        Helix<double> h = helixOf(K);
        HelixPoint<double> a = helixPoint(h, s);
        // Against a fine quadrature of the tangent, which Rodrigues' formula gives.
        GaussRule rule = gaussRule(40);
        Vec3d sum{0, 0, 0};
        const double angle = lengthOf(K);
        for (size_t k = 0; k < rule.node.size(); ++k) {
            const double u = s * rule.node[k], phi = angle * u;
            Vec3d e{0, 0, 1}, p = cross(K, e), q = cross(K, p);
            Vec3d t = phi < 1e-6 ? e + u * p + (0.5 * u * u) * q
                                 : e + (std::sin(phi) / angle) * p + (2 * std::pow(std::sin(phi / 2) / angle, 2)) * q;
            sum = sum + (s * rule.weight[k]) * t;
        }
        CAPTURE(size);
        CHECK(lengthOf(sum - lineAt(h, a)) < 1e-12);
        CHECK(std::fabs(lengthOf(tangentAt(h, a)) - 1) < 1e-13);
        // Derivatives by central differences.
        Vec3d dK{random.normal(), random.normal(), random.normal()};
        Helix<double> more = helixOf(K + step * dK), less = helixOf(K - step * dK);
        Vec3d slope = (lineAt(more, helixPoint(more, s)) - lineAt(less, helixPoint(less, s))) * (0.5 / step);
        CHECK(lengthOf(slope - lineDerivative(h, a) * dK) < 1e-8);
        CHECK(lengthOf(lineChange(h, a, dK) - lineDerivative(h, a) * dK) < 1e-12);
        CHECK(lengthOf(frameChange(h, a, dK) - frameDerivative(h, a) * dK) < 1e-12);
    }
}

TEST_CASE("in float nothing cancels as curvature vanishes") {
    for (double size = 1e-20; size < 40; size *= 1.7) {
        Helix<float> single = helixOf(Vec3f{static_cast<float>(size * 0.6), static_cast<float>(size * 0.3),
                                            static_cast<float>(size * 0.74)});
        Helix<double> twice = helixOf(Vec3d{single.K.x, single.K.y, single.K.z});
        HelixPoint<float> a = helixPoint(single, 0.9f);
        HelixPoint<double> b = helixPoint(twice, double{0.9f});
        CAPTURE(size);
        CHECK(std::fabs(a.s2 - b.s2) < 1e-6);
        CHECK(std::fabs(a.s3 / b.s3 - 1) < 4e-6);
        CHECK(std::fabs(a.g2 - b.g2) < 1e-6 * std::fabs(b.g2) + 1e-7);
        CHECK(std::fabs(a.g3 - b.g3) < 1e-6 * std::fabs(b.g3) + 1e-7);
    }
}

TEST_CASE("the quadrature is exact to 1e-9 of the integrals where the model takes as many points as it does") {
    // Half the turn and four points more, as the model chooses; the integrals of an
    // element's inertia against 40 points.
    for (double turn : {0.0, 1.0, 3.0, 6.0, 10.0, 16.0, 22.0}) {
        Helix<double> h = helixOf(Vec3d{0.7 * turn, 0.1 * turn, 0.7 * turn});
        auto inertia = [&](int points, Vec3d& first, Vec3d& second) {
            GaussRule rule = gaussRule(points);
            first = second = {0, 0, 0};
            for (size_t i = 0; i < rule.node.size(); ++i) {
                HelixPoint<double> a = helixPoint(h, rule.node[i]);
                Mat3<double> B = lineDerivative(h, a);
                Vec3d d = lineAt(h, a);
                first = first + rule.weight[i] * Vec3d{dot(B.x, B.x), dot(B.y, B.y), dot(B.z, B.z)};
                second = second + rule.weight[i] * cross(d, B.x);
            }
        };
        Vec3d a, b, c, d;
        inertia(static_cast<int>(0.5 * turn) + 9, a, b);
        inertia(60, c, d);
        CAPTURE(turn);
        CHECK(lengthOf(a - c) < 1e-9 * lengthOf(c));
        CHECK(lengthOf(b - d) < 1e-9 * (lengthOf(d) + lengthOf(c)));
        inertia(static_cast<int>(0.5 * turn) + 4, a, b);  // in float, as the model
        CHECK(lengthOf(a - c) < 3e-4 * lengthOf(c));
    }
}

#if !defined(RINGLET_HAS_EIGEN)

TEST_CASE("super-helix reference") { skip("Eigen is not installed"); }

#else

namespace {

struct Pair {
    Rod<double> rod;
    RodReference reference;
};

// A rod and its reference in the same random state; `size` of curvatures in rad/m.
Pair randomPair(Random& random, int elements, int points, double size) {
    RodProperties p;
    p.length = 0.12;
    p.internalFriction = 1e-10;
    p.drag = 2e-5;
    p.bendingMinor = 9e-9;
    Pair pair{Rod<double>(p, elements, points), {}};
    pair.rod.material.relativeInertia = 0;
    RodReference& r = pair.reference;
    r.length = p.length, r.density = p.density;
    r.stiffness = {p.bendingMajor, p.bendingMinor, p.twisting};
    r.internalFriction = p.internalFriction, r.drag = p.drag;
    r.rest = VectorXd::Zero(3 * elements);
    const GaussRule rule = gaussRule(points);
    r.node = rule.node, r.weight = rule.weight;
    for (int Q = 0; Q < elements; ++Q) {
        for (int c = 0; c < 3; ++c) r.rest[3 * Q + c] = size * random.normal();
        pair.rod.setRest(Q, r.rest[3 * Q], r.rest[3 * Q + 1], r.rest[3 * Q + 2]);
        pair.rod.setDarboux(Q, size * random.normal(), size * random.normal(), size * random.normal());
    }
    return pair;
}

VectorXd coordinates(const Rod<double>& rod) {
    VectorXd q(3 * rod.elements);
    for (int Q = 0; Q < rod.elements; ++Q) {
        Vec3d k = rod.darbouxOf(Q);
        q.segment<3>(3 * Q) = Vector3d(k.x, k.y, k.z);
    }
    return q;
}

}  // namespace

TEST_CASE("the recursive step is the dense one") {
    Random random(5);
    for (int elements : {1, 2, 3, 5, 10, 20})
        for (double size : {0.0, 1e-6, 5.0, 40.0}) {
            Pair pair = randomPair(random, elements, 6, size);
            std::vector<Vector3d> velocity;
            for (int i = 0; i < elements * 6; ++i) {
                velocity.emplace_back(random.normal(), random.normal(), random.normal());
                for (int c = 0; c < 3; ++c) pair.rod.velocity[static_cast<size_t>(3 * i + c)] = velocity.back()[c];
            }
            auto t = pair.rod.tile();
            t.substep.h = 1;
            placeRod<double>(t);
            const VectorXd q = coordinates(pair.rod), change = pair.reference.step(q, velocity, 1.0 / 240);
            pair.rod.step(1.0 / 240);
            CAPTURE(elements);
            CAPTURE(size);
            CHECK((coordinates(pair.rod) - q - change).norm() < 1e-10 * (1 + change.norm()));
        }
}

TEST_CASE("forces are the energies' gradients, the inertia is symmetric and semidefinite, the step's matrix definite") {
    Random random(7);
    for (int i = 0; i < 1000; ++i) {
        Pair pair = randomPair(random, 1 + i % 4, 4, i % 20 == 0 ? 0.0 : 30 * random.unit());
        const RodReference& r = pair.reference;
        const VectorXd q = i % 40 == 0 ? VectorXd::Zero(r.rest.size()) : coordinates(pair.rod);
        const MatrixXd M = r.massMatrix(q);
        CHECK((M - M.transpose()).norm() <= 1e-12 * M.norm());
        Eigen::SelfAdjointEigenSolver<MatrixXd> own(M);
        CHECK(own.eigenvalues().minCoeff() > -1e-12 * own.eigenvalues().maxCoeff());
        MatrixXd step = M;
        const double h = 1.0 / 30;
        step.diagonal() += h * h * r.stiffnessDiagonal();
        step.diagonal().array() += h * r.internalFriction * r.elementLength();
        CHECK(Eigen::LLT<MatrixXd>(step).info() == Eigen::Success);
        if (i % 10 != 0) continue;
        const VectorXd f = r.force(q);
        for (int k = 0; k < q.size(); ++k) {
            VectorXd a = q, b = q;
            a[k] -= 1e-3, b[k] += 1e-3;
            CHECK(std::fabs(-(r.potential(b) - r.potential(a)) / 2e-3 - f[k]) < 1e-6 * (f.norm() + 1e-12));
        }
    }
    // Twist of a straight rod carries no inertia.
    RodReference straight;
    straight.rest = VectorXd::Zero(6);
    const GaussRule rule = gaussRule(4);
    straight.node = rule.node, straight.weight = rule.weight;
    CHECK(straight.massMatrix(straight.rest).col(2).norm() < 1e-18);
}

#endif

}  // namespace ringlet::test
