// Sag-free start: grooms hang as they were made, what cannot is told apart, and
// nothing depends on lanes or threads.
#include "core/models/elastic_strand/sag_free.h"
#include "core/math/elementary.h"
#include "tests/models/rig.h"
#include "tests/support.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

const Settings stiff = {{"sagFree", 1}, {"stiffness", 1e-6}};

// The largest distance of a particle from the groom's place, over its strand's length.
std::vector<double> deviations(const Model& model, const Groom& groom) {
    std::vector<double> all;
    const Curves curves = model.curves();
    for (size_t b = 0; b < curves.blocks.size(); ++b) {
        const Vec3f* given = groom.points.data() + groom.groups[b].firstPoint;
        const CurveBlock& block = curves.blocks[b];
        for (uint32_t s = 0; s < block.strands; ++s, given += block.particles) {
            double most = 0, length = 0;
            for (uint32_t p = 0; p < block.particles; ++p) {
                most = std::max(most, double(lengthOf(curvePoint(block, s, p) - given[p])));
                if (p > 0) length += double(lengthOf(given[p] - given[p - 1]));
            }
            all.push_back(most / length);
        }
    }
    return all;
}
double worstOf(const Model& model, const Groom& groom) {
    const std::vector<double> all = deviations(model, groom);
    return *std::max_element(all.begin(), all.end());
}

void rest(Model& model, double seconds, const Colliders* colliders = nullptr) {
    Frame frame;
    frame.colliders = colliders;
    for (int i = 0; i < int(seconds * 60); ++i) model.step(frame);
}

uint32_t tooLimp(const Model& model) { return dynamic_cast<const elastic_strand::ElasticStrandModel&>(model).tooLimp(); }

// One straight strand of `length` m that stands up (up 1), lies level (0) or hangs (-1).
Groom straightStrand(double up, int particles, double length = 0.1) {
    std::vector<Vec3d> points;
    const double across = std::sqrt(1 - up * up);
    for (int i = 0; i < particles; ++i) {
        const double s = length * i / (particles - 1);
        points.push_back({across * s, up * s, 0});
    }
    return strandGroom(points);
}

bool holds(const Groom& groom, double stiffness) {
    return tooLimp(*buildModel(groom, {{"sagFree", 1}, {"stiffness", stiffness}})) == 0;
}

// The least stiffness at which the strand holds.
double leastStiffness(const Groom& groom, double low, double high) {
    for (int i = 0; i < 30; ++i) {
        const double middle = std::sqrt(low * high);
        (holds(groom, middle) ? high : low) = middle;
    }
    return high;
}

}  // namespace

TEST_CASE("any groom that is stiff enough hangs as it was made, and sags without") {
    for (int particles : {2, 3, 16, 40}) {
        const Groom groom = randomGroom(31, 24, particles);
        auto held = buildModel(groom, stiff);
        CHECK(tooLimp(*held) == 0);
        rest(*held, 5);
        CAPTURE(particles);
        CHECK(worstOf(*held, groom) < 1e-4);
        auto plain = buildModel(groom, {{"stiffness", 1e-6}});
        CHECK(plain->remark().empty());
        rest(*plain, 5);
        CHECK(worstOf(*plain, groom) > (particles > 2 ? 5e-3 : 1e-4));
    }
}

TEST_CASE("a strand that stands up holds from Greenhill's stiffness on") {
    // Self-buckling of an upright column: weight per metre * L^3 = 7.837 B. A root
    // joint that spans half a segment and lumped masses converge to it.
    const double length = 0.1, weight = 6.5e-6 * 9.81;
    const double exact = weight * length * length * length / 7.8373;
    const double coarse = leastStiffness(straightStrand(1, 25), 1e-9, 1e-7) / exact;
    const double fine = leastStiffness(straightStrand(1, 100), 1e-9, 1e-7) / exact;
    CAPTURE(coarse);
    CAPTURE(fine);
    CHECK(std::fabs(coarse - 1) < 0.05);
    CHECK(std::fabs(fine - 1) < 0.02);
    CHECK(holds(straightStrand(-1, 100), 0));  // a chain that hangs needs none
}

