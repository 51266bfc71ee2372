// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include <rigor/certify/edge_gap.hpp>
#include <rigor/certify/half_space_contact.hpp>
#include <rigor/certify/plane_gap.hpp>
#include <rigor/certify/support_map.hpp>
#include <rigor/geometry/polytope.hpp>

namespace rigor {

/// A convex piece as a certificate sees it.
struct PieceShape {
  explicit PieceShape(Polytope shape)
      : polytope(std::move(shape)), tree(polytope.vertices()), tops(polytope.vertices()) {}

  Polytope polytope;
  VertexTree tree;
  SupportMap tops;
};

/// Two pieces on one common interval of time: both paths are models over the same clock.
struct PairMotion {
  const PieceShape* a = nullptr;
  const PieceShape* b = nullptr;
  BodyPath path_a;
  BodyPath path_b;
  TimeSpan span;
  double end = 1.0;  ///< s at span.end, rounded up

  const Clock& clock() const { return path_a.clock; }
  PiecePair trees() const { return {a->tree, b->tree}; }
};

/// The pair on `span`, which must lie inside both paths.
PairMotion pair_motion(const PieceShape& a, const BodyPath& path_a, const PieceShape& b,
                       const BodyPath& path_b, const TimeSpan& span);

/// The two poses at the fraction u of the span (plain doubles).
struct PairPose {
  Pose X_WA;
  Pose X_WB;
};
PairPose pose_at(const PairMotion& pair, double u);

/// The poses at the ends of the span.
struct PairEnds {
  PairPose first;
  PairPose last;
};
PairEnds ends_of(const PairMotion& pair);

/// The pair at one instant, and how it moves (plain doubles).
struct PairMoment {
  double u = 0.0;
  PairPose pose;
  Vector3 drift_W;  ///< mean velocity of the bodies over the span, m/s
  Vector3 way_W;    ///< of B against A from here to the end of the span, metres
};
PairMoment moment_at(const PairMotion& pair, const PairEnds& ends, double u, const PairPose& pose);

/// Where, in [0, 1], offset + part * way is shortest.
double nearest_part(const Vector3& offset, const Vector3& way);

/// Slack of an edge axis as a fraction of its level: vertices of a face contact start in the plane.
inline constexpr double kEdgeSlack = 0.005;

enum class AxisCarrier : std::uint8_t { A, B, World, Edges };

/// A direction from A to B along which the pieces are to be kept apart: a plane carried by A, by B
/// or moving in the world along its normal, or the common normal of two edges.
struct Axis {
  AxisCarrier carrier = AxisCarrier::World;
  Plane plane;         ///< in the carrier's frame; not used for Edges
  double speed = 0.0;  ///< of a world plane, m/s
  trace::Time anchor;  ///< when a world plane is at plane.offset
  EdgePair edges;
  double level = 0.0;  ///< separation to keep, metres
  double slack = 0.0;  ///< of an edge pair, metres
};

/// The plane through the outermost vertices of the carrier along nhat_AB_W.
Axis carried_axis(const PairMotion& pair, const PairMoment& moment, AxisCarrier carrier,
                  const Vector3& nhat_AB_W, double level);
/// The plane of a face of A or of B (`carrier`).
Axis face_axis(const PairMotion& pair, AxisCarrier carrier, std::uint32_t face, double level);
/// The plane half way between the pieces at that moment, moving with their drift.
Axis world_axis(const PairMotion& pair, const PairMoment& moment, const Vector3& nhat_AB_W,
                double level);
/// The common normal of two edges, oriented from A to B.
Axis edge_axis(const PairMotion& pair, const PairPose& pose, std::uint32_t edge_a,
               std::uint32_t edge_b, double level);

/// What an axis does at one pose, metres (plain doubles; for choosing, never for proving).
struct AxisRoom {
  double margin = 0.0;  ///< by how much it keeps the pieces apart more than its level, if it does
  double separation = 0.0;  ///< of the pieces along it; a plane of A or B counts as that piece
};
AxisRoom room_at(const PairMotion& pair, const Axis& axis, const PairPose& pose,
                 const trace::Time& time);
double margin(const PairMotion& pair, const Axis& axis, const PairPose& pose,
              const trace::Time& time);

/// The separation of the pieces along n_W at that moment, metres (plain doubles).
double separation_along(const PairMotion& pair, const PairMoment& moment, const Vector3& n_W);

/// On [from, until] the axis keeps its level, proved; nothing is if until == from. `hi`: where it
/// has failed, or `until` if that is not known.
struct AxisProof {
  double until = 0.0;
  double hi = 0.0;
};
/// `expected`: about where it will fail, if known; a good guess sharpens edge axes there.
AxisProof prove(const PairMotion& pair, const Axis& axis, double from, double expected);

/// The gaps of the piece that does not carry the plane of the axis (of A or B) above it.
VertexGap carried_gap(const PairMotion& pair, const Axis& axis);

/// The exit of the vertices that do not carry the plane (axis of A or B) from their levels: what a
/// persistent contact C4 needs.
ExitOutcome contact_exit(const PairMotion& pair, const Axis& axis, const GapLevels& levels,
                         double from, double to);

/// How long an edge axis keeps the pieces within `levels` on [from, to]: what a contact of two
/// edges needs.
EdgeOutcome edge_contact_exit(const PairMotion& pair, const Axis& axis, const EdgeLevels& levels,
                              double from, double to);

/// The axis as a certificate of the trace; a world plane must be anchored at interval.begin.
trace::Certificate certificate_of(const Axis& axis, const PairNames& names,
                                  const TimeSpan& interval);

/// The same axis with a world plane given by where it is at `time`.
Axis anchored(Axis axis, const trace::Time& time);

}  // namespace rigor
