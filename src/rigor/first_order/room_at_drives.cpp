// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <set>

#include <rigor/first_order/room_at_drives.hpp>
#include <rigor/solvers/least_violation.hpp>

namespace rigor::first_order {
namespace {

/// No-slip contacts let go of their tangents if no driven body is at them: what a driven body
/// pushes must be able to give way. Whether any did.
bool break_bonds(StepRows& at) {
  bool any = false;
  for (std::size_t c = 0; c < at.rows.size(); ++c) {
    ConeContact& contact = at.problem.cone.contacts[c];
    if (contact.tangent != Tangent::Held || touches_drive(at.bodies, at.rows[c])) continue;
    contact.tangent = Tangent::Cone;
    contact.friction = 0.0;
    any = true;
  }
  if (any) at.state = state_at_start(at.problem.cone);
  return any;
}

/// Halves γ of the pairs whose goals no velocity meets; whether there are any.
bool narrow_pairs(StepRows& at) {
  const std::vector<double> missing = least_violation(at.problem.cone, {});
  std::set<NearPair*> narrow;
  for (std::size_t c = 0; c < at.rows.size(); ++c) {
    NearPair& pair = *at.rows[c].pair;
    if (missing[c] > kHarmless * pair.gap / at.goals.step && pair.gap > at.goals.least_gap)
      narrow.insert(&pair);
  }
  for (std::size_t c = 0; c < at.rows.size(); ++c)
    if (narrow.count(at.rows[c].pair) != 0)
      at.problem.cone.contacts[c].offset[0] += speed_goal(at.rows[c], at.goals);
  for (NearPair* pair : narrow) {
    pair->gap = std::max(at.goals.least_gap, 0.5 * pair->gap);
    pair->reserve = 0.0;
  }
  for (std::size_t c = 0; c < at.rows.size(); ++c)
    if (narrow.count(at.rows[c].pair) != 0)
      at.problem.cone.contacts[c].offset[0] -= speed_goal(at.rows[c], at.goals);
  return !narrow.empty();
}

/// Where driven bodies leave less room than the rows ask for, has their pairs keep smaller gaps;
/// whether any does. No-slip grips there, however little force it takes to keep them. Solves after
/// it are as exact as those gaps ask for.
bool make_room(StepRows& at) {
  bool any = false;
  while (narrow_pairs(at)) any = true;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < at.rows.size(); ++c) {
    const NearPair& pair = *at.rows[c].pair;
    if (!(pair.gap < pair.full_gap)) continue;
    at.problem.contacts[c].grips_open = at.problem.cone.contacts[c].tangent == Tangent::Held;
    least = std::min(least, pair.gap);
  }
  if (!any) return false;
  const double goal = std::min(at.goals.law.goal, kHarmless * least / at.goals.step);
  at.goals.law = with_goal(at.goals.law, goal);
  at.state = state_at_start(at.problem.cone);
  return true;
}

}  // namespace

void compress_against_drives(StepRows& rows, StepSolution& solution) {
  const auto drives = [&](const Row& row) { return touches_drive(rows.bodies, row); };
  if (std::none_of(rows.rows.begin(), rows.rows.end(), drives)) return;
  if (break_bonds(rows)) solution = compress(rows.problem, rows.goals.law, rows.state);
  if (solution.residual > rows.goals.law.goal && make_room(rows))
    solution = compress(rows.problem, rows.goals.law, rows.state);
}

}  // namespace rigor::first_order
