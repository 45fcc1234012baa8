// The default step's solver against a dense reference in double: the quadratic
// model of core/models/chain_math.h as one matrix, solved by Eigen; the
// joint's torque against finite differences; positive definiteness.
#include "tests/support.h"
#include "tests/verify/dense_reference.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

template <class T> Vec3<T> cast(Vec3d v) { return {T(v.x), T(v.y), T(v.z)}; }
template <class T> Vec3d widen(Vec3<T> v) { return {double(v.x), double(v.y), double(v.z)}; }
Vec3d randomVec(Random& random, double size) {
    Vec3f v = randomDirection(random);
    return (size * random.unit()) * Vec3d{v.x, v.y, v.z};
}
Quatd randomQuat(Random& random) {
    Quatd q{random.normal(), random.normal(), random.normal(), random.normal() + 1e-3};
    return normalized(q);
}

Problem randomProblem(uint64_t seed, bool contacts) {
    Random random(21, seed);
    Problem p;
    p.scale = 0.003 + 0.02 * random.unit();
    int n = 1 + static_cast<int>(random.bits() % 12);
    double soft = 1e3 * std::pow(1e-6, random.unit());
    for (int i = 0; i < n; ++i) {
        Vec3f d = randomDirection(random);
        p.direction.push_back(Vec3d{d.x, d.y, d.z} * (1 / lengthOf(Vec3d{d.x, d.y, d.z})));
        p.ratio.push_back(0.5 + random.unit());
        p.mass.push_back((0.4 + random.unit()) * (1 + 0.1 * random.unit()));
        p.gradient.push_back(p.mass.back() * randomVec(random, 0.01));
        p.touches.push_back(contacts && random.unit() < 0.4f);
        Vec3f m = randomDirection(random);
        p.normal.push_back(Vec3d{m.x, m.y, m.z} * (1 / lengthOf(Vec3d{m.x, m.y, m.z})));
        p.K.push_back(50 * random.unit());
        p.f.push_back(5 * random.unit());
        p.gap.push_back(-0.001 * random.unit());
        p.slide.push_back(randomVec(random, 0.003));
        p.torque.push_back(randomVec(random, 0.01 * soft * p.scale));
        p.k.push_back(soft * (0.5 + random.unit()) + 1e-3);
        p.guard.push_back(0.3 * soft * random.unit());
    }
    p.rootMove = randomVec(random, 0.01);
    p.rootTurn = p.scale * randomVec(random, 0.3);
    return p;
}

// The step's own elimination and recovery, in the number type T.
template <class T>
Solution solveByElimination(const Problem& p) {
    int n = p.segments();
    std::vector<JointGain<T>> gains(n);
    BeyondJoint<T> beyond = nothingBeyond<T>();
    for (int i = n - 1; i >= 0; --i) {
        addParticle(beyond, T(p.mass[i]), cast<T>(p.gradient[i]));
        if (p.touches[i])
            addContact(beyond, cast<T>(p.normal[i]), T(p.K[i]), T(p.K[i]) * T(p.gap[i]), T(p.f[i]), cast<T>(p.slide[i]));
        shiftAlongSegment(beyond, cast<T>(p.direction[i]), T(p.ratio[i]), T(1 / p.scale));
        gains[i] = eliminateJoint(beyond, cast<T>(p.torque[i]), T(p.k[i]), T(p.guard[i]));
    }
    Solution s;
    Vec3<T> turn = cast<T>(p.rootTurn), dx = cast<T>(p.rootMove);
    for (int i = 0; i < n; ++i) {
        turn = recoverRotation(gains[i], T(p.k[i]), turn, dx);
        dx = dx + cross(turn, T(p.ratio[i]) * cast<T>(p.direction[i]));
        s.turn.push_back(widen(turn));
        s.move.push_back(widen(dx));
    }
    return s;
}

#ifdef RINGLET_HAS_EIGEN
// The largest difference of a turn or a displacement over the largest of them.
double difference(const Solution& a, const Solution& b) {
    double most = 0, size = 0;
    for (size_t i = 0; i < a.turn.size(); ++i) {
        most = std::max({most, lengthOf(a.turn[i] - b.turn[i]), lengthOf(a.move[i] - b.move[i])});
        size = std::max({size, lengthOf(b.turn[i]), lengthOf(b.move[i])});
    }
    return most / size;
}
#endif

}  // namespace

#ifdef RINGLET_HAS_EIGEN
TEST_CASE("elimination along the strand solves the dense quadratic model") {
    double worstDouble = 0, worstFloat = 0;
    for (uint64_t seed = 0; seed < 400; ++seed) {
        Problem p = randomProblem(seed, seed % 2 == 1);
        Dense dense(p);
        CAPTURE(seed);
        Eigen::SelfAdjointEigenSolver<MatrixXd> values(dense.H, Eigen::EigenvaluesOnly);
        REQUIRE(values.eigenvalues().minCoeff() > 0);
        double condition = values.eigenvalues().maxCoeff() / values.eigenvalues().minCoeff();
        Solution reference = dense.solve(p);
        double inDouble = difference(solveByElimination<double>(p), reference);
        double inFloat = difference(solveByElimination<float>(p), reference);
        CHECK(inDouble < 1e-15 * condition + 1e-12);
        CHECK(inFloat < 1e-7 * condition + 1e-5);
        worstDouble = std::max(worstDouble, inDouble);
        worstFloat = std::max(worstFloat, inFloat);
    }
    MESSAGE("worst relative difference: " << worstDouble << " in double, " << worstFloat << " in float");
}
#else
TEST_CASE("elimination along the strand solves the dense quadratic model") {
    skip("Eigen was not found; install it (Debian: libeigen3-dev) and configure again");
}
#endif

