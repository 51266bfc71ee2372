// SPDX-License-Identifier: Apache-2.0
// The events of one run, pair by pair: what counts as an event of its own, and when it is told.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <rigor/trace/types.hpp>

namespace rigor {

/// Kinds that stand for each other: a touch that is an impact in another run, a slip that sticks.
enum class EventFamily : std::uint8_t { Meeting, Friction, Lift, Limit, Jam, Accumulation };

/// An event of one pair in one run.
struct Occurrence {
  EventFamily family = EventFamily::Meeting;
  trace::EventKind kind = trace::EventKind::Touch;
  double time = 0.0;      ///< s; the limit time of an accumulation
  double location = 0.0;  ///< how far its time may be off, s
  trace::Time begins;
  trace::Time over;     ///< when velocities have jumped
  double energy = 0.0;  ///< J, of the bodies it concerns, after it
};

using MetPieces = std::pair<trace::PieceId, trace::PieceId>;
using Course = std::vector<Occurrence>;

/// The events of each pair, in the order of time. Features and notes about open choices are left
/// out, and all that a pair does at the instant of an impact is that impact.
std::map<MetPieces, Course> courses_of(const trace::Trace& run);

/// Whether it may be part of ever smaller bounces: of bodies, or at the limit of a joint.
bool may_hop(EventFamily family);

}  // namespace rigor
