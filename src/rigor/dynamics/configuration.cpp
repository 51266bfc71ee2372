// SPDX-License-Identifier: Apache-2.0
#include <rigor/dynamics/configuration.hpp>

namespace rigor {
namespace {

/// How a joint's coordinates are laid out: `plain` numbers, then perhaps a quaternion.
struct Layout {
  int q;      ///< first coordinate
  int v;      ///< first velocity
  int plain;  ///< coordinates that are integrals of their velocities
  bool quaternion;
};

Layout layout(const Link& link) {
  const bool quaternion = !has_plain_coordinates(link.joint);
  return {link.first_q, link.first_v, quaternion ? link.velocities - 3 : link.velocities,
          quaternion};
}

Quaternion quaternion_at(const Eigen::VectorXd& q, int i) {
  return Quaternion(q[i], q[i + 1], q[i + 2], q[i + 3]);
}

void set_quaternion(Eigen::VectorXd& q, int i, const Quaternion& value) {
  q.segment<4>(i) << value.w(), value.x(), value.y(), value.z();
}

void set_rates(const Link& link, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
               Eigen::VectorXd& qdot) {
  const Layout at = layout(link);
  qdot.segment(at.q, at.plain) = v.segment(at.v, at.plain);
  if (!at.quaternion) return;
  const int i = at.q + at.plain;
  set_quaternion(qdot, i, quaternion_rate(quaternion_at(q, i), v.segment<3>(at.v + at.plain)));
}

}  // namespace

void coordinate_rates(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& qdot) {
  for (const Link& link : model.links) set_rates(link, q, v, qdot);
}

void coordinate_rates(const Model& model, const Mechanism& mechanism, const Eigen::VectorXd& q,
                      const Eigen::VectorXd& v, Eigen::VectorXd& qdot) {
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i)
    set_rates(model.links[i], q, v, qdot);
}

Eigen::VectorXd integrate(const Model& model, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& step) {
  Eigen::VectorXd reached = q;
  for (const Link& link : model.links) {
    const Layout at = layout(link);
    reached.segment(at.q, at.plain) += step.segment(at.v, at.plain);
    if (!at.quaternion) continue;
    const int i = at.q + at.plain;
    const Quaternion turn = exp_rotation(step.segment<3>(at.v + at.plain));
    set_quaternion(reached, i, (turn * quaternion_at(q, i)).normalized());
  }
  return reached;
}

Eigen::VectorXd difference(const Model& model, const Eigen::VectorXd& from,
                           const Eigen::VectorXd& to) {
  Eigen::VectorXd step(model.v_size);
  for (const Link& link : model.links) {
    const Layout at = layout(link);
    step.segment(at.v, at.plain) = to.segment(at.q, at.plain) - from.segment(at.q, at.plain);
    if (!at.quaternion) continue;
    const int i = at.q + at.plain;
    const Quaternion turn = quaternion_at(to, i) * quaternion_at(from, i).conjugate();
    step.segment<3>(at.v + at.plain) = log_rotation(turn.normalized());
  }
  return step;
}

}  // namespace rigor
