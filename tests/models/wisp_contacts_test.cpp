// Wisps of discrete rods against wisps, and rods against rods: they block each other where they cross, and entangle where
// they run alike.
#include "core/models/discrete_rod/discrete_rod.h"
#include "tests/models/rig.h"

#include <algorithm>

using namespace ringlet;
using namespace ringlet::test;
namespace rods = ringlet::discrete_rod;

namespace wisp_contacts_test {
namespace {

constexpr double width = 0.015;

std::unique_ptr<rods::DiscreteRodModel> meetingRods(const Groom& groom, Settings settings, const ModelOptions& options = {}) {
    Params params({findModel("discrete-rod")->params});
    settings.insert(settings.begin(), {{"wispContacts", 1}, {"airDrag", 3e-5}, {"tangleReach", 0.006}});
    for (const auto& setting : settings) REQUIRE_MESSAGE(params.set(setting.first, setting.second).ok(), setting.first);
    auto built = findModel("discrete-rod")->build(groom, params, options);
    REQUIRE_MESSAGE(built.ok(), (built.ok() ? std::string() : built.error()));
    return std::unique_ptr<rods::DiscreteRodModel>(static_cast<rods::DiscreteRodModel*>(built.value().release()));
}

// A straight wisp, or a strand, from `root` on along `way` (unit), of 1 cm segments.
void addWisp(Groom& groom, Vec3f root, Vec3f way, Vec3f aside, int segments, bool single) {
    for (float side : {-0.5f, 0.5f}) {
        std::vector<Vec3f> points;
        const Vec3f from = single ? root : root + (side * static_cast<float>(width)) * aside;
        for (int p = 0; p <= segments; ++p) points.push_back(from + (0.01f * static_cast<float>(p)) * way);
        addStrand(groom, points, way, 4e-5f);
        if (single) return;
    }
}

typedef std::vector<Vec3f> Line;

// The middle of a wisp, or a strand, whose points begin at `first`.
Line middleOf(const std::vector<Vec3f>& points, size_t first, size_t count, bool single) {
    Line line;
    for (size_t p = first; p < first + count; ++p) line.push_back(single ? points[p] : 0.5f * (points[p] + points[p + count]));
    return line;
}

// How much higher b is than a where they cross, seen from above, at the first such place along a; `none` where they do not.
constexpr double noCrossing = 1e9;
double crossingHeight(const Line& a, const Line& b) {
    auto side = [](Vec3f p, Vec3f q, Vec3f x) {
        return double(q.x - p.x) * double(x.z - p.z) - double(q.z - p.z) * double(x.x - p.x);
    };
    for (size_t i = 0; i + 1 < a.size(); ++i)
        for (size_t j = 0; j + 1 < b.size(); ++j) {
            const double a0 = side(b[j], b[j + 1], a[i]), a1 = side(b[j], b[j + 1], a[i + 1]);
            const double b0 = side(a[i], a[i + 1], b[j]), b1 = side(a[i], a[i + 1], b[j + 1]);
            if (a0 * a1 >= 0 || b0 * b1 >= 0) continue;
            const double s = a0 / (a0 - a1), t = b0 / (b0 - b1);
            return (1 - t) * double(b[j].y) + t * double(b[j + 1].y) - (1 - s) * double(a[i].y) - s * double(a[i + 1].y);
        }
    return noCrossing;
}

// A bundle all about a ball, close enough to meet everywhere.
Groom crowd(uint64_t seed, int wisps) {
    Groom groom;
    for (int w = 0; w < wisps; ++w) {
        Random random(seed, static_cast<uint64_t>(w));
        const Vec3f normal = normalizedOr(Vec3f{0.6f * random.normal(), 1.5f, 0.6f * random.normal()}, Vec3f{0, 1, 0});
        const Vec3f aside = normalizedOr(cross(Vec3f{0, 1, 0}, normal), Vec3f{1, 0, 0});
        StrandShape shape;
        shape.particles = 16;
        shape.bend = 0.15f;
        const std::vector<Vec3f> one = randomStrand(random, shape, 0.101f * normal, normal);
        for (float side : {-0.5f, 0.5f}) {
            std::vector<Vec3f> rim;
            for (Vec3f p : one) rim.push_back(p + (side * static_cast<float>(width)) * aside);
            addStrand(groom, rim, normal, 4e-5f);
        }
    }
    return groom;
}

Colliders ball() {
    Colliders c;
    c.spheres.push_back({{0, 0, 0}, 0.1f});
    return c;
}

std::vector<uint64_t> hashesOf(const Groom& groom, const Settings& settings, const ModelOptions& options) {
    const Colliders head = ball();
    auto model = meetingRods(groom, settings, options);
    std::vector<uint64_t> hashes;
    for (int i = 0; i < 15; ++i) {
        model->step(wildFrame(i, 60, 0.5, i % 10 == 9 ? nullptr : &head));
        hashes.push_back(model->hash());
    }
    CHECK(model->contacts() > 10);
    CHECK(model->resets() == 0);
    CHECK(worstStretch(*model) < 1e-3);
    return hashes;
}

double fastestOf(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b, double rate) {
    double fastest = 0;
    for (size_t i = 0; i < a.size(); ++i) fastest = std::max(fastest, double(lengthOf(a[i] - b[i])) * rate);
    return fastest;
}

}  // namespace

// One is held out sideways and another, longer, falls across it; then it is thrown about by what pulls it.
TEST_CASE("wisp contacts: two that cross at right angles never pass through each other") {
    const size_t each = 8, longer = 22;
    for (bool single : {false, true})
        for (double step : {0.0, 1.0})
            for (double meets : {1.0, 0.0}) {
                CAPTURE(single);
                CAPTURE(step);
                CAPTURE(meets);
                Groom groom;
                addWisp(groom, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, int(each) - 1, single);
                addWisp(groom, {0.02f, 0.01f, -0.12f}, {0, 0, 1}, {1, 0, 0}, int(longer) - 1, single);
                auto model = meetingRods(groom, {{"wispContacts", meets}, {"wispWidth", single ? 0.0 : width}, {"step", step}});
                double least = noCrossing;
                int frames = 0;  // until one has slid off the other's end
                for (; frames < 120; ++frames) {
                    Frame frame;
                    frame.gravity = {0, frames < 60 ? -9.81f : -30.0f, frames < 90 ? 0.0f : 6.0f};
                    model->step(frame);
                    const std::vector<Vec3f> points = pointsOf(*model);
                    const Line under = middleOf(points, 0, each, single);
                    const double height = crossingHeight(under, middleOf(points, single ? each : 2 * each, longer, single));
                    if (height > 1e8) break;
                    least = std::min(least, height);
                }
                CAPTURE(frames);
                CHECK(model->resets() == 0);
                if (meets > 0) CHECK(least > 0.0);
                else CHECK(least < -0.01);  // they would
            }
}

// A long one reaches below a short one, tip beside tip; its weight pulls them apart.
TEST_CASE("wisp contacts: at 0 to 20 degrees wisps entangle, and part again where they are pulled by more than tangles hold") {
    for (double step : {0.0, 1.0})
        for (double degrees : {0.0, 10.0, 20.0}) {
            CAPTURE(step);
            CAPTURE(degrees);
            auto bridge = [&](double stiffness, double breaks) {
                Groom groom;
                const float a = static_cast<float>(degrees * 3.14159265 / 180), c = std::cos(a), s = std::sin(a);
                addWisp(groom, {-0.02f, 0, 0}, {1, 0, 0}, {0, 0, 1}, 5, false);
                addWisp(groom, {0.1f * c, -0.001f, 0.1f * s}, {-c, 0, -s}, {-s, 0, c}, 13, false);  // below the short one
                return meetingRods(groom, {{"wispWidth", width}, {"step", step}, {"tangleStiffness", stiffness},
                                           {"tangleBreaks", breaks}, {"friction", 0}, {"substeps", step > 0 ? 0.0 : 4.0}});
            };
            auto apart = [](const Model& model) {
                const std::vector<Vec3f> p = pointsOf(model);
                return double(lengthOf(p[5] + p[11] - p[25] - p[39])) / 2;  // the tips' middles
            };
            auto weak = bridge(0.003, 0.002), strong = bridge(0.5, 0.1);
            weak->step(Frame{}), strong->step(Frame{});
            CHECK(weak->wispContacts()->tangles().size() >= 4);
            const double begin = apart(*strong);
            for (int i = 0; i < 240; ++i) weak->step(Frame{}), strong->step(Frame{});
            CHECK(weak->wispContacts()->tangles().size() == 0);
            CHECK(apart(*weak) > begin + 0.03);
            CHECK(strong->wispContacts()->tangles().size() >= 4);
            CHECK(apart(*strong) < begin + 0.01);
        }
}

TEST_CASE("wisp contacts: where strands cross by more than they may to run alike, they do not entangle") {
    Groom groom;
    addWisp(groom, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, 7, false);
    addWisp(groom, {0.03f, 0.001f, -0.05f}, {0, 0, 1}, {1, 0, 0}, 10, false);
    auto model = meetingRods(groom, {{"wispWidth", width}});
    for (int i = 0; i < 30; ++i) model->step(Frame{});
    CHECK(model->wispContacts()->tangles().size() == 0);
    CHECK(model->wispContacts()->blocked().size() > 0);
}

TEST_CASE("wisp contacts: the same bits for any lanes and threads, in either step, and of single strands") {
    ThreadPool two(2);
    const Groom groom = crowd(71, 25);
    for (double step : {0.0, 1.0})
        for (double gathered : {0.0, width}) {
            CAPTURE(step);
            CAPTURE(gathered);
            const Settings settings{{"step", step}, {"wispWidth", gathered}};
            const std::vector<uint64_t> reference = hashesOf(groom, settings, {"cpu", "tiles", 1, nullptr});
            CHECK(hashesOf(groom, settings, {"cpu", "tiles", 4, nullptr}) == reference);
            CHECK(hashesOf(groom, settings, {"cpu", "tiles", 0, &two}) == reference);
        }
}

TEST_CASE("wisp contacts: a state saved among tangles goes on as before; damaged ones are refused") {
    const Groom groom = crowd(72, 40);
    const Colliders head = ball();
    for (double step : {0.0, 1.0}) {
        auto model = meetingRods(groom, {{"step", step}, {"wispWidth", width}});
        for (int i = 0; i < 10; ++i) model->step(wildFrame(i, 60, 0.5, &head));
        REQUIRE(model->wispContacts()->tangles().size() > 10);
        REQUIRE(model->wispContacts()->blocked().size() > 1);
        const std::vector<uint8_t> state = model->save();
        const uint64_t now = model->hash();
        for (int i = 10; i < 15; ++i) model->step(wildFrame(i, 60, 0.5, &head));
        const uint64_t after = model->hash();
        auto other = meetingRods(groom, {{"step", step}, {"wispWidth", width}});
        REQUIRE(other->restore(state).ok());
        CHECK(other->hash() == now);
        for (int i = 10; i < 15; ++i) other->step(wildFrame(i, 60, 0.5, &head));
        CHECK(other->hash() == after);
        // Tangles and what blocks are part of the hash; a reset forgets them.
        auto forgetful = meetingRods(groom, {{"step", step}, {"wispWidth", width}});
        forgetful->reset(Pose{});
        REQUIRE(forgetful->restore(state).ok());
        forgetful->reset(Pose{});
        CHECK(forgetful->contacts() == 0);
        CHECK(forgetful->hash() == meetingRods(groom, {{"step", step}, {"wispWidth", width}})->hash());
        CHECK(meetingRods(groom, {{"wispContacts", 0}, {"step", step}, {"wispWidth", width}})->restore(state).ok() == false);
    }
    rods::WispContacts contacts({{{0, 1, 2, 3}, 0}, {{4, 5, 6, 7}, 1}}, std::vector<HairPoint>(8, HairPoint{0, 0, 0, 100}));
    CHECK(contacts.setState({{0, 4, 0.001f}, {1, 5, 0.001f}}, {{{0, 1, 1}, {0, 1, 0}, 0.002f, 0, {0, 0, 0}}, {{0, 1, 2}, {0, 1, 0}, 0.002f, 0, {0, 0, 0}}}));
    CHECK(!contacts.setState({{1, 5, 0.001f}, {0, 4, 0.001f}}, {}));
    CHECK(!contacts.setState({{4, 0, 0.001f}}, {}));
    CHECK(!contacts.setState({{0, 8, 0.001f}}, {}));
    CHECK(!contacts.setState({}, {{{0, 2, 0}, {0, 1, 0}, 0.002f, 0, {0, 0, 0}}}));
    CHECK(!contacts.setState({}, {{{0, 1, 4}, {0, 1, 0}, 0.002f, 0, {0, 0, 0}}}));
    CHECK(!contacts.setState({}, {{{0, 1, 2}, {0, 1, 0}, 0.002f, 0, {0, 0, 0}}, {{0, 1, 1}, {0, 1, 0}, 0.002f, 0, {0, 0, 0}}}));
    CHECK(contacts.tangles().size() == 2);
}

// What wisps' points get of touches alone, each going by its way, m.
std::vector<rods::PointLoad> foreseen(rods::WispContacts& contacts, const std::vector<Vec3f>& at, const std::vector<Vec3f>& ways) {
    for (size_t p = 0; p < at.size(); ++p) contacts.told()[p] = {at[p], ways[p], {}};
    rods::WispContactSettings settings;
    settings.thickness = 0.002f, settings.h = 1 / 120.0f;
    contacts.foresee(settings);
    return contacts.loads();
}

TEST_CASE("wisp contacts: what touches and comes at each other is first taken to come no nearer") {
    // Two strands that cross a tenth of a millimetre too near.
    const std::vector<Vec3f> at = {{-0.005f, 0.0009f, 0}, {0.005f, 0.0009f, 0}, {0, 0, -0.005f}, {0, 0, 0.005f}};
    rods::WispContacts contacts({{{0, 1, 0, 1}, 0}, {{2, 3, 2, 3}, 1}}, std::vector<HairPoint>(4, HairPoint{0, 0, 0, 100}));
    // The push on a, up, as both go so far up, and how stiff that is.
    auto push = [&](float a, float b, float& stiffness) {
        REQUIRE(contacts.setState({}, {{{0, 1, 0}, {0, 1, 0}, 0.001f, 0, {0, 0, 0}}}));
        const std::vector<rods::PointLoad> loads = foreseen(contacts, at, {{0, a, 0}, {0, a, 0}, {0, b, 0}, {0, b, 0}});
        stiffness = loads[0].C.yy + loads[1].C.yy;
        return -(loads[0].b.y + loads[1].b.y);
    };
    float stiffness, same;
    const float still = push(0, 0, stiffness), hair = 3e5f / (120.0f * 120.0f) * 0.01f;
    CHECK(still == doctest::Approx(hair * 1e-4f).epsilon(1e-3));
    CHECK(stiffness == doctest::Approx(2 * hair).epsilon(1e-3));
    // Against each other, and one of them: as where they are. Energy then is what they have.
    CHECK(push(-0.001f, 0.001f, same) == doctest::Approx(still).epsilon(1e-3));
    CHECK(push(-0.001f, 0, same) == doctest::Approx(still).epsilon(1e-3));
    CHECK(same == stiffness);
    // The way that both go is let go; parting takes the push away.
    CHECK(push(0.001f, 0.002f, same) - stiffness * 0.001f == doctest::Approx(still).epsilon(1e-3));
    CHECK(push(0.001f, 0.001f, same) - stiffness * 0.001f == doctest::Approx(still).epsilon(1e-3));
    CHECK(push(-0.003f, -0.001f, same) + stiffness * 0.001f == doctest::Approx(still).epsilon(1e-3));
    CHECK(push(0.0002f, 0, same) == 0);
}

TEST_CASE("wisp contacts: flat wisps that lie across each other press by forces that move smoothly") {
    rods::WispContacts contacts({{{0, 1, 2, 3}, 0}, {{4, 5, 6, 7}, 1}}, std::vector<HairPoint>(8, HairPoint{0, 0, 0, 50}));
    auto loads = [&](float tilt) {
        std::vector<rods::BlockedCells> blocked;
        for (uint32_t rims = 0; rims < 4; ++rims) blocked.push_back({{0, 1, rims}, {0, 1, 0}, 0.001f, 0, {0, 0, 0}});
        REQUIRE(contacts.setState({}, blocked));
        std::vector<Vec3f> at;
        for (float z : {-0.0075f, 0.0075f})
            for (float x : {-0.01f, 0.01f}) at.push_back({x, 0.0009f, z});
        for (float x : {-0.0075f, 0.0075f})
            for (float z : {-0.01f, 0.01f}) at.push_back({x, tilt * (x + z), z});
        return foreseen(contacts, at, std::vector<Vec3f>(8, Vec3f{0, 0, 0}));
    };
    const std::vector<rods::PointLoad> a = loads(1e-4f), b = loads(-1e-4f);
    double all = 0, most = 0;
    for (size_t p = 0; p < 4; ++p) all += double(-a[p].b.y);
    for (size_t p = 0; p < 8; ++p) most = std::max(most, double(std::abs(a[p].b.y - b[p].b.y)));
    CHECK(all > 0);
    CHECK(most < 0.02 * all);
}

TEST_CASE("wisp contacts: a jump of the head carries what touches along") {
    const Groom groom = crowd(73, 60);
    const Colliders head = ball();
    auto model = meetingRods(groom, {{"wispWidth", width}}), turned = meetingRods(groom, {{"wispWidth", width}});
    Frame still;
    still.colliders = &head;
    for (int i = 0; i < 60; ++i) model->step(still), turned->step(still);
    Frame jump = still;
    jump.teleport = true;
    jump.end.pose.orientation = {0, std::sin(0.5f), 0, std::cos(0.5f)};  // about gravity
    turned->step(jump), model->step(still);
    const size_t touching = model->wispContacts()->blocked().size();
    REQUIRE(touching > 2);
    CHECK(std::abs(double(turned->wispContacts()->blocked().size()) - double(touching)) <= 0.1 * double(touching) + 1);
    const std::vector<Vec3f> a = pointsOf(*model), b = pointsOf(*turned);
    double worst = 0;
    for (size_t i = 0; i < a.size(); ++i) worst = std::max(worst, double(lengthOf(rotate(jump.end.pose.orientation, a[i]) - b[i])));
    CHECK(worst < 1e-3);
}

TEST_CASE("wisp contacts: piled on a head, wisps come to rest, and at rest gain no energy") {
    const Colliders head = ball();
    int late = 0;  // plays: a wisp that stands on the head may topple late
    for (uint64_t seed = 70; seed < 80; ++seed) for (double rate : {30.0, 60.0}) {
        CAPTURE(seed);
        CAPTURE(rate);
        auto model = meetingRods(crowd(seed, 30), {{"wispWidth", width}});
        for (int i = 0; i < rate; ++i) model->step(wildFrame(i, rate, 0.2, &head));
        Frame still;
        still.dt = static_cast<float>(1 / rate);
        still.colliders = &head;
        for (int i = 0; i < 5 * rate; ++i) model->step(still);
        REQUIRE(model->contacts() > 50);
        std::vector<Vec3f> before = pointsOf(*model);
        double most = -1e9, first = model->energy(still.gravity).total(), fastest = 0;
        for (int i = 0; i < rate; ++i) {
            model->step(still);
            const std::vector<Vec3f> after = pointsOf(*model);
            fastest = std::max(fastest, fastestOf(after, before, rate));
            most = std::max(most, model->energy(still.gravity).total());
            before = after;
        }
        CHECK(fastest < 0.01);
        if (fastest >= 1e-3) ++late;
        CHECK(most - first < 1e-10);
        CHECK(model->resets() == 0);
    }
    CHECK(late <= 1);
}

}  // namespace wisp_contacts_test
