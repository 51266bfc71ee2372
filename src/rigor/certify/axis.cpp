// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/certify/axis.hpp>
#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/rounding.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

/// The ends of the shadows of A and B that face each other along n_W (plain doubles).
double top_of_A(const PairMotion& pair, const PairPose& pose, const Vector3& n_W) {
  return n_W.dot(pose.X_WA.translation) +
         pair.a->tops.highest(pose.X_WA.rotation.conjugate() * n_W).height;
}
double bottom_of_B(const PairMotion& pair, const PairPose& pose, const Vector3& n_W) {
  return n_W.dot(pose.X_WB.translation) -
         pair.b->tops.highest(pose.X_WB.rotation.conjugate() * -n_W).height;
}

/// A plane of the carrier's frame that just clears all its vertices on the side the normal of the
/// pair comes from, rounding included.
Plane clearing_plane(const PairMotion& pair, AxisCarrier carrier, const Vector3& normal) {
  if (carrier == AxisCarrier::A) {
    return {normal, clearing_offset(normal, pair.a->tops)};
  }
  return {normal, -clearing_offset(-normal, pair.b->tops)};
}

/// Along the common normal of two edges: the distance of the edges and that of the pieces, metres.
struct EdgeDistances {
  double of_edges = -kNoBound;
  double of_pieces = -kNoBound;
};

EdgeDistances edge_distances(const PairMotion& pair, const Axis& axis, const PairPose& pose) {
  const auto& vertices_a = pair.a->polytope.vertices();
  const auto& vertices_b = pair.b->polytope.vertices();
  const Vector3 a0 = pose.X_WA * vertices_a[axis.edges.edge_a[0]];
  const Vector3 a1 = pose.X_WA * vertices_a[axis.edges.edge_a[1]];
  const Vector3 b0 = pose.X_WB * vertices_b[axis.edges.edge_b[0]];
  const Vector3 b1 = pose.X_WB * vertices_b[axis.edges.edge_b[1]];
  const Vector3 normal = axis.edges.sign * (a1 - a0).cross(b1 - b0);
  const double length = normal.norm();
  if (length == 0.0) return {};
  const Vector3 n_W = normal / length;
  return {n_W.dot(b0 - a0), bottom_of_B(pair, pose, n_W) - top_of_A(pair, pose, n_W)};
}

/// Whether the piece lies below its edge along n (both in its frame): the vertices next to the edge
/// on its two faces tell, if they are on one side.
bool lies_below(const Polytope& polytope, const Edge& edge, const Vector3& n) {
  const auto& vertices = polytope.vertices();
  double sum = 0.0;
  for (const std::uint32_t face : {edge.left, edge.right}) {
    for (const std::uint32_t v : polytope.faces()[face].vertices) {
      if (v != edge.tail && v != edge.head) sum += n.dot(vertices[v] - vertices[edge.tail]);
    }
  }
  return sum <= 0.0;
}

AxisProof proof_of(const ExitOutcome& exit, double from, double to) {
  const double until = proved_until(exit, from, to);
  const auto* leaves = std::get_if<Leaves>(&exit);
  return {until, leaves != nullptr ? leaves->hi : until};
}

/// Each side keeps half the level from the moving plane. The radius takes in the rounding of the
/// plane's place at s = 0 and of its rise.
AxisProof prove_world(const PairMotion& pair, const Axis& axis, double from) {
  const double since = trace::elapsed(pair.span.begin, axis.anchor);
  const double rise = axis.speed * pair.clock().length;
  const double doubt = raised(16.0 * kUnit * (std::abs(axis.plane.offset) + std::abs(rise)) +
                              0x1p-61 * std::abs(axis.speed));
  const Plane plane{axis.plane.normal, axis.plane.offset - axis.speed * since};
  AxisProof proof{pair.end, pair.end};
  const GapLevels half{0.5 * axis.level, {}};
  for (const bool upper : {true, false}) {
    const BodyPath& path = upper ? pair.path_b : pair.path_a;
    VertexGap gap =
        upper ? moving_plane_gap(path, plane, rise) : moving_plane_gap(path, flipped(plane), -rise);
    gap.constant.widen(raised(doubt * path.norm_range.hi));
    const VertexTree& tree = upper ? pair.b->tree : pair.a->tree;
    proof = proof_of(first_exit(gap, tree, half, from, proof.until), from, proof.until);
    if (proof.until <= from) break;
  }
  return proof;
}

/// The bound on |N| is sharp at one instant: first where the axis is expected to fail, and if that
/// proves nothing (the guess was far off, and there is little room now) at the start.
AxisProof prove_edges(const PairMotion& pair, const Axis& axis, double from, double expected) {
  const EdgeLevels levels{axis.level, kNoBound, axis.slack};
  for (const double sharp_at : {std::clamp(expected, from, pair.end), from}) {
    const EdgeGap gap =
        edge_gap(pair.path_a, pair.path_b, pair.trees(), axis.edges, {from, sharp_at});
    if (!(gap.normal_least > 0.0)) continue;
    const EdgeOutcome outcome = first_edge_exit(gap, pair.trees(), levels, from, pair.end);
    if (outcome.until > from) return {outcome.until, outcome.hi};
  }
  return {from, from};
}

}  // namespace

