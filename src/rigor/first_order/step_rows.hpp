// SPDX-License-Identifier: Apache-2.0
// The rows of some bodies and mechanisms in a step as a problem of the laws: N u >= (γ + ρ - φ)/h
// with friction.
#pragma once

#include <rigor/first_order/member_blocks.hpp>

namespace rigor::first_order {

/// A residual that costs this part of γ in a step does no harm.
inline constexpr double kHarmless = 0.1;

/// How the rows of one problem are set up.
struct RowGoals {
  StepLaw law;
  double duration = 0.0;      ///< until the end of the step, s
  double step = 0.0;          ///< h
  double impact_speed = 0.0;  ///< slower approaches do not bounce, m/s
  bool is_impact = false;     ///< an answer to a touch: gaps are opened slowly, no-slip grips all
  double gain = 0.0;          ///< m/s
  double least_gap = 0.0;     ///< γ is not lowered further where there is no room, m
};

/// The normal speed the row asks for, m/s: what leads to γ, but at a collision not less than zero,
/// so that its impulse is whole, wherever in the step it happens.
double speed_goal(const Row& row, const RowGoals& goals);

/// Rows, the problem they make, and how far it is solved.
struct StepRows {
  StepRows(const MovingBodies& around, std::vector<int> members, std::vector<Row> of,
           const RowGoals& with);

  const MovingBodies& bodies;
  std::vector<Row> rows;
  RowGoals goals;
  StepProblem problem;  ///< a contact per row
  MemberBlocks blocks;
  ConeState state;

  Vector6 velocity(int body) const { return blocks.velocity(body, state); }
};

/// The numbers of the rows of each pair, pairs ascending.
std::vector<std::vector<std::size_t>> rows_by_pair(const StepRows& at);

/// Whether one of the row's bodies is driven.
bool touches_drive(const MovingBodies& bodies, const Row& row);

}  // namespace rigor::first_order
