// Kmoch 2018 beside discrete rods: what its two ways to find twist take (table 5.1), and how far the direct one is from the
// twist of least energy. What its scenes take is in bench_kmoch_steps.cpp.
#include "native/bench_kmoch.h"
#include "core/models/discrete_rod/published_rod.h"

#include <cmath>

namespace ringlet::cli::kmoch {
namespace {

namespace rods = ringlet::discrete_rod;
struct TwistTimes {
    double twist = 0, frames = 0, forces = 0;  // ms
};

// The strands of a scene as the published step's functions see them: T is a number, for one strand after the other, or lanes.
template <class T>
class TwistStrands {
    static constexpr uint32_t lanes = static_cast<uint32_t>(RowStride<T>::value);
    // Strands between two looks at the clock: a look takes as long as a tenth of what is measured of one.
    static constexpr size_t timed = 8 / lanes;

public:
    TwistStrands(const Groom& groom, size_t most) {
        const Params params({&rods::discreteRodParams()});
        const RodSection section = rodSection(params);
        auto perMass = [&](double value) { return static_cast<float>(value / section.density); };
        material_.bend1 = perMass(section.bendingMajor), material_.bend2 = perMass(section.bendingMinor);
        material_.twist = perMass(section.twisting);
        uint32_t longest = 0;
        groups_ = rods::makeRodGroups({groom, {}}, true, static_cast<int>(lanes));
        for (size_t g = 0; g < groups_.size(); ++g) {
            longest = std::max(longest, groups_[g].particles());
            for (uint32_t s = 0; s < groups_[g].padded(); ++s) startAtRest(groups_[g], s);
            for (uint32_t s = 0; s < groups_[g].strands() && lanes * tiles_.size() < most; s += lanes) tiles_.push_back({g, s});
        }
        for (std::vector<float>& scratch : scratch_) scratch.resize(static_cast<size_t>(rods::rodScratchFloats(static_cast<int>(longest))) * lanes);
    }
    size_t count() const { return tiles_.size(); }
    // Takes on the shapes of `curves`, curvatures into scratch; then `find` finds the twist, and forces come of it. Their times
    // are added to `took`; gives the energy of each tile's first strand.
    template <class Find> double twist(const Curves& curves, const Find& find, TwistTimes& took) {
        double energy = 0;
        for (size_t first = 0; first < count(); first += timed) {
            const size_t end = std::min(first + timed, count());
            rods::RodTile tiles[timed];
            const auto each = [&](double& ms, const auto& body) {
                const auto start = kmoch::Clock::now();
                for (size_t i = first; i < end; ++i) body(tiles[i - first]);
                ms += kmoch::msSince(start);
            };
            const Quat<T> head = splat<T>(curves.head.orientation);
            for (size_t i = first; i < end; ++i) {
                tiles[i - first] = shaped(i, curves, scratch_[i - first].data());
                rods::bishopFrames(tiles[i - first], head);
                rods::prepareJoints<T>(tiles[i - first]);
            }
            each(took.twist, find);
            for (size_t i = first; i < end; ++i) energy += energyOf(tiles[i - first]);
            each(took.frames, [](const rods::RodTile& t) { rods::materialFrames<T>(t); });
            each(took.forces, [&](const rods::RodTile& t) { rods::jointGradients(t, head), rods::elasticForces<T>(t); });
        }
        return energy;
    }
    double angle(size_t i, uint32_t segment) const { return double{groups_[tiles_[i].first].at(rods::Twist, tiles_[i].second, segment, 0)}; }
    uint32_t segments(size_t i) const { return groups_[tiles_[i].first].particles() - 1; }

private:
    rods::RodTile shaped(size_t i, const Curves& curves, float* scratch) {
        StrandStore& g = groups_[tiles_[i].first];
        const uint32_t s = tiles_[i].second, tile = s / lanes;
        for (uint32_t k = s; k < s + lanes; ++k)
            for (uint32_t p = 0; p < g.particles(); ++p)
                g.setVec3(rods::Position, k, p, curvePoint(curves.blocks[tiles_[i].first], std::min(k, g.strands() - 1), p));
        rods::RodTile t{};
        t.particles = static_cast<int>(g.particles());
        t.substep.h = 1e-6f;  // so short that no stiffness is limited
        t.material = material_;
        t.root = g.rows(rods::Root, tile), t.scale = g.rows(rods::Scale, tile), t.scratch = scratch;
        t.position = g.tile(rods::Position, tile), t.frame = g.tile(rods::SegmentFrame, tile), t.twist = g.tile(rods::Twist, tile);
        t.restTurn = g.tile(rods::RestTurn, tile), t.restLength = g.tile(rods::RestLength, tile), t.restTwist = g.tile(rods::RestTwist, tile);
        return t;
    }
    static double energyOf(const rods::RodTile& t) {
        T energy = T(0), parent = T(0);
        for (int j = 0; j + 1 < t.particles; ++j) {
            const T child = loadAt<T>(t.twist, j);
            energy = energy + rods::twistTerms(rods::twistRow<T>(t, j), loadAt<T>(t.restTwist, j), parent, child).energy;
            parent = child;
        }
        float parts[lanes];
        storeRow(parts, 0, energy);
        return double{parts[0]};
    }
    static void startAtRest(StrandStore& g, uint32_t s) {
        float angle = 0;
        for (uint32_t p = 0; p + 1 < g.particles(); ++p) {
            angle += g.at(rods::RestTwist, s, p, 0);
            g.at(rods::Twist, s, p, 0) = angle;
        }
    }

