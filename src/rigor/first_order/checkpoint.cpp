// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/assembly/pair_fields.hpp>
#include <rigor/certify/tracking_fields.hpp>
#include <rigor/first_order/checkpoint.hpp>
#include <rigor/first_order/step.hpp>

namespace rigor::first_order {

using trace::Is;

template <class Visitor, Is<SavedBody> T>
void fields(Visitor& visit, T& x) {
  visit("since", x.since);
  visit("pose", x.pose);
  visit("u", x.u);
  visit("path_u", x.path_u);
  visit("before", x.before);
  visit("deferred", x.deferred);
  visit("segment", x.segment);
  visit("asleep", x.asleep);
  visit("held", x.held);
  visit("cuts", x.cuts);
  visit("calm", x.calm);
  visit("path", x.path);
}

template <class Visitor, Is<SavedTree> T>
void fields(Visitor& visit, T& x) {
  visit("q", x.q);
  visit("v", x.v);
  visit("before", x.before);
  visit("deferred", x.deferred);
  visit("rates", x.rates);
  visit("outputs", x.outputs);
}

template <class Visitor, Is<SavedImpulse> T>
void fields(Visitor& visit, T& x) {
  visit("point_B", x.point_B);
  visit("normal", x.normal);
  visit("tangential_W", x.tangential_W);
}

template <class Visitor, Is<SavedPair> T>
void fields(Visitor& visit, T& x) {
  visit("id", x.id);
  visit("gap", x.gap);
  visit("full_gap", x.full_gap);
  visit("hint", x.hint);
  visit("reserve", x.reserve);
  visit("kept", x.kept);
  visit("rows_in", x.rows_in);
  visit("seen_in", x.seen_in);
  visit("held_steps", x.held_steps);
  visit("held_in", x.held_in);
  visit("separation", x.separation);
  visit("open", x.open);
  visit("tracking", x.tracking);
  visit("certificates", x.certificates);
  visit("touch", x.touch);
}

template <class Visitor, Is<SavedStretch> T>
void fields(Visitor& visit, T& x) {
  visit("body", x.body);
  visit("piece", x.piece);
  visit("start", x.start);
}

template <class Visitor, Is<Tally> T>
void fields(Visitor& visit, T& x) {
  visit("steps", x.steps);
  visit("body_steps", x.body_steps);
  visit("touches", x.touches);
  visit("impacts", x.impacts);
  visit("holds", x.holds);
  visit("cuts", x.cuts);
  visit("restarts", x.restarts);
  visit("solves", x.solves);
  visit("unconverged", x.unconverged);
  visit("residual_worst", x.residual_worst);
  visit("residual_sum", x.residual_sum);
  visit("held_time", x.held_time);
  visit("body_time", x.body_time);
  visit("smallest_gap", x.smallest_gap);
  visit("largest_gain", x.largest_gain);
}

template <class Visitor, Is<RunCheckpoint> T>
void fields(Visitor& visit, T& x) {
  visit("now", x.now);
  visit("step", x.step);
  visit("bodies", x.bodies);
  visit("trees", x.trees);
  visit("pairs", x.pairs);
  visit("boxes", x.boxes);
  visit("drives", x.drives);
  visit("loads", x.loads);
  visit("load_pull", x.load_pull);
  visit("to_wake", x.to_wake);
  visit("supplied", x.supplied);
  visit("energy", x.energy);
  visit("tally", x.tally);
  visit("last_restart", x.last_restart);
  visit("restarts_there", x.restarts_there);
  visit("footer", x.footer);
  visit("start_moved", x.start_moved);
  visit("segments", x.segments);
  visit("events", x.events);
  visit("lowest_energy", x.lowest_energy);
  visit("resting_since", x.resting_since);
}

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
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
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
  run.pairs.set_boxes(boxes);
  for (const MovingBody& body : run.bodies) {
    if (body.role == BodyRole::Fixed) enter_fixed_body(run, body);
    if (body.role == BodyRole::Driven) enter_drive(run, body.id);
    const trace::Segment& path = from.bodies[body.id].path;
    if (!(path.length > 0.0)) continue;
    run.paths[body.id] = path;
    run.pairs.enter(body.id, {path.index, body_path(path), {path.start, path.end}, {}});
  }
}