TEST_CASE("what is said to hold comes back when it is pushed, what is not falls") {
    int fallen = 0, stood = 0;
    for (double up : {1.0, 0.7, 0.0, -0.5}) {
        const Groom groom = straightStrand(up, 20);
        const double least = leastStiffness(groom, 1e-10, 1e-6);
        for (double factor : {0.8, 1.25}) {
            CAPTURE(up);
            CAPTURE(factor);
            Settings settings = {{"sagFree", 1}, {"stiffness", least * factor}, {"internalFriction", 0.002}};
            auto model = buildModel(groom, settings);
            CHECK((tooLimp(*model) == 1) == (factor < 1));
            Frame frame;
            for (int i = 0; i < 30; ++i) {  // a gust from all sides
                frame.wind = {0.3f * float(i % 3), 0, 0.5f};
                model->step(frame);
            }
            rest(*model, 12);
            const double off = worstOf(*model, groom);
            if (factor > 1) CHECK(off < 0.01);
            else CHECK(off > 0.01);
            (factor > 1 ? stood : fallen) += 1;
        }
    }
    CHECK(fallen == 4);
    CHECK(stood == 4);
}

TEST_CASE("a limp strand on a head is carried by it") {
    // Half a circle over a sphere: the surface carries what presses, so that far
    // less stiffness is needed than in the air.
    std::vector<Vec3d> points;
    for (int i = 0; i < 30; ++i) {
        const double a = 0.05 + 1.4 * i / 29;
        points.push_back({0.1 * std::sin(a), 0.1 * std::cos(a), 0});
    }
    Groom groom = strandGroom(points);
    groom.rootNormals[0] = {0.0499792f, 0.9987503f, 0};
    Colliders head;
    head.spheres.push_back({{0, 0, 0}, 0.1f});
    Params params({strandModel().params});
    for (const auto& [name, value] : Settings{{"sagFree", 1}, {"stiffness", 4e-9}})
        REQUIRE(params.set(name, value).ok());
    ModelOptions options;
    auto alone = strandModel().build(groom, params, options);
    options.colliders = &head;
    auto carried = strandModel().build(groom, params, options);
    REQUIRE(alone.ok());
    REQUIRE(carried.ok());
    CHECK(tooLimp(*alone.value()) == 1);
    CHECK(tooLimp(*carried.value()) == 0);
    rest(*carried.value(), 5, &head);
    CHECK(worstOf(*carried.value(), groom) < 0.01);
}

TEST_CASE("what lies in a collider starts on its surface, lengths kept, and stays") {
    Groom groom;
    for (int s = 0; s < 8; ++s) {  // level strands, 0 to 7 mm deep along part of their way
        std::vector<Vec3f> points;
        for (int i = 0; i < 16; ++i) points.push_back({0.012f * float(i) - 0.09f, 0.1f - 0.001f * float(s), 0});
        addStrand(groom, points, {1, 0, 0}, 4e-5f);
    }
    Colliders head;
    head.spheres.push_back({{0, 0, 0}, 0.1f});
    Params params({strandModel().params});
    for (const auto& [name, value] : stiff) REQUIRE(params.set(name, value).ok());
    ModelOptions options;
    options.colliders = &head;
    auto built = strandModel().build(groom, params, options);
    REQUIRE(built.ok());
    const Model& model = *built.value();
    const CurveBlock block = model.curves().blocks[0];
    std::vector<Vec3f> start;
    for (uint32_t s = 0; s < 8; ++s)
        for (uint32_t p = 0; p < 16; ++p) {
            start.push_back(curvePoint(block, s, p));
            CHECK(lengthOf(start.back()) > 0.1f - 1e-5f);
            if (p > 0) CHECK(std::fabs(lengthOf(start.back() - start[start.size() - 2]) - 0.012f) < 2e-6f);
        }
    CHECK(worstOf(model, groom) < 0.06);
    rest(*built.value(), 5, &head);
    const CurveBlock later = model.curves().blocks[0];
    float most = 0;
    for (uint32_t s = 0; s < 8; ++s)
        for (uint32_t p = 0; p < 16; ++p) most = std::max(most, lengthOf(curvePoint(later, s, p) - start[16 * s + p]));
    CHECK(most < 0.0018f);  // a hundredth of 0.18 m
}

