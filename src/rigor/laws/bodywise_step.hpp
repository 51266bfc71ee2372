// SPDX-License-Identifier: Apache-2.0
// Newton's step on equations of contacts, by the bodies that they couple.
#pragma once

#include <vector>

#include <Eigen/Core>

#include <rigor/laws/body_system.hpp>

namespace rigor {

/// The equations F(r, u) = 0 of a problem, three per contact, in units of speed; those of a contact
/// depend on its own impulse and motion only.
struct FrictionEquations {
  Eigen::VectorXd F;
  std::vector<Eigen::Matrix3d> by_r;
  std::vector<Eigen::Matrix3d> by_u;
};

/// The x of D x = F, with D = A + B G'G and A, B made of the contacts' blocks, from the bodies'
/// answer y = G x: (1 + G A⁻¹B G') y = G A⁻¹F, then x = A⁻¹(F - B G'y). Its size is that of the
/// bodies, not of the contacts. Where contacts are held A is small, and y is lost by rounding over
/// its size: what x misses is solved for again.
///
/// `give`: by how much contacts give way to the step, m/s per N s. What redundant contacts leave
/// open then stays small, as in steps of least norm.
Eigen::VectorXd bodywise_step(const BodySystem& bodies, const FrictionEquations& equations,
                              double give = 0.0);

}  // namespace rigor
