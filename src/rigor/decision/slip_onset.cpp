// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/decision/slip_onset.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/mode_margin.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

/// A corner that sets out.
struct Onset {
  int corner = 0;         ///< among the carrying ones
  int force = 0;          ///< of the motion
  double mobility = 0.0;  ///< of its slip, 1/kg
};

/// A mode at the instant at which slips set out.
struct OnsetProblem {
  const World& world;
  const Cluster& cluster;
  CarryingCorners corners;

  /// How the slip of a corner changes, as FrictionPoint counts it.
  Vector3 rate(int corner, const Eigen::VectorXd& a) const {
    return (carried_by_a(corners.ids[corner]) ? 1.0 : -1.0) *
           slip_rate_of(world, cluster, corners, corner, a);
  }
  RankCheck solve(ModeSolution& solution, std::vector<Vector3> slips) const {
    return solution.solve(cluster.states, slips, ModeSolution::Directions::Kept);
  }
};

/// The forces of the motion that set out, with their corners.
std::vector<Onset> onsets_of(const OnsetProblem& problem, const ModeMotion& motion,
                             const ModeSolution& solution) {
  std::vector<Onset> onsets;
  for (int f = 0; f < static_cast<int>(motion.forces.size()); ++f) {
    const ModeMotion::Force& force = motion.forces[f];
    if (!force.slips || !force.onset) continue;
    Onset onset{-1, f, 0.0};
    double least = kSameOnsetCorner * problem.world.tolerances.skin;
    for (int i = 0; i < static_cast<int>(problem.corners.ids.size()); ++i) {
      const double away = (solution.point(force.contact) - problem.corners.rows[i].point_W).norm();
      if (away >= least || problem.corners.ids[i].pair != force.id.pair) continue;
      least = away;
      onset.corner = i;
    }
    if (onset.corner < 0) continue;
    onset.mobility = 0.5 * problem.corners.set.mass
                               .whitened_rows(problem.corners.set.T.middleRows(2 * onset.corner, 2))
                               .squaredNorm();
    onsets.push_back(onset);
  }
  return onsets;
}

/// Whether all set out as they were decided to.
bool as_decided(const OnsetProblem& problem, const ModeMotion& motion, const ModeSolution& solution,
                const std::vector<Onset>& onsets) {
  return std::all_of(onsets.begin(), onsets.end(), [&](const Onset& onset) {
    const Vector3 rate = problem.rate(onset.corner, solution.a());
    return rate.dot(motion.forces[onset.force].slip_W) >= kAsDecided * rate.norm();
  });
}

/// Slips that set out at one set of loaded corners: the rates of all of them as a function of the
/// directions d of their friction, two numbers each.
class OnsetRates {
 public:
  OnsetRates(const OnsetProblem& problem, const ModeMotion& motion, std::vector<Onset> onsets)
      : problem_(problem), motion_(motion), onsets_(std::move(onsets)), solution_(motion) {}

  int size() const { return 2 * static_cast<int>(onsets_.size()); }

  Eigen::VectorXd start() const {
    Eigen::VectorXd d(size());
    for (std::size_t k = 0; k < onsets_.size(); ++k)
      d.segment<2>(2 * static_cast<int>(k)) =
          plane_of(onsets_[k]) * motion_.forces[onsets_[k].force].slip_W;
    return d;
  }

  /// The rates, each in units of what its own corner's friction can do to it.
  std::optional<Eigen::VectorXd> at(const Eigen::VectorXd& d) {
    std::vector<Vector3> slips = starting_slips(motion_);
    for (std::size_t k = 0; k < onsets_.size(); ++k)
      slips[onsets_[k].force] =
          plane_of(onsets_[k]).transpose() * d.segment<2>(2 * static_cast<int>(k));
    if (problem_.solve(solution_, slips) == RankCheck::Lost) return std::nullopt;
    Eigen::VectorXd rates(size());
    for (std::size_t k = 0; k < onsets_.size(); ++k) {
      const Onset& onset = onsets_[k];
      const ModeMotion::Force& force = motion_.forces[onset.force];
      const double load = force.loaded ? solution_.load(onset.force) : 0.0;
      const Vector2 rate = plane_of(onset) * problem_.rate(onset.corner, solution_.a());
      const double own = force.friction * load * onset.mobility;
      // A corner without load goes where the others take it.
      rates.segment<2>(2 * static_cast<int>(k)) =
          own > 0.0 ? Vector2(rate / own) : Vector2(kFreeRate * rate.normalized());
    }
    return rates;
  }

 private:
  /// From the world to the plane of the contact.
  Eigen::Matrix<double, 2, 3> plane_of(const Onset& onset) const {
    const auto& tangents = problem_.corners.rows[onset.corner].tangents_W;
    Eigen::Matrix<double, 2, 3> plane;
    plane << tangents[0].transpose(), tangents[1].transpose();
    return plane;
  }

