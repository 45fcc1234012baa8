// Saving and restoring, and strands whose state is lost.
#include "tests/models/rig.h"
#include "tests/support.h"

#include <limits>

using namespace ringlet;
using namespace ringlet::test;

TEST_CASE("a restored state is byte exact and goes on with the same hashes") {
    const Groom groom = randomGroom(6, 21, 12);
    Colliders colliders;
    colliders.spheres.push_back({{0, 0, 0}, 0.1f});
    for (double step : {0.0, 1.0}) {
        auto model = buildModel(groom, {{"step", step}});
        for (int i = 0; i < 20; ++i) model->step(wildFrame(i, 60, 1, &colliders));
        const std::vector<uint8_t> saved = model->save();
        const uint64_t hash = model->hash();
        std::vector<uint64_t> first;
        for (int i = 20; i < 40; ++i) {
            model->step(wildFrame(i, 60, 1, &colliders));
            first.push_back(model->hash());
        }
        // Into the same model, and into a new one of other lanes.
        auto other = buildModel(groom, {{"step", step}}, {"cpu", "tiles", 1, nullptr});
        for (Model* m : {model.get(), other.get()}) {
            REQUIRE(m->restore(saved).ok());
            CHECK(m->save() == saved);
            CHECK(m->hash() == hash);
            std::vector<uint64_t> again;
            for (int i = 20; i < 40; ++i) {
                m->step(wildFrame(i, 60, 1, &colliders));
                again.push_back(m->hash());
            }
            CHECK(again == first);
        }
    }
}

namespace state_test {
namespace {

// Another value than a parameter's own.
double otherValue(const ParamInfo& row) {
    if (row.kind == ParamKind::Toggle) return row.byDefault > 0 ? 0 : 1;
    if (row.kind == ParamKind::Choice) return row.byDefault > 0 ? 0 : 1;
    const double value = row.byDefault < row.high ? row.byDefault + 0.1 * (row.high - row.byDefault) : 0.5 * (row.low + row.high);
    return row.kind == ParamKind::Integer ? double(static_cast<int>(value + 0.999)) : double(static_cast<float>(value));
}

// A few curly strands, some too limp for their shapes and some that lie in each other.
Groom curlyStrands() {
    Groom groom;
    Random random(5, 0);
    for (int s = 0; s < 12; ++s) {
        StrandShape shape;
        shape.length = 0.1f + 0.01f * static_cast<float>(s), shape.particles = 10, shape.bend = 0.3f;
        const Vec3f root{0.002f * static_cast<float>(s), 0.1f, 0};
        addStrand(groom, randomStrand(random, shape, root, {0, 1, 0.2f}), {0, 1, 0}, 4e-5f);
    }
    return groom;
}

}  // namespace

TEST_CASE("hair that is reset after a parameter was changed is hair that was made with it") {
    const Groom groom = curlyStrands();
    for (const ModelInfo& info : models())
        for (const bool limp : {false, true}) {
            Params params({info.params});
            for (const auto& [name, value] : {std::pair{"sagFree", 1.0}, {"fitStiffness", 0.0}, {"stiffness", 1e-9}})
                if (limp && params.find(name) != nullptr) REQUIRE(params.set(name, value).ok());
            for (const ParamInfo& row : params.rows()) {
                if (row.change != ParamChange::Live) continue;
                CAPTURE(info.name);
                CAPTURE(row.name);
                auto changed = info.build(groom, params, {});
                REQUIRE_MESSAGE(changed.ok(), (changed.ok() ? std::string() : changed.error()));
                Params other = params;
                REQUIRE(other.set(row.name, otherValue(row)).ok());
                changed.value()->setParams(other);
                auto made = info.build(groom, other, {});
                REQUIRE_MESSAGE(made.ok(), (made.ok() ? std::string() : made.error()));
                changed.value()->reset(Pose{}), made.value()->reset(Pose{});
                CHECK(changed.value()->save() == made.value()->save());
                for (int i = 0; i < 2; ++i) changed.value()->step(wildFrame(i, 60, 1)), made.value()->step(wildFrame(i, 60, 1));
                CHECK(changed.value()->hash() == made.value()->hash());
            }
        }
}

TEST_CASE("strands that touch go on alike from a state that was saved after they became limp") {
    const Groom groom = curlyStrands();
    Params params({strandModel().params});
    for (const auto& [name, value] : {std::pair{"sagFree", 1.0}, {"fitStiffness", 0.0}, {"hairContact", 1.0}, {"hairDiameter", 0.004}})
        REQUIRE(params.set(name, value).ok());
    auto model = strandModel().build(groom, params, {});
    REQUIRE(model.ok());
    for (int i = 0; i < 5; ++i) model.value()->step(wildFrame(i, 60, 1));
    REQUIRE(params.set("stiffness", 1e-9).ok());
    model.value()->setParams(params);
    for (int i = 5; i < 10; ++i) model.value()->step(wildFrame(i, 60, 1));
    auto other = strandModel().build(groom, params, {});
    REQUIRE(other.ok());
    REQUIRE(other.value()->restore(model.value()->save()).ok());
    for (int i = 10; i < 30; ++i) {
        CAPTURE(i);
        model.value()->step(wildFrame(i, 60, 1)), other.value()->step(wildFrame(i, 60, 1));
        REQUIRE(model.value()->hash() == other.value()->hash());
    }
}

}  // namespace state_test

