// Strands of elastic-strand and of dftl-published against each other: the same bits, nothing at rest, order, energy.
#include "core/models/pose_path.h"
#include "core/scenes/simulation.h"
#include "tests/models/rig.h"

#include <algorithm>
#include <cstring>

using namespace ringlet;
using namespace ringlet::test;

namespace {

// A model, its parameter by which strands meet and what tests set it to, and the same of friction by the grid.
struct Kind {
    const char *model, *contact;
    double much;
    const char* friction;
    double rubbing;
};
const Kind elastic{"elastic-strand", "hairContact", 0.05, "hairFriction", 30}, published{"dftl-published", "pairRepulsion", 7700, "gridFriction", 0.3};

Params paramsOf(const Kind& kind, const Settings& settings) {
    Params params({findModel(kind.model)->params});
    REQUIRE(params.set(kind.contact, kind.much).ok());
    for (const auto& setting : settings) REQUIRE(params.set(setting.first, setting.second).ok());
    return params;
}
std::unique_ptr<Model> strandsOf(const Kind& kind, const Groom& groom, const Settings& settings, const ModelOptions& options = {}) {
    auto built = findModel(kind.model)->build(groom, paramsOf(kind, settings), options);
    REQUIRE(built.ok());
    return std::move(built.value());
}
std::unique_ptr<Model> strandsOf(const Groom& groom, const Settings& settings, const ModelOptions& options = {}) {
    return strandsOf(elastic, groom, settings, options);
}
Frame still(const Colliders* colliders = nullptr) {
    Frame frame;
    frame.colliders = colliders;
    return frame;
}

// Strands held out side by side, so near that their hair lies in each other's.
Groom dense() {
    Groom groom;
    for (int s = 0; s < 12; ++s) {
        std::vector<Vec3f> points;
        for (int p = 0; p < 12; ++p) points.push_back({0.01f * static_cast<float>(p), 0.001f * static_cast<float>(s % 3), 0.001f * static_cast<float>(s / 3)});
        addStrand(groom, points, {1, 0, 0}, 4e-5f);
    }
    return groom;
}

// Strands that fan out from one root, over a ball of 0.1 m.
Groom fan() {
    Groom groom;
    for (uint64_t s = 0; s < 24; ++s) {
        Random random(9, s);
        StrandShape shape;
        shape.particles = 5, shape.length = 0.05f;
        addStrand(groom, randomStrand(random, shape, {0, 0.1f, 0}, {0, 1, 0}), {0, 1, 0}, 4e-5f);
    }
    return groom;
}

// How much higher the upper lock of scene `crossing` is than the lower one over the ball's top, m.
float higher(const Kind& kind, double much) {
    Params params = sceneParams(*findScene("crossing"), kind.model);
    REQUIRE(params.set("strands", 80).ok());
    REQUIRE(params.set(kind.contact, much).ok());
    SimulationOptions options;
    options.modelName = kind.model;
    auto made = Simulation::make("crossing", params, options);
    REQUIRE(made.ok());
    for (int i = 0; i < 240; ++i) made.value()->advance();
    double heights[2] = {0, 0};
    for (const CurveBlock& block : made.value()->model().curves().blocks)
        for (uint32_t s = 0; s < block.strands; ++s) {
            float nearest = 1, height = 0;
            for (uint32_t p = 0; p < block.particles; ++p) {
                const Vec3f x = curvePoint(block, s, p);
                const float off = x.x * x.x + x.z * x.z;
                if (off < nearest) nearest = off, height = lengthOf(x);
            }
            heights[2 * s >= block.strands ? 1 : 0] += double(height) / (0.5 * block.strands);
        }
    return static_cast<float>(heights[1] - heights[0]);
}

}  // namespace

TEST_CASE("a lock whose strands meet falls nearly as fast as one of loose hair") {
    const auto fallen = [](double contact) {
        Params params = sceneParams(*findScene("crossing"), "elastic-strand");
        REQUIRE(params.set("drop", 0.06).ok());
        REQUIRE(params.set("hairContact", contact).ok());
        auto made = Simulation::make("crossing", params, {});
        REQUIRE(made.ok());
        const auto height = [&] {  // of all points, on the mean, m
            double sum = 0;
            size_t points = 0;
            for (const CurveBlock& block : made.value()->model().curves().blocks)
                for (uint32_t s = 0; s < block.strands; ++s)
                    for (uint32_t p = 0; p < block.particles; ++p, ++points) sum += double(curvePoint(block, s, p).y);
            return sum / double(points);
        };
        const double before = height();
        for (int i = 0; i < 16; ++i) made.value()->advance();
        return before - height();
    };
    const double loose = fallen(0), soft = fallen(0.05), firm = fallen(1);
    MESSAGE("in 0.27 s " << 1e3 * loose << " mm, " << 1e3 * soft << ", " << 1e3 * firm);
    CHECK(soft > 0.9 * loose);
    CHECK(firm > 0.65 * loose);
}

