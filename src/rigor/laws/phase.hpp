// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/impact.hpp>

namespace rigor {

/// One phase of an impact: the velocity at its end and the impulses given during it.
struct Phase {
  Eigen::VectorXd v;
  Eigen::VectorXd normal;
  Eigen::VectorXd tangential;
  Grip grip;  ///< contacts that hold their tangents
  double residual = 0.0;
  bool indeterminate_motion = false;
  ImpactStatus status = ImpactStatus::Solved;
  double row_slack = 0.0;  ///< see Impact
  /// Of laws with friction cones: at contacts that slide, the friction of a unit normal impulse,
  /// two numbers per contact. Empty where friction does not follow from the load.
  Eigen::VectorXd drag{};
  bool cones = false;  ///< |tangential| <= friction · normal at every contact
};

}  // namespace rigor
