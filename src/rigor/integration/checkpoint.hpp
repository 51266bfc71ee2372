// SPDX-License-Identifier: Apache-2.0
// A checkpoint of the oracle, as plain data. Pieces of driven motions and stretches of given forces
// are made again, like the segments of islands. Everything is numbered in the order in which it
// began: proofs that bodies stay apart depend on who came later.
#pragma once

#include <rigor/assembly/checkpoint.hpp>
#include <rigor/integration/saved_island.hpp>

namespace rigor {

/// The piece that a driven body is on.
struct SavedDrive {
  std::uint64_t number = 0;
  std::uint32_t body = 0;
  std::uint32_t piece = 0;
  trace::Time start;
};

/// The stretch of given forces that a free body is on.
struct SavedLoad {
  std::uint32_t body = 0;
  trace::Time start;
};

struct Checkpoint {
  trace::Time now;
  std::uint64_t next_number = 0;
  std::vector<SavedIsland> islands;  ///< ascending by number, as the drives
  std::vector<SavedDrive> drives;
  std::vector<SavedLoad> loads;
  double load_pull = 0.0;
  trace::Footer footer;
  double start_moved = 0.0;
  std::uint64_t segments = 0;
  std::uint64_t events = 0;
  double energy_change = 0.0;
  double lowest_energy = 0.0;
  double supplied_work = 0.0;
  double stepped = 0.0;
};

trace::Bytes bytes_of(const Checkpoint& checkpoint);

/// Throws trace::TraceError for bytes that are no checkpoint of a run of this world: numbers out of
/// range, bodies that are missing or twice there.
Checkpoint read_checkpoint(std::span<const std::uint8_t> bytes, const World& world);

}  // namespace rigor
