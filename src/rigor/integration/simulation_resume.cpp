// SPDX-License-Identifier: Apache-2.0
// Checkpoints of a run.
#include <algorithm>

#include <rigor/integration/simulation.hpp>

namespace rigor {

std::optional<trace::Bytes> Simulation::checkpoint() const {
  if (!begun_ || ended_) return std::nullopt;
  // Where nothing else is due, every island was proposed with the pieces that driven bodies it
  // touches are on now.
  for (const auto& [id, island] : islands_) {
    const bool due = !island.at_rest && (!island.current || island.current->end_time() <= now_);
    if (due) return std::nullopt;
  }
  const DriveCourse* turning = next_turn();
  if (turning != nullptr && turning->until <= now_) return std::nullopt;
  Checkpoint out;
  out.now = now_;
  out.next_number = next_island_;
  for (const auto& [id, island] : islands_) out.islands.push_back(saved(island, id));
  for (const auto& [body, number] : course_numbers_) {
    const DrivePiece& piece = world_.bodies[body].drive;
    out.drives.push_back({number, body, piece.index, piece.start});
  }
  std::sort(out.drives.begin(), out.drives.end(),
            [](const SavedDrive& a, const SavedDrive& b) { return a.number < b.number; });
  for (const Body& body : world_.bodies)
    if (!body.load.wrenches.empty()) out.loads.push_back({body.id, body.load.start});
  out.load_pull = world_.load_pull;
  out.footer = outcome_.footer;
  out.start_moved = outcome_.start_moved;
  out.segments = outcome_.segments;
  out.events = outcome_.events;
  out.energy_change = energy_change_;
  out.lowest_energy = lowest_energy_;
  out.supplied_work = supplied_work_;
  out.stepped = stepped_;
  return bytes_of(out);
}

void Simulation::resume(const Checkpoint& from) {
  now_ = from.now;
  outcome_.footer = from.footer;
  outcome_.start_moved = from.start_moved;
  outcome_.segments = from.segments;
  outcome_.events = from.events;
  energy_change_ = from.energy_change;
  lowest_energy_ = from.lowest_energy;
  supplied_work_ = from.supplied_work;
  stepped_ = from.stepped;
  for (const SavedLoad& load : from.loads) {
    Body& body = world_.bodies[load.body];
    body.load = load_from(model_, load.body, load.start, body.radius);
  }
  for (const SavedDrive& drive : from.drives)
    world_.bodies[drive.body].drive =
        make_piece(*model_.links[drive.body].path, drive.piece, drive.start, horizon_);
  if (world_.bodies.size() > 1) {
    neighbourhood_.emplace(world_);
    place_fixed_bodies();
  }
  world_.cancellation = nullptr;  // a few steps, which must be whole
  auto drive = from.drives.begin();
  for (const SavedIsland& island : from.islands) {
    for (; drive != from.drives.end() && drive->number < island.number; ++drive)
      start_course(drive->body);
    resume_island(island);
  }
  for (; drive != from.drives.end(); ++drive) start_course(drive->body);
  for (const SavedDrive& one : from.drives) course_numbers_[one.body] = one.number;
  world_.cancellation = &cancellation_;
  world_.load_pull = from.load_pull;
  next_island_ = from.next_number;
}

void Simulation::resume_island(const SavedIsland& saved) {
  Island island = restored(saved, world_);
  world_.load_pull = saved.load_pull;
  const bool moves = island.at_rest || !propose_next(world_, island, horizon_);
  if (!moves || checksum_of(island) != saved.checksum)
    throw trace::TraceError(trace::Fault::Malformed,
                            "going on from its last checkpoint does not give what the run computed "
                            "before (another processor or another build)");
  keep(saved.number, std::move(island));
}

}  // namespace rigor
