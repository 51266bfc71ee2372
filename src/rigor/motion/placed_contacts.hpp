// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/motion/placed_bodies.hpp>

namespace rigor {

/// One row of a contact: on O and on P, and what it does to their accelerations.
struct RowTerms {
  Vector6 on_O = Vector6::Zero();
  Vector6 on_P = Vector6::Zero();
  Vector6 response_O = Vector6::Zero();
  Vector6 response_P = Vector6::Zero();
  double bias = 0.0;
  TreeRow pulled{};  ///< in modes with trees: the row over the unknowns, instead of responses
};

/// The contacts of a mode at one instant: where they are, their rows, and how pushes along rows act
/// on each other. Row `axis` of a contact (0 normal, 1 and 2 tangents) is the speed of O's point
/// against P's along a direction u that is fixed in P. With r_O, r_P the arms from the two origins,
///
///   on_O = [u, r_O × u],  on_P = -[u, r_P × u],
///   bias = u·(ω_O × (ω_O × r_O) + a_O - ω_P × (ω_P × r_P) - a_P - 2 ω_P × s),
///
/// where s is the speed of O's point seen from P, and a_O, a_P what points of links and of driven
/// bodies accelerate by in any case. Two edges have the rows of crossing_edges_rows(), limits of
/// joints ±1 at one velocity. Allocates nothing after the first instant, but for trees.
class PlacedContacts {
 public:
  explicit PlacedContacts(const ModeMotion& motion);

  PlacedBodies& bodies() { return bodies_; }
  const PlacedBodies& bodies() const { return bodies_; }

  /// Puts a contact where its bodies are; its rows may be asked for then.
  void place(int contact);
  /// The row of a contact along an axis. Limits have none along tangents: then it stays zero.
  void set_row(int contact, int axis, RowTerms& row);

  /// Where the contact is, world.
  const Vector3& point(int contact) const { return points_[contact]; }
  Vector3 normal(int contact) const;
  /// The directions of its rows 1 and 2, world; of limits, any.
  std::array<Vector3, 2> tangents(int contact) const;

  /// row M⁻¹ other'.
  double product(int contact, const RowTerms& row, int other_contact, const RowTerms& other) const;
  /// The acceleration a row is short of if the unknowns accelerate by `a`.
  double missing(int contact, const RowTerms& row, const Eigen::VectorXd& a) const;
  /// Adds what a push of this size along a row does to the accelerations.
  void add_push(int contact, const RowTerms& row, double size, Eigen::VectorXd& a) const;
  /// What a plane at rest does against the slip of a contact, about O's origin.
  Vector6 viscous_wrench(int contact) const;

 private:
  /// A vertex on a plane: arms from the two bodies, the plane's directions, and the vertex's
  /// acceleration seen from P at zero generalised acceleration.
  struct VertexTerms {
    Vector3 arm_O = Vector3::Zero();
    Vector3 arm_P = Vector3::Zero();
    Vector3 bias = Vector3::Zero();
    Matrix3 frame = Matrix3::Identity();
  };

  void place_edges(int contact);
  void place_vertex(int contact);
  void set_pulled(int contact, RowTerms& row);

  const ModeMotion& motion_;
  PlacedBodies bodies_;
  std::vector<Vector3> points_;
  std::vector<VertexTerms> vertices_;
  std::vector<ContactRows> crossings_;  ///< empty if no contact is one of edges
};

}  // namespace rigor
