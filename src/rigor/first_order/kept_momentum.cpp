// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/first_order/kept_momentum.hpp>

namespace rigor::first_order {
namespace {

/// Speeds below this part of what bodies gain in a step are kept: gravity takes them back.
constexpr double kSlow = 0.01;
/// Pairs with a reserve above this part of γ were touched lately though they had rows: they keep
/// what parts them, or frictionless bodies that roll into each other would creep together.
constexpr double kTouchedLately = 0.5;
/// The speeds are small against the velocities, so few sweeps find what is left.
constexpr int kMostSweeps = 20;

}  // namespace

void keep_momentum(StepRows& at) {
  if (!at.problem.cone.trees.empty()) return;
  std::vector<ConeContact>& contacts = at.problem.cone.contacts;
  std::vector<double> dropped(contacts.size(), 0.0);
  bool any = false;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (at.rows[c].pair->reserve > kTouchedLately * at.rows[c].pair->gap) continue;
    const bool presses = at.state.impulses[c][0] > 0.0;
    const double goal = speed_goal(at.rows[c], at.goals);
    dropped[c] = presses ? goal : std::max(0.0, goal);
    any = any || (presses && std::abs(goal) > kSlow * at.goals.gain);
  }
  if (!any) return;
  const double allowed = std::max(residual(at.problem.cone, at.state), at.goals.law.goal);
  for (std::size_t c = 0; c < contacts.size(); ++c) contacts[c].offset[0] += dropped[c];
  ConeState kept = at.state;
  const SweepOptions sweeps{kMostSweeps, at.goals.law.sweeps.tolerance, at.goals.law.sweeps.goal};
  if (sweep(at.problem.cone, sweeps, kept).residual <= allowed) at.state = std::move(kept);
  for (std::size_t c = 0; c < contacts.size(); ++c) contacts[c].offset[0] -= dropped[c];
}

}  // namespace rigor::first_order
