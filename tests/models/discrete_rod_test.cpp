// Discrete rods: derivatives against finite differences, both ways to find twist, and the same bits for any lanes
// and threads.
#include "core/models/discrete_rod/published_rod.h"
#include "core/models/pose_path.h"
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::test;
namespace rods = ringlet::discrete_rod;
using rods::Measure;

namespace {

Quatd randomTurn(Random& random, double size) {
    return normalized(Quatd{size * random.normal(), size * random.normal(), size * random.normal(), 1});
}

// A turn by `bend` about some axis across z, after one about z.
Quatd bentBy(Random& random, double bend) {
    const Vec3f across = randomDirection(random);
    const Vec3d axis = normalizedOr(Vec3d{across.x, across.y, 0}, Vec3d{1, 0, 0});
    const double twist = 1.5 * random.normal(), s = std::sin(bend / 2);
    return Quatd{s * axis.x, s * axis.y, 0, std::cos(bend / 2)} * Quatd{0, 0, std::sin(twist / 2), std::cos(twist / 2)};
}

// The greatest difference of the gradient from central differences, over its length. `turn`: from the parent to the child.
template <Measure measure>
double gradientError(Quatd parent, Quatd restTurn, Quatd turn) {
    const Quatd child = parent * turn;
    const rods::JointStiffness<double> k{1, 1.5, 0.8};
    const auto rest = rods::jointRest<measure>(restTurn);
    auto energyAt = [&](Vec3d turn) {
        const Quatd by = normalized(Quatd{turn.x / 2, turn.y / 2, turn.z / 2, 1});
        return rods::rodEnergy(rods::jointStrain<measure>(parent, parent * by * conjugate(parent) * child, rest, k), k);
    };
    const auto strain = rods::jointStrain<measure>(parent, child, rest, k);
    const Vec3d gradient = rods::localGradient(strain, rods::jointDirections<measure>(strain), k);
    const double d = 1e-5;
    const Vec3d found = (0.5 / d) * Vec3d{energyAt({d, 0, 0}) - energyAt({-d, 0, 0}), energyAt({0, d, 0}) - energyAt({0, -d, 0}),
                                          energyAt({0, 0, d}) - energyAt({0, 0, -d})};
    return lengthOf(found - gradient) / lengthOf(gradient);
}
template <Measure measure>
double gradientError(uint64_t seed) {
    Random random(31, seed);
    const Quatd parent = randomTurn(random, 2), restTurn = randomTurn(random, 0.3);
    return gradientError<measure>(parent, restTurn, restTurn * randomTurn(random, 0.3));
}

// Second derivatives of the energy in the child's rotation vector, by differences.
Sym3<double> secondDifferences(Quatd parent, Quatd child, Quatd rest, const rods::JointStiffness<double>& k) {
    const double d = 3e-5;
    auto at = [&](Vec3d turn) { return rods::quarterEnergy(parent, rotationOf(turn) * child, rest, k); };
    auto second = [&](Vec3d a, Vec3d b) {
        return (at(d * (a + b)) - at(d * (a - b)) - at(d * (b - a)) + at(-d * (a + b))) / (4 * d * d);
    };
    const Vec3d x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    return {second(x, x), second(y, y), second(z, z), second(x, y), second(x, z), second(y, z)};
}

// A strand of its own for the published step's functions: crooked, twisted, of 8 points.
struct OneRod {
    static constexpr int n = 8;
    std::vector<float> position, frame, twist, restTurn, length, restTwist, scratch;
    float root[7] = {0, 0, 0, 0, 0, 0, 1}, scale = 0.01f;
    ColliderArgs colliders{};
    rods::RodTile tile{};