  const OnsetProblem& problem_;
  const ModeMotion& motion_;
  std::vector<Onset> onsets_;
  ModeSolution solution_;
};

Vector2 on_disc(const Vector2& d) { return d.norm() > 1.0 ? d.normalized() : d; }

/// Largest |P(d + r) - d|.
double residual(const Eigen::VectorXd& d, const Eigen::VectorXd& rates) {
  double most = 0.0;
  for (int k = 0; k < d.size(); k += 2) {
    const Vector2 here = d.segment<2>(k);
    most = std::max(most, (on_disc(here + rates.segment<2>(k)) - here).norm());
  }
  return most;
}

/// The directions of rates that are linear, from d: one corner after the other.
Eigen::VectorXd swept(const Eigen::MatrixXd& slope, Eigen::VectorXd rates, Eigen::VectorXd d) {
  for (int sweep = 0; sweep < kOnsetSweeps && residual(d, rates) > kOnsetSettled; ++sweep) {
    for (int k = 0; k < d.size(); k += 2) {
      const Eigen::Matrix2d own = slope.block<2, 2>(k, k);
      const double step = 1.0 / std::max(own.norm(), 1e-3);
      const Vector2 before = d.segment<2>(k);
      Vector2 here = before;
      for (int i = 0; i < kOnsetLocalSteps; ++i)
        here = on_disc(here + step * (rates.segment<2>(k) + own * (here - before)));
      rates += slope.middleCols<2>(k) * (here - before);
      d.segment<2>(k) = here;
    }
  }
  return d;
}

/// The directions d at which every slip sets out as its friction says; nothing if none are found.
std::optional<Eigen::VectorXd> settled(OnsetRates rates, const Cancellation* cancellation) {
  Eigen::VectorXd d = rates.start();
  auto here = rates.at(d);
  double share = 1.0;
  for (int k = 0; k < kOnsetIterations && here && !requested(cancellation); ++k) {
    const double off = residual(d, *here);
    if (off < kOnsetSettled) return d;
    Eigen::MatrixXd slope(d.size(), d.size());
    for (int j = 0; j < d.size(); ++j) {
      Eigen::VectorXd beside = d;
      beside[j] += kOnsetDifference;
      const auto there = rates.at(beside);
      if (!there) return std::nullopt;
      slope.col(j) = (*there - *here) / kOnsetDifference;
    }
    const Eigen::VectorXd next = d + share * (swept(slope, *here, d) - d);
    const auto there = rates.at(next);
    if (!there) return std::nullopt;
    if (residual(next, *there) > off) share = std::max(0.5 * share, kLeastOnsetShare);
    d = next;
    here = there;
  }
  if (!here || !(residual(d, *here) < kOnsetRoughlySettled)) return std::nullopt;
  return d;
}

/// Takes the slip from a corner: a vertex on a half-space alone, a corner of bodies as a pivot, or
/// the pair as a whole if no other corner of it slides.
void hold(const std::vector<ContactId>& corners, const ContactId& id, Mode& mode) {
  std::erase_if(mode.onsets, [&](const SlipOnset& onset) { return onset.id == id; });
  const auto pivots = [&](const ContactId& other) {
    return std::find(mode.pivots.begin(), mode.pivots.end(), other) != mode.pivots.end();
  };
  const bool others = std::any_of(corners.begin(), corners.end(), [&](const ContactId& other) {
    return other.pair == id.pair && other != id && !pivots(other);
  });
  if (!on_half_space(id.pair) && others) return mode.pivots.push_back(id);
  std::erase_if(mode.pivots, [&](const ContactId& other) { return other.pair == id.pair; });
  for (ActiveContact& contact : mode.contacts)
    if (contact.id.pair == id.pair && (!on_half_space(id.pair) || contact.id == id))
      contact.state = ContactState::Stick;
}

/// Whether a belt slips over crossing edges: its rate is not known there, see belt_rate().
bool over_belts(const World& world, const Mode& mode) {
  return std::any_of(mode.onsets.begin(), mode.onsets.end(), [&](const SlipOnset& onset) {
    return onset.id.axis.kind == AxisKind::EdgeEdge &&
           belt_of(world, onset.id.pair.a) != belt_of(world, onset.id.pair.b);
  });
}

bool same_load(const ModeMotion& x, const ModeMotion& y) {
  return std::equal(x.forces.begin(), x.forces.end(), y.forces.begin(), y.forces.end(),
                    [](const auto& f, const auto& g) { return f.loaded == g.loaded; });
}

