// Pictures as files, and how far one is from another.
#pragma once

#include "core/math/vec.h"
#include "native/command.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ringlet::cli {

// Rows from the top, three bytes a pixel.
struct Image {
    int width = 0, height = 0;
    std::vector<uint8_t> bytes;
};

// Display colour in [0, 1] of linear light, the curve of colour.glsl, and back.
Vec3f displayOf(Vec3f linear, float exposure);
Vec3f linearOf(Vec3f display, float exposure);

// --size WxH, where it was given. Error: no two numbers from 1 to `widest`.
Status readSize(const Arguments& arguments, int widest, int& width, int& height);

// That the picture which an option names can be written: as .png, and over none of the files that others are read from.
Status checkPicture(const Arguments& arguments, const char* option, const std::vector<const char*>& read);

std::vector<uint8_t> pngOf(const Image& image);
// Error: no such file, or no picture.
Result<Image> readImage(const std::string& path);

// Over pixels with weight, each with its neighbourhood (a blur by so many pixels), in linear light. reference: a pixel, linear.
struct PictureError {
    double light = 0;   // mean of |difference of luminance| over the reference's
    double colour = 0;  // mean distance of the shares of red, green and blue in their sum
    double ratio = 0;   // mean luminance over the reference's
};
PictureError errorOf(const Image& picture, const std::vector<Vec3f>& reference, const std::vector<float>& weights, float blur, float exposure);

}  // namespace ringlet::cli
