// Hair in hair by a grid: friction and repulsion after Mueller, Kim and Chentanez 2012 ("Fast Simulation of Inextensible Hair and
// Fur", VRIPHYS), who smooth velocities by a grid's and drive particles apart along its gradient of density; and pressure after
// Sanchez-Banderas et al. 2015 ("Real-time inextensible hair with volume and shape", CEIG), to whom hair is a fluid of smoothed
// particles. Neither text was at hand; here a particle is smoothed over the cell that it is in.
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
// (massAround()), or a hair alone would drive itself to and fro in its cell. scale: the grid's.
template <class T>
RINGLET_HD Vec3<T> othersGradient(const FlowCells<T>& cells, T own, float scale) {
    float found[8][LaneCount<T>::value], owns[LaneCount<T>::value];
    storeNumber(owns, 1, own);
    for (int lane = 0; lane < LaneCount<T>::value; ++lane) {
        int corner = 0;
        cells.eachCorner(lane, [&](const int32_t* node, float weight) {
            found[corner++][lane] = static_cast<float>(node[0] - nearestInteger(weight * owns[lane]));
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
    return T(1.0f / scale) * Vec3<T>{along[0], along[1], along[2]};
}

// Of a particle in a frame, m/s, head space: away from where hair is denser. Repulsion is gridRepulsion at most, less where the density
// hardly differs, which would set its direction at random. Pressure rises by gridPressure (the square of the speed of sound in
// hair) with the density above the groom's usual one, and drives by its gradient over the density.
template <class T>
RINGLET_HD Vec3<T> drivenApart(const DftlTile& t, const FlowCells<T>& cells, T mass, T own) {
    const Vec3<T> denser = othersGradient(cells, own, t.flow->grid.scale);
    T rate = T(t.material.gridRepulsion) / (T(1) + lengthOf(denser));
    if (t.material.gridPressure > 0) {
        const FlowGrid& grid = t.flow->grid;
        const T density = T(1.0f / grid.scale) * mass;
        rate = rate + select(density > T(grid.usual), T(t.material.gridPressure * grid.perMetre) / maximum(density, T(1e-6f)), T(0));
    }
    return rate * denser;
}

// Before a frame: each particle takes on a share of the mean velocity around it, and is driven away from where hair is denser.
template <class T>
RINGLET_HD void followGrid(const DftlTile& t) {
    for (int p = 1; p < t.particles; ++p) {
        const Vec3<T> x = loadVec3<T>(t.position, p), v = loadVec3<T>(t.velocity, p);
        const FlowCells<T> cells(*t.flow, x);
        T mass;
        const Vec3<T> mean = meanAround(cells, mass);
        const Vec3<T> beside = v - headVelocityAt(*t.flow, x);
        Vec3<T> change = T(t.flow->share) * (mean - beside);
        if (t.material.gridRepulsion > 0 || t.material.gridPressure > 0) {
            const Vec3<T> apart = drivenApart(t, cells, mass, massAround(t.flow->grid, beside, T(unitMass)));
            change = change - rotate(splat<T>(conjugate(t.flow->toHead)), apart);
        }
        storeVec3(t.velocity, p, v + select(mass > T(0), change, Vec3<T>{T(0), T(0), T(0)}));
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::dftl
