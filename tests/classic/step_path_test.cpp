// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/certify/path.hpp>
#include <rigor/classic/step_motion.hpp>
#include <rigor/classic/step_path.hpp>

#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::cube_text;
using testing::small_scene;

TakenStep straight_step(const SteppedBodies& bodies, double h) {
  TakenStep step;
  step.h = h;
  step.q_before = bodies.state.q;
  step.v_during = bodies.state.v;
  return step;
}

// A fast spin needs several segments, of the same motion, each with a proper norm.
TEST(StepPath, OfAFastSpinIsTheStepsOwnMotionInPieces) {
  const auto scene =
      small_scene("bodies:\n" +
                  cube_text("a", "position: [0, 0, 3]", "linear: [1, 2, 3], angular: [30, 0, 40]"));
  const SteppedBodies& bodies = *scene->bodies;
  const double h = 0.2;  // |ω| h = 10
  const StepPaths paths = step_paths(bodies, straight_step(bodies, h), trace::time_from(1.0));
  EXPECT_EQ(paths.stretches.size(), 6U);
  EXPECT_EQ(paths.stretches.front().start, trace::time_from(1.0));
  for (const StepStretch& stretch : paths.stretches) {
    const trace::Segment& segment = stretch.segments[0];
    EXPECT_TRUE(has_proper_rotation(body_path(segment)));
    const double t = trace::elapsed(trace::time_from(1.0), stretch.start);
    const double e = trace::elapsed(trace::time_from(1.0), stretch.end);
    for (const double part : {0.0, 0.3, 1.0}) {
      const trace::Time at = trace::advanced(stretch.start, part * (e - t));
      const Pose here = pose_at(segment, at);
      const Pose there = moved_straight(bodies.poses[0], twist_of(bodies, 0), t + part * (e - t));
      EXPECT_LE((here.translation - there.translation).norm(), 1e-13);
      EXPECT_LE(1.0 - std::abs(here.rotation.normalized().dot(there.rotation)), 1e-13);
    }
  }
  const trace::Time end = trace::time_from(1.25);
  const StepPaths last =
      step_paths(bodies, straight_step(bodies, 0.01), trace::time_from(1.24), end);
  EXPECT_EQ(last.stretches.back().end, end);
}

// Joints that move straight carry their links on polynomials.
TEST(StepPath, OfLinksFollowsTheirPoses) {
  const auto scene = small_scene(
      "bodies:\n  - {name: beam, fixed: true, shape: {box: [1, 1, 0.1]}, pose: {position: [0, 0, "
      "3]}}\nmechanisms:\n  - name: arm\n    links:\n      - {name: upper, parent: beam, joint: "
      "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, -0.1]}, anchor: [0, 0, 0.5], "
      "coordinates: 0.4, velocities: 9}}, shape: {box: [0.1, 0.1, 1]}, density: 1000}\n      - "
      "{name: lower, parent: upper, joint: {spherical: {pose: {position: [0, 0, -0.6]}, anchor: "
      "[0, 0, 0.5], velocities: [3, 4, 5]}}, shape: {box: [0.1, 0.1, 1]}, density: 1000}\n");
  SteppedBodies& bodies = *scene->bodies;
  const double h = 0.05;
  const StepPaths paths = step_paths(bodies, straight_step(bodies, h), trace::time_from(0.0));
  ASSERT_EQ(paths.stretches.size(), 1U);
  ASSERT_EQ(paths.stretches[0].segments.size(), 2U);
  EXPECT_LE(paths.error, 1e-12);
  move_straight(bodies, 0.6 * h);
  for (const trace::Segment& segment : paths.stretches[0].segments) {
    const Pose here = pose_at(segment, trace::time_from(0.6 * h));
    EXPECT_LE((here.translation - bodies.poses[segment.body].translation).norm(), 1e-12);
    EXPECT_LE(1.0 - std::abs(here.rotation.normalized().dot(bodies.poses[segment.body].rotation)),
              1e-12);
  }
}

}  // namespace
}  // namespace rigor
