// SPDX-License-Identifier: Apache-2.0
#include <rigor/contact/pair_row.hpp>
#include <rigor/integration/motion.hpp>

namespace rigor {
namespace {

using Row6 = Eigen::Matrix<double, 1, 6>;

/// The speed of the point at the arm r along d, as a row on the body's velocity: [d, r × d].
Row6 point_row(const Vector3& r, const Vector3& d) {
  Row6 row;
  row << d.transpose(), r.cross(d).transpose();
  return row;
}

/// Forces that do not come from the mode's rows: gravity, gyroscopic, viscous at every contact.
Vector6 free_part(const ModeMotion& motion, const TurnedBody& body, const Matrix3& R,
                  const BodyState& state) {
  const Vector3 w = state.v.tail<3>();
  Vector6 a = free_acceleration(body, w, motion.gravity);
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const double c = motion.contacts[i].viscosity;
    if (c == 0.0) continue;
    const Vector3 r = R * motion.arms_B[i];
    const Vector3 slip = state.v.head<3>() + w.cross(r);
    const auto n = motion.frames[i].col(0);
    const Vector3 force = -c * (slip - n.dot(slip) * n);
    Vector6 load;
    load << force, r.cross(force);
    a += inverse_mass_times(body, load);
  }
  return a;
}

}  // namespace

ModeMotion mode_motion(const MovingBody& body, const std::vector<HalfSpace>& half_spaces,
                       const Vector3& gravity, std::vector<ActiveContact> contacts,
                       const BodyState& state) {
  ModeMotion motion;
  motion.body = &body;
  motion.gravity = gravity;
  motion.contacts = std::move(contacts);
  const Matrix3 R = rotation_matrix(state.q);
  const TurnedBody now = turned(body.dynamics, R);
  std::vector<ModeMotion::Row> all;
  BodyRows J(3 * static_cast<int>(motion.contacts.size()), 6);
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const ActiveContact& contact = motion.contacts[i];
    const Vector3& n = half_spaces[contact.id.half_space].normal;
    const auto tangents = tangent_basis(n);
    motion.arms_B.push_back(vertex(body, contact.id));
    motion.frames.push_back((Matrix3() << n, tangents[0], tangents[1]).finished());
    const int axes = contact.state == ContactState::Stick ? 3 : 1;
    for (int axis = 0; axis < axes; ++axis) {
      J.row(static_cast<int>(all.size())) =
          point_row(R * motion.arms_B[i], motion.frames[i].col(axis));
      all.push_back({static_cast<int>(i), axis});
    }
  }
  const int count = static_cast<int>(all.size());
  BodyRows response(count, 6);
  for (int i = 0; i < count; ++i)
    response.row(i) = inverse_mass_times(now, J.row(i).transpose()).transpose();
  const RowBasis basis = independent_rows(J.topRows(count), response);
  for (int i = 0; i < basis.rank; ++i) motion.rows.push_back(all[basis.rows[i]]);
  return motion;
}

ModeAcceleration mode_acceleration(const ModeMotion& motion, const BodyState& state) {
  const Matrix3 R = rotation_matrix(state.q);
  const TurnedBody body = turned(motion.body->dynamics, R);
  const Vector6 a_free = free_part(motion, body, R, state);
  if (motion.rows.empty()) return {a_free, Vector6::Zero(), RankCheck::Kept};
  const Vector3 w = state.v.tail<3>();
  BodyMode mode;
  mode.count = static_cast<int>(motion.rows.size());
  for (int i = 0; i < mode.count; ++i) {
    const ModeMotion::Row row = motion.rows[i];
    const Vector3 r = R * motion.arms_B[row.contact];
    const Vector3 d = motion.frames[row.contact].col(row.axis);
    mode.J.row(i) = point_row(r, d);
    mode.response.row(i) = inverse_mass_times(body, mode.J.row(i).transpose()).transpose();
    mode.bias[i] = d.dot(w.cross(w.cross(r)));  // d·ω × (ω × r), the plane being at rest
  }
  const BodyAcceleration solved = solve_body_mode(mode, a_free);
  return {solved.a, solved.multipliers, solved.rank};
}

}  // namespace rigor
