// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/assembly/world.hpp>

namespace rigor::first_order {

/// A body in the course of a run. Of links everything follows from their tree (moving_tree.hpp).
/// `u` is the velocity its momentum stands for; its path has the velocity `path_u`: that and what
/// opens gaps in this step, or zero while it is held or asleep. Of a body in free flight `u` is
/// that at the end of the step (free_flight.hpp).
struct MovingBody {
  std::uint32_t id = 0;
  BodyRole role = BodyRole::Fixed;
  int tree = -1;  ///< of links, in MovingBodies
  double radius = 0.0;
  double thin = 0.0;  ///< thinnest extent, m
  trace::Time since;  ///< when its present path began
  Pose pose;          ///< there; unit quaternion
  Vector6 u = Vector6::Zero();
  Vector6 path_u = Vector6::Zero();
  Vector6 opening = Vector6::Zero();   ///< what its path has besides u, for this step only
  Vector3 falling = Vector3::Zero();   ///< its acceleration while it is in free flight, m/s²
  Vector6 before = Vector6::Zero();    ///< u at the start of the step
  Vector6 deferred = Vector6::Zero();  ///< to be added to u at the next step
  Vector6 driving =
      Vector6::Zero();             ///< what given forces come to on it (forces_ahead.hpp), N, N m
  Matrix6 mass = Matrix6::Zero();  ///< of free bodies, at `pose`, world axes
  Matrix6 inverse_mass = Matrix6::Zero();
  std::uint32_t segment = 0;  ///< number of the present path
  bool asleep = false;
  bool held = false;  ///< stands still for the rest of the step
  int cuts = 0;       ///< of its path in this step
  int calm = 0;       ///< steps for which it has hardly moved

  bool is_free() const { return role == BodyRole::Free; }
  /// Whether forces move it.
  bool is_moved() const { return is_free() || role == BodyRole::Link; }
  bool is_awake() const { return is_moved() && !asleep; }
};

/// The body at the start of a run.
MovingBody moving_body(const Model& model, const Body& body, const State& initial);

/// Places the body there and turns its inertia with it.
void place(const Body& shape, const Pose& pose, MovingBody& body);

/// The pose after `dt` seconds at the constant twist u: x + dt v, and the quaternion
/// q + dt ½ ω∘q, normalised. It is the pose of the published straight path.
Pose moved(const Pose& pose, const Vector6& u, double dt);

/// The body's velocity after `dt` seconds of gravity and given forces from `now` on, and of turning
/// by itself: ω solves I (ω - ω⁻) + dt ω × I ω = dt m to one Newton step in body axes,
/// which stays bounded for thin bodies that spin fast.
Vector6 pushed(const World& world, const MovingBody& body, const trace::Time& now, double dt);

/// What gravity and given forces do to the velocity in `dt` seconds from `now` on.
Vector6 fall(const World& world, const MovingBody& body, const trace::Time& now, double dt);

/// The same of given forces alone.
Vector6 loaded(const World& world, const MovingBody& body, const trace::Time& now, double dt);

/// |v| + r |ω|: no point of the body is faster, m/s.
double speed_bound(const MovingBody& body, const Vector6& u);

/// Kinetic plus potential energy, J, with what is deferred to the next step, d: u'M u/2 + u'M d. Of
/// a body that lands or bounces inside a step and gets the gravity of the rest later that is the
/// energy it has.
double energy_of(const World& world, const MovingBody& body);

/// The length of a segment between these ends: a little longer than the time between them, so that
/// start + length covers the end.
double nominal_length(const trace::Time& start, const trace::Time& end);

/// The straight path from `body.pose` at `start` on with the twist u: degree 1, or 0 at rest.
trace::Segment straight_segment(const MovingBody& body, const Vector6& u, const trace::Time& start,
                                const trace::Time& end);

}  // namespace rigor::first_order
