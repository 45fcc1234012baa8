#include "core/contact/contact_forces.h"

namespace ringlet {
namespace {

// A move as one vector of four floats.
typedef Lanes<4> Row;

Row rowOf(const HairMove& move) { return loadLanes<4>(&move.by.x); }

}  // namespace

template <int pointsEach>
void ContactForces::applyEach(const Contact* contacts, size_t count, const ContactMaterial& material,
                              const HairPoint* points, HairMove* moves) {
    static_assert(sizeof(HairMove) == 4 * sizeof(float), "a move is read and written as one row");
    for (size_t i = 0; i < count; ++i) {
        const Contact& c = contacts[i];
        for (int k = 0; k < pointsEach; ++k) load_[c.point[k]] += absolute(c.weight[k]) * points[c.point[k]].inverseMass;
    }
    for (size_t i = 0; i < count; ++i) {
        const Contact& c = contacts[i];
        float load = 0.5f;
        for (int k = 0; k < pointsEach; ++k) load = maximum(load, load_[c.point[k]]);
        const float push = material.stiffness * c.depth / (1.0f + 2.0f * material.stiffness * load);
        const float slide = lengthOf(c.slip);
        const float hold = minimum(0.5f / load, material.friction * push / maximum(slide, 1e-12f));
        const Vec3f force = push * c.normal - hold * c.slip;
        const Row::Vector row = {force.x, force.y, force.z, push};
        for (int k = 0; k < pointsEach; ++k) {
            const float share = c.weight[k] * points[c.point[k]].inverseMass;
            HairMove& move = moves[c.point[k]];
            const Row::Vector shares = {share, share, share, absolute(c.weight[k]) * material.friction};
            storeLanes(&move.by.x, rowOf(move) + Row(shares) * Row(row));
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

void ContactForces::apply(const Contact* contacts, size_t count, int pointsEach, const ContactMaterial& material,
                          const HairPoint* points, HairMove* moves) {
    if (pointsEach == 4) applyEach<4>(contacts, count, material, points, moves);
    else applyEach<contactPoints>(contacts, count, material, points, moves);
}

}  // namespace ringlet