    explicit OneRod(uint64_t seed) : frame(4 * n), scratch(static_cast<size_t>(rods::rodScratchFloats(n))) {
        Random random(32, seed);
        Vec3f x{0, 0, 0}, d{0, 0, 1};
        for (int i = 0; i < n; ++i) {
            position.insert(position.end(), {x.x, x.y, x.z});
            length.push_back(0.01f * (1 + 0.3f * static_cast<float>(i % 3)));
            d = normalizedOr(d + 0.4f * randomDirection(random), d);
            x = x + length.back() * d;
            twist.push_back(random.normal());
            restTwist.push_back(0.1f * random.normal());
            const Vec3f bend = 0.1f * randomDirection(random);
            const Quatf turn = normalized(Quatf{bend.x, bend.y, 0, 1}) * rods::spinBy(restTwist.back());
            restTurn.insert(restTurn.end(), {turn.x, turn.y, turn.z, turn.w});
        }
        tile.particles = n;
        tile.colliders = &colliders;
        tile.substep.h = 1e-4f;  // so short that the explicit step carries all of the stiffness
        tile.root = root, tile.scale = &scale, tile.scratch = scratch.data();
        tile.material.bend1 = 1e-3f, tile.material.bend2 = 2e-3f, tile.material.twist = 0.7e-3f;
        tile.position = StrandView{position.data(), 3, 1, 1};
        tile.frame = StrandView{frame.data(), 4, 1, 1};
        tile.twist = StrandView{twist.data(), 1, 1, 1};
        tile.restTurn = StrandView{restTurn.data(), 4, 1, 1};
        tile.restLength = StrandView{length.data(), 1, 1, 1};
        tile.restTwist = StrandView{restTwist.data(), 1, 1, 1};
    }
    void bend() {
        rods::bishopFrames(tile, identityQuat<float>());
        rods::prepareJoints<float>(tile);
    }
    // Energy over the linear density, in double, of these points and the twist as it is.
    double energy(const std::vector<double>& p) const {
        Quatd bishop{0, 0, 0, 1}, parent = bishop;
        double sum = 0, before = 0;
        for (size_t j = 0; j + 1 < size_t{n}; ++j) {
            const Vec3d a{p[3 * j], p[3 * j + 1], p[3 * j + 2]}, b{p[3 * j + 3], p[3 * j + 4], p[3 * j + 5]}, t = axisZ(bishop);
            bishop = normalized(rotationBetween(t, normalizedOr(b - a, t)) * bishop);
            const double half = 0.5 * double{twist[j]}, over = 2 / (before + double{length[j]});
            const Quatd own = bishop * Quatd{0, 0, std::sin(half), std::cos(half)};
            const auto rest = rods::jointRest<Measure::Binormal>(
                Quatd{restTurn[4 * j], restTurn[4 * j + 1], restTurn[4 * j + 2], restTurn[4 * j + 3]});
            const rods::JointStiffness<double> k{1e-3 * over, 2e-3 * over, 0.7e-3 * over};
            sum += rods::rodEnergy(rods::jointStrain<Measure::Binormal>(parent, own, rest, k), k);
            parent = own;
            before = double{length[j]};
        }
        return sum;
    }
    double energy() const { return energy(std::vector<double>(position.begin(), position.end())); }
};

std::vector<uint64_t> play(const Settings& settings, const ModelOptions& options) {
    const ModelInfo* info = findModel("discrete-rod");
    REQUIRE(info != nullptr);
    Params params({info->params});
    for (const auto& setting : settings) REQUIRE(params.set(setting.first, setting.second).ok());
    Colliders ball;
    ball.spheres.push_back({{0, 0, 0}, 0.1f});
    ball.capsules.push_back({{0, -0.1f, 0}, {0.02f, -0.3f, 0}, 0.04f});
    auto built = info->build(randomGroom(3, 37, 14), params, options);
    REQUIRE(built.ok());
    std::vector<uint64_t> hashes;
    for (int i = 0; i < 15; ++i) {
        built.value()->step(wildFrame(i, 60, 0.5, i % 10 == 9 ? nullptr : &ball));
        hashes.push_back(built.value()->hash());
    }
    CHECK(built.value()->resets() == 0);
    CHECK(worstStretch(*built.value()) < 1e-3);
    return hashes;
}

}  // namespace

