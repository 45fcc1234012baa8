// Who is verified: every registered model, and every way it has to step besides (the published one,
// reduced rods), each as a rod of known material.
#pragma once

#include "core/models/model.h"

#include <string>
#include <utility>
#include <vector>

namespace ringlet::verify {

using Settings = std::vector<std::pair<std::string, double>>;

// A strand's material, the same for every model. Twisting stiffness equals bending stiffness.
struct Material {
    double stiffness = 6e-9;       // B, N m^2
    double density = 6.5e-6;       // kg/m
    double drag = 20;              // of the air per mass, 1/s; lets strands settle, and leaves where they rest alone
    double internalFriction = 0;   // whether bending and twisting lose energy: 0 or 1
};

// What a line asks for: the mechanics of a rod, or only that a result does not depend on where, which
// way round, in which order and by which hand it is computed.
enum class Owed { Physics, Sameness };

struct Subject {
    std::string name;              // "verlet", "verlet step=published"
    const ModelInfo* model = nullptr;
    Settings settings;             // beside the material
    bool variant = false;          // owes Sameness alone

    bool owes(Owed what) const { return !variant || what == Owed::Sameness; }
    // Pieces a strand of `particles` is made of: its segments, or elements where the model has them.
    int pieces(int particles) const;
    // Whether a piece is a rigid rod, with its mass along it; else that is at its ends.
    bool rigidPieces() const;
    // All parameters for this material. Error: a model whose material nobody has told the verifier.
    Result<Params> params(const Material& material) const;
};

// In the order of the registry, variants behind their model.
std::vector<Subject> subjects();

}  // namespace ringlet::verify
