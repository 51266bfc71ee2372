// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include <rigor/dynamics/configuration.hpp>
#include <rigor/first_order/pair_proof.hpp>
#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {
namespace {

/// A straight path turns by at most this angle, rad: |q|² = 1 + (angle/2)² stays below 2.
constexpr double kMostTurn = 1.0;

/// Degrees tried for the paths of links, until their last coefficients are below kPathTail (m, and
/// as a fraction in quaternions): the checker lets joints be open by 1e-9 m.
constexpr std::array<int, 5> kLinkDegrees{4, 6, 8, 12, 16};
constexpr double kPathTail = 1e-11;
/// A path of links is halved so often at most until the tail is that small.
constexpr int kMostHalvings = 40;

/// Fewer proofs than this are made on one thread; of more, so many make one job.
constexpr std::size_t kLeastProofs = 48;
constexpr std::size_t kProofsTogether = 8;

/// The largest angular speed of a joint with a quaternion, rad/s.
double fastest_turn(const Model& model, const Eigen::VectorXd& v) {
  double most = 0.0;
  for (const Link& link : model.links)
    if (!has_plain_coordinates(link.joint))
      most = std::max(most, v.segment<3>(link.first_v + link.velocities - 3).norm());
  return most;
}

/// What moves a tree's coordinates from its place on.
CoordinatesAt course_of(const MovingTree& tree) {
  if (!tree.placed.loops) return StraightCoordinates{tree.placed.state.q, tree.rates};
  return [&tree](double t) { return coordinates_after(tree, t); };
}

/// The segments of the tree's links from `start` on, and where they end.
std::vector<trace::Segment> link_segments(const Run& run, const MovingTree& tree,
                                          const trace::Time& start, trace::Time& end) {
  const Tree& of = *tree.tree;
  std::vector<trace::Segment> segments(tree.links.size());
  const CoordinatesAt at = course_of(tree);
  for (int halvings = 0;; ++halvings) {
    const double length = nominal_length(start, end);
    for (std::size_t i = 0; i < segments.size(); ++i) {
      segments[i].body = tree.links[i];
      segments[i].index = run.bodies[tree.links[i]].segment;
      segments[i].start = start;
      segments[i].end = end;
      segments[i].length = length;
    }
    const double tail = write_link_paths(of.local, of.joints(), of.first_body, at, 0.0, length,
                                         {kLinkDegrees, kPathTail}, segments);
    if (tail <= kPathTail || halvings == kMostHalvings) return segments;
    end = trace::advanced(start, 0.5 * trace::elapsed(start, end));
  }
}

/// The least and the greatest mean rates of the coordinates since their path began. Loops bend
/// them: then those up to so many instants of the path.
struct MeanRates {
  Eigen::VectorXd least;
  Eigen::VectorXd greatest;
};
constexpr int kLimitSamples = 8;

MeanRates mean_rates(const MovingTree& tree, double length) {
  MeanRates rates{tree.rates, tree.rates};
  if (!tree.placed.loops || tree.is_still()) return rates;
  for (int k = 1; k <= kLimitSamples; ++k) {
    const double t = length * k / kLimitSamples;
    const Eigen::VectorXd mean = (coordinates_after(tree, t) - tree.placed.state.q) / t;
    rates.least = k == 1 ? mean : Eigen::VectorXd(rates.least.cwiseMin(mean));
    rates.greatest = k == 1 ? mean : Eigen::VectorXd(rates.greatest.cwiseMax(mean));
  }
  return rates;
}

std::vector<LimitCourse> limit_courses(const Run& run, const MovingTree& tree,
                                       const MeanRates& rates, std::uint32_t body) {
  std::vector<LimitCourse> courses;
  for (const LimitId& limit : limits_of(run.world, body)) {
    const int q = coordinate_of(*tree.tree, limit);
    courses.push_back({pair_of(limit), limit_gap(run.world, tree, limit),
                       std::min(limit.sign() * rates.least[q], limit.sign() * rates.greatest[q])});
  }
  return courses;
}

/// What given forces do to a free body along its path up to t, J. A body that is cut goes two ways
/// in a step: what counts is the way it went.
void count_work(Run& run, const MovingBody& body, const trace::Time& t) {
  const AppliedLoad& load = run.world.bodies[body.id].load;
  if (!body.is_free() || load.wrenches.empty() || body.path_u.isZero(0.0)) return;
  const double length = trace::elapsed(body.since, t);
  const Wrench wrench = load_at(load, body.pose.rotation.toRotationMatrix(),
                                trace::elapsed(load.start, body.since) + 0.5 * length);
  run.supplied += length * wrench.vector().dot(body.path_u);
}

/// The velocity of the body's path from now on.
Vector6 going(const MovingBody& body, bool still) {
  return still ? Vector6(Vector6::Zero()) : Vector6(body.u + body.opening);
}

/// The pair's separation at t, or a lower bound of it above γ.
void look(Run& run, NearPair& pair, const trace::Time& t) {
  if (on_limit(pair.id)) {
    const LimitId limit = limit_of(pair.id);
    pair.separation = limit_gap(run.world, *run.bodies.tree_of(limit.body), limit);
    return;
  }
  const bool half_space = on_half_space(pair.id);
  const Pose pose_b = pose_at(run, pair.id.b.body, t);
  const Pose pose_a = half_space ? Pose{} : pose_at(run, pair.id.a.body, t);
  const PlacedPair there = placed(run.world, pair.id, pose_a, pose_b);
  if (!half_space) {
    pair.separation = read_axis(there, pair.hint).separation;
    if (pair.separation >= pair.gap) return;
  }
  pair.separation = separation_of(there);
  run.tally.smallest_gap = std::min(run.tally.smallest_gap, pair.separation);
}

}  // namespace