// A curl that is wound on and on would be driven by any step of its energy that its forces do not tell of.
TEST_CASE("a joint's energy is continuous all the way round, naturally curved or not") {
    const rods::JointStiffness<double> k{1, 1.5, 0.8};
    for (double bend : {0.0, 0.4, 1.0, 1.5}) {
        CAPTURE(bend);
        const Quatd restTurn{std::sin(bend / 2), 0, 0, std::cos(bend / 2)};
        const auto rest = rods::jointRest<Measure::Quarter>(restTurn);
        double before = 0, most = 0;
        const int steps = 20000;
        for (int i = 0; i <= steps; ++i) {
            const double half = 2 * 3.14159265358979 * i / steps;  // two whole turns, of the child about itself
            const Quatd child = restTurn * Quatd{0, 0, std::sin(half), std::cos(half)};
            const double energy = rods::rodEnergy(rods::jointStrain<Measure::Quarter>({0, 0, 0, 1}, child, rest, k), k);
            if (i > 0) most = maximum(most, absolute(energy - before));
            before = energy;
        }
        CHECK(most < 12 * (2 * 3.14159265358979 / steps));  // no torque is greater than 12
        CHECK(absolute(before) < 1e-9);
    }
}

TEST_CASE("a rod joint's gradient is its energy's") {
    double worst = 0;
    for (uint64_t seed = 0; seed < 500; ++seed)
        worst = std::max({worst, gradientError<Measure::Binormal>(seed), gradientError<Measure::Quarter>(seed)});
    CHECK(worst < 1e-6);
}

// Files have strands that run back along themselves: there twist fades, and must not jump.
TEST_CASE("a rod joint near a fold has the gradient of its energy, which is continuous") {
    const double pi = 3.14159265358979;
    double worst = 0;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Random random(33, seed);
        const Quatd parent = randomTurn(random, 2), straight = randomTurn(random, 0.3), folded = bentBy(random, pi - 0.06);
        for (double open : {0.02, 0.05, 0.09, 0.13, 0.3}) {  // half of 0.1 is where it begins to fade
            const Quatd turn = bentBy(random, pi - open);
            for (const Quatd& rest : {straight, folded})
                worst = std::max({worst, gradientError<Measure::Quarter>(parent, rest, turn),
                                  gradientError<Measure::Binormal>(parent, rest, turn)});
        }
    }
    CHECK(worst < 1e-4);

    const rods::JointStiffness<double> k{1, 1.5, 0.8};
    for (const Quatd& restTurn : {Quatd{0, 0, 0, 1}, Quatd{std::sin(1.55), 0, 0, std::cos(1.55)}}) {
        const auto rest = rods::jointRest<Measure::Quarter>(restTurn);
        double before = 0, most = 0;
        const int steps = 20000;
        for (int i = 0; i <= steps; ++i) {  // the child goes round about its own axis, bent by all but 1.5 degrees of a fold
            const double half = 2 * pi * i / steps, bend = pi - 0.026;
            const Quatd child = Quatd{0, std::sin(bend / 2), 0, std::cos(bend / 2)} * Quatd{0, 0, std::sin(half), std::cos(half)};
            const double energy = rods::rodEnergy(rods::jointStrain<Measure::Quarter>({0, 0, 0, 1}, child, rest, k), k);
            if (i > 0) most = maximum(most, absolute(energy - before));
            before = energy;
        }
        CHECK(most < 40 * (2 * pi / steps));
    }
}

