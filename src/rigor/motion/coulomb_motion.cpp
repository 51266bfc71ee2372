// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/load_split.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

/// What decides which corners of a sliding mode carry load.
struct LoadedCorners {
  const Cluster& cluster;
  double load;  ///< N
  std::vector<Vector3> slips;
  double after = 0.0;  ///< s, from the start of the mode

  RankCheck solve(ModeSolution& solution) const {
    std::vector<Vector3> along = slips;
    if (solution.solve(cluster.states, along, ModeSolution::Directions::Kept, after) ==
        RankCheck::Lost)
      return RankCheck::Lost;
    // Rows that the corners left can only just carry are lost at the next instant.
    const int count = static_cast<int>(solution.motion().forces.size());
    for (int f = 0; f < count; ++f)
      if (load > 0.0 && std::abs(solution.load(f)) > kWildLoads * load) return RankCheck::Lost;
    return RankCheck::Kept;
  }
  double least() const { return -0.5 * kPulls * load; }
};

/// The corner without load whose spring would push most, if one does.
int most_pushing(const ModeMotion& motion, const ModeSolution& solution, double least) {
  int highest = -1;
  for (int f = 0; f < std::ssize(motion.forces); ++f) {
    if (motion.forces[f].loaded || solution.load(f) <= least) continue;
    least = solution.load(f);
    highest = f;
  }
  return highest;
}

/// The motion of a mode by springs at its sliding corners, and whether they hold together: no
/// corner with load pulls, and none without would push.
struct SpringMotion {
  ModeMotion motion;
  bool holds = true;
};

/// Takes the load from the corner that pulls most, and gives it back to the one that would push
/// most, until none does. Each corner gets its load back a few times at most, so that it ends.
SpringMotion without_pulling(const LoadedCorners& corners, ModeMotion motion) {
  std::vector<int> returns(motion.forces.size(), 0);
  const std::size_t rounds = (kLoadReturns + 2) * motion.forces.size();
  for (std::size_t round = 0;; ++round) {
    ModeSolution solution(motion);
    if (corners.solve(solution) == RankCheck::Lost) break;
    const int lowest = most_pulling(motion, solution, corners.least());
    if (lowest < 0) {
      const int highest = most_pushing(motion, solution, kPushes * corners.load);
      if (highest < 0) return {std::move(motion)};
      if (round == rounds || ++returns[highest] > kLoadReturns) break;
      motion.forces[highest].loaded = true;
      continue;
    }
    if (round == rounds) break;
    ModeMotion lighter = motion;
    lighter.forces[lowest].loaded = false;
    ModeSolution trial(lighter);
    if (corners.solve(trial) == RankCheck::Lost)
      break;  // what is left cannot carry it: the mode ends here
    motion = std::move(lighter);
  }
  return {std::move(motion), false};
}

bool holds_together(const LoadedCorners& corners, const ModeMotion& motion) {
  ModeSolution solution(motion);
  if (corners.solve(solution) == RankCheck::Lost) return false;
  if (most_pulling(motion, solution, corners.least()) >= 0) return false;
  return most_pushing(motion, solution, kPushes * corners.load) < 0;
}

/// The first set of corners that holds together, those with most corners first. With friction,
/// leaving out what pulls need not lead there.
std::optional<ModeMotion> other_corners(const LoadedCorners& corners, ModeMotion motion) {
  std::vector<int> slipping;
  for (int f = 0; f < std::ssize(motion.forces); ++f)
    if (motion.forces[f].slips) slipping.push_back(f);
  if (slipping.size() > kMaxTriedCorners) return std::nullopt;
  const unsigned sets = 1U << slipping.size();
  for (std::size_t out = 1; out < slipping.size() && !requested(motion.cancellation); ++out) {
    for (unsigned set = 1; set < sets; ++set) {
      if (static_cast<std::size_t>(std::popcount(set)) != out) continue;
      for (std::size_t k = 0; k < slipping.size(); ++k)
        motion.forces[slipping[k]].loaded = (set >> k & 1U) == 0;
      if (holds_together(corners, motion)) return motion;
    }
  }
  return std::nullopt;
}

/// A corner that sticks in a sliding pair.
bool is_pivot(const ModeMotion::Force& force) { return force.pair >= 0 && !force.slips; }

bool pivot_pulls(const ModeMotion& motion, const ModeSolution& solution, double least) {
  for (int f = 0; f < std::ssize(motion.forces); ++f)
    if (is_pivot(motion.forces[f]) && solution.load(f) < least) return true;
  return false;
}

