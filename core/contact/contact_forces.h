// The spring response of contacts between points of hair, with friction.
//
// Contacts push positions, after inertia and gravity have moved them and before
// lengths are mended: x += h^2 M^-1 f. A spring that is stiff for the time step
// would throw its points past each other, and many contacts of one point add up,
// so each contact's spring is softened by what its points already carry:
//
//   f = k d / (1 + 2 k n)      d: depth, k: stiffness h^2 / m, n: sum of the contacts' weights at its points
//
// By Gershgorin's theorem the step then never overshoots, whatever k (the largest
// eigenvalue of h^2 M^-1 K stays below 1), and since both sides get the same force,
// momentum is kept. Sides that come to each other too fast for the spring to stop them
// lose what is too fast, contact by contact in their order (an inelastic hit). Friction
// takes back the sliding of the step, at most the friction coefficient times the push
// (Coulomb), softened alike. What it could hold at most is each point's grip, for who
// wants to let hair stick.
#pragma once

#include "core/contact/contact.h"
#include "core/contact/point_lanes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ringlet {

class ContactForces {
public:
    explicit ContactForces(size_t points) : load_(points, 0.0f) {}

    // Adds what `count` contacts of `pointsEach` points (4 or 5) push to `moves` (a point, m),
    // in their order.
    void apply(const Contact* contacts, size_t count, int pointsEach, const ContactMaterial& material,
               HairMove* moves);

private:
    template <int pointsEach> void addLoads(const Contact* contacts, size_t count);
    template <int pointsEach>
    void forcesOf(const Contact* const* four, const ContactMaterial& material, float (*forces)[4]) const;
    template <int pointsEach> void stopFast(const Contact* contacts, size_t fasts, HairMove* moves) const;
    template <int pointsEach>
    void applyEach(const Contact* contacts, size_t count, const ContactMaterial& material, HairMove* moves);

    std::vector<float> load_;  // n of each point; all zero between calls
    std::vector<uint32_t> fast_;  // contacts whose sides come too fast
};

}  // namespace ringlet
