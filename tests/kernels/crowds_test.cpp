// Hair that lies in itself and strands that are lost, where strands touch: the same on the CPU and on the emulated device.
#include "tests/kernels/device_support.h"

#include <cstring>
#include <limits>

namespace ringlet::test {
namespace {

// So many strands at most so far from each other at their roots, m.
Groom crowd(int strands, float wide) {
    Groom groom;
    for (int i = 0; i < strands; ++i) {
        const float x = wide * static_cast<float>(i % 20) / 20, z = wide * static_cast<float>(i / 20) / 20;
        std::vector<Vec3f> points;
        for (int p = 0; p < 12; ++p) points.push_back({x, 0.1f + 0.01f * static_cast<float>(p), z});
        addStrand(groom, points, {0, 1, 0}, 4e-5f);
    }
    return groom;
}

typedef std::vector<std::pair<const char*, double>> Values;
struct Touching {
    const char* model;
    Values set;
    const char* diameter;
};

Params paramsOf(const Touching& touching) {
    Params params({findModel(touching.model)->params});
    for (const auto& [name, value] : touching.set) REQUIRE(params.set(name, value).ok());
    return params;
}

bool crowded(const Model& model) { return model.remark().find("strands lie in each other") != std::string::npos; }

const Touching touchings[] = {
    {"verlet", {{"contactDiameter", 0.03}}, "contactDiameter"},
    {"elastic-strand", {{"hairContact", 5}, {"hairDiameter", 0.02}}, "hairDiameter"},
    {"dftl", {{"step", 1}, {"pairRepulsion", 500}, {"hairDiameter", 0.02}}, "hairDiameter"},
    {"super-helix", {{"hairContact", 100}, {"wispDiameter", 0.02}}, "wispDiameter"},
    {"rigid-chain", {{"wispContacts", 1}, {"wispRadius", 0.01}}, "wispRadius"},
    {"discrete-rod", {{"wispContacts", 1}, {"wispThickness", 0.01}}, "wispThickness"},
};

}  // namespace

TEST_CASE("kernels: strands that lie in each other are told of, until hair is put elsewhere and no longer does") {
    auto motion = motionOf("drag");
    for (const Touching& touching : touchings) {
        Params params = paramsOf(touching);
        for (const auto& model : onBoth(*findModel(touching.model), crowd(400, 0.002f), params)) {
            CAPTURE(std::string(touching.model));
            CHECK(!crowded(*model));
            model->step(frameOf(*motion, 0, nullptr));
            CHECK(crowded(*model));
            Params thin = params;
            REQUIRE(thin.set(touching.diameter, 1e-4).ok());
            model->setParams(thin);
            model->reset(Pose{});
            CHECK(!crowded(*model));
            model->step(frameOf(*motion, 0, nullptr));
            CHECK(!crowded(*model));
        }
    }
}

TEST_CASE("kernels: of linked strands one that is lost takes nobody along") {
    Groom groom;
    addCurls(groom, 120, 14);
    auto motion = motionOf("violent");
    Params params({findModel("verlet")->params});
    REQUIRE(params.set("links", 4).ok());
    const auto both = onBoth(*findModel("verlet"), groom, params);
    for (int i = 0; i < 14; ++i) both[0]->step(frameOf(*motion, i, nullptr));
    std::vector<uint8_t> state = both[0]->save();
    // Strands' floats come first, in their order, behind the name, the groom, how many floats there are and the head.
    constexpr size_t header = 16 + 2 * sizeof(uint64_t) + sizeof(Pose), strands = 120, lost = 7;
    REQUIRE(params.set("links", 0).ok());
    const size_t ofStrand = (onBoth(*findModel("verlet"), groom, params)[0]->save().size() - header) / sizeof(float) / strands;
    const float none = std::numeric_limits<float>::quiet_NaN();
    std::memcpy(state.data() + header + sizeof(float) * (lost * ofStrand + ofStrand / 2), &none, sizeof none);
    for (const auto& model : both) {
        REQUIRE(model->restore(state).ok());
        model->step(frameOf(*motion, 14, nullptr));
        CHECK(model->resets() == 1);
        model->step(frameOf(*motion, 15, nullptr));
        CHECK(model->resets() == 1);
    }
    CHECK(both[0]->hash() == both[1]->hash());
}

}  // namespace ringlet::test
