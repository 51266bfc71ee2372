// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/motion/placed_contacts.hpp>

namespace rigor {
namespace {

/// The speed of the point at the arm r along u, as a row on the body's velocity: [u, r × u].
inline Vector6 point_row(const Vector3& r, const Vector3& u) {
  Vector6 row;
  row.head<3>() = u;
  row.tail<3>() = r.cross(u);
  return row;
}

bool any_edges(const ModeMotion& motion) {
  return std::any_of(motion.contacts.begin(), motion.contacts.end(),
                     [](const MovingContact& contact) { return contact.edges; });
}

}  // namespace

PlacedContacts::PlacedContacts(const ModeMotion& motion)
    : motion_(motion),
      bodies_(motion),
      points_(motion.contacts.size(), Vector3::Zero()),
      vertices_(motion.contacts.size()),
      crossings_(any_edges(motion) ? motion.contacts.size() : 0) {}

void PlacedContacts::place(int k) {
  const MovingContact& contact = motion_.contacts[k];
  if (contact.limit >= 0)
    points_[k] = bodies_.state(contact.place_O).x;
  else if (contact.edges)
    place_edges(k);
  else
    place_vertex(k);
}

void PlacedContacts::place_edges(int k) {
  const MovingContact& contact = motion_.contacts[k];
  const BodyMotion A = bodies_.motion_of(contact.place_P, contact.drive_P, contact.X_WP);
  const BodyMotion B = bodies_.motion_of(contact.place_O, contact.drive_O, contact.X_WO);
  crossings_[k] =
      crossing_edges_rows(A, B,
                          {A.X_WB * contact.r_P, A.X_WB.rotation * contact.along_P,
                           B.X_WB * contact.r_O, B.X_WB.rotation * contact.along_O, contact.sign});
  points_[k] = crossings_[k].point_W;
}

void PlacedContacts::place_vertex(int k) {
  const MovingContact& contact = motion_.contacts[k];
  VertexTerms& terms = vertices_[k];
  Vector3 velocity = Vector3::Zero();
  if (contact.place_O >= 0) {
    const BodyState& O = bodies_.state(contact.place_O);
    terms.arm_O.noalias() = bodies_.rotation(contact.place_O) * contact.r_O;
    points_[k] = O.x + terms.arm_O;
    const Vector3 turning = O.v.tail<3>().cross(terms.arm_O);
    velocity = O.v.head<3>() + turning;
    terms.bias = O.v.tail<3>().cross(turning);
    if (O.tree) terms.bias += O.bias.linear + O.bias.angular.cross(terms.arm_O);
  } else if (contact.drive_O >= 0) {
    const BodyMotion& O = bodies_.drive(contact.drive_O);
    terms.arm_O = O.X_WB.rotation * contact.r_O;
    points_[k] = O.X_WB.translation + terms.arm_O;
    const Vector3 turning = O.V_WB.angular.cross(terms.arm_O);
    velocity = O.V_WB.linear + turning;
    terms.bias =
        O.A_bias_WB.linear + O.A_bias_WB.angular.cross(terms.arm_O) + O.V_WB.angular.cross(turning);
  } else {
    points_[k] = contact.X_WO * contact.r_O;
    terms.bias.setZero();
  }
  if (contact.place_P < 0 && contact.drive_P < 0) {
    terms.frame = contact.frame_P;
    return;
  }
  // Directions are fixed in P: seen from there, O's acceleration has Coriolis terms.
  Vector3 linear;
  Vector3 w;
  if (contact.place_P >= 0) {
    const BodyState& P = bodies_.state(contact.place_P);
    terms.frame.noalias() = bodies_.rotation(contact.place_P) * contact.frame_P;
    terms.arm_P = points_[k] - P.x;
    linear = P.v.head<3>();
    w = P.v.tail<3>();
    if (P.tree) terms.bias -= P.bias.linear + P.bias.angular.cross(terms.arm_P);
  } else {
    const BodyMotion& P = bodies_.drive(contact.drive_P);
    terms.frame.noalias() = rotation_matrix(P.X_WB.rotation) * contact.frame_P;
    terms.arm_P = points_[k] - P.X_WB.translation;
    linear = P.V_WB.linear;
    w = P.V_WB.angular;
    terms.bias -= P.A_bias_WB.linear + P.A_bias_WB.angular.cross(terms.arm_P);
  }
  const Vector3 turning = w.cross(terms.arm_P);
  terms.bias -= w.cross(turning) + 2.0 * w.cross(velocity - linear - turning);
}

void PlacedContacts::set_row(int k, int axis, RowTerms& row) {
  const MovingContact& contact = motion_.contacts[k];
  if (contact.limit >= 0) {
    row.on_O.setZero();
    row.on_O[0] = axis == 0 ? contact.sign : 0.0;
    row.bias = row.on_O[0] * drift_of(*bodies_.state(contact.place_O).tree, contact.limit);
  } else if (contact.edges) {
    const ContactRows& rows = crossings_[k];
    const PairRow& source = axis == 0 ? rows.normal : rows.tangent[axis - 1];
    row.on_O = source.on_B;
    row.on_P = source.on_A;
    row.bias = source.jet.second;
  } else {
    const VertexTerms& vertex = vertices_[k];
    const Vector3 u = vertex.frame.col(axis);
    row.on_O = point_row(vertex.arm_O, u);
    row.on_P = -point_row(vertex.arm_P, u);
    row.bias = u.dot(vertex.bias);
    // What a belt adds to the speed changes as the plane turns under it.
    if (axis > 0 && !contact.belt_O.isZero(0.0))
      row.bias += bodies_.motion_of(contact.place_P, contact.drive_P, contact.X_WP)
                      .V_WB.angular.cross(u)
                      .dot(contact.belt_O);
  }
  if (motion_.unknowns.has_trees()) {
    set_pulled(k, row);
    return;
  }
  if (contact.place_O >= 0) row.response_O = bodies_.response(contact.place_O, row.on_O);
  if (contact.place_P >= 0) row.response_P = bodies_.response(contact.place_P, row.on_P);
}

/// The row over the unknowns, and what it does to them: J' on the sides' twists, and M⁻¹ of it.
void PlacedContacts::set_pulled(int k, RowTerms& row) {
  const MovingContact& contact = motion_.contacts[k];
  std::array<TreeRow::Part, 2>& parts = row.pulled.parts;
  const std::array<int, 2> places{contact.place_O, contact.place_P};
  for (int side = 0; side < 2; ++side) {
    parts[side].offset = -1;
    const int place = places[side];
    if (place < 0) continue;
    const BodyState& state = bodies_.state(place);
    const int offset = motion_.unknowns.offset(place);
    const bool joins = side == 1 && parts[0].offset == offset;  // another link of O's tree
    TreeRow::Part& part = parts[joins ? 0 : side];
    const Vector6& on = side == 0 ? row.on_O : row.on_P;
    if (!joins) part.on.setZero(size_of(state));
    part.offset = offset;
    if (contact.limit >= 0)
      pull_back(*state.tree, contact.limit, on[0], part.on);
    else if (state.tree)
      pull_back(*state.tree, motion_.bodies[place]->id, on, part.on);
    else
      part.on = on;
  }
  for (int side = 0; side < 2; ++side) {
    TreeRow::Part& part = parts[side];
    if (part.offset < 0) continue;
    if (bodies_.state(places[side]).tree)
      part.response = bodies_.tree_response(places[side], part.on);
    else
      part.response = bodies_.response(places[side], part.on);
  }
}

Vector3 PlacedContacts::normal(int k) const {
  return motion_.contacts[k].edges ? crossings_[k].nhat_AB_W : Vector3(vertices_[k].frame.col(0));
}

std::array<Vector3, 2> PlacedContacts::tangents(int k) const {
  if (motion_.contacts[k].limit >= 0) return {Vector3::UnitX(), Vector3::UnitY()};
  if (motion_.contacts[k].edges) return crossings_[k].tangents_W;
  return {vertices_[k].frame.col(1), vertices_[k].frame.col(2)};
}

double PlacedContacts::product(int contact, const RowTerms& row, int other_contact,
                               const RowTerms& other) const {
  if (motion_.unknowns.has_trees()) return row.pulled.product(other.pulled);
  const MovingContact& at_k = motion_.contacts[contact];
  const MovingContact& at_l = motion_.contacts[other_contact];
  double sum = 0.0;
  if (at_k.place_O >= 0) {
    if (at_k.place_O == at_l.place_O) sum += row.on_O.dot(other.response_O);
    if (at_k.place_O == at_l.place_P) sum += row.on_O.dot(other.response_P);
  }
  if (at_k.place_P >= 0) {
    if (at_k.place_P == at_l.place_O) sum += row.on_P.dot(other.response_O);
    if (at_k.place_P == at_l.place_P) sum += row.on_P.dot(other.response_P);
  }
  return sum;
}

double PlacedContacts::missing(int k, const RowTerms& row, const Eigen::VectorXd& a) const {
  const MovingContact& contact = motion_.contacts[k];
  double missing = -row.bias;
  if (motion_.unknowns.has_trees()) return missing - row.pulled.dot(a);
  if (contact.place_O >= 0) missing -= row.on_O.dot(a.segment<6>(6 * contact.place_O));
  if (contact.place_P >= 0) missing -= row.on_P.dot(a.segment<6>(6 * contact.place_P));
  return missing;
}

void PlacedContacts::add_push(int k, const RowTerms& row, double size, Eigen::VectorXd& a) const {
  if (motion_.unknowns.has_trees()) {
    row.pulled.add_response(size, a);
    return;
  }
  const MovingContact& at = motion_.contacts[k];
  if (at.place_O >= 0) a.segment<6>(6 * at.place_O) += size * row.response_O;
  if (at.place_P >= 0) a.segment<6>(6 * at.place_P) += size * row.response_P;
}

Vector6 PlacedContacts::viscous_wrench(int k) const {
  const MovingContact& contact = motion_.contacts[k];
  const BodyState& state = bodies_.state(contact.place_O);
  const Vector3 r = bodies_.rotation(contact.place_O) * contact.r_O;
  const Vector3 slip = state.v.head<3>() + state.v.tail<3>().cross(r) - contact.belt_P;
  const Vector3 n = contact.frame_P.col(0);
  return point_row(r, -contact.viscosity * (slip - n.dot(slip) * n));
}

}  // namespace rigor
