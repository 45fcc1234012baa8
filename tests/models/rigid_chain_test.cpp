// Rigid chains: derivatives and the solution against finite differences and a dense one, mechanics of rigid links, the modes
// of body contact, and the same bits for any lanes and threads.
#include "core/models/pose_path.h"
#include "core/models/rigid_chain/published_step.h"
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::test;
namespace rigid = ringlet::rigid_chain;

namespace rigid_chain_test {
namespace {

Vec3d randomVector(Random& random, double size) { return size * Vec3d{random.normal(), random.normal(), random.normal()}; }
Quatd expOf(Vec3d turn) {
    const double angle = lengthOf(turn), over = angle < 1e-12 ? 0.5 : std::sin(angle / 2) / angle;
    return {over * turn.x, over * turn.y, over * turn.z, std::cos(angle / 2)};
}

// Two segments with both springs between them; the energy as a function of the twelve displacements, parent first, in the
// scaled unknowns.
struct Pair {
    double scale = 0.013, linear = 40, angular = 0.7;
    Vec3d parentMiddle, childMiddle, parentArm, childArm;  // m
    Quatd parent, child, restTurn;

    explicit Pair(uint64_t seed) {
        Random random(71, seed);
        parent = expOf(randomVector(random, 1)), restTurn = expOf(randomVector(random, 0.3));
        child = parent * restTurn * expOf(randomVector(random, 0.5));
        parentArm = 0.006 * axisZ(parent), childArm = 0.005 * axisZ(child);
        parentMiddle = randomVector(random, 0.1);
        childMiddle = parentMiddle + parentArm + childArm + randomVector(random, 0.002);
    }
    double energy(const double* d) const {
        const Vec3d dxp{d[0], d[1], d[2]}, yp{d[3], d[4], d[5]}, dxc{d[6], d[7], d[8]}, yc{d[9], d[10], d[11]};
        const Quatd turnP = expOf((1 / scale) * yp), turnC = expOf((1 / scale) * yc);
        const Vec3d gap = childMiddle + dxc - rotate(turnC, childArm) - parentMiddle - dxp - rotate(turnP, parentArm);
        double cotangent;
        const Vec3d theta = rigid::rotationVector(conjugate(turnP * parent) * turnC * child * conjugate(restTurn), cotangent);
        return 0.5 * linear * dot(gap, gap) + 0.5 * angular * scale * scale * dot(theta, theta);
    }
    rigid::SpringTerms<double> terms(bool whole) const {
        rigid::SpringTerms<double> t{};
        const Vec3d gap = childMiddle - childArm - parentMiddle - parentArm;
        rigid::addLinear(t, rigid::LinearSpring<double>{linear, gap, (1 / scale) * childArm, (1 / scale) * parentArm}, 1 / scale, whole);
        rigid::AngularSpring<double> spring{angular, 0, {}, 0};
        spring.theta = rotate(parent, rigid::rotationVector(conjugate(parent) * child * conjugate(restTurn), spring.cotangent));
        rigid::addAngular(t, spring, scale, whole);
        return t;
    }
};

// All twelve by twelve of what the blocks say, parent first.
double blockAt(const rigid::SpringTerms<double>& t, int i, int j) {
    if (i < 6 && j < 6) return t.parent.at[i][j];
    if (i >= 6 && j >= 6) return t.child.at[i - 6][j - 6];
    return i >= 6 ? t.mixed.at[i - 6][j] : t.mixed.at[j - 6][i];
}
double gradientAt(const rigid::SpringTerms<double>& t, int i) {
    const Vec3d parts[4] = {t.parentForce, t.parentTorque, t.childForce, t.childTorque};
    const Vec3d v = parts[i / 3];
    return i % 3 == 0 ? v.x : i % 3 == 1 ? v.y : v.z;
}

std::unique_ptr<Model> chainOf(const Groom& groom, const Settings& settings, const ModelOptions& options = {}) {
    const ModelInfo* info = findModel("rigid-chain");
    REQUIRE(info != nullptr);
    Params params({info->params});
    for (const auto& setting : settings) REQUIRE(params.set(setting.first, setting.second).ok());
    auto built = info->build(groom, params, options);
    REQUIRE(built.ok());
    return std::move(built.value());
}

Settings with(Settings settings, const Settings& more) {
    settings.insert(settings.end(), more.begin(), more.end());
    return settings;
}

Frame still(double rate, Vec3f gravity = {0, -9.81f, 0}) {
    Frame frame;
    frame.dt = static_cast<float>(1 / rate);
    frame.gravity = gravity;
    return frame;
}

const Settings undamped = {{"drag", 0}, {"internalFriction", 0}, {"substeps", 1}, {"wispRadius", 1e-4}};

// Of one strand of rods, from where it was and is, over its linear density: m^3 / s.
Vec3d angularMomentum(const std::vector<Vec3f>& before, const std::vector<Vec3f>& now, double h) {
    Vec3d sum{0, 0, 0};
    for (size_t p = 1; p < now.size(); ++p) {
        const Vec3d a = toDouble(now[p - 1]), b = toDouble(now[p]);
        const Vec3d va = (1 / h) * (a - toDouble(before[p - 1])), vb = (1 / h) * (b - toDouble(before[p]));
        sum = sum + (lengthOf(b - a) / 6) * (2.0 * cross(a, va) + 2.0 * cross(b, vb) + cross(a, vb) + cross(b, va));
    }
    return sum;
}

// How much of its angular momentum a limp strand loses in a quarter of a second that swings about its root without weight.
double lostMomentum(const Settings& step, double rate) {
    std::vector<Vec3d> points;
    for (int i = 0; i < 8; ++i) points.push_back({0.02 * i, 0, 0.004 * i});
    auto model = chainOf(strandGroom(points), with(with(undamped, {{"stiffness", 0}}), step));
    for (int i = 0; i < 480; ++i) model->step(still(4800));  // every one begins with the same motion
    std::vector<Vec3f> before, now = pointsOf(*model);
    Vec3d first{0, 0, 0}, last{0, 0, 0};
    const int frames = static_cast<int>(0.25 * rate);
    for (int i = 0; i <= frames; ++i) {
        before = now;
        model->step(still(rate, {0, 0, 0}));
        now = pointsOf(*model);
        last = angularMomentum(before, now, 1 / rate);
        if (i == 0) first = last;
    }
    return lengthOf(last - first) / lengthOf(first);
}

// The period of links that hang one below another and start aside by a small angle in the slowest mode, s.
double periodOf(const Settings& step, int links, double length, const std::vector<double>& mode) {
    std::vector<Vec3d> points{{0, 0, 0}};
    for (int i = 0; i < links; ++i)
        points.push_back(points.back() + length * Vec3d{std::sin(0.05 * mode[size_t(i)]), -std::cos(0.05 * mode[size_t(i)]), 0});
    auto model = chainOf(strandGroom(points), with(with(undamped, {{"stiffness", 0}}), step));
    const double rate = 960;
    std::vector<double> crossings;
    float before = pointsOf(*model).back().x;
    for (int i = 1; crossings.size() < 3 && i < 10 * rate; ++i) {
        model->step(still(rate));
        const float now = pointsOf(*model).back().x;
        if ((before > 0) != (now > 0)) crossings.push_back((i - double(now) / double(now - before)) / rate);
        before = now;
    }
    REQUIRE(crossings.size() == 3);
    return crossings[2] - crossings[0];
}

std::vector<uint64_t> play(const Settings& settings, const ModelOptions& options) {
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    ball.capsules.push_back({{0, -0.1f, 0}, {0.02f, -0.3f, 0}, 0.04f});
    auto model = chainOf(randomGroom(3, 37, 14), settings, options);
    std::vector<uint64_t> hashes;
    for (int i = 0; i < 15; ++i) {
        model->step(wildFrame(i, 60, 0.3, i % 10 == 9 ? nullptr : &ball));
        hashes.push_back(model->hash());
    }
    CHECK(model->resets() == 0);
    return hashes;
}

}  // namespace

TEST_CASE("a rigid chain's springs: forces and Jacobians are the energy's derivatives") {
    double worstGradient = 0, worstBlock = 0;
    for (uint64_t seed = 0; seed < 50; ++seed) {
        const Pair pair(seed);
        const rigid::SpringTerms<double> t = pair.terms(true);
        const double d = 1e-5;
        double greatest = 0, greatestBlock = 0;
        for (int i = 0; i < 12; ++i) {
            greatest = std::max(greatest, std::fabs(gradientAt(t, i)));
            for (int j = 0; j < 12; ++j) greatestBlock = std::max(greatestBlock, std::fabs(blockAt(t, i, j)));
        }
        for (int i = 0; i < 12; ++i) {
            double x[12] = {};
            x[i] = d * 0.01;
            const double up = pair.energy(x);
            x[i] = -d * 0.01;
            worstGradient = std::max(worstGradient, std::fabs((up - pair.energy(x)) / (0.02 * d) - gradientAt(t, i)) / greatest);
            for (int j = 0; j <= i; ++j) {
                double sum = 0;
                for (int a : {-1, 1})
                    for (int b : {-1, 1}) {
                        double y[12] = {};
                        y[i] += a * d, y[j] += b * d;
                        sum += a * b * pair.energy(y);
                    }
                worstBlock = std::max(worstBlock, std::fabs(sum / (4 * d * d) - blockAt(t, i, j)) / greatestBlock);
            }
        }
    }
    MESSAGE("off by " << worstGradient << " of the greatest force, " << worstBlock << " of the greatest derivative");
    CHECK(worstGradient < 1e-6);
    CHECK(worstBlock < 1e-5);
}

TEST_CASE("what a rigid chain's springs keep of their Jacobians for soft strands is never negative") {
    for (uint64_t seed = 0; seed < 50; ++seed) {
        const rigid::SpringTerms<double> t = Pair(seed).terms(false);
        Random random(72, seed);
        for (int pass = 0; pass < 50; ++pass) {
            double d[12], sum = 0, size = 0;
            for (double& x : d) x = random.normal();
            for (int i = 0; i < 12; ++i)
                for (int j = 0; j < 12; ++j) sum += d[i] * blockAt(t, i, j) * d[j], size += std::fabs(d[i] * blockAt(t, i, j) * d[j]);
            CHECK(sum >= -1e-12 * size);
        }
    }
}

// Five segments of random springs, one of them with a prescribed way, against Gauss's elimination of all at once: with
// multipliers instead of filtered masses.
TEST_CASE("a rigid chain's block solution is the dense one, constraints included") {
    constexpr int n = 5, all = 6 * n + 1;
    double A[all][all + 1] = {};
    rigid::SpringTerms<double> joints[n];
    const Vec3d normal = normalizedOr(Vec3d{1, 2, -0.5}, Vec3d{1, 0, 0});
    const double way = 0.0007;
    const int held = 2;
    for (int s = 0; s < n; ++s) {
        joints[s] = Pair(static_cast<uint64_t>(s)).terms(false);
        for (int i = 0; i < 6; ++i) joints[s].child.at[i][i] += i < 3 ? 1 : 0.1;  // inertia
        for (int i = 0; i < 12; ++i) {
            const int row = 6 * (s - 1) + i;
            if (row < 0) continue;
            A[row][all] -= gradientAt(joints[s], i);
            for (int j = 0; j < 12; ++j)
                if (6 * (s - 1) + j >= 0) A[row][6 * (s - 1) + j] += blockAt(joints[s], i, j);
        }
    }
    const double along[3] = {normal.x, normal.y, normal.z};
    for (int i = 0; i < 3; ++i) A[6 * held + i][all - 1] = A[all - 1][6 * held + i] = along[i];
    A[all - 1][all] = way;
    for (int k = 0; k < all; ++k) {
        int best = k;
        for (int i = k; i < all; ++i) best = std::fabs(A[i][k]) > std::fabs(A[best][k]) ? i : best;
        for (int j = 0; j <= all; ++j) std::swap(A[k][j], A[best][j]);
        for (int i = 0; i < all; ++i)
            for (int j = all; i != k && j >= k; --j) A[i][j] -= A[i][k] / A[k][k] * A[k][j];
    }

    rigid::SpringTerms<double> carried{};
    rigid::SegmentRows<double> rows[n];
    for (int s = n - 1; s >= 0; --s) {
        rigid::Block<double> own = joints[s].child;
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j) own.at[i][j] += carried.parent.at[i][j];
        rows[s] = rigid::segmentRows(own, joints[s].mixed, joints[s].childForce + carried.parentForce,
                                     joints[s].childTorque + carried.parentTorque);
        rigid::prescribe(rows[s], s == held, normal, way);
        CHECK(rigid::solveRows(rows[s]) > 0);
        carried = joints[s];
        rigid::handDown(carried.parent, carried.parentForce, carried.parentTorque, joints[s].mixed, rows[s]);
    }
    double before[6] = {}, worst = 0, greatest = 0;
    for (int s = 0; s < n; ++s) {
        double now[6];
        for (int i = 0; i < 6; ++i) {
            now[i] = rows[s].at[i][12];
            for (int j = 0; j < 6; ++j) now[i] -= s > 0 ? rows[s].at[i][6 + j] * before[j] : 0;
        }
        for (int i = 0; i < 6; ++i) {
            before[i] = now[i];
            const double dense = A[6 * s + i][all] / A[6 * s + i][6 * s + i];
            worst = std::max(worst, std::fabs(now[i] - dense)), greatest = std::max(greatest, std::fabs(dense));
        }
        if (s == held) CHECK(dot(normal, Vec3d{now[0], now[1], now[2]}) == doctest::Approx(way).epsilon(1e-9));
    }
    CHECK(worst < 1e-9 * greatest);
}

