#include "core/scenes/motion_csv.h"

#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/files/text_stream.h"
#include "core/models/pose_path.h"

#include <algorithm>
#include <array>

namespace ringlet {
namespace {

constexpr size_t columns = 8;
constexpr size_t mostKeys = 1000000;
constexpr double leastInterval = 1e-6;  // s; closer keys would make speeds overflow
constexpr double farthest = 1e6;        // m and s

struct TimedKey {
    double t;
    PoseKey key;
};

class RecordedMotion : public Motion {
public:
    explicit RecordedMotion(std::vector<TimedKey> keys) : keys_(std::move(keys)) {
        for (size_t i = 1; i + 1 < keys_.size(); ++i) setVelocity(i);
    }

    PoseKey at(double t) const override {
        auto later = std::upper_bound(keys_.begin(), keys_.end(), t,
                                      [](double time, const TimedKey& k) { return time < k.t; });
        if (later == keys_.begin()) return keys_.front().key;
        if (later == keys_.end()) return keys_.back().key;
        const TimedKey& before = *(later - 1);
        double duration = later->t - before.t;
        return posePath(before.key, later->key, duration, (t - before.t) / duration);
    }

    double stopsAt() const override {
        size_t last = keys_.size() - 1;
        while (last > 0 && samePose(keys_[last - 1].key.pose, keys_[last].key.pose)) --last;
        // The path still rounds off past the first of the keys that repeat.
        return last == 0 ? 0 : std::max(0.0, keys_[std::min(last + 1, keys_.size() - 1)].t);
    }

private:
    static bool samePose(const Pose& a, const Pose& b) {
        Vec3d d = a.position - b.position;
        Quatf q = a.orientation, r = b.orientation;
        return dot(d, d) == 0 && q.x == r.x && q.y == r.y && q.z == r.z && q.w == r.w;
    }

    // The slope at key i of the parabola through it and its neighbours
    // (Catmull-Rom's tangent for uneven keys), for position and rotation.
    void setVelocity(size_t i) {
        const TimedKey &a = keys_[i - 1], &c = keys_[i + 1];
        TimedKey& b = keys_[i];
        double before = b.t - a.t, after = c.t - b.t, sum = before + after;
        auto slope = [&](Vec3d from, Vec3d to) {
            return (after / (before * sum)) * from + (before / (after * sum)) * to;
        };
        b.key.velocity = toFloat(slope(b.key.pose.position - a.key.pose.position,
                                       c.key.pose.position - b.key.pose.position));
        b.key.angularVelocity = toFloat(slope(turnBetween(a.key.pose.orientation, b.key.pose.orientation),
                                              turnBetween(b.key.pose.orientation, c.key.pose.orientation)));
    }

    std::vector<TimedKey> keys_;
};

// One finite decimal number; blanks around it are allowed.
bool readField(const std::string& field, double& value) { return readNumber(trimmed(field), value); }

struct Place {
    const std::string& name;
    uint64_t line;
    Error error(size_t column, const std::string& what) const {
        return {name + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + what};
    }
};

const char* const columnNames[columns] = {"t", "x", "y", "z", "qx", "qy", "qz", "qw"};

// The numbers of one line and where (1-based) each begins.
Status readLine(const std::string& line, const Place& place, std::array<double, columns>& values,
                std::array<size_t, columns>& starts) {
    size_t start = 0;
    for (size_t i = 0; i < columns; ++i) {
        if (start > line.size()) {
            return place.error(line.size() + 1, "a key needs 8 numbers t, x, y, z, qx, qy, qz, qw; this line has " +
                                                    std::to_string(i));
        }
        size_t comma = std::min(line.find(',', start), line.size());
        starts[i] = start + 1;
        if (!readField(line.substr(start, comma - start), values[i])) {
            return place.error(start + 1, std::string(columnNames[i]) + " must be a finite number; numbers are separated by commas");
        }
        if (i < 4 && !(absolute(values[i]) <= farthest)) {
            return place.error(start + 1, std::string(columnNames[i]) + " must lie within -1e6 and 1e6");
        }
        start = comma + 1;
    }
    if (start <= line.size()) return place.error(start, "a key has 8 numbers; this line goes on");
    return {};
}

Status readKey(const std::string& line, const Place& place, std::vector<TimedKey>& keys) {
    std::array<double, columns> v;
    std::array<size_t, columns> starts;
    if (Status status = readLine(line, place, v, starts); !status) return status;
    if (keys.size() == mostKeys) return place.error(1, "more than a million keys; thin the motion out");
    if (!keys.empty() && !(v[0] - keys.back().t >= leastInterval)) {
        return place.error(starts[0], "t must increase by at least 1e-6 s from key to key");
    }
    double square = v[4] * v[4] + v[5] * v[5] + v[6] * v[6] + v[7] * v[7];
    double length = squareRoot(square);
    if (!(absolute(length - 1) <= 1e-3)) {
        return place.error(starts[4], "qx, qy, qz, qw must be a unit quaternion (length 1 within 1e-3)");
    }
    TimedKey key;
    key.t = v[0];
    key.key.pose.position = {v[1], v[2], v[3]};
    key.key.pose.orientation = toFloat(normalized(Quatd{v[4], v[5], v[6], v[7]}));
    keys.push_back(key);
    return {};
}

bool isHeading(const std::string& line) {
    const std::string words = trimmed(line, " \t\"");
    return words[0] == 't' || words[0] == 'T';
}

// A heading may name its columns as it likes, but not in another order.
Status checkHeading(const std::string& line, const Place& place) {
    size_t start = 0;
    for (size_t i = 0; start <= line.size(); ++i) {
        const size_t comma = std::min(line.find(',', start), line.size());
        const std::string word = trimmed(line.substr(start, comma - start), " \t\"");
        for (size_t k = 0; k < columns; ++k)
            if (sameLetters(word, columnNames[k]) && k != i)
                return place.error(start + 1, "the columns must be t, x, y, z, qx, qy, qz, qw in this order");
        start = comma + 1;
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<Motion>> motionFromCsv(ByteStream& bytes) {
    const std::string& name = bytes.name();
    TextStream in(bytes);
    if (Status text = in.check(); !text) return Error{text.error()};
    std::vector<TimedKey> keys;
    std::string line;
    bool headingAllowed = true;
    for (uint64_t number = 1; in.line(line); ++number) {
        size_t first = line.find_first_not_of(" \t");
        if (first == std::string::npos || line[first] == '#') continue;
        bool heading = headingAllowed && isHeading(line);
        headingAllowed = false;
        if (heading) {
            if (Status status = checkHeading(line, {name, number}); !status) return Error{status.error()};
            continue;
        }
        if (Status status = readKey(line, {name, number}, keys); !status) return Error{status.error()};
    }
    if (!bytes.problem().empty()) return Error{bytes.problem()};
    if (keys.empty()) return Error{name + ":1:1: no keys; a motion needs at least one line t, x, y, z, qx, qy, qz, qw"};
    return std::unique_ptr<Motion>(std::make_unique<RecordedMotion>(std::move(keys)));
}

}  // namespace ringlet
