// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/mechanism_motion.hpp>
#include <rigor/integration/proposal.hpp>

namespace rigor {

/// Where a mechanism's present segments start.
struct MechanismDeparture {
  int mechanism = 0;
  trace::Time time;
  JointState joints;
  std::uint32_t segment = 0;  ///< number of the links' next segments
  StepControl step;
};

/// A joint of the model at one of its limits.
struct LimitId {
  int link = 0;  ///< whose joint
  bool upper = false;
};

/// A mechanism that touches nothing on its present segments, and what is proved about it and
/// half-spaces.
struct MechanismCourse {
  MechanismDeparture from;
  bool at_rest = false;  ///< for ever: constant segments to the horizon
  MechanismStep motion;
  std::vector<trace::Segment> segments;  ///< of the links that can move, ascending
  ClusterPaths paths;                    ///< the segments as models
  Watches watches;                       ///< every half-space
  trace::Time until;             ///< the end of the segments, or before what they must not reach
  std::optional<PairId> meets;   ///< the half-space, if a link comes to δ from one
  std::optional<LimitId> limit;  ///< the joint, if one comes to a limit
  StepControl next;
};

using MechanismOutcome = std::variant<MechanismCourse, Refusal>;

/// The motion of the mechanism up to the integrator's tolerance or the horizon. The world must
/// outlive it.
MechanismOutcome make_course(const World& world, MechanismDeparture from,
                             const trace::Time& horizon, MechanismWorkspace& workspace);

/// The joints at `t`, not before the departure and not after `course.until`.
JointState joints_at(const World& world, const MechanismCourse& course, const trace::Time& t);

/// The segments up to `end`, not after `course.until`, as the trace records them.
std::vector<trace::Segment> segments_until(const MechanismCourse& course, const trace::Time& end);

/// The certificates of half-spaces up to `end`; nothing if one of them can not be proved.
std::optional<std::vector<trace::Certificate>> certificates_until(const MechanismCourse& course,
                                                                  const trace::Time& end);

}  // namespace rigor