TEST_CASE("strands that meet give the same bits for any lanes and threads, and go on from a saved state") {
    ThreadPool two(2);
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    const Groom groom = randomGroom(3, 37, 14);
    for (const Kind& kind : {elastic, published}) {
        const Settings settings = {{"hairDiameter", 0.01}, {kind.friction, kind.rubbing}, {"substeps", 2}};
        auto reference = strandsOf(kind, groom, settings, {"cpu", "tiles", 1, nullptr}), wide = strandsOf(kind, groom, settings, {"cpu", "tiles", 0, &two});
        auto later = strandsOf(kind, groom, settings, {"cpu", "tiles", 4, nullptr});
        uint64_t most = 0;
        for (int i = 0; i < 30; ++i) {
            reference->step(wildFrame(i, 60, 0.3, &ball)), wide->step(wildFrame(i, 60, 0.3, &ball));
            if (i == 15) REQUIRE(later->restore(reference->save()).ok());
            if (i > 15) later->step(wildFrame(i, 60, 0.3, &ball));
            most = std::max(most, reference->contacts());
        }
        CAPTURE(kind.model);
        CHECK(most > 10);
        CHECK(reference->hash() == wide->hash());
        CHECK(reference->hash() == later->hash());
        CHECK(reference->resets() == 0);
    }
}

TEST_CASE("strands that meet no more forget what they clung to, and take states as soon as they meet") {
    const Groom groom = randomGroom(3, 37, 14);
    auto play = [](Model& model, int from, int to) {
        for (int i = from; i < to; ++i) model.step(wildFrame(i, 60, 0.3, nullptr));
    };
    for (const Kind& kind : {elastic, published}) {
        CAPTURE(kind.model);
        const Settings meets = {{"hairDiameter", 0.01}}, apart = {{"hairDiameter", 0.01}, {kind.contact, 0}};
        auto model = strandsOf(kind, groom, meets);
        play(*model, 0, 20);
        REQUIRE(model->contacts() > 0);
        const std::vector<uint8_t> meeting = model->save();
        model->setParams(paramsOf(kind, apart));
        CHECK(model->contacts() == 0);
        CHECK(!model->restore(meeting).ok());
        auto other = strandsOf(kind, groom, apart);
        REQUIRE(other->restore(model->save()).ok());
        for (Model* m : {model.get(), other.get()}) m->setParams(paramsOf(kind, meets)), play(*m, 20, 30);
        CHECK(model->hash() == other->hash());
        auto fresh = strandsOf(kind, groom, apart);
        fresh->setParams(paramsOf(kind, meets));
        CHECK(fresh->restore(meeting).ok());
        CHECK(fresh->save() == meeting);
    }
}

TEST_CASE("published strands that touch nothing go as if they could not meet, and in arrays they cannot") {
    const Groom groom = randomGroom(3, 20, 12);
    // Without a frame's pairs: nothing but the substeps' coming one by one, which changes no bit.
    const Settings grid = {{"substeps", 3}, {"gridFriction", 0.3}, {"gridPressure", 0.5}};
    Settings thin = grid, none = grid;
    thin.push_back({"hairDiameter", 1e-4}), none.push_back({published.contact, 0});
    auto far = strandsOf(published, groom, thin), plain = strandsOf(published, groom, none);
    for (int i = 0; i < 20; ++i) {
        far->step(wildFrame(i, 60, 0.05)), plain->step(wildFrame(i, 60, 0.05));
        REQUIRE(far->contacts() == 0);
    }
    const std::vector<Vec3f> a = pointsOf(*far), b = pointsOf(*plain);
    for (size_t i = 0; i < a.size(); ++i) REQUIRE(std::memcmp(&a[i], &b[i], sizeof a[i]) == 0);
    for (const char* layout : {"soa", "aos", "batch"}) {
        const auto built = findModel(published.model)->build(groom, paramsOf(published, {}), {"cpu", layout, 0, nullptr});
        REQUIRE(!built.ok());
        CHECK(built.error().find("layout tiles alone") != std::string::npos);
    }
}

TEST_CASE("strands touch at a quarter of how far their roots lie apart, where nobody says at what distance") {
    // Two rows of strands, 6 mm from one another, that come together towards their tips.
    Groom groom;
    for (int s = 0; s < 12; ++s) {
        std::vector<Vec3f> points;
        for (int p = 0; p < 12; ++p) {
            const float apart = 0.006f * (1 - 0.08f * static_cast<float>(p));
            points.push_back({apart * static_cast<float>(s % 6), -0.01f * static_cast<float>(p), apart * static_cast<float>(s / 6)});
        }
        addStrand(groom, points, {0, -1, 0}, 4e-5f);
    }
    const auto same = [&](const Kind& kind, double diameter) {
        auto chosen = strandsOf(kind, groom, {}), told = strandsOf(kind, groom, {{"hairDiameter", diameter}});
        uint64_t met = 0;
        for (int i = 0; i < 40; ++i) {
            chosen->step(wildFrame(i, 60, 0.05)), told->step(wildFrame(i, 60, 0.05));
            met += chosen->contacts();
        }
        CHECK(met > 0);
        const std::vector<Vec3f> a = pointsOf(*chosen), b = pointsOf(*told);
        return std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3f)) == 0;
    };
    for (const Kind& kind : {elastic, published}) {
        CHECK(same(kind, double{0.25f * 0.006f}));
        CHECK(!same(kind, 0.002));
    }
}

