// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <rigor/importing/sound_inertia.hpp>

namespace rigor::importing {

RepairedInertia repaired(const SpatialInertia& inertia, double size) {
  constexpr double kLeastShare = 1e-3;
  constexpr double kRoom = 1.0 + 1e-6;  // above rounding, so that the result passes the check
  RepairedInertia mended{inertia, {}};
  const Matrix3 symmetric = 0.5 * (inertia.about_com + inertia.about_com.transpose());
  const Eigen::SelfAdjointEigenSolver<Matrix3> solved(symmetric);
  Vector3 moments = solved.eigenvalues();  // rising
  if (!(moments[2] > 0.0)) {
    const double ball = 0.4 * inertia.mass * size * size;
    mended.inertia.about_com = ball * Matrix3::Identity();
    mended.what = fmt::format("no positive moment: that of a ball of radius {:g} m", size);
    return mended;
  }
  const Vector3 before = moments;
  moments = moments.cwiseMax(kLeastShare * moments[2]);
  if (const double missing = moments[2] * kRoom - moments[0] - moments[1]; missing > 0.0) {
    moments[0] += 0.5 * missing;
    moments[1] += 0.5 * missing;
  }
  const Matrix3& axes = solved.eigenvectors();
  const Matrix3 made = axes * moments.asDiagonal() * axes.transpose();
  mended.inertia.about_com = 0.5 * (made + made.transpose());
  mended.what =
      fmt::format("principal moments [{:.4g}, {:.4g}, {:.4g}] -> [{:.4g}, {:.4g}, {:.4g}]",
                  before[0], before[1], before[2], moments[0], moments[1], moments[2]);
  return mended;
}

}  // namespace rigor::importing
