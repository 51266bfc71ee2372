// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/dynamics/configuration.hpp>
#include <rigor/first_order/islands.hpp>
#include <rigor/first_order/opening.hpp>

namespace rigor::first_order {
namespace {

constexpr double kOpenEnough = 0.6;  // of γ
constexpr double kOpenTo = 1.2;      // of γ
constexpr int kMostRounds = 200;
/// Displacements are exact to this part of γ.
constexpr double kExact = 0.01;

/// All pairs with a free body that start near each other, with their rows within γ.
struct Start {
  std::vector<Row> rows;
  const NearPair* deepest = nullptr;
  double least = std::numeric_limits<double>::infinity();  ///< smallest gap as a part of γ
};

Start look(Run& run) {
  Start start;
  std::vector<PairId> pairs;
  for (const MovingBody& body : run.bodies)
    if (body.is_moved())
      run.pairs.swept().add_near(body.id, body.pose, gap_target(run.scales, body.thin), pairs);
  for (const MovingTree& tree : run.bodies.trees)
    for (const std::uint32_t link : tree.links)
      for (const LimitId& limit : limits_of(run.world, link)) pairs.push_back(pair_of(limit));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const PairId& id : pairs) {
    NearPair& pair = run.pairs.at(id, run.scales);
    add_rows(run.world, run.bodies, pair.gap, pair, start.rows);
    if (start.deepest == nullptr || pair.separation < start.deepest->separation)
      start.deepest = &pair;
    start.least = std::min(start.least, pair.separation / pair.gap);
  }
  return start;
}

/// Moves the bodies of one island; how far, m.
double open_island(Run& run, Island island) {
  double gap = std::numeric_limits<double>::infinity();
  for (const Row& row : island.rows) {
    gap = std::min(gap, row.pair->gap);
    row.pair->reserve = (kOpenTo - 1.0) * row.pair->gap;
  }
  // Displacements are velocities times one second; gaps may open by four times their goal.
  RowGoals goals;
  goals.law = with_goal({Law::Frictionless, 1.0, 0.0, {200, 0.0}, {}, true}, kExact * gap);
  goals.duration = 1.0;
  goals.step = 0.25;
  goals.impact_speed = std::numeric_limits<double>::infinity();
  MovingBodies still = run.bodies;
  for (const int member : island.members) {
    still[member].u.setZero();
    if (MovingTree* tree = still.tree_of(member)) tree->v.setZero();
  }
  VelocityProblem problem(still, island.members, island.rows, goals);
  problem.solve(false);
  double most = 0.0;
  for (const int member : island.members) {
    if (MovingTree* tree = run.bodies.tree_of(member)) {
      const Eigen::VectorXd& way = problem.joint_velocities(member);
      most = std::max(most, speed_bound(*tree, run.bodies, way));
      const Eigen::VectorXd q = integrate(tree->tree->local, tree->placed.state.q, way);
      place(with_closed_loops(*tree, q), *tree, run.bodies);
      continue;
    }
    MovingBody& body = run.bodies[member];
    const Vector6 way = problem.path_velocity(member);
    most = std::max(most, speed_bound(body, way));
    place(run.world.bodies[member], moved(body.pose, way, 1.0), body);
  }
  for (const Row& row : island.rows) row.pair->reserve = 0.0;
  return most;
}

/// Bodies stand where they are: what the search for near pairs needs.
void place_all(Run& run) {
  for (const MovingBody& body : run.bodies) {
    if (!body.is_moved()) continue;
    const trace::Segment rest = straight_segment(body, Vector6::Zero(), run.start,
                                                 trace::advanced(run.start, run.scales.step));
    run.pairs.enter(body.id, {0, body_path(rest), {rest.start, rest.end}, {}});
  }
}

}  // namespace

std::variant<double, Ending> open_start(Run& run, GapsAtStart gaps) {
  const double allowed = run.world.tolerances.start();
  const auto is_open = [&](const Start& start) {
    if (start.deepest == nullptr || start.least >= kOpenEnough) return true;
    return gaps == GapsAtStart::Kept && start.deepest->separation > run.scales.floor();
  };
  double moved_by = 0.0;
  for (int round = 0; round < kMostRounds; ++round) {
    place_all(run);
    Start start = look(run);
    if (is_open(start)) return moved_by;
    const NearPair& deepest = *start.deepest;
    if (round == 0 && deepest.separation < -allowed)
      return Ending{
          StopKind::Overlap,
          fmt::format("{} and {} overlap by {:.3g} m at the start; the scene allows {:.3g} m",
                      name_of(run, deepest.id.a), name_of(run, deepest.id.b), -deepest.separation,
                      allowed)};
    double most = 0.0;
    for (Island& island : islands_of(run, std::move(start.rows)))
      if (!island.rows.empty()) most = std::max(most, open_island(run, std::move(island)));
    moved_by += most;
  }
  return Ending{StopKind::Overlap, "the bodies cannot be moved apart at the start"};
}

}  // namespace rigor::first_order
