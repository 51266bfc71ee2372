// SPDX-License-Identifier: Apache-2.0
// Which events of several runs of one scene are the same. Events are compared pair by pair in the
// order of time, never over the whole list: what happens elsewhere may come earlier or later.
#pragma once

#include <limits>
#include <vector>

#include <rigor/converge/event_course.hpp>

namespace rigor {

/// An event that every run has.
struct MatchedEvent {
  EventFamily family = EventFamily::Meeting;
  trace::EventKind kind = trace::EventKind::Touch;  ///< in the first run
  trace::PieceId a;
  trace::PieceId b;
  std::vector<double> times;        ///< one per run, s; the limit time of an accumulation
  std::vector<trace::Time> begins;  ///< one per run
  std::vector<trace::Time> over;    ///< one per run: when velocities have jumped
  std::vector<double> energies;     ///< one per run, J: of the bodies it concerns, after it
  double location = 0.0;            ///< largest bracket plus location error, s
};

struct MatchedEvents {
  std::vector<MatchedEvent> events;  ///< by time in the first run
  /// When the events of each body cease to be the same, by body: at the first event of it that
  /// some run lacks or has in another order, or when it meets a body for which that is so; infinite
  /// if never.
  std::vector<double> agrees_until;
};

/// The events that all runs have. Of ever smaller bounces up to an accumulation, only those that
/// every run has are matched, then the accumulation itself. Features and notes about open choices
/// are not compared. All traces are of one scene.
MatchedEvents match_events(const std::vector<const trace::Trace*>& runs);

}  // namespace rigor