void demand(bool holds) {
  if (!holds) throw trace::TraceError(trace::Fault::Malformed, "no checkpoint of this scene's run");
}

void check(const SavedBody& saved, const MovingBody& body) {
  demand(saved.path.length == 0.0 ||
         (saved.asleep && body.is_free() && saved.path.body == body.id));
  if (saved.path.length == 0.0) return;
  for (const auto& row : saved.path.position) demand(row.size() == 1);
  for (const auto& row : saved.path.quaternion) demand(row.size() == 1);
}

void check(const SavedTree& saved, const MovingTree& tree) {
  const Model& local = tree.tree->local;
  const auto velocities = static_cast<std::size_t>(local.v_size);
  const auto coordinates = static_cast<std::size_t>(local.q_size);
  demand(saved.q.size() == coordinates && saved.rates.size() == coordinates);
  for (const auto* list : {&saved.v, &saved.before, &saved.deferred})
    demand(list->size() == velocities);
  demand(saved.outputs.size() == tree.inputs.outputs.size());
  for (const std::vector<double>& output : saved.outputs) demand(output.size() <= velocities);
}

/// The polytope of a piece that must exist.
const Polytope& piece_of(const trace::PieceId& id, const World& world) {
  demand(id.body < world.bodies.size() && id.piece < world.bodies[id.body].pieces.size());
  return world.bodies[id.body].pieces[id.piece].polytope;
}

bool fits_pieces(const PairAxis& axis, const Polytope& A, const Polytope& B) {
  if (axis.kind == AxisKind::EdgeEdge)
    return axis.index_A < A.edges().size() && axis.index_B < B.edges().size();
  return axis.kind == AxisKind::FaceOfA ? axis.index_A < A.faces().size()
                                        : axis.index_B < B.faces().size();
}

void check(const SavedPair& saved, const World& world) {
  demand(saved.touch.empty() || saved.touch.size() == 2);
  if (on_limit(saved.id)) {
    demand(saved.id.b.body < world.bodies.size());
    const auto limits = limits_of(world, saved.id.b.body);
    demand(std::any_of(limits.begin(), limits.end(),
                       [&](const LimitId& limit) { return pair_of(limit) == saved.id; }));
    return;
  }
  const Polytope& B = piece_of(saved.id.b, world);
  if (on_half_space(saved.id)) {
    demand(saved.id.a.piece < world.half_spaces.size());
    return;
  }
  const Polytope& A = piece_of(saved.id.a, world);
  demand(fits(saved.tracking, A, B) && fits_pieces(saved.hint, A, B));
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
  for (const Aabb& box : run.pairs.boxes())
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

trace::Bytes bytes_of(const RunCheckpoint& checkpoint) {
  trace::Bytes bytes;
  trace::ByteWriter(bytes).write(checkpoint);
  return bytes;
}

RunCheckpoint read_run_checkpoint(std::span<const std::uint8_t> bytes, const Run& run) {
  RunCheckpoint out;
  trace::ByteReader reader(bytes);
  reader.read(out);
  demand(reader.at_end() && out.bodies.size() == run.bodies.size() &&
         out.trees.size() == run.bodies.trees.size() &&
         out.boxes.size() == run.pairs.boxes().size() && out.resting_since.size() <= 1);
  for (const MovingBody& body : run.bodies) check(out.bodies[body.id], body);
  for (std::size_t i = 0; i < out.trees.size(); ++i) check(out.trees[i], run.bodies.trees[i]);
  for (const SavedPair& pair : out.pairs) check(pair, run.world);
  const auto has_role = [&](std::uint32_t body, BodyRole role) {
    return body < run.bodies.size() && run.bodies[body].role == role;
  };
  for (const SavedStretch& drive : out.drives) demand(has_role(drive.body, BodyRole::Driven));
  for (const SavedStretch& load : out.loads) demand(load.body < run.bodies.size());
  for (const std::uint32_t body : out.to_wake) demand(body < run.bodies.size());
  return out;
}

}  // namespace rigor::first_order
