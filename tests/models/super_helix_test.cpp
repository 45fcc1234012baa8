// The super-helix model as a model: same bits for any lanes and threads, state,
// fit of grooms, and a thousand extreme parameter sets and motions.
#include "tests/models/rig.h"

#include "core/groom/roots.h"
#include "core/math/elementary.h"
#include "core/models/super_helix/hair_types.h"
#include "core/models/super_helix/helix_fit.h"
#include "core/models/super_helix/super_helix.h"

#include <cstdlib>
#include <cstring>

namespace ringlet::test {
using namespace super_helix;
namespace {

std::unique_ptr<Model> superHelix(const Groom& groom, const Settings& settings, const ModelOptions& options = {}) {
    Params params({&super_helix::superHelixParams()});
    for (const auto& setting : settings) REQUIRE_MESSAGE(params.set(setting.first, setting.second).ok(), setting.first);
    auto built = super_helix::SuperHelixModel::build(groom, params, options);
    REQUIRE_MESSAGE(built.ok(), (built.ok() ? std::string() : built.error()));
    return std::move(built.value());
}

Colliders ball() {
    Colliders colliders;
    colliders.spheres.push_back({{0, 0, 0}, 0.1f});
    return colliders;
}

}  // namespace

TEST_CASE("super-helices: the same bits for any lanes and threads, with contacts") {
    const Groom groom = randomGroom(9, 21, 12);
    const Colliders colliders = ball();
    ThreadPool pool(2);
    for (double rod : {0.0, 1.0}) {
        uint64_t first = 0;
        for (int lanes : {1, 4, 8, 16})
            for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
                if (super_helix::rodKernels(lanes) == nullptr) continue;
                ModelOptions options;
                options.lanes = lanes;
                options.pool = threads;
                auto model = superHelix(groom, {{"rod", rod}, {"hairContact", 5}, {"wispDiameter", 0.03}}, options);
                for (int f = 0; f < 12; ++f) model->step(wildFrame(f, 60, 1, &colliders));
                if (first == 0) first = model->hash();
                CAPTURE(lanes);
                CHECK(model->hash() == first);
            }
    }
}

TEST_CASE("super-helices: a saved state goes on as if nothing had been, in any lanes") {
    const Groom groom = randomGroom(6, 9, 10);
    const Colliders colliders = ball();
    ModelOptions narrow;
    narrow.lanes = 1;
    const Settings touching = {{"hairContact", 5}, {"wispDiameter", 0.03}};
    auto a = superHelix(groom, touching), b = superHelix(groom, touching, narrow);
    for (int f = 0; f < 10; ++f) a->step(wildFrame(f, 60, 0.5, &colliders));
    REQUIRE(b->restore(a->save()).ok());
    CHECK(b->hash() == a->hash());
    for (int f = 10; f < 16; ++f) {
        a->step(wildFrame(f, 60, 0.5, &colliders));
        b->step(wildFrame(f, 60, 0.5, &colliders));
    }
    CHECK(b->hash() == a->hash());
    CHECK_FALSE(superHelix(randomGroom(5, 9, 10), {})->restore(a->save()).ok());
    // Pairs that touch are kept; such as are none are refused, and nothing changes.
    std::vector<uint8_t> damaged = a->save();
    REQUIRE(damaged.size() > superHelix(groom, {})->save().size());
    const uint32_t none = 1000000;
    std::memcpy(damaged.data() + damaged.size() - 2 * sizeof none, &none, sizeof none);
    CHECK_FALSE(b->restore(damaged).ok());
    CHECK(b->hash() == a->hash());
}

TEST_CASE("any polyline is fitted by helices: exactly where it is one, better with more elements") {
    const std::vector<Vec3f> helix = hangingHelix({0.3f, 0.01f, 0.02f}, 60, 4e-5f).points;
    for (int elements : {1, 3, 5}) CHECK(super_helix::fitHelices(helix.data(), 60, elements, false).worstError < 5e-6);
    std::vector<Vec3f> wave;
    for (int i = 0; i < 40; ++i) {
        const float s = static_cast<float>(i) / 39;
        wave.push_back({0.03f * std::sin(9 * s), -0.25f * s, 0.05f * s * s});
    }
    for (bool reduced : {false, true}) {
        const double five = super_helix::fitHelices(wave.data(), 40, 5, reduced).meanError;
        CHECK(five < 0.003);
        CHECK(super_helix::fitHelices(wave.data(), 40, 10, reduced).meanError < five);
        for (const Vec3d& K : super_helix::fitHelices(wave.data(), 40, 5, reduced).darboux) CHECK((!reduced || absolute(K.y) == 0));
    }
    // Points that coincide, and strands of two points, have a fit as well.
    const Vec3f same[3] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    CHECK(std::isfinite(super_helix::fitHelices(same, 3, 5, false).meanError));
    const Vec3f two[2] = {{0, 0, 0}, {0.1f, 0, 0}};
    CHECK(super_helix::fitHelices(two, 2, 5, true).worstError < 1e-9);
}

