// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/decision/own_split.hpp>
#include <rigor/motion/friction.hpp>

namespace rigor {
namespace {

/// Corners taken out of one decision at most.
constexpr int kRounds = 8;
/// A force of a mode and the corner that it stands for are at most this many skins apart.
constexpr double kSameCorner = 1e3;

/// How a mode moves by its own forces, and where they pull most, if they do.
struct OwnMotion {
  Eigen::VectorXd a;
  std::optional<Vector3> pulls;
};

/// Nothing if nothing slides: then all splits of the forces move alike.
std::optional<OwnMotion> own_motion(const EventProblem& event, const Mode& mode) {
  const ModeMotion motion = coulomb_motion(event.world, event.cluster, mode);
  if (!motion.slides()) return std::nullopt;
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  if (solution.solve(event.cluster.states, slips, ModeSolution::Directions::Kept) ==
      RankCheck::Lost)
    return std::nullopt;
  OwnMotion own{solution.a(), std::nullopt};
  const double load = load_scale(event.world, event.cluster);
  const int lowest = most_pulling(motion, solution, -0.5 * kPulls * load);
  if (lowest >= 0) own.pulls = solution.point(motion.forces[lowest].contact);
  return own;
}

/// The corner at the point, if its pair has others.
std::optional<int> corner_at(const EventProblem& event, const Selection& selection,
                             const Vector3& point) {
  std::optional<int> nearest;
  double least = kSameCorner * event.world.tolerances.skin;
  for (const int i : selection.members) {
    const double away = (event.rows[i].point_W - point).norm();
    if (away >= least || event.pairs[event.pair_of[i]].corners.size() < 2) continue;
    least = away;
    nearest = i;
  }
  return nearest;
}

/// Whether a corner without load would sink in.
bool sinks(const EventProblem& event, const Eigen::VectorXd& a) {
  const double zero = kZeroFraction * (a.cwiseAbs().maxCoeff() + event.world.pull());
  return std::any_of(event.idle.begin(), event.idle.end(), [&](int i) {
    return event.set.N.row(i).dot(a) + event.rows[i].normal.jet.second < -zero;
  });
}

}  // namespace

std::optional<Refusal> decide_mode(EventProblem& event, Selection& selection, Mode& mode) {
  if (auto refusal = decide_with_bonds(event, selection)) return refusal;
  mode = mode_of(event, selection);
  if (event.world.law != Law::Coulomb) return std::nullopt;
  std::optional<OwnMotion> own = own_motion(event, mode);
  for (int round = 0; round < kRounds && own && own->pulls; ++round) {
    const auto corner = corner_at(event, selection, *own->pulls);
    if (!corner) break;
    EventProblem trial = event;
    Selection without;
    trial.idle.push_back(*corner);
    if (decide_with_bonds(trial, without)) break;
    own = own_motion(trial, mode_of(trial, without));
    if (sinks(trial, own ? own->a : without.accelerations.a)) break;
    event.idle.push_back(*corner);
    if (auto refusal = decide_with_bonds(event, selection)) return refusal;
    mode = mode_of(event, selection);
  }
  return std::nullopt;
}

}  // namespace rigor
