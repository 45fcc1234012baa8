// Eigen's matrices, and what references in them share. Needs Eigen.
#pragma once

#include <Eigen/Dense>

namespace ringlet::test {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// crossMatrix(a) b = a x b.
inline Matrix3d crossMatrix(const Vector3d& a) {
    Matrix3d m;
    m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
    return m;
}

}  // namespace ringlet::test
