#include "core/view/strip_map.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr int kindWidth = stripMapWidth / stripKinds;
constexpr int streaks = 26;  // of a strip

float step(float from, float to, float x) {
    float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

// A lock of hairs within a strip. Across: [-1, 1]; along: [0, 1].
struct Streak {
    float middle, halfWidth;
    float begin, end;          // along
    float phase, wander;       // of the way to the sides
    float tilt, tone;          // [0, 1]

    // How much of a place it covers, [0, 1].
    float cover(float x, float v) const {
        float closing = 1 - 0.30f * v * v;
        float at = middle * closing + wander * v * std::sin(phase + 7 * v);
        float taper = std::sqrt(std::clamp((end - v) / (0.45f * end), 0.0f, 1.0f));
        float opening = std::sqrt(std::clamp((v - begin) / 0.08f, 0.0f, 1.0f));  // it comes out from under others in a point
        float half = halfWidth * taper * opening;
        if (half <= 0) return 0;
        return 1 - step(0.45f * half, half, std::fabs(x - at));
    }
};

Streak streakAt(int index, const float random[7]) {
    float place = (float(index) + random[0]) / float(streaks);
    Streak streak{};
    streak.middle = 0.92f * (2 * place - 1);
    float outer = streak.middle * streak.middle;
    streak.halfWidth = (0.07f + 0.09f * random[1]) * (1 - 0.45f * outer);
    streak.begin = 0.06f * random[2];
    streak.end = 1 - (0.10f + 0.45f * outer) * random[3];
    streak.phase = 6.2831853f * random[4];
    streak.wander = 0.06f;
    streak.tilt = random[5];
    streak.tone = random[6];
    return streak;
}

}  // namespace

std::vector<uint8_t> makeStripMap() {
    std::vector<uint8_t> map(size_t(stripMapWidth) * stripMapHeight * 4);
    uint32_t state = 12345;
    auto random = [&state] {
        state = state * 1664525u + 1013904223u;
        return float(state >> 8) / 16777216.0f;
    };
    for (int kind = 0; kind < stripKinds; ++kind) {
        std::vector<Streak> all;
        for (int i = 0; i < streaks; ++i) {
            float numbers[7];
            for (float& number : numbers) number = random();
            all.push_back(streakAt(i * 7 % streaks, numbers));  // neighbours lie over each other in no order
        }
        for (int row = 0; row < stripMapHeight; ++row)
            for (int column = 0; column < kindWidth; ++column) {
                float x = 2 * (float(column) + 0.5f) / float(kindWidth) - 1;
                float v = (float(row) + 0.5f) / float(stripMapHeight);
                // What lies deeper shows between the locks, and is dark.
                float cover = (1 - step(0.55f, 0.85f, std::fabs(x))) * (1 - step(0.5f, 0.9f, v)) * step(0.04f, 0.12f, v);
                float tilt = 0.4f, tone = 0.1f;
                for (const Streak& streak : all) {
                    float share = streak.cover(x, v);
                    cover += (1 - cover) * share;
                    tilt += (streak.tilt - tilt) * share;
                    tone += (streak.tone - tone) * share;
                }
                uint8_t* texel = &map[4 * (size_t(row) * stripMapWidth + size_t(kind * kindWidth + column))];
                auto byte = [](float value) { return uint8_t(std::lround(255 * std::clamp(value, 0.0f, 1.0f))); };
                texel[0] = byte(cover);
                texel[1] = byte(tilt);
                texel[2] = byte(tone);
                texel[3] = 255;
            }
    }
    return map;
}

}  // namespace view
}  // namespace ringlet