TEST_CASE("the same bits for any lanes and threads, held after a live change of stiffness") {
    const Groom groom = randomGroom(32, 45, 12);
    Colliders head;
    head.spheres.push_back({{0, 0, 0}, 0.1f});
    ThreadPool pool(2);
    std::vector<uint64_t> hashes;
    for (int lanes : {1, 4, 0}) {
        for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
            Params params({strandModel().params});
            for (const auto& [name, value] : stiff) REQUIRE(params.set(name, value).ok());
            ModelOptions options;
            options.lanes = lanes;
            options.pool = threads;
            options.colliders = &head;
            auto built = strandModel().build(groom, params, options);
            REQUIRE(built.ok());
            Model& model = *built.value();
            rest(model, 0.2, &head);
            const std::vector<uint8_t> saved = model.save();
            REQUIRE(params.set("stiffness", 3e-6).ok());
            model.setParams(params);
            rest(model, 3, &head);
            CHECK(worstOf(model, groom) < 0.01);
            CHECK(model.restore(saved).ok());  // the state belongs to the groom, not to the stiffness
            rest(model, 0.2, &head);
            hashes.push_back(model.hash());
        }
    }
    for (uint64_t hash : hashes) CHECK(hash == hashes[0]);
}

TEST_CASE("grooms at the edge: coincident points, no stiffness, huge and tiny strands") {
    Groom groom = randomGroom(33, 6, 10);
    for (int i = 2; i < 6; ++i) groom.points[i] = groom.points[1];
    for (float scale : {1e-3f, 1.0f, 100.0f}) {
        Groom scaled = groom;
        for (Vec3f& p : scaled.points) p = p * scale;
        for (double stiffness : {0.0, 6e-9, 1e-4}) {
            auto model = buildModel(scaled, {{"sagFree", 1}, {"stiffness", stiffness}});
            rest(*model, 1);
            CAPTURE(scale);
            CAPTURE(stiffness);
            CHECK(model->resets() == 0);
            CHECK(model->remark().find("of 6 strands") != std::string::npos);
            for (double d : deviations(*model, scaled)) CHECK(std::isfinite(d));
        }
    }
}

TEST_CASE("a groom of stiffer hair gets the stiffness that it needs, unless one was chosen") {
    const Groom groom = randomGroom(31, 24, 16);
    const double byDefault = 6e-9;
    auto fitted = buildModel(groom, {{"sagFree", 1}, {"fitStiffness", 1}});
    CHECK(tooLimp(*buildModel(groom, {{"sagFree", 1}})) > 2);
    CHECK(tooLimp(*fitted) == 0);
    CHECK(fitted->remark().find("stiffness raised from 6e-09") != std::string::npos);
    rest(*fitted, 3);
    CHECK(worstOf(*fitted, groom) < 0.01);
    auto chosen = buildModel(groom, {{"sagFree", 1}, {"fitStiffness", 1}, {"stiffness", 1.1 * byDefault}});
    CHECK(tooLimp(*chosen) > 2);
    CHECK(chosen->remark().find("raised") == std::string::npos);
}

TEST_CASE("what cannot hold its shape starts where it falls to, by its own shape alone") {
    // Long hair that stands on end: without this it stands for seconds and falls then, at 0.8 m/s or more.
    Groom groom;
    for (int s = 0; s < 9; ++s) {
        Random random(5, static_cast<uint64_t>(s));
        const Vec3f normal = normalizedOr(Vec3f{0, 1.5f, 0} + 0.3f * randomDirection(random), Vec3f{0, 1, 0});
        std::vector<Vec3f> points;
        for (int i = 0; i < 40; ++i) points.push_back((0.1f + 0.006f * static_cast<float>(i)) * normal);
        addStrand(groom, points, normal, 4e-5f);
    }
    ThreadPool pool(2);
    ModelOptions narrow;
    narrow.lanes = 4;
    narrow.pool = &pool;
    auto a = buildModel(groom, {{"sagFree", 1}}), b = buildModel(groom, {{"sagFree", 1}}, narrow);
    CHECK(tooLimp(*a) == 9);
    CHECK(a->hash() == b->hash());
    rest(*a, 4);
    const std::vector<Vec3f> before = pointsOf(*a);
    rest(*a, 1);
    const std::vector<Vec3f> after = pointsOf(*a);
    float moved = 0;
    for (size_t i = 0; i < before.size(); ++i) moved = maximum(moved, lengthOf(after[i] - before[i]));
    CHECK(moved < 1e-3f);
}
