// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/decision/joint_inputs.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/mode_forces.hpp>

namespace rigor {
namespace {

/// Calls f(tree, first place of its links) for every tree.
template <typename Function>
void for_each_tree(const Cluster& cluster, Function f) {
  for (int i = 0; i < static_cast<int>(cluster.states.size()); ++i)
    if (cluster.states[i].tree && leads(cluster.states, i)) f(*cluster.states[i].tree, i);
}

/// Gives the links from place `first` on to a tree with other inputs.
void set_inputs(Cluster& cluster, int first, HeldInputs inputs) {
  const auto changed = with_inputs(*cluster.states[first].tree, std::move(inputs));
  const int end = unit_end(cluster.states, first);
  for (int i = first; i < end; ++i) cluster.states[i] = link_state(changed, cluster.bodies[i]);
}

JointSlide slide_of(double v) { return v > 0.0 ? JointSlide::Up : JointSlide::Down; }

bool is_still(double v) { return std::abs(v) <= kStillJoint; }

MotorBranch branch_at(double effort, double limit) {
  if (effort > limit) return MotorBranch::Highest;
  return effort < -limit ? MotorBranch::Lowest : MotorBranch::Linear;
}

void set_branches(const PlacedTree& tree, double time, HeldInputs& inputs) {
  const Model& local = tree.tree->local;
  if (tree.tree->limited.empty()) return;
  inputs.branches.resize(local.forces.size(), MotorBranch::Clamped);
  const State state{time, tree.state.q, tree.state.v};
  for (const int force : tree.tree->limited) {
    const auto& motor = std::get<JointPd>(local.forces[force]);
    inputs.branches[force] = branch_at(unlimited_effort(local, state, motor), motor.limit);
  }
}

bool is_sampled(const PlacedTree& tree) {
  const auto& forces = tree.tree->local.forces;
  return std::any_of(forces.begin(), forces.end(),
                     [](const Force& force) { return sample_times(force) != nullptr; });
}

/// What a joint of the outcome should be assumed to do; accelerations below `none` are none.
JointSlide mended(JointSlide now, double v, double a, double none, double holding,
                  double friction) {
  if (!is_still(v)) return slide_of(v);
  if (now == JointSlide::Sticks) {
    if (std::abs(holding) <= friction * (1.0 + kHoldingSlack)) return now;
    return holding > 0.0 ? JointSlide::Down : JointSlide::Up;
  }
  return a * static_cast<double>(now) < -none ? JointSlide::Sticks : now;
}

}  // namespace

bool has_dry_joints(const Cluster& cluster) {
  bool found = false;
  for_each_tree(cluster, [&](const PlacedTree& tree, int) { found |= !tree.tree->dry.empty(); });
  return found;
}

bool has_inputs(const Cluster& cluster) {
  bool found = false;
  for_each_tree(cluster, [&](const PlacedTree& tree, int) {
    found |= !tree.tree->dry.empty() || !tree.tree->limited.empty() || is_sampled(tree);
  });
  return found;
}

void renew_inputs(Cluster& cluster) {
  const double now = trace::seconds(cluster.time);
  for_each_tree(cluster, [&](const PlacedTree& tree, int first) {
    const Tree& of = *tree.tree;
    if (of.dry.empty() && of.limited.empty() && !is_sampled(tree)) return;
    HeldInputs inputs = sampled(of.local, {now, tree.state.q, tree.state.v}, *tree.inputs);
    set_branches(tree, now, inputs);
    if (!of.dry.empty())
      inputs.slides.resize(static_cast<std::size_t>(of.local.v_size), JointSlide::Sticks);
    for (const int velocity : of.dry) {
      const double v = tree.state.v[velocity];
      if (!is_still(v)) inputs.slides[velocity] = slide_of(v);
    }
    set_inputs(cluster, first, std::move(inputs));
  });
}

void release_joints(Cluster& cluster) {
  for_each_tree(cluster, [&](const PlacedTree& tree, int first) {
    if (tree.tree->dry.empty()) return;
    HeldInputs inputs = *tree.inputs;
    inputs.slides.clear();
    set_inputs(cluster, first, std::move(inputs));
  });
}

void hold_joints(const Cluster& assumed, Cluster& cluster) {
  const double now = trace::seconds(cluster.time);
  Eigen::VectorXd v = velocity_of(cluster);
  const Unknowns unknowns = unknowns_of(cluster.states);
  bool stopped = false;
  for_each_tree(cluster, [&](const PlacedTree& tree, int first) {
    HeldInputs inputs = *tree.inputs;
    set_branches(tree, now, inputs);
    inputs.slides = assumed.states[first].tree->inputs->slides;
    for (const int velocity : tree.tree->dry) {
      double& speed = v[unknowns.offset(first) + velocity];
      JointSlide& slide = inputs.slides[velocity];
      if (!is_still(speed)) slide = slide_of(speed);
      if (slide != JointSlide::Sticks) continue;
      stopped |= speed != 0.0;
      speed = 0.0;
    }
    set_inputs(cluster, first, std::move(inputs));
  });
  if (stopped) set_velocity(cluster, v);
}

std::optional<bool> mend_joints(const World& world, const ResolvedEvent& outcome, Mending mending,
                                Cluster& assumed) {
  const ModeMotion motion = motion_in_mode(world, outcome.cluster, outcome.mode);
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  if (solve(solution, motion, outcome.cluster, slips) == RankCheck::Lost) return std::nullopt;
  const std::vector<Vector6> wrenches = contact_wrenches(solution);
  bool changed = false;
  for_each_tree(outcome.cluster, [&](const PlacedTree& tree, int first) {
    const Tree& of = *tree.tree;
    if (of.dry.empty()) return;
    const Eigen::VectorXd holding = holding_efforts(solution, first, wrenches);
    const Eigen::VectorXd a = solution.a().segment(motion.unknowns.offset(first), of.unknowns());
    const double none = kNoJointAcceleration * (1.0 + a.cwiseAbs().maxCoeff());
    HeldInputs inputs = *assumed.states[first].tree->inputs;
    inputs.slides = tree.inputs->slides;
    for (std::size_t k = 0; k < of.dry.size(); ++k) {
      const int velocity = of.dry[k];
      JointSlide& slide = inputs.slides[velocity];
      if (changed && mending == Mending::OneByOne) break;
      const JointSlide better =
          mended(slide, tree.state.v[velocity], a[velocity], none,
                 holding[static_cast<Eigen::Index>(k)], friction_of(of, velocity));
      changed |= better != slide;
      slide = better;
    }
    set_inputs(assumed, first, std::move(inputs));
  });
  return changed;
}

std::vector<JointSlide> slides_of(const Cluster& cluster) {
  std::vector<JointSlide> all;
  for_each_tree(cluster, [&](const PlacedTree& tree, int) {
    for (const int velocity : tree.tree->dry) all.push_back(tree.inputs->slides[velocity]);
  });
  return all;
}

}  // namespace rigor
