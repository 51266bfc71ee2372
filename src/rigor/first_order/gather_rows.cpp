// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/first_order/gather_rows.hpp>

namespace rigor::first_order {
namespace {

/// A sleeper wakes if something approaches it faster than this part of what bodies gain in a step.
constexpr double kWakeSpeed = 0.1;
/// It wakes too if a driven body nearer than this multiple of γ moves at all, m/s: a floor that
/// sets out sideways carries what lies on it.
constexpr double kTouching = 2.0;
constexpr double kCarrySpeed = 1e-9;

/// The velocity a body brings into the step.
Vector6 brought(const Run& run, int id) {
  if (id < 0) return Vector6::Zero();
  const MovingBody& body = run.bodies[id];
  return body.is_awake() ? body.u : body.path_u;
}

/// Limits of the tree's joints near enough for rows.
void add_limits(const Run& run, const MovingTree& tree, std::vector<PairId>& pairs) {
  const double far = std::numeric_limits<double>::infinity();
  const double within = reach(run.scales, gap_target(run.scales, far), far);
  for (const std::uint32_t link : tree.links)
    for (const LimitId& limit : limits_of(run.world, link))
      if (limit_gap(run.world, tree, limit) <= within) pairs.push_back(pair_of(limit));
}

/// Pairs near enough for rows, of all awake bodies and of driven ones with those; ascending.
std::vector<PairId> pairs_in_reach(const Run& run) {
  std::vector<PairId> pairs;
  const auto is_moved = [&](const trace::PieceId& piece) {
    return piece.body != trace::kWorld && run.bodies[piece.body].is_moved();
  };
  for (const MovingBody& body : run.bodies) {
    const bool driven = body.role == BodyRole::Driven && !body.path_u.isZero(0.0);
    if (!body.is_awake() && !driven) continue;
    const double gap = gap_target(run.scales, body.thin);
    run.pairs.swept().add_near(body.id, body.pose, reach(run.scales, gap, body.radius), pairs);
  }
  std::erase_if(pairs, [&](const PairId& pair) { return !is_moved(pair.a) && !is_moved(pair.b); });
  for (const MovingTree& tree : run.bodies.trees)
    if (run.bodies[tree.links.front()].is_awake()) add_limits(run, tree, pairs);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

bool is_driven(const Run& run, const PairId& pair) {
  const auto driven = [&](const trace::PieceId& piece) {
    return piece.body != trace::kWorld && run.bodies[piece.body].role == BodyRole::Driven;
  };
  return driven(pair.a) || driven(pair.b);
}

/// The rows of the pair, and what it wakes.
void look_for_rows(Run& run, const PairId& id, std::vector<Row>& rows) {
  NearPair& pair = run.pairs.at(id, run.scales);
  const std::size_t first = rows.size();
  add_rows(run.world, run.bodies, reach_of(run, pair), pair, rows,
           trace::elapsed(run.now, run.end));
  pair.seen_in = run.step;
  if (rows.size() > first) pair.rows_in = run.step;
  run.tally.smallest_gap = std::min(run.tally.smallest_gap, pair.separation);
  for (std::size_t i = first; i < rows.size(); ++i) {
    Row& row = rows[i];
    if (row.is_limit()) {
      row.approach = row.sign * run.bodies.tree_of(row.b)->v[row.velocity];
      continue;
    }
    const Vector3 speed = relative_velocity(row, brought(run, row.a), brought(run, row.b));
    row.approach = row.nhat_W.dot(speed);
    const bool carried =
        is_driven(run, id) && row.gap <= kTouching * pair.gap && speed.norm() > kCarrySpeed;
    if (row.approach >= -kWakeSpeed * run.scales.gain() && !carried) continue;
    for (const trace::PieceId& piece : {id.a, id.b})
      if (piece.body != trace::kWorld && run.bodies[piece.body].asleep)
        run.to_wake.insert(piece.body);
  }
}

/// Wakes all that is to be woken and all that shares load with it; whether anything was.
bool wake_all(Run& run) {
  const bool any = !run.to_wake.empty();
  while (!run.to_wake.empty()) {
    const std::uint32_t id = *run.to_wake.begin();
    run.to_wake.erase(run.to_wake.begin());
    if (!run.bodies[id].asleep) continue;
    wake(run, id);
    for (const std::uint32_t body : bodies_of(run.bodies, static_cast<int>(id)))
      leave_path(run, body, run.now, trace::EndReason::Neighbour);
  }
  return any;
}

}  // namespace

std::vector<Row> gather_rows(Run& run) {
  std::vector<Row> rows;
  std::set<PairId> done;
  wake_all(run);
  do {
    for (const PairId& id : pairs_in_reach(run))
      if (done.insert(id).second) look_for_rows(run, id, rows);
  } while (wake_all(run));
  return rows;
}

}  // namespace rigor::first_order
