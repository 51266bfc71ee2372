// SPDX-License-Identifier: Apache-2.0
#include <rigor/dynamics/mass_matrix.hpp>

namespace rigor {
namespace {

using Composite = CompositeInertias::Composite;

/// Adds a child whose origin is at r from this one.
void add(Composite& parent, const Composite& child, const Vector3& r) {
  const Matrix3 mixed = child.moment * r.transpose();
  parent.mass += child.mass;
  parent.moment += child.moment + child.mass * r;
  parent.about_origin +=
      child.about_origin - mixed - mixed.transpose() - child.mass * r * r.transpose() +
      (2.0 * child.moment.dot(r) + child.mass * r.squaredNorm()) * Matrix3::Identity();
}

/// The wrench about the origin that gives the composite the acceleration `s`.
Vector6 wrench_of(const Composite& composite, const Vector6& s) {
  const Vector3 linear = s.head<3>();
  const Vector3 angular = s.tail<3>();
  Vector6 F;
  F << composite.mass * linear + angular.cross(composite.moment),
      composite.about_origin * angular + composite.moment.cross(linear);
  return F;
}

/// The column of velocity k, owned by link i, against all velocities of i and its ancestors.
void add_column(const Model& model, const Kinematics& kinematics, int i, int k, Vector6 F,
                Eigen::MatrixXd& M) {
  for (int j = i; j != kWorldLink;) {
    const Link& link = model.links[j];
    for (int n = link.first_v; n < link.first_v + link.velocities; ++n) {
      if (n > k) continue;  // its own column brings it
      M(n, k) = kinematics.S.col(n).dot(F);
      M(k, n) = M(n, k);
    }
    const Vector3& r = kinematics.links[j].r;
    F.tail<3>() += r.cross(F.head<3>());
    j = link.parent;
  }
}

}  // namespace

CompositeInertias::CompositeInertias(const Model& model) : links(model.links.size()) {}

void mass_matrix(const Model& model, const Kinematics& kinematics, CompositeInertias& composites,
                 Eigen::MatrixXd& M) {
  const auto count = static_cast<int>(model.links.size());
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const LinkMotion& motion = kinematics.links[i];
    const double mass = model.links[i].inertia.mass;
    composites.links[i] = {mass, mass * motion.com, motion.about_origin};
  }
  M.setZero();
  for (int i = count - 1; i >= 0; --i) {
    const Link& link = model.links[i];
    const Composite& composite = composites.links[i];
    for (int n = 0; n < link.velocities; ++n) {
      const int k = link.first_v + n;
      add_column(model, kinematics, i, k, wrench_of(composite, kinematics.S.col(k)), M);
      M(k, k) += link.dofs[n].armature;
    }
    if (link.parent != kWorldLink)
      add(composites.links[link.parent], composite, kinematics.links[i].r);
  }
}

Eigen::MatrixXd mass_matrix(const Model& model, const Kinematics& kinematics) {
  CompositeInertias composites(model);
  Eigen::MatrixXd M(model.v_size, model.v_size);
  mass_matrix(model, kinematics, composites, M);
  return M;
}

}  // namespace rigor
