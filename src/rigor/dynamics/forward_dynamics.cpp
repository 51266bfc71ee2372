// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <rigor/demand.hpp>
#include <rigor/dynamics/forward_dynamics.hpp>

namespace rigor {
namespace {

Matrix6 rigid_inertia(double mass, const LinkMotion& motion) {
  const Matrix3 mc = mass * cross_matrix(motion.com);
  Matrix6 I;
  I << mass * Matrix3::Identity(), -mc, mc, motion.about_origin;
  return I;
}

/// Adds to `parent` the inertia of a child whose origin is at r from the parent's:
/// X' I X with X = [1 -[r]; 0 1].
void add_shifted(const Matrix6& child, const Vector3& r, Matrix6& parent) {
  const Matrix3 A = child.topLeftCorner<3, 3>();
  const Matrix3 B = child.topRightCorner<3, 3>();
  Matrix3 AR;  // A [r]: its rows are a_i × r
  for (int i = 0; i < 3; ++i) AR.row(i) = A.row(i).cross(r.transpose());
  const Matrix3 BR = B - AR;
  Matrix3 RB;   // [r] (B - A [r]): its columns are r × b_j
  Matrix3 BtR;  // B' [r]: its rows are b_i × r, b_i the columns of B
  for (int j = 0; j < 3; ++j) {
    RB.col(j) = r.cross(BR.col(j));
    BtR.row(j) = B.col(j).transpose().cross(r.transpose());
  }
  parent.topLeftCorner<3, 3>() += A;
  parent.topRightCorner<3, 3>() += BR;
  parent.bottomLeftCorner<3, 3>() += BR.transpose();
  parent.bottomRightCorner<3, 3>() += child.bottomRightCorner<3, 3>() + RB - BtR;
}

/// Adds to `parent` the wrench that a child, with its origin at r, passes on.
void add_shifted(const Vector6& child, const Vector3& r, Vector6& parent) {
  parent.head<3>() += child.head<3>();
  parent.tail<3>() += child.tail<3>() + r.cross(Vector3(child.head<3>()));
}

Vector6 shifted_acceleration(const Vector6& parent, const Vector3& r) {
  Vector6 a = parent;
  a.head<3>() += Vector3(parent.tail<3>()).cross(r);
  return a;
}

bool is_locked(const ArticulatedBodies& bodies, int velocity) {
  return !bodies.locked.empty() && bodies.locked[velocity] != 0;
}

/// The joint of a link with n velocities, as fixed-size blocks of the model's columns.
template <int n>
struct JointBlock {
  using Columns = Eigen::Block<Matrix6X, 6, n, true>;
  using ConstColumns = Eigen::Block<const Matrix6X, 6, n, true>;

  static void eliminate(const Link& link, const Kinematics& kinematics, ArticulatedBodies& bodies,
                        Matrix6& I) {
    const ConstColumns S = kinematics.S.middleCols<n>(link.first_v);
    const Eigen::Matrix<double, 6, n> U = I * S;
    Eigen::Matrix<double, n, n> D = S.transpose() * U;
    for (int k = 0; k < n; ++k) D(k, k) += link.dofs[k].armature;
    Eigen::Matrix<double, n, n> D_inverse;
    if (n == 1 && is_locked(bodies, link.first_v))
      D_inverse.setZero();  // no answer of its own: what acts goes on to the parent
    else if constexpr (n <= 3)
      D_inverse = D.inverse();
    else
      D_inverse = D.llt().solve(Eigen::Matrix<double, n, n>::Identity());
    bodies.U.middleCols<n>(link.first_v) = U;
    bodies.D_inverse.block<n, n>(0, link.first_v) = D_inverse;
    if (link.parent != kWorldLink) I -= (U * D_inverse) * U.transpose();
  }

  /// Backward: u = effort - S' p and p += U D⁻¹ u; leaves D⁻¹ u in vdot.
  static void reduce(const Link& link, const Kinematics& kinematics, ArticulatedBodies& bodies,
                     Vector6& p) {
    const ConstColumns S = kinematics.S.middleCols<n>(link.first_v);
    auto x = bodies.vdot.segment<n>(link.first_v);
    const Eigen::Matrix<double, n, 1> u = x - S.transpose() * p;
    const Eigen::Matrix<double, n, 1> y = bodies.D_inverse.block<n, n>(0, link.first_v) * u;
    x = y;
    if (link.parent != kWorldLink) p += bodies.U.middleCols<n>(link.first_v) * y;
  }

