// SPDX-License-Identifier: Apache-2.0
#include <rigor/scene/driven_path.hpp>

namespace rigor {

Path driven_path(const DrivenSpec& driven, const Pose& X_WB) {
  Path path{.rotation = X_WB.rotation, .axis = driven.axis};
  if (driven.knots.empty()) {
    const double rate = driven.velocity.angular.norm();
    if (rate > 0) path.axis = driven.velocity.angular / rate;
    path.angle = Polynomial{{0.0, rate}};
    for (int i = 0; i < 3; ++i) {
      path.position[i] = Polynomial{{X_WB.translation[i], driven.velocity.linear[i]}};
    }
    return path;
  }
  Table angle{{}, {}, Interpolation::Cubic};
  std::array<Table, 3> position{angle, angle, angle};
  for (const DrivenKnot& knot : driven.knots) {
    angle.times.push_back(knot.time);
    angle.values.push_back(knot.angle);
    for (int i = 0; i < 3; ++i) {
      position[i].times.push_back(knot.time);
      position[i].values.push_back(knot.position[i]);
    }
  }
  path.angle = std::move(angle);
  for (std::size_t i = 0; i < 3; ++i) path.position[i] = std::move(position[i]);
  return path;
}

}  // namespace rigor
