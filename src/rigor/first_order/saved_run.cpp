// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/drives.hpp>
#include <rigor/first_order/saved_run.hpp>

namespace rigor::first_order {
namespace {

template <std::size_t n, class Vector>
std::array<double, n> array_of(const Vector& x) {
  std::array<double, n> out;
  std::copy(x.data(), x.data() + n, out.begin());
  return out;
}

template <std::size_t n>
Eigen::Matrix<double, static_cast<int>(n), 1> fixed_vector(const std::array<double, n>& x) {
  return Eigen::Map<const Eigen::Matrix<double, static_cast<int>(n), 1>>(x.data());
}

std::vector<double> list_of(const Eigen::VectorXd& x) { return {x.data(), x.data() + x.size()}; }

Eigen::VectorXd vector_of(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), x.size());
}

SavedBody saved_body(const MovingBody& body, const trace::Segment& path) {
  SavedBody out;
  out.since = body.since;
  const Vector3& p = body.pose.translation;
  const std::array<double, 4> q = wxyz(body.pose.rotation);
  out.pose = {p.x(), p.y(), p.z(), q[0], q[1], q[2], q[3]};
  out.u = array_of<6>(body.u);
  out.path_u = array_of<6>(body.path_u);
  out.before = array_of<6>(body.before);
  out.deferred = array_of<6>(body.deferred);
  out.segment = body.segment;
  out.asleep = body.asleep;
  out.held = body.held;
  out.cuts = body.cuts;
  out.calm = body.calm;
  if (body.role != BodyRole::Driven) out.path = path;
  return out;
}

void restore_body(const SavedBody& from, const Body& shape, MovingBody& body) {
  const auto& p = from.pose;
  place(shape, {Quaternion(p[3], p[4], p[5], p[6]), Vector3(p[0], p[1], p[2])}, body);
  body.since = from.since;
  body.u = fixed_vector(from.u);
  body.path_u = fixed_vector(from.path_u);
  body.before = fixed_vector(from.before);
  body.deferred = fixed_vector(from.deferred);
  body.segment = from.segment;
  body.asleep = from.asleep;
  body.held = from.held;
  body.cuts = from.cuts;
  body.calm = from.calm;
}

SavedTree saved_tree(const MovingTree& tree) {
  SavedTree out{list_of(tree.placed.state.q), list_of(tree.v),     list_of(tree.before),
                list_of(tree.deferred),       list_of(tree.rates), {}};
  for (const Eigen::VectorXd& output : tree.inputs.outputs) out.outputs.push_back(list_of(output));
  return out;
}

void restore_tree(const SavedTree& from, MovingTree& tree, MovingBodies& bodies) {
  tree.v = vector_of(from.v);
  tree.before = vector_of(from.before);
  tree.deferred = vector_of(from.deferred);
  tree.rates = vector_of(from.rates);
  for (std::size_t i = 0; i < from.outputs.size(); ++i)
    tree.inputs.outputs[i] = vector_of(from.outputs[i]);
  place(vector_of(from.q), tree, bodies);
}

SavedPair saved_pair(const NearPair& pair) {
  SavedPair out{pair.id,       pair.gap,          pair.full_gap,
                pair.hint,     pair.reserve,      {},
                pair.rows_in,  pair.seen_in,      pair.held_steps,
                pair.held_in,  pair.separation,   pair.open,
                pair.tracking, pair.certificates, {}};
  for (const KeptImpulse& kept : pair.kept)
    out.kept.push_back({array_of<3>(kept.point_B), kept.normal, array_of<3>(kept.tangential_W)});
  if (pair.touch) out.touch = {pair.touch->begin, pair.touch->end};
  return out;
}

void restore_pair(const SavedPair& from, Run& run) {
  NearPair& pair = run.pairs.at(from.id, run.scales);
  pair.gap = from.gap;
  pair.full_gap = from.full_gap;
  pair.hint = from.hint;
  pair.reserve = from.reserve;
  for (const SavedImpulse& kept : from.kept)
    pair.kept.push_back({fixed_vector(kept.point_B), kept.normal, fixed_vector(kept.tangential_W)});
  pair.rows_in = from.rows_in;
  pair.seen_in = from.seen_in;
  pair.held_steps = from.held_steps;
  pair.held_in = from.held_in;
  pair.separation = from.separation;
  pair.tracking = from.tracking;
  pair.certificates = from.certificates;
  if (!from.touch.empty()) pair.touch = TimeSpan{from.touch[0], from.touch[1]};
  if (from.open) run.pairs.file(pair);
}

