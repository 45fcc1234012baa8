// What benchmarks measure of a head's hair as a mass: how thick it lies, how it crowds, how it moves together.
#pragma once

#include "core/scenes/simulation.h"

#include <vector>

namespace ringlet::cli {

// The simulated points in head space, strand by strand; roots are not of them.
struct Hair {
    std::vector<Vec3f> at, velocity;  // m; m/s, beside the head's origin
    std::vector<uint32_t> strand;
};
// rate: frames a second.
void take(const Simulation& simulation, double rate, Hair& hair);

// The share of points, [0, 1], that are in more than 1.5 times the density of their rest.
double crowdedShare(const std::vector<float>& rest, const std::vector<float>& now);

// How thick the hair lies over each patch of crown and sides, m; 0: where there is not enough. A patch's thickness is what nine
// in ten of its points within 6 cm of the head are within.
std::vector<float> thickness(const Colliders& head, const Hair& hair);
// The thickness that is kept, over the patches that had some in the groom.
double keptShare(const std::vector<float>& groom, const std::vector<float>& now);

// Root mean square of what neighbours' velocities differ by, those of other strands within 5 mm, m/s.
double spread(const Hair& hair);

}  // namespace ringlet::cli
