// SPDX-License-Identifier: Apache-2.0
// Error bars: one scene, several runs, every result with an estimate of its error and the time up
// to which there is an answer at all.
#pragma once

#include <string>
#include <vector>

#include <rigor/converge/event_estimate.hpp>

namespace rigor {

/// All free bodies and links at one instant.
struct StateEstimate {
  double time = 0.0;  ///< s
  std::vector<BodyEstimate> bodies;
};

struct Convergence {
  std::vector<LadderRun> runs;
  Ladder ladder;
  bool ladder_down = false;  ///< a larger skin changed the events: smaller ones were taken
  double end = 0.0;          ///< s: of the user's run
  double answer_ends = 0.0;  ///< s: `end`, or where the events of some body differ
  std::optional<double> amplification{};  ///< of an offset of the start, at the end; if the
                                          ///< oracle's twin came so far
  std::optional<double> order{};  ///< observed, of first-order methods: the median over the numbers
  std::vector<EventEstimate> events;
  std::vector<StateEstimate> states;  ///< at the instants that were asked for
  StateEstimate last;                 ///< at the end
  Estimate energy;                    ///< at the end, J
};

/// Runs the scene at several skins and tolerances (or steps), matches the events and estimates the
/// error of every result. The word is estimate: nothing of it is proved. Throws SceneError for a
/// scene that cannot be built. A run that is refused ends the answer there; `runs` says why.
Convergence converge(const Scene& scene, const ConvergeSettings& settings);

/// The widest bar of all numbers, infinite if one has none: of event times (s) and, at the end,
/// positions (m), orientations, velocities and the energy, each relative to `max(1, |value|)`.
double widest_bar(const Convergence& result);

}  // namespace rigor
