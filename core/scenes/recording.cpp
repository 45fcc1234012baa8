#include "core/scenes/recording.h"

#include "core/models/pose_path.h"

namespace ringlet {
namespace {

constexpr double farthestSteps = 1e5;  // steps from the origin: 50 m for the head

// The nearest whole number of steps.
int32_t steps(double value, double step) {
    double s = value / step;
    s = s > -farthestSteps ? (s < farthestSteps ? s : farthestSteps) : -farthestSteps;  // NaN becomes -farthestSteps
    return static_cast<int32_t>(s < 0 ? s - 0.5 : s + 0.5);
}

Vec3d vectorOf(const int32_t* key, double step) { return {key[0] * step, key[1] * step, key[2] * step}; }

Recording::HeadKey headKey(const Pose& pose) {
    const Vec3d turn = rotationVector(toDouble(pose.orientation));
    return {steps(pose.position.x, Recording::headStep), steps(pose.position.y, Recording::headStep),
            steps(pose.position.z, Recording::headStep), steps(turn.x, Recording::turnStep),
            steps(turn.y, Recording::turnStep), steps(turn.z, Recording::turnStep)};
}

// A lifted brush stays where it was: that costs nothing in a text.
Recording::BrushKey brushKey(const Hands& hands, const Recording::BrushKey& last) {
    if (!(hands.brushRadius > 0)) return {last[0], last[1], last[2], 0};
    return {steps(hands.brush.x, Recording::brushStep), steps(hands.brush.y, Recording::brushStep),
            steps(hands.brush.z, Recording::brushStep), steps(hands.brushRadius, Recording::brushStep)};
}

Pose poseOf(const Recording::HeadKey& key) {
    Pose pose;
    pose.position = vectorOf(key.data(), Recording::headStep);
    pose.orientation = toFloat(rotationOf(vectorOf(key.data() + 3, Recording::turnStep)));
    return pose;
}

// The shorter way round; equal ends give that very orientation.
Quatf between(Quatf a, Quatf b, float u) {
    if (u == 1 || (a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w)) return b;
    const float sign = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -1.0f : 1.0f;
    const float v = sign * (1 - u);
    return normalized(Quatf{v * a.x + u * b.x, v * a.y + u * b.y, v * a.z + u * b.z, v * a.w + u * b.w});
}

// Between the keys, head and brush go straight.
void setHands(const Recording& recording, uint32_t frame, Simulation& simulation) {
    static const Recording::HeadKey atOrigin{};
    static const Recording::BrushKey lifted{};
    const size_t k = frame / Recording::framesPerKey;
    const int place = static_cast<int>(frame % Recording::framesPerKey) + 1;
    const double u = static_cast<double>(place) / Recording::framesPerKey;

    const Pose from = poseOf(k ? recording.head[k - 1] : atOrigin), to = poseOf(recording.head[k]);
    Pose target;
    target.position = from.position + u * (to.position - from.position);
    target.orientation = between(from.orientation, to.orientation, static_cast<float>(u));
    simulation.setPose(target, false);

    const Recording::BrushKey& start = k ? recording.brush[k - 1] : lifted;
    const Recording::BrushKey& end = recording.brush[k];
    Brush brush;
    brush.radius = static_cast<float>(end[3] * Recording::brushStep);
    Vec3d position = vectorOf(end.data(), Recording::brushStep);
    if (start[3] > 0 && end[3] > 0) {
        const Vec3d way = position - vectorOf(start.data(), Recording::brushStep);
        const double seconds = Recording::framesPerKey / 60.0;
        brush.velocity = toFloat((1 / seconds) * way);
        position = position - (1 - u) * way;
    }
    simulation.setBrush(brush, position);
}

// Models open and forget what a switch or a zero turns on and off, at once and not with the next frame.
bool switches(const std::string& value) {
    float number = 0;
    return !parseNumber(value, number) || number == 0;
}

void playFrame(const Recording& recording, uint32_t frame, Simulation& simulation) {
    setHands(recording, frame, simulation);
    simulation.advance();
}

}  // namespace

// A pointer tells more often than frames come, and a frame sees what was told last: the rest would only
// make the file long. It takes the place of the first, so that other names keep their order.
void Recorder::change(const std::string& name, const std::string& value) {
    for (auto one = kept_.changes.rbegin(); one != kept_.changes.rend() && one->frame == kept_.frames; ++one) {
        if (one->name != name) continue;
        if (switches(one->value) || switches(value)) break;
        one->value = value;
        return;
    }
    kept_.changes.push_back({kept_.frames, name, value});
}

void Recorder::advance(Simulation& simulation, const Hands& wanted, const std::vector<Simulation*>& beside) {
    if (full()) return;
    if (kept_.frames % Recording::framesPerKey == 0) {
        kept_.brush.push_back(brushKey(wanted, kept_.brush.empty() ? Recording::BrushKey{} : kept_.brush.back()));
        kept_.head.push_back(headKey(wanted.head));
    }
    playFrame(kept_, kept_.frames, simulation);
    for (Simulation* other : beside) playFrame(kept_, kept_.frames, *other);
    ++kept_.frames;
}

void Replayer::advance(Simulation& simulation, const std::vector<Simulation*>& beside) {
    if (done()) return;
    change(simulation, beside);
    playFrame(recording_, frame_, simulation);
    for (Simulation* other : beside) playFrame(recording_, frame_, *other);
    ++frame_;
    if (done()) change(simulation, beside);  // what was changed behind the last frame: a switch is in the hash at once
}

void Replayer::change(Simulation& simulation, const std::vector<Simulation*>& beside) {
    for (const Recording::Change& change : recording_.changes) {
        if (change.frame != frame_) continue;
        (void)simulation.setParam(change.name, change.value);  // refused then as now
        for (Simulation* other : beside) {
            const ParamInfo* row = other->params().find(change.name);
            if (row && row->change == ParamChange::Live) (void)other->setParam(change.name, change.value);
        }
    }
}

}  // namespace ringlet
