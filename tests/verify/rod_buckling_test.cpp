// Twisted rods that buckle, from the energy of core/models/discrete_rod/rod_joint.h alone: the twist at which the least
// eigenvalue of its second variation, lengths and ends held, passes through zero, against closed forms.
#include "core/models/discrete_rod/rod_joint.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#ifdef RINGLET_HAS_EIGEN
#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <vector>

namespace ringlet::test {
namespace {

using discrete_rod::Measure;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double pi = 3.14159265358979324;

// Edges with frames in equilibrium; the first and the last are held. Joint j lies between edges j and j + 1, `stretch`
// between their middles. What is held besides: the sum of the edges, in the directions of `held`, against `force`.
struct Buckling {
    std::vector<Quatd> frames;
    double stretch = 0, bending = 1, twisting = 1;
    std::vector<Vec3d> held;
    Vec3d force{0, 0, 0};
};

Quatd turnBy(Vec3d v) {
    const double angle = lengthOf(v), s = angle > 0 ? std::sin(angle / 2) / angle : 0.5;
    return {s * v.x, s * v.y, s * v.z, std::cos(angle / 2)};
}

template <Measure measure>
double jointEnergyOf(const Buckling& b, size_t j, const double* turns) {
    const auto rest = discrete_rod::jointRest<measure>(Quatd{0, 0, 0, 1});
    const Quatd parent = turnBy({turns[0], turns[1], turns[2]}) * b.frames[j];
    const Quatd child = turnBy({turns[3], turns[4], turns[5]}) * b.frames[j + 1];
    const discrete_rod::JointStiffness<double> k{b.bending / b.stretch, b.bending / b.stretch, b.twisting / b.stretch};
    return discrete_rod::rodEnergy(discrete_rod::jointStrain<measure>(parent, child, rest, k), k);
}

// The second derivative of a joint's energy for both its edges' turns, by central differences.
template <Measure measure>
MatrixXd jointHessian(const Buckling& b, size_t j) {
    const double d = 1e-3;
    MatrixXd H(6, 6);
    for (int p = 0; p < 6; ++p)
        for (int q = 0; q <= p; ++q) {
            double sum = 0;
            for (int signs = 0; signs < 4; ++signs) {
                double turns[6] = {0, 0, 0, 0, 0, 0};
                const double sp = signs & 1 ? 1 : -1, sq = signs & 2 ? 1 : -1;
                turns[p] += sp * d;
                turns[q] += sq * d;
                sum += sp * sq * jointEnergyOf<measure>(b, j, turns);
            }
            H(p, q) = H(q, p) = sum / (4 * d * d);
        }
    return H;
}

template <Measure measure>
double leastEigenvalue(const Buckling& b) {
    const int free = static_cast<int>(b.frames.size()) - 2;
    MatrixXd H = MatrixXd::Zero(3 * free, 3 * free), C = MatrixXd::Zero(static_cast<long>(b.held.size()), 3 * free);
    for (size_t j = 0; j + 1 < b.frames.size(); ++j) {
        const MatrixXd own = jointHessian<measure>(b, j);
        for (int p = 0; p < 6; ++p)
            for (int q = 0; q < 6; ++q) {
                const int edgeP = static_cast<int>(j) - 1 + p / 3, edgeQ = static_cast<int>(j) - 1 + q / 3;
                if (edgeP < 0 || edgeQ < 0 || edgeP >= free || edgeQ >= free) continue;
                H(3 * edgeP + p % 3, 3 * edgeQ + q % 3) += own(p, q);
            }
    }
    for (int e = 0; e < free; ++e) {
        const Vec3d t = axisZ(b.frames[static_cast<size_t>(e) + 1]), f = b.force;
        const double tt[3] = {t.x, t.y, t.z}, ff[3] = {f.x, f.y, f.z};
        // Minus force times the edge, whose second variation is w x (w x t) / 2.
        for (int p = 0; p < 3; ++p)
            for (int q = 0; q < 3; ++q)
                H(3 * e + p, 3 * e + q) -= b.stretch * (0.5 * (ff[p] * tt[q] + tt[p] * ff[q]) - (p == q ? dot(f, t) : 0));
        for (size_t k = 0; k < b.held.size(); ++k) {
            const Vec3d row = cross(t, b.held[k]);
            C(static_cast<long>(k), 3 * e) = row.x, C(static_cast<long>(k), 3 * e + 1) = row.y, C(static_cast<long>(k), 3 * e + 2) = row.z;
        }
    }
    const MatrixXd kernel = C.fullPivLu().kernel(), Q = Eigen::HouseholderQR<MatrixXd>(kernel).householderQ() *
                                                         MatrixXd::Identity(3 * free, kernel.cols());
    const MatrixXd reduced = Q.transpose() * H * Q;
    return Eigen::SelfAdjointEigenSolver<MatrixXd>(reduced, Eigen::EigenvaluesOnly).eigenvalues()(0);
}

// A ring of a round rod may spin its sections as it turns about the clamp, at no cost: an eigenvalue of 0, but for
// rounding of the differences.
template <Measure measure>
bool isStable(const Buckling& b) { return leastEigenvalue<measure>(b) > -1e-5; }

template <Measure measure>
double criticalTwist(const std::function<Buckling(double)>& rodAt, double low, double high) {
    REQUIRE(isStable<measure>(rodAt(low)));
    REQUIRE_FALSE(isStable<measure>(rodAt(high)));
    for (int i = 0; i < 14; ++i) {
        const double middle = 0.5 * (low + high);
        (isStable<measure>(rodAt(middle)) ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

constexpr int pieces = 60;

// A straight rod of length 1 along z, twisted by `twist` in all, its ends clamped and kept opposite each other.
Buckling clampedRod(double twist) {
    Buckling b;
    b.stretch = 1.0 / pieces, b.twisting = 0.7;
    for (int i = 0; i <= pieces; ++i) b.frames.push_back({0, 0, std::sin(0.5 * twist * i / pieces), std::cos(0.5 * twist * i / pieces)});
    b.held = {{1, 0, 0}, {0, 1, 0}};
    return b;
}

// A ring of a straight rod of length 2 pi in the plane of y and z, closed when twisted by `twist` in all. The torque
// C twist / 2 pi needs a force of as much times the curvature, 1, across the plane.
Buckling ring(double twist) {
    Buckling b;
    b.stretch = 2 * pi / pieces, b.twisting = 0.7;
    for (int i = 0; i <= pieces; ++i) {
        const double bend = -pi * i / pieces, spin = 0.5 * twist * i / pieces;
        b.frames.push_back(Quatd{std::sin(bend), 0, 0, std::cos(bend)} * Quatd{0, 0, std::sin(spin), std::cos(spin)});
    }
    b.held = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    b.force = {-b.twisting * twist / (2 * pi), 0, 0};
    return b;
}

// A straight rod as clampedRod(), whose end may come nearer along z and is pulled there by `tension`. It buckles into a helix that
// gathers in one place, where the end comes down and a plectoneme begins.
constexpr double tension = 400;
Buckling pulledRod(double twist) {
    constexpr int fine = 2 * pieces;  // many to a turn of the helix
    Buckling b;
    b.stretch = 1.0 / fine, b.twisting = 0.7;
    for (int i = 0; i <= fine; ++i) b.frames.push_back({0, 0, std::sin(0.5 * twist * i / fine), std::cos(0.5 * twist * i / fine)});
    b.held = {{1, 0, 0}, {0, 1, 0}};
    b.force = {0, 0, tension};
    return b;
}

// Half the torque over B = 1 at which that has a second equilibrium: B w'''' - i M w''' - T w'' = 0 for the deflection w, with w and w'
// zero at both ends of the length 1, has one where m (cos t - cos m) + T / (2 B) sin m = 0 for t = M / (2 B), m^2 = t^2 - T / B.
double pulledRoot() {
    auto off = [](double t) {
        const double m = std::sqrt(t * t - tension);
        return std::cos(t) - std::cos(m) + 0.5 * tension * std::sin(m) / m;
    };
    double low = std::sqrt(tension) + 1e-6, high = low;
    while (off(high) > 0) low = high, high += 1e-2;
    for (int i = 0; i < 50; ++i) {
        const double middle = 0.5 * (low + high);
        (off(middle) > 0 ? low : high) = middle;
    }
    return low;
}

}  // namespace

// Greenhill 1883 for clamped ends: the torque is 8.9868 B / L, the double of the first root of tan x = x.
TEST_CASE("a clamped rod buckles at Greenhill's torque") {
    const double exact = 2 * 4.493409458 / 0.7;
    const double binormal = criticalTwist<Measure::Binormal>(clampedRod, 5, 20), quarter = criticalTwist<Measure::Quarter>(clampedRod, 5, 20);
    MESSAGE("critical twist over the closed form: ", binormal / exact, " and ", quarter / exact);
    CHECK(std::fabs(binormal / exact - 1) < 0.02);
    CHECK(std::fabs(quarter / exact - 1) < 0.02);
}

// Michell 1889, Zajac 1962: 2 pi sqrt(3) B / C of a rod that is straight at rest.
TEST_CASE("a twisted ring buckles at Michell's twist") {
    const double exact = 2 * pi * std::sqrt(3.0) / 0.7;
    for (double sign : {-1.0, 1.0}) {
        auto rodAt = [&](double twist) { return ring(sign * twist); };
        const double binormal = criticalTwist<Measure::Binormal>(rodAt, 5, 25), quarter = criticalTwist<Measure::Quarter>(rodAt, 5, 25);
        MESSAGE("critical twist over the closed form: ", binormal / exact, " and ", quarter / exact);
        CHECK(std::fabs(binormal / exact - 1) < 0.02);
        CHECK(std::fabs(quarter / exact - 1) < 0.02);
    }
}

// Of a long rod the torque tends to 2 sqrt(B T) (Love 1927, 272; Coyne 1990): here it is 1.2 % more.
TEST_CASE("a twisted rod under tension gives way, where a plectoneme begins, at the torque of the closed form") {
    const double exact = 2 * pulledRoot() / 0.7, endless = 2 * std::sqrt(tension) / 0.7;
    const double binormal = criticalTwist<Measure::Binormal>(pulledRod, 50, 66), quarter = criticalTwist<Measure::Quarter>(pulledRod, 50, 66);
    MESSAGE("critical twist over the closed form: ", binormal / exact, " and ", quarter / exact, "; that over an endless rod's: ", exact / endless);
    CHECK(std::fabs(binormal / exact - 1) < 0.02);
    CHECK(std::fabs(quarter / exact - 1) < 0.02);
    CHECK(exact / endless > 1);
    CHECK(exact / endless < 1.02);
}

}  // namespace ringlet::test
#endif