Run::Run(const Model& model, const State& initial, const SimulationOptions& asked, int threads)
    : options(asked),
      world(make_world(model, initial, asked)),
      scales(scales_of(world, asked.stepping)),
      bodies(moving_bodies(world, initial)),
      paths(world.bodies.size()),
      pairs(world),
      start(trace::time_from(initial.time)),
      now(start),
      end(start),
      horizon(horizon_of(asked)),
      workers(threads) {
  copies = bodies;
  copied_in.resize(bodies.size());
  last_restart = start;
}

Pose pose_at(const Run& run, std::uint32_t id, const trace::Time& t) {
  const MovingBody& body = run.bodies[id];
  if (body.role == BodyRole::Driven) {
    const DrivePiece& drive = run.world.bodies[id].drive;
    return motion_at(drive, trace::elapsed(drive.start, t)).X_WB;
  }
  if (const MovingTree* tree = run.bodies.tree_of(id)) {
    if (tree->is_still()) return body.pose;
    const State state{0.0, coordinates_at(run, *tree, t), {}};
    return link_pose(tree->tree->local, static_cast<int>(id - tree->tree->first_body), state);
  }
  if (body.path_u.isZero(0.0)) return body.pose;
  return moved(body.pose, body.path_u, trace::elapsed(body.since, t));
}

trace::Segment enter_fixed_body(Run& run, const MovingBody& body) {
  trace::Segment segment = straight_segment(body, Vector6::Zero(), run.start, run.horizon);
  segment.reason = trace::EndReason::Rest;
  run.pairs.enter(body.id, {0, body_path(segment), {run.start, run.horizon}, {}});
  return segment;
}

void enter_path(Run& run, std::uint32_t id, const Vector6& u, const trace::Time& start,
                const trace::Time& end) {
  MovingBody& body = run.bodies[id];
  const double turn = u.tail<3>().norm() * trace::elapsed(start, end);
  trace::Time until = end;
  if (turn > kMostTurn) {
    until = trace::advanced(start, trace::elapsed(start, end) / std::ceil(turn));
    if (until < end) run.turns.insert({until, id});
  }
  body.since = start;
  body.path_u = u;
  run.paths[id] = straight_segment(body, u, start, until);
  run.pairs.enter(id, {body.segment, body_path(run.paths[id]), {start, until}, {}});
}

