// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <rigor/contact/body_motion.hpp>

namespace rigor {

/// A smooth function of two bodies' poses: `jet` holds its value, its rate along the bodies'
/// velocities, and the bias of its acceleration (its second derivative at zero generalised
/// acceleration). Its rate is on_A·V_WA + on_B·V_WB, its acceleration on_A·A_WA + on_B·A_WB plus
/// the part of the bias that the twists' own rates do not give.
struct PairRow {
  Vector6 on_A = Vector6::Zero();
  Vector6 on_B = Vector6::Zero();
  GapJet jet;
};

/// The three rows of one contact: gap (metres, normal from A to B) and the two coordinates of B's
/// point along directions fixed in the body that carries the tangents.
struct ContactRows {
  Vector3 point_W = Vector3::Zero();  ///< where the impulse acts
  Vector3 nhat_AB_W = Vector3::UnitZ();
  std::array<Vector3, 2> tangents_W{Vector3::UnitX(), Vector3::UnitY()};
  PairRow normal;
  std::array<PairRow, 2> tangent;
};

/// Two unit vectors t1, t2 with t1 × t2 = n for a unit normal n; depends on n alone.
std::array<Vector3, 2> tangent_basis(const Vector3& n);

/// Which body of a pair carries the plane.
enum class Carrier : std::uint8_t { A, B };

/// A vertex of one body against a plane fixed in the other (the carrier). `normal_W` is the plane's
/// outward unit normal, `foot_W` any point of the plane, `r_W` the vertex's offset from its body's
/// origin, all at the instant of the motions.
struct VertexPlane {
  Carrier carrier = Carrier::A;
  Vector3 normal_W = Vector3::UnitZ();
  Vector3 foot_W = Vector3::Zero();
  Vector3 r_W = Vector3::Zero();
};
ContactRows vertex_plane_rows(const BodyMotion& A, const BodyMotion& B, const VertexPlane& contact);

/// Two crossing edges, each given by a point and a unit direction in world coordinates.
struct CrossingEdges {
  Vector3 point_A_W = Vector3::Zero();
  Vector3 direction_A_W = Vector3::UnitX();
  Vector3 point_B_W = Vector3::Zero();
  Vector3 direction_B_W = Vector3::UnitY();
  double sign = 1.0;  ///< ±1 such that sign (a × b) points from A to B
};

/// Points of the two lines nearest to each other. @pre the directions are not parallel.
std::array<Vector3, 2> nearest_points(const CrossingEdges& edges);

/// gap = ±(a × b)·(p_B - p_A) / |a × b|. The reference points are those where the edges cross,
/// which keeps the numbers small when the edges are nearly parallel. The crossing moves along the
/// edges as they turn: tangential biases are those of the slip at the moving crossing.
ContactRows crossing_edges_rows(const BodyMotion& A, const BodyMotion& B,
                                const CrossingEdges& edges);

}  // namespace rigor
