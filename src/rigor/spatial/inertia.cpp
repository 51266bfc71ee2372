// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>

#include <rigor/spatial/inertia.hpp>

namespace rigor {
namespace {

constexpr double kInputRounding = 1e-9;  // relative; inertias in files carry about ten digits

/// m (|c|² 1 - c c'), the moment of a point mass at c.
Matrix3 point_moment(double mass, const Vector3& c) {
  return mass * (c.squaredNorm() * Matrix3::Identity() - c * c.transpose());
}

}  // namespace

SpatialInertia combined(const SpatialInertia& a, const SpatialInertia& b) {
  SpatialInertia sum;
  sum.mass = a.mass + b.mass;
  if (sum.mass == 0.0) return sum;
  sum.com = (a.mass * a.com + b.mass * b.com) / sum.mass;
  sum.about_com = a.about_com + point_moment(a.mass, a.com - sum.com) +  //
                  b.about_com + point_moment(b.mass, b.com - sum.com);
  return sum;
}

SpatialInertia transformed(const Pose& X_AB, const SpatialInertia& inertia_B) {
  const Matrix3 R = X_AB.rotation.toRotationMatrix();
  return {inertia_B.mass, X_AB * inertia_B.com, R * inertia_B.about_com * R.transpose()};
}

Matrix3 about_origin(const SpatialInertia& inertia) {
  return inertia.about_com + point_moment(inertia.mass, inertia.com);
}

Matrix6 mass_matrix(const SpatialInertia& inertia_W) {
  const Matrix3 mc = inertia_W.mass * cross_matrix(inertia_W.com);
  Matrix6 M;
  M << inertia_W.mass * Matrix3::Identity(), -mc, mc, about_origin(inertia_W);
  return M;
}

double kinetic_energy(const SpatialInertia& inertia, const Twist& V) {
  const Vector3 v_com = velocity_at(V, inertia.com);
  return 0.5 * inertia.mass * v_com.squaredNorm() +
         0.5 * V.angular.dot(inertia.about_com * V.angular);
}

std::optional<std::string> defect(const SpatialInertia& inertia) {
  const Matrix3& I = inertia.about_com;
  if (!std::isfinite(inertia.mass) || !inertia.com.allFinite() || !I.allFinite())
    return "mass properties must be finite numbers";
  if (inertia.mass <= 0.0) return "mass must be positive";
  const double scale = I.cwiseAbs().maxCoeff();
  if (!I.isApprox(I.transpose(), kInputRounding)) return "inertia matrix must be symmetric";
  const Vector3 moments =
      Eigen::SelfAdjointEigenSolver<Matrix3>(I, Eigen::EigenvaluesOnly).eigenvalues();
  if (moments[0] <= 0.0) return "inertia matrix must be positive definite";
  if (moments[0] + moments[1] < moments[2] - kInputRounding * scale)
    return "principal moments of inertia must obey the triangle inequality I1 + I2 >= I3";
  return std::nullopt;
}

}  // namespace rigor
