// A groom and colliders that ask something of a device's indexing, and the same
// model on the CPU and on the emulated device.
#pragma once

#include "core/models/model.h"
#include "core/scenes/motion.h"
#include "tests/verify/strands.h"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ringlet::test {

// `count` curls of `particles` points around a head of 10 cm, none like another.
inline void addCurls(Groom& groom, int count, int particles) {
    for (int i = 0; i < count; ++i) {
        const float a = 0.37f * static_cast<float>(i), b = 0.11f * static_cast<float>(i % 13) - 0.6f;
        const Vec3f normal = normalizedOr(Vec3f{std::cos(a), b, std::sin(a)}, {0, 1, 0});
        std::vector<Vec3f> points;
        for (int p = 0; p < particles; ++p) {
            const float s = static_cast<float>(p) * 0.012f, turn = 40 * s + a;
            points.push_back((0.1f + s) * normal + (0.08f * s) * Vec3f{std::cos(turn), std::sin(turn), std::sin(a)});
        }
        addStrand(groom, points, normal, 4e-5f);
    }
}

// Several groups; none fills its tiles, the first needs two, one is a single strand of two particles.
inline Groom oddGroom() {
    Groom groom;
    addCurls(groom, 45, 14);
    addCurls(groom, 1, 2);
    addCurls(groom, 33, 6);
    return groom;
}

// A model on the CPU and on the emulated device.
inline std::vector<std::unique_ptr<Model>> onBoth(const ModelInfo& info, const Groom& groom, const Params& params) {
    std::vector<std::unique_ptr<Model>> made;
    for (const char* backend : {"cpu", "emulated"}) {
        ModelOptions options;
        options.backend = backend;
        auto built = info.build(groom, params, options);
        if (!built) FAIL(built.error());
        made.push_back(std::move(built.value()));
    }
    return made;
}

inline std::shared_ptr<DistanceGrid> ballGrid(Vec3f center, float radius) {
    auto grid = std::make_shared<DistanceGrid>();
    grid->origin = center - Vec3f{0.1f, 0.1f, 0.1f};
    grid->cell = 0.02f;
    grid->nx = 11, grid->ny = 12, grid->nz = 10;
    for (int k = 0; k < grid->nz; ++k)
        for (int j = 0; j < grid->ny; ++j)
            for (int i = 0; i < grid->nx; ++i) {
                const Vec3f p{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
                grid->distance.push_back(lengthOf(grid->origin + grid->cell * p - center) - radius);
            }
    return grid;
}

inline Colliders allColliders() {
    Colliders c;
    c.spheres = {{{0, 0, 0}, 0.1f}, {{0, -0.15f, 0.02f}, 0.06f}};
    c.capsules = {{{-0.2f, -0.2f, 0}, {0.2f, -0.22f, 0.01f}, 0.05f}};
    c.grid = ballGrid({0.12f, -0.05f, 0}, 0.06f);
    return c;
}

inline std::unique_ptr<Model> dftlOn(const std::string& backend, const Groom& groom, const Settings& settings,
                                     const std::string& layout = "tiles") {
    Params params({strandModel().params});
    for (const auto& [name, value] : settings) REQUIRE(params.set(name, value).ok());
    ModelOptions options;
    options.backend = backend;
    options.layout = layout;
    auto built = strandModel().build(groom, params, options);
    if (!built) FAIL(built.error());
    return std::move(built.value());
}

// Frame `i` of a motion at 60 Hz.
inline Frame frameOf(const Motion& motion, int i, const Colliders* colliders) {
    Frame frame;
    frame.dt = 1.0f / 60;
    frame.begin = motion.at(i / 60.0);
    frame.end = motion.at((i + 1) / 60.0);
    frame.teleport = motion.jumps(i / 60.0, (i + 1) / 60.0);
    frame.colliders = colliders;
    frame.wind = {0.4f, 0, 0.1f};
    return frame;
}

inline std::unique_ptr<Motion> motionOf(const std::string& name) {
    auto made = makeMotion(name);
    REQUIRE(made.ok());
    return std::move(made.value());
}

}  // namespace ringlet::test