/// Whether the forces of a mode in which nothing slides lie in their cones. Where it is on the
/// edge, springs may say that a corner stays which no split of the loads can hold.
bool is_held(const World& world, const Cluster& cluster, const Mode& mode) {
  if (slides(mode)) return true;
  const ModeMotion motion = mode_motion(world, cluster, mode.contacts);
  ModeSolution solution(motion);
  if (solution.solve(cluster.states, 0.0) == RankCheck::Lost) return false;
  const double load = load_scale(world, cluster);
  const ConeMargin margin =
      cone_margin({world, cluster, mode, motion, solution}, carrying_corners(world, cluster, mode),
                  {}, {load, 0.0, -std::numeric_limits<double>::infinity()}, Places::Exact);
  return margin.margin >= -kPulls * load;
}

}  // namespace

void settle_onsets(const World& world, const Cluster& cluster, Mode& mode) {
  if (mode.onsets.empty() || over_belts(world, mode)) return;
  const OnsetProblem problem{world, cluster, carrying_corners(world, cluster, mode)};
  Mode trial = mode;
  for (int round = 0; round < kOnsetRounds; ++round) {
    const ModeMotion motion = coulomb_motion(world, cluster, trial);
    ModeSolution solution(motion);
    if (!motion.slides() || problem.solve(solution, starting_slips(motion)) == RankCheck::Lost)
      return;
    const std::vector<Onset> onsets = onsets_of(problem, motion, solution);
    if (round == 0 && as_decided(problem, motion, solution, onsets)) return;
    const auto d = settled(OnsetRates(problem, motion, onsets), world.cancellation);
    if (!d) return;
    std::vector<ContactId> stay;
    for (std::size_t k = 0; k < onsets.size(); ++k) {
      const ContactId& id = problem.corners.ids[onsets[k].corner];
      const auto& tangents = problem.corners.rows[onsets[k].corner].tangents_W;
      const Vector2 here = d->segment<2>(2 * static_cast<int>(k));
      if (here.norm() < 1.0 - kOnsetInside) stay.push_back(id);
      for (SlipOnset& out : trial.onsets)
        if (out.id == id && here.norm() > 0.0)
          out.slip_W = (here[0] * tangents[0] + here[1] * tangents[1]).normalized();
    }
    // The loads were those of corners chosen by the directions before: they must be the same now.
    if (!same_load(coulomb_motion(world, cluster, trial), motion)) continue;
    for (const ContactId& id : stay) hold(problem.corners.ids, id, trial);
    hold_tied(world, cluster, trial);
    if (is_held(world, cluster, trial)) mode = std::move(trial);
    return;
  }
}

void hold_tied(const World& world, const Cluster& cluster, Mode& mode) {
  if (mode.onsets.empty()) return;
  const CarryingCorners corners = carrying_corners(world, cluster, mode);
  const auto places = [&](bool set_out) {
    std::vector<int> found;
    for (int i = 0; i < std::ssize(corners.ids); ++i) {
      const bool sets_out =
          std::any_of(mode.onsets.begin(), mode.onsets.end(),
                      [&](const SlipOnset& onset) { return onset.id == corners.ids[i]; });
      const bool sticks = state_of(mode, corners.ids[i]) == ContactState::Stick;
      if (set_out ? sets_out : sticks && !sets_out) found.push_back(i);
    }
    return found;
  };
  const std::vector<int> stuck = places(false);
  if (stuck.empty()) return;
  Eigen::MatrixXd rows(corners.set.N.rows() + 2 * std::ssize(stuck), corners.set.N.cols());
  rows.topRows(corners.set.N.rows()) = corners.set.N;
  for (int k = 0; k < std::ssize(stuck); ++k)
    rows.middleRows<2>(corners.set.N.rows() + 2 * k) = corners.set.T.middleRows<2>(2 * stuck[k]);
  const Eigen::MatrixXd held = range_basis(corners.set.mass.whitened_rows(rows), kTiedSlip);
  for (const int i : places(true)) {
    const Eigen::MatrixXd own = corners.set.mass.whitened_rows(corners.set.T.middleRows<2>(2 * i));
    if ((own - held * (held.transpose() * own)).norm() > kTiedSlip * own.norm()) continue;
    hold(corners.ids, corners.ids[i], mode);
  }
}

bool moves_as_decided(const World& world, const Cluster& cluster, const Mode& mode) {
  const ModeMotion motion = motion_in_mode(world, cluster, mode);
  if (!motion.slides()) return true;
  const OnsetProblem problem{world, cluster, carrying_corners(world, cluster, mode)};
  ModeSolution solution(motion);
  return problem.solve(solution, starting_slips(motion)) == RankCheck::Kept &&
         most_pulling(motion, solution, -kPulls * load_scale(world, cluster)) < 0 &&
         as_decided(problem, motion, solution, onsets_of(problem, motion, solution));
}

}  // namespace rigor
