#include "core/groom/center_line.h"

namespace ringlet {
namespace {

// Where hair at p is drawn to, having come `s` metres from its root and lying
// `off` metres farther out than it should.
Vec3f combed(const GroomRoot& root, const CombStyle& style, Vec3f p, float s, float off) {
    Vec3f radial = normalizedOr(p, root.normal);
    // Where the skin is level the comb decides: to the side of the parting and
    // back, close to the skin. Down the sides hair hangs.
    float level = smoothStep((radial.y - 0.1f) / 0.7f);
    Vec3f comb = style.parted ? Vec3f{partingSide(root, style) * partedShare(root, style), -0.25f, -style.back}
                              : Vec3f{root.normal.x, -0.25f, root.normal.z - style.back};
    comb = comb - radial * (dot(comb, radial) + clamped(off / 0.01f, -1.0f, 1.0f));
    Vec3f hang{-0.35f * radial.x, -1.0f, -0.5f * style.back * (1.0f - smoothStep((s - 0.10f) / 0.1f))};
    return normalizedOr(comb * level + hang * (1.0f - level), Vec3f{0, -1, 0});
}

}  // namespace

float smoothStep(float t) {
    t = clamped(t, 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

float partingSide(const GroomRoot& root, const CombStyle& style) {
    return root.position.x < style.parting ? -1.0f : 1.0f;
}

float partedShare(const GroomRoot& root, const CombStyle& style) {
    return style.parted ? smoothStep((root.normal.z + 0.45f) / 0.9f) : 0.0f;
}

std::vector<Vec3f> centerLine(const GroomRoot& root, const CombStyle& style, float layer, int count,
                              const ClearanceFunction& obstacle) {
    std::vector<Vec3f> line;
    line.reserve(static_cast<size_t>(count));
    Vec3f p = root.position, direction = root.normal;
    Clearance at{0, root.normal};  // when last asked
    float clear = 0;               // how far the line may go before asking again
    const float step = centerStep;
    for (int i = 0; i < count; ++i) {
        line.push_back(p);
        float s = step * static_cast<float>(i);
        float wanted = (style.lift * (0.25f + 0.75f * layer) + style.spread) * smoothStep(s / 0.03f);
        if (obstacle && clear <= 0) {
            at = obstacle(p);
            clear = 0.5f * (at.distance - wanted - 0.01f);
        }
        Vec3f down = combed(root, style, p, s, at.distance - wanted);
        Vec3f standing = normalizedOr(root.normal - Vec3f{0, 0, 0.5f * style.back}, root.normal);
        Vec3f target = normalizedOr(down * style.droop + standing * (1.0f - style.droop), down);
        direction = normalizedOr(direction + (target - direction) * minimum(step / style.turn, 1.0f), direction);
        if (obstacle && at.distance < wanted + 0.01f) {
            // Never towards the skin when close to it; out again when too close.
            float inward = minimum(dot(direction, at.outward), 0.0f);
            float close = 1.0f - clamped((at.distance - wanted) / 0.01f, 0.0f, 1.0f);
            float push = clamped((wanted - at.distance) / 0.01f, 0.0f, 1.0f);
            direction = normalizedOr(direction + at.outward * (0.6f * push - close * inward), at.outward);
        }
        clear -= step;
        p = p + direction * step;
    }
    return line;
}

std::vector<Vec3f> refined(const std::vector<Vec3f>& line, int pieces) {
    if (pieces <= 1 || line.size() < 2) return line;
    std::vector<Vec3f> fine;
    fine.reserve(line.size() * static_cast<size_t>(pieces));
    for (size_t i = 0; i + 1 < line.size(); ++i) {
        Vec3f a = line[i], b = line[i + 1];
        Vec3f atA = (b - line[i > 0 ? i - 1 : 0]) * 0.5f;
        Vec3f atB = (line[i + 2 < line.size() ? i + 2 : i + 1] - a) * 0.5f;
        for (int k = 0; k < pieces; ++k) {
            float t = static_cast<float>(k) / static_cast<float>(pieces), u = 1.0f - t;
            fine.push_back(a * (u * u * (1.0f + 2.0f * t)) + b * (t * t * (3.0f - 2.0f * t)) +
                           atA * (u * u * t) - atB * (u * t * t));
        }
    }
    fine.push_back(line.back());
    return fine;
}

}  // namespace ringlet
