// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/contact/pair_row.hpp>

namespace rigor {
namespace {

/// The load of a unit force along u at the world offset r from the body's origin.
Vector6 unit_load(const Vector3& u, const Vector3& r) {
  return (Vector6() << u, r.cross(u)).finished();
}

/// Gradient of u·(point of B - point of A) at a common point.
PairRow row_along(const BodyMotion& A, const BodyMotion& B, const Vector3& u_W,
                  const Vector3& point_W) {
  PairRow row;
  row.on_A = -unit_load(u_W, point_W - A.X_WB.translation);
  row.on_B = unit_load(u_W, point_W - B.X_WB.translation);
  return row;
}

/// Coordinates, along directions fixed in the carrier, of a point of the other body; positive rate
/// means that B moves along the direction relative to A.
void fill_tangents(const BodyMotion& A, const BodyMotion& B, Carrier carrier, ContactRows& rows) {
  const BodyMotion& base = carrier == Carrier::A ? A : B;
  const BodyMotion& other = carrier == Carrier::A ? B : A;
  const double sign = carrier == Carrier::A ? 1.0 : -1.0;
  const JetVector point = point_jet(other, rows.point_W - other.X_WB.translation);
  const JetVector relative = point - point_jet(base, Vector3::Zero());
  for (std::size_t k = 0; k < 2; ++k) {
    const Vector3& t = rows.tangents_W[k];
    rows.tangent[k] = row_along(A, B, t, rows.point_W);
    rows.tangent[k].jet = sign * dot(direction_jet(base, t), relative);
  }
}

/// The crossing of two edges runs along them as they turn; a slip that is zero there stays zero if
/// the acceleration makes up for that: (ω_B - ω_A) × (speed of the crossing along B's edge).
void add_rolling(const BodyMotion& A, const BodyMotion& B, const JetVector& between,
                 const JetVector& a, const JetVector& N, const Vector3& b, ContactRows& rows) {
  // The crossing is at p_B + t b with t = (between × a)·(a × b) / |a × b|²; `between` starts at the
  // crossings themselves, so t = 0 now, and the sign of N does not matter for its square.
  const double size = N.value.squaredNorm();
  const Vector3 plain = a.value.cross(b);
  const double sign = plain.dot(N.value) < 0.0 ? -1.0 : 1.0;
  const double rate = sign * dot(cross(between, a), N).rate / size;
  const Vector3 turning = B.V_WB.angular - A.V_WB.angular;
  for (std::size_t k = 0; k < 2; ++k)
    rows.tangent[k].jet.second += rows.tangents_W[k].dot(turning.cross(rate * b));
}

}  // namespace

std::array<Vector3, 2> tangent_basis(const Vector3& n) {
  const Vector3 magnitude = n.cwiseAbs();
  Vector3 axis = Vector3::UnitX();
  if (magnitude.y() < magnitude.x() && magnitude.y() <= magnitude.z())
    axis = Vector3::UnitY();
  else if (magnitude.z() < magnitude.x() && magnitude.z() < magnitude.y())
    axis = Vector3::UnitZ();
  const Vector3 t1 = (axis - n.dot(axis) * n).normalized();
  return {t1, n.cross(t1)};
}

ContactRows vertex_plane_rows(const BodyMotion& A, const BodyMotion& B,
                              const VertexPlane& contact) {
  const bool on_A = contact.carrier == Carrier::A;
  const BodyMotion& base = on_A ? A : B;
  const BodyMotion& other = on_A ? B : A;
  ContactRows rows;
  rows.point_W = other.X_WB.translation + contact.r_W;
  rows.nhat_AB_W = on_A ? contact.normal_W : Vector3(-contact.normal_W);
  rows.tangents_W = tangent_basis(rows.nhat_AB_W);
  rows.normal = row_along(A, B, rows.nhat_AB_W, rows.point_W);
  const JetVector above =
      point_jet(other, contact.r_W) - point_jet(base, contact.foot_W - base.X_WB.translation);
  rows.normal.jet = dot(direction_jet(base, contact.normal_W), above);
  fill_tangents(A, B, contact.carrier, rows);
  return rows;
}

std::array<Vector3, 2> nearest_points(const CrossingEdges& edges) {
  const Vector3& a = edges.direction_A_W;
  const Vector3& b = edges.direction_B_W;
  const Vector3 between = edges.point_B_W - edges.point_A_W;
  const Vector3 N = a.cross(b);
  const double sine_squared = N.squaredNorm();
  const double s = between.cross(b).dot(N) / sine_squared;
  const double t = between.cross(a).dot(N) / sine_squared;
  return {edges.point_A_W + s * a, edges.point_B_W + t * b};
}

ContactRows crossing_edges_rows(const BodyMotion& A, const BodyMotion& B,
                                const CrossingEdges& edges) {
  const auto nearest = nearest_points(edges);
  const JetVector a = direction_jet(A, edges.direction_A_W);
  const JetVector b = direction_jet(B, edges.direction_B_W);
  const JetVector N = edges.sign * cross(a, b);
  const JetVector between =
      point_jet(B, nearest[1] - B.X_WB.translation) - point_jet(A, nearest[0] - A.X_WB.translation);
  ContactRows rows;
  rows.point_W = nearest[1];
  rows.nhat_AB_W = N.value.normalized();
  rows.tangents_W = tangent_basis(rows.nhat_AB_W);
  rows.normal = row_along(A, B, rows.nhat_AB_W, rows.point_W);
  rows.normal.jet = dot(N, between) * inverse_sqrt(dot(N, N));
  fill_tangents(A, B, Carrier::A, rows);
  add_rolling(A, B, between, a, N, b.value, rows);
  return rows;
}

}  // namespace rigor