TEST_CASE("elastic strands let each other be that rest in each other") {
    const Settings settings = {{"sagFree", 1}, {"hairDiameter", 0.006}, {"hairContact", 1}};
    auto model = strandsOf(dense(), settings), apart = strandsOf(dense(), {{"sagFree", 1}, {"hairContact", 0}});
    const std::vector<Vec3f> start = pointsOf(*model);
    for (int i = 0; i < 120; ++i) model->step(still()), apart->step(still());
    CHECK(model->contacts() > 100);
    MESSAGE("moved by " << furthest(pointsOf(*model), start) << " m, alone " << furthest(pointsOf(*apart), start));
    CHECK(furthest(pointsOf(*model), start) < 1e-5f);
    CHECK(furthest(pointsOf(*model), pointsOf(*apart)) < 1e-5f);
}

TEST_CASE("strands of another stiffness that are put back to rest go as those that were made of it, whatever was near as it changed") {
    const Settings limp = {{"sagFree", 1}, {"hairDiameter", 0.006}, {"hairContact", 1}, {"stiffness", 1e-9}};
    Settings stiff = limp;
    stiff.back().second = 1e-6;
    Colliders ball;
    ball.spheres.push_back({{0.06f, -0.01f, 0}, 0.02f});
    const Frame near = still(&ball);
    auto changed = strandsOf(dense(), limp), made = strandsOf(dense(), stiff);
    for (int i = 0; i < 20; ++i) changed->step(near);
    changed->setParams(paramsOf(elastic, stiff));
    changed->reset(Pose{});
    for (int i = 0; i < 40; ++i) changed->step(still()), made->step(still());
    CHECK(made->contacts() > 100);
    CHECK(changed->hash() == made->hash());
}

TEST_CASE("a lock of strands that meet stays above the lock that it falls on") {
    for (const Kind& kind : {elastic, published}) {
        const float meets = higher(kind, kind.much), apart = higher(kind, 0);
        MESSAGE(std::string(kind.model) << ": upper over lower " << 1e3f * meets << " mm, " << 1e3f * apart << " where they do not meet");
        CHECK(meets > 1.5e-3f);
        CHECK(apart < 1e-3f);
    }
}

TEST_CASE("elastic strands that meet come to rest on a ball, and gain no energy there") {
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    const Frame frame = still(&ball);
    auto model = strandsOf(randomGroom(5, 40, 14), {{"hairDiameter", 0.008}});
    double before = 0, rise = 0, start = 0;
    std::vector<Vec3f> last;
    for (int i = 0; i < 480; ++i) {
        last = pointsOf(*model);
        model->step(frame);
        const double now = model->energy(frame.gravity).total();
        if (i == 0) start = now;
        if (i > 0) rise = std::max(rise, now - before);
        before = now;
    }
    MESSAGE("energy rises by " << rise << " of " << start - before << " J in a frame at most; fastest " << furthest(pointsOf(*model), last) * 60 << " m/s");
    CHECK(model->contacts() > 0);
    CHECK(rise < 0.01 * (start - before));
    CHECK(furthest(pointsOf(*model), last) * 60 < 1e-3f);
    CHECK(model->resets() == 0);
}

TEST_CASE("strands that touch all the others come to rest however stiff their contacts are, and gain no energy") {
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    for (double contact : {0.05, 1.0, 10.0}) {
        auto model = strandsOf(fan(), {{"hairContact", contact}, {"hairDiameter", 0.02}, {"stiffness", 1e-7}, {"internalFriction", 0}});
        for (int i = 0; i < 60; ++i) model->step(wildFrame(i, 60, 0.1, &ball));
        Frame frame = still(&ball);
        frame.begin.pose = frame.end.pose = wildFrame(59, 60, 0.1).end.pose;
        for (int i = 0; i < 60; ++i) model->step(frame);
        const double after = model->energy(frame.gravity).total();
        double most = after;
        for (int i = 0; i < 120; ++i) {
            model->step(frame);
            most = std::max(most, model->energy(frame.gravity).total());
        }
        MESSAGE("hairContact " << contact << ": " << after << " J, then " << most << " at most, moving " << model->energy(frame.gravity).kinetic);
        CHECK(model->contacts() > 1000);
        CHECK(most - after < 1e-9);
        CHECK(model->energy(frame.gravity).kinetic < 1e-12);
        CHECK(model->resets() == 0);
    }
}
