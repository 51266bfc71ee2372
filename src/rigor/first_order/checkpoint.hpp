// SPDX-License-Identifier: Apache-2.0
// A checkpoint of a run behind one of its steps, as plain data. What follows from the scene
// (masses, surfaces, pieces of driven motions) or from the joints is made again; no path of an
// awake body goes on from step to step, so only those of bodies that stand still are kept.
#pragma once

#include <rigor/assembly/checkpoint.hpp>
#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

struct SavedBody {
  trace::Time since;
  std::array<double, 7> pose{};  ///< position, quaternion w, x, y, z
  std::array<double, 6> u{}, path_u{}, before{}, deferred{};
  std::uint32_t segment = 0;
  bool asleep = false;
  bool held = false;
  int cuts = 0;
  int calm = 0;
  trace::Segment path;  ///< of a body that sleeps; else of length 0
};

struct SavedTree {
  std::vector<double> q, v, before, deferred, rates;
  std::vector<std::vector<double>> outputs;  ///< of sampled controllers
};

struct SavedImpulse {
  std::array<double, 3> point_B{};
  double normal = 0.0;
  std::array<double, 3> tangential_W{};
};

struct SavedPair {
  PairId id;
  double gap = 0.0;
  double full_gap = 0.0;
  PairAxis hint;
  double reserve = 0.0;
  std::vector<SavedImpulse> kept;
  std::uint64_t rows_in = 0;
  std::uint64_t seen_in = 0;
  std::uint32_t held_steps = 0;
  std::uint64_t held_in = 0;
  double separation = 0.0;
  bool open = false;
  PairTracking tracking;
  std::vector<trace::Certificate> certificates;
  std::vector<trace::Time> touch;  ///< begin and end, or nothing
};

/// The piece of its motion that a driven body is on, or the stretch of its given forces that a free
/// one is on.
struct SavedStretch {
  std::uint32_t body = 0;
  std::uint32_t piece = 0;
  trace::Time start;
};

struct RunCheckpoint {
  trace::Time now;
  std::uint64_t step = 0;
  std::vector<SavedBody> bodies;
  std::vector<SavedTree> trees;
  std::vector<SavedPair> pairs;              ///< ascending
  std::vector<std::array<double, 6>> boxes;  ///< lower and upper corner, by piece
  std::vector<SavedStretch> drives;
  std::vector<SavedStretch> loads;
  double load_pull = 0.0;
  std::vector<std::uint32_t> to_wake;
  double supplied = 0.0;
  double energy = 0.0;  ///< of all bodies; on another processor or build it is another number
  Tally tally;
  trace::Time last_restart;
  int restarts_there = 0;
  // Of the run as a whole.
  trace::Footer footer;
  double start_moved = 0.0;
  std::uint64_t segments = 0;
  std::uint64_t events = 0;
  double lowest_energy = 0.0;
  std::optional<trace::Time> resting_since{};
};

trace::Bytes bytes_of(const RunCheckpoint& checkpoint);

/// Throws trace::TraceError for bytes that are no checkpoint of such a run: numbers out of range,
/// bodies, joints or pairs that it has not.
RunCheckpoint read_run_checkpoint(std::span<const std::uint8_t> bytes, const Run& run);

}  // namespace rigor::first_order
