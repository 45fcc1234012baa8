#include "core/view/strip_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr int kindWidth = stripMapWidth / stripKinds;
constexpr int streaks = 26;       // of a strip
constexpr int hairsOfStreak = 16;
constexpr float hairTone = 0.4f, hairTilt = 0.35f;  // how far a hair differs from its lock

float step(float from, float to, float x) {
    float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

// A lock of hairs within a strip. Across: [-1, 1]; along: [0, 1].
struct Streak {
    float middle, halfWidth;
    float begin, end;     // along
    float phase, wander;  // of the way to the sides
    float tilt, tone;     // [0, 1]
    float hairs[hairsOfStreak + 1];  // tones of hairs side by side, [-1, 1]

    float middleAt(float along) const { return middle * (1 - 0.30f * along * along) + wander * along * std::sin(phase + 7 * along); }
    float halfWidthAt(float along) const {
        const float taper = std::sqrt(std::clamp((end - along) / (0.55f * end), 0.0f, 1.0f));
        const float opening = std::clamp((along - begin) / 0.07f, 0.0f, 1.0f);  // it comes out from under others in a point
        return halfWidth * taper * opening;
    }
    // Of the hair at that place of its width, [-1, 1].
    float hairAt(float side) const {
        const float place = (0.5f + 0.5f * side) * float(hairsOfStreak);
        const int hair = std::min(int(place), hairsOfStreak - 1);
        return hairs[hair] + (hairs[hair + 1] - hairs[hair]) * step(0, 1, place - float(hair));
    }
};

template <class Random>
Streak streakAt(int index, Random& random) {
    float place = (float(index) + random()) / float(streaks);
    Streak streak{};
    streak.middle = 0.92f * (2 * place - 1);
    float outer = streak.middle * streak.middle;
    streak.halfWidth = (0.07f + 0.09f * random()) * (1 - 0.45f * outer);
    streak.begin = 0.05f * random();
    streak.end = 1 - 0.35f * outer - (0.12f + 0.15f * outer) * random();
    streak.phase = 6.2831853f * random();
    streak.wander = 0.06f;
    streak.tilt = random();
    streak.tone = random();
    for (float& hair : streak.hairs) hair = 2 * random() - 1;
    return streak;
}

// What is seen at a place of a strip.
struct Place {
    float cover, tilt, tone;
};
float acrossOf(int column) { return 2 * (float(column) + 0.5f) / float(kindWidth) - 1; }

// What lies deeper shows between the locks, and is dark.
Place beneath(float across, float along) {
    return {(1 - step(0.55f, 0.85f, std::fabs(across))) * (1 - step(0.5f, 0.9f, along)) * step(0.04f, 0.12f, along), 0.4f, 0.25f};
}

// Over what is there already of a row.
void lay(const Streak& streak, float along, std::array<Place, kindWidth>& row) {
    const float half = streak.halfWidthAt(along), middle = streak.middleAt(along);
    if (half <= 0) return;
    for (int column = 0; column < kindWidth; ++column) {
        const float side = (acrossOf(column) - middle) / half;
        if (std::fabs(side) >= 1) continue;
        const float hair = streak.hairAt(side);
        const float share = 1 - step(0.45f, 1, std::fabs(side));
        Place& at = row[column];
        at.cover += (1 - at.cover) * share;
        at.tilt += (streak.tilt + hairTilt * hair - at.tilt) * share;
        at.tone += (streak.tone + hairTone * hair - at.tone) * share;
    }
}

}  // namespace

std::vector<uint8_t> makeStripMap() {
    std::vector<uint8_t> map(size_t(stripMapWidth) * stripMapHeight * 4);
    uint32_t state = 12345;
    auto random = [&state] {
        state = state * 1664525u + 1013904223u;
        return float(state >> 8) / 16777216.0f;
    };
    const auto byte = [](float value) { return uint8_t(std::lround(255 * std::clamp(value, 0.0f, 1.0f))); };
    for (int kind = 0; kind < stripKinds; ++kind) {
        std::vector<Streak> all;
        for (int i = 0; i < streaks; ++i) all.push_back(streakAt(i * 7 % streaks, random));  // neighbours lie over each other in no order
        for (int y = 0; y < stripMapHeight; ++y) {
            const float along = (float(y) + 0.5f) / float(stripMapHeight);
            std::array<Place, kindWidth> row;
            for (int x = 0; x < kindWidth; ++x) row[x] = beneath(acrossOf(x), along);
            for (const Streak& streak : all) lay(streak, along, row);
            for (int x = 0; x < kindWidth; ++x) {
                uint8_t* texel = &map[4 * (size_t(y) * stripMapWidth + size_t(kind * kindWidth + x))];
                texel[0] = byte(row[x].cover), texel[1] = byte(row[x].tilt), texel[2] = byte(row[x].tone), texel[3] = 255;
            }
        }
    }
    return map;
}

}  // namespace view
}  // namespace ringlet
