// A strand's motion does not depend on its place in the groom, nor on which strands
// share its tile: permuted grooms give permuted results, bit for bit.
#include "tests/models/rig.h"

#include <algorithm>

using namespace ringlet;
using namespace ringlet::test;

namespace {

// Strands from nearly straight to tightly crooked and 0.05 to 0.3 m long, all with as many points.
Groom variedGroom(int strands, const std::vector<int>& order) {
    Groom groom;
    for (int s = 0; s < strands; ++s) {
        Random random(31, static_cast<uint64_t>(order[static_cast<size_t>(s)]));
        const Vec3f normal = randomDirection(random);
        StrandShape shape;
        shape.particles = 14;
        shape.length = random.between(0.05f, 0.3f);
        shape.bend = random.between(0.01f, 1.2f);
        addStrand(groom, randomStrand(random, shape, 0.1f * normal, normal), normal, 4e-5f);
    }
    return groom;
}

// Every model's settings without contact between strands.
Params apart(const ModelInfo& info) {
    Params params({info.params});
    for (const char* name : {"contacts", "hairContact"})
        if (params.find(name)) REQUIRE(params.set(name, "0").ok());
    if (params.find("variation")) REQUIRE(params.set("variation", "0.2").ok());
    return params;
}

std::unique_ptr<Model> played(const ModelInfo& info, const Groom& groom, const Params& params, const ModelOptions& options) {
    auto built = info.build(groom, params, options);
    REQUIRE(built.ok());
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    std::unique_ptr<Model> model = std::move(built.value());
    for (int i = 0; i < 25; ++i) {
        Frame frame = wildFrame(i, 60, 1, &ball);
        frame.teleport = i == 15;
        model->step(frame);
    }
    return model;
}

}  // namespace

TEST_CASE("permuted grooms give permuted results in every model") {
    const int strands = 53;
    std::vector<int> order(strands), shuffled;
    for (int s = 0; s < strands; ++s) order[static_cast<size_t>(s)] = s;
    shuffled = order;
    std::reverse(shuffled.begin(), shuffled.end());
    Random random(7);
    for (size_t s = 0; s < 20; ++s) std::swap(shuffled[s], shuffled[random.bits() % shuffled.size()]);
    const Groom groom = variedGroom(strands, order), other = variedGroom(strands, shuffled);
    for (const ModelInfo& info : models()) {
        std::vector<std::string> choices;
        for (const ParamInfo& row : *info.params)
            for (const char* choice : row.choices)
                if (row.name == std::string("step") || row.name == std::string("rod")) choices.push_back(std::string(row.name) + "=" + choice);
        if (choices.empty()) choices = {""};
        for (const std::string& choice : choices) {
            CAPTURE(info.name);
            CAPTURE(choice);
            Params params = apart(info);
            if (!choice.empty()) {
                const size_t equals = choice.find('=');
                REQUIRE(params.set(choice.substr(0, equals), choice.substr(equals + 1)).ok());
            }
            const auto one = played(info, groom, params, {}), two = played(info, other, params, {});
            const std::vector<Vec3f> a = pointsOf(*one), b = pointsOf(*two);
            REQUIRE(a.size() == b.size());
            const size_t each = a.size() / strands;
            int differing = 0;
            for (size_t s = 0; s < strands; ++s)
                if (std::memcmp(&b[s * each], &a[static_cast<size_t>(shuffled[s]) * each], each * sizeof(Vec3f)) != 0)
                    ++differing;
            CHECK(differing == 0);
        }
    }
}
