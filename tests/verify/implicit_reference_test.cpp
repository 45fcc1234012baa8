// The default step's solver against a dense reference: the quadratic model of
// core/models/dftl/implicit_math.h is written out as one matrix over all
// segments' rotations, term by term and in double, and solved by Eigen.
#include "core/models/dftl/implicit_step.h"
#include "tests/models/rig.h"
#include "tests/support.h"

#ifdef RINGLET_HAS_EIGEN
#include <Eigen/Dense>
#endif

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

// All that one substep's quadratic model is made of. Entry i of the vectors is
// segment i and the particle it ends in; the parent of segment 0 is the root.
struct Problem {
    double scale = 0;                 // l0, m
    std::vector<Vec3d> direction;     // unit
    std::vector<double> ratio;        // segment length over l0
    std::vector<double> mass;         // scaled, drag included
    std::vector<Vec3d> gradient;      // of inertia, gravity and drag at zero displacement
    std::vector<bool> touches;        // contact: 1/2 K (n.dx + gap)^2 + 1/2 f |across(dx - slide)|^2
    std::vector<Vec3d> normal, slide;
    std::vector<double> K, gap, f;
    std::vector<Vec3d> torque;        // of the joint at the segment's beginning, on the segment
    std::vector<double> k, guard;
    Vec3d rootMove{0, 0, 0}, rootTurn{0, 0, 0};
    int segments() const { return static_cast<int>(ratio.size()); }
};

struct Solution {
    std::vector<Vec3d> turn, move;  // scaled rotation of a segment, displacement of the particle at its end
};

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
        if (p.touches[i]) addContact(beyond, cast<T>(p.normal[i]), T(p.K[i]), T(p.gap[i]), T(p.f[i]), cast<T>(p.slide[i]));
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
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

Vector3d eigen(Vec3d v) { return {v.x, v.y, v.z}; }
Matrix3d crossMatrix(const Vector3d& a) {
    Matrix3d m;
    m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
    return m;
}

// The unknowns are y_0 ... y_(n-1), the scaled rotations. A particle's displacement
// is linear in them: dx_i = rootMove + sum_(j <= i) y_j x arm_j. The energy is
// summed as 1/2 y.H y + g.y.
struct Dense {
    MatrixXd H;
    VectorXd g;
    explicit Dense(const Problem& p) : H(MatrixXd::Zero(3 * p.segments(), 3 * p.segments())),
                                       g(VectorXd::Zero(3 * p.segments())) {
        int n = p.segments();
        VectorXd pull = VectorXd::Zero(3 * n);  // force on a particle
        for (int i = 0; i < n; ++i) {
            MatrixXd J = displacement(p, i);
            Vector3d root = eigen(p.rootMove), force = -eigen(p.gradient[i]);
            addQuadratic(J, p.mass[i] * Matrix3d::Identity(), root, eigen(p.gradient[i]));
            if (p.touches[i]) {
                Vector3d normal = eigen(p.normal[i]);
                Matrix3d along = normal * normal.transpose(), across = Matrix3d::Identity() - along;
                Vector3d slope = p.K[i] * p.gap[i] * normal - p.f[i] * across * eigen(p.slide[i]);
                addQuadratic(J, p.K[i] * along + p.f[i] * across, root, slope);
                force -= slope;
            }
            pull.segment<3>(3 * i) = force;
        }
        for (int i = 0; i < n; ++i) {
            // Tension: all that pulls beyond, along the segment, as geometric stiffness.
            Vector3d d = eigen(p.direction[i]), total = Vector3d::Zero();
            for (int j = i; j < n; ++j) total += pull.segment<3>(3 * j);
            double tension = std::max(total.dot(d), 0.0) * p.ratio[i] / p.scale;
            H.block<3, 3>(3 * i, 3 * i) += tension * (Matrix3d::Identity() - d * d.transpose());
            addJoint(p, i);
        }
    }
    static MatrixXd displacement(const Problem& p, int particle) {
        MatrixXd J = MatrixXd::Zero(3, 3 * p.segments());
        for (int j = 0; j <= particle; ++j) J.block<3, 3>(0, 3 * j) = -crossMatrix(p.ratio[j] * eigen(p.direction[j]));
        return J;
    }
    // 1/2 dx.M dx + b.dx for dx = root + J y
    void addQuadratic(const MatrixXd& J, const Matrix3d& M, const Vector3d& root, const Vector3d& b) {
        H += J.transpose() * M * J;
        g += J.transpose() * (M * root + b);
    }
    // torque.(y_c - y_p) + 1/2 k |y_c - y_p|^2 + 1/2 guard |y_p|^2; the root's y is given.
    void addJoint(const Problem& p, int i) {
        Matrix3d kI = p.k[i] * Matrix3d::Identity();
        H.block<3, 3>(3 * i, 3 * i) += kI;
        g.segment<3>(3 * i) += eigen(p.torque[i]);
        if (i == 0) {
            g.segment<3>(0) -= kI * eigen(p.rootTurn);
            return;
        }
        H.block<3, 3>(3 * i - 3, 3 * i - 3) += kI + p.guard[i] * Matrix3d::Identity();
        H.block<3, 3>(3 * i, 3 * i - 3) -= kI;
        H.block<3, 3>(3 * i - 3, 3 * i) -= kI;
        g.segment<3>(3 * i - 3) -= eigen(p.torque[i]);
    }
    Solution solve(const Problem& p) const {
        VectorXd y = H.ldlt().solve(-g);
        Solution s;
        for (int i = 0; i < p.segments(); ++i) {
            Vector3d turn = y.segment<3>(3 * i), move = eigen(p.rootMove) + displacement(p, i) * y;
            s.turn.push_back({turn.x(), turn.y(), turn.z()});
            s.move.push_back({move.x(), move.y(), move.z()});
        }
        return s;
    }
};

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