void enter_tree_path(Run& run, MovingTree& tree, bool still, const trace::Time& start,
                     const trace::Time& end) {
  tree.rates.setZero();
  const Eigen::VectorXd v = tree.v + tree.opening;
  if (!still) coordinate_rates(tree.tree->local, tree.placed.state.q, v, tree.rates);
  set_velocity(tree.v, tree, run.bodies);
  trace::Time until = end;
  const double turn = still ? 0.0 : fastest_turn(tree.tree->local, v) * trace::elapsed(start, end);
  if (turn > kMostTurn)
    until = trace::advanced(start, trace::elapsed(start, end) / std::ceil(turn));
  std::vector<trace::Segment> segments = link_segments(run, tree, start, until);
  if (until < end) run.turns.insert({until, tree.links.front()});
  const MeanRates rates = mean_rates(tree, trace::elapsed(start, until));
  for (trace::Segment& segment : segments) {
    const std::uint32_t id = segment.body;
    run.bodies[id].since = start;
    run.paths[id] = std::move(segment);
    run.pairs.enter(id, {run.bodies[id].segment,
                         body_path(run.paths[id]),
                         {start, until},
                         limit_courses(run, tree, rates, id)});
  }
}

std::vector<std::uint32_t> bodies_of(const MovingBodies& bodies, int member) {
  const MovingTree* tree = bodies.tree_of(member);
  return tree == nullptr ? std::vector<std::uint32_t>{static_cast<std::uint32_t>(member)}
                         : tree->links;
}

Eigen::VectorXd coordinates_at(const Run& run, const MovingTree& tree, const trace::Time& t) {
  return coordinates_after(tree, trace::elapsed(run.bodies[tree.links.front()].since, t));
}

void leave_path(Run& run, std::uint32_t id, const trace::Time& t, trace::EndReason reason) {
  for (trace::Certificate& certificate : run.pairs.leave(id, t))
    run.report.certificates.push_back(std::move(certificate));
  run.turns.erase({run.paths[id].end, id});
  trace::Segment segment = std::exchange(run.paths[id], {});
  if (!(segment.start < t)) return;
  count_work(run, run.bodies[id], t);
  segment.end = t;
  segment.reason = reason;
  run.report.segments.push_back(std::move(segment));
  ++run.bodies[id].segment;
}

void prove_pairs(Run& run, const std::vector<PairId>& pairs, const trace::Time& t) {
  std::vector<NearPair*> records;
  records.reserve(pairs.size());
  for (const PairId& id : pairs) {
    NearPair& pair = run.pairs.at(id, run.scales);
    pair.seen_in = run.step;
    records.push_back(&pair);
  }
  const std::size_t parts = records.size() < kLeastProofs ? 1 : records.size() / kProofsTogether;
  run.workers.share(parts, [&](std::size_t part) {
    for (std::size_t i = part; i < records.size(); i += parts)
      prove(run.world, run.pairs, run.scales, t, *records[i]);
  });
  for (NearPair* pair : records) run.pairs.file(*pair);
}

void prove_quiet_pairs(Run& run, const std::vector<std::uint32_t>& bodies, const trace::Time& t) {
  const auto awake = [&](const trace::PieceId& piece) {
    return piece.body != trace::kWorld && run.bodies[piece.body].is_awake();
  };
  std::vector<PairId> pairs;
  for (const std::uint32_t body : bodies)
    for (const PairId& pair : pairs_around(run.pairs, body))
      if (!awake(pair.a) && !awake(pair.b)) pairs.push_back(pair);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::erase_if(pairs, [](const PairId& id) { return on_limit(id); });  // joints stand still
  for (const PairId& id : pairs) {
    const Pose pose_a = on_half_space(id) ? Pose{} : pose_at(run, id.a.body, t);
    run.pairs.at(id, run.scales).separation =
        separation_of(placed(run.world, id, pose_a, pose_at(run, id.b.body, t)));
  }
  prove_pairs(run, pairs, t);
}

