// Simulated hair shown by how crowded it is: how much of it is about each particle, over what was there in the groom.
#pragma once

#include "core/models/model.h"
#include "core/view/program.h"

namespace ringlet {
namespace view {

class Crowding {
public:
    void draw(const Model& model, const Groom& groom, float pixels);
    // Another groom is shown.
    void forget() { rest_.clear(); }

private:
    struct Dot {
        Vec3f at;      // relative to the head's origin, m
        float crowded; // 1: as in the groom
    };
    void look(const Curves& curves, const Groom& groom);

    Program program_;
    unsigned array_ = 0, buffer_ = 0;
    std::vector<float> rest_;  // densities of the groom, where the model has particles
    std::vector<Dot> dots_;
};

}  // namespace view
}  // namespace ringlet
