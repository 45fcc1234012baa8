// The rest benchmark: whether hair that nobody combed comes to rest, keeps its length and stays out of the head.
// Odd grooms, twenty motions, five rates, every model: a row a model and groom says the worst of its plays.
// With --random, plays of other strands, motions and rates beyond the set, counted.
#include "core/math/random.h"
#include "core/models/former_names.h"
#include "core/scenes/motion.h"
#include "native/bench.h"
#include "native/rest/odd_motions.h"
#include "native/rest/rest_play.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ringlet::cli::bench_rest {
namespace {

constexpr double rates[] = {20, 30, 60, 120, 240};
constexpr uint64_t ownSeed = 1;
constexpr int quickPart = 7;  // with --quick, of so many plays one

// A play of the set, and what it came to.
struct Play {
    std::string motion;
    double rate;
    Rested rested{};
    std::string name() const { return motion + " at " + std::to_string(static_cast<int>(rate)) + " Hz"; }
};

// How far a play is from what is allowed, in parts of it.
double badness(const Rested& r) {
    return std::max({r.speed / restSpeed, r.depth / restDepth, r.length / restLength, r.resets > 0 ? 1e9 : 0});
}

std::vector<Play> playsOf(const BenchRequest& request, size_t groom) {
    std::vector<Play> plays;
    size_t number = groom;
    for (const std::string& motion : oddMotionNames())
        for (double rate : rates) {
            if (!request.motion.empty() && motion != request.motion) continue;
            if (request.rate > 0 && rate != request.rate) continue;
            if (request.quick && number++ % quickPart != 0) continue;
            plays.push_back({motion, rate});
        }
    return plays;
}

// Plays side by side, each worker with hair of its own.
Status playAll(const std::string& model, const OddGroom& odd, const BenchRequest& request, ThreadPool& pool,
               std::vector<Play>& plays, std::string& remark) {
    std::vector<std::unique_ptr<RestPlay>> hair(static_cast<size_t>(pool.threads()));
    for (auto& one : hair) {
        auto made = RestPlay::make(model, odd, request.settings);
        if (!made) return Error{model + ": " + made.error()};
        one = std::move(made.value());
    }
    remark = hair[0]->remark();
    pool.forEach(static_cast<int>(plays.size()), [&](int index, int worker) {
        if (benchInterrupted()) return;
        Play& play = plays[static_cast<size_t>(index)];
        play.rested = hair[static_cast<size_t>(worker)]->play(*oddMotion(play.motion), play.rate);
    });
    return benchInterrupted() ? Status{Error{"interrupted; the rows before this one are kept"}} : Status{};
}

// The worst of each measure over plays of one model and groom.
BenchRow rowOf(const std::string& model, const std::string& groom, const std::vector<Play>& plays) {
    Rested worst;
    uint64_t bad = 0;
    const Play* told = &plays[0];
    for (const Play& play : plays) {
        const Rested& r = play.rested;
        worst.strands += r.strands, worst.moving += r.moving, worst.resets += r.resets;
        worst.speed = std::max(worst.speed, r.speed);
        worst.depth = std::max(worst.depth, r.depth);
        worst.length = std::max(worst.length, r.length);
        worst.restsAfter = std::max(worst.restsAfter, r.restsAfter);
        bad += r.good() ? 0 : 1;
        if (badness(r) > badness(told->rested)) told = &play;
    }
    BenchRow row;
    row.words = {{"model", model}, {"groom", groom}};
    row.values = {{"plays", double(plays.size())}, {"not good", double(bad)}, {"mm/s", 1e3 * worst.speed},
                  {"moving %", 100.0 * double(worst.moving) / double(worst.strands)}, {"late s", worst.restsAfter},
                  {"depth mm", 1e3 * worst.depth},
                  {"length %", 100 * worst.length}, {"resets", double(worst.resets)}};
    row.remark = {"worst play", told->name()};
    return row;
}

// What a play that is not good came to, in a line.
std::string told(const std::string& model, const std::string& groom, const Play& play) {
    const Rested& r = play.rested;
    char text[300], late[60] = "";
    if (r.restsAfter > lateTime) std::snprintf(late, sizeof late, ", not at rest after %g s", lateTime);
    else if (r.restsAfter > 0) std::snprintf(late, sizeof late, ", at rest after %.1f s", r.restsAfter);
    std::snprintf(text, sizeof text, "%s, %s, %s: %.3g mm/s in %llu of %llu strands%s, %.3g mm deep, %.2g %% off", model.c_str(),
                  groom.c_str(), play.name().c_str(), 1e3 * r.speed, static_cast<unsigned long long>(r.moving),
                  static_cast<unsigned long long>(r.strands), late, 1e3 * r.depth, 100 * r.length);
    return text;
}

bool asked(const std::string& wanted, const std::string& name) { return wanted.empty() || wanted == name; }
// A paper's own method is played where it is asked for by its name.
bool asked(const std::string& wanted, const ModelInfo& model) {
    return model.published ? wanted == model.name : wanted.empty() || isCalled(wanted, model.name);
}

Status playSet(const BenchRequest& request, BenchReport& report, ThreadPool& pool) {
    for (const ModelInfo& model : models()) {
        if (!asked(request.model, model)) continue;
        for (size_t g = 0; g < oddGroomNames().size(); ++g) {
            const std::string& name = oddGroomNames()[g];
            if (!asked(request.style, name)) continue;
            const OddGroom odd = oddGroom(name, static_cast<int>(request.strands), ownSeed);
            std::vector<Play> plays = playsOf(request, g);
            if (plays.empty()) continue;
            std::string remark;
            if (Status status = playAll(model.name, odd, request, pool, plays, remark); !status) return status;
            report.add(rowOf(model.name, name, plays));
            for (const Play& play : plays)
                if (!play.rested.good()) report.note("not good: " + told(model.name, name, play));
            if (!remark.empty()) report.note(model.name + ", " + name + ": " + remark);
        }
    }
    return {};
}

// Play `number` of a seed: a groom of other strands, a motion at random and a rate between 20 and 240 Hz.
Status playRandom(const BenchRequest& request, BenchReport& report, ThreadPool& pool) {
    for (const ModelInfo& model : models()) {
        if (!asked(request.model, model)) continue;
        std::vector<Play> all(static_cast<size_t>(request.random));
        std::vector<std::string> grooms(all.size());
        std::vector<Status> made(all.size());
        pool.forEach(static_cast<int>(all.size()), [&](int index, int) {
            if (benchInterrupted()) return;
            Random random(static_cast<uint64_t>(request.seed), static_cast<uint64_t>(index));
            const std::vector<std::string>& names = oddGroomNames();
            const std::string name = request.style.empty() ? names[random.bits() % names.size()] : request.style;
            const uint64_t own = random.bits();
            Play play{"random " + std::to_string(random.bits() % 100000), std::floor(double(random.between(20, 241)))};
            auto hair = RestPlay::make(model.name, oddGroom(name, static_cast<int>(request.strands), own), request.settings);
            if (!hair) {
                made[static_cast<size_t>(index)] = Error{hair.error()};
                return;
            }
            play.rested = hair.value()->play(*oddMotion(play.motion), play.rate);
            grooms[static_cast<size_t>(index)] = name;
            all[static_cast<size_t>(index)] = play;
        });
        if (benchInterrupted()) return Error{"interrupted"};
        for (const Status& status : made)
            if (!status) return Error{status.error()};
        report.add(rowOf(model.name, "(random)", all));
        for (size_t i = 0; i < all.size(); ++i)
            if (!all[i].rested.good())
                report.note("play " + std::to_string(i) + " of seed " + std::to_string(request.seed) + ": " +
                            told(model.name, grooms[i], all[i]));
    }
    return {};
}

Status run(const BenchRequest& request, BenchReport& report) {
    if (Status status = known("style", request.style, oddGroomNames()); !status) return status;
    report.fact("units", "mm/s: fastest particle of the last 0.1 s of the 5 s after the head stops; moving: strands above "
                         "1 mm/s then; late: when the last of them came to rest, watched for 30 s; depth: of strands whose own shape is outside the head; length: worst segment; "
                         "a play is good with no strand moving, at most 2 mm deep and 1 % off");
    ThreadPool pool(0);
    if (request.random > 0) return playRandom(request, report, pool);
    return playSet(request, report, pool);
}

const RegisterBench here{{"rest", "whether odd grooms come to rest after any motion at any rate, at length and outside the head", run,
                          "--quick --model --style --motion --rate --strands --random --seed --set", oddMotionNames}};

}  // namespace
}  // namespace ringlet::cli::bench_rest
