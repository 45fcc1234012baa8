#include "core/models/model_parts.h"

#include "core/models/strand_store.h"

#include <cstring>

namespace ringlet {
namespace {

struct StateHeader {
    char model[16];
    uint64_t groom, floats;
    Pose head;
};

}  // namespace

Status checkStrands(const Groom& groom) {
    if (groom.strands() == 0) return Error{"the groom has no strands"};
    for (const StrandGroup& group : groom.groups)
        if (group.points < 2) return Error{"a strand needs at least 2 points; one has " + std::to_string(group.points)};
    return {};
}

bool mostlyPadding(const Groom& groom, int lanes) {
    constexpr uint64_t counts = 100000;  // particles of padding, some 15 MB
    const uint64_t width = static_cast<uint64_t>(lanes);
    uint64_t used = 0, padded = 0;
    for (const StrandGroup& group : groom.groups) {
        used += uint64_t{group.strandCount} * group.points;
        padded += (group.strandCount + width - 1) / width * width * group.points;
    }
    return padded - used > counts && padded > 2 * used;
}

Result<Layout> layoutOf(const ModelOptions& options) {
    Layout layout;
    if (layoutNamed(options.layout, layout)) return layout;
    return Error{"layout \"" + options.layout + "\" is unknown; there are tiles, batch, soa and aos"};
}

Status tilesAlone(const std::string& model, const ModelOptions& options) {
    if (options.layout == "tiles") return {};
    return Error{"the " + model + " model has the layout tiles alone; use the layout \"tiles\""};
}

Error noSuchLanes(int lanes) {
    return Error{"no kernel of " + std::to_string(lanes) + " lanes runs on this CPU; 1, 4 and 0, the widest, always do"};
}

std::vector<uint8_t> packState(const std::string& model, const SavedState& state) {
    StateHeader header{{}, state.groom, state.floats.size(), state.head};
    model.copy(header.model, sizeof header.model - 1);
    const size_t floats = state.floats.size() * sizeof(float), ids = state.ids.size() * sizeof(uint32_t);
    std::vector<uint8_t> bytes(sizeof header + floats + ids);
    std::memcpy(bytes.data(), &header, sizeof header);
    if (floats > 0) std::memcpy(bytes.data() + sizeof header, state.floats.data(), floats);
    if (ids > 0) std::memcpy(bytes.data() + sizeof header + floats, state.ids.data(), ids);
    return bytes;
}

Result<SavedState> unpackState(const std::string& model, uint64_t groom, size_t floats,
                               const std::vector<uint8_t>& bytes) {
    StateHeader header{};
    if (bytes.size() >= sizeof header) std::memcpy(&header, bytes.data(), sizeof header);
    header.model[sizeof header.model - 1] = 0;
    if (model.compare(header.model) != 0) return Error{"this is not a saved state of this hair model; load what it was saved from first"};
    const Pose& head = header.head;
    for (double x : {head.position.x, head.position.y, head.position.z}) if (!(x - x == 0)) return otherState();
    const Quatf& q = head.orientation;
    if (!(absolute(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-3f)) return otherState();
    if (header.groom != groom || header.floats < floats || header.floats > bytes.size() / sizeof(float)) return otherState();
    const size_t begin = sizeof header + static_cast<size_t>(header.floats) * sizeof(float);
    if (bytes.size() < begin || (bytes.size() - begin) % sizeof(uint32_t) != 0) return otherState();
    SavedState state{groom, header.head, std::vector<float>(static_cast<size_t>(header.floats)),
                     std::vector<uint32_t>((bytes.size() - begin) / sizeof(uint32_t))};
    if (header.floats > 0) std::memcpy(state.floats.data(), bytes.data() + sizeof header, begin - sizeof header);
    if (!state.ids.empty()) std::memcpy(state.ids.data(), bytes.data() + begin, bytes.size() - begin);
    return state;
}

Error otherState() {
    return Error{"the saved state belongs to another groom, other settings or another version; load the scene it was saved from first"};
}

Vec3f between(const Pose& from, const Pose& to) {
    return {static_cast<float>(to.position.x - from.position.x), static_cast<float>(to.position.y - from.position.y),
            static_cast<float>(to.position.z - from.position.z)};
}

float angleBetween(const Pose& from, const Pose& to) {
    const Quatf turn = to.orientation * conjugate(from.orientation);
    return 2 * lengthOf(Vec3f{turn.x, turn.y, turn.z});
}

Quatf carryTurn(const Frame& frame) {
    return normalized(frame.end.pose.orientation * conjugate(frame.begin.pose.orientation));
}

Frame arrived(Frame frame) {
    frame.begin = frame.end;
    frame.end.velocity = frame.begin.velocity = {0, 0, 0};
    frame.end.angularVelocity = frame.begin.angularVelocity = {0, 0, 0};
    return frame;
}

Substep substepOf(const Frame& frame, int index, int count) {
    const float n = static_cast<float>(count);
    const Pose before = poseAt(frame, static_cast<float>(index) / n);
    const Pose after = poseAt(frame, static_cast<float>(index + 1) / n);
    const float h = frame.dt / n, left = frame.dt - h * static_cast<float>(index + 1);
    Brush brush = frame.brush;
    brush.position = brush.position - left * brush.velocity + between(after, frame.end.pose);
    return {h, before.orientation, after.orientation, between(before, after), frame.gravity, frame.wind, brush};
}

int substepsFor(const Frame& frame, float rate, int most) {
    int count = 1;
    while (count < most && static_cast<float>(count) < frame.dt * rate * 0.999f) ++count;
    return count;
}

int substepsForMotion(const Frame& frame) {
    const float angle = angleBetween(frame.begin.pose, frame.end.pose);
    const float way = lengthOf(between(frame.begin.pose, frame.end.pose));
    const float wanted = maximum(frame.dt * 120 * 0.999f, way / 0.02f + angle / 0.12f);
    int count = 1;
    while (count < 4 && static_cast<float>(count) < wanted) ++count;
    return count;
}

}  // namespace ringlet
