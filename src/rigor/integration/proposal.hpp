// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include <rigor/certify/path.hpp>
#include <rigor/integration/collocation.hpp>
#include <rigor/integration/remode.hpp>

namespace rigor {

/// Length and degree of the next segment.
struct StepControl {
  double length = 0.0;  ///< s; 0: choose from the motion
  int degree = 12;
};

/// A segment in hand: where the body goes until the first event, with the proof that it touches no
/// half-space on the way. Truncating moves `segment.end` only.
struct Proposal {
  trace::Segment segment;
  BodyPath path;  ///< the segment as models
  Trajectory trajectory;
  double s_end = 1.0;           ///< the used end, in s
  double s_late = 1.0;          ///< the event, if any, is in [s_end, s_late]
  bool proved = true;           ///< false: located on an interpolant
  double location_error = 0.0;  ///< s, of a located event
  std::vector<trace::Certificate> certificates;
  StepControl next;
};

/// The mode ends where it starts: an event is due before any time passes.
struct NoAdvance {
  trace::EndReason reason = trace::EndReason::Touch;
};

using ProposalOutcome = std::variant<Proposal, NoAdvance, Refusal>;

/// What a proposal starts from.
struct Departure {
  trace::Time time;
  BodyState state;
  Mode mode;
  StepControl step;
  std::uint32_t segment_index = 0;
  trace::Time horizon;  ///< the segment ends there at the latest
};

/// Moves the body in its mode until the integrator's tolerance, the horizon or the first event ends
/// the segment: an inactive vertex reaching its level, an active one leaving the band (both
/// proved), or a contact running out of force (located).
ProposalOutcome propose(const World& world, const MovingBody& body, const Departure& from);

/// One constant segment from `from.time` to the horizon, for a body at rest.
ProposalOutcome propose_rest(const World& world, const MovingBody& body, const Departure& from);

}  // namespace rigor
