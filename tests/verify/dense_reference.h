// One substep of the default step as a dense quadratic problem: the terms of
// core/models/chain_math.h written out over all segments' rotations.
#pragma once

#include "core/models/elastic_strand/implicit_step.h"
#include "tests/models/rig.h"

#ifdef RINGLET_HAS_EIGEN
#include "tests/verify/eigen_vectors.h"
#endif

namespace ringlet::test {

// All that one substep's quadratic model is made of. Entry i of the vectors is
// segment i and the particle it ends in; the parent of segment 0 is the root.
struct Problem {
    double scale = 0;                 // l0, m
    std::vector<Vec3d> direction;     // unit
    std::vector<double> ratio;        // segment length over l0
    std::vector<double> mass;         // scaled, drag included
    std::vector<Vec3d> gradient;      // of inertia, gravity and drag at zero displacement
    std::vector<bool> touches;        // contact: 1/2 K (n.dx + gap)^2 + 1/2 f |across(dx - slide)|^2
    std::vector<Vec3d> normal, slide;
    std::vector<double> K, gap, f;
    std::vector<Vec3d> torque;        // of the joint at the segment's beginning, on the segment
    std::vector<double> k, guard;
    Vec3d rootMove{0, 0, 0}, rootTurn{0, 0, 0};
    int segments() const { return static_cast<int>(ratio.size()); }
};

struct Solution {
    std::vector<Vec3d> turn, move;  // scaled rotation of a segment, displacement of the particle at its end
};

#ifdef RINGLET_HAS_EIGEN
inline Vector3d eigen(Vec3d v) { return {v.x, v.y, v.z}; }

// The unknowns are y_0 ... y_(n-1), the scaled rotations. A particle's displacement
// is linear in them: dx_i = rootMove + sum_(j <= i) y_j x arm_j. The energy is
// summed as 1/2 y.H y + g.y.
struct Dense {
    MatrixXd H;
    VectorXd g;
    explicit Dense(const Problem& p) : H(MatrixXd::Zero(3 * p.segments(), 3 * p.segments())),
                                       g(VectorXd::Zero(3 * p.segments())) {
        int n = p.segments();
        VectorXd pull = VectorXd::Zero(3 * n);  // force on a particle
        for (int i = 0; i < n; ++i) {
            MatrixXd J = displacement(p, i);
            Vector3d root = eigen(p.rootMove), force = -eigen(p.gradient[i]);
            addQuadratic(J, p.mass[i] * Matrix3d::Identity(), root, eigen(p.gradient[i]));
            if (p.touches[i]) {
                Vector3d normal = eigen(p.normal[i]);
                Matrix3d along = normal * normal.transpose(), across = Matrix3d::Identity() - along;
                Vector3d slope = p.K[i] * p.gap[i] * normal - p.f[i] * across * eigen(p.slide[i]);
                addQuadratic(J, p.K[i] * along + p.f[i] * across, root, slope);
                force -= slope;
            }
            pull.segment<3>(3 * i) = force;
        }
        for (int i = 0; i < n; ++i) {
            // Tension: all that pulls beyond, along the segment, as geometric stiffness.
            Vector3d d = eigen(p.direction[i]), total = Vector3d::Zero();
            for (int j = i; j < n; ++j) total += pull.segment<3>(3 * j);
            double tension = std::max(total.dot(d), 0.0) * p.ratio[i] / p.scale;
            H.block<3, 3>(3 * i, 3 * i) += tension * (Matrix3d::Identity() - d * d.transpose());
            addJoint(p, i);
        }
    }
    static MatrixXd displacement(const Problem& p, int particle) {
        MatrixXd J = MatrixXd::Zero(3, 3 * p.segments());
        for (int j = 0; j <= particle; ++j) J.block<3, 3>(0, 3 * j) = -crossMatrix(p.ratio[j] * eigen(p.direction[j]));
        return J;
    }
    // 1/2 dx.M dx + b.dx for dx = root + J y
    void addQuadratic(const MatrixXd& J, const Matrix3d& M, const Vector3d& root, const Vector3d& b) {
        H += J.transpose() * M * J;
        g += J.transpose() * (M * root + b);
    }
    // torque.(y_c - y_p) + 1/2 k |y_c - y_p|^2 + 1/2 guard |y_p|^2; the root's y is given.
    void addJoint(const Problem& p, int i) {
        Matrix3d kI = p.k[i] * Matrix3d::Identity();
        H.block<3, 3>(3 * i, 3 * i) += kI;
        g.segment<3>(3 * i) += eigen(p.torque[i]);
        if (i == 0) {
            g.segment<3>(0) -= kI * eigen(p.rootTurn);
            return;
        }
        H.block<3, 3>(3 * i - 3, 3 * i - 3) += kI + p.guard[i] * Matrix3d::Identity();
        H.block<3, 3>(3 * i, 3 * i - 3) -= kI;
        H.block<3, 3>(3 * i - 3, 3 * i) -= kI;
        g.segment<3>(3 * i - 3) -= eigen(p.torque[i]);
    }
    Solution solve(const Problem& p) const {
        VectorXd y = H.ldlt().solve(-g);
        Solution s;
        for (int i = 0; i < p.segments(); ++i) {
            Vector3d turn = y.segment<3>(3 * i), move = eigen(p.rootMove) + displacement(p, i) * y;
            s.turn.push_back({turn.x(), turn.y(), turn.z()});
            s.move.push_back({move.x(), move.y(), move.z()});
        }
        return s;
    }
};
#endif

}  // namespace ringlet::test
