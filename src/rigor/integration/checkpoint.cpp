// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/assembly/pair_fields.hpp>
#include <rigor/integration/checkpoint.hpp>
#include <rigor/touching/limit.hpp>
#include <rigor/trace/compound_fields.hpp>

namespace rigor {

using trace::Is;

constexpr unsigned count_of(ContactState) { return 4; }
constexpr unsigned count_of(MotorBranch) { return 4; }

template <class Visitor, Is<ContactId> T>
void fields(Visitor& visit, T& x) {
  visit("pair", x.pair);
  visit("axis", x.axis);
  visit("vertex", x.vertex);
  visit("toward", x.toward);
  visit("along", x.along);
}

template <class Visitor, Is<ActiveContact> T>
void fields(Visitor& visit, T& x) {
  visit("id", x.id);
  visit("state", x.state);
  visit("viscosity", x.viscosity);
}

template <class Visitor, Is<Bond> T>
void fields(Visitor& visit, T& x) {
  visit("pair", x.pair);
  visit("vertex", x.vertex);
}

template <class Visitor, Is<SlipOnset> T>
void fields(Visitor& visit, T& x) {
  visit("id", x.id);
  trace::coordinates(visit, "slip_W", x.slip_W);
}

template <class Visitor, Is<CornerLoad> T>
void fields(Visitor& visit, T& x) {
  visit("id", x.id);
  trace::coordinates(visit, "force", x.force);
}

template <class Visitor, Is<Mode> T>
void fields(Visitor& visit, T& x) {
  visit("contacts", x.contacts);
  visit("broken", x.broken);
  visit("onsets", x.onsets);
  visit("pivots", x.pivots);
  visit("loads", x.loads);
  visit("split_is_open", x.split_is_open);
}

template <class Visitor, Is<StepControl> T>
void fields(Visitor& visit, T& x) {
  visit("length", x.length);
  visit("degree", x.degree);
  visit("beyond", x.beyond);
}

template <class Visitor, Is<SavedTree> T>
void fields(Visitor& visit, T& x) {
  visit("mechanism", x.mechanism);
  visit("q", x.q);
  visit("v", x.v);
  visit("outputs", x.outputs);
  visit("branches", x.branches);
  visit("slides", x.slides);
}

template <class Visitor, Is<SavedIsland> T>
void fields(Visitor& visit, T& x) {
  visit("number", x.number);
  visit("bodies", x.bodies);
  visit("free", x.free);
  visit("trees", x.trees);
  visit("time", x.time);
  visit("mode", x.mode);
  visit("step", x.step);
  visit("segments", x.segments);
  visit("at_rest", x.at_rest);
  visit("several", x.several);
  visit("energy", x.energy);
  visit("impacts", x.impacts);
  visit("last_progress", x.last_progress);
  visit("events_without_progress", x.events_without_progress);
  visit("load_pull", x.load_pull);
  visit("checksum", x.checksum);
}

template <class Visitor, Is<SavedDrive> T>
void fields(Visitor& visit, T& x) {
  visit("number", x.number);
  visit("body", x.body);
  visit("piece", x.piece);
  visit("start", x.start);
}

template <class Visitor, Is<SavedLoad> T>
void fields(Visitor& visit, T& x) {
  visit("body", x.body);
  visit("start", x.start);
}

template <class Visitor, Is<Checkpoint> T>
void fields(Visitor& visit, T& x) {
  visit("now", x.now);
  visit("next_number", x.next_number);
  visit("islands", x.islands);
  visit("drives", x.drives);
  visit("loads", x.loads);
  visit("load_pull", x.load_pull);
  visit("footer", x.footer);
  visit("start_moved", x.start_moved);
  visit("segments", x.segments);
  visit("events", x.events);
  visit("energy_change", x.energy_change);
  visit("lowest_energy", x.lowest_energy);
  visit("supplied_work", x.supplied_work);
  visit("stepped", x.stepped);
}

namespace {

void demand(bool holds) {
  if (!holds)
    throw trace::TraceError(trace::Fault::Malformed, "not a checkpoint of this scene's run");
}

void check(const SavedTree& saved, const World& world) {
  const auto tree = tree_of(saved.mechanism, world);
  demand(tree != nullptr);
  const auto velocities = static_cast<std::size_t>(tree->local.v_size);
  demand(saved.q.size() == static_cast<std::size_t>(tree->local.q_size) &&
         saved.v.size() == velocities && saved.outputs.size() == tree->local.forces.size());
  for (const std::vector<double>& output : saved.outputs) demand(output.size() <= velocities);
  demand(saved.branches.empty() || saved.branches.size() == tree->local.forces.size());
  demand(saved.slides.empty() || saved.slides.size() == velocities);
  for (const std::uint8_t slide : saved.slides) demand(slide <= 2);
}

/// The polytope of a piece that must exist.
const Polytope& checked_piece(const trace::PieceId& id, const World& world) {
  demand(id.body < world.bodies.size() && id.piece < world.bodies[id.body].pieces.size());
  return world.bodies[id.body].pieces[id.piece].polytope;
}

void check(const PairId& pair, const World& world) {
  if (on_limit(pair)) {
    demand(pair.b.body < world.bodies.size());
    const auto limits = limits_of(world, pair.b.body);
    demand(std::any_of(limits.begin(), limits.end(),
                       [&](const LimitId& limit) { return pair_of(limit) == pair; }));
    return;
  }
  checked_piece(pair.b, world);
  if (on_half_space(pair))
    demand(pair.a.piece < world.half_spaces.size());
  else
    checked_piece(pair.a, world);
}

void check(const ContactId& id, const World& world) {
  check(id.pair, world);
  if (on_limit(id.pair)) return;
  const Polytope& b = checked_piece(id.pair.b, world);
  const Polytope* a = on_half_space(id.pair) ? nullptr : &checked_piece(id.pair.a, world);
  if (id.axis.kind == AxisKind::EdgeEdge) {
    demand(a != nullptr && id.axis.index_A < a->edges().size() &&
           id.axis.index_B < b.edges().size());
    return;
  }
  const bool by_a = id.axis.kind == AxisKind::FaceOfA;
  const Polytope* carrier = by_a ? a : &b;
  demand((carrier == nullptr ? 1U : carrier->faces().size()) >
         (by_a ? id.axis.index_A : id.axis.index_B));
  demand(by_a || a != nullptr);
  const std::size_t vertices = (by_a ? b : *a).vertices().size();
  demand(id.vertex < vertices && id.toward < vertices);
}

void check(const SavedIsland& island, const World& world) {
  for (const SavedTree& tree : island.trees) check(tree, world);
  for (const ActiveContact& contact : island.mode.contacts) check(contact.id, world);
  for (const Bond& bond : island.mode.broken) check(bond.pair, world);
  for (const SlipOnset& onset : island.mode.onsets) check(onset.id, world);
  for (const ContactId& pivot : island.mode.pivots) check(pivot, world);
  for (const CornerLoad& load : island.mode.loads) check(load.id, world);
  demand(std::is_sorted(island.bodies.begin(), island.bodies.end()) &&
         island.segments.size() == island.bodies.size());
  std::size_t free = 0;
  std::vector<std::uint32_t> links;
  for (const std::uint32_t body : island.bodies) {
    demand(body < world.bodies.size() && is_moved_by_forces(world, body));
    if (world.bodies[body].role == BodyRole::Free)
      ++free;
    else
      links.push_back(body);
  }
  demand(free == island.free.size());
  for (const SavedTree& tree : island.trees)
    for (std::uint32_t i = 0; i < tree_of(tree.mechanism, world)->local.links.size(); ++i) {
      const std::uint32_t body = tree_of(tree.mechanism, world)->first_body + i;
      if (world.bodies[body].role != BodyRole::Link) continue;
      demand(!links.empty() && links.front() == body);
      links.erase(links.begin());
    }
  demand(links.empty());
}

}  // namespace

trace::Bytes bytes_of(const Checkpoint& checkpoint) {
  trace::Bytes bytes;
  trace::ByteWriter(bytes).write(checkpoint);
  return bytes;
}

Checkpoint read_checkpoint(std::span<const std::uint8_t> bytes, const World& world) {
  Checkpoint out;
  trace::ByteReader reader(bytes);
  reader.read(out);
  demand(reader.at_end());
  std::vector<char> seen(world.bodies.size(), 0);
  const auto see = [&](std::uint32_t body) {
    demand(body < seen.size() && seen[body] == 0);
    seen[body] = 1;
  };
  for (const SavedIsland& island : out.islands) {
    check(island, world);
    for (const std::uint32_t body : island.bodies) see(body);
  }
  for (const SavedDrive& drive : out.drives) {
    see(drive.body);
    demand(world.bodies[drive.body].role == BodyRole::Driven);
  }
  for (const Body& body : world.bodies)
    demand((seen[body.id] != 0) == (body.role != BodyRole::Fixed));
  for (const SavedLoad& load : out.loads)
    demand(load.body < seen.size() && world.bodies[load.body].role == BodyRole::Free);
  return out;
}

}  // namespace rigor