TEST_CASE("a chain's links swing as compound pendulums do") {
    const double g = 9.81, length = 0.08, pi = 3.14159265358979;
    for (const Settings& step : {Settings{}, Settings{{"step", 1}}}) {
        CAPTURE(step.size());
        const double one = 2 * pi * std::sqrt(2 * length / (3 * g));
        CHECK(periodOf(step, 1, length, {1}) == doctest::Approx(one).epsilon(0.01));
        // Two: M = m L^2 [[4/3, 1/2], [1/2, 1/3]], K = m g L [[3/2, 0], [0, 1/2]]; w^2 = (3 - 6 / sqrt(7)) g / L.
        const double two = 2 * pi / std::sqrt((3 - 6 / std::sqrt(7.0)) * g / length);
        const double w = (3 - 6 / std::sqrt(7.0)), ratio = (1.5 - 4.0 / 3 * w) / (0.5 * w);
        CHECK(periodOf(step, 2, length, {1, ratio}) == doctest::Approx(two).epsilon(0.01));
    }
}

TEST_CASE("a rigid chain held out sags as a beam does") {
    const double length = 0.05, stiffness = 1e-6, density = 6.5e-6, g = 9.81;
    std::vector<Vec3d> points;
    for (int i = 0; i <= 25; ++i) points.push_back({length * i / 25, 0, 0});
    const double beam = density * g * std::pow(length, 4) / (8 * stiffness);
    for (const Settings& step : {Settings{}, Settings{{"step", 1}, {"axialStiffness", 10}}}) {
        CAPTURE(step.size());
        auto model = chainOf(strandGroom(points), with(step, {{"stiffness", stiffness}, {"drag", 20}}));
        for (int i = 0; i < 300; ++i) model->step(still(60));
        CHECK(-double(pointsOf(*model).back().y) == doctest::Approx(beam).epsilon(0.01));
    }
}

