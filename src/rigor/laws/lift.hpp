// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/mode.hpp>

namespace rigor {

/// When a mode ends because a contact lifts: with redundant contacts not where one force of some
/// split vanishes, but where no split without tension is left.
struct LiftMargin {
  double margin = 0.0;  ///< largest possible smallest normal force, N; lift-off is margin < 0
  int weakest = -1;     ///< row of a normal that carries it, -1 if there is no normal
  bool solved = true;
};

/// For a mode of one body: `normals` rows first, then tangential ones; `basis` and `multipliers` as
/// from solve_body_mode. Independent rows: the smallest multiplier, without allocation. Otherwise
/// the linear program of the max-min multiplier.
LiftMargin lift_margin(const Eigen::Ref<const BodyRows>& J, int normals, const RowBasis& basis,
                       const Vector6& multipliers);

/// For an island: J holds all rows of the mode, normals first, and z0 any multipliers that balance.
LiftMargin lift_margin(const Eigen::MatrixXd& J, int normals, const Eigen::VectorXd& z0);

}  // namespace rigor