/// The force that the law gave to a contact, if it is known.
const CornerLoad* decided_force(const Mode& mode, const ContactId& id) {
  const auto found = std::find_if(mode.loads.begin(), mode.loads.end(),
                                  [&](const CornerLoad& load) { return load.id == id; });
  return found == mode.loads.end() ? nullptr : &*found;
}

/// The motion whose springs are pressed in by the forces that the law decided with, without a look
/// at what it does. Corners without such a force carry none. Nothing if corners with load are no
/// longer there.
std::optional<ModeMotion> pressed_in(const World& world, const Cluster& cluster, const Mode& mode,
                                     const std::vector<FrictionPoint>& points) {
  double most = 0.0;
  for (const CornerLoad& load : mode.loads) most = std::max(most, load.force[0]);
  ModeMotion motion = mode_motion(world, cluster, mode.contacts, points);
  motion.springs_decide = false;
  if (!motion.slides()) return std::nullopt;
  for (ModeMotion::Force& force : motion.forces) {
    const CornerLoad* load = decided_force(mode, force.id);
    if (load != nullptr) force.preload = load->force;
    if (force.slips) force.loaded = load != nullptr && load->force[0] > kLeastShare * most;
  }
  for (const CornerLoad& load : mode.loads)
    if (slides(mode, load.id.pair) && load.force[0] > kLeastShare * most &&
        std::none_of(motion.forces.begin(), motion.forces.end(),
                     [&](const ModeMotion::Force& force) { return force.id == load.id; }))
      return std::nullopt;
  return motion;
}

/// The motion whose corners share the load as the law decided; nothing if it did not say, or if
/// they have to pull.
std::optional<ModeMotion> decided_motion(const World& world, const Cluster& cluster,
                                         const Mode& mode,
                                         const std::vector<FrictionPoint>& points) {
  if (mode.loads.empty()) return std::nullopt;
  std::optional<ModeMotion> pressed = pressed_in(world, cluster, mode, points);
  if (!pressed) return std::nullopt;
  const ModeMotion& motion = *pressed;
  const LoadedCorners corners{cluster, load_scale(world, cluster), starting_slips(motion), 0.0};
  ModeSolution solution(motion);
  if (corners.solve(solution) == RankCheck::Lost ||
      most_pulling(motion, solution, corners.least()) >= 0 ||
      pivot_pulls(motion, solution, corners.least()))
    return std::nullopt;
  return pressed;
}

SpringMotion spring_motion(const World& world, const Cluster& cluster, const Mode& mode) {
  if (!slides(mode)) return {mode_motion(world, cluster, mode.contacts)};
  const std::vector<FrictionPoint> points = friction_points(world, cluster, mode);
  if (auto decided = decided_motion(world, cluster, mode, points)) return {std::move(*decided)};
  ModeMotion all = mode_motion(world, cluster, mode.contacts, points);
  const LoadedCorners corners{cluster, load_scale(world, cluster), starting_slips(all), 0.0};
  SpringMotion springs = without_pulling(corners, all);
  if (springs.holds) return springs;
  if (auto other = other_corners(corners, std::move(all))) return {std::move(*other)};
  return springs;
}

/// Whether a pivot pulls in a motion that is not solved yet; modes without pivots are not solved
/// for it.
bool pivot_pulls(const LoadedCorners& corners, const ModeMotion& motion) {
  if (std::none_of(motion.forces.begin(), motion.forces.end(), is_pivot)) return false;
  ModeSolution solution(motion);
  return corners.solve(solution) == RankCheck::Kept &&
         pivot_pulls(motion, solution, corners.least());
}

/// The corners of the least total load. Where no set of corners is such that all springs of it push
/// and no other would, friction makes the springs contradict each other; the law only asks for some
/// split without a pull.
std::optional<ModeMotion> with_least_load(const LoadedCorners& corners, ModeMotion motion) {
  for (ModeMotion::Force& force : motion.forces) force.loaded = true;
  ModeSolution solution(motion);
  if (corners.solve(solution) == RankCheck::Lost) return std::nullopt;
  const std::vector<char> loaded = least_loaded(solution);
  if (loaded.empty()) return std::nullopt;
  for (std::size_t f = 0; f < motion.forces.size(); ++f)
    motion.forces[f].loaded = !motion.forces[f].slips || loaded[f] != 0;
  motion.springs_decide = false;
  ModeSolution trial(motion);
  if (corners.solve(trial) == RankCheck::Lost ||
      most_pulling(motion, trial, corners.least()) >= 0 ||
      pivot_pulls(motion, trial, corners.least()))
    return std::nullopt;
  return motion;
}

}  // namespace

