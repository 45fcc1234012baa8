// A file's groom taken away as motion: where the file has it, in the file's order; and what of the file
// a scene does not use is said.
#include "core/files/placement.h"
#include "core/files/writable.h"
#include "core/scenes/export.h"
#include "core/scenes/simulation.h"
#include "core/scenes/write_strands.h"
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

#include <cstdio>

using namespace ringlet;
using namespace ringlet::test;

namespace motion_file_test {
namespace {

// Strands of 3 to 6 points in no order, far from the file's origin.
FileStrands farGroom() {
    FileStrands strands;
    strands.unit = 1;
    strands.up = UpAxis::Y;
    for (int s = 0; s < 12; ++s) {
        const int count = 3 + s * 5 % 4;
        strands.counts.push_back(static_cast<uint32_t>(count));
        for (int i = 0; i < count; ++i)
            strands.points.push_back({4 + 0.01f * static_cast<float>(s), 7 - 0.02f * static_cast<float>(i), -3 + 0.005f * static_cast<float>(s * s % 7)});
    }
    return strands;
}

struct GroomFile {
    std::string path;
    GroomFile(const std::string& name, const FileStrands& strands) : path("ringlet-motion-test-" + name) {
        const FormatInfo& format = *findFormat(name);
        const auto bytes = format.writeStrands(writableFor(format, strands).resampled.strands);
        REQUIRE(bytes.ok());
        REQUIRE(writeFile(path, bytesOf(bytes.value())).ok());
    }
    ~GroomFile() { std::remove(path.c_str()); }
};

std::unique_ptr<Simulation> simulationOf(const std::string& groom, const char* guides = "0", uint32_t between = 0) {
    const SceneInfo* scene = findScene("sintel");
    REQUIRE(scene);
    SimulationOptions options;
    options.files.groom = groom;
    options.between = between;
    Params params = sceneParams(*scene, "verlet");
    options.modelName = "verlet";
    for (const auto& [name, value] : {std::pair<const char*, const char*>{"snap", "0"}, {"rootEnd", "first"}, {"guides", guides}})
        REQUIRE(params.set(name, value).ok());
    auto made = Simulation::make("sintel", params, options);
    if (!made) FAIL(made.error());
    return std::move(made.value());
}

}  // namespace

TEST_CASE("motion: a file's groom keeps the order of its strands and its place") {
    const FileStrands groom = farGroom();
    const GroomFile file("far.usda", groom);
    for (const char* guides : {"0", "3"}) {
        const auto simulation = simulationOf(file.path, guides);
        std::string text;
        auto motion = MotionExport::start(*simulation, *findFormat("x.usda"), [&](Bytes b) -> Status {
            text.append(reinterpret_cast<const char*>(b.data), b.size);
            return {};
        }, {60, 1, 1});
        REQUIRE(motion.ok());
        simulation->advance();
        REQUIRE(motion.value()->add(*simulation).ok());
        REQUIRE(motion.value()->finish().ok());
        const auto read = readStrands(textBytes(text), "a.usda");
        if (!read) FAIL(read.error());
        const std::vector<Vec3f> roots = rootsOf(read.value(), 100), wanted = rootsOf(groom, 100);
        REQUIRE(roots.size() == wanted.size());
        if (*guides == '0') CHECK(read.value().counts == groom.counts);
        float most = 0;
        for (size_t i = 0; i < roots.size(); ++i) most = maximum(most, lengthOf(roots[i] - wanted[i]));
        CHECK(most < 1e-5f);
    }
}

TEST_CASE("motion: strands between those of a file are written behind them, which keep their order") {
    const FileStrands groom = farGroom();
    const GroomFile file("between.usda", groom);
    const std::vector<Vec3f> wanted = rootsOf(groom, 100);
    for (const char* guides : {"0", "3"}) {
        const auto simulation = simulationOf(file.path, guides, 3);
        const size_t own = *guides == '0' ? wanted.size() : 3;
        const std::vector<Vec3f> roots = rootsOf(strandsOf(*simulation), 1000);
        REQUIRE(roots.size() > own);
        size_t last = 0;
        for (size_t i = 0; i < own; ++i) {
            size_t place = last;
            while (place < wanted.size() && lengthOf(roots[i] - wanted[place]) > 1e-5f) ++place;
            REQUIRE(place < wanted.size());
            last = place + 1;
        }
    }
}

TEST_CASE("motion: what a file says besides points is told when it is not used") {
    FileStrands groom = farGroom();
    const auto notesOf = [](const std::string& name, const FileStrands& strands) {
        const GroomFile file(name, strands);
        std::string all;
        const auto simulation = simulationOf(file.path);
        for (const std::string& note : simulation->content().notes) all += note + "\n";
        return all;
    };
    CHECK(notesOf("plain.usda", groom).find("not used") == std::string::npos);
    groom.thickness.assign(groom.points.size(), 1e-4f);
    groom.colors.assign(groom.points.size(), Vec3f{1, 0, 0});
    groom.transparency.assign(groom.points.size(), 0.5f);
    CHECK(notesOf("full.hair", groom).find("full.hair: what it says of these is not used: thickness, transparency, colours\n") != std::string::npos);
    FileStrands held = resampledTo(farGroom(), 4).strands;
    held.fixed.assign(held.points.size(), 0);
    for (size_t i = 0; i < held.fixed.size(); i += 4) held.fixed[i] = held.fixed[i + 1] = 1;
    CHECK(notesOf("held.tfx", held).find("not used") == std::string::npos);
    held.fixed[2] = 1;
    CHECK(notesOf("held.tfx", held).find("not used: fixed points other than each strand's root\n") != std::string::npos);
    held.fixed[2] = held.fixed[4] = 0;
    CHECK(notesOf("held.tfx", held).find("not used: fixed points other than each strand's root\n") != std::string::npos);
}

}  // namespace motion_file_test
