// The density of simulated hair: particles coloured by how much hair is about them, over what was there in the groom.
#pragma once

#include "core/models/model.h"
#include "core/view/program.h"

namespace ringlet {
namespace view {

class DensityDrawing {
public:
    // All particles but roots, as dots so many pixels wide; fetches them where the model is on a device.
    void draw(const Model& model, const Groom& groom, float pixels);
    // Another groom is shown.
    void forget() { rest_.clear(); }

private:
    struct Dot {
        Vec3f at;      // relative to the head's origin, m
        float denser;  // 1: as in the groom
    };
    void look(const Curves& curves, const Groom& groom);

    Program program_;
    unsigned array_ = 0, buffer_ = 0;
    std::vector<float> rest_;  // densities of the groom, where the model has particles
    std::vector<Dot> dots_;
};

}  // namespace view
}  // namespace ringlet