ModeMotion motion_in_mode(const World& world, const Cluster& cluster, const Mode& mode) {
  if (world.law != Law::Coulomb) return mode_motion(world, cluster, mode.contacts);
  SpringMotion springs = spring_motion(world, cluster, mode);
  const LoadedCorners corners{cluster, load_scale(world, cluster), starting_slips(springs.motion)};
  if (springs.holds && !pivot_pulls(corners, springs.motion)) return std::move(springs.motion);
  if (auto least = with_least_load(corners, springs.motion)) return std::move(*least);
  return std::move(springs.motion);
}

ModeMotion coulomb_motion(const World& world, const Cluster& cluster, const Mode& mode) {
  return spring_motion(world, cluster, mode).motion;
}

std::optional<ModeMotion> with_load_shifted(ModeMotion motion, const Cluster& cluster, double load,
                                            const std::vector<Vector3>& slips) {
  for (ModeMotion::Force& force : motion.forces) {
    force.loaded = true;
    force.preload.setZero();
  }
  motion.springs_decide = true;
  const LoadedCorners corners{cluster, load, slips, trace::elapsed(motion.start, cluster.time)};
  SpringMotion lighter = without_pulling(corners, motion);
  if (lighter.holds) return std::move(lighter.motion);
  if (auto other = other_corners(corners, motion)) return other;
  return with_least_load(corners, std::move(motion));
}

std::optional<std::vector<CornerLoad>> with_held_forces(const World& world, const Cluster& cluster,
                                                        const Mode& mode) {
  const std::vector<FrictionPoint> points = friction_points(world, cluster, mode);
  const std::optional<ModeMotion> motion = pressed_in(world, cluster, mode, points);
  if (!motion) return std::nullopt;
  ModeSolution solution(*motion);
  std::vector<Vector3> slips = starting_slips(*motion);
  if (solution.solve(cluster.states, slips, ModeSolution::Directions::Kept) == RankCheck::Lost)
    return std::nullopt;
  const SlidingForces& forces = solution.sliding();
  std::vector<int> held;
  const Eigen::VectorXd whole = forces.reach() * forces.multipliers();
  Eigen::VectorXd right = whole;
  for (int c = 0; c < std::ssize(forces.columns()); ++c) {
    const SlidingForces::Column& column = forces.columns()[c];
    if (motion->forces[column.force].slips)
      right -= motion->forces[column.force].preload[0] * forces.reach().col(c);
    else
      held.push_back(c);
  }
  Eigen::VectorXd least;
  if (!held.empty()) {
    const Eigen::MatrixXd reach = forces.reach()(Eigen::all, held);
    least = minimum_norm_solve(reach, right).z;
    right -= reach * least;
  }
  if (right.norm() > kHeldForces * whole.norm()) return std::nullopt;
  std::vector<CornerLoad> loads;
  for (const ModeMotion::Force& force : motion->forces)
    loads.push_back({force.id, force.slips ? force.preload : Vector3(Vector3::Zero())});
  for (std::size_t k = 0; k < held.size(); ++k) {
    const SlidingForces::Column& column = forces.columns()[held[k]];
    loads[column.force].force[column.axis] = least[static_cast<int>(k)];
  }
  return loads;
}

RankCheck solve(ModeSolution& solution, const ModeMotion& motion, const Cluster& cluster,
                std::vector<Vector3>& slips) {
  return solution.solve(cluster.states, slips, ModeSolution::Directions::Followed,
                        trace::elapsed(motion.start, cluster.time));
}

std::vector<Vector3> starting_slips(const ModeMotion& motion) {
  std::vector<Vector3> slips;
  for (const ModeMotion::Force& force : motion.forces) slips.push_back(force.slip_W);
  return slips;
}

int most_pulling(const ModeMotion& motion, const ModeSolution& solution, double least) {
  int lowest = -1;
  for (int f = 0; f < std::ssize(motion.forces); ++f) {
    const ModeMotion::Force& force = motion.forces[f];
    if (!force.slips || !force.loaded || solution.load(f) >= least) continue;
    least = solution.load(f);
    lowest = f;
  }
  return lowest;
}

}  // namespace rigor
