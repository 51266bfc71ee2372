// SPDX-License-Identifier: Apache-2.0
// A checkpoint of the methods of this room, as plain data: where the bodies are, the contacts they
// made last, what pairs remember, and what was counted.
#pragma once

#include <rigor/assembly/checkpoint.hpp>
#include <rigor/assembly/outcome.hpp>
#include <rigor/assembly/pair_id.hpp>
#include <rigor/certify/pair_events.hpp>
#include <rigor/classic/pair_survey.hpp>

namespace rigor {

struct ClassicCheckpoint {
  trace::Time now;
  double time = 0.0;  ///< of the state, s: a sum of steps, which `now` rounds otherwise
  std::vector<double> q;
  std::vector<double> v;
  std::vector<PairContact> contacts;
  std::vector<PairId> limits;  ///< that push
  std::vector<ProximityHint> hints;
  std::vector<std::uint32_t> next_segments;  ///< of each body
  std::vector<PairTracking> tracking;        ///< of each pair
  trace::Footer footer;
  ClassicReport report;
  double start_moved = 0.0;
  std::uint64_t segments = 0;
  std::uint64_t events = 0;
  bool certified = true;
  double lowest_energy = 0.0;
  double stepped = 0.0;
  double progress = 0.0;
  int tiny_steps = 0;
};

trace::Bytes bytes_of(const ClassicCheckpoint& checkpoint);

/// Throws trace::TraceError for bytes that are no checkpoint of a run of these bodies.
ClassicCheckpoint read_classic_checkpoint(std::span<const std::uint8_t> bytes,
                                          const SteppedBodies& bodies);

}  // namespace rigor
