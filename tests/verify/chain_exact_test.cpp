// The whole second derivative of a slow strand's energy (core/models/chain_exact.h) against finite differences of the
// energy itself: the elimination with it gives the step of Newton's method.
#include "core/math/random.h"
#include "core/models/chain_exact.h"
#include "core/models/pose_path.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace ringlet;

namespace {

// Segments with frames and rest turns, in units of chain_math.h; a force (m) on the end of each. Forces hold the chain
// in equilibrium but for a little at the tip, for the second derivative depends on how turns are measured elsewhere.
struct Chain {
    double scale = 0;
    Quatd root;
    std::vector<Quatd> frame, rest;
    std::vector<double> length, mass, stiffness;
    std::vector<Vec3d> force;
    size_t size() const { return length.size(); }
    Quatd parent(size_t i) const { return i > 0 ? frame[i - 1] : root; }
};

Vec3d randomVector(Random& random) { return {double(random.normal()), double(random.normal()), double(random.normal())}; }

Chain randomChain(uint64_t seed) {
    Random random(31, seed);
    Chain chain;
    chain.scale = 0.004 * (1 + double(random.unit()));
    chain.root = rotationOf(randomVector(random));
    Quatd frame = chain.root;
    for (int i = 0; i < 5; ++i) {
        frame = frame * rotationOf(0.3 * randomVector(random));
        chain.frame.push_back(frame);
        chain.rest.push_back(rotationOf(0.2 * randomVector(random)));
        chain.length.push_back(chain.scale * (0.5 + double(random.unit())));
        chain.mass.push_back(0.5 + double(random.unit()));
        chain.stiffness.push_back(3 + 5 * double(random.unit()));
    }
    Vec3d beyond{0, 0, 0}, torqueBeyond{0, 0, 0};
    chain.force.resize(chain.size());
    for (size_t i = chain.size(); i-- > 0;) {
        double squared;
        const Vec3d torque = chain.scale * jointTorque(chain.parent(i), chain.frame[i], chain.rest[i], chain.stiffness[i], squared);
        const Vec3d along = axisZ(chain.frame[i]);
        const double tension = chain.scale * double(random.normal());
        const Vec3d pull = (chain.scale / chain.length[i]) * cross(torque - torqueBeyond, along) + tension * along;
        chain.force[i] = pull - beyond;
        beyond = pull, torqueBeyond = torque;
    }
    chain.force.back() = chain.force.back() + (1e-4 * chain.scale) * randomVector(random);
    return chain;
}

// Of joints, forces and, about where particles are, inertia; with every segment turned by a rotation vector, rad.
double energyOf(const Chain& chain, const std::vector<double>& turns) {
    double sum = 0;
    Vec3d moved{0, 0, 0};
    Quatd parent = chain.root;
    for (size_t i = 0; i < chain.size(); ++i) {
        const Quatd frame = rotationOf(Vec3d{turns[3 * i], turns[3 * i + 1], turns[3 * i + 2]}) * chain.frame[i];
        moved = moved + chain.length[i] * (axisZ(frame) - axisZ(chain.frame[i]));
        sum += 0.5 * chain.mass[i] * dot(moved, moved) - dot(chain.force[i], moved);
        sum += chain.scale * chain.scale * jointEnergy(chain.stiffness[i], squaredJointError(parent, frame, chain.rest[i]));
        parent = frame;
    }
    return sum;
}

// Minus the inverse of the second derivative times the first, both by differences.
std::vector<double> newtonStep(const Chain& chain) {
    const size_t n = 3 * chain.size();
    constexpr double h = 2e-4;
    auto at = [&](size_t a, double x, size_t b, double y) {
        std::vector<double> turns(n, 0.0);
        turns[a] += x, turns[b] += y;
        return energyOf(chain, turns);
    };
    std::vector<std::vector<double>> rows(n, std::vector<double>(n + 1));
    for (size_t a = 0; a < n; ++a) {
        for (size_t b = 0; b < n; ++b) rows[a][b] = (at(a, h, b, h) - at(a, h, b, -h) - at(a, -h, b, h) + at(a, -h, b, -h)) / (4 * h * h);
        rows[a][n] = -(at(a, h, a, 0) - at(a, -h, a, 0)) / (2 * h);
    }
    for (size_t a = 0; a < n; ++a)
        for (size_t b = 0; b < n; ++b) {
            if (b == a) continue;
            const double share = rows[b][a] / rows[a][a];
            for (size_t c = a; c <= n; ++c) rows[b][c] -= share * rows[a][c];
        }
    std::vector<double> step(n);
    for (size_t a = 0; a < n; ++a) step[a] = rows[a][n] / rows[a][a];
    return step;
}

// The same by elimination with this share of the whole derivative, whether that is positive definite or not.
std::vector<double> eliminated(const Chain& chain, double share) {
    const double inverse = 1 / chain.scale;
    const int n = static_cast<int>(chain.size());
    BeyondJoint<double> beyond = nothingBeyond<double>();
    Vec3d torqueBeyond{0, 0, 0};
    std::vector<JointGain<double>> gain(chain.size());
    std::vector<double> k(chain.size());
    std::vector<Vec3d> half(chain.size());
    for (int j = n - 1; j >= 0; --j) {
        const size_t i = static_cast<size_t>(j);
        const Vec3d direction = axisZ(chain.frame[i]);
        addParticle(beyond, chain.mass[i], -1.0 * chain.force[i]);
        shiftAlongSegment(beyond, direction, chain.length[i] * inverse, inverse);
        double squared;
        const Vec3d torque = chain.scale * jointTorque(chain.parent(i), chain.frame[i], chain.rest[i], chain.stiffness[i], squared);
        addShearAndCompression(beyond, direction, chain.length[i] * inverse, inverse, torque - torqueBeyond, share);
        torqueBeyond = torque;
        k[i] = chain.stiffness[i] * std::sqrt(1 - squared);
        half[i] = (0.5 * share * inverse) * torque;
        gain[i] = eliminateJoint(beyond, torque, k[i], 0.0);
        addTorqueCoupling(beyond, gain[i], k[i], half[i]);
    }
    std::vector<double> step;
    Vec3d turn{0, 0, 0}, dx{0, 0, 0};
    for (size_t i = 0; i < chain.size(); ++i) {
        turn = coupledTurn(gain[i], half[i], recoverRotation(gain[i], k[i], turn, dx), turn);
        dx = dx + cross(turn, (chain.length[i] * inverse) * axisZ(chain.frame[i]));
        for (double x : {turn.x, turn.y, turn.z}) step.push_back(inverse * x);
    }
    return step;
}

double apart(const std::vector<double>& a, const std::vector<double>& b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

}  // namespace

TEST_CASE("a slow strand is solved with the whole second derivative of its energy") {
    double without = 0;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        CAPTURE(seed);
        const Chain chain = randomChain(seed);
        const std::vector<double> newton = newtonStep(chain);
        const double size = apart(newton, std::vector<double>(newton.size(), 0.0));
        CHECK(apart(eliminated(chain, 1), newton) < 0.01 * size);
        without = std::max(without, apart(eliminated(chain, 0), newton) / size);
    }
    CHECK(without > 0.1);  // what is left out is no small part
}

TEST_CASE("a matrix is told firm where it is positive definite") {
    CHECK(firmnessOf(Sym3<double>{1, 1, 1, 0, 0, 0}) > 0);
    CHECK(firmnessOf(Sym3<double>{1, 1, 1, 0.9, 0, 0}) > 0);
    CHECK(firmnessOf(Sym3<double>{1, 1, 1, 1.1, 0, 0}) < 0);
    CHECK(firmnessOf(Sym3<double>{1, 1, -1, 0, 0, 0}) < 0);
    CHECK(firmnessOf(Sym3<double>{-1, -1, 1, 0, 0, 0}) < 0);
    CHECK(firmnessOf(Sym3<double>{1, 1, 1, 0.9, 0.9, -0.9}) < 0);
}
