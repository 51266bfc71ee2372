// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/integration/beginning.hpp>
#include <rigor/integration/driven_bodies.hpp>
#include <rigor/integration/resuming.hpp>
#include <rigor/integration/take_event.hpp>

namespace rigor {
namespace {

void save(const Ledger& ledger, Checkpoint& out) {
  out.footer = ledger.outcome.footer;
  out.start_moved = ledger.outcome.start_moved;
  out.segments = ledger.outcome.segments;
  out.events = ledger.outcome.events;
  out.energy_change = ledger.energy_change;
  out.lowest_energy = ledger.lowest_energy;
  out.supplied_work = ledger.supplied_work;
  out.stepped = ledger.stepped;
}

void restore(const Checkpoint& from, Ledger& ledger) {
  ledger.outcome.footer = from.footer;
  ledger.outcome.start_moved = from.start_moved;
  ledger.outcome.segments = from.segments;
  ledger.outcome.events = from.events;
  ledger.energy_change = from.energy_change;
  ledger.lowest_energy = from.lowest_energy;
  ledger.supplied_work = from.supplied_work;
  ledger.stepped = from.stepped;
}

void resume_island(Run& run, const SavedIsland& saved) {
  Island island = restored(saved, run.world);
  run.world.load_pull = saved.load_pull;
  const bool moves = island.at_rest || !propose_next(run.world, island, run.horizon);
  if (!moves || checksum_of(island) != saved.checksum)
    throw trace::TraceError(trace::Fault::Malformed,
                            "going on from its last checkpoint does not give what the run computed "
                            "before (another processor or another build)");
  keep(run, saved.number, std::move(island));
}

void resume_drive(Run& run, const SavedDrive& saved) {
  run.schedule.go_on_with_number(saved.number);
  start_course(run, saved.body);
}

}  // namespace

std::optional<Checkpoint> checkpoint_of(const Run& run) {
  // Where nothing else is due, every island was proposed with the pieces that driven bodies it
  // touches are on now.
  if (const auto due = run.schedule.next(); due && due->time <= run.now) return std::nullopt;
  Checkpoint out;
  out.now = run.now;
  out.next_number = run.schedule.next_number();
  for (const auto& [id, island] : run.schedule.islands()) out.islands.push_back(saved(island, id));
  for (const auto& [body, driven] : run.schedule.driven()) {
    const DrivePiece& piece = run.world.bodies[body].drive;
    out.drives.push_back({driven.number, body, piece.index, piece.start});
  }
  std::sort(out.drives.begin(), out.drives.end(),
            [](const SavedDrive& a, const SavedDrive& b) { return a.number < b.number; });
  for (const Body& body : run.world.bodies)
    if (!body.load.wrenches.empty()) out.loads.push_back({body.id, body.load.start});
  out.load_pull = run.world.load_pull;
  save(run.ledger, out);
  return out;
}

void resume(Run& run, const Checkpoint& from) {
  run.now = from.now;
  restore(from, run.ledger);
  for (const SavedLoad& load : from.loads) {
    Body& body = run.world.bodies[load.body];
    body.load = load_from(run.model, load.body, load.start, body.radius);
  }
  for (const SavedDrive& drive : from.drives)
    run.world.bodies[drive.body].drive =
        make_piece(*run.model.links[drive.body].path, drive.piece, drive.start, run.horizon);
  enter_fixed_bodies(run);
  run.world.cancellation = nullptr;  // a few steps, which must be whole
  auto drive = from.drives.begin();
  for (const SavedIsland& island : from.islands) {
    for (; drive != from.drives.end() && drive->number < island.number; ++drive)
      resume_drive(run, *drive);
    resume_island(run, island);
  }
  for (; drive != from.drives.end(); ++drive) resume_drive(run, *drive);
  run.world.cancellation = &run.cancellation;
  run.world.load_pull = from.load_pull;
  run.schedule.go_on_with_number(from.next_number);
}

}  // namespace rigor