namespace {

// The quadratic model of one substep of a real strand without contacts, from the
// model's state, in double; constants are those of implicit_step.h.
struct StrandState {
    std::vector<Vec3d> x, v;
    std::vector<Quatd> frame, rest;  // a segment
    std::vector<double> length;
    Quatd rootFrame;
};

Quatd wide(Quatf q) { return normalized(Quatd{q.x, q.y, q.z, q.w}); }

struct Material {
    double bending, drag, friction;  // B / density; 1/s; s
};

Problem problemOf(const StrandState& s, const Frame& frame, const Material& m) {
    Problem p;
    int n = static_cast<int>(s.length.size());
    double h = frame.dt, total = 0;
    for (double l : s.length) total += l;
    p.scale = total / n;
    Vec3d move = frame.end.pose.position - frame.begin.pose.position;
    Vec3d gravity{frame.gravity.x, frame.gravity.y, frame.gravity.z}, wind{frame.wind.x, frame.wind.y, frame.wind.z};
    Quatd before = wide(frame.begin.pose.orientation), after = wide(frame.end.pose.orientation);
    Quatd turn = after * conjugate(before);
    p.rootTurn = (2 * p.scale / turn.w) * Vec3d{turn.x, turn.y, turn.z};
    p.rootMove = rotate(turn, s.x[0]) - s.x[0];
    double stiffness = m.bending * h * h / std::pow(p.scale, 4);
    p.torque.resize(n), p.k.resize(n), p.guard.resize(n), p.touches.resize(n, false);
    p.normal.resize(n), p.slide.resize(n), p.K.resize(n), p.gap.resize(n), p.f.resize(n);
    for (int i = 0; i < n; ++i) {
        double ratio = s.length[i] / p.scale, next = i + 1 < n ? s.length[i + 1] / p.scale : 0;
        double parentRatio = i > 0 ? s.length[i - 1] / p.scale : 0;
        double mass = 0.5 * (ratio + next), drag = m.drag * h * (1 + lengthOf(s.v[i + 1] - wind) / dragSpeed);
        p.direction.push_back(axisZ(s.frame[i]));
        p.ratio.push_back(ratio);
        p.mass.push_back(mass * (1 + drag));
        p.gradient.push_back(mass * (move - h * h * gravity - h * s.v[i + 1] + drag * (move - h * wind)));
        p.guard[i] = 2 * stiffness / (ratio + parentRatio);  // the joint's stiffness, for now
    }
    // The least inertia of a joint is measured by what hangs beyond it, so this
    // much of the matrix is known only from the tip on.
    BeyondJoint<double> beyond = nothingBeyond<double>();
    for (int i = n - 1; i >= 0; --i) {
        const double k = p.guard[i];
        Quatd parent = i > 0 ? s.frame[i - 1] : before * s.rootFrame;
        Quatd error = conjugate(parent) * s.frame[i] * conjugate(s.rest[i]);
        Vec3d axis{error.x, error.y, error.z};
        p.torque[i] = (p.scale * (error.w < 0 ? -2 * k : 2 * k)) * rotate(parent, axis);
        p.guard[i] = spinGuard * k * dot(axis, axis);
        addParticle(beyond, p.mass[i], p.gradient[i]);
        shiftAlongSegment(beyond, p.direction[i], p.ratio[i], 1 / p.scale);
        double inertia = relativeInertia * (beyond.C.xx + beyond.C.yy + beyond.C.zz);
        p.k[i] = k * (1 + m.friction / h) + std::max(double(spinInertia), inertia);
        eliminateJoint(beyond, p.torque[i], p.k[i], p.guard[i]);
    }
    return p;
}

// The state after the step: segments turned by Cayley's map, particles along
// them, and what turning left too much of motion taken back.
StrandState advanced(const StrandState& s, const Solution& y, const Problem& p, const Frame& frame) {
    StrandState next = s;
    Vec3d move = frame.end.pose.position - frame.begin.pose.position;
    next.x[0] = s.x[0] + p.rootMove;
    double motion = 0, foreseen = 0, h = frame.dt;
    for (size_t i = 0; i < s.length.size(); ++i) {
        Vec3d half = (0.5 / p.scale) * y.turn[i];
        next.frame[i] = normalized(Quatd{half.x, half.y, half.z, 1} * s.frame[i]);
        next.x[i + 1] = next.x[i] + s.length[i] * axisZ(next.frame[i]);
        next.v[i + 1] = (1 / h) * (next.x[i + 1] - s.x[i + 1] + move);
        Vec3d linear = (1 / h) * (y.move[i] + move);
        motion += s.length[i] * dot(next.v[i + 1], next.v[i + 1]);
        foreseen += s.length[i] * dot(linear, linear);
    }
    if (motion > foreseen)
        for (size_t i = 1; i < s.v.size(); ++i) next.v[i] = std::sqrt(foreseen / motion) * next.v[i];
    return next;
}

StrandState stateOf(const Model& model, const Groom& groom, const StrandState& rest) {
    StrandState s = rest;
    std::vector<float> f = stateFloats(model, groom.points.size(), false);
    size_t n = groom.points.size();
    s.x.resize(n), s.v.resize(n), s.frame.resize(n - 1);
    for (size_t i = 0; i < n; ++i) {
        const float* a = f.data() + 10 * i;
        s.x[i] = {a[0], a[1], a[2]};
        s.v[i] = {a[3], a[4], a[5]};
        if (i + 1 < n) s.frame[i] = wide({a[6], a[7], a[8], a[9]});
    }
    return s;
}

}  // namespace

