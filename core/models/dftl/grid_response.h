// Friction and repulsion of hair in hair by a grid, after Mueller, Kim and Chentanez 2012 ("Fast Simulation of Inextensible Hair and
// Fur", VRIPHYS), whose text was not at hand: they smooth velocities by a grid's and drive particles apart along its gradient of density.
#pragma once

#include "core/models/dftl/dftl_kernels.h"
#include "core/models/hair_around.h"

namespace ringlet::dftl {
inline namespace RINGLET_ISA {

constexpr float unitMass = 1;  // of a particle, as everywhere in this model

// Adds the particles of the first `lanes` lanes to the grid.
template <class T>
RINGLET_HD void addToFlow(const DftlTile& t, int lanes) {
    addAround<T>(t, lanes, [](int) { return T(unitMass); });
}

// The gradient of the others' mass around each lane's particle, head space, in mean particles a cell: without its `own`
// (massAround()), or a hair alone would drive itself to and fro in its cell.
template <class T>
RINGLET_HD Vec3<T> othersGradient(const FlowCells<T>& cells, T own) {
    float found[8][LaneCount<T>::value], owns[LaneCount<T>::value];
    storeNumber(owns, 1, own);
    for (int lane = 0; lane < LaneCount<T>::value; ++lane) {
        int corner = 0;
        cells.eachCorner(lane, [&](const int32_t* node, float weight) {
            found[corner++][lane] = static_cast<float>(node[0] - nearestWhole(weight * owns[lane]));
        });
    }
    T mass[8], weight[8];
    for (int corner = 0; corner < 8; ++corner)
        loadNumber(found[corner], 1, mass[corner]), loadNumber(cells.weight[corner], 1, weight[corner]);
    T along[3] = {T(0), T(0), T(0)};
    for (int axis = 0; axis < 3; ++axis)
        for (int corner = 0; corner < 8; ++corner) {
            const int other = corner | 1 << axis;
            if (other != corner) along[axis] = along[axis] + (weight[corner] + weight[other]) * (mass[other] - mass[corner]);
        }
    return T(1.0f / cells.grid.scale) * Vec3<T>{along[0], along[1], along[2]};
}

// Before a frame: each particle takes on a share of the mean velocity around it, and is driven away from where hair is denser, at
// most with gridRepulsion, m/s; less where the density hardly differs, which would set its direction at random.
template <class T>
RINGLET_HD void followGrid(const DftlTile& t) {
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> x = loadVec3<T>(t.position, p), v = loadVec3<T>(t.velocity, p);
        const FlowCells<T> cells(*t.flow, x);
        T mass;
        const Vec3<T> mean = meanAround(cells, mass);
        const Vec3<T> beside = v - headVelocityAt(*t.flow, x);
        Vec3<T> change = T(t.flow->share) * (mean - beside);
        if (t.material.gridRepulsion > 0) {
            const Vec3<T> denser = othersGradient(cells, massAround(t.flow->grid, beside, T(unitMass)));
            const T speed = T(t.material.gridRepulsion) / (T(1) + lengthOf(denser));
            change = change - rotate(splat<T>(conjugate(t.flow->toHead)), speed * denser);
        }
        storeVec3(t.velocity, p, v + select(mass > T(0), change, Vec3<T>{T(0), T(0), T(0)}));
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::dftl
