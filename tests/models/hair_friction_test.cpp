// Friction of hair in hair: the grid's sums, the same bits whatever adds them, and what it does to hair.
#include "core/contact/hair_flow.h"
#include "core/models/pose_path.h"
#include "tests/models/rig.h"

#include <doctest/doctest.h>

#include <limits>

namespace ringlet::test {
namespace {

const Settings rubbing = {{"hairFriction", 120}, {"drag", 1}};
// The published method, and what it has of the same grid beside.
const Settings published = {{"step", 1}}, onGrid = {{"step", 1}, {"gridFriction", 0.3}, {"gridRepulsion", 0.05}};

// Mass and momentum of all nodes, of whole numbers made numbers again.
struct Total {
    double mass = 0;
    Vec3d momentum{0, 0, 0};
};
Total totalOf(const FlowGrid& g) {
    Total total;
    for (int64_t n = 0; n < int64_t{g.nx} * g.ny * g.nz; ++n) {
        const int32_t* node = g.nodes + 4 * n;
        total.mass += node[0] / double(g.scale);
        total.momentum = total.momentum + Vec3d{double(node[1]), double(node[2]), double(node[3])} * (1 / double(g.scale));
    }
    return total;
}

void add(const FlowGrid& g, Vec3f at, float mass, Vec3f velocity) {
    const FlowCell<float> cell = flowCell(g, at);
    int32_t node;
    storeWhole(cell.node, &node);
    const float m = g.scale * mass;
    const FlowNumbers what{{m, m * velocity.x, m * velocity.y, m * velocity.z}};
    for (int corner = 0; corner < 8; ++corner) addToNode(g.nodes + ptrdiff_t{4} * node + cornerOffset(g, corner), what, cell.weight[corner]);
}

// Forty strands of different lengths that hang from one place.
Groom hangingLock() {
    Groom groom;
    Random random(3, 0);
    for (int s = 0; s < 40; ++s) {
        const Vec3f root{random.between(-0.006f, 0.006f), 0, random.between(-0.006f, 0.006f)};
        StrandShape shape;
        shape.length = 0.2f * random.between(0.8f, 1.25f), shape.particles = 12, shape.bend = 0.1f;
        addStrand(groom, randomStrand(random, shape, root, {0, -1, 0}), {0, -1, 0}, 4e-5f);
    }
    return groom;
}

// Root mean square of the particles' velocities beside their mean, m/s, over frames of a head that never rests.
double spreadOf(const Settings& settings) {
    auto model = buildModel(hangingLock(), settings);
    double sum = 0;
    for (int i = 0; i < 120; ++i) {
        const std::vector<Vec3f> before = pointsOf(*model);
        model->step(wildFrame(i, 60, 0.4));
        const std::vector<Vec3f> now = pointsOf(*model);
        for (size_t p = 1; p < 12; ++p) {
            Vec3f mean{0, 0, 0};
            for (size_t s = 0; s < 40; ++s) mean = mean + (1.0f / 40) * (now[12 * s + p] - before[12 * s + p]);
            for (size_t s = 0; s < 40; ++s) {
                const Vec3f apart = 60.0f * (now[12 * s + p] - before[12 * s + p] - mean);
                sum += double(dot(apart, apart));
            }
        }
    }
    return std::sqrt(sum / (120.0 * 11 * 40));
}

// What is left of the lock's kinetic energy, J, half a second after its head was moved by so much (m) in a tenth of one.
double swingAfter(float moved, const Settings& settings) {
    auto model = buildModel(hangingLock(), settings);
    for (int i = 0; i < 36; ++i) {
        Frame frame;
        const auto at = [&](int n) {
            PoseKey key;
            key.pose.position.x = double(moved) * (n < 6 ? n / 6.0 : 1.0);
            key.velocity.x = n < 6 ? moved / 0.1f : 0;
            return key;
        };
        frame.begin = at(i), frame.end = at(i + 1);
        model->step(frame);
    }
    return model->energy(Frame{}.gravity).kinetic;
}

}  // namespace

TEST_CASE("hair friction: the grid keeps mass and momentum, and has no place for what is outside or no number") {
    HairFlow flow;
    Groom groom;
    addStrand(groom, {{0, 0, 0}, {0.1f, 0.2f, -0.1f}}, {0, 1, 0}, 4e-5f);
    flow.lay(groom);
    flow.open(2);
    Random random(1, 0);
    Total expected;
    for (int i = 0; i < 200; ++i) {
        const Vec3f at{random.between(-0.05f, 0.15f), random.between(-0.05f, 0.25f), random.between(-0.15f, 0.05f)};
        const Vec3f v{random.normal(), random.normal(), random.normal()};
        const float mass = random.between(0.5f, 2.0f);
        add(flow.grid(static_cast<size_t>(i % 2)), at, mass, v);
        expected.mass += double(mass);
        expected.momentum = expected.momentum + double(mass) * toDouble(v);
    }
    flow.join(0, 3), flow.join(2, 3), flow.join(1, 3);
    const Total total = totalOf(flow.grid());
    CHECK(total.mass == doctest::Approx(expected.mass).epsilon(1e-3));
    CHECK(lengthOf(total.momentum - expected.momentum) < 0.1);  // 200 particles, eight numbers rounded each
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (Vec3f away : {Vec3f{5, 0, 0}, Vec3f{0, -5, 0}, Vec3f{nan, 0, 0}, Vec3f{0, 0, nan}}) {
        const FlowCell<float> cell = flowCell(flow.grid(), away);
        CHECK(cell.node >= 0);
        for (float weight : cell.weight) CHECK(weight == 0);
    }
    flow.clear(0);
    CHECK(totalOf(flow.grid()).mass == 0);
}

TEST_CASE("hair friction: a stray strand makes the grid of all other hair no coarser") {
    const Groom lock = hangingLock();
    HairFlow usual;
    usual.lay(lock);
    usual.open(1);
    for (float away : {30.0f, 1e5f}) {
        Groom groom = lock;
        addStrand(groom, {{away, 0, 0}, {away, -away, 0.1f}}, {0, 1, 0}, 4e-5f);
        HairFlow flow;
        flow.lay(groom);
        flow.open(1);
        CHECK(flow.grid().perMetre == usual.grid().perMetre);
        CHECK(flow.grid().scale == usual.grid().scale);
    }
}

TEST_CASE("hair friction: grids of more nodes than 32 bits count become coarser") {
    Groom groom;
    for (Vec3f tip : {Vec3f{0, 0, 0}, Vec3f{40.73f, 40.73f, 20.25f}}) addStrand(groom, {tip, tip + Vec3f{0, 0, 0.01f}}, {0, 1, 0}, 4e-5f);
    HairFlow flow;
    flow.lay(groom);
    flow.open(1);
    const FlowGrid& grid = flow.grid();
    CHECK(uint64_t(grid.nx) * uint64_t(grid.ny) * uint64_t(grid.nz) <= 1u << 19);
    CHECK(totalOf(grid).mass == 0);
}

TEST_CASE("hair friction: a node takes the nearest whole number of all that a particle may bring") {
    const float most = finestFlow * heaviestFlow * fastestFlow;
    for (float x : {0.0f, 0.4f, -0.4f, 0.6f, -0.6f, 1234.7f, -1234.7f, most, -most}) {
        int32_t node[4] = {7, 7, 7, 7};
        addToNode(node, FlowNumbers{{x, x, x, x}}, 1);
        for (int32_t n : node) CHECK(n == 7 + static_cast<int32_t>(std::lround(x)));
    }
}

void sameBits(const Settings& rubbing, const Settings& plainly) {
    const Groom groom = randomGroom(11, 90, 12);
    Groom turned;
    for (size_t g = groom.groups.size(); g-- > 0;)
        for (uint32_t s = groom.groups[g].strandCount; s-- > 0;) {
            const StrandGroup& group = groom.groups[g];
            const Vec3f* points = &groom.points[group.firstPoint + size_t{s} * group.points];
            addStrand(turned, std::vector<Vec3f>(points, points + group.points), groom.rootNormals[group.firstStrand + s], 4e-5f);
        }
    auto plain = buildModel(groom, rubbing), other = buildModel(turned, rubbing), without = buildModel(groom, plainly);
    std::vector<std::unique_ptr<Model>> more;
    ThreadPool two(2), five(5);
    for (int lanes : {1, 4, 8, 16})
        for (ThreadPool* pool : {static_cast<ThreadPool*>(nullptr), &two, &five}) {
            ModelOptions options;
            options.lanes = lanes, options.pool = pool;
            Params params({strandModel().params});
            for (const auto& [name, value] : rubbing) REQUIRE(params.set(name, value).ok());
            auto built = strandModel().build(groom, params, options);
            if (built.ok()) more.push_back(std::move(built.value()));
        }
    REQUIRE(more.size() >= 6);
    std::vector<uint8_t> saved;
    uint64_t afterSaved = 0;
    for (int i = 0; i < 40; ++i) {
        const Frame frame = wildFrame(i, 60, 0.6);
        plain->step(frame), other->step(frame), without->step(frame);
        for (auto& model : more) {
            model->step(frame);
            REQUIRE(model->hash() == plain->hash());
        }
        if (i == 19) saved = plain->save();
        if (i == 29) afterSaved = plain->hash();
    }
    CHECK(plain->hash() != without->hash());
    CHECK(plain->resets() == 0);
    std::vector<Vec3f> a = pointsOf(*plain), b = pointsOf(*other);
    const auto before = [](Vec3f p, Vec3f q) { return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z; };
    std::stable_sort(a.begin(), a.end(), before), std::stable_sort(b.begin(), b.end(), before);
    REQUIRE(a.size() == b.size());
    for (size_t i = 0; i < a.size(); ++i) REQUIRE(std::memcmp(&a[i], &b[i], sizeof a[i]) == 0);
    REQUIRE(more[0]->restore(saved).ok());
    for (int i = 20; i < 30; ++i) more[0]->step(wildFrame(i, 60, 0.6));
    CHECK(more[0]->hash() == afterSaved);
}

TEST_CASE("hair friction: the same bits over lanes, threads and the order of strands, and after save and restore") {
    sameBits(rubbing, {{"drag", 1}});
    sameBits(onGrid, published);
    sameBits({{"step", 3}, {"gridFriction", 0.1}, {"gridRepulsion", 0.05}}, {{"step", 3}});
    sameBits({{"step", 4}, {"iterations", 5}}, {{"step", 4}});
    sameBits({{"step", 5}, {"gridFriction", 0.1}, {"gridPressure", 0.1}}, {{"step", 5}});
}

void sameWhenSetLater(const Settings& rubbing, const Settings& plainly) {
    const Groom groom = randomGroom(11, 40, 12);
    auto fromStart = buildModel(groom, rubbing), later = buildModel(groom, plainly);
    const size_t without = later->stateBytes();
    for (int i = 0; i < 10; ++i) later->step(wildFrame(i, 60, 0.6));
    Params params({strandModel().params});
    for (const auto& [name, value] : rubbing) REQUIRE(params.set(name, value).ok());
    later->setParams(params);
    CHECK(later->stateBytes() > without);  // its grid counts
    REQUIRE(fromStart->restore(later->save()).ok());
    for (int i = 10; i < 30; ++i) fromStart->step(wildFrame(i, 60, 0.6)), later->step(wildFrame(i, 60, 0.6));
    CHECK(fromStart->hash() == later->hash());
}

TEST_CASE("hair friction: it is the same whether it was there from the start or is set while hair moves") {
    sameWhenSetLater(rubbing, {{"drag", 1}});
    sameWhenSetLater(onGrid, published);
}

TEST_CASE("hair friction: a lock moves as one, and a strand that is lost takes nobody along") {
    const double without = spreadOf({{"drag", 1}}), little = spreadOf(rubbing), much = spreadOf({{"hairFriction", 1000}, {"drag", 1}});
    CHECK(little < 0.85 * without);
    CHECK(much < little);
    auto model = buildModel(randomGroom(5, 60, 12), rubbing);
    for (int i = 0; i < 10; ++i) model->step(wildFrame(i, 60, 0.5));
    setStateFloat(*model, false, 10 * 14, std::numeric_limits<float>::quiet_NaN());
    for (int i = 10; i < 40; ++i) model->step(wildFrame(i, 60, 0.5));
    CHECK(model->resets() == 1);
    CHECK(allFinite(stateFloats(*model, false)));
}

TEST_CASE("hair friction: by the published method too a lock moves as one, and a strand that is lost takes nobody along") {
    const Settings loose{{"step", 1}, {"compliance", 10}, {"velocityCorrection", 0}};  // which calms hair more than its neighbours
    const double without = spreadOf(loose), with = spreadOf({{"step", 1}, {"compliance", 10}, {"velocityCorrection", 0}, {"gridFriction", 0.5}});
    MESSAGE("spread of velocities: ", without, " m/s without, ", with, " with gridFriction");
    CHECK(with < 0.7 * without);
    auto model = buildModel(randomGroom(5, 60, 12), onGrid);
    for (int i = 0; i < 10; ++i) model->step(wildFrame(i, 60, 0.5));
    setStateFloat(*model, true, 10 * 6, std::numeric_limits<float>::quiet_NaN());
    for (int i = 10; i < 40; ++i) model->step(wildFrame(i, 60, 0.5));
    CHECK(model->resets() == 1);
    CHECK(allFinite(stateFloats(*model, true)));
}

// How far the lock's points are from its middle, m, root mean square, when it has hung for two seconds.
double widthOf(const Settings& settings) {
    auto model = buildModel(hangingLock(), settings);
    for (int i = 0; i < 120; ++i) model->step(Frame{});
    const std::vector<Vec3f> points = pointsOf(*model);
    double sum = 0;
    for (Vec3f p : points) sum += double(p.x * p.x + p.z * p.z);
    return std::sqrt(sum / double(points.size()));
}

TEST_CASE("hair friction: gridRepulsion widens a lock, and hardly moves a strand that is alone") {
    const double without = widthOf({{"step", 1}, {"compliance", 1}}), with = widthOf({{"step", 1}, {"compliance", 1}, {"gridRepulsion", 0.05}});
    MESSAGE("width of a lock: ", 1e3 * without, " mm, with repulsion ", 1e3 * with);
    CHECK(with > 1.1 * without);
    const double pressed = widthOf({{"step", 1}, {"compliance", 1}, {"gridPressure", 0.1}});
    MESSAGE("with pressure ", 1e3 * pressed);
    CHECK(pressed > 1.1 * without);
    const Groom one = randomGroom(7, 1, 12);
    auto alone = buildModel(one, {{"step", 1}, {"gridRepulsion", 0.05}}), plain = buildModel(one, published);
    for (int i = 0; i < 60; ++i) alone->step(wildFrame(i, 60, 0.4)), plain->step(wildFrame(i, 60, 0.4));
    double apart = 0;
    const std::vector<Vec3f> a = pointsOf(*alone), b = pointsOf(*plain);
    for (size_t i = 0; i < a.size(); ++i) apart = std::max(apart, double(lengthOf(a[i] - b[i])));
    MESSAGE("a strand alone, which is others to itself, differs by ", 1e3 * apart, " mm from one without");
    CHECK(apart < 2e-3);
    // Two strands far from each other are nowhere denser than their own groom.
    Groom two;
    for (float x : {0.0f, 1.0f}) addStrand(two, {{x, 0, 0}, {x, -0.05f, 0}, {x, -0.1f, 0}, {x, -0.15f, 0}}, {0, -1, 0}, 4e-5f);
    auto fluid = buildModel(two, {{"step", 1}, {"gridPressure", 0.1}}), free = buildModel(two, published);
    for (int i = 0; i < 60; ++i) fluid->step(wildFrame(i, 60, 0.2)), free->step(wildFrame(i, 60, 0.2));
    CHECK(fluid->hash() == free->hash());
}

TEST_CASE("hair friction: what goes slowly beside the head is left alone, so that late falls are not held up") {
    const Settings none{{"drag", 0.5}, {"sagFree", 1}}, all{{"drag", 0.5}, {"sagFree", 1}, {"hairFriction", 1000}};
    const double slow = swingAfter(1e-4f, all) / swingAfter(1e-4f, none), fast = swingAfter(0.1f, all) / swingAfter(0.1f, none);
    MESSAGE("of the swing that is left without friction: ", slow, " of slow hair, ", fast, " of fast hair");
    CHECK(slow > 0.97);
    CHECK(fast < 0.9);
}

}  // namespace ringlet::test
