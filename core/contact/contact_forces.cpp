#include "core/contact/contact_forces.h"

#include "core/contact/touch_math.h"

#include <cstring>

namespace ringlet {
namespace {

typedef Lanes<4> Four;

// A move as one vector of four floats.
Four rowOf(const HairMove& move) { return loadLanes<4>(&move.by.x); }

void addTo(HairMove& move, Four row) { storeLanes(&move.by.x, rowOf(move) + row); }

// A vector of each of four contacts, and the number that comes after it.
ContactVec3 turned(const Contact* const* four, Vec3f Contact::*vector, Four& after) {
    const float* rows[4];
    for (int j = 0; j < 4; ++j) rows[j] = &(four[j]->*vector).x;
    return turnRows(rows, &after);
}

}  // namespace

// How many contacts' weights a point has: what its springs are softened by.
template <int pointsEach>
void ContactForces::addLoads(const Contact* contacts, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const Contact& c = contacts[i];
        const Four shares = absolute(loadLanes<4>(c.share));
        for (int k = 0; k < 4; ++k) load_[c.point[k]] += shares[k];
        if (pointsEach == 5) load_[c.point[4]] += absolute(c.share[4]);
    }
}

// The forces of four contacts, as rows: they do not hear of each other's moves.
template <int pointsEach>
void ContactForces::forcesOf(const Contact* const* four, const ContactMaterial& material, float (*forces)[4]) const {
    Four load(0.5f);  // of the most loaded points
    for (int k = 0; k < pointsEach; ++k) {
        const Four::Vector loads = {load_[four[0]->point[k]], load_[four[1]->point[k]], load_[four[2]->point[k]],
                                    load_[four[3]->point[k]]};
        load = maximum(load, Four(loads));
    }
    Four depth, approach;
    const ContactVec3 normal = turned(four, &Contact::normal, depth), slip = turned(four, &Contact::slip, approach);
    const ContactForce<Four> force = forceOf(normal, depth, slip, load, material);
    rowsOf(force.by, force.hold, forces);
}

// Takes from the motion of contacts whose sides come too fast what is too fast, in their order.
template <int pointsEach>
void ContactForces::stopFast(const Contact* contacts, size_t fasts, HairMove* moves) const {
    for (size_t i = 0; i < fasts; ++i) {
        const Contact& c = contacts[fast_[i]];
        Four moved(0.0f);
        float mobility = 1e-6f;
        for (int k = 0; k < pointsEach; ++k) {
            moved = moved + Four(c.weight[k]) * rowOf(moves[c.point[k]]);
            mobility += c.weight[k] * c.share[k];
        }
        const Four::Vector normal = {c.normal.x, c.normal.y, c.normal.z, 0};
        const Four parted = moved * Four(normal);
        const float push = maximum(c.approach - (parted[0] + parted[1] + parted[2]), 0.0f) / mobility;
        for (int k = 0; k < pointsEach; ++k) addTo(moves[c.point[k]], Four(c.share[k] * push) * Four(normal));
    }
}

template <int pointsEach>
void ContactForces::applyEach(const Contact* contacts, size_t count, const ContactMaterial& given, HairMove* moves) {
    const ContactMaterial material = given;  // a copy that no move may lie in
    static_assert(sizeof(HairMove) == 4 * sizeof(float), "a move is read and written as one row");
    addLoads<pointsEach>(contacts, count);
    if (fast_.size() < count + 1) fast_.resize(count + count / 4 + 1);
    size_t fasts = 0;
    for (size_t i = 0; i < count; i += 4) {
        const int some = count - i < 4 ? static_cast<int>(count - i) : 4;
        const Contact* four[4];
        for (int j = 0; j < 4; ++j) four[j] = contacts + i + (j < some ? j : 0);
        float forces[4][4];
        forcesOf<pointsEach>(four, material, forces);
        for (int j = 0; j < some; ++j) {
            const Contact& c = *four[j];
            const Four force = loadLanes<4>(forces[j]), share = loadLanes<4>(c.share);
            const Four grip = absolute(loadLanes<4>(c.weight));
            const Four::Vector &s = share.v, &g = grip.v;
            addTo(moves[c.point[0]], Four(shuffle<0, 0, 0, 4>(s, g)) * force);
            addTo(moves[c.point[1]], Four(shuffle<1, 1, 1, 5>(s, g)) * force);
            addTo(moves[c.point[2]], Four(shuffle<2, 2, 2, 6>(s, g)) * force);
            addTo(moves[c.point[3]], Four(shuffle<3, 3, 3, 7>(s, g)) * force);
            if (pointsEach == 5) {
                const Four::Vector last = {c.share[4], c.share[4], c.share[4], absolute(c.weight[4])};
                addTo(moves[c.point[4]], Four(last) * force);
            }
            fast_[fasts] = static_cast<uint32_t>(i) + static_cast<uint32_t>(j);  // written in any case
            fasts += c.approach > 0;
        }
    }
    std::memset(load_.data(), 0, load_.size() * sizeof(float));
    if (!material.linear) stopFast<pointsEach>(contacts, fasts, moves);
}

void ContactForces::apply(const Contact* contacts, size_t count, int pointsEach, const ContactMaterial& material,
                          HairMove* moves) {
    if (pointsEach == 4) applyEach<4>(contacts, count, material, moves);
    else applyEach<contactPoints>(contacts, count, material, moves);
}

}  // namespace ringlet
