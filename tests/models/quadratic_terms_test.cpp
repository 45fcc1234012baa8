// What joins a chain's quadratic model: particles, contacts and holders, each against differences of its energy.
#include "core/math/random.h"
#include "core/models/hold_terms.h"

#include <doctest/doctest.h>

#include <functional>

using namespace ringlet;

namespace {

typedef std::function<double(Vec3d)> EnergyOf;

double between(Random& random, float low, float high) { return double{random.between(low, high)}; }

Vec3d some(Random& random) {
    const double x = between(random, -1, 1), y = between(random, -1, 1), z = between(random, -1, 1);
    return {x, y, z};
}

double& coordinate(Vec3d& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

// gradient and matrix: the first and second derivative of a quadratic energy at zero.
void compare(const EnergyOf& energy, Vec3d gradient, Sym3<double> matrix) {
    const double h = 0.5;  // of a quadratic energy differences are exact whatever their size
    const Vec3d rows[3] = {{matrix.xx, matrix.xy, matrix.xz}, {matrix.xy, matrix.yy, matrix.yz}, {matrix.xz, matrix.yz, matrix.zz}};
    for (int i = 0; i < 3; ++i) {
        Vec3d step{0, 0, 0}, row = rows[i];
        coordinate(step, i) = h;
        const double slope = (energy(step) - energy(-step)) / (2 * h);
        CHECK(slope == doctest::Approx(coordinate(gradient, i)).epsilon(1e-9));
        for (int j = 0; j < 3; ++j) {
            Vec3d other{0, 0, 0};
            coordinate(other, j) = h;
            const double bent = (energy(step + other) - energy(step - other) - energy(other - step) + energy(-step - other)) / (4 * h * h);
            CHECK(bent == doctest::Approx(coordinate(row, j)).epsilon(1e-9));
        }
    }
}

double half(double k, Vec3d v) { return 0.5 * k * dot(v, v); }

}  // namespace

TEST_CASE("chains: what particles, contacts and holders add is their energies' first and second derivative") {
    Random random(1);
    for (int turn = 0; turn < 20; ++turn) {
        const Vec3d g = some(random), slide = some(random), way = some(random);
        const Vec3d n = normalizedOr(some(random), Vec3d{0, 1, 0});
        const double mass = between(random, 0.1f, 3), K = between(random, 0.1f, 9), gap = between(random, -1, 1), f = between(random, 0, 2);

        BeyondJoint<double> particle{};
        addParticle(particle, mass, g);
        compare([&](Vec3d x) { return half(mass, x) + dot(g, x); }, particle.a, particle.A);
        CHECK(lengthOf(particle.pull + particle.a) < 1e-12);

        BeyondJoint<double> contact{};
        addContact(contact, n, K, K * gap, f, slide);
        const auto energy = [&](Vec3d x) {
            const Vec3d slid = x - slide;
            const double in = dot(n, x) + gap;
            return 0.5 * K * in * in + half(f, slid - dot(slid, n) * n);
        };
        compare(energy, contact.a, contact.A);

        for (const double held : {0.0, 1.0}) {
            BeyondJoint<double> holder{};
            const double scale = 0.3, end = held * double{holdStiffness}, frame = held * double{holdFrameStiffness};
            holdEnd(holder, HeldWay<double>{held, way, slide});
            holdFrame(holder, HeldWay<double>{held, way, slide}, scale);
            compare([&](Vec3d x) { return half(end, x - way); }, holder.a, holder.A);
            compare([&](Vec3d y) { return half(frame, y - scale * slide); }, holder.c, holder.C);
        }
    }
}
