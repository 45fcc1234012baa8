// The solution of a chain's 6 x 6 block-tridiagonal system from tip to root and back (Choe 2005, 2.3, 2.4).
#pragma once

#include "core/models/rigid_chain/chain_springs.h"

namespace ringlet::rigid_chain {
inline namespace RINGLET_ISA {

// A segment's equations: its own matrix, how they hang on the parent's displacements, and the right side.
template <class T>
struct SegmentRows {
    static constexpr int columns = 13;
    T at[6][columns];
};
template <class T>
RINGLET_HD SegmentRows<T> segmentRows(const Block<T>& own, const Block<T>& parent, Vec3<T> force, Vec3<T> torque) {
    SegmentRows<T> rows;
    const T gradient[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) rows.at[i][j] = own.at[i][j], rows.at[i][6 + j] = parent.at[i][j];
        rows.at[i][12] = -gradient[i];
    }
    return rows;
}

// Prescribes n.dx = z in the lanes of `which`: their equations along n are taken out, as inverse masses (I - n n^T) / m do
// (Baraff and Witkin 1998), and z is put in.
template <class T, class M>
RINGLET_HD void prescribe(SegmentRows<T>& rows, M which, Vec3<T> normal, T z) {
    const T n[3] = {normal.x, normal.y, normal.z};
    T(&x)[6][SegmentRows<T>::columns] = rows.at;
    for (int i = 0; i < 6; ++i) {  // what z does to the others, and columns
        const T along = x[i][0] * n[0] + x[i][1] * n[1] + x[i][2] * n[2];
        x[i][12] = select(which, x[i][12] - along * z, x[i][12]);
        for (int j = 0; j < 3; ++j) x[i][j] = select(which, x[i][j] - along * n[j], x[i][j]);
    }
    for (int j = 0; j < SegmentRows<T>::columns; ++j) {  // rows
        const T along = n[0] * x[0][j] + n[1] * x[1][j] + n[2] * x[2][j];
        for (int i = 0; i < 3; ++i) x[i][j] = select(which, x[i][j] - along * n[i], x[i][j]);
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) x[i][j] = select(which, x[i][j] + n[i] * n[j], x[i][j]);
        x[i][12] = select(which, x[i][12] + z * n[i], x[i][12]);
    }
}

// Solves a segment's equations for its displacements, as they hang on the parent's (columns 6 to 11) and by themselves (12):
// Gauss and Jordan. Without a choice of pivots, which a positive definite matrix does not need; gives the least of them.
template <class T>
RINGLET_HD T solveRows(SegmentRows<T>& rows) {
    T least = T(1e30f);
    for (int k = 0; k < 6; ++k) {
        T* pivot = rows.at[k];
        least = minimum(least, pivot[k]);
        const T over = T(1) / pivot[k];
        for (int j = k + 1; j < SegmentRows<T>::columns; ++j) pivot[j] = pivot[j] * over;
        for (int i = 0; i < 6; ++i) {
            if (i == k) continue;
            T* row = rows.at[i];
            for (int j = k + 1; j < SegmentRows<T>::columns; ++j) row[j] = row[j] - row[k] * pivot[j];
        }
    }
    return least;
}

// What a solved segment leaves to its parent: `mixed` is the second derivative of child and parent.
template <class T>
RINGLET_HD void handDown(Block<T>& parent, Vec3<T>& force, Vec3<T>& torque, const Block<T>& mixed, const SegmentRows<T>& solved) {
    T g[6];
    for (int i = 0; i < 6; ++i) {
        g[i] = T(0);
        for (int k = 0; k < 6; ++k) g[i] = g[i] + mixed.at[k][i] * solved.at[k][12];
        for (int j = 0; j < 6; ++j) {
            T sum = T(0);
            for (int k = 0; k < 6; ++k) sum = sum + mixed.at[k][i] * solved.at[k][6 + j];
            // The displacement is the right side less this times the parent's.
            parent.at[i][j] = parent.at[i][j] - sum;
        }
    }
    force = force + Vec3<T>{g[0], g[1], g[2]};
    torque = torque + Vec3<T>{g[3], g[4], g[5]};
}

}  // namespace RINGLET_ISA
}  // namespace ringlet::rigid_chain