PairMotion pair_motion(const PieceShape& a, const BodyPath& path_a, const PieceShape& b,
                       const BodyPath& path_b, const TimeSpan& span) {
  PairMotion pair;
  pair.a = &a;
  pair.b = &b;
  pair.span = span;
  const bool same_clock = path_a.clock.start == span.begin && path_b.clock.start == span.begin &&
                          path_a.clock.length == path_b.clock.length;
  const bool inside = span.end <= path_a.end && span.end <= path_b.end;
  RIGOR_DEMAND(inside);
  pair.path_a = same_clock ? path_a : restricted_path(path_a, span.begin, span.end);
  pair.path_b = same_clock ? path_b : restricted_path(path_b, span.begin, span.end);
  pair.end = fraction_at(pair.clock(), span.end).hi;
  return pair;
}

PairPose pose_at(const PairMotion& pair, double u) {
  return {pose_at(pair.path_a, u), pose_at(pair.path_b, u)};
}

PairEnds ends_of(const PairMotion& pair) { return {pose_at(pair, 0.0), pose_at(pair, pair.end)}; }

PairMoment moment_at(const PairMotion& pair, const PairEnds& ends, double u, const PairPose& pose) {
  const auto& [first, last] = ends;
  const Vector3 ways = (last.X_WA.translation - first.X_WA.translation) +
                       (last.X_WB.translation - first.X_WB.translation);
  const Vector3 way_W = (last.X_WB.translation - pose.X_WB.translation) -
                        (last.X_WA.translation - pose.X_WA.translation);
  return {u, pose, 0.5 / (pair.end * pair.clock().length) * ways, way_W};
}

double nearest_part(const Vector3& offset, const Vector3& way) {
  const double length = way.squaredNorm();
  return length > 0.0 ? std::clamp(-offset.dot(way) / length, 0.0, 1.0) : 0.0;
}

Axis carried_axis(const PairMotion& pair, const PairMoment& moment, AxisCarrier carrier,
                  const Vector3& nhat_AB_W, double level) {
  Axis axis;
  axis.carrier = carrier;
  axis.level = level;
  const Pose& X_WC = carrier == AxisCarrier::A ? moment.pose.X_WA : moment.pose.X_WB;
  axis.plane = clearing_plane(pair, carrier, X_WC.rotation.conjugate() * nhat_AB_W);
  return axis;
}

Axis face_axis(const PairMotion& pair, AxisCarrier carrier, std::uint32_t face, double level) {
  Axis axis;
  axis.carrier = carrier;
  axis.level = level;
  const Vector3 normal = carrier == AxisCarrier::A
                             ? pair.a->polytope.faces()[face].normal
                             : Vector3(-pair.b->polytope.faces()[face].normal);
  axis.plane = clearing_plane(pair, carrier, normal);
  return axis;
}

Axis world_axis(const PairMotion& pair, const PairMoment& moment, const Vector3& nhat_AB_W,
                double level) {
  Axis axis;
  axis.level = level;
  axis.plane.normal = nhat_AB_W;
  axis.plane.offset =
      0.5 * (top_of_A(pair, moment.pose, nhat_AB_W) + bottom_of_B(pair, moment.pose, nhat_AB_W));
  axis.speed = nhat_AB_W.dot(moment.drift_W);
  axis.anchor = trace::advanced(pair.span.begin, moment.u * pair.clock().length);
  return axis;
}

Axis edge_axis(const PairMotion& pair, const PairPose& pose, std::uint32_t edge_a,
               std::uint32_t edge_b, double level) {
  const Edge& a = pair.a->polytope.edges()[edge_a];
  const Edge& b = pair.b->polytope.edges()[edge_b];
  Axis axis;
  axis.carrier = AxisCarrier::Edges;
  axis.edges = {{a.tail, a.head}, {b.tail, b.head}, 1};
  axis.level = level;
  axis.slack = kEdgeSlack * level;
  const auto& vertices_a = pair.a->polytope.vertices();
  const auto& vertices_b = pair.b->polytope.vertices();
  const Vector3 along_a = pose.X_WA.rotation * (vertices_a[a.head] - vertices_a[a.tail]);
  const Vector3 along_b = pose.X_WB.rotation * (vertices_b[b.head] - vertices_b[b.tail]);
  const Vector3 n_A = pose.X_WA.rotation.conjugate() * along_a.cross(along_b);
  axis.edges.sign = lies_below(pair.a->polytope, a, n_A) ? std::int8_t{1} : std::int8_t{-1};
  return axis;
}

