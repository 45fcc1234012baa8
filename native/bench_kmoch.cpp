// Kmoch 2018 beside discrete rods: what its two ways to find twist take (table 5.1), and how far the direct one is from the
// twist of least energy. What its scenes take is in bench_kmoch_steps.cpp.
#include "native/bench_kmoch.h"
#include "core/models/discrete_rod/published_rod.h"

#include <cmath>

namespace ringlet::cli {
namespace {

namespace rods = ringlet::discrete_rod;
// The strands of a scene as the published step's functions see them, one after the other.
class TwistStrands {
public:
    TwistStrands(const Groom& groom, size_t most) {
        const Params params({&rods::discreteRodParams()});
        const RodSection section = rodSection(params);
        auto perMass = [&](double value) { return static_cast<float>(value / section.density); };
        material_.bend1 = perMass(section.bendingMajor), material_.bend2 = perMass(section.bendingMinor);
        material_.twist = perMass(section.twisting);
        uint32_t longest = 0;
        groups_ = rods::makeRodGroups({groom, {}}, true, 1);
        for (size_t g = 0; g < groups_.size(); ++g) {
            longest = std::max(longest, groups_[g].particles());
            for (uint32_t s = 0; s < groups_[g].strands(); ++s) startAtRest(groups_[g], s);
            for (uint32_t s = 0; s < groups_[g].strands() && strands_.size() < most; ++s) strands_.push_back({g, s});
        }
        scratch_.resize(static_cast<size_t>(rods::rodScratchFloats(static_cast<int>(longest))));
    }
    size_t count() const { return strands_.size(); }
    // Takes on the shapes of `curves`, curvatures into scratch; then `find` finds the twist. Its time is added to `ms`.
    template <class Find> double twist(size_t i, const Curves& curves, const Find& find, double& ms) {
        StrandStore& g = groups_[strands_[i].first];
        const uint32_t s = strands_[i].second;
        for (uint32_t p = 0; p < g.particles(); ++p) g.setVec3(rods::Position, s, p, curvePoint(curves.blocks[strands_[i].first], s, p));
        rods::RodTile t{};
        t.particles = static_cast<int>(g.particles());
        t.substep.h = 1e-6f;  // so short that no stiffness is limited
        t.material = material_;
        t.root = g.rows(rods::Root, s), t.scale = g.rows(rods::Scale, s), t.scratch = scratch_.data();
        t.position = g.tile(rods::Position, s), t.frame = g.tile(rods::SegmentFrame, s), t.twist = g.tile(rods::Twist, s);
        t.restTurn = g.tile(rods::RestTurn, s), t.restLength = g.tile(rods::RestLength, s), t.restTwist = g.tile(rods::RestTwist, s);
        rods::bishopFrames(t, curves.head.orientation);
        rods::prepareJoints<float>(t);
        const kmoch::Clock::time_point start = kmoch::Clock::now();
        find(t);
        ms += kmoch::msSince(start);
        double energy = 0;
        float parent = 0;
        for (int j = 0; j + 1 < t.particles; ++j) {
            const float child = loadAt<float>(t.twist, j);
            energy += double{rods::twistTerms(rods::twistRow<float>(t, j), loadAt<float>(t.restTwist, j), parent, child).energy};
            parent = child;
        }
        return energy;
    }
    double angle(size_t i, uint32_t segment) const { return double{groups_[strands_[i].first].at(rods::Twist, strands_[i].second, segment, 0)}; }
    uint32_t segments(size_t i) const { return groups_[strands_[i].first].particles() - 1; }

private:
    static void startAtRest(StrandStore& g, uint32_t s) {
        float angle = 0;
        for (uint32_t p = 0; p + 1 < g.particles(); ++p) {
            angle += g.at(rods::RestTwist, s, p, 0);
            g.at(rods::Twist, s, p, 0) = angle;
        }
    }

    rods::Material material_{};
    std::vector<StrandStore> groups_;
    std::vector<std::pair<size_t, uint32_t>> strands_;  // group, strand of it
    std::vector<float> scratch_;
};

// Both ways on the shapes of a scene that is dragged: time, energy, and angles.
Status compareTwists(const std::string& scene, size_t most, BenchReport& report) {
    auto made = kmoch::played(scene, "discrete-rod", {{"strands", 200}});
    if (!made) return Error{made.error()};
    TwistStrands direct(made.value()->content().groom, most), newton(made.value()->content().groom, most);
    double msDirect = 0, msNewton = 0, directEnergy = 0, newtonEnergy = 0, angles = 0, count = 0;
    constexpr int frames = 60;
    for (int frame = 0; frame < frames; ++frame) {
        if (benchInterrupted()) return Error{"interrupted"};
        made.value()->advance();
        const Curves curves = made.value()->model().curves();
        for (size_t i = 0; i < direct.count(); ++i) {
            directEnergy += direct.twist(i, curves, rods::directTwist<float>, msDirect);
            newtonEnergy += newton.twist(i, curves, rods::newtonTwist<float>, msNewton);
            for (uint32_t j = 0; j < direct.segments(i); ++j, ++count) angles += std::fabs(direct.angle(i, j) - newton.angle(i, j));
        }
    }
    BenchRow row;
    row.words = {{"scene", scene}};
    row.numbers = {{"strands", static_cast<long>(direct.count())}, {"nodes each", static_cast<long>(direct.segments(0)) + 1}};
    row.values = {{"direct, ms", msDirect / frames}, {"Newton, ms", msNewton / frames}, {"Newton over direct", msNewton / msDirect},
                  {"energy, direct over Newton", directEnergy / newtonEnergy}, {"mean angle between them, rad", angles / count}};
    report.add(row);
    return {};
}

Status run(const BenchRequest& request, BenchReport& report) {
    if (request.backend != "cpu") return Error{"the discrete-rod model runs on the CPU alone"};
    if (Status status = kmoch::stepTimes(request, report); !status) return status;
    report.note("twist, one strand after the other; Newton begins where it was a frame before. Table 5.1: of 1 strand Newton 0.14 ms, direct 0.02; "
                "of 3 strands 0.41 and 0.05");
    for (size_t strands : {size_t{1}, size_t{3}})
        if (Status status = compareTwists("straight", strands, report); !status) return status;
    for (const SceneInfo& scene : scenes()) {
        if (!request.scene.empty() && scene.name != request.scene) continue;
        if (scene.needsFiles || (request.quick && scene.name != "curly" && scene.name != "helix")) continue;
        if (Status status = compareTwists(scene.name, 100, report); !status) return status;
    }
    return {};
}

const RegisterBench here{{"kmoch", "discrete rods beside the thesis: steps, direct twist against Newton's", run, "--backend --scene --quick"}};

}  // namespace
}  // namespace ringlet::cli
