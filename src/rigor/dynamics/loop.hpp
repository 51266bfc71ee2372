// SPDX-License-Identifier: Apache-2.0
// Closed loops. The joints of a tree have coordinates of their own; a joint that closes a loop adds
// equations f(q) = 0 between them instead, one for each motion that it does not allow. Each is
//
//   f = t·b,   t fixed in the parent,   b = d = p_C - p_P from the parent's anchor to the child's,
//                                       or b = y, a direction fixed in the child.
//
// With ṫ = ω_P × t and ẏ = ω_C × y its rate is a row on the two links' twists about their origins,
//
//   (t·d)˙ = t·(v_C + ω_C × r_C - v_P - ω_P × r_P) + (ω_P × t)·d,   (t·y)˙ = (ω_C - ω_P)·(y × t),
//
// and its second derivative where all dv/dt are zero is ẗ·b + 2 ṫ·ḃ + t·b̈.
#pragma once

#include <optional>

#include <rigor/dynamics/kinematics.hpp>

namespace rigor {

/// One equation of a loop's joint.
struct LoopRow {
  Vector3 t_P = Vector3::UnitX();  ///< fixed in the parent, its axes
  std::optional<Vector3> y_C{};    ///< fixed in the child, its axes; none: the way d
};

/// As many as the joint takes motions away. They say that axes lie along each other, not which way.
std::vector<LoopRow> loop_rows(const Loop& loop);

/// Directions of parent and child that lie along each other, the same way.
struct AlignedAxes {
  Vector3 of_P = Vector3::UnitX();
  Vector3 of_C = Vector3::UnitX();
};
std::vector<AlignedAxes> aligned_axes(const Loop& loop);

/// All equations of a model's loops at one state. Made once for a model; evaluating allocates
/// nothing.
struct LoopEquations {
  explicit LoopEquations(const Model& model);

  Eigen::VectorXd f;     ///< metres, or sines of angles
  Eigen::MatrixXd J;     ///< df/dt = J v
  Eigen::VectorXd bias;  ///< d²f/dt² = J dv/dt + bias

  std::vector<std::vector<LoopRow>> rows;  ///< of each loop
  Eigen::VectorXd efforts;                 ///< scratch memory
};

void evaluate(const Model& model, const Kinematics& kinematics, LoopEquations& equations);

/// The name of the first loop whose axes point the other way than its joint's; nothing if none.
std::optional<std::string> turned_over(const Model& model, const Kinematics& kinematics);

}  // namespace rigor