TEST_CASE("a joint that is folded at rest has its least energy there, and its energy's gradient") {
    double worst = 0;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Random random(34, seed);
        const Quatd parent = randomTurn(random, 2), rest = bentBy(random, 2.5 + 0.003 * static_cast<double>(seed));
        const rods::JointStiffness<double> k = rods::curledStiffness<double>({1, 1.5, 0.8}, rest);
        CHECK(rods::quarterEnergy(parent, parent * rest, rest, k) < 1e-12);
        const Quatd child = parent * rest * randomTurn(random, 0.4);
        auto energyAt = [&](Vec3d turn) {
            return rods::quarterEnergy(parent, normalized(Quatd{turn.x / 2, turn.y / 2, turn.z / 2, 1}) * child, rest, k);
        };
        const double d = 1e-5;
        const Vec3d found = (0.5 / d) * Vec3d{energyAt({d, 0, 0}) - energyAt({-d, 0, 0}), energyAt({0, d, 0}) - energyAt({0, -d, 0}),
                                              energyAt({0, 0, d}) - energyAt({0, 0, -d})};
        const auto terms = rods::quarterJoint(parent, child, rest, k, 1.0);
        CHECK(terms.energy == energyAt({0, 0, 0}));
        worst = maximum(worst, lengthOf(found - terms.gradient) / lengthOf(found));
    }
    CHECK(worst < 1e-6);
}

TEST_CASE("a slow strand's joint has its energy's whole second derivative, folded at rest or not") {
    double worst = 0, without = 0;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        Random random(35, seed);
        const Quatd parent = randomTurn(random, 2), rest = bentBy(random, 0.015 * static_cast<double>(seed));
        const rods::JointStiffness<double> k = rods::curledStiffness<double>({1, 1.5, 0.8}, rest);
        const Quatd child = parent * rest * randomTurn(random, 0.4);
        if (rods::twistShare(conjugate(parent) * child) < 1) continue;  // nearly folded by force: no more than a bound
        const Sym3<double> found = secondDifferences(parent, child, rest, k);
        auto off = [&](double share) {
            const Sym3<double> K = rods::quarterJoint(parent, child, rest, k, 1.0, share).K;
            double most = 0;
            for (double x : {K.xx - found.xx, K.yy - found.yy, K.zz - found.zz, K.xy - found.xy, K.xz - found.xz, K.yz - found.yz})
                most = std::max(most, std::fabs(x));
            return most;
        };
        worst = std::max(worst, off(1));
        without = std::max(without, off(0));
    }
    CHECK(worst < 1e-5);
    CHECK(without > 0.3);  // what is left out is no small part
}

TEST_CASE("a rod's explicit forces are its energy's, holonomy included") {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        OneRod rod(seed);
        rod.bend();
        rods::materialFrames<float>(rod.tile);
        rods::jointGradients(rod.tile, identityQuat<float>());
        rods::elasticForces<float>(rod.tile);
        double greatest = 0, off = 0;
        std::vector<double> p(rod.position.begin(), rod.position.end());
        for (size_t i = 3; i < p.size(); ++i) {
            const double at = p[i], d = 1e-7;
            p[i] = at + d;
            const double above = rod.energy(p);
            p[i] = at - d;
            const double wanted = (rod.energy(p) - above) / (2 * d);
            p[i] = at;
            const size_t row = static_cast<size_t>(rods::rodScratchFloats(1)) * (i / 3 - 1) + i % 3;
            greatest = std::max(greatest, std::fabs(wanted));
            off = std::max(off, std::fabs(wanted - double{rod.scratch[row]}));
        }
        CHECK(off < 1e-4 * greatest);
    }
}

TEST_CASE("the energy that a published rod reports is that of the stiffness which its step carries") {
    // Of segments of 2 mm hundreds of times less than a hair's.
    const ModelInfo* info = findModel("discrete-rod");
    REQUIRE(info != nullptr);
    std::vector<Vec3d> points;
    for (int i = 0; i <= 30; ++i) points.push_back({0.002 * i, 0, 0});
    Params params({info->params});
    for (const auto& [name, value] : std::vector<std::pair<const char*, const char*>>{{"step", "published"}, {"twist", "newton"}, {"airDrag", "0"}})
        REQUIRE(params.set(name, value).ok());
    auto built = info->build(strandGroom(points), params, {});
    REQUIRE(built.ok());
    Model& model = *built.value();
    const Vec3f weight{0, -9.81f, 0};
    Frame frame;
    double first = 0, least = 0, rise = 0;
    for (int i = 0; i < 30; ++i) {
        model.step(frame);
        const Energy energy = model.energy(weight);
        if (i == 0) first = energy.total();
        rise = std::max(rise, energy.total() - first);
        least = std::min(least, energy.gravity);
    }
    CHECK(least < 0);
    CHECK(rise < 0.02 * -least);
}

