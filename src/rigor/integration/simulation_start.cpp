// SPDX-License-Identifier: Apache-2.0
// The start of a run.
#include <fmt/format.h>

#include <rigor/decision/opening.hpp>
#include <rigor/integration/simulation.hpp>

namespace rigor {

std::string Simulation::unsupported() const {
  for (int link = 0; link < static_cast<int>(model_.links.size()); ++link) {
    const Link& source = model_.links[link];
    if (source.path && !std::isfinite(options_.stop.time))
      return fmt::format("body '{}' is driven: a run with it needs a stop time", source.name);
    if (source.path && source.parent == kWorldLink &&
        model_.mechanisms[source.mechanism].end_link - link > 1)
      return fmt::format("links that hang on the driven body '{}'", source.name);
  }
  for (const Force& force : model_.forces) {
    if (world_.bodies[link_of(force)].role == BodyRole::Free && !is_piecewise_linear(force))
      return "forces on free bodies other than wrenches that are linear in time between knots";
  }
  return {};
}

Cluster Simulation::starting_cluster() const {
  Cluster all;
  all.time = start_;
  auto next = world_.trees.begin();  // in the order of their links
  std::shared_ptr<const PlacedTree> tree;
  for (const Body& body : world_.bodies) {
    if (!is_moved_by_forces(world_, body.id)) continue;
    all.bodies.push_back(body.id);
    if (body.role == BodyRole::Free) {
      all.states.push_back(body_state(model_, body, outcome_.final_state));
      continue;
    }
    if (!tree || tree->tree->mechanism != model_.links[body.id].mechanism)
      tree = placed_tree(*next++, model_, outcome_.final_state);
    all.states.push_back(link_state(tree, body.id));
  }
  return all;
}

bool Simulation::begin() {
  now_ = start_;
  if (std::string what = unsupported(); !what.empty())
    return stop(StopKind::Unsupported, "not supported yet: " + what);
  if (world_.bodies.size() > 1) neighbourhood_.emplace(world_);
  if (!(start_ < horizon_)) return stop(StopKind::Time);
  Cluster all = starting_cluster();
  if (neighbourhood_) {
    for (std::size_t i = 0; i < all.bodies.size(); ++i)
      neighbourhood_->place(all.bodies[i], pose_of(all.states[i]), start_);
    place_fixed_bodies();
  }
  for (const Body& body : world_.bodies)
    if (body.role == BodyRole::Driven) start_course(body.id);
  if (!open_starts(all) || !start_islands(all) || !check_limits()) return false;
  publish_fixed_bodies();
  return true;
}

void Simulation::place_fixed_bodies() {
  for (const Body& body : world_.bodies) {
    if (body.role != BodyRole::Fixed) continue;
    neighbourhood_->enter(
        {body.id, 0, resting_path(body.X_WB, start_, horizon_), {start_, horizon_}}, {});
  }
}

bool Simulation::open_starts(Cluster& all) {
  std::vector<char> done(all.bodies.size(), 0);
  for (std::size_t i = 0; i < all.bodies.size(); ++i) {
    if (done[i] != 0) continue;
    // Bodies that come within the skin of each other are opened together, trees as a whole.
    std::vector<int> places;
    std::vector<PairId> pairs;
    const auto take = [&](int place) {
      int first = place;
      while (!leads(all.states, first)) --first;
      for (int k = first; k < unit_end(all.states, first); ++k) {
        done[k] = 1;
        places.push_back(k);
      }
    };
    take(static_cast<int>(i));
    for (std::size_t k = 0; k < places.size() && neighbourhood_; ++k) {
      const auto body = all.bodies[places[k]];
      for (const PairId& pair : neighbourhood_->near(body, pose_of(all.states[places[k]]), start_,
                                                     world_.tolerances.skin)) {
        if (pair_axis(placed(world_, all, pair), {0.0, nullptr}).separation >=
            world_.tolerances.skin)
          continue;
        pairs.push_back(pair);
        const int other = place_of(all, pair.a.body == body ? pair.b.body : pair.a.body);
        if (other < 0 || done[other] != 0) continue;
        take(other);
      }
    }
    std::sort(places.begin(), places.end());
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    const auto opened = open_start(world_, part_of(all, places), pairs);
    if (const auto* refusal = std::get_if<Refusal>(&opened)) return stop(*refusal);
    const auto& good = std::get<Opened>(opened);
    outcome_.start_moved = std::max(outcome_.start_moved, good.moved);
    for (std::size_t k = 0; k < places.size(); ++k) all.states[places[k]] = good.cluster.states[k];
  }
  return true;
}

bool Simulation::start_islands(const Cluster& all) {
  for (std::size_t i = 0; i < all.bodies.size(); ++i) {
    if (neighbourhood_) neighbourhood_->place(all.bodies[i], pose_of(all.states[i]), start_);
    if (!leads(all.states, static_cast<int>(i))) continue;
    Island island;
    island.departure.time = start_;
    std::vector<int> places;
    for (int k = static_cast<int>(i); k < unit_end(all.states, static_cast<int>(i)); ++k)
      places.push_back(k);
    island.departure.cluster = part_of(all, places);
    island.departure.segments.assign(places.size(), 0);
    island.last_progress = start_;
    island.energy = energy(world_, island.departure.cluster);
    outcome_.footer.energy_initial += island.energy;
    for (const int k : places) island_of_[all.bodies[k]] = next_island_;
    islands_.emplace(next_island_++, std::move(island));
  }
  lowest_energy_ = outcome_.footer.energy_initial;
  const Moment moment{start_, start_, true, 0.0, trace::EndReason::Touch};
  for (const std::uint32_t body : all.bodies) {
    const auto at = islands_.find(island_of_[body]);
    const bool waits = !at->second.current && !at->second.at_rest;
    if (waits && !take_event({at->first}, moment)) return false;
  }
  return true;
}

}  // namespace rigor
