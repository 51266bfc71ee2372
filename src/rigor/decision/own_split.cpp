// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/decision/own_split.hpp>
#include <rigor/decision/slip_onset.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/decision/yielding.hpp>
#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/load_split.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
namespace {

/// How a mode moves by its own forces, and where they pull most, if they do: at a corner, and at
/// those of its pair that have given up their load already. With three corners left a face is held
/// by each of them, and one more that pulls can not give up its load alone.
struct OwnMotion {
  Eigen::VectorXd a;
  std::vector<Vector3> pulls{};
  bool one_way = false;  ///< nothing pulls or sets out, and other splits of the forces move alike
};

/// Nothing if nothing slides: then all splits of the forces move alike.
std::optional<OwnMotion> own_motion(const EventProblem& event, const Mode& mode) {
  if (!slides(mode)) return std::nullopt;
  const ModeMotion motion = coulomb_motion(event.world, event.cluster, mode);
  if (!motion.slides()) return std::nullopt;
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  if (solution.solve(event.cluster.states, slips, ModeSolution::Directions::Kept) ==
      RankCheck::Lost)
    return std::nullopt;
  OwnMotion own{solution.a()};
  const double load = load_scale(event.world, event.cluster);
  const int lowest = most_pulling(motion, solution, -0.5 * kPulls * load);
  for (int f = 0; f < static_cast<int>(motion.forces.size()) && lowest >= 0; ++f) {
    const ModeMotion::Force& force = motion.forces[f];
    if (f == lowest || (!force.loaded && force.pair == motion.forces[lowest].pair))
      own.pulls.push_back(solution.point(force.contact));
  }
  own.one_way = lowest < 0 && mode.onsets.empty() && load_splits(solution).forces.cols() == 0;
  return own;
}

/// The corners at the points, of pairs that have others.
std::vector<int> corners_at(const EventProblem& event, const Selection& selection,
                            const std::vector<Vector3>& points) {
  std::vector<int> found;
  for (const Vector3& point : points) {
    int nearest = -1;
    double least = kSameSplitCorner * event.world.tolerances.skin;
    for (const int i : selection.members) {
      const double away = (event.rows[i].point_W - point).norm();
      if (away >= least || event.pairs[event.pair_of[i]].corners.size() < 2) continue;
      least = away;
      nearest = i;
    }
    if (nearest >= 0 && !contains(found, nearest)) found.push_back(nearest);
  }
  return found;
}

/// Whether a corner without load would sink in.
bool sinks(const EventProblem& event, const Eigen::VectorXd& a) {
  const double zero = kZeroFraction * (a.cwiseAbs().maxCoeff() + event.world.pull());
  return std::any_of(event.idle.begin(), event.idle.end(), [&](int i) {
    return event.set.N.row(i).dot(a) + event.rows[i].normal.jet.second < -zero;
  });
}

/// How a mode without slips moves, and where it pulls most, if it does.
std::optional<OwnMotion> still_motion(const EventProblem& event, const Mode& mode) {
  const ModeMotion motion = mode_motion(event.world, event.cluster, mode.contacts);
  ModeSolution solution(motion);
  if (solution.solve(event.cluster.states, 0.0) == RankCheck::Lost) return std::nullopt;
  OwnMotion own{solution.a()};
  double least = -kPulls * load_scale(event.world, event.cluster);
  for (int k = 0; k < static_cast<int>(motion.rows.size()); ++k) {
    if (motion.rows[k].axis != 0 || solution.multipliers()[k] >= least) continue;
    least = solution.multipliers()[k];
    own.pulls = {solution.point(motion.rows[k].contact)};
  }
  return own;
}

/// The member nearest to the point.
int nearest_member(const EventProblem& event, const Selection& selection, const Vector3& point) {
  return *std::min_element(selection.members.begin(), selection.members.end(), [&](int i, int j) {
    return (event.rows[i].point_W - point).norm() < (event.rows[j].point_W - point).norm();
  });
}

/// The law's own decision, with the forces that it gave to the corners of sliding pairs and to what
/// sticks; nothing if it does not move as decided by them either.
std::optional<Mode> with_decided_loads(EventProblem& event, const Selection& selection) {
  Mode mode = mode_of(event, selection);
  for (int k = 0; k < std::ssize(selection.members); ++k) {
    const int i = selection.members[k];
    const TouchingPair& pair = event.pairs[event.pair_of[i]];
    if (!slides(mode, pair.pair)) continue;
    mode.loads.push_back({corner_id(event.world, event.cluster, pair, event.corner(i)),
                          {selection.accelerations.normal[k], 0.0, 0.0}});
  }
  auto loads = with_held_forces(event.world, event.cluster, mode);
  if (!loads) return std::nullopt;
  mode.loads = std::move(*loads);
  if (!moves_as_decided(event.world, event.cluster, mode)) return std::nullopt;
  return mode;
}

/// Whether two modes begin with the same forces at their corners, to so many newtons.
bool same_loads(const Mode& a, const Mode& b, double least) {
  return std::equal(a.loads.begin(), a.loads.end(), b.loads.begin(), b.loads.end(),
                    [&](const CornerLoad& x, const CornerLoad& y) {
                      return x.id == y.id && (x.force - y.force).norm() <= least;
                    });
}

}  // namespace

