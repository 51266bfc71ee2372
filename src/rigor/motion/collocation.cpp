// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/motion/collocation.hpp>
#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/first_guess.hpp>
#include <rigor/motion/sliding_nodes.hpp>
#include <rigor/motion/sweep_watch.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
namespace {

/// What a sweep evaluates at one node: the bodies, and the mode's answer.
struct Evaluation {
  const ModeMotion& motion;
  ModeSolution mode;
  std::vector<BodyState> states;
  Eigen::MatrixXd multipliers;  ///< one column per node
  Eigen::VectorXd times;        ///< of the nodes, seconds from the start
};

/// The slips of one node. Frozen: slips that set out keep their directions, as seen from the planes
/// they slide on.
RankCheck solve_sliding(Evaluation& at, int j, const std::vector<BodyNodes>& bodies,
                        SlidingNodes& sliding, bool frozen) {
  std::vector<Vector3>& slips = sliding.slips_W[j];
  if (j > 0) slips = sliding.slips_W[j - 1];
  if (frozen)
    for (const int f : sliding.onsets)
      slips[f] = turned_with_plane(at.motion, f, bodies, j, at.times[j]);
  const auto keep = frozen || j == 0 ? SlipDirections::Kept : SlipDirections::Followed;
  KeptSprings* springs = sliding.springs.empty() ? nullptr : &sliding.springs[j];
  const bool first = springs != nullptr && !springs->factor;
  if (first && j > 0) *springs = sliding.springs[j - 1];
  const auto factor = springs != nullptr ? springs->factor : nullptr;
  if (at.mode.solve(at.states, slips, keep, at.times[j], springs) == RankCheck::Lost)
    return RankCheck::Lost;
  if (requested(at.motion.cancellation)) return RankCheck::Lost;
  const bool renewed = springs == nullptr || first || springs->factor != factor;
  set_sensitivities(at.mode, sliding.sensitivities[j],
                    renewed ? Responses::Renewed : Responses::Kept);
  return RankCheck::Kept;
}

/// Evaluates the mode at every node.
RankCheck evaluate(Evaluation& at, MotionNodes& nodes, SlidingNodes& sliding, bool frozen) {
  place_links(nodes);  // at all nodes first: planes are asked where they are at others
  for (int j = 0; j < at.multipliers.cols(); ++j) {
    set_states(nodes, j, at.states);
    const RankCheck rank = at.motion.slides() ? solve_sliding(at, j, nodes.bodies, sliding, frozen)
                                              : at.mode.solve(at.states, at.times[j]);
    if (rank == RankCheck::Lost) return rank;
    for_each_unit(at.motion, nodes, [&](int offset, auto& a, const auto&) {
      a.col(j) = at.mode.a().segment(offset, a.rows());
    });
    at.multipliers.col(j) = at.mode.multipliers();
  }
  return RankCheck::Kept;
}

/// Newton's step for springs, dampers and motors that are stiff over this length.
void add_stiff_sweeps(ModeSolution& mode, double length, int degree, MotionNodes& all) {
  for (TreeNodes& tree : all.trees) {
    const LinearEfforts efforts = linear_efforts(*tree.placed.front());
    if (efforts.damping.isZero(0.0) && efforts.stiffness.isZero(0.0)) continue;
    const auto W = mode.tree_response(tree.as.first_place);
    if (!W) continue;
    const StiffPart part{*W * efforts.stiffness.asDiagonal(), *W * efforts.damping.asDiagonal()};
    if (part.growth(length) > kStiffGrowth) tree.stiff.emplace(part, length, degree);
  }
}

double tail_of(const Eigen::MatrixXd& coefficients) {
  return coefficients.rightCols<2>().cwiseAbs().maxCoeff();
}

/// What converged, as polynomials.
void finish(const ModeMotion& motion, MotionNodes& all, const LobattoNodes& nodes,
            Collocation& out) {
  place_links(all);
  const auto transform = nodes.coefficients.transpose();
  for (TreeNodes& tree : all.trees) {
    tree.as.q = tree.q.lazyProduct(transform);
    tree.as.v = tree.v.lazyProduct(transform);
    out.error = std::max({out.error, tail_of(tree.as.q), tail_of(tree.as.v)});
    out.trajectory.trees.push_back(std::move(tree.as));
  }
  Eigen::MatrixXd& paths = out.trajectory.paths;
  paths.resize(kTrajectoryRows * static_cast<int>(all.bodies.size()), nodes.s.size());
  for (int i = 0; i < std::ssize(all.bodies); ++i) {
    auto rows = paths.middleRows<kTrajectoryRows>(kTrajectoryRows * i);
    rows.noalias() = all.bodies[i].y.lazyProduct(transform);
    if (motion.bodies[i]->role == BodyRole::Link)
      out.path_error = std::max(out.path_error, tail_of(rows.topRows<7>()));
    else
      out.error = std::max(out.error, tail_of(rows));
  }
}

/// Whether slips that set out go the way of their friction's directions, as last evaluated.
bool go_as_decided(const Evaluation& at, const SlidingNodes& sliding) {
  return std::all_of(sliding.onsets.begin(), sliding.onsets.end(),
                     [&](int f) { return at.mode.slip(f).dot(at.motion.forces[f].slip_W) > 0.0; });
}

/// Whether one of them set out the other way, and forces pull there, as last evaluated.
bool turned_to_pulls(const Evaluation& at, const SlidingNodes& sliding) {
  const bool turned = std::any_of(sliding.onsets.begin(), sliding.onsets.end(), [&](int f) {
    return sliding.slips_W.front()[f].dot(at.motion.forces[f].slip_W) <= 0.0;
  });
  const double load = at.mode.multipliers().cwiseAbs().maxCoeff();
  return turned && most_pulling(at.motion, at.mode, -kPulls * load) >= 0;
}

/// Sweeps until the nodes stand still. If slips go the way that was decided while their directions
/// are kept, that way solves the equations; sweeps that lead to another one where forces pull have
/// diverged.
CollocationStatus sweep(Evaluation& at, MotionNodes& all, SlidingNodes& sliding,
                        std::span<const BodyState> start, double length, Collocation& out) {
  const LobattoNodes& nodes = lobatto_nodes(static_cast<int>(at.times.size()) - 1);
  const ModeMotion& motion = at.motion;
  const Eigen::VectorXd v0 = velocity_of({{}, at.states, {}});
  SweepWatch watch;
  bool decided = false;
  for (;;) {
    const int sweeps = out.sweeps = watch.sweeps() + 1;
    // Slips that set out: at first their speed is noise, so directions are kept; then Newton.
    const bool frozen = sliding.sets_out() && sweeps <= kFrozenSweeps;
    if (sliding.sets_out() && sweeps > kFrozenSweeps + 1) extrapolate_onsets(sliding);
    if (evaluate(at, all, sliding, frozen) == RankCheck::Lost) return CollocationStatus::RankLost;
    if (frozen && sweeps == 1) decided = go_as_decided(at, sliding);
    if (sliding.sets_out()) extrapolate_start(motion, sliding.at_start, all);
    if (motion.slides() && !frozen) add_newton_step(motion, all, sliding, nodes, v0, length);
    if (sliding.sets_out()) extrapolate_start(motion, sliding.at_start, all);
    const double change = integrate(all, nodes, start, length);
    if (frozen && sweeps == kFrozenSweeps) remove_transverse_slip(motion, all, sliding);
    if (requested(motion.cancellation)) return CollocationStatus::Diverged;
    const Sweep kind = turn_fast(sliding, length) ? Sweep::Turning : Sweep::Smooth;
    switch (watch.after(change, frozen ? Sweep::Frozen : kind)) {
      case Sweeping::GoesOn:
        break;
      case Sweeping::Converged:
        out.error = watch.noise();
        return decided && turned_to_pulls(at, sliding) ? CollocationStatus::Diverged
                                                       : CollocationStatus::Converged;
      case Sweeping::Diverged:
        return CollocationStatus::Diverged;
    }
  }
}

}  // namespace

