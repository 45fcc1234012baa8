#include "core/contact/contact_forces.h"

namespace ringlet {

void ContactForces::apply(const Contact* contacts, size_t count, int pointsEach, const ContactMaterial& material,
                          const HairPoint* points, HairMove* moves) {
    for (size_t i = 0; i < count; ++i) {
        const Contact& c = contacts[i];
        for (int k = 0; k < pointsEach; ++k)
            load_[c.point[k]] += absolute(c.weight[k]) * points[c.point[k]].inverseMass;
    }
    for (size_t i = 0; i < count; ++i) {
        const Contact& c = contacts[i];
        float load = 0.5f;
        for (int k = 0; k < pointsEach; ++k) load = maximum(load, load_[c.point[k]]);
        float push = material.stiffness * c.depth / (1.0f + 2.0f * material.stiffness * load);
        float slide = lengthOf(c.slip);
        float hold = minimum(0.5f / load, material.friction * push / maximum(slide, 1e-12f));
        Vec3f force = push * c.normal - hold * c.slip;
        for (int k = 0; k < pointsEach; ++k) {
            float share = c.weight[k] * points[c.point[k]].inverseMass;
            HairMove& move = moves[c.point[k]];
            move.by = move.by + share * force;
            move.grip += absolute(c.weight[k]) * material.friction * push;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        const Contact& c = contacts[i];
        for (int k = 0; k < pointsEach; ++k) load_[c.point[k]] = 0;
        if (!(c.approach > 0)) continue;
        float parted = 0, mobility = 1e-6f;
        for (int k = 0; k < pointsEach; ++k) {
            parted += c.weight[k] * dot(moves[c.point[k]].by, c.normal);
            mobility += c.weight[k] * c.weight[k] * points[c.point[k]].inverseMass;
        }
        const float push = maximum(c.approach - parted, 0.0f) / mobility;
        for (int k = 0; k < pointsEach; ++k) {
            HairMove& move = moves[c.point[k]];
            move.by = move.by + (c.weight[k] * points[c.point[k]].inverseMass * push) * c.normal;
        }
    }
}

}  // namespace ringlet
