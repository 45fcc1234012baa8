// The readable reference of the Super-Helix: dense matrices in double, one
// formula after the other from Bertails 2006, nothing shared with the model's
// kernels. Needs Eigen.
#pragma once

#include "tests/verify/eigen_vectors.h"

#include <cmath>
#include <vector>

namespace ringlet::test {

// exp(s [K]), Rodrigues' formula (eq. 7a), with series near zero.
inline Matrix3d rotationAlong(const Vector3d& K, double s) {
    const double angle = K.norm() * s, y = angle * angle;
    const double c1 = angle < 1e-3 ? 1 - y / 6 + y * y / 120 : std::sin(angle) / angle;
    const double c2 = angle < 1e-3 ? 0.5 - y / 24 + y * y / 720 : 2 * std::pow(std::sin(angle / 2) / angle, 2);
    const Matrix3d k = crossMatrix(K) * s;
    return Matrix3d::Identity() + c1 * k + c2 * k * k;
}

// integral of exp(u [K]) over [0, s]: its last column is the centre line (eq. 7b),
// and it turns a change of K into a rotation.
inline Matrix3d rotationIntegral(const Vector3d& K, double s) {
    const double angle = K.norm() * s, y = angle * angle;
    const double c2 = angle < 1e-3 ? 0.5 - y / 24 + y * y / 720 : 2 * std::pow(std::sin(angle / 2) / angle, 2);
    const double c3 = angle < 1e-2 ? 1.0 / 6 - y / 120 + y * y / 5040 : (angle - std::sin(angle)) / (angle * y);
    const Matrix3d k = crossMatrix(K) * s;
    return s * (Matrix3d::Identity() + c2 * k + c3 * k * k);
}

// One clamped strand of equal elements. Darboux vectors are (kappa1, kappa2, tau)
// in material frames whose columns are n1, n2, n0. SI units.
struct RodReference {
    double length = 0.1, density = 1;         // m, kg/m
    Vector3d stiffness{1, 1, 1};              // bending about n1, n2, twisting, N m^2
    double internalFriction = 0, drag = 0;    // gamma, kg m^3/s; nu, kg/(m s)
    Vector3d gravity{0, -9.81, 0};
    Matrix3d rootFrame = Matrix3d::Identity();
    Vector3d root = Vector3d::Zero();
    VectorXd rest;                            // 3 N
    std::vector<double> node, weight;         // of the quadrature on [0, 1]

    int elements() const { return static_cast<int>(rest.size()) / 3; }
    double elementLength() const { return length / elements(); }
    int points() const { return elements() * static_cast<int>(node.size()); }

    // Where a point of element Q is, and its frame; frame and place at s (m) from
    // the element's beginning.
    struct Place {
        Vector3d at;
        Matrix3d frame;
    };
    Place placeOf(const VectorXd& q, int Q, double s) const {
        Place p{root, rootFrame};
        for (int i = 0; i <= Q; ++i) {
            const Vector3d K = q.segment<3>(3 * i);
            const double along = i < Q ? elementLength() : s;
            p.at += p.frame * rotationIntegral(K, along).col(2);
            p.frame = p.frame * rotationAlong(K, along);
        }
        return p;
    }
    Place pointPlace(const VectorXd& q, int point) const {
        const int n = static_cast<int>(node.size());
        return placeOf(q, point / n, node[static_cast<size_t>(point % n)] * elementLength());
    }
    double pointMass(int point) const {
        return density * elementLength() * weight[static_cast<size_t>(point) % node.size()];
    }

    // d place / d q (J of eq. 4) and d rotation / d q at s of element Q, 3 x 3N. A
    // change of K at u turns all that follows: integrals over u by 24-point Gauss.
    struct Jacobian {
        MatrixXd place, rotation;
    };
    Jacobian jacobian(const VectorXd& q, int Q, double s) const;
    Jacobian pointJacobian(const VectorXd& q, int point) const {
        const int n = static_cast<int>(node.size());
        return jacobian(q, point / n, node[static_cast<size_t>(point % n)] * elementLength());
    }

