// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/double_joints.hpp>

#include "joined_traces.hpp"

namespace rigor::verification {
namespace {

constexpr double kTolerance = 1e-9;

/// Whether doubles prove the trace's joint on every segment of its child.
bool all_proved(const Trace& trace) {
  const Joint& joint = trace.joints[0];
  std::vector<const trace::Segment*> parents;
  std::vector<const trace::Segment*> children;
  for (const trace::Segment& segment : trace.segments) {
    if (segment.body == joint.child) children.push_back(&segment);
    if (segment.body == joint.parent) parents.push_back(&segment);
  }
  const bool world = joint.parent == trace::kWorld;
  const auto motion = [](const trace::Segment& segment) {
    return double_motion(segment, {segment.start, segment.end});
  };
  const DoubleMotion first = motion(*children.front());
  for (std::size_t i = 0; i < children.size(); ++i) {
    const DoubleMotion parent = world ? double_resting() : motion(*parents[i]);
    if (!proves_closed(joint, {parent, motion(*children[i]), first, world}, kTolerance))
      return false;
  }
  return true;
}

/// A slider along z of the world that also moves along `away`, metres per second.
Trace world_slider(JointKind kind, const Triple& away, double twist) {
  Trace trace = blank_trace();
  trace.bodies.push_back(cube_body("slider", 0.1));
  const Path path = [=](double t) {
    return SamplePose{{away[0] * t, 1.0 + away[1] * t, 0.3 * std::sin(4.0 * t) + away[2] * t},
                      rotation({1, 0, 0}, 0.7 + twist * t)};
  };
  add_path(trace, 0, path, 4, 0.1, 12);
  Joint joint;
  joint.kind = kind;
  joint.parent = trace::kWorld;
  joint.anchor_parent = {0, 1, 0};
  joint.axis_parent = joint.axis_child = {0, 0, 1};
  joint.limits = {1.0, -1.0};
  trace.joints.push_back(joint);
  return trace;
}

TEST(DoubleJoints, ProveWhatIsClosed) {
  EXPECT_TRUE(all_proved(pendulum()));
  EXPECT_TRUE(all_proved(pendulum(0.5e-9)));
  EXPECT_TRUE(all_proved(world_slider(JointKind::Prismatic, {}, 0.0)));
  Trace ball = pendulum();
  ball.joints[0].kind = JointKind::Spherical;
  EXPECT_TRUE(all_proved(ball));
  Trace plane = world_slider(JointKind::Planar, {}, 0.0);
  plane.joints[0].axis_parent = plane.joints[0].axis_child = {1, 0, 0};  // moves across it
  EXPECT_TRUE(all_proved(plane));
}

TEST(DoubleJoints, ProveNothingThatIsOpen) {
  EXPECT_FALSE(all_proved(pendulum(1e-8)));
  Trace tilted = pendulum();
  tilted.joints[0].axis_child = {std::sin(1e-8), std::cos(1e-8), 0.0};
  EXPECT_FALSE(all_proved(tilted));
  EXPECT_FALSE(all_proved(world_slider(JointKind::Prismatic, {1e-8, 0, 0}, 0.0)));
  EXPECT_FALSE(all_proved(world_slider(JointKind::Prismatic, {0, -1e-8, 0}, 0.0)));
  EXPECT_FALSE(all_proved(world_slider(JointKind::Prismatic, {}, 1e-8)));
  EXPECT_FALSE(all_proved(world_slider(JointKind::Planar, {}, 0.0)));  // moves along its normal
  EXPECT_FALSE(all_proved(world_slider(JointKind::Spherical, {}, 0.0)));
}

TEST(DoubleJoints, LeaveTheRestToIntegers) {
  EXPECT_FALSE(all_proved(slider()));  // closed, on a body that turns
  Trace fixed = world_slider(JointKind::Fixed, {0, 0, 0}, 0.0);
  EXPECT_FALSE(all_proved(fixed));
  Trace broken = pendulum();
  for (double& c : broken.segments[1].quaternion[0]) c = NAN;
  EXPECT_FALSE(all_proved(broken));
}

TEST(DoubleJoints, AnchorsThatAreAsideByMoreThanTheToleranceAreNeverProved) {
  Random random(12, 5);
  int proved = 0;
  int open = 0;
  for (int trial = 0; trial < 400; ++trial) {
    Trace trace = pendulum();
    const double size = std::pow(10.0, random.uniform(-12.0, -7.0));
    Triple off{};
    for (double& x : off) x = size * random.uniform(-1.0, 1.0);
    const double by = std::hypot(off[0], off[1], off[2]);
    for (std::size_t i = 0; i < 3; ++i) trace.joints[0].anchor_parent[i] += off[i];
    const bool closed = all_proved(trace);
    EXPECT_FALSE(closed && by > kTolerance) << "trial " << trial << ", aside by " << by;
    proved += closed ? 1 : 0;
    open += by > kTolerance ? 1 : 0;
  }
  EXPECT_GT(proved, 100);
  EXPECT_GT(open, 100);
}

}  // namespace
}  // namespace rigor::verification