TEST_CASE("twist=sides is Newton's twist where hair grows on the head's left, and the direct one on its right, to the bit") {
    const ModelInfo* info = findModel("discrete-rod");
    REQUIRE(info != nullptr);
    std::unique_ptr<Model> models[3];
    const char* const ways[] = {"direct", "newton", "sides"};
    for (size_t way = 0; way < 3; ++way) {
        Params params({info->params});
        REQUIRE(params.set("step", "published").ok());
        REQUIRE(params.set("twist", ways[way]).ok());
        auto built = info->build(randomGroom(5, 24, 12), params, {});
        REQUIRE(built.ok());
        models[way] = std::move(built.value());
    }
    std::vector<bool> left;
    for (const CurveBlock& block : models[2]->curves().blocks)
        for (uint32_t s = 0; s < block.strands; ++s) left.push_back(curvePoint(block, s, 0).x > 0);
    for (int i = 0; i < 6; ++i)
        for (auto& model : models) model->step(wildFrame(i, 60, 0.5, nullptr));
    const Curves all[3] = {models[0]->curves(), models[1]->curves(), models[2]->curves()};
    int differ[2] = {0, 0};
    size_t strand = 0;
    for (size_t b = 0; b < all[2].blocks.size(); ++b)
        for (uint32_t s = 0; s < all[2].blocks[b].strands; ++s, ++strand) {
            auto sameAs = [&](size_t way) {
                for (uint32_t p = 0; p < all[2].blocks[b].particles; ++p) {
                    const Vec3f x = curvePoint(all[2].blocks[b], s, p), y = curvePoint(all[way].blocks[b], s, p);
                    if (x.x != y.x || x.y != y.y || x.z != y.z) return false;
                }
                return true;
            };
            const bool onLeft = left[strand];
            CHECK(sameAs(onLeft ? 1 : 0));
            differ[onLeft] += !sameAs(onLeft ? 0 : 1);
        }
    CHECK(differ[0] > 3);
    CHECK(differ[1] > 3);
}

TEST_CASE("Newton's twist has the least energy, and the direct twist more") {
    int more = 0;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        OneRod rod(seed);
        rod.bend();
        rods::directTwist<float>(rod.tile);
        const double direct = rod.energy();
        rods::newtonTwist<float>(rod.tile);
        const double newton = rod.energy();
        CHECK(newton <= direct * (1 + 1e-6));
        more += direct > 1.01 * newton ? 1 : 0;
        for (size_t j = 0; j + 1 < size_t{OneRod::n}; ++j)
            for (float by : {-0.02f, 0.02f}) {
                OneRod other = rod;
                other.twist[j] += by;
                CHECK(other.energy() >= newton * (1 - 1e-6));
            }
    }
    CHECK(more > 0);
}

TEST_CASE("discrete rods give the same bits for any lanes and threads, of either step") {
    ThreadPool two(2);
    for (const Settings& settings : {Settings{}, Settings{{"step", 1}}, Settings{{"step", 1}, {"twist", 1}}}) {
        CAPTURE(settings.size());
        const std::vector<uint64_t> reference = play(settings, {"cpu", "tiles", 1, nullptr});
        CHECK(reference.front() != reference.back());
        CHECK(play(settings, {"cpu", "tiles", 4, nullptr}) == reference);
        CHECK(play(settings, {"cpu", "tiles", 0, &two}) == reference);
    }
}