void restore_world(const RunCheckpoint& from, Run& run) {
  const Model& model = *run.world.model;
  for (const SavedStretch& load : from.loads) {
    Body& body = run.world.bodies[load.body];
    body.load = load_from(model, load.body, load.start, body.radius);
  }
  for (const SavedStretch& drive : from.drives)
    run.world.bodies[drive.body].drive =
        make_piece(*model.links[drive.body].path, drive.piece, drive.start, run.horizon);
  run.world.load_pull = from.load_pull;
  run.scales = scales_of(run.world, run.options.stepping);
}

void restore_paths(const RunCheckpoint& from, Run& run) {
  std::vector<Aabb> boxes;
  for (const auto& box : from.boxes)
    boxes.push_back({Vector3(box[0], box[1], box[2]), Vector3(box[3], box[4], box[5])});
  run.pairs.swept().restore(boxes);
  for (const MovingBody& body : run.bodies) {
    if (body.role == BodyRole::Fixed) enter_fixed_body(run, body);
    if (body.role == BodyRole::Driven) enter_drive(run, body.id);
    const trace::Segment& path = from.bodies[body.id].path;
    if (!(path.length > 0.0)) continue;
    run.paths[body.id] = path;
    run.pairs.enter(body.id, {path.index, body_path(path), {path.start, path.end}, {}});
  }
}

}  // namespace

RunCheckpoint saved(const Run& run) {
  RunCheckpoint out;
  out.now = run.now;
  out.step = run.step;
  for (const MovingBody& body : run.bodies)
    out.bodies.push_back(saved_body(body, run.paths[body.id]));
  for (const MovingTree& tree : run.bodies.trees) out.trees.push_back(saved_tree(tree));
  run.pairs.for_each([&](const NearPair& pair) { out.pairs.push_back(saved_pair(pair)); });
  for (const Aabb& box : run.pairs.swept().boxes())
    out.boxes.push_back(
        {box.lower.x(), box.lower.y(), box.lower.z(), box.upper.x(), box.upper.y(), box.upper.z()});
  for (const Body& body : run.world.bodies) {
    if (body.role == BodyRole::Driven)
      out.drives.push_back({body.id, body.drive.index, body.drive.start});
    if (!body.load.wrenches.empty()) out.loads.push_back({body.id, 0, body.load.start});
  }
  out.load_pull = run.world.load_pull;
  out.to_wake.assign(run.to_wake.begin(), run.to_wake.end());
  out.supplied = run.supplied;
  out.energy = total_energy(run);
  out.tally = run.tally;
  out.last_restart = run.last_restart;
  out.restarts_there = run.restarts_there;
  return out;
}

void restore(const RunCheckpoint& from, Run& run) {
  run.now = run.end = from.now;
  run.report.time = from.now;
  run.step = from.step;
  restore_world(from, run);
  for (std::size_t i = 0; i < from.trees.size(); ++i)
    restore_tree(from.trees[i], run.bodies.trees[i], run.bodies);
  for (MovingBody& body : run.bodies)
    restore_body(from.bodies[body.id], run.world.bodies[body.id], body);
  restore_paths(from, run);
  for (const SavedPair& pair : from.pairs) restore_pair(pair, run);
  run.to_wake = {from.to_wake.begin(), from.to_wake.end()};
  run.supplied = from.supplied;
  run.tally = from.tally;
  run.last_restart = from.last_restart;
  run.restarts_there = from.restarts_there;
  if (total_energy(run) != from.energy)
    throw trace::TraceError(trace::Fault::Malformed,
                            "going on from its last checkpoint does not give what the run computed "
                            "before (another processor or another build)");
}

}  // namespace rigor::first_order
