// SPDX-License-Identifier: Apache-2.0
// Error bars: one scene, several runs, every result with an estimate of its error and the time up
// to which there is an answer at all.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <rigor/converge/event_matching.hpp>
#include <rigor/converge/ladder_runs.hpp>

namespace rigor {

/// How a body moves at one instant.
struct MotionEstimate {
  std::string body;
  std::array<Estimate, 6> velocity;  ///< linear (m/s, of its origin), angular (rad/s); world axes
};

/// An event of all runs.
struct EventEstimate {
  EventFamily family = EventFamily::Meeting;
  trace::EventKind kind = trace::EventKind::Touch;
  std::string a;  ///< names
  std::string b;
  Estimate time;                      ///< s
  Estimate energy;                    ///< J: of the bodies it concerns, after it
  std::vector<MotionEstimate> after;  ///< of the bodies it concerns, just after it
};

/// Where a body is at the end.
struct BodyEstimate {
  std::string name;
  double agrees_until = 0.0;            ///< s; infinite if to the end
  std::array<Estimate, 3> position;     ///< m
  std::array<Estimate, 4> orientation;  ///< quaternion w, x, y, z
  std::array<Estimate, 6> velocity;     ///< linear, angular
};

struct Convergence {
  std::vector<LadderRun> runs;
  SkinLadder ladder;
  bool ladder_down = false;    ///< a larger skin changed the events: smaller ones were taken
  bool by_steps = false;       ///< the ladder is in the step of a first-order method
  double end = 0.0;            ///< s: of the user's run
  double answer_ends = 0.0;    ///< s: `end`, or where the events of some body differ
  double amplification = 0.0;  ///< of an offset of the start, at the end of the answer; oracle only
  std::optional<double> order{};  ///< observed, of first-order methods: the median over positions
  std::vector<EventEstimate> events;
  std::vector<BodyEstimate> bodies;  ///< free bodies and links
  Estimate energy;                   ///< at the end, J
};

/// Runs the scene at several skins and tolerances (or steps), matches the events and estimates the
/// error of every result. The word is estimate: nothing of it is proved. Throws SceneError for a
/// scene that cannot be built. A run that is refused ends the answer there; `runs` says why.
Convergence converge(const Scene& scene, const ConvergeSettings& settings);

/// The widest bar of all numbers, infinite if one has none: of times (s), positions (m),
/// orientations, velocities and the energy, each relative to `max(1, |value|)`.
double widest_bar(const Convergence& result);

}  // namespace rigor
