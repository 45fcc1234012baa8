// The table that a run writes a row a frame of.
#include "core/scenes/series.h"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace ringlet;

namespace series_test {
namespace {

std::vector<std::string> cells(const std::string& line) {
    REQUIRE(line.back() == '\n');
    std::vector<std::string> all{""};
    for (char c : line.substr(0, line.size() - 1)) {
        if (c == ',') all.emplace_back();
        else all.back() += c;
    }
    return all;
}

std::unique_ptr<Simulation> made(const std::string& model) {
    SimulationOptions options;
    options.modelName = model;
    Params params = sceneParams(*findScene("wisp-three"), model);
    auto simulation = Simulation::make("wisp-three", params, options);
    REQUIRE_MESSAGE(simulation.ok(), (simulation.ok() ? std::string() : simulation.error()));
    return std::move(simulation.value());
}

}  // namespace

TEST_CASE("a series has a column for each heading, of every model") {
    for (const ModelInfo& model : models()) {
        CAPTURE(model.name);
        auto simulation = made(model.name);
        auto series = Series::make("0:5,2:1", *simulation);
        REQUIRE(series.ok());
        const std::vector<std::string> names = cells(series.value().heading());
        simulation->setMotion(std::move(makeMotion("drag").value()));
        for (int i = 0; i < 20; ++i) simulation->advance();
        const std::vector<std::string> row = cells(series.value().row(*simulation));
        REQUIRE(row.size() == names.size());
        auto at = [&](const std::string& name) {
            for (size_t i = 0; i < names.size(); ++i)
                if (names[i] == name) return std::strtod(row[i].c_str(), nullptr);
            FAIL("no column " << name);
            return 0.0;
        };
        const FrameStats stats = simulation->frameStats();
        const Energy energy = simulation->model().energy({0, -9.81f, 0});
        CHECK(at("time") == 20 / 60.0);
        CHECK(at("kinetic") == energy.kinetic);
        CHECK(at("gravity") == energy.gravity);
        CHECK(at("elastic") == energy.elastic);
        CHECK(at("lost") == 0);  // the head works
        CHECK(at("kinetic") > 0);
        CHECK(at("maxSpeed") >= at("tipSpeed"));
        CHECK(at("rootSpeed") > 0);
        CHECK(at("worstSegment") == stats.length.worst);
        CHECK(at("depth") == stats.depth);
        CHECK(at("contacts") == static_cast<double>(stats.contacts));
        const Curves curves = simulation->model().curves();
        const Vec3f p = curvePoint(curves.blocks[0], 2, 1);
        CHECK(at("x2:1") == curves.head.position.x + double{p.x});
        CHECK(at("y2:1") == curves.head.position.y + double{p.y});
        CHECK(at("z2:1") == curves.head.position.z + double{p.z});
        CHECK(names.back() == "z2:1");
    }
}

TEST_CASE("particles of a series that are not there are named") {
    auto simulation = made("elastic-strand");
    auto errorOf = [&](const char* text) {
        auto series = Series::make(text, *simulation);
        return series.ok() ? std::string() : series.error();
    };
    CHECK(errorOf("") == "");
    CHECK(errorOf("0:0") == "");
    CHECK(errorOf("0:9999").find("no particle 0:9999") != std::string::npos);
    CHECK(errorOf("99:0").find("no particle 99:0") != std::string::npos);
    for (const char* wrong : {"0", "0:", ":1", "0:1,", "0:1;1:1", ",", "a:b", "-1:0", "0:1:2", " 0:1", "4294967296:0", "0:99999999999999999999"})
        CHECK_MESSAGE(errorOf(wrong).find("STRAND:PARTICLE") != std::string::npos, wrong);
}

}  // namespace series_test
