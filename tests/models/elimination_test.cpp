// A chain's elimination in float: what it leaves stays positive definite, or a step would make energy.
#include "core/models/chain_math.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

namespace ringlet::test {
namespace {

// What hangs at the root of a crooked chain of 18 segments, one of them in a contact, after all joints are eliminated.
template <class T>
BeyondJoint<T> leftOf(unsigned seed, double contact, double joint) {
    std::mt19937 generator(seed);
    const auto random = [&] { return 2.0 * generator() / 4294967295.0 - 1; };
    const auto vec = [](Vec3d v) { return Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
    constexpr int segments = 18;
    BeyondJoint<T> b = nothingBeyond<T>();
    Vec3d way{0.1, -1, 0.05};
    for (int i = 0; i < segments; ++i) {
        const double x = random(), y = random(), z = random(), u = random(), v = random(), w = random();
        way = normalizedOr(way + Vec3d{0.3 * x, 0.1 * y, 0.3 * z}, way);
        addParticle(b, T(1), Vec3<T>{T(0), T(1e-4), T(0)});
        if (i == segments / 3) addContact(b, vec(normalizedOr(Vec3d{u, 0.3 * v, w}, way)), T(contact), T(0), T(0), vec({0, 0, 0}));
        shiftAlongSegment(b, vec(way), T(1), T(1e2));
        const T inertia = maximum(T(spinInertia), T(relativeInertia) * (b.C.xx + b.C.yy + b.C.zz));
        eliminateJoint(b, vec({0, 0, 0}), T(joint) + inertia, T(0));
    }
    return b;
}

// Whether all three pivots are.
bool isPositiveDefinite(const Sym3<float>& m) {
    const double xx = m.xx, yy = m.yy, zz = m.zz, xy = m.xy, xz = m.xz, yz = m.yz;
    const double minor = xx * yy - xy * xy;
    return xx > 0 && minor > 0 && minor * zz + 2 * xy * xz * yz - yy * xz * xz - xx * yz * yz > 0;
}

}  // namespace

TEST_CASE("what the elimination of joints leaves is positive definite, however stiff a contact is beside however soft a joint") {
    for (double contact : {320.0, 1e4, 3e4, 1e6})
        for (double joint : {0.0, 5.0, 300.0}) {
            CAPTURE(contact);
            CAPTURE(joint);
            int indefinite = 0;
            double off = 0;
            for (unsigned seed = 0; seed < 300; ++seed) {
                const BeyondJoint<float> left = leftOf<float>(seed, contact, joint);
                const BeyondJoint<double> exact = leftOf<double>(seed, contact, joint);
                indefinite += isPositiveDefinite(left.A) ? 0 : 1;
                off = std::fmax(off, std::fabs(double{left.A.xx} - exact.A.xx) / exact.A.xx);
            }
            CHECK(indefinite == 0);
            CHECK(off < 1e-6 * (1 + contact));
        }
}

}  // namespace ringlet::test