TEST_CASE("a wrong state is refused in words and changes nothing") {
    const Groom groom = randomGroom(6, 9, 12);
    auto model = buildModel(groom, {});
    for (int i = 0; i < 5; ++i) model->step(wildFrame(i, 60, 1));
    const std::vector<uint8_t> good = model->save();
    const uint64_t hash = model->hash();

    std::vector<std::vector<uint8_t>> wrong;
    wrong.push_back({});
    wrong.push_back({1, 2, 3});
    wrong.push_back(std::vector<uint8_t>(good.size(), 0));
    wrong.push_back(std::vector<uint8_t>(good.begin(), good.end() - 1));
    wrong.push_back(std::vector<uint8_t>(good.begin(), good.begin() + 40));
    wrong.push_back(good);
    wrong.back().push_back(0);
    wrong.push_back(buildModel(randomGroom(6, 8, 12), {})->save());
    wrong.push_back(buildModel(randomGroom(6, 9, 13), {})->save());
    wrong.push_back(buildModel(groom, {{"step", 1}})->save());
    for (const std::vector<uint8_t>& state : wrong) {
        CAPTURE(state.size());
        Status status = model->restore(state);
        REQUIRE_FALSE(status.ok());
        CHECK(status.error().size() > 10);
        CHECK(status.error().find('\n') == std::string::npos);
        CHECK(model->hash() == hash);
        CHECK(model->save() == good);
    }
    CHECK(model->restore(good).ok());
}

TEST_CASE("a state of another groom with as many floats is refused") {
    // 6 strands of 12 particles, and 8 of 9: 72 particles both.
    Groom a, b;
    Random random(1);
    StrandShape shape;
    shape.particles = 12;
    for (int s = 0; s < 6; ++s) addStrand(a, randomStrand(random, shape, {0, 0, 0}, {0, 1, 0}), {0, 1, 0}, 4e-5f);
    shape.particles = 9;
    for (int s = 0; s < 8; ++s) addStrand(b, randomStrand(random, shape, {0, 0, 0}, {0, 1, 0}), {0, 1, 0}, 4e-5f);
    auto model = buildModel(a, {});
    const uint64_t hash = model->hash();
    CHECK_FALSE(model->restore(buildModel(b, {})->save()).ok());
    CHECK(model->hash() == hash);
}

TEST_CASE("a state of the same strands at another length is refused") {
    Groom a, b;
    for (float segment : {0.01f, 0.02f}) {
        std::vector<Vec3f> points;
        for (int i = 0; i < 10; ++i) points.push_back({0, 0.1f + segment * static_cast<float>(i), 0});
        addStrand(segment < 0.015f ? a : b, points, {0, 1, 0}, 4e-5f);
    }
    for (double step : {0.0, 1.0}) {
        CAPTURE(step);
        auto model = buildModel(a, {{"step", step}});
        CHECK_FALSE(model->restore(buildModel(b, {{"step", step}})->save()).ok());
    }
}

TEST_CASE("a strand that is not finite returns to rest, is counted once and disturbs nobody") {
    const Groom groom = randomGroom(7, 20, 12);  // 13 strands of 12 particles, then 7 of 15
    const uint32_t lost = 5, n = 12;
    const float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38f};
    for (bool published : {false, true}) {
        const size_t perParticle = published ? 6 : 10;
        for (float value : bad)
            for (uint32_t particle : {1u, 6u, n - 1})
                for (size_t component = 0; component < perParticle; component += 3) {
                    if (particle == n - 1 && component >= 6) continue;  // no segment begins at the tip
                    CAPTURE(published);
                    CAPTURE(value);
                    CAPTURE(particle);
                    CAPTURE(component);
                    auto model = buildModel(groom, {{"step", published}}, {"cpu", "tiles", 4, nullptr});
                    auto healthy = buildModel(groom, {{"step", published}}, {"cpu", "tiles", 4, nullptr});
                    for (Model* m : {model.get(), healthy.get()})
                        for (int i = 0; i < 5; ++i) m->step(wildFrame(i, 60, 1));
                    const size_t index = (lost * n + particle) * perParticle + component;
                    setStateFloat(*model, published, index, value);
                    Frame frame = wildFrame(5, 60, 1);
                    model->step(frame);
                    healthy->step(frame);
                    CHECK(model->resets() == 1);

                    // At rest in its rest shape at the head's pose.
                    auto rest = buildModel(groom, {{"step", published}});
                    rest->reset(frame.end.pose);
                    std::vector<float> is = stateFloats(*model, published);
                    std::vector<float> other = stateFloats(*healthy, published);
                    std::vector<float> shape = stateFloats(*rest, published);
                    double away = 0;
                    size_t first = lost * n * perParticle, last = first + n * perParticle, disturbed = 0;
                    for (size_t i = 0; i < is.size(); ++i) {
                        if (i < first || i >= last) disturbed += bitsOf(is[i]) != bitsOf(other[i]) ? 1 : 0;
                        else if (i < last - perParticle || (i - first) % perParticle < 6)
                            away = std::max(away, std::isfinite(is[i]) ? double(std::fabs(is[i] - shape[i])) : 1e9);
                    }
                    CHECK(disturbed == 0);
                    CHECK(away < 1e-5);

                    model->step(wildFrame(6, 60, 1));
                    CHECK(model->resets() == 1);
                    CHECK(allFinite(stateFloats(*model, published)));
                }
    }
}
