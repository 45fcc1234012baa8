// What a chain of elastic joints is made of, and its scratch: what the doorways of models share that step by chain_step.h.
#pragma once

namespace ringlet {

struct ChainMaterial {
    float bending;          // bending stiffness over linear density, N m^2 / (kg/m)
    float drag;             // air drag, 1/s
    float entrainment;      // share of the head's motion that the air takes on, [0, 1]
    float internalFriction; // relaxation time of bending, s
    float contact;          // contact stiffness over linear density, (N/m^2) / (kg/m)
};

// Rows of scratch a particle.
constexpr int chainScratchFloats = 28;

}  // namespace ringlet