TEST_CASE("one step of the model is one step of the dense reference") {
    for (uint64_t seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        Random random(22, seed);
        StrandShape shape;
        shape.particles = 2 + static_cast<int>(random.bits() % 20);
        shape.ratio = 1 + random.unit();
        Vec3f normal = randomDirection(random);
        Groom groom;
        addStrand(groom, randomStrand(random, shape, 0.1f * normal, normal), normal, 4e-5f);
        Settings settings = {{"substeps", 1}, {"stiffness", seed % 4 == 0 ? 0 : 1e-10 * std::pow(1e4, random.unit())},
                             {"drag", 5 * random.unit()}, {"internalFriction", 0.02 * random.unit()}};
        Params params({&dftlParams()});
        for (auto& [name, value] : settings) REQUIRE(params.set(name, value).ok());
        auto model = buildModel(groom, settings, {"cpu", "tiles", 1, nullptr});

        // The rest state, through the model's own rest pose: frames as it carries them.
        StrandState rest;
        StrandState at = stateOf(*model, groom, rest);
        DftlGroup group = makeImplicitGroup(groom, groom.groups[0], Layout::Tiles, 1);
        const float* root = group.roots.data();
        rest.rootFrame = wide({root[3], root[4], root[5], root[6]});
        for (uint32_t i = 0; i + 1 < groom.points.size(); ++i) {
            rest.length.push_back(group.arrays.at(RestLength, 0, i, 0));
            rest.rest.push_back(wide({group.arrays.at(RestTurn, 0, i, 0), group.arrays.at(RestTurn, 0, i, 1),
                                      group.arrays.at(RestTurn, 0, i, 2), group.arrays.at(RestTurn, 0, i, 3)}));
        }
        Material material{params.get("stiffness") / params.get("density"), params.get("drag"),
                          params.get("internalFriction")};
        for (int i = 0; i < 12; ++i) {
            Frame frame = wildFrame(i, 60, 0.7);
            frame.wind = {1, 0.5f, -2};
            at = stateOf(*model, groom, rest);
            model->step(frame);
            Problem p = problemOf(at, frame, material);
            StrandState expected = advanced(at, Dense(p).solve(p), p, frame), got = stateOf(*model, groom, rest);
            double apart = 0, faster = 0;
            for (size_t j = 0; j < got.x.size(); ++j) {
                apart = std::max(apart, lengthOf(got.x[j] - expected.x[j]));
                if (j > 0) faster = std::max(faster, lengthOf(got.v[j] - expected.v[j]));
            }
            CAPTURE(i);
            // A ten thousandth of the strand's length of 0.2 m, and that over h. A limp
            // strand's matrix is far worse conditioned than float is precise.
            const double close = material.bending > 0 ? 2e-5 : 2e-4;
            CHECK(apart < close);
            CHECK(faster < close * 60);
        }
    }
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
            if (p.touches[i]) addContact(b, p.normal[i], p.K[i], p.gap[i], p.f[i], p.slide[i]);
            shiftAlongSegment(b, p.direction[i], p.ratio[i], 1 / p.scale);
            JointGain<double> gain = eliminateJoint(b, p.torque[i], p.k[i], p.guard[i]);
            CHECK(positive(gain.S));
            CHECK(positive(b.A));
            // C - B^T A^-1 B, with B's rows those of displacement.
            Sym3<double> inverseA = inverse(b.A);
            Vec3d column[3] = {{b.B[0].x, b.B[1].x, b.B[2].x}, {b.B[0].y, b.B[1].y, b.B[2].y}, {b.B[0].z, b.B[1].z, b.B[2].z}};
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
