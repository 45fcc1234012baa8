#include "core/scenes/motion.h"

#include "core/base/suggest.h"
#include "core/math/elementary.h"
#include "core/models/pose_path.h"
#include "core/scenes/motion_csv.h"
#include "core/scenes/motion_steps.h"
#include "core/scenes/rated.h"

namespace ringlet {
namespace {

// Forth in the first interval, back in the next, and so on until `stop`.
Rated throws(double t, double interval, double stop) {
    if (t <= 0 || t >= stop) return {0, 0};
    int k = static_cast<int>(t / interval);
    Rated s = smoothStep(t, k * interval, interval);
    return k % 2 == 0 ? s : Rated{1 - s.value, -s.rate};
}

struct Reach {
    double start, end, to;  // s, s, m
};
constexpr Reach dragReaches[] = {{0.1, 0.7, 0.3}, {1.0, 1.8, -0.3}, {2.0, 2.5, 0.0}, {2.8, 3.2, 0.25}, {3.4, 4.0, 0.0}};

Rated dragged(double t) {
    Rated x;
    for (const Reach& r : dragReaches) {
        Rated s = reach(t, r.start, r.end);
        double from = x.value;
        x.value += (r.to - from) * s.value;
        x.rate += (r.to - from) * s.rate;
    }
    return x;
}

constexpr double teleportAt = 1.0;  // s

Rated none(double) { return {}; }
Rated bobMove(double t) { return 0.04 * swing(t, 2, 4); }
Rated nodTurn(double t) { return 20 * degree * swing(t, 1, 3); }
Rated shakeTurn(double t) { return 40 * degree * swing(t, 1.5, 3); }
Rated violentMove(double t) { return 0.5 * throws(t, 0.1, 3); }
Rated violentTurn(double t) { return 90 * degree * throws(t, 0.1, 3); }
Rated teleportMove(double t) { return {t < teleportAt ? 0.0 : 10.0, 0}; }
Rated teleportTurn(double t) { return {t < teleportAt ? 0.0 : 20 * degree, 0}; }
Rated helixShakeMove(double t) { return 0.15 * swing(t, 2, 2); }

// A head that moves along one axis and turns about another.
struct Named {
    const char* name;
    const char* summary;
    Rated (*move)(double);  // m
    Rated (*turn)(double);  // rad
    Vec3d axis;
    double stop;            // s
    double jump;            // s; negative: none
    Vec3d way{1, 0, 0};     // the direction of the move
    PoseKey (*whole)(double) = nullptr;  // what says all of it instead
};

constexpr Vec3d pitchAxis{1, 0, 0}, yawAxis{0, 1, 0};

// Sorted by name.
const Named namedMotions[] = {
    {"bob", "up and down by 4 cm at 2 Hz for 4 s", bobMove, none, yawAxis, 4, -1, {0, 1, 0}},
    {"dance", "steps aside, sways, and turns to either side and round, 10 s", none, none, yawAxis, stepsStop, -1, {1, 0, 0}, danceAt},
    {"drag", "dragged sideways by up to 0.3 m with pauses, 4 s", dragged, none, yawAxis, 4, -1},
    {"helix-shake", "15 cm to either side at 2 Hz for 2 s", helixShakeMove, none, yawAxis, 2, -1},
    {"nod", "pitches by 20 degrees either way at 1 Hz for 3 s", none, nodTurn, pitchAxis, 3, -1},
    {"shake", "yaws by 40 degrees either way at 1.5 Hz for 3 s", none, shakeTurn, yawAxis, 3, -1},
    {"still", "does not move", none, none, yawAxis, 0, -1},
    {"teleport", "jumps by 10 m and 20 degrees in one frame after 1 s", teleportMove, teleportTurn, yawAxis,
     teleportAt, teleportAt},
    {"violent", "thrown 0.5 m and turned 90 degrees in 0.1 s, back and forth for 3 s", violentMove, violentTurn,
     yawAxis, 3, -1},
    {"walk", "the steps of a walk, looking left and right, 10 s", none, none, yawAxis, stepsStop, -1, {1, 0, 0}, walkAt},
};

class NamedMotion : public Motion {
public:
    explicit NamedMotion(const Named& named) : named_(named) {}

    PoseKey at(double t) const override {
        if (named_.whole) return named_.whole(t);
        Rated move = named_.move(t), turn = named_.turn(t);
        PoseKey key;
        key.pose.position = move.value * named_.way;
        key.pose.orientation = toFloat(rotationOf(turn.value * named_.axis));
        key.velocity = toFloat(move.rate * named_.way);
        key.angularVelocity = toFloat(turn.rate * named_.axis);
        return key;
    }
    bool jumps(double t0, double t1) const override { return t0 < named_.jump && named_.jump <= t1; }
    double stopsAt() const override { return named_.stop; }

private:
    const Named& named_;
};

bool looksLikePath(const std::string& text) { return text.find_first_of("./\\") != std::string::npos; }

}  // namespace

const std::vector<MotionInfo>& motions() {
    static const std::vector<MotionInfo> all = [] {
        std::vector<MotionInfo> list;
        for (const Named& named : namedMotions) list.push_back({named.name, named.summary});
        return list;
    }();
    return all;
}

Result<std::unique_ptr<Motion>> makeMotion(const std::string& nameOrPath) {
    for (const Named& named : namedMotions)
        if (nameOrPath == named.name) return std::unique_ptr<Motion>(std::make_unique<NamedMotion>(named));
    Result<ByteStream> file = ByteStream::open(nameOrPath);
    if (file) return motionFromCsv(file.value());
    if (looksLikePath(nameOrPath) || isThere(nameOrPath)) return Error{"cannot read the motion: " + file.error()};
    return unknownName("motion", nameOrPath, namesOf(namedMotions));
}

}  // namespace ringlet