TEST_CASE("a joint's torque is the gradient of 4 k (1 - cos(phi / 2))") {
    Random random(23);
    for (int i = 0; i < 200; ++i) {
        Quatd parent = randomQuat(random), child = randomQuat(random), rest = randomQuat(random);
        if (i % 2 == 0) child = normalized(turned(parent * rest, randomVec(random, 0.5)));
        const double k = 0.1 + random.unit();
        auto energy = [&](Vec3d w) {
            // The exact rotation by w, in double.
            double a = lengthOf(w), s = a > 0 ? std::sin(a / 2) / a : 0.5;
            Quatd q = Quatd{s * w.x, s * w.y, s * w.z, std::cos(a / 2)} * child;
            Quatd error = conjugate(parent) * q * conjugate(rest);
            return 4 * k * (1 - std::fabs(error.w));  // the shorter way round
        };
        Quatd at = conjugate(parent) * child * conjugate(rest);
        if (std::fabs(at.w) < 0.01) continue;  // at half a turn the gradient jumps
        double squared;
        Vec3d torque = jointTorque(parent, child, rest, k, squared);
        CHECK(squared == doctest::Approx(1 - at.w * at.w).epsilon(1e-9));
        const double e = 1e-5;
        Vec3d slope{(energy({e, 0, 0}) - energy({-e, 0, 0})) / (2 * e),
                    (energy({0, e, 0}) - energy({0, -e, 0})) / (2 * e),
                    (energy({0, 0, e}) - energy({0, 0, -e})) / (2 * e)};
        CHECK(lengthOf(slope - torque) < 1e-8);
    }
}

TEST_CASE("what lies beyond a joint stays positive definite") {
    // Sylvester's criterion on A, C, S, and on the Schur complement of A.
    auto positive = [](Sym3<double> m) {
        double two = m.xx * m.yy - m.xy * m.xy;
        double all = m.xx * (m.yy * m.zz - m.yz * m.yz) - m.xy * (m.xy * m.zz - m.yz * m.xz) +
                     m.xz * (m.xy * m.yz - m.yy * m.xz);
        return m.xx > 0 && two > 0 && all > 0;
    };
    for (uint64_t seed = 0; seed < 1000; ++seed) {
        Problem p = randomProblem(seed + 1000, seed % 2 == 0);
        CAPTURE(seed);
        BeyondJoint<double> b = nothingBeyond<double>();
        for (int i = p.segments() - 1; i >= 0; --i) {
            addParticle(b, p.mass[i], p.gradient[i]);
            if (p.touches[i]) addContact(b, p.normal[i], p.K[i], p.K[i] * p.gap[i], p.f[i], p.slide[i]);
            shiftAlongSegment(b, p.direction[i], p.ratio[i], 1 / p.scale);
            JointGain<double> gain = eliminateJoint(b, p.torque[i], p.k[i], p.guard[i]);
            CHECK(positive(gain.S));
            CHECK(positive(b.A));
            // C - B^T A^-1 B, with B's rows those of displacement.
            Sym3<double> inverseA = inverse(b.A);
            Vec3d column[3] = {{b.B[0].x, b.B[1].x, b.B[2].x},
                               {b.B[0].y, b.B[1].y, b.B[2].y},
                               {b.B[0].z, b.B[1].z, b.B[2].z}};
            auto less = [&](int r, int c) { return dot(column[r], inverseA * column[c]); };
            Sym3<double> schur{b.C.xx - less(0, 0), b.C.yy - less(1, 1), b.C.zz - less(2, 2),
                               b.C.xy - less(0, 1), b.C.xz - less(0, 2), b.C.yz - less(1, 2)};
            double slack = 1e-9 * (b.C.xx + b.C.yy + b.C.zz);
            CHECK(positive(plusDiagonal(schur, slack)));
        }
    }
}

TEST_CASE("the inverse of a symmetric matrix is symmetric and inverse") {
    Random random(24);
    for (int i = 0; i < 200; ++i) {
        Sym3<double> m{0, 0, 0, 0, 0, 0};
        for (int j = 0; j < 3; ++j) m = plusOuter(m, 0.1 + random.unit(), randomVec(random, 2));
        m = plusDiagonal(m, 0.05);
        Sym3<double> s = inverse(m);
        for (Vec3d e : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) CHECK(lengthOf(m * (s * e) - e) < 1e-9);
    }
}
