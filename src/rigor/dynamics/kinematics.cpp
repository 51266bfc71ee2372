// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/dynamics/kinematics.hpp>

namespace rigor {
namespace {

/// Rotation by `angle` about the unit `axis` (Rodrigues).
Matrix3 turn(const Vector3& axis, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  const Vector3 b = (1.0 - c) * axis;
  Matrix3 R;
  R << c + b.x() * axis.x(), b.x() * axis.y() - s * axis.z(), b.x() * axis.z() + s * axis.y(),
      b.x() * axis.y() + s * axis.z(), c + b.y() * axis.y(), b.y() * axis.z() - s * axis.x(),
      b.x() * axis.z() - s * axis.y(), b.y() * axis.z() + s * axis.x(), c + b.z() * axis.z();
  return R;
}

/// What a joint adds to its parent's motion. R_WJ is known, q and v are the joint's own.
struct JointStep {
  const Matrix3& R_WJ;
  const double* q;
  const double* v;
  double* S;  ///< columns of the joint, 6 numbers each

  Matrix3 R_WL = R_WJ;
  Vector3 d = Vector3::Zero();          ///< from J's origin to L's
  Vector3 linear = Vector3::Zero();     ///< velocity of L's origin against J
  Vector3 angular = Vector3::Zero();    ///< angular velocity of L against J
  Vector3 spin_rate = Vector3::Zero();  ///< its derivative in J for constant v

  void set_column(int k, const Vector3& lin, const Vector3& ang) {
    Eigen::Map<Vector3>(S + 6 * k) = lin;
    Eigen::Map<Vector3>(S + 6 * k + 3) = ang;
  }

  void operator()(const Fixed&) {}

  void operator()(const Revolute& joint) {
    const Vector3 axis = R_WJ * joint.axis;
    R_WL = R_WJ * turn(joint.axis, q[0]);
    set_column(0, Vector3::Zero(), axis);
    angular = v[0] * axis;
  }

  void operator()(const Prismatic& joint) {
    const Vector3 axis = R_WJ * joint.axis;
    d = q[0] * axis;
    set_column(0, axis, Vector3::Zero());
    linear = v[0] * axis;
  }

  void operator()(const Universal& joint) {
    const Matrix3 R_first = R_WJ * turn(joint.first, q[0]);
    const Vector3 first = R_WJ * joint.first;
    const Vector3 second = R_first * joint.second;
    R_WL = R_first * turn(joint.second, q[1]);
    set_column(0, Vector3::Zero(), first);
    set_column(1, Vector3::Zero(), second);
    angular = v[0] * first + v[1] * second;
    spin_rate = v[0] * v[1] * first.cross(second);  // the second axis turns about the first
  }

  void operator()(const Spherical&) {
    R_WL = R_WJ * rotation_matrix(Quaternion(q[0], q[1], q[2], q[3]));
    for (int k = 0; k < 3; ++k) set_column(k, Vector3::Zero(), R_WJ.col(k));
    angular = R_WJ * Vector3(v[0], v[1], v[2]);
  }

  void operator()(const Planar& joint) {
    const Vector3 normal = joint.x.cross(joint.y);
    const Vector3 x = R_WJ * joint.x;
    const Vector3 y = R_WJ * joint.y;
    const Vector3 n = R_WJ * normal;
    R_WL = R_WJ * turn(normal, q[2]);
    d = q[0] * x + q[1] * y;
    set_column(0, x, Vector3::Zero());
    set_column(1, y, Vector3::Zero());
    set_column(2, Vector3::Zero(), n);
    linear = v[0] * x + v[1] * y;
    angular = v[2] * n;
  }

  void operator()(const Free&) {  // J = W
    R_WL = rotation_matrix(Quaternion(q[3], q[4], q[5], q[6]));
    d = Vector3(q[0], q[1], q[2]);
    for (int k = 0; k < 3; ++k) {
      set_column(k, Vector3::Unit(k), Vector3::Zero());
      set_column(k + 3, Vector3::Zero(), Vector3::Unit(k));
    }
    linear = Vector3(v[0], v[1], v[2]);
    angular = Vector3(v[3], v[4], v[5]);
  }
};

void follow_path(const Path& path, double time, LinkMotion& motion) {
  const PathJet jet = evaluate(path, time);
  motion.R_WL = jet.X_WL.rotation.toRotationMatrix();
  motion.p_WL = motion.r = jet.X_WL.translation;
  motion.velocity = jet.velocity;
  motion.bias_acceleration = jet.acceleration;
}

void follow_parent(const Link& link, const LinkMotion& parent, JointStep& step,
                   LinkMotion& motion) {
  std::visit(step, link.joint);
  const Vector3& w = parent.velocity.angular;
  motion.R_WL = step.R_WL;
  motion.r = parent.R_WL * link.X_PJ.translation + step.d;
  motion.p_WL = parent.p_WL + motion.r;
  const Vector3 w_r = w.cross(motion.r);
  motion.velocity.linear = parent.velocity.linear + w_r + step.linear;
  motion.velocity.angular = w + step.angular;
  // a = a_P + α_P × r + ω_P × (ω_P × r) + 2 ω_P × v_J,  α = α_P + ω_P × ω_J + dω_J/dt in J
  motion.bias_acceleration.linear = parent.bias_acceleration.linear +
                                    parent.bias_acceleration.angular.cross(motion.r) +
                                    w.cross(w_r + 2.0 * step.linear);
  motion.bias_acceleration.angular =
      parent.bias_acceleration.angular + w.cross(step.angular) + step.spin_rate;
}

void place_inertia(const Link& link, LinkMotion& motion) {
  motion.com = motion.R_WL * link.inertia.com;
  motion.about_origin = motion.R_WL * link.inertia_about_origin * motion.R_WL.transpose();
}

}  // namespace

Kinematics::Kinematics(const Model& model)
    : links(model.links.size()), S(Matrix6X::Zero(6, model.v_size)) {}

void update(const Model& model, const Mechanism& mechanism, const State& state,
            Kinematics& kinematics) {
  const LinkMotion world;
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    const Link& link = model.links[i];
    LinkMotion& motion = kinematics.links[i];
    if (link.path) {
      follow_path(*link.path, state.time, motion);
      continue;
    }
    const LinkMotion& parent = link.parent == kWorldLink ? world : kinematics.links[link.parent];
    const Matrix3 R_WJ = parent.R_WL * link.R_PJ;
    JointStep step{R_WJ, state.q.data() + link.first_q, state.v.data() + link.first_v,
                   kinematics.S.data() + 6 * link.first_v};
    follow_parent(link, parent, step, motion);
    place_inertia(link, motion);
  }
}

void update(const Model& model, const State& state, Kinematics& kinematics) {
  for (const Mechanism& mechanism : model.mechanisms) update(model, mechanism, state, kinematics);
}

Pose pose(const LinkMotion& motion) { return {Quaternion(motion.R_WL).normalized(), motion.p_WL}; }

Vector3 point_velocity(const LinkMotion& motion, const Vector3& p_W) {
  return velocity_at(motion.velocity, p_W - motion.p_WL);
}

Vector3 point_bias_acceleration(const LinkMotion& motion, const Vector3& p_W) {
  const Vector3 offset = p_W - motion.p_WL;
  const Vector3& w = motion.velocity.angular;
  return motion.bias_acceleration.linear + motion.bias_acceleration.angular.cross(offset) +
         w.cross(w.cross(offset));
}

}  // namespace rigor