bool same_states(const Mode& a, const Mode& b) {
  return std::equal(a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(),
                    [](const ActiveContact& x, const ActiveContact& y) {
                      return x.id == y.id && x.state == y.state;
                    }) &&
         a.pivots == b.pivots;
}

std::optional<Mode> other_split(const EventProblem& event, const Mode& mode) {
  if (event.world.law != Law::Coulomb || !slides(mode)) return std::nullopt;
  EventProblem trial = event;
  Selection selection;
  if (decide_with_bonds(trial, selection) || trial.out.impulse_without_collision ||
      trial.out.captured)
    return std::nullopt;
  std::optional<Mode> other = with_decided_loads(trial, selection);
  if (!other || !same_states(*other, mode) || !holds_clearly(event.world, event.cluster, *other) ||
      same_loads(*other, mode, kPulls * load_scale(event.world, event.cluster)))
    return std::nullopt;
  return other;
}

std::optional<Refusal> release_pulling(EventProblem& event, Selection& selection, Mode& mode) {
  for (int round = 0; round < kSplitRounds; ++round) {
    const std::optional<OwnMotion> own = still_motion(event, mode);
    if (!own || own->pulls.empty()) break;
    const int i = nearest_member(event, selection, own->pulls.front());
    EventProblem trial = event;
    Selection without;
    trial.idle.push_back(i);
    if (decide_with_bonds(trial, without)) break;
    const auto free = still_motion(trial, mode_of(trial, without));
    if (!free) break;
    if (!sinks(trial, free->a))
      event.idle = trial.idle;
    else if (!event.set.contacts[i].bonded)
      break;
    else if (auto refusal = break_bond(event, i))
      return refusal;
    if (auto refusal = decide_with_bonds(event, selection)) return refusal;
    mode = mode_of(event, selection);
  }
  return std::nullopt;
}

std::optional<Refusal> decide_mode(EventProblem& event, Selection& selection, Mode& mode) {
  if (auto refusal = decide_with_bonds(event, selection)) return refusal;
  mode = mode_of(event, selection);
  if (event.world.law != Law::Coulomb) return std::nullopt;
  std::optional<OwnMotion> own = own_motion(event, mode);
  event.moves_one_way = own && own->one_way;
  for (int round = 0; round < kSplitRounds && own && !own->pulls.empty(); ++round) {
    const std::vector<int> corners = corners_at(event, selection, own->pulls);
    if (corners.empty()) break;
    EventProblem trial = event;
    Selection without;
    trial.idle.insert(trial.idle.end(), corners.begin(), corners.end());
    if (decide_with_bonds(trial, without)) break;
    own = own_motion(trial, mode_of(trial, without));
    if (sinks(trial, own ? own->a : without.accelerations.a)) break;
    event.idle = trial.idle;
    if (auto refusal = decide_with_bonds(event, selection)) return refusal;
    mode = mode_of(event, selection);
  }
  if (own) settle_onsets(event.world, event.cluster, mode);
  const double least = -kClearlyYields * load_scale(event.world, event.cluster);
  bool holds = !own;
  for (int round = 0; round < kSplitRounds && !holds; ++round) {
    auto loosened = loosened_mode(event.world, event.cluster, mode, least);
    holds = !loosened.has_value();
    if (holds) break;
    mode = std::move(*loosened);
    event.moves_one_way = false;
  }
  if (own && !(holds && moves_as_decided(event.world, event.cluster, mode)))
    if (auto shared = with_decided_loads(event, selection)) mode = std::move(*shared);
  return std::nullopt;
}

}  // namespace rigor
