#include "core/view/lights.h"

#include "core/math/elementary.h"
#include "core/view/matrix.h"

#include <cmath>

namespace ringlet {
namespace view {

namespace {

struct Theme {
    uint32_t top, bottom;   // display colours
    float glow;
    Vec3f sky, ground;      // ambient light
    Vec3f key, rim;
};
const Theme lightTheme = {0xf1eeea, 0xcfcac6, 0.06f, {0.46f, 0.47f, 0.52f}, {0.24f, 0.21f, 0.20f},
                          {1.75f, 1.64f, 1.5f}, {0.9f, 1.0f, 1.2f}};
const Theme darkTheme = {0x262a33, 0x121318, 0.10f, {0.26f, 0.28f, 0.34f}, {0.12f, 0.105f, 0.10f},
                         {1.5f, 1.4f, 1.25f}, {1.1f, 1.3f, 1.7f}};

Vec4 displayColour(uint32_t c) {
    return {float(c >> 16 & 255) / 255, float(c >> 8 & 255) / 255, float(c & 255) / 255, 1};
}

// The lights stand with the camera's yaw, so that hair is lit from wherever it is
// seen: key from the upper left, rim from behind on the right.
void placeLights(FrameBlock& block, const Camera& camera, const Picture& picture, const Extent& extent) {
    Vec3f back = unit(Vec3f{camera.back().x, 0, camera.back().z});
    Vec3f right = camera.right();
    Vec3f key = unit(back * 0.62f - right * 0.55f + Vec3f{0, 0.78f, 0});
    const Vec3f aside = unit(cross(Vec3f{0, 1, 0}, key)), above = cross(key, aside);
    key = unit(key + (aside * picture.lampX + above * picture.lampY) * lampRadius);
    Vec3f rim = unit(right * 0.7f - back * 0.75f + Vec3f{0, 0.5f, 0});
    Vec3f origin = toFloat(extent.head.position - camera.target());
    float reach = 1.25f * extent.radius;
    Vec3f middle = origin + rotate(extent.head.orientation, extent.center);
    const auto seenFrom = [&](Vec3f lamp) {
        return orthographic(reach) * viewFrom(middle, cross(lamp, unit(cross(Vec3f{0, 1, 0}, lamp))), lamp);
    };
    block.lightProjection = seenFrom(key);
    block.rimProjection = seenFrom(rim);
    block.keyDirection = toVec4(key, 2 * reach);
    block.rimDirection = toVec4(rim, 2 * reach);
    block.head = toVec4(origin, extent.rootRadius);
}

// What is seen from another place of the lens, which still looks at the plane of the camera's target: what lies at z before
// that plane, at a distance d of the camera, moves by z / d of the way (Cook et al. 1984).
Mat4 throughLens(const Camera& camera, const Picture& picture) {
    const Vec3f back = camera.back(), away = camera.right() * picture.lensX + camera.up() * picture.lensY;
    const float shares[] = {back.x / camera.distance(), back.y / camera.distance(), back.z / camera.distance()};
    Mat4 moved(1);
    for (int column = 0; column < 3; ++column) moved[column] -= toVec4(away * shares[column]);
    return moved;
}

// Moves all of the picture by so many of its pixels.
Mat4 shifted(const Picture& picture) {
    return glm::translate(Mat4(1), {2 * picture.shiftX / float(picture.width), 2 * picture.shiftY / float(picture.height), 0});
}

}  // namespace

namespace {

// From 0 to 1, evenly (Halton 1960).
float halton(int i, int base) {
    float value = 0, part = 1;
    for (; i > 0; i /= base) value += (part /= float(base)) * float(i % base);
    return value;
}

void moveWithinPixel(Picture& picture, int index) {
    constexpr float reach = 0.9f;  // pixels: neighbours share what lies between them
    picture.shiftX = reach * (halton(index + 1, 2) - 0.5f);
    picture.shiftY = reach * (halton(index + 1, 3) - 0.5f);
}

// Of a disc of radius 1, by two numbers in [0, 1).
Vec3f onDisc(float x, float y) {
    const float out = std::sqrt(x), angle = float(2 * pi) * y;
    return {out * std::cos(angle), out * std::sin(angle), 0};
}

// The index-th multiple of a step, within [0, 1): any first part of them is even (two steps at once: Roberts 2018).
float multiple(int index, double step) {
    const double x = 0.5 + index * step;
    return float(x - std::floor(x));
}

}  // namespace

void shift(Picture& picture, int index) {
    moveWithinPixel(picture, index);
    const Vec3f lens = onDisc(halton(index + 1, 5), halton(index + 1, 7));
    picture.lensX = picture.lens * lens.x;
    picture.lensY = picture.lens * lens.y;
    const int place = index / 2;  // for its maps cost as much as the rest of a picture
    const Vec3f lamp = onDisc(multiple(place, 0.7548776662466927), multiple(place, 0.5698402909980532));
    picture.lampX = lamp.x;
    picture.lampY = lamp.y;
    picture.look.sampling.leastPixels = 0.2f;  // finer ones come out by their share of the samples
    picture.look.sampling.stillSamples = samplesOfStills;
}

void jitter(Picture& picture, uint32_t index) {
    moveWithinPixel(picture, int(index % 16));
    picture.look.sampling.leastPixels = 0.5f;
}

FrameBlock frameBlock(const Camera& camera, const Picture& picture, const Extent& extent, int shadowSize) {
    const Theme& theme = picture.dark ? darkTheme : lightTheme;
    FrameBlock block{};
    block.viewProjection = shifted(picture) * camera.viewProjection() * throughLens(camera, picture);
    block.eye = toVec4(camera.eye());
    placeLights(block, camera, picture, extent);
    block.keyColour = toVec4(theme.key);
    block.rimColour = toVec4(theme.rim);
    block.skyColour = toVec4(theme.sky);
    block.groundColour = toVec4(theme.ground);
    block.backdropTop = displayColour(theme.top);
    block.backdropBottom = displayColour(theme.bottom);
    float width = float(picture.width), height = float(picture.height);
    block.backdropGlow = {(width + picture.insets.left - picture.insets.right) / (2 * width),
                          (height + picture.insets.bottom - picture.insets.top) / (2 * height) + 0.05f, theme.glow,
                          width / height};
    block.jitter = {2 * picture.shiftX / width, 2 * picture.shiftY / height, 0, 0};
    float drawnPixels = camera.pixelsPerRadian() * height / camera.pictureHeight();
    block.viewport = {width, height, drawnPixels, picture.exposure};
    block.shadow = {1 / float(shadowSize), picture.look.layers, -extent.ground, picture.show.shadow ? 1.0f : 0.0f};
    return block;
}

FrameBlock seenFromRim(FrameBlock block) {
    block.lightProjection = block.rimProjection;
    block.keyDirection = block.rimDirection;
    return block;
}

}  // namespace view
}  // namespace ringlet
