// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/bent_gaps.hpp>

namespace rigor::first_order {
namespace {

/// Curvature counts where it bends a gap that ends below kBendBelow γ by more than kBendAbove γ.
constexpr double kBendBelow = 2.0;
constexpr double kBendAbove = 0.2;
/// Goals are raised by at most this many times γ + 2 a h², the reach of a step, per duration. A gap
/// that opens with the speed v and bends back within the duration T is widest at v T / 4: it is
/// opened by no more than that reach. Bodies of 50 rad/s at 5 m/s bend gaps by 270 m/s²; an answer
/// that takes back less of that is followed by the next one a part of a millisecond later.
constexpr double kMostBent = 4.0;

/// The members' trees at the velocities found.
std::vector<Kinematics> kinematics_after(const StepRows& at) {
  std::vector<Kinematics> after;
  const std::vector<int>& trees = at.blocks.trees();
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const PlacedTree& placed = at.bodies.trees[trees[i]].placed;
    after.push_back(placed.kinematics);
    update(placed.tree->local, placed.tree->joints(), {0.0, placed.state.q, at.state.trees[i]},
           after.back());
  }
  return after;
}

/// The acceleration of a link at constant velocities of the joints; zero for other bodies.
Twist bias_acceleration(const StepRows& at, int body, const std::vector<Kinematics>& after) {
  if (body < 0 || at.bodies[body].tree < 0) return {};
  const MovingTree& tree = *at.bodies.tree_of(body);
  const int place = at.blocks.place_of(body);
  if (place < 0 && tree.is_still()) return {};
  const Kinematics& there = place < 0 ? tree.placed.kinematics : after[place];
  return there.links[body - tree.tree->first_body].bias_acceleration;
}

}  // namespace

bool raise_bent_goals(StepRows& at) {
  bool any = false;
  const double h = at.goals.duration;
  const std::vector<Kinematics> after = kinematics_after(at);
  for (std::size_t c = 0; c < at.rows.size(); ++c) {
    const Row& row = at.rows[c];
    if (row.is_limit()) continue;
    const Vector6 u_a = at.velocity(row.a);
    const Vector6 u_b = at.velocity(row.b);
    const double speed = row.nhat_W.dot(relative_velocity(row, u_a, u_b));
    const double most = kMostBent * (row.pair->gap + 2.0 * at.goals.gain * at.goals.step) / h;
    const double bends =
        curvature(row, u_a, u_b) + bias_curvature(row, bias_acceleration(at, row.a, after),
                                                  bias_acceleration(at, row.b, after));
    const double bent = std::max(0.0, -0.5 * h * h * bends);
    // In a step: where the gap ends when it is bent; what the reserve covers need not be added.
    const bool answers = at.goals.is_impact;
    const double end = row.gap + h * speed - (answers ? 0.0 : bent);
    if (end >= kBendBelow * row.pair->gap) continue;
    const double covered = answers ? 0.0 : row.pair->reserve;
    const double added = std::clamp((bent - covered) / h, 0.0, most);
    if (added * h <= kBendAbove * row.pair->gap) continue;
    at.problem.cone.contacts[c].offset[0] -= added;
    any = any || answers || speed < speed_goal(row, at.goals) + added;
  }
  return any;
}

}  // namespace rigor::first_order
