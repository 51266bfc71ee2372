// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/assembly/pair_fields.hpp>
#include <rigor/certify/tracking_fields.hpp>
#include <rigor/first_order/checkpoint.hpp>
#include <rigor/trace/compound_fields.hpp>

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
  trace::optional_field(visit, "resting_since", x.resting_since);
}

namespace {

void demand(bool holds) {
  if (!holds)
    throw trace::TraceError(trace::Fault::Malformed, "not a checkpoint of this scene's run");
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
  const std::size_t velocities = local.v_size;
  const std::size_t coordinates = local.q_size;
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
         out.boxes.size() == run.pairs.swept().boxes().size());
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
