// A state that is saved while hair touches hair goes on, in a model that has seen nothing else, to the same hashes;
// states of before, whose points' numbers are floats, are still read.
#include "core/scenes/scene.h"
#include "tests/models/rig.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

namespace ringlet::test {
namespace {

struct Touching {
    const char* scene;
    std::vector<std::pair<std::string, std::string>> set;
};
const Touching touching[] = {{"barnes", {{"strands", "60"}}},
                             {"layers", {{"layers", "both"}}},
                             {"links", {}},
                             {"super-curly", {{"strands", "60"}, {"hairContact", "10"}}},
                             {"crossing", {{"strands", "40"}}},
                             {"wisp-three", {}}};

struct Made {
    SceneContent content;
    const ModelInfo* info;
    Params params;
};
Made madeOf(const Touching& one) {
    const SceneInfo& scene = *findScene(one.scene);
    Params params = sceneParams(scene);
    for (const auto& setting : one.set)
        if (params.find(setting.first) != nullptr) REQUIRE(params.set(setting.first, setting.second).ok());
    auto content = scene.make(params, {});
    REQUIRE(content.ok());
    return {std::move(content.value()), findModel(scene.model), params};
}
std::unique_ptr<Model> modelOf(const Made& made, int lanes) {
    auto model = made.info->build(made.content.groom, made.params, {"cpu", "tiles", lanes, nullptr, &made.content.colliders});
    REQUIRE(model.ok());
    return std::move(model.value());
}
std::vector<uint64_t> played(Model& model, const Made& made, int from, int to) {
    std::vector<uint64_t> hashes;
    for (int i = from; i < to; ++i) {
        model.step(wildFrame(i, 60, 0.3, &made.content.colliders));
        hashes.push_back(model.hash());
    }
    return hashes;
}

// A state begins with the model's name, the groom's hash, how many floats it has, and the head.
constexpr size_t countAt = 16 + 8, header = countAt + 8 + sizeof(Pose);

// The same state as programs of before wrote it: behind the strands' floats, for each pair its `ids` as floats and then
// its `floats`.
std::vector<uint8_t> ofBefore(const std::vector<uint8_t>& state, size_t floats, size_t ids) {
    uint64_t count;
    std::memcpy(&count, state.data() + countAt, sizeof count);
    const size_t numbers = (state.size() - header) / 4 - size_t(count), pairs = numbers / ids;
    const size_t first = size_t(count) - pairs * floats;
    std::vector<float> all(static_cast<size_t>(count) + numbers), now(static_cast<size_t>(count));
    std::vector<uint32_t> id(numbers);
    std::memcpy(now.data(), state.data() + header, 4 * size_t(count));
    std::memcpy(id.data(), state.data() + header + 4 * size_t(count), 4 * numbers);
    std::copy_n(now.begin(), first, all.begin());
    auto to = all.begin() + static_cast<std::ptrdiff_t>(first);
    for (size_t pair = 0; pair < pairs; ++pair) {
        for (size_t k = 0; k < ids; ++k) *to++ = static_cast<float>(id[pair * ids + k]);
        for (size_t k = 0; k < floats; ++k) *to++ = now[first + pair * floats + k];
    }
    count = all.size();
    std::vector<uint8_t> old(header + 4 * all.size());
    std::memcpy(old.data(), state.data(), header);
    std::memcpy(old.data() + countAt, &count, sizeof count);
    std::memcpy(old.data() + header, all.data(), 4 * all.size());
    return old;
}

}  // namespace

TEST_CASE("a state saved in the middle of contacts goes on with the same hashes in a new model") {
    for (const Touching& one : touching) {
        CAPTURE(one.scene);
        const Made made = madeOf(one);
        auto model = modelOf(made, 0);
        uint64_t contacts = 0;
        for (int at : {7, 19, 40}) {
            played(*model, made, at == 7 ? 0 : at == 19 ? 7 : 19, at);
            contacts += model->contacts();
            const std::vector<uint8_t> saved = model->save();
            auto other = modelOf(made, 1);
            REQUIRE(other->restore(saved).ok());
            CHECK(other->hash() == model->hash());
            auto alike = modelOf(made, 0);
            REQUIRE(alike->restore(saved).ok());
            const std::vector<uint64_t> goes = played(*alike, made, at, at + 8);
            CHECK(played(*other, made, at, at + 8) == goes);
            auto whole = modelOf(made, 4);
            played(*whole, made, 0, at);
            CHECK(played(*whole, made, at, at + 8) == goes);
        }
        CHECK(contacts > 0);
    }
}

TEST_CASE("states of before, with points' numbers as floats, are read, and damaged ones refused") {
    for (const std::array<size_t, 3>& one : {std::array<size_t, 3>{3, 4, 2}, std::array<size_t, 3>{1, 0, 1}}) {
        const Touching& hair = touching[one[0]];
        const size_t floats = one[1], ids = one[2];
        CAPTURE(hair.scene);
        const Made made = madeOf(hair);
        auto model = modelOf(made, 0);
        played(*model, made, 0, 20);
        const std::vector<uint8_t> now = model->save(), before = ofBefore(now, floats, ids);
        auto other = modelOf(made, 0);
        REQUIRE(other->restore(before).ok());
        CHECK(other->save() == now);
        std::vector<uint8_t> damaged = now;
        damaged.resize(damaged.size() - 4);
        const uint64_t hash = other->hash();
        CHECK(!other->restore(damaged).ok());
        damaged = now;
        for (size_t i = 0; i < 4 && floats > 0; ++i) damaged[damaged.size() - 1 - i] = 0xff;
        if (floats > 0) CHECK(!other->restore(damaged).ok());
        CHECK(other->hash() == hash);
    }
}

}  // namespace ringlet::test
