// SPDX-License-Identifier: Apache-2.0
// Forces of contacts and joints of a run at any instant, from its trace.
#pragma once

#include <map>
#include <utility>

#include <rigor/report/track.hpp>

namespace rigor {

/// The force at one point of a pair.
struct PointForce {
  Vector3 point_W = Vector3::Zero();  ///< m
  Vector3 force_W = Vector3::Zero();  ///< on b, N; the opposite acts on a
  trace::ContactState state = trace::ContactState::Frictionless;
};

/// What a pair of pieces does to each other at one instant. How the sum is split over the points is
/// a choice where there are more of them than the motion needs; the sum is not, unless several
/// pairs hold the same body.
struct PairForce {
  trace::PieceId a;
  trace::PieceId b;
  Vector3 normal_W = Vector3::UnitZ();  ///< unit, from a to b
  double friction_limit = 0.0;          ///< μ times the normal force, N; 0 without a cone
  Vector3 force_W = Vector3::Zero();    ///< sum on b, N
  Vector3 moment_W = Vector3::Zero();   ///< of that about b's origin, N m
  std::vector<PointForce> points;

  double normal() const { return normal_W.dot(force_W); }                 ///< N
  Vector3 tangential_W() const { return force_W - normal() * normal_W; }  ///< friction, N
};

/// Looks up the forces of a trace, which must outlive it.
class ForceTracks {
 public:
  using Pair = std::pair<trace::PieceId, trace::PieceId>;

  explicit ForceTracks(const trace::Trace& trace);

  /// The pairs that ever push, in order.
  std::vector<Pair> pairs() const;

  /// The force of the pair at `t`; where two records meet, the one on that side. Zero, without
  /// points, if none is on file then.
  PairForce at(const Pair& pair, const trace::Time& t, Limit side = Limit::After) const;

 private:
  const trace::Trace& trace_;
  Tracks tracks_;
  std::map<Pair, std::vector<const trace::ContactForce*>> by_pair_;
};

/// What a joint does to its child at one instant; the opposite acts on the parent there.
struct JointWrench {
  std::uint32_t joint = 0;             ///< its number in the trace
  Vector3 point_W = Vector3::Zero();   ///< the child's anchor, m
  Vector3 force_W = Vector3::Zero();   ///< N
  Vector3 moment_W = Vector3::Zero();  ///< about that point, N m
};

/// Looks up the forces of joints of a trace, which must outlive it.
class JointTracks {
 public:
  explicit JointTracks(const trace::Trace& trace);

  /// Of all joints that have a force on file then, in their order; where two records meet, the
  /// later one.
  std::vector<JointWrench> at(const trace::Time& t) const;

 private:
  const trace::Trace& trace_;
  Tracks tracks_;
  std::map<std::uint32_t, std::vector<const trace::JointForce*>> by_joint_;
};

/// The forces of all pairs that push at `t`, in order of the pairs.
std::vector<PairForce> forces_at(const trace::Trace& trace, const trace::Time& t);

}  // namespace rigor
