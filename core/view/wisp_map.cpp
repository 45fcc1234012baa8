#include "core/view/wisp_map.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr int wispKindWidth = wispMapWidth / RINGLET_WISP_KINDS;
constexpr int locks = 6, hairs = 150;     // of a wisp
constexpr float hairHalfWidth = 0.022f;   // of half the wisp's
constexpr float steepestHair = 0.12f;         // slope in the map that a byte holds: half widths a length
constexpr float hairWander = 0.05f;           // of half the wisp's width, at the tip

struct Numbers {
    uint32_t state;
    float next() {
        state = state * 1664525u + 1013904223u;
        return float(state >> 8) / 16777216.0f;
    }
};

float smoothly(float x) {
    x = std::clamp(x, 0.0f, 1.0f);
    return x * x * (3 - 2 * x);
}

// Across: [-1, 1]; along: [0, 1].
struct Lock {
    float middle, phase, lean;
};
struct MapHair {
    float place, phase, begin, end, tilt, tone, height;
    Lock lock;

    // Hairs of a lock close about its middle towards the tip.
    float at(float v) const {
        const float closed = 0.12f * smoothly((v - 0.25f) / 0.75f);
        return place + (lock.middle - place) * closed + v * (hairWander * std::sin(phase + 6 * v) + hairWander * std::sin(lock.phase + 4 * v));
    }
    // As high as the lock's round section; it sinks and thins out towards the end.
    float heightAt(float v) const {
        const float off = (place - lock.middle) * float(locks), round = std::sqrt(std::max(1 - 0.8f * off * off, 0.04f));
        return (0.30f + 0.45f * round + 0.25f * height) * smoothly((end - v) * 16 + 0.1f) * smoothly((v - begin) * 20);
    }
    float halfWidth(float v) const { return hairHalfWidth * std::clamp((end - v) * 20, 0.0f, 1.0f); }
};

MapHair hairAt(int index, const Lock* ofKind, Numbers& random) {
    MapHair hair{};
    hair.place = 0.97f * (2 * (float(index) + random.next()) / float(hairs) - 1);
    hair.lock = ofKind[std::clamp(int((hair.place + 1) * 0.5f * float(locks)), 0, locks - 1)];
    const float outer = hair.place * hair.place;
    hair.phase = hair.lock.phase + 1.2f * random.next();
    hair.end = 1 - (0.04f + 0.04f * outer) * random.next() - 0.05f * hair.lock.lean;
    hair.begin = 0.08f * random.next() * random.next() - 0.01f;  // no edge where it comes out of those above it
    hair.tilt = 0.5f * random.next() + 0.5f * hair.lock.lean;
    hair.tone = random.next();
    hair.height = random.next();
    return hair;
}

void drawHair(const MapHair& hair, int kind, std::vector<uint8_t>& map) {
    auto byte = [](float value) { return uint8_t(std::lround(255 * std::clamp(value, 0.0f, 1.0f))); };
    for (int row = 0; row < wispMapHeight; ++row) {
        const float v = (float(row) + 0.5f) / float(wispMapHeight), half = hair.halfWidth(v);
        if (v < hair.begin) continue;
        if (half <= 0) return;
        const float at = hair.at(v), texel = 2.0f / float(wispKindWidth), slope = (hair.at(v + 0.004f) - at) / 0.004f * 0.05f;
        const auto column = [&](float x) { return std::clamp(int((x + 1) / texel), 0, wispKindWidth - 1); };
        for (int c = column(at - half); c <= column(at + half); ++c) {
            const float x = ((float(c) + 0.5f) * texel - 1 - at) / std::max(half, texel);
            const float height = hair.heightAt(v) * (0.75f + 0.25f * std::sqrt(std::max(1 - x * x, 0.0f)));
            uint8_t* out = &map[4 * (size_t(row) * wispMapWidth + size_t(kind * wispKindWidth + c))];
            if (byte(height) <= out[0]) continue;
            out[0] = byte(height);
            out[1] = byte(hair.tilt);
            out[2] = byte(hair.tone);
            out[3] = byte(0.5f + 0.5f * slope / steepestHair);
        }
    }
}

}  // namespace

std::vector<uint8_t> makeWispMap() {
    std::vector<uint8_t> map(size_t(wispMapWidth) * wispMapHeight * 4);
    for (size_t i = 3; i < map.size(); i += 4) map[i] = 128;
    Numbers random{12345};
    for (int kind = 0; kind < RINGLET_WISP_KINDS; ++kind) {
        Lock ofKind[locks];
        for (int i = 0; i < locks; ++i) {
            ofKind[i].middle = 2 * (float(i) + 0.25f + 0.5f * random.next()) / float(locks) - 1;
            ofKind[i].phase = 6.2831853f * random.next();
            ofKind[i].lean = random.next();
        }
        for (int i = 0; i < hairs; ++i) drawHair(hairAt(i * 7 % hairs, ofKind, random), kind, map);
    }
    return map;
}

}  // namespace view
}  // namespace ringlet
