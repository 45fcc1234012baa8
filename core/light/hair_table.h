// What hair_formula.h looks up: how one hair scatters, as a texture of four floats a texel, worked out from fibre.h.
//
//   rows 0 to 15, by cos(theta_d) in [0, 1]; 64 columns by aroundPlace():
//     N of TT for no pigment, its way inside; N of TRT and all later paths, its way: what pigment leaves is exp(-absorption way)
//   rows 16 to 31, by |sin theta_in| in [0, 1]; by the root of pigment in [0, 2]:
//     32 columns of `forward`, 32 of `back`, for red, green and blue; of the given colour
#pragma once

#include "core/light/hair_formula.h"
#include "core/light/fibre.h"

#include <array>
#include <vector>

namespace ringlet {
namespace light {

constexpr int tableWidth = 64, tableHeight = 32, lobeRows = 16, crowdColumns = 32;
constexpr float mostPigmentRoot = 2;

FibreLook drawnFibre();

class HairTable {
public:
    HairTable();
    // For hair of that colour (linear, of much hair in white light).
    void setColour(Vec3f colour);
    Vec3f absorption() const { return absorption_; }
    const std::vector<float>& texels() const { return texels_; }

    // As a texture gives them, linearly between texels.
    using Texel = std::array<float, 4>;
    Texel lobes(float around, float cosD) const;
    Texel forward(float sine, float pigmentRoot) const;
    Texel back(float sine, float pigmentRoot) const;

private:
    // Of a hair lit at an inclination, at one place of its section: what each path turns forwards of its energy.
    struct Turn {
        float h;
        std::array<float, paths> forward;
    };
    void fillLobes(const Fibre& fibre);
    Texel at(float column, float row) const;

    std::vector<float> texels_;
    std::vector<std::vector<Turn>> turns_;  // a row of `forward` each
    Vec3f absorption_{0, 0, 0};
};

}  // namespace light
}  // namespace ringlet
