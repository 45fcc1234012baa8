#include "core/light/hair_table.h"

#include "core/light/colours.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace light {
namespace {

constexpr int places = 48;       // across a hair
constexpr int crowdRows = tableHeight - lobeRows;
constexpr float someAbsorption = 0.4f;  // of the ways inside: between pale and dark hair
constexpr float steepest = 0.998f;      // sine of an inclination: at the pole nothing is left to scatter

float away(float a) { return std::fabs(a - wholeTurn * std::floor(a / (wholeTurn) + 0.5f)); }  // in [0, pi]

}  // namespace

FibreLook drawnFibre() {
    FibreLook look;
    look.alongSpread = hairSpread;
    look.aroundRoughness = hairRoughness;
    look.tilt = hairTilt;
    return look;
}

HairTable::HairTable() : texels_(size_t(tableWidth) * tableHeight * 4, 0.0f), turns_(crowdRows) {
    const Fibre fibre(drawnFibre());
    fillLobes(fibre);
    constexpr int steps = 48;
    for (int row = 0; row < crowdRows; ++row) {
        const float sine = std::min(float(row) / (crowdRows - 1), steepest);
        for (int i = 0; i < places; ++i) {
            Turn turn{-1 + 2 * (float(i) + 0.5f) / places, {}};
            for (int p = 0; p < paths; ++p) {
                // A mean over light from half a turn: the share of it that then leaves into the other half.
                float sum = 0;
                for (int k = 0; k < steps; ++k) {
                    const float phi = wholeTurn * (float(k) + 0.5f) / steps;
                    sum += fibre.bellAround(p, phi - fibre.turnOf(p, sine, turn.h)) * (away(phi) / halfTurn) * (wholeTurn / steps);
                }
                turn.forward[size_t(p)] = std::min(sum, 1.0f);
            }
            turns_[size_t(row)].push_back(turn);
        }
    }
    setColour({1, 1, 1});
}

void HairTable::fillLobes(const Fibre& white) {
    Fibre pigmented = white;
    pigmented.setAbsorption({someAbsorption, someAbsorption, someAbsorption});
    for (int row = 0; row < lobeRows; ++row) {
        const float cosD = std::max(float(row) / (lobeRows - 1), 0.05f), sine = std::sqrt(1 - cosD * cosD);
        for (int column = 0; column < tableWidth; ++column) {
            const float at = float(column) / (tableWidth - 1);
            const float phi = 2 * (std::acos((2 * at - 1) * 0.70710678f) - halfTurn / 4);
            float clear[2] = {0, 0}, dark[2] = {0, 0};
            for (int i = 0; i < 2 * places; ++i) {
                const float h = -1 + 2 * (float(i) + 0.5f) / (2 * places);
                const auto all = white.energies(sine, h), some = pigmented.energies(sine, h);
                for (int p = 1; p < paths; ++p) {
                    const float bell = white.bellAround(p, phi - white.turnOf(p, sine, h)) / (2 * places);
                    clear[p > 1] += bell * all[size_t(p)].x;
                    dark[p > 1] += bell * some[size_t(p)].x;
                }
            }
            float* texel = &texels_[(size_t(row) * tableWidth + size_t(column)) * 4];
            for (int k = 0; k < 2; ++k) {
                texel[2 * k] = clear[k];
                texel[2 * k + 1] = std::log(std::max(clear[k], 1e-12f) / std::max(dark[k], 1e-14f)) / someAbsorption;
            }
        }
    }
}

void HairTable::setColour(Vec3f colour) {
    absorption_ = absorptionOf(colour, hairRoughness);
    Fibre fibre(drawnFibre());
    for (int row = 0; row < crowdRows; ++row)
        for (int column = 0; column < crowdColumns; ++column) {
            const float root = mostPigmentRoot * float(column) / (crowdColumns - 1), sine = std::min(float(row) / (crowdRows - 1), steepest);
            fibre.setAbsorption(absorption_ * (root * root));
            Vec3f forward{0, 0, 0}, all{0, 0, 0};
            for (const Turn& turn : turns_[size_t(row)]) {
                const auto energies = fibre.energies(sine, turn.h);
                for (size_t p = 0; p < paths; ++p) {
                    forward = forward + energies[p] * (turn.forward[p] / places);
                    all = all + energies[p] * (1.0f / places);
                }
            }
            float* texel = &texels_[(size_t(lobeRows + row) * tableWidth + size_t(column)) * 4];
            float* other = texel + 4 * crowdColumns;
            const float values[2][3] = {{forward.x, forward.y, forward.z}, {all.x - forward.x, all.y - forward.y, all.z - forward.z}};
            for (int k = 0; k < 3; ++k) texel[k] = values[0][k], other[k] = values[1][k];
        }
}

HairTable::Texel HairTable::at(float column, float row) const {
    const int x = std::min(int(column), tableWidth - 2), y = std::min(int(row), tableHeight - 2);
    const float fx = column - float(x), fy = row - float(y);
    Texel texel;
    for (size_t k = 0; k < 4; ++k) {
        const float* four = &texels_[(size_t(y) * tableWidth + size_t(x)) * 4 + k];
        const float low = four[0] + (four[4] - four[0]) * fx, high = four[4 * tableWidth] + (four[4 * tableWidth + 4] - four[4 * tableWidth]) * fx;
        texel[k] = low + (high - low) * fy;
    }
    return texel;
}

HairTable::Texel HairTable::lobes(float around, float cosD) const {
    return at(std::clamp(around, 0.0f, 1.0f) * (tableWidth - 1), std::clamp(cosD, 0.0f, 1.0f) * (lobeRows - 1) - 1e-4f * cosD);
}
HairTable::Texel HairTable::forward(float sine, float root) const {
    return at(std::clamp(root / mostPigmentRoot, 0.0f, 1.0f) * (crowdColumns - 1) * 0.9999f,
              lobeRows + std::min(std::fabs(sine), 1.0f) * (crowdRows - 1));
}
HairTable::Texel HairTable::back(float sine, float root) const {
    return at(crowdColumns + std::clamp(root / mostPigmentRoot, 0.0f, 1.0f) * (crowdColumns - 1), lobeRows + std::min(std::fabs(sine), 1.0f) * (crowdRows - 1));
}

}  // namespace light
}  // namespace ringlet
