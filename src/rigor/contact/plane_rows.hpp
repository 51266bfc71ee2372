// SPDX-License-Identifier: Apache-2.0
// Rows of one free body's vertices against fixed planes, without heap: what an integrator's inner
// loop evaluates. The same numbers as vertex_plane_rows for a fixed carrier.
#pragma once

#include <array>

#include <rigor/contact/pair_row.hpp>
#include <rigor/dynamics/free_body.hpp>
#include <rigor/geometry/half_space.hpp>

namespace rigor {

/// A fixed plane with two tangents: directions[0] is the normal, 1 and 2 the tangents.
struct PlaneFrame {
  std::array<Vector3, 3> directions{Vector3::UnitZ(), Vector3::UnitX(), Vector3::UnitY()};
  double offset = 0.0;  ///< metres
};

inline PlaneFrame plane_frame(const HalfSpace& half_space) {
  const auto tangents = tangent_basis(half_space.normal);
  return {{half_space.normal, tangents[0], tangents[1]}, half_space.offset};
}

/// A row of one body: rate J·v, acceleration J·a + bias, response M⁻¹ J'.
struct BodyRow {
  Vector6 J;
  Vector6 response;
  double bias = 0.0;
};

/// The velocity along the fixed direction u_W of the body's point at the world offset r_W.
inline BodyRow body_row(const TurnedBody& body, const Vector3& w_WB, const Vector3& r_W,
                        const Vector3& u_W) {
  BodyRow row;
  row.J.head<3>() = u_W;
  row.J.tail<3>() = r_W.cross(u_W);
  row.response = inverse_mass_times(body, row.J);
  row.bias = w_WB.dot(r_W) * w_WB.dot(u_W) - w_WB.squaredNorm() * r_W.dot(u_W);
  return row;
}

/// Height of the vertex above the plane, metres.
inline double gap(const PlaneFrame& plane, const Vector3& p_WB, const Vector3& r_W) {
  return plane.directions[0].dot(p_WB + r_W) - plane.offset;
}

}  // namespace rigor
