#include "native/render_picture.h"

#include "core/light/colours.h"
#include "core/view/colour_formula.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#if __has_include(<stb/stb_image_write.h>)
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>
#else
#include <stb_image.h>
#include <stb_image_write.h>
#endif
#pragma GCC diagnostic pop

namespace ringlet::cli {

using light::brightness;
using light::each;

namespace {

// The tone curve of colour_formula.h for a channel, and that which keeps hues, back.
float untoned(float y) {
    // y (2.43 x^2 + 0.59 x + 0.14) = 2.51 x^2 + 0.03 x, its positive root.
    y = std::min(y, 0.995f);
    const float a = 2.51f - 2.43f * y, b = 0.03f - 0.59f * y, d = -0.14f * y;
    return (-b + std::sqrt(std::max(b * b - 4 * a * d, 0.0f))) / (2 * a);
}
float untonedBetween(float y, float least, float most) {
    float from = least, to = most;
    for (int i = 0; i < 24; ++i) {
        const float x = 0.5f * (from + to);
        (view::toneBetween(x, least, most) < y ? from : to) = x;
    }
    return 0.5f * (from + to);
}

float leastOf(Vec3f c) { return std::min({c.x, c.y, c.z}); }
float mostOf(Vec3f c) { return std::max({c.x, c.y, c.z}); }

}  // namespace

Vec3f displayOf(Vec3f linear, float exposure) {
    return view::displayed(linear * exposure);
}

Vec3f linearOf(Vec3f display, float exposure) {
    const Vec3f mapped = each(display, [](float c) { return c < 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); });
    const float least = untoned(leastOf(mapped)), most = untoned(mostOf(mapped));
    return each(mapped, [&](float c) { return untonedBetween(c, least, most) / exposure; });
}

Status readSize(const Arguments& arguments, int widest, int& width, int& height) {
    const std::string* text = arguments.find("--size");
    if (!text) return {};
    int used = 0;
    const bool read = std::sscanf(text->c_str(), "%9dx%9d%n", &width, &height, &used) == 2 && size_t(used) == text->size();
    if (read && std::min(width, height) >= 1 && std::max(width, height) <= widest) return {};
    return Error{"--size must be WIDTHxHEIGHT of at most " + std::to_string(widest) + ", such as 600x600, not '" + *text + "'"};
}

Status checkPicture(const Arguments& arguments, const char* option, const std::vector<const char*>& read) {
    const std::string* path = arguments.find(option);
    if (path && (path->size() < 4 || path->compare(path->size() - 4, 4, ".png") != 0))
        return Error{std::string(option) + ": pictures are written as .png, not '" + *path + "'"};
    return checkDistinct(arguments, {option}, read);
}

std::vector<uint8_t> pngOf(const Image& image) {
    std::vector<uint8_t> bytes;
    const auto add = [](void* to, void* data, int size) {
        const uint8_t* from = static_cast<const uint8_t*>(data);
        static_cast<std::vector<uint8_t>*>(to)->insert(static_cast<std::vector<uint8_t>*>(to)->end(), from, from + size);
    };
    stbi_write_png_to_func(add, &bytes, image.width, image.height, 3, image.bytes.data(), 3 * image.width);
    return bytes;
}

Result<Image> readImage(const std::string& path) {
    Image image;
    int channels = 0;
    unsigned char* pixels = stbi_load(path.c_str(), &image.width, &image.height, &channels, 3);
    if (!pixels) return Error{"'" + path + "' cannot be read as a PNG picture: " + stbi_failure_reason()};
    image.bytes.assign(pixels, pixels + size_t(image.width) * size_t(image.height) * 3);
    stbi_image_free(pixels);
    return image;
}

namespace {

// A box blur, three times over, is close to a bell.
void blurLines(std::vector<float>& values, int width, int height, int reach, bool across) {
    const int length = across ? width : height, lines = across ? height : width;
    std::vector<float> line;
    for (int l = 0; l < lines; ++l) {
        const auto at = [&](int i) -> float& { return values[across ? size_t(l) * size_t(width) + size_t(i) : size_t(i) * size_t(width) + size_t(l)]; };
        line.assign(size_t(length), 0);
        for (int i = 0; i < length; ++i)
            for (int k = std::max(i - reach, 0); k <= std::min(i + reach, length - 1); ++k) line[size_t(i)] += at(k);
        for (int i = 0; i < length; ++i) at(i) = line[size_t(i)] / float(2 * reach + 1);
    }
}

std::vector<float> blurred(std::vector<float> values, const Image& of, float blur) {
    const int reach = std::max(int(std::lround(blur)), 0);
    for (int pass = 0; pass < 3 && reach > 0; ++pass)
        for (bool across : {true, false}) blurLines(values, of.width, of.height, reach, across);
    return values;
}

}  // namespace

PictureError errorOf(const Image& picture, const std::vector<Vec3f>& reference, const std::vector<float>& weights, float blur, float exposure) {
    std::vector<float> channels[2][3];
    for (int k = 0; k < 2; ++k) {
        for (auto& channel : channels[k]) channel.resize(weights.size());
        for (size_t i = 0; i < weights.size(); ++i) {
            const uint8_t* b = &picture.bytes[3 * i];
            const Vec3f linear = (k == 1 ? reference[i] : linearOf(Vec3f{float(b[0]), float(b[1]), float(b[2])} * (1.0f / 255), exposure)) * weights[i];
            channels[k][0][i] = linear.x, channels[k][1][i] = linear.y, channels[k][2][i] = linear.z;
        }
        for (auto& channel : channels[k]) channel = blurred(channel, picture, blur);
    }
    const std::vector<float> around = blurred(weights, picture, blur);
    PictureError error;
    double sum = 0, light[2] = {0, 0};
    for (size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] < 0.5f || around[i] <= 0) continue;
        Vec3f colour[2];
        double bright[2];
        for (int k = 0; k < 2; ++k) {
            colour[k] = Vec3f{channels[k][0][i], channels[k][1][i], channels[k][2][i]} * (1 / around[i]);
            bright[k] = brightness(colour[k]);
            colour[k] = colour[k] * (1 / std::max(colour[k].x + colour[k].y + colour[k].z, 1e-6f));
            light[k] += bright[k];
        }
        constexpr double darkest = 0.004;  // of white: differences below it are not seen
        error.light += std::fabs(bright[0] - bright[1]) / std::max(bright[1], darkest);
        error.colour += lengthOf(colour[0] - colour[1]);
        sum += 1;
    }
    if (sum > 0) error = {error.light / sum, error.colour / sum, light[0] / std::max(light[1], 1e-9)};
    return error;
}

}  // namespace ringlet::cli