Collocation collocate(const ModeMotion& motion, std::span<const BodyState> start, double length,
                      int degree) {
  const LobattoNodes& nodes = lobatto_nodes(degree);
  Collocation out;
  Evaluation at{motion, ModeSolution(motion), {start.begin(), start.end()}, {}, length * nodes.s};
  SlidingNodes sliding = sliding_nodes(motion, degree);
  std::vector<Vector3> first_slips = sliding.slips_W.front();
  if (at.mode.solve(start, first_slips) == RankCheck::Lost) {
    out.status = CollocationStatus::RankLost;
    return out;
  }
  out.residual = residual(at.mode);
  MotionNodes all = first_guess(at.mode, start, length, nodes);
  add_stiff_sweeps(at.mode, length, degree, all);
  at.multipliers.resize(at.mode.multipliers().size(), degree + 1);
  out.status = sweep(at, all, sliding, start, length, out);
  if (out.status != CollocationStatus::Converged) return out;
  if (motion.slides()) out.slips_W = std::move(sliding.slips_W);
  finish(motion, all, nodes, out);
  out.multipliers.noalias() = at.multipliers.lazyProduct(nodes.coefficients.transpose());
  return out;
}

std::vector<SlipLoad> slip_loads(const ModeMotion& motion, const Collocation& step) {
  std::vector<SlipLoad> loads;
  if (!motion.slides()) return loads;
  const SlidingForces forces(motion);
  for (int c = 0; c < std::ssize(forces.columns()); ++c) {
    const ModeMotion::Force& force = motion.forces[forces.columns()[c].force];
    if (force.slips) loads.push_back({force.id, step.multipliers.row(c)});
  }
  return loads;
}

}  // namespace rigor