TEST_CASE("what a free chain loses of its angular momentum falls with the step") {
    for (const Settings& step : {Settings{}, Settings{{"step", 1}}}) {
        CAPTURE(step.size());
        const double coarse = lostMomentum(step, 240), middle = lostMomentum(step, 480), fine = lostMomentum(step, 960);
        MESSAGE("lost: " << coarse << " at 240 Hz, " << middle << " at 480, " << fine << " at 960");
        CHECK(middle < 0.7 * coarse);  // first order: a half, and a quarter
        CHECK(fine < 0.45 * coarse);
    }
}

TEST_CASE("a segment passes between the modes of body contact") {
    using namespace rigid;
    auto next = [](double mode, double predicted, double speed) {
        BodyApproach<double> at{};
        at.mode = mode, at.predicted = predicted, at.speed = speed;
        return nextMode(at);
    };
    const double far = 1e-3, near = 1e-4, slow = 0.01, fast = 0.5;
    for (double mode : {0.0, 1.0, 2.0}) {
        CHECK(next(mode, far, -fast) == Free);
        CHECK(next(mode, near, fast) == Free);
        CHECK(next(mode, near, -slow) == Contacting);
        CHECK(next(mode, near, -fast) == (mode == Contacting ? Contacting : Colliding));
    }
    // A collision gives back what restitution says, and leaves the segment outside whatever it says.
    BodyApproach<double> at{};
    at.predicted = -1e-3, at.speed = -fast, at.distance = 2e-3, at.ownSpeed = -fast;
    CHECK(bodyConstraint(at, 0.01, 0.5).way == doctest::Approx(0.5 * fast * 0.01));
    at.distance = -1e-3;
    CHECK(bodyConstraint(at, 0.01, 0.0).way == doctest::Approx(1e-3 + double(bodyDistance)));
    at.old = -1e-3;  // it was there before: it leaves at recoverySpeed
    CHECK(bodyConstraint(at, 0.001, 0.0).way == doctest::Approx(double(recoverySpeed) * 0.001));
}

