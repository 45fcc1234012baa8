// What the steps from pairs to forces hand each other: plain numbers, the same on a device.
#pragma once

#include "core/contact/boxes.h"

#include <cstddef>

namespace ringlet {

// Two segments that may come near.
struct NearPair {
    uint32_t a, b;   // their first points
    float least;     // they touch below this distance, m
    uint32_t steps;  // bit k: near in step k after the search
};

// How pairs are looked for.
struct SegmentSearch {
    float diameter = 0;         // below which segments touch, m
    int steps = 1;              // that a search is for
    bool conservative = false;  // see SegmentSettings
};

// Nearest points of a pair of segments: by them the step after the one that found them sees whether it touches.
struct HeldPair {
    Pair pair;          // first points
    float s, t, least;  // where they are, and the distance below which they touch, m
    float touches;      // where points gather: 1 or 0, in the step that found them; four floats are read at once
};

struct LayerSettings {
    float thickness = 0;  // m: points stay this far off a layer
    float width = 0;      // m: a layer is open where its guides are farther apart, and thins from 3/4 of it on
    BroadPhaseKind broadPhase = BroadPhaseKind::Grid;
};

// How a step looks at pairs.
struct TouchStep {
    uint32_t now = 1;          // its bit, see NearPair
    bool held = false;         // by the nearest points that the step before has kept, see there
    float slack = 0;           // m: pairs that are farther from touching are not kept
    bool conservative = false, threePoints = false;
};

// What a step does about contacts of segments.
struct SegmentPlan {
    bool searches = false;      // it looks for pairs first
    SegmentSearch search;
    TouchStep touch;
};

constexpr int contactPoints = 5;  // at most, of one contact

// One contact of this step: sum of weights 0; those above zero are one side's. The first four
// weights and shares, normal and depth, slip and approach are read and written as rows of four floats.
struct Contact {
    uint32_t point[contactPoints];
    float weight[contactPoints];
    Vec3f normal;   // unit, from the other side to the one of positive weights
    float depth;    // m
    Vec3f slip;     // sliding of the positive side over the other in this step, across the normal, m
    float approach; // how much too fast the sides come to each other in this step, m
    float share[contactPoints];  // weights times the points' inverse masses
};
static_assert(offsetof(Contact, depth) == offsetof(Contact, normal) + 3 * sizeof(float) &&
                  offsetof(Contact, approach) == offsetof(Contact, slip) + 3 * sizeof(float),
              "rows of four floats");

struct ContactMaterial {
    float stiffness = 0;  // force over depth, times h^2 over the mean mass of a point; pure number
    float friction = 0;   // Coulomb friction coefficient
    bool linear = false;  // f = k d as it stands, neither softened nor with hits: a stiff one overshoots
};

}  // namespace ringlet