AxisRoom room_at(const PairMotion& pair, const Axis& axis, const PairPose& pose,
                 const trace::Time& time) {
  if (axis.carrier == AxisCarrier::Edges) {
    const EdgeDistances d = edge_distances(pair, axis, pose);
    const double inside = d.of_pieces - d.of_edges + axis.slack;
    return {inside > 0.0 ? d.of_edges - axis.level : inside, d.of_pieces};
  }
  if (axis.carrier == AxisCarrier::World) {
    const Vector3& n_W = axis.plane.normal;
    const double offset = axis.plane.offset + axis.speed * trace::elapsed(axis.anchor, time);
    const double top = top_of_A(pair, pose, n_W);
    const double bottom = bottom_of_B(pair, pose, n_W);
    return {2.0 * std::min(bottom - offset, offset - top) - axis.level, bottom - top};
  }
  const bool on_A = axis.carrier == AxisCarrier::A;
  const Pose& X_WC = on_A ? pose.X_WA : pose.X_WB;
  const Vector3 n_W = X_WC.rotation * axis.plane.normal;
  const double offset = axis.plane.offset + n_W.dot(X_WC.translation);
  const double gap =
      on_A ? bottom_of_B(pair, pose, n_W) - offset : offset - top_of_A(pair, pose, n_W);
  return {gap - axis.level, gap};
}

double margin(const PairMotion& pair, const Axis& axis, const PairPose& pose,
              const trace::Time& time) {
  return room_at(pair, axis, pose, time).margin;
}

double separation_along(const PairMotion& pair, const PairMoment& moment, const Vector3& n_W) {
  return bottom_of_B(pair, moment.pose, n_W) - top_of_A(pair, moment.pose, n_W);
}

AxisProof prove(const PairMotion& pair, const Axis& axis, double from, double expected) {
  if (axis.carrier == AxisCarrier::Edges) return prove_edges(pair, axis, from, expected);
  if (axis.carrier == AxisCarrier::World) return prove_world(pair, axis, from);
  return proof_of(contact_exit(pair, axis, {axis.level, {}}, from, pair.end), from, pair.end);
}

VertexGap carried_gap(const PairMotion& pair, const Axis& axis) {
  RIGOR_DEMAND(axis.carrier == AxisCarrier::A || axis.carrier == AxisCarrier::B);
  if (axis.carrier == AxisCarrier::A) return body_plane_gap(pair.path_b, pair.path_a, axis.plane);
  return body_plane_gap(pair.path_a, pair.path_b, flipped(axis.plane));
}

EdgeOutcome edge_contact_exit(const PairMotion& pair, const Axis& axis, const EdgeLevels& levels,
                              double from, double to) {
  RIGOR_DEMAND(axis.carrier == AxisCarrier::Edges);
  EdgeOutcome outcome{EdgeExit::Parallel, from, from};
  while (outcome.reason == EdgeExit::Parallel && outcome.until < to) {
    const double begin = outcome.until;
    const EdgeGap gap =
        edge_gap(pair.path_a, pair.path_b, pair.trees(), axis.edges, {begin, begin});
    if (!(gap.normal_least > 0.0)) break;
    outcome = first_edge_exit(gap, pair.trees(), levels, begin, to);
    if (!(outcome.until > begin)) break;
  }
  return outcome;
}

ExitOutcome contact_exit(const PairMotion& pair, const Axis& axis, const GapLevels& levels,
                         double from, double to) {
  const VertexTree& tree = axis.carrier == AxisCarrier::A ? pair.b->tree : pair.a->tree;
  return first_exit(carried_gap(pair, axis), tree, levels, from, to);
}

trace::Certificate certificate_of(const Axis& axis, const PairNames& names,
                                  const TimeSpan& interval) {
  trace::Certificate c;
  c.a = names.a;
  c.b = names.b;
  c.segment_a = names.segment_a;
  c.segment_b = names.segment_b;
  c.begin = interval.begin;
  c.end = interval.end;
  c.level = axis.level;
  if (axis.carrier == AxisCarrier::Edges) {
    c.kind = trace::CertificateKind::EdgeEdge;
    c.edge_a = axis.edges.edge_a;
    c.edge_b = axis.edges.edge_b;
    c.sign = axis.edges.sign;
    c.slack = axis.slack;
    return c;
  }
  c.kind = trace::CertificateKind::Plane;
  c.frame = axis.carrier == AxisCarrier::A   ? trace::PlaneFrame::A
            : axis.carrier == AxisCarrier::B ? trace::PlaneFrame::B
                                             : trace::PlaneFrame::World;
  for (int i = 0; i < 3; ++i) c.normal[i] = axis.plane.normal[i];
  c.offset = axis.plane.offset;
  c.speed = axis.speed;
  RIGOR_DEMAND(axis.carrier != AxisCarrier::World || axis.anchor == interval.begin);
  return c;
}

Axis anchored(Axis axis, const trace::Time& time) {
  if (axis.carrier == AxisCarrier::World) {
    axis.plane.offset += axis.speed * trace::elapsed(axis.anchor, time);
    axis.anchor = time;
  }
  return axis;
}

}  // namespace rigor
