// Wisps of rigid chains against each other: what pairs of segments do in either step, and what that makes of wisps.
#include "core/models/pose_path.h"
#include "core/models/cylinders/cylinder_kernels.h"
#include "core/models/cylinders/cylinder_pairs.h"
#include "tests/models/rig.h"

#include <cstring>
#include <limits>

using namespace ringlet;
using namespace ringlet::test;
using namespace ringlet::cylinders;

namespace wisp_pairs_test {
namespace {

constexpr float h = 0.01f;

CylinderMaterial material(bool published) {
    CylinderMaterial m;
    m.radius = 0.004f, m.overlap = 0.5f, m.alignment = 0.5f, m.repulsion = 7000, m.cohesion = 20, m.reach = 0.003f;
    m.damping = 20, m.viscosity = 2.5f, m.friction = 0.2f, m.published = published, m.h = h;
    return m;
}
Cylinder segment(Vec3f x, Vec3f way, Vec3f along, float length) { return {x, {way, way}, along, length}; }

// Segments of 12 mm, so many of each strand, anywhere in a box of `size` (m) at its corner; each goes `way` (m) somewhere.
struct Scattered {
    std::vector<uint32_t> owners;
    std::vector<Cylinder> segments;
};
Scattered scattered(Random& random, uint32_t strands, uint32_t each, float size, float way) {
    Scattered made;
    for (uint32_t i = 0; i < strands * each; ++i) {
        const float x = random.unit(), y = random.unit(), z = random.unit();
        const Vec3f goes = way * randomDirection(random);
        made.owners.push_back(i / each);
        made.segments.push_back(segment({size * x, size * y, size * z}, goes, randomDirection(random), 0.012f));
    }
    return made;
}
// What both do to each other in the printed way.
void respondBoth(const CylinderMaterial& m, const Cylinder& a, const Cylinder& b, const CylinderTouch& touch, SegmentLoad& onA, SegmentLoad& onB) {
    respondPublished(m, a, b, touch, 0, onA);
    respondPublished(m, a, b, touch, 1, onB);
}
// The force on a segment that goes its way, over what its load is in.
Vec3f forceOn(const SegmentLoad& load, Vec3f way) { return Vec3f{0, 0, 0} - load.b - load.C * way; }

std::unique_ptr<Model> chainsOf(const Groom& groom, const Settings& settings, const ModelOptions& options = {}) {
    Params params({findModel("rigid-chain")->params});
    REQUIRE(params.set("wispContacts", 1).ok());
    for (const auto& setting : settings) REQUIRE(params.set(setting.first, setting.second).ok());
    auto built = findModel("rigid-chain")->build(groom, params, options);
    REQUIRE(built.ok());
    return std::move(built.value());
}

// Two strands that hang side by side, so far apart (m); or a long one above a short one and across it, held out.
Groom hanging(float apart) {
    Groom groom;
    for (int s = 0; s < 2; ++s) {
        std::vector<Vec3f> points;
        for (int p = 0; p < 14; ++p) points.push_back({apart * static_cast<float>(s), -0.015f * static_cast<float>(p), 0});
        addStrand(groom, points, {0, -1, 0}, 4e-5f);
    }
    return groom;
}
Groom crossing() {
    Groom groom;
    for (int s = 0; s < 2; ++s) {
        std::vector<Vec3f> points;
        for (int p = 0; p < 14; ++p) {
            const float along = (s == 0 ? 0.004f : 0.012f) * static_cast<float>(p);
            points.push_back(s == 0 ? Vec3f{along, 0, 0} : Vec3f{0.03f, 0.013f, along - 0.1f});
        }
        addStrand(groom, points, normalizedOr(points[1] - points[0], Vec3f{}), 4e-5f);
    }
    return groom;
}
Frame still(float gravity = -9.81f) {
    Frame frame;
    frame.gravity = {0, gravity, 0};
    return frame;
}
// How near any points of both strands are, m.
float nearest(const Model& model) {
    const std::vector<Vec3f> points = pointsOf(model);
    const size_t half = points.size() / 2;
    float least = 1;
    for (size_t i = 2; i < half; ++i)
        for (size_t j = half + 2; j < points.size(); ++j)
            for (float s : {0.0f, 0.25f, 0.5f, 0.75f})
                for (float t : {0.0f, 0.25f, 0.5f, 0.75f}) {
                    const Vec3f a = points[i - 1] + s * (points[i] - points[i - 1]), b = points[j - 1] + t * (points[j] - points[j - 1]);
                    least = std::min(least, lengthOf(a - b));
                }
    return least;
}

}  // namespace

TEST_CASE("wisps may overlap the deeper the more they run alike") {
    const CylinderMaterial m = material(true);
    CHECK(admissibleDepth(m, Vec3f{1, 0, 0}, Vec3f{0, 1, 0}) == doctest::Approx(0.002));
    CHECK(admissibleDepth(m, Vec3f{1, 0, 0}, Vec3f{-1, 0, 0}) == doctest::Approx(0.003));
}

TEST_CASE("the printed forces of wisps: a share of the speed within what they may overlap, and half of what is too deep") {
    CylinderMaterial m = material(true);
    m.viscosity = 0;
    const Vec3f x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    const float speed = 0.3f, depth = 0.001f, mass = 0.01f;
    const Cylinder a = segment((8e-3f - depth) * z, -h * speed * z, x, mass), b = segment({0, 0, 0}, {0, 0, 0}, y, mass);
    SegmentLoad onA, onB;
    respondBoth(m, a, b, {z, depth, {0.5f, 0.5f}}, onA, onB);
    // dv = (1 + e) (v_j - v_i) / 2 with e = depth / admissible - 1, and F = m dv / h.
    const float dv = 0.5f * (depth / 0.002f) * speed;
    CHECK(forceOn(onA, a.way[0]).z == doctest::Approx(mass * dv / h * h * h));
    CHECK(forceOn(onB, b.way[0]).z == doctest::Approx(-mass * dv / h * h * h));
    SegmentLoad deepA, deepB;
    respondBoth(m, a, b, {z, 0.005f, {0.5f, 0.5f}}, deepA, deepB);
    CHECK(forceOn(deepA, {0, 0, 0}).z == doctest::Approx(0.5f * mass * 0.003f));
    // Drag by the density of the other.
    m.viscosity = 2;
    SegmentLoad slowA, slowB;
    respondBoth(m, a, b, {z, 0.004f, {0.5f, 0.5f}}, slowA, slowB);
    CHECK(slowA.C.xx == doctest::Approx(mass * 2 * h * 0.25f));
    // Cohesion grows to the reach, and ends at twice that.
    for (float apart : {0.001f, 0.003f, 0.005f, 0.007f}) {
        SegmentLoad heldA, heldB;
        respondBoth(m, a, b, {z, -apart, {0.5f, 0.5f}}, heldA, heldB);
        const float by = apart < 0.006f ? std::min(apart, 0.006f - apart) : 0;
        CHECK(forceOn(heldA, {0, 0, 0}).z == doctest::Approx(-mass * 20 * h * h * by));
    }
}

// So that both sides at once do not overshoot, the forms of both must be no less than the pair's own energy.
TEST_CASE("the default step's loads of wisps: the same force on both, and forms that majorise the pair's energy") {
    Random random(5, 1);
    for (int i = 0; i < 200; ++i) {
        CylinderMaterial m = material(false);
        m.friction = i % 2 == 0 ? 0 : 0.3f;
        auto vector = [&](float size) { return size * Vec3f{float(random.normal()), float(random.normal()), float(random.normal())}; };
        const Cylinder a = segment(vector(0.01f), vector(0.001f), randomDirection(random), 0.005f + 0.01f * random.unit());
        const Cylinder b = segment(vector(0.01f), vector(0.001f), randomDirection(random), 0.005f + 0.01f * random.unit());
        const CylinderTouch touch{randomDirection(random), 0.008f * (random.unit() - 0.3f), {0.5f, 0.5f}};
        SegmentLoad onA, onB;
        Vec3f strain = vector(1e-4f);
        respondDefault(m, a, b, touch, strain, onA, onB);
        CHECK(std::fabs(dot(strain, touch.normal)) <= 1e-8f);
        const Vec3f fa = forceOn(onA, a.way[0]), fb = forceOn(onB, b.way[0]);
        CHECK(lengthOf(fa + fb) <= 1e-4f * lengthOf(fa) + 1e-9f);
        // The pair's stiffness along the normal is that of both sides in series.
        const float ka = dot(touch.normal, onA.C * touch.normal), kb = dot(touch.normal, onB.C * touch.normal);
        CHECK(ka >= 0);
        if (ka > 0) CHECK(ka * a.length == doctest::Approx(kb * b.length).epsilon(1e-3));
        if (touch.depth > admissibleDepth(m, a.along, b.along) && dot(touch.normal, a.way[0] - b.way[0]) < 0)
            CHECK(dot(fa, touch.normal) > 0);
    }
}

TEST_CASE("single hairs that press get stiff: the force grows with the square of the depth, then with the depth, and is an energy's gradient") {
    CylinderMaterial m = material(false);
    m.friction = m.grip = m.damping = m.viscosity = m.cohesion = 0;
    const Vec3f x{1, 0, 0}, z{0, 0, 1};
    const Cylinder a = segment(8e-3f * z, {0, 0, 0}, x, 0.01f), b = segment({0, 0, 0}, {0, 0, 0}, x, 0.01f);
    m.onset = singleOnset * m.radius;
    const float full = m.onset, stiffness = m.repulsion * h * h * 0.01f;
    const auto forceAt = [&](float excess) {
        SegmentLoad onA, onB;
        Vec3f strain{0, 0, 0};
        respondDefault(m, a, b, {z, admissibleDepth(m, x, x) + excess, {0.5f, 0.5f}}, strain, onA, onB);
        return forceOn(onA, {0, 0, 0}).z;
    };
    CHECK(forceAt(0) == 0);
    for (float share : {0.1f, 0.5f, 0.9f}) CHECK(forceAt(share * full) == doctest::Approx(0.5f * share * share * full * stiffness).epsilon(1e-3));
    for (float share : {1.0f, 1.5f, 2.0f}) CHECK(forceAt(share * full) == doctest::Approx((share - 0.5f) * full * stiffness).epsilon(1e-3));
}

TEST_CASE("what presses clings by a spring, slips at Coulomb's limit, and lets go when it presses no more") {
    const Vec3f n{0, 0, 1}, little{1e-4f, 0, 0}, far{0, 1e-2f, 0};
    const float stiffness = 2, most = 1e-3f;
    Vec3f strain = little + Vec3f{0, 0, 0.1f};  // along the normal nothing is kept
    CHECK(cling(stiffness, most, n, little, strain) == stiffness);
    CHECK(lengthOf(strain - little) < 1e-9f);
    strain = strain + far;
    const float slides = cling(stiffness, most, n, far, strain);
    CHECK(stiffness * lengthOf(strain) == doctest::Approx(most));
    CHECK(slides * lengthOf(strain + far) == doctest::Approx(most));
    CHECK(cling(stiffness, 0.0f, n, {0, 0, 0}, strain) == 0);
    CHECK(lengthOf(strain) == 0);
}

TEST_CASE("a wisp comes to lie on one below it, and falls past it where they do not meet") {
    for (double step : {0.0, 1.0}) {
        CAPTURE(step);
        const Settings settings = {{"step", step}, {"wispRadius", 0.006}, {"stiffness", 2e-7}, {"wispRepulsion", 2}};
        Settings apart = settings;
        apart.push_back({"wispContacts", 0});
        auto meets = chainsOf(crossing(), settings), alone = chainsOf(crossing(), apart);
        float least = 1, leastAlone = 1;
        uint64_t most = 0;
        for (int i = 0; i < 240; ++i) {
            meets->step(still()), alone->step(still());
            least = std::min(least, nearest(*meets)), leastAlone = std::min(leastAlone, nearest(*alone));
            most = std::max(most, meets->contacts());
        }
        MESSAGE("as near as " << 1e3f * least << " mm, alone " << 1e3f * leastAlone);
        CHECK(most > 0);
        CHECK(alone->contacts() == 0);
        CHECK(least > leastAlone + 3e-3f);
        CHECK(least > 0.4f * 0.012f);
        CHECK(meets->resets() == 0);
    }
}

TEST_CASE("dry grip is of the default step alone: the printed one has none") {
    for (double step : {0.0, 1.0}) {
        CAPTURE(step);
        uint64_t hashes[2];
        for (int grips : {0, 1}) {
            auto meets = chainsOf(crossing(), {{"step", step}, {"wispRadius", 0.006}, {"stiffness", 2e-7}, {"wispGrip", grips * 1e-3}});
            for (int i = 0; i < 120; ++i) meets->step(still());
            CHECK(meets->contacts() > 0);
            hashes[grips] = meets->hash();
        }
        CHECK((hashes[0] == hashes[1]) == (step == 1));
    }
}

TEST_CASE("cohesion draws wisps together that hang side by side, and none beyond its reach") {
    for (double step : {0.0, 1.0}) {
        CAPTURE(step);
        const Settings settings = {{"step", step}, {"wispRadius", 0.004}, {"wispCohesion", 0.01}, {"cohesionReach", 0.004}, {"stiffness", 0}};
        auto near = chainsOf(hanging(0.011f), settings), far = chainsOf(hanging(0.018f), settings);
        for (int i = 0; i < 240; ++i) near->step(still()), far->step(still());
        const std::vector<Vec3f> n = pointsOf(*near), f = pointsOf(*far);
        CHECK(lengthOf(n[13] - n[27]) < 0.009f);
        CHECK(lengthOf(f[13] - f[27]) == doctest::Approx(0.018).epsilon(1e-3));
    }
}

TEST_CASE("a list of pairs that is kept misses nothing: what it gives is that of one made anew, bit for bit, on any number of threads") {
    ThreadPool three(3);
    Random random(11, 1);
    const Scattered made = scattered(random, 60, 8, 0.05f, 2e-5f);
    const std::vector<uint32_t>& owners = made.owners;
    std::vector<Cylinder> segments = made.segments;
    const auto answer = cylinderKernels(0)->answer;
    CylinderPairs kept(owners, answer);
    CylinderMaterial m = material(false);
    m.cohesion = 0;
    size_t pairs = 0;
    for (int step = 0; step < 400; ++step) {
        // Slow, now and then as fast as a kept list allows, and once far in one step.
        for (Cylinder& s : segments) {
            if (step % 50 == 25) s.way[0] = s.way[1] = 2e-4f * randomDirection(random);
            if (step % 50 == 26) s.way[0] = s.way[1] = 2e-5f * randomDirection(random);
            s.x = s.x + s.wayAt(0.5f) + (step == 211 ? 5e-3f : 0.0f) * randomDirection(random);
        }
        CylinderPairs anew(owners, answer);
        anew.segments() = kept.segments() = segments;
        anew.setGrips(kept.grips());
        const auto same = [&] { return std::memcmp(kept.loads().data(), anew.loads().data(), owners.size() * sizeof(SegmentLoad)) == 0; };
        anew.find(m, 1, nullptr, true), kept.find(m, step % 2 == 0 ? 2 : 0, &three, true);
        pairs += kept.touching();
        REQUIRE(kept.touching() == anew.touching());
        REQUIRE(kept.grips().size() == anew.grips().size());
        REQUIRE(same());
        for (size_t i = 0; i < segments.size(); ++i)
            for (Vec3f& end : kept.ahead()[i].end) end = 1e-4f * randomDirection(random);
        anew.ahead() = kept.ahead();
        anew.centre(), kept.centre(&three);
        REQUIRE(same());
    }
    CHECK(pairs > 1000);
}

TEST_CASE("a list of pairs serves no other distance than it was made for") {
    // As thick and as far as cohesion goes are 6 mm together, before and after.
    Random random(17, 1);
    const auto [owners, segments] = scattered(random, 60, 4, 0.04f, 0);
    CylinderMaterial thin = material(false), thick = thin;
    thin.cohesion = thick.cohesion = 1;
    thin.radius = 0.002f, thin.reach = 0.002f, thick.radius = 0.004f, thick.reach = 0.001f;
    REQUIRE(thin.radius + thin.range() == thick.radius + thick.range());
    CylinderPairs kept(owners, cylinderKernels(0)->answer), anew(owners, cylinderKernels(0)->answer);
    kept.segments() = anew.segments() = segments;
    kept.find(thin, 1), kept.setGrips({});
    kept.find(thick, 1), anew.find(thick, 1);
    CHECK(anew.touching() > 0);
    CHECK(kept.touching() == anew.touching());
    CHECK(std::memcmp(kept.loads().data(), anew.loads().data(), owners.size() * sizeof(SegmentLoad)) == 0);
}

TEST_CASE("pairs that go on together, all by as much, press there as they would have here") {
    Random random(13, 1);
    const auto [owners, segments] = scattered(random, 40, 6, 0.04f, 1e-4f);
    CylinderPairs pairs(owners, cylinderKernels(0)->answer);
    pairs.segments() = segments;
    pairs.find(material(false), 1, nullptr, true);
    const std::vector<SegmentLoad> here = pairs.loads();
    const Vec3f on{3e-4f, -7e-4f, 5e-4f};
    for (SegmentAhead& ahead : pairs.ahead()) ahead = {{on, on}};
    pairs.centre();
    double most = 0, off = 0;
    for (size_t i = 0; i < here.size(); ++i) {
        const Vec3f held = here[i].C * on;
        most = std::max(most, double(lengthOf(held)));
        off = std::max(off, double(lengthOf(pairs.loads()[i].b + held - here[i].b)));
        CHECK(pairs.loads()[i].C.xx == here[i].C.xx);
    }
    CHECK(most > 0);
    CHECK(off < 1e-5 * most);
    // Of strands that are lost, nothing.
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(lengthOf(aheadOf({nan, 0, 0}, {0, 0, 0})) == 0);
    CHECK(lengthOf(aheadOf({1e30f, 0, 0}, {0, 0, 0})) == 0);
}

TEST_CASE("wisps that meet give the same bits for any lanes and threads, and go on from a saved state") {
    ThreadPool two(2);
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    for (double step : {0.0, 1.0}) {
        const Settings settings = {{"step", step}, {"wispRadius", 0.006}, {"wispCohesion", 1e-3}};
        const Groom groom = randomGroom(3, 37, 14);
        auto reference = chainsOf(groom, settings, {"cpu", "tiles", 1, nullptr}), wide = chainsOf(groom, settings, {"cpu", "tiles", 0, &two});
        auto later = chainsOf(groom, settings, {"cpu", "tiles", 4, nullptr});
        for (int i = 0; i < 30; ++i) {
            reference->step(wildFrame(i, 60, 0.3, &ball)), wide->step(wildFrame(i, 60, 0.3, &ball));
            if (i == 15) REQUIRE(later->restore(reference->save()).ok());
            if (i > 15) later->step(wildFrame(i, 60, 0.3, &ball));
        }
        CHECK(reference->contacts() > 0);
        CHECK(reference->hash() == wide->hash());
        CHECK(reference->hash() == later->hash());
        CHECK(reference->resets() == 0);
    }
}

TEST_CASE("wisps that meet come to rest on a head, and gain no energy there") {
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    Frame frame = still();
    frame.colliders = &ball;
    auto model = chainsOf(randomGroom(5, 40, 14), {{"wispRadius", 0.004}});
    double before = 0, rise = 0, start = 0;
    std::vector<Vec3f> last;
    for (int i = 0; i < 480; ++i) {
        last = pointsOf(*model);
        model->step(frame);
        const Energy now = model->energy(frame.gravity);
        if (i == 0) start = now.total();
        if (i > 60) rise = std::max(rise, now.total() - before);
        before = now.total();
    }
    MESSAGE("energy rises by " << rise << " of " << start - before << " J in a frame at most; fastest " << furthest(pointsOf(*model), last) * 60 << " m/s");
    CHECK(rise < 0.01 * (start - before));
    CHECK(furthest(pointsOf(*model), last) * 60 < 1e-3);
    CHECK(model->resets() == 0);
}

}  // namespace wisp_pairs_test