    rods::Material material_{};
    std::vector<StrandStore> groups_;
    std::vector<std::pair<size_t, uint32_t>> tiles_;  // group, first strand of it
    std::vector<float> scratch_[timed];
};

// Both ways on the shapes of a scene that is dragged: times, energies, and angles.
struct Compared {
    TwistTimes direct, newton, directLanes, newtonLanes;
    double directEnergy = 0, newtonEnergy = 0, angles = 0, count = 0;
    BenchRow row;  // begun
};
constexpr int comparedFrames = 60;

Result<Compared> compared(const std::string& scene, const kmoch::Settings& settings, size_t most) {
    auto made = kmoch::played(scene, "discrete-rod", settings);
    if (!made) return Error{made.error()};
    const Groom& groom = made.value()->content().groom;
    TwistStrands<float> direct(groom, most), newton(groom, most);
    TwistStrands<Lanes<4>> directLanes(groom, most), newtonLanes(groom, most);
    typedef const rods::RodTile& Tile;
    const auto directly = [](Tile t) { rods::directTwist<float>(t); };
    const auto directlyInLanes = [](Tile t) { rods::directTwist<Lanes<4>>(t); };
    const auto byNewton = [](Tile t) { rods::newtonTwist<float>(t); };
    const auto byNewtonInLanes = [](Tile t) { rods::newtonTwist<Lanes<4>>(t); };
    Compared all;
    for (int frame = 0; frame < comparedFrames; ++frame) {
        if (benchInterrupted()) return Error{"interrupted"};
        made.value()->advance();
        const Curves curves = made.value()->model().curves();
        all.directEnergy += direct.twist(curves, directly, all.direct);
        all.newtonEnergy += newton.twist(curves, byNewton, all.newton);
        for (size_t i = 0; i < direct.count(); ++i)
            for (uint32_t j = 0; j < direct.segments(i); ++j, ++all.count)
                all.angles += std::fabs(direct.angle(i, j) - newton.angle(i, j));
        directLanes.twist(curves, directlyInLanes, all.directLanes);
        newtonLanes.twist(curves, byNewtonInLanes, all.newtonLanes);
    }
    all.row.words = {{"scene", scene}};
    all.row.numbers = {{"strands", static_cast<long>(direct.count())}, {"nodes each", static_cast<long>(direct.segments(0)) + 1}};
    return all;
}

Status compareTwists(const std::string& scene, size_t most, BenchReport& report, const kmoch::Settings& settings = {{"strands", 200}}) {
    Result<Compared> made = compared(scene, settings, most);
    if (!made) return Error{made.error()};
    const Compared& all = made.value();
    BenchRow row = all.row;
    row.values = {{"direct, ms", all.direct.twist / comparedFrames}, {"Newton, ms", all.newton.twist / comparedFrames},
                  {"Newton over direct", all.newton.twist / all.direct.twist},
                  {"of four lanes", all.newtonLanes.twist / all.directLanes.twist},
                  {"energy, direct over Newton", all.directEnergy / all.newtonEnergy},
                  {"mean angle between them, rad", all.angles / all.count}};
    report.add(row);
    return {};
}

// Table 5.2: what frames take of what forces do. As many strands of as many nodes as Bergou's rods have.
Status frameShares(BenchReport& report) {
    struct Case {
        double strands, nodes, thesisDirect, bergou;
    };
    report.note("material frames (twist and the frames it turns) as a part of forces (gradients of bending, twist and holonomy), in curly "
                "hair (table 5.2). Bergou's are of his own rods and machine; here forces are cheaper than the thesis's, so that the same twist "
                "is a greater part of them");
    for (const Case& one : {Case{1, 49, 9, 84}, Case{11, 25, 9, 131}, Case{31, 70, 6, 74}}) {
        Result<Compared> made = compared("curly", {{"strands", one.strands}, {"particles", one.nodes}}, static_cast<size_t>(one.strands));
        if (!made) return Error{made.error()};
        const auto share = [](const TwistTimes& t) { return 100 * (t.twist + t.frames) / t.forces; };
        BenchRow row = made.value().row;
        row.values = {{"direct, %", share(made.value().direct)}, {"thesis, %", one.thesisDirect},
                      {"Newton, %", share(made.value().newton)}, {"Bergou 2008, %", one.bergou}};
        report.add(row);
    }
    return {};
}

Status run(const BenchRequest& request, BenchReport& report) {
    if (Status status = kmoch::stepTimes(request, report); !status) return status;
    report.note("twist, one strand after the other, and Newton over direct of four side by side; a look at the clock for eight strands; Newton begins where it was a frame before. Table 5.1: of 1 strand Newton 0.14 ms, direct 0.02; "
                "of 3 strands 0.41 and 0.05");
    for (size_t strands : {size_t{1}, size_t{3}})
        if (Status status = compareTwists("straight", strands, report, {{"strands", 200}, {"particles", 30}}); !status) return status;
    if (Status status = frameShares(report); !status) return status;
    report.note("both ways to find twist in the house's scenes");
    for (const SceneInfo& scene : scenes()) {
        if (!request.scene.empty() && scene.name != request.scene) continue;
        if (scene.needsFiles || (request.quick && scene.name != "curly" && scene.name != "helix")) continue;
        if (Status status = compareTwists(scene.name, 100, report); !status) return status;
    }
    return {};
}

const RegisterBench here{{"kmoch", "discrete rods beside the thesis: steps, direct twist against Newton's", run, "--scene --quick"}};

}  // namespace
}  // namespace ringlet::cli::kmoch