    MatrixXd massMatrix(const VectorXd& q) const {
        MatrixXd M = MatrixXd::Zero(q.size(), q.size());
        for (int i = 0; i < points(); ++i) {
            const MatrixXd J = pointJacobian(q, i).place;
            M += pointMass(i) * J.transpose() * J;
        }
        return M;
    }
    VectorXd stiffnessDiagonal() const {
        VectorXd k(rest.size());
        for (int i = 0; i < k.size(); ++i) k[i] = stiffness[i % 3] * elementLength();
        return k;
    }
    double elasticEnergy(const VectorXd& q) const {
        return 0.5 * (q - rest).dot(stiffnessDiagonal().cwiseProduct(q - rest));
    }
    double potential(const VectorXd& q) const {
        double sum = elasticEnergy(q);
        for (int i = 0; i < points(); ++i) sum -= pointMass(i) * gravity.dot(pointPlace(q, i).at);
        return sum;
    }
    // minus the potential's gradient.
    VectorXd force(const VectorXd& q) const {
        VectorXd f = -stiffnessDiagonal().cwiseProduct(q - rest);
        for (int i = 0; i < points(); ++i) f += pointMass(i) * pointJacobian(q, i).place.transpose() * gravity;
        return f;
    }
    // The potential's second derivative, by central differences of the force.
    MatrixXd hessian(const VectorXd& q) const {
        MatrixXd H(q.size(), q.size());
        const double step = 1e-5 / length;
        for (int i = 0; i < q.size(); ++i) {
            VectorXd a = q, b = q;
            a[i] -= step, b[i] += step;
            H.col(i) = (force(a) - force(b)) / (2 * step);
        }
        return 0.5 * (H + H.transpose());
    }

    // A linearly implicit step of the clamped strand at rest in the world: the
    // change of q, from the points' velocities.
    VectorXd step(const VectorXd& q, const std::vector<Vector3d>& velocity, double h) const {
        MatrixXd H = MatrixXd::Zero(q.size(), q.size());
        VectorXd g = VectorXd::Zero(q.size());
        Vector3d pull = Vector3d::Zero();
        const double c = drag / density * h;
        for (int i = points() - 1; i >= 0; --i) {
            const Jacobian J = pointJacobian(q, i);
            const double m = pointMass(i);
            const Vector3d load = m * (h * velocity[static_cast<size_t>(i)] + h * h * gravity);
            H += m * (1 + c) * J.place.transpose() * J.place;
            g -= J.place.transpose() * load;
            pull += 0.5 * load;
            const Vector3d t = pointPlace(q, i).frame.col(2);
            const double tension = std::max(pull.dot(t), 0.0) * m / density;
            const Matrix3d across = Matrix3d::Identity() - t * t.transpose();
            H += tension * J.rotation.transpose() * across * J.rotation;
            pull += 0.5 * load;
        }
        const VectorXd k = stiffnessDiagonal();
        H.diagonal() += h * h * k;
        H.diagonal().array() += h * internalFriction * elementLength();
        g += h * h * k.cwiseProduct(q - rest);
        return H.ldlt().solve(-g);
    }
};

inline RodReference::Jacobian RodReference::jacobian(const VectorXd& q, int Q, double s) const {
    static const GaussRule fine = gaussRule(24);
    Jacobian J{MatrixXd::Zero(3, q.size()), MatrixXd::Zero(3, q.size())};
    const Vector3d x = placeOf(q, Q, s).at;
    for (int i = 0; i <= Q; ++i) {
        const double along = i < Q ? elementLength() : s;
        // A change of the Darboux vector at u turns all that lies beyond by it.
        for (size_t k = 0; k < fine.node.size(); ++k) {
            const Place p = placeOf(q, i, fine.node[k] * along);
            const Matrix3d turn = fine.weight[k] * along * p.frame;
            J.rotation.block<3, 3>(0, 3 * i) += turn;
            for (int c = 0; c < 3; ++c) J.place.col(3 * i + c) += turn.col(c).cross(x - p.at);
        }
    }
    return J;
}

}  // namespace ringlet::test
