// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>

#include <rigor/laws/normal_split.hpp>
#include <rigor/laws/tolerances.hpp>

namespace rigor {

std::optional<std::vector<double>> spring_split(const std::vector<PlaneImpulse>& corners) {
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  double size = 0.0;
  for (const PlaneImpulse& corner : corners)
    middle += corner.place / static_cast<double>(corners.size());
  for (const PlaneImpulse& corner : corners) size = std::max(size, (corner.place - middle).norm());
  if (!(size > 0.0)) return std::nullopt;
  const auto shape = [&](const PlaneImpulse& corner) {
    const Eigen::Vector2d at = (corner.place - middle) / size;
    return Eigen::Vector3d(1.0, at.x(), at.y());
  };
  Eigen::Vector3d load = Eigen::Vector3d::Zero();
  for (const PlaneImpulse& corner : corners) load += corner.impulse * shape(corner);
  std::vector<char> pressed(corners.size(), 1);
  std::vector<double> impulses(corners.size(), 0.0);
  for (std::size_t round = 0; round < corners.size(); ++round) {
    Eigen::Matrix3d stiffness = Eigen::Matrix3d::Zero();
    for (std::size_t i = 0; i < corners.size(); ++i)
      if (pressed[i] != 0) stiffness += shape(corners[i]) * shape(corners[i]).transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(stiffness);
    if (eigen.eigenvalues()[0] <= kFlatSplit * eigen.eigenvalues()[2]) return std::nullopt;
    const Eigen::Vector3d field = stiffness.ldlt().solve(load);
    bool all_press = true;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      impulses[i] = pressed[i] != 0 ? field.dot(shape(corners[i])) : 0.0;
      if (impulses[i] >= 0.0) continue;
      pressed[i] = 0;
      all_press = false;
    }
    if (all_press) return impulses;
  }
  return std::nullopt;
}

}  // namespace rigor
