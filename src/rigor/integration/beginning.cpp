// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/decision/opening.hpp>
#include <rigor/integration/beginning.hpp>
#include <rigor/integration/driven_bodies.hpp>
#include <rigor/integration/publication.hpp>
#include <rigor/integration/take_event.hpp>

namespace rigor {
namespace {

/// What the oracle cannot do; empty if the scene needs none of it.
std::string unsupported(const Run& run) {
  const Model& model = run.model;
  for (int link = 0; link < std::ssize(model.links); ++link) {
    const Link& source = model.links[link];
    if (source.path && !std::isfinite(run.options.stop.time))
      return fmt::format("body '{}' is driven: a run with it needs a stop time", source.name);
    if (source.path && source.parent == kWorldLink &&
        model.mechanisms[source.mechanism].end_link - link > 1)
      return fmt::format("links that hang on the driven body '{}'", source.name);
  }
  for (const Force& force : model.forces) {
    if (run.world.bodies[link_of(force)].role == BodyRole::Free && !is_piecewise_linear(force))
      return "forces on free bodies other than wrenches that are linear in time between knots";
  }
  return {};
}

/// Free bodies and links, where they begin.
Cluster starting_cluster(const Run& run) {
  const State& initial = run.ledger.outcome.final_state;
  Cluster all;
  all.time = run.start;
  auto next = run.world.trees.begin();  // in the order of their links
  std::shared_ptr<const PlacedTree> tree;
  for (const Body& body : run.world.bodies) {
    if (!is_moved_by_forces(run.world, body.id)) continue;
    all.bodies.push_back(body.id);
    if (body.role == BodyRole::Free) {
      all.states.push_back(body_state(run.model, body, initial));
      continue;
    }
    if (!tree || tree->tree->mechanism != run.model.links[body.id].mechanism)
      tree = placed_tree(*next++, run.model, initial);
    all.states.push_back(link_state(tree, body.id));
  }
  return all;
}

void place(Run& run, const Cluster& all) {
  for (int i = 0; i < std::ssize(all.bodies); ++i)
    run.neighbourhood.place(all.bodies[i], pose_of(all.states[i]), run.start);
}

/// The places of the free body or the links of the tree that `place` belongs to.
std::vector<int> unit_of(const Cluster& all, int place) {
  while (!leads(all.states, place)) --place;
  std::vector<int> places;
  for (int k = place; k < unit_end(all.states, place); ++k) places.push_back(k);
  return places;
}

/// Bodies that are within reach of each other, trees as a whole, and their pairs that are.
struct Crowd {
  std::vector<int> places;
  std::vector<PairId> pairs;
};

/// The crowd of the body at `place`; its members are marked as done.
Crowd crowd_of(const Run& run, const Cluster& all, double reach, int place,
               std::vector<char>& done) {
  Crowd crowd;
  const auto take = [&](int member) {
    for (const int k : unit_of(all, member)) {
      done[k] = 1;
      crowd.places.push_back(k);
    }
  };
  take(place);
  for (int k = 0; k < std::ssize(crowd.places); ++k) {  // grows on the way
    const std::uint32_t body = all.bodies[crowd.places[k]];
    const Pose X_WB = pose_of(all.states[crowd.places[k]]);
    for (const PairId& pair : run.neighbourhood.near(body, X_WB, run.start, reach)) {
      if (pair_axis(placed(run.world, all, pair), {0.0, nullptr}).separation >= reach) continue;
      crowd.pairs.push_back(pair);
      const int other = place_of(all, pair.a.body == body ? pair.b.body : pair.a.body);
      if (other >= 0 && done[other] == 0) take(other);
    }
  }
  std::sort(crowd.places.begin(), crowd.places.end());
  std::sort(crowd.pairs.begin(), crowd.pairs.end());
  crowd.pairs.erase(std::unique(crowd.pairs.begin(), crowd.pairs.end()), crowd.pairs.end());
  return crowd;
}

/// The bodies with touching starts opened, those within `reach` of each other together.
std::variant<Opened, Refusal> opened_within(const Run& run, const Cluster& all, double reach) {
  Opened out{all, 0.0};
  std::vector<char> done(all.bodies.size(), 0);
  for (int i = 0; i < std::ssize(all.bodies); ++i) {
    if (done[i] != 0) continue;
    const Crowd crowd = crowd_of(run, all, reach, i, done);
    auto opened = open_start(run.world, part_of(all, crowd.places), crowd.pairs);
    const auto* good = std::get_if<Opened>(&opened);
    if (good == nullptr) return opened;
    out.moved = std::max(out.moved, good->moved);
    for (int k = 0; k < std::ssize(crowd.places); ++k)
      out.cluster.states[crowd.places[k]] = good->cluster.states[k];
  }
  return out;
}

/// Opens touching starts; the bodies are where they begin then. Bodies farther apart than both are
/// moved do not come near each other by that: until this holds of all that was left out, more are
/// looked at. How far bodies move is limited, and the reach at least doubles, so this ends.
std::optional<Ending> open_starts(Run& run, Cluster& all) {
  const double skin = run.world.tolerances.skin;
  for (double reach = skin;;) {
    auto opened = opened_within(run, all, reach);
    if (const auto* refusal = std::get_if<Refusal>(&opened)) return ending_of(run, *refusal);
    auto& good = std::get<Opened>(opened);
    if (2.0 * good.moved <= reach - skin) {
      run.ledger.outcome.start_moved = good.moved;
      all = std::move(good.cluster);
      return std::nullopt;
    }
    reach = skin + 4.0 * good.moved;
  }
}

/// Each free body and each tree is an island at first, with an event of its own.
std::optional<Ending> start_islands(Run& run, const Cluster& all) {
  place(run, all);
  double total = 0.0;
  for (int i = 0; i < std::ssize(all.bodies); ++i) {
    if (!leads(all.states, i)) continue;
    const std::vector<int> places = unit_of(all, i);
    Island island;
    island.departure.time = island.last_progress = run.start;
    island.departure.cluster = part_of(all, places);
    island.departure.segments.assign(places.size(), 0);
    island.energy = energy(run.world, island.departure.cluster);
    total += island.energy;
    run.schedule.keep(run.schedule.new_number(), std::move(island));
  }
  begin_energy(run.ledger, total);
  const Moment moment{run.start, run.start, true, 0.0, trace::EndReason::Touch};
  for (const std::uint32_t body : all.bodies) {
    const std::uint64_t id = run.schedule.island_of(body);
    const Island& island = run.schedule.island(id);
    const bool waits = !island.current && !island.at_rest;
    if (!waits) continue;
    if (auto ending = take_event(run, {id}, moment)) return ending;
  }
  return std::nullopt;
}

}  // namespace

void enter_fixed_bodies(Run& run) {
  const TimeSpan span{run.start, run.horizon};
  for (const Body& body : run.world.bodies)
    if (body.role == BodyRole::Fixed)
      run.neighbourhood.enter({body.id, 0, resting_path(body.X_WB, span.begin, span.end), span},
                              {});
}

std::optional<Ending> begin(Run& run) {
  if (std::string what = unsupported(run); !what.empty())
    return Ending{StopKind::Unsupported, "not supported yet: " + what};
  if (!(run.start < run.horizon)) return Ending{StopKind::Time};
  Cluster all = starting_cluster(run);
  place(run, all);
  enter_fixed_bodies(run);
  for (const Body& body : run.world.bodies)
    if (body.role == BodyRole::Driven) start_course(run, body.id);
  if (auto ending = open_starts(run, all)) return ending;
  if (auto ending = start_islands(run, all)) return ending;
  if (auto ending = limit_reached(run)) return ending;
  publish_fixed_bodies(run);
  return std::nullopt;
}

}  // namespace rigor
