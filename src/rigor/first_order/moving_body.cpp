// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>

#include <rigor/first_order/moving_body.hpp>
#include <rigor/first_order/scales.hpp>

namespace rigor::first_order {
namespace {

/// Nominal lengths exceed the time between the ends by this.
constexpr double kLonger = 1.0 + 1e-9;

}  // namespace

MovingBody moving_body(const Model& model, const Body& body, const State& initial) {
  MovingBody moving;
  moving.id = body.id;
  moving.role = body.role;
  moving.radius = body.radius;
  moving.thin = thinnest_extent(body);
  moving.since = trace::time_from(initial.time);
  if (body.role == BodyRole::Free) {
    const BodyState state = body_state(model, body, initial);
    place(body, {state.q.normalized(), state.x}, moving);
    moving.u = state.v;
  } else if (body.role == BodyRole::Driven) {
    moving.pose = motion_at(body.drive, 0.0).X_WB;
  } else {
    moving.pose = body.X_WB;
  }
  return moving;
}

void place(const Body& shape, const Pose& pose, MovingBody& body) {
  body.pose = pose;
  if (!body.is_free()) return;
  const Matrix3 R = pose.rotation.toRotationMatrix();
  const FreeBody& dynamics = shape.dynamics;
  body.mass.setZero();
  body.inverse_mass.setZero();
  body.mass.topLeftCorner<3, 3>().diagonal().setConstant(dynamics.mass);
  body.inverse_mass.topLeftCorner<3, 3>().diagonal().setConstant(dynamics.inverse_mass);
  body.mass.bottomRightCorner<3, 3>() = R * dynamics.about_com * R.transpose();
  body.inverse_mass.bottomRightCorner<3, 3>() = R * dynamics.about_com_inverse * R.transpose();
}

Pose moved(const Pose& pose, const Vector6& u, double dt) {
  Quaternion q = pose.rotation;
  q.coeffs() += dt * quaternion_rate(pose.rotation, u.tail<3>()).coeffs();
  return {q.normalized(), pose.translation + dt * u.head<3>()};
}

Vector6 pushed(const World& world, const MovingBody& body, const trace::Time& now, double dt) {
  const Body& shape = world.bodies[body.id];
  Vector6 u = body.u;
  u.head<3>() += dt * world.gravity();
  const Quaternion& q = body.pose.rotation;
  Vector3 moment_B = Vector3::Zero();
  if (!shape.load.wrenches.empty()) {
    const double after = trace::elapsed(shape.load.start, now) + 0.5 * dt;
    const Wrench load = load_at(shape.load, q.toRotationMatrix(), after);
    u.head<3>() += dt * shape.dynamics.inverse_mass * load.force;
    moment_B = q.conjugate() * load.moment;
  }
  const Matrix3& I = shape.dynamics.about_com;
  const Vector3 w = q.conjugate() * Vector3(u.tail<3>());
  const Vector3 defect = dt * (w.cross(I * w) - moment_B);
  const Matrix3 slope = I + dt * (cross_matrix(w) * I - cross_matrix(I * w));
  u.tail<3>() = q * Vector3(w - slope.partialPivLu().solve(defect));
  return u;
}

Vector6 loaded(const World& world, const MovingBody& body, const trace::Time& now, double dt) {
  const AppliedLoad& load = world.bodies[body.id].load;
  if (load.wrenches.empty()) return Vector6::Zero();
  const Wrench wrench = load_at(load, body.pose.rotation.toRotationMatrix(),
                                trace::elapsed(load.start, now) + 0.5 * dt);
  return dt * (body.inverse_mass * wrench.vector());
}

Vector6 fall(const World& world, const MovingBody& body, const trace::Time& now, double dt) {
  Vector6 gained = loaded(world, body, now, dt);
  gained.head<3>() += dt * world.gravity();
  return gained;
}

double speed_bound(const MovingBody& body, const Vector6& u) {
  return u.head<3>().norm() + body.radius * u.tail<3>().norm();
}

double energy_of(const World& world, const MovingBody& body) {
  return energy(world.bodies[body.id], {body.pose.translation, body.pose.rotation, body.u},
                world.gravity()) +
         body.u.dot(body.mass * body.deferred);
}

double nominal_length(const trace::Time& start, const trace::Time& end) {
  return trace::elapsed(start, end) * kLonger;
}

trace::Segment straight_segment(const MovingBody& body, const Vector6& u, const trace::Time& start,
                                const trace::Time& end) {
  trace::Segment segment;
  segment.body = body.id;
  segment.index = body.segment;
  segment.start = start;
  segment.end = end;
  segment.length = nominal_length(start, end);
  const double half = 0.5 * segment.length;
  const bool still = u.isZero(0.0);
  const auto row = [&](double value, double rate) {
    return still ? std::vector<double>{value}
                 : std::vector<double>{value + half * rate, half * rate};
  };
  const std::array<double, 4> q = wxyz(body.pose.rotation);
  const std::array<double, 4> rate = wxyz(quaternion_rate(body.pose.rotation, u.tail<3>()));
  for (int i = 0; i < 3; ++i) segment.position[i] = row(body.pose.translation[i], u[i]);
  for (int i = 0; i < 4; ++i) segment.quaternion[i] = row(q[i], rate[i]);
  return segment;
}

}  // namespace rigor::first_order
