// The verlet model's strand against a Kirchhoff rod, and its joints' forces against their energy.
#include "core/math/random.h"
#include "core/models/chain_math.h"
#include "core/models/verlet/strand_solve.h"
#include "core/models/verlet/verlet.h"
#include "verify/kirchhoff.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace ringlet;
using namespace ringlet::verlet;
using ringlet::verify::KirchhoffRod;

namespace {

// The tip of a strand through these points, settled under its weight.
Vec3d settledTip(const std::vector<Vec3d>& points, double rate, const std::string& stiffness) {
    Groom groom;
    std::vector<Vec3f> p;
    for (Vec3d v : points) p.push_back({static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
    addStrand(groom, p, normalizedOr(p[1] - p[0], Vec3f{0, 1, 0}), 4e-5f);
    Params params({&verlet::verletParams()});
    REQUIRE(params.set("stiffness", stiffness).ok());
    REQUIRE(params.set("contacts", "off").ok());
    REQUIRE(params.set("drag", "20").ok());
    auto built = verlet::VerletModel::build(groom, params, {});
    REQUIRE(built.ok());
    Frame frame;
    frame.dt = static_cast<float>(1 / rate);
    for (int i = 0; i < static_cast<int>(5 * rate); ++i) built.value()->step(frame);
    const Vec3f tip = curvePoint(built.value()->curves().blocks[0], 0, static_cast<uint32_t>(points.size()) - 1);
    return {tip.x, tip.y, tip.z};
}

}  // namespace

TEST_CASE("a cantilever converges to the elastica, limp, stiff and nearly rigid") {
    for (const char* stiffness : {"6e-9", "1e-6", "1e-4"}) {
        KirchhoffRod rod;
        rod.length = 0.1, rod.stiffness = std::stod(stiffness);
        rod.clamp = rotationBetween(Vec3d{0, 0, 1}, Vec3d{1, 0, 0});
        const double exact = rod.tipAtRest(40).y;
        double before = 1;
        for (int segments : {10, 25, 50, 100, 200}) {
            std::vector<Vec3d> points;
            for (int i = 0; i <= segments; ++i) points.push_back({0.1 * i / segments, 0, 0});
            const double error = std::fabs(settledTip(points, 60, stiffness).y / exact - 1);
            CAPTURE(stiffness);
            CAPTURE(segments);
            CHECK(error < 1.05 / (double(segments) * segments) + 2e-5);  // of second order
            CHECK(error < before);
            before = error;
        }
    }
}

TEST_CASE("a joint's torque and stiffness are its energy's derivatives") {
    Random random(7);
    auto turnOf = [&](double size) {
        return normalized(Quatd{size * random.normal(), size * random.normal(), size * random.normal(), 1});
    };
    for (int i = 0; i < 500; ++i) {
        const double k = 3, step = 1e-4;
        const Quatd parent = turnOf(2), rest = turnOf(0.5), child = parent * turnOf(0.1 + 0.5 * random.unit()) * rest;
        const Vec3d w = normalizedOr(Vec3d{random.normal(), random.normal(), random.normal()}, Vec3d{1, 0, 0});
        auto energy = [&](double s) {
            // Cayley's map, as the step turns frames.
            return jointEnergy(k, squaredJointError(parent, turned(child, s * w), rest));
        };
        double squaredError;
        const Vec3d torque = jointTorque(parent, child, rest, k, squaredError);
        CHECK(jointEnergy(k, squaredError) == doctest::Approx(4 * k * (1 - std::sqrt(1 - squaredError))));
        CHECK((energy(step) - energy(-step)) / (2 * step) == doctest::Approx(dot(torque, w)).epsilon(1e-5));
        const double curvature = (energy(step) - 2 * energy(0) + energy(-step)) / (step * step);
        CHECK(curvature == doctest::Approx(k * std::sqrt(1 - squaredError)).epsilon(1e-3));
    }
}

TEST_CASE("a head contact's force is its energy's slope, before and beyond where it leaves slowly") {
    const double K = 40, most = 5e-4, step = 1e-8;
    for (double distance : {1e-4, -1e-4, -4e-4, -8e-4, -3e-3}) {
        const double slope = (contactEnergy(K, distance + step, most) - contactEnergy(K, distance - step, most)) / (2 * step);
        CHECK(slope == doctest::Approx(K * minimum(maximum(distance, -most), 0.0)).epsilon(1e-6));
    }
}