  /// Forward: vdot = D⁻¹ (u - U' a), a += S vdot.
  static void expand(const Link& link, const Kinematics& kinematics, ArticulatedBodies& bodies,
                     Vector6& a) {
    auto x = bodies.vdot.segment<n>(link.first_v);
    if (link.parent != kWorldLink) {
      const Eigen::Matrix<double, n, 1> load = bodies.U.middleCols<n>(link.first_v).transpose() * a;
      x -= bodies.D_inverse.block<n, n>(0, link.first_v) * load;
    }
    a += kinematics.S.middleCols<n>(link.first_v) * x;
  }
};

/// Calls step.template operator()<n>() for the joint's number of velocities.
template <class Step>
void with_size(int velocities, const Step& step) {
  switch (velocities) {
    case 0:
      return;
    case 1:
      return step.template operator()<1>();
    case 2:
      return step.template operator()<2>();
    case 3:
      return step.template operator()<3>();
    default:
      RIGOR_DEMAND(velocities == 6);
      return step.template operator()<6>();
  }
}

/// What acts on a link and beyond it, passed on to its parent.
void reduce(const Model& model, int i, const Kinematics& kinematics, ArticulatedBodies& bodies) {
  const Link& link = model.links[i];
  Vector6& p = bodies.wrenches[i];
  with_size(link.velocities, [&]<int n>() { JointBlock<n>::reduce(link, kinematics, bodies, p); });
  if (link.parent != kWorldLink)
    add_shifted(p, kinematics.links[i].r, bodies.wrenches[link.parent]);
}

/// The links' accelerations, from the root on.
void expand(const Model& model, const Mechanism& mechanism, const Kinematics& kinematics,
            ArticulatedBodies& bodies) {
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    const Link& link = model.links[i];
    Vector6& a = bodies.accelerations[i];
    if (link.parent == kWorldLink)
      a.setZero();
    else
      a = shifted_acceleration(bodies.accelerations[link.parent], kinematics.links[i].r);
    with_size(link.velocities,
              [&]<int n>() { JointBlock<n>::expand(link, kinematics, bodies, a); });
  }
}

}  // namespace

ArticulatedBodies::ArticulatedBodies(const Model& model)
    : inertias(model.links.size()),
      U(Matrix6X::Zero(6, model.v_size)),
      D_inverse(Matrix6X::Zero(6, model.v_size)),
      wrenches(model.links.size()),
      accelerations(model.links.size()),
      vdot(Eigen::VectorXd::Zero(model.v_size)),
      loaded(model.links.size(), 0) {}

void factorize(const Model& model, const Mechanism& mechanism, const Kinematics& kinematics,
               ArticulatedBodies& bodies) {
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i)
    bodies.inertias[i] = rigid_inertia(model.links[i].inertia.mass, kinematics.links[i]);
  for (int i = mechanism.end_link - 1; i >= mechanism.first_link; --i) {
    const Link& link = model.links[i];
    Matrix6& I = bodies.inertias[i];
    with_size(link.velocities,
              [&]<int n>() { JointBlock<n>::eliminate(link, kinematics, bodies, I); });
    if (link.parent != kWorldLink)
      add_shifted(I, kinematics.links[i].r, bodies.inertias[link.parent]);
  }
}

void factorize(const Model& model, const Kinematics& kinematics, ArticulatedBodies& bodies) {
  for (const Mechanism& mechanism : model.mechanisms)
    factorize(model, mechanism, kinematics, bodies);
}

void solve(const Model& model, const Mechanism& mechanism, const Kinematics& kinematics,
           const Eigen::VectorXd& efforts, ArticulatedBodies& bodies) {
  const int count = mechanism.end_v - mechanism.first_v;
  bodies.vdot.segment(mechanism.first_v, count) = efforts.segment(mechanism.first_v, count);
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) bodies.wrenches[i].setZero();
  // Rows act on the links from one of them to the root: the others pass nothing on.
  std::vector<char>& loaded = bodies.loaded;
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) loaded[i] = 0;
  for (int i = mechanism.end_link - 1; i >= mechanism.first_link; --i) {
    const Link& link = model.links[i];
    for (int k = link.first_v; k < link.first_v + link.velocities && loaded[i] == 0; ++k)
      loaded[i] = efforts[k] != 0.0;
    if (loaded[i] == 0) continue;
    reduce(model, i, kinematics, bodies);
    if (link.parent != kWorldLink) loaded[link.parent] = 1;
  }
  expand(model, mechanism, kinematics, bodies);
}

const Eigen::VectorXd& inverse_mass_times(const Model& model, const Kinematics& kinematics,
                                          const Eigen::VectorXd& efforts,
                                          ArticulatedBodies& bodies) {
  for (const Mechanism& mechanism : model.mechanisms)
    solve(model, mechanism, kinematics, efforts, bodies);
  return bodies.vdot;
}

void forward_dynamics(const Model& model, const Mechanism& mechanism, const Kinematics& kinematics,
                      const Loads& loads, ArticulatedBodies& bodies) {
  factorize(model, mechanism, kinematics, bodies);
  const int count = mechanism.end_v - mechanism.first_v;
  bodies.vdot.segment(mechanism.first_v, count) = loads.efforts.segment(mechanism.first_v, count);
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    const std::size_t index = i;
    const LinkMotion& motion = kinematics.links[index];
    const Twist A{motion.bias_acceleration.linear - model.gravity,
                  motion.bias_acceleration.angular};
    const Wrench needed = inertial_wrench(model.links[index].inertia.mass, motion, A);
    bodies.wrenches[index].head<3>() = needed.force - loads.wrenches[index].force;
    bodies.wrenches[index].tail<3>() = needed.moment - loads.wrenches[index].moment;
  }
  for (int i = mechanism.end_link - 1; i >= mechanism.first_link; --i)
    reduce(model, i, kinematics, bodies);
  expand(model, mechanism, kinematics, bodies);
}

const Eigen::VectorXd& forward_dynamics(const Model& model, const Kinematics& kinematics,
                                        const Loads& loads, ArticulatedBodies& bodies) {
  for (const Mechanism& mechanism : model.mechanisms)
    forward_dynamics(model, mechanism, kinematics, loads, bodies);
  return bodies.vdot;
}

}  // namespace rigor