TEST_CASE("hair types: the natural curl is the helix's, the section's stiffness the textbook's") {
    const NaturalCurl fuzzy = naturalCurl(0.001, 0.01);
    CHECK(fuzzy.curvature / (fuzzy.curvature * fuzzy.curvature + fuzzy.twist * fuzzy.twist) == doctest::Approx(0.001));
    CHECK((1 / 0.001) / fuzzy.curvature == doctest::Approx(3.53).epsilon(0.01));  // what 1 / r would make of it
    const RodSection round = rodSection(2e9, 0.5, 50e-6, 1, 1300);
    CHECK(round.bendingMajor == doctest::Approx(2e9 * pi / 4 * std::pow(50e-6, 4)));
    CHECK(round.twisting == doctest::Approx(2e9 / 3 * pi / 2 * std::pow(50e-6, 4)));
    CHECK(round.bendingMajor == round.bendingMinor);
    const RodSection flat = rodSection(2e9, 0.5, 50e-6, 1.5, 1300);
    CHECK(flat.bendingMinor / flat.bendingMajor == doctest::Approx(2.25));
}

// By hand: RINGLET_SUPER_HELIX_CASES=1000000 runs as many, RINGLET_SUPER_HELIX_FIRST=500000 begins there.
TEST_CASE("super-helices: a thousand extreme parameter sets and motions leave no strand lost and none unboundedly fast" * doctest::test_suite("long")) {
    const char* wanted = std::getenv("RINGLET_SUPER_HELIX_CASES");
#if defined(__EMSCRIPTEN__)
    constexpr uint64_t usual = 100;  // the same source and bits as natively
#else
    constexpr uint64_t usual = 1000;
#endif
    const uint64_t cases = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : usual;
    const char* begin = std::getenv("RINGLET_SUPER_HELIX_FIRST");
    const uint64_t first = begin != nullptr ? std::strtoull(begin, nullptr, 10) : 0;
    const Colliders colliders = ball();
    const double rates[] = {20, 24, 30, 60, 120, 240};
    uint64_t resets = 0, lost = 0;
    double fastest = 0;
    for (uint64_t index = first; index < first + cases; ++index) {
        Random random(177, index);
        Settings settings;
        std::string words;
        for (const ParamInfo& row : super_helix::superHelixParams()) {
            // Ends of the range, and in between on a logarithmic scale.
            double value = row.low, share = random.unit();
            if (share > 0.15 && share < 0.85) {
                const double t = random.unit();
                value = row.low > 0 ? row.low * std::pow(row.high / row.low, t)
                                    : row.high * std::pow(10.0, -6 * t);
            } else if (share >= 0.85) {
                value = row.high;
            }
            if (row.kind != ParamKind::Real) value = std::floor(row.low + random.unit() * (row.high - row.low + 0.999));
            settings.push_back({row.name, value});
            words += std::string(row.name) + "=" + std::to_string(value) + " ";
        }
        StrandShape shape;
        shape.particles = 2 + static_cast<int>(random.bits() % 40);
        shape.length = 0.001f * std::pow(1000.0f, random.unit());
        shape.bend = 1.2f * random.unit();
        Groom groom;
        for (int s = 0; s < 2; ++s) {
            const Vec3f normal = randomDirection(random);
            addStrand(groom, randomStrand(random, shape, 0.1f * normal, normal), normal, 4e-5f);
        }
        ModelOptions options;
        options.lanes = 1;
        auto model = superHelix(groom, settings, options);
        const double rate = rates[random.bits() % 6], size = random.unit() * (rate < 30 ? 1.0 : 2.0);
        bool finite = true;
        double speed = 0;
        for (int f = 0; f < 10; ++f) {
            Frame frame = wildFrame(f, rate, size, index % 4 == 0 ? nullptr : &colliders);
            if (index % 3 == 0) frame.wind = {20, 0, 5};
            if (index % 5 == 0) frame.brush = {{0, 0.1f, 0}, {3, 0, 0}, 0.08f, 1000};
            const std::vector<Vec3f> before = pointsOf(*model);
            model->step(frame);
            const std::vector<Vec3f> after = pointsOf(*model);
            for (size_t i = 0; i < after.size(); ++i) {
                finite = finite && std::isfinite(dot(after[i], after[i]));
                speed = std::max(speed, lengthOf(after[i] - before[i]) * rate);
            }
        }
        resets += model->resets();
        lost += finite ? 0 : 1;
        fastest = std::max(fastest, speed);
        CAPTURE(index);
        CAPTURE(words);
        CHECK(finite);
        CHECK(model->resets() == 0);
        // No point is ever farther from the root than the strand is long.
        CHECK(speed < 2 * shape.length * rate + 60);
    }
    if (wanted != nullptr)
        std::printf("%llu cases: %llu resets, %llu lost, fastest %.1f m/s\n", static_cast<unsigned long long>(cases),
                    static_cast<unsigned long long>(resets), static_cast<unsigned long long>(lost), fastest);
}

}  // namespace ringlet::test