void cut_paths(Run& run, const std::vector<NewPath>& paths, const trace::Time& t,
               trace::EndReason reason) {
  for (const NewPath& path : paths) {
    if (MovingTree* tree = run.bodies.tree_of(path.body)) {
      const Eigen::VectorXd q = coordinates_at(run, *tree, t);
      for (const std::uint32_t link : tree->links) leave_path(run, link, t, reason);
      arrive(q, *tree, run.bodies);
    } else {
      const Pose pose = pose_at(run, path.body, t);
      leave_path(run, path.body, t, reason);
      place(run.world.bodies[path.body], pose, run.bodies[path.body]);
    }
    ++run.bodies[path.body].cuts;
    ++run.tally.cuts;
  }
  for (const NewPath& path : paths) {
    if (MovingTree* tree = run.bodies.tree_of(path.body))
      enter_tree_path(run, *tree, path.still, t, run.end);
    else
      enter_path(run, path.body, going(run.bodies[path.body], path.still), t, run.end);
  }
  std::vector<PairId> pairs;
  for (const NewPath& path : paths) {
    for (const std::uint32_t body : bodies_of(run.bodies, path.body)) {
      const std::vector<PairId> around = pairs_around(run.pairs, body);
      pairs.insert(pairs.end(), around.begin(), around.end());
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const PairId& id : pairs) look(run, run.pairs.at(id, run.scales), t);
  prove_pairs(run, pairs, t);
}

void wake(Run& run, std::uint32_t member) {
  if (!run.bodies[member].asleep) return;
  const std::vector<std::uint32_t> bodies = bodies_of(run.bodies, static_cast<int>(member));
  for (const std::uint32_t id : bodies) {
    MovingBody& body = run.bodies[id];
    body.asleep = false;
    body.calm = 0;
    body.u.setZero();
  }
  for (const std::uint32_t id : bodies) {
    for (const PairId& pair : run.pairs.open_pairs(id)) {
      if (on_half_space(pair)) continue;
      const std::uint32_t other = pair.a.body == id ? pair.b.body : pair.a.body;
      if (run.bodies[other].asleep && !run.pairs.find(pair)->kept.empty())
        run.to_wake.insert(other);
    }
  }
}

double reach_of(const Run& run, const NearPair& pair) {
  return reach(run.scales, pair.gap, pair.radius);
}

RowGoals step_goals(const Run& run, double duration, const std::vector<Row>& rows) {
  RowGoals goals;
  double gap = gap_target(run.scales, std::numeric_limits<double>::infinity());
  for (const Row& row : rows) gap = std::min(gap, row.pair->gap);
  goals.law.law = run.world.law;
  goals.law.duration = duration;
  goals.law = with_goal(goals.law, kHarmless * gap / run.scales.step);
  goals.duration = duration;
  goals.step = run.scales.step;
  goals.impact_speed = run.scales.impact_speed();
  goals.gain = run.scales.gain();
  goals.least_gap = run.scales.skin;
  return goals;
}

void sort_upwards(const Run& run, std::vector<Row>& rows) {
  const Vector3 down = run.world.gravity();
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& x, const Row& y) {
    return down.dot(x.point_W) > down.dot(y.point_W);
  });
}

void count(Run& run, const StepSolution& solution, double goal) {
  Tally& tally = run.tally;
  ++tally.solves;
  if (solution.residual > goal) ++tally.unconverged;
  tally.residual_worst = std::max(tally.residual_worst, solution.residual);
  tally.residual_sum += solution.residual;
}

double total_energy(const Run& run) {
  double sum = 0.0;
  for (const MovingBody& body : run.bodies)
    if (body.is_free()) sum += energy_of(run.world, body);
  for (const MovingTree& tree : run.bodies.trees)
    sum += energy(tree.placed) + tree.v.dot(tree.own_mass * tree.deferred);
  return sum;
}

std::string name_of(const Run& run, const trace::PieceId& piece) {
  const Model& model = *run.world.model;
  if (piece.body == trace::kWorld && piece.piece >= kFirstLimit)
    return piece.piece % 2U == 1U ? "its upper limit" : "its lower limit";
  if (piece.body == trace::kWorld)
    return "half-space '" + model.half_spaces[piece.piece].name + "'";
  return "body '" + model.links[piece.body].name + "'";
}

}  // namespace rigor::first_order
