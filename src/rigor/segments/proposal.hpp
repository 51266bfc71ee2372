// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include <rigor/decision/event.hpp>
#include <rigor/motion/collocation.hpp>
#include <rigor/segments/contact_forces.hpp>
#include <rigor/segments/step_length.hpp>

namespace rigor {

/// Segments in hand: where the bodies of an island go until their first event, with the proof that
/// they touch no half-space and keep their contacts on the way. Truncating moves the ends only.
struct Proposal {
  std::vector<trace::Segment> segments;  ///< one per body, all alike in time
  ClusterPaths paths;                    ///< the segments as models
  Trajectory trajectory;
  std::vector<SlipLoad> loads{};  ///< that it was made with
  SegmentEnd end;
  std::vector<trace::Certificate> certificates;
  std::optional<RecordedForces> forces{};  ///< see record_forces
  StepControl next;
  std::optional<Cluster> ahead;  ///< where to choose the next mode, see EventScene
  Eigen::VectorXd supplied_work = Eigen::VectorXd::Zero(1);  ///< from the start, J; a series in s

  const trace::Time& start_time() const { return segments.front().start; }
  const trace::Time& end_time() const { return segments.front().end; }
  const Clock& clock() const { return paths.paths.front().clock; }
};

/// The mode ends where it starts: an event is due before any time passes.
struct NoAdvance {
  trace::EndReason reason = trace::EndReason::Touch;
  std::optional<Cluster> ahead{};  ///< as of a Proposal
};

using ProposalOutcome = std::variant<Proposal, NoAdvance, Refusal>;

/// What a proposal starts from.
struct Departure {
  trace::Time time;
  Cluster cluster;
  Mode mode;
  StepControl step;
  std::vector<std::uint32_t> segments;  ///< numbers of the bodies' next segments
};

/// Moves the bodies in their mode until the integrator's tolerance, the horizon, the end of a piece
/// of a driven body they touch, a knot of the given forces, or the first event of their own ends
/// the segment: an inactive vertex reaching its level, an active one leaving the band (both
/// proved), a contact running out of force or another axis taking over (located).
ProposalOutcome propose(const World& world, const Departure& from, const trace::Time& last);

/// One constant segment per body from `from.time` to `horizon`, for bodies at rest.
ProposalOutcome propose_rest(const World& world, const Departure& from, const trace::Time& horizon);

/// Ends the segments of a proposal at an earlier instant inside them; certificates are clipped.
void cut(Proposal& proposal, const trace::Time& end, trace::EndReason reason);

/// Writes the forces up to the proposal's end, if they are not there yet. Bodies that rattle use a
/// hundredth of what they propose, so this waits until the end is known; only where given forces or
/// driven bodies take part, which may be on their next piece by then, it was done beforehand.
void record_forces(const World& world, const Departure& from, Proposal& proposal);

/// The step to try next if the proposal is ended at that instant.
StepControl step_after(const Proposal& proposal, const trace::Time& end);

/// What driven bodies and given forces do on the bodies up to the end of the proposal, joules.
double supplied_work(const Proposal& proposal);

/// The bodies where the proposal ends.
std::vector<BodyState> final_states(const Proposal& proposal);

}  // namespace rigor