TEST_CASE("limp chains of short segments come to rest in steady wind") {
    for (int segments : {49, 99}) {
        CAPTURE(segments);
        std::vector<Vec3d> points;
        for (int i = 0; i <= segments; ++i) points.push_back({0, -0.1 * i / segments, 0});
        auto model = chainOf(strandGroom(points), {{"stiffness", 0}});
        Frame frame = still(60);
        frame.wind = {12, 0, 0};
        for (int i = 0; i < 240; ++i) model->step(frame);
        const std::vector<Vec3f> before = pointsOf(*model);
        model->step(frame);
        CHECK(furthest(pointsOf(*model), before) * 60 < 1e-3);
    }
}

TEST_CASE("the published chain keeps its length and stays out of a ball, and comes to rest") {
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    auto model = chainOf(randomGroom(5, 24, 16), {{"step", 1}});
    Frame frame = still(60);
    frame.colliders = &ball;
    double depth = 0, stretch = 0;
    std::vector<Vec3f> before;
    for (int i = 0; i < 420; ++i) {
        before = pointsOf(*model);
        model->step(frame);
        stretch = std::max(stretch, worstStretch(*model));
        for (Vec3f x : pointsOf(*model)) depth = std::max(depth, 0.1 - double(lengthOf(x)));
    }
    MESSAGE("deepest " << 1e3 * depth << " mm, longest " << 100 * stretch << " % too long");
    CHECK(depth < 2e-3);
    CHECK(stretch < 0.01);
    CHECK(furthest(pointsOf(*model), before) * 60 < 1e-3);
    CHECK(model->resets() == 0);
}

TEST_CASE("rigid chains give the same bits for any lanes and threads, of either step") {
    ThreadPool two(2);
    for (const Settings& settings : {Settings{}, Settings{{"step", 1}}}) {
        CAPTURE(settings.size());
        const std::vector<uint64_t> reference = play(settings, {"cpu", "tiles", 1, nullptr});
        CHECK(reference.front() != reference.back());
        CHECK(play(settings, {"cpu", "tiles", 4, nullptr}) == reference);
        CHECK(play(settings, {"cpu", "tiles", 0, &two}) == reference);
    }
}

}  // namespace rigid_chain_test
