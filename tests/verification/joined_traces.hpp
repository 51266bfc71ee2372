// SPDX-License-Identifier: Apache-2.0
// Traces of bodies that are joined.
#pragma once

#include "sample_traces.hpp"

namespace rigor::verification {

using trace::Joint;
using trace::JointKind;

/// A pendulum about the y axis through (0, 0, 2): angle 0.5 sin 3t.
inline Trace pendulum(double error = 0.0) {
  Trace trace = blank_trace();
  trace.bodies.push_back(cube_body("rod", 0.1));
  trace.bodies[0].kind = trace::BodyKind::Link;
  const Path path = [=](double t) {
    const Quadruple q = rotation({0, 1, 0}, 0.5 * std::sin(3.0 * t));
    const Triple p = turned(q, {0, 0, 1});
    return SamplePose{{-p[0], error * t, 2.0 - p[2]}, q};
  };
  add_path(trace, 0, path, 4, 0.1, 12);
  Joint joint;
  joint.name = "pivot";
  joint.kind = JointKind::Revolute;
  joint.parent = trace::kWorld;
  joint.child = 0;
  joint.anchor_parent = {0, 0, 2};
  joint.anchor_child = {0, 0, 1};
  joint.axis_parent = joint.axis_child = {0, 1, 0};
  joint.reference_parent = joint.reference_child = {0, 0, 1};
  joint.limits = {1.0, -1.0};
  trace.joints.push_back(joint);
  return trace;
}

/// A link that a hinge at the origin, about z, whirls around at 3 rad/s, 0.5 m away, under gravity
/// along the axis: closed form, with momenta and the hinge's forces. The hinge gives the force
/// m ω² r inwards and the weight, and the moment that the weight's arm asks for.
inline Trace whirled_link() {
  constexpr double kRate = 3.0, kArm = 0.5, kPull = 9.81, kLength = 0.1;
  Trace trace = blank_trace();
  trace.header.motion = trace::MotionClaim::Full;
  trace.bodies = {cube_body("stone", 0.1)};
  trace.bodies[0].kind = trace::BodyKind::Link;
  const auto around = [](double t, double x, double y, double z) {  // turning with the link
    return turned(rotation({0, 0, 1}, kRate * t), {x, y, z});
  };
  add_path(
      trace, 0,
      [&](double t) {
        return SamplePose{around(t, kArm, 0, 0), rotation({0, 0, 1}, kRate * t)};
      },
      4, kLength, 14);
  Joint joint;
  joint.name = "hinge";
  joint.kind = JointKind::Revolute;
  joint.parent = trace::kWorld;
  joint.child = 0;
  joint.anchor_child = {-kArm, 0, 0};
  joint.axis_parent = joint.axis_child = {0, 0, 1};
  joint.reference_parent = joint.reference_child = {1, 0, 0};
  joint.limits = {1.0, -1.0};
  trace.joints = {joint};
  for (Segment& segment : trace.segments) {
    segment.momentum = around(trace::seconds(segment.start), 0, kRate * kArm, 0);
    segment.angular_momentum = {0, 0, kRate * trace.bodies[0].inertia[8]};
    const auto rows = [&](double x, double y, double z) {
      const Path path = [&](double t) { return SamplePose{around(t, x, y, z), {1, 0, 0, 0}}; };
      return fitted(path, segment.start, kLength, 14).position;
    };
    trace.joint_forces.push_back({0, segment.start, segment.end, kLength, 0, 0,
                                  rows(-kRate * kRate * kArm, 0, kPull),
                                  rows(0, -kArm * kPull, 0)});
  }
  trace.footer.energy_final = 0.5 * kRate * kRate * (kArm * kArm + trace.bodies[0].inertia[8]);
  return trace;
}

/// A slider along z on a turning, moving base.
inline Trace slider(double twist = 0.0) {
  Trace trace = blank_trace();
  trace.bodies = {cube_body("base", 0.1), cube_body("slider", 0.1)};
  const auto base = [](double t) {
    return SamplePose{{t, 0.0, 0.0}, rotation({0.6, 0.0, 0.8}, 2.0 * t)};
  };
  const Path moved = [=](double t) {
    const SamplePose b = base(t);
    const Triple p = turned(b.q, {0.0, 0.0, 0.5 + 0.1 * std::sin(5.0 * t)});
    return SamplePose{{b.x[0] + p[0], b.x[1] + p[1], b.x[2] + p[2]},
                      times(b.q, rotation({0, 0, 1}, twist * t))};
  };
  add_path(trace, 0, base, 3, 0.1, 12);
  add_path(trace, 1, moved, 3, 0.1, 12);
  Joint joint;
  joint.name = "rail";
  joint.kind = JointKind::Prismatic;
  joint.parent = 0;
  joint.child = 1;
  joint.axis_parent = joint.axis_child = {0, 0, 1};
  joint.limits = {0.5 - 1e-6, 0.6 + 1e-6};
  trace.joints.push_back(joint);
  trace.exclusions.push_back({{0, 0}, {1, 0}, "joined"});
  return trace;
}

/// A body on a universal joint at the origin: 0.4 sin 3t about x of the world, then 0.3 sin 5t
/// about its own y. Limits of one of the angles are `slack` wider than what it comes to in 0.3 s.
inline Trace universal(bool second, double slack) {
  Trace trace = blank_trace();
  trace.bodies.push_back(cube_body("rod", 0.1));
  trace.bodies[0].kind = trace::BodyKind::Link;
  const Path path = [](double t) {
    const Quadruple q = times(rotation({1, 0, 0}, 0.4 * std::sin(3.0 * t)),
                              rotation({0, 1, 0}, 0.3 * std::sin(5.0 * t)));
    return SamplePose{turned(q, {0, 0, -1}), q};
  };
  add_path(trace, 0, path, 3, 0.1, 14);
  Joint joint;
  joint.name = "cross";
  joint.kind = JointKind::Universal;
  joint.parent = trace::kWorld;
  joint.child = 0;
  joint.anchor_child = {0, 0, 1};
  joint.axis_parent = {1, 0, 0};
  joint.axis_child = {0, 1, 0};
  if (second)
    joint.reference_child = {1, 0, 0};
  else
    joint.reference_parent = {0, 1, 0};
  const double most = second ? 0.3 * std::sin(1.5) : 0.4 * std::sin(0.9);  // still rising
  joint.limits = {-slack, most + slack};
  trace.joints.push_back(joint);
  return trace;
}

/// A body on a planar joint across z: ways 0.2 sin 2t along x, 0.1 sin 3t along y, angle 0.5 sin
/// 4t. Limits of one coordinate are `slack` wider than what it comes to in 0.3 s.
inline Trace planar(int coordinate, double slack) {
  Trace trace = blank_trace();
  trace.bodies.push_back(cube_body("puck", 0.1));
  trace.bodies[0].kind = trace::BodyKind::Link;
  const Path path = [](double t) {
    return SamplePose{{0.2 * std::sin(2.0 * t), 0.1 * std::sin(3.0 * t), 0.0},
                      rotation({0, 0, 1}, 0.5 * std::sin(4.0 * t))};
  };
  add_path(trace, 0, path, 3, 0.1, 14);
  Joint joint;
  joint.name = "table";
  joint.kind = JointKind::Planar;
  joint.parent = trace::kWorld;
  joint.child = 0;
  joint.axis_parent = joint.axis_child = {0, 0, 1};
  joint.reference_parent = coordinate == 1 ? Triple{0, 1, 0} : Triple{1, 0, 0};
  if (coordinate == 2) joint.reference_child = {1, 0, 0};
  const std::array<double, 3> most{0.2 * std::sin(0.6), 0.1 * std::sin(0.9), 0.5 * std::sin(1.2)};
  joint.limits = {-slack, most[coordinate] + slack};
  trace.joints.push_back(joint);
  return trace;
}

}  // namespace rigor::verification
