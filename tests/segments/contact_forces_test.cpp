// SPDX-License-Identifier: Apache-2.0
// Forces on record, against statics and Coulomb's law. That their sums explain the motion is the
// checker's business, which every proved run asks.
#include <gtest/gtest.h>

#include <rigor/report/force_track.hpp>
#include <rigor/segments/contact_forces.hpp>
#include <rigor/spatial/quaternion.hpp>

#include "integration/mechanism_run.hpp"

namespace rigor {
namespace {

void expect_explained(const SceneRun& run) {
  const verification::Verdict verdict = verification::verify(run.trace());
  EXPECT_TRUE(verdict.motion.ok && verdict.motion.law_kept)
      << verification::text_of(verdict, run.trace());
  EXPECT_GT(verdict.motion.bodies, 0U);
}

/// At rest, each of ten boxes is carried by the weight of all above it.
TEST(ContactForces, AStackIsCarriedByItsWeight) {
  const SceneRun run = proved_run("stack-10.yaml");
  expect_explained(run);
  const trace::Trace& trace = run.trace();
  const double end = trace::seconds(trace.footer.end);
  const double g = run.scene.gravity.norm();
  double above = 0.0;
  int pairs = 0;
  for (const PairForce& pair : forces_at(trace, trace::time_from(end))) {
    ++pairs;
    for (const PointForce& point : pair.points)
      EXPECT_GE(pair.normal_W.dot(point.force_W), -1e-6 * g);
  }
  for (const trace::Body& body : trace.bodies) above += g * body.mass;
  EXPECT_EQ(pairs, 10);
  double ground = 0.0;
  for (const PairForce& pair : forces_at(trace, trace::time_from(end)))
    if (pair.a.body == trace::kWorld) ground += pair.normal();
  EXPECT_NEAR(ground, above, 1e-8 * above);
}

/// The same forces between other boxes: each still pushes, and all of them hold the whole stack.
TEST(ContactForces, SwappedInAStackAreRefuted) {
  trace::Trace forged = proved_run("stack-10.yaml").trace();
  std::vector<trace::ContactForce*> first;
  for (trace::ContactForce& force : forged.forces)
    if (force.begin == forged.header.start) first.push_back(&force);
  ASSERT_GE(first.size(), 2U);
  std::swap(first[0]->points, first[1]->points);
  const verification::Verdict verdict = verification::verify(forged);
  EXPECT_EQ(verdict.status, verification::Status::Refused);
  EXPECT_FALSE(verdict.motion.ok);
}

/// Every force pushes, stays in its cone, and where it slides is on it, against the slip.
TEST(ContactForces, ObeyCoulombsLawAlongAThrow) {
  const SceneRun run = proved_run("block-on-plank.yaml");
  expect_explained(run);
  const trace::Trace& trace = run.trace();
  const ForceTracks tracks(trace);
  int slips = 0;
  int sticks = 0;
  double largest = 0.0;
  for (const trace::ContactForce& record : trace.forces) {
    const double used = trace::elapsed(record.begin, record.end);
    for (const double share : {0.1, 0.5, 0.9}) {
      const PairForce pair =
          tracks.at({record.a, record.b}, trace::advanced(record.begin, share * used));
      for (const PointForce& point : pair.points) {
        const double normal = pair.normal_W.dot(point.force_W);
        const double tangential = (point.force_W - normal * pair.normal_W).norm();
        largest = std::max(largest, normal);
        EXPECT_GE(normal, -1e-6);
        EXPECT_LE(tangential, record.friction * normal + 1e-6);
        if (point.state == trace::ContactState::Slip) {
          ++slips;
          EXPECT_NEAR(tangential, record.friction * normal, 1e-6);
        }
        if (point.state == trace::ContactState::Stick) ++sticks;
      }
    }
  }
  EXPECT_GT(slips, 10);
  EXPECT_GT(sticks, 10);
  EXPECT_GT(largest, 0.0);
}

/// A stack whose lowest box is pushed away: one box sticks to the other while what they stand on
/// slides. Their normals are an axis of the world up to rounding.
TEST(ContactForces, ObeyTheLawInAStackThatIsPushed) {
  const SceneRun run = proved_run("stack-5-pushed.yaml");
  expect_explained(run);
  EXPECT_LE(verification::verify(run.trace()).motion.law_impulse, 1e-9);
}

/// Two boxes slide down a see-saw, turn, and meet there. The springs of the motion share the weight
/// of each among its corners; the shortest split could explain how they turn only with friction
/// that leans from the slip, 8e-5 m of slip on file that the law does not allow by this time.
TEST(ContactForces, AreTheMotionsOwnWhereBodiesSlideAndTurn) {
  const SceneRun run = run_text(R"(
rigor_scene: 1
gravity: [0, 0, -9.81]
stop: {time: 0.68}
surfaces: {default: {mu: 0.5, restitution: 0.1}}
half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]
mechanisms:
  - name: m
    links:
      - name: lever
        shape: {box: [0.8, 0.1, 0.04]}
        mass: 2
        joint: {revolute: {axis: [0, 1, 0], pose: {position: [0, 0, 0.25]}, limits: [-0.4, 0.4]}}
bodies:
  - {name: heavy, shape: {box: [0.15, 0.15, 0.15]}, mass: 3, pose: {position: [-0.25, 0, 0.36]}}
  - {name: light, shape: {box: [0.1, 0.1, 0.1]}, mass: 0.5, pose: {position: [0.3, 0.01, 0.33]}}
)");
  const verification::Verdict verdict = verification::verify(run.trace());
  EXPECT_EQ(verdict.status, verification::Status::Proved);
  EXPECT_LE(verdict.motion.law_drift, 1e-6);
}

/// A block that slides on without gravity is pressed by nothing: rounding is no force.
/// A plank that rolls over a 24-sided roller wider than itself: they touch where edges cross, the
/// motion keeps the roller's edge on the plank. Friction a gap away from where the motion lets it
/// act would turn the roller by 4e-8 rad in this time.
TEST(ContactForces, ActOnTheSideOfTheGapThatTheMotionGoesBy) {
  const SceneRun run = run_text(R"(
rigor_scene: 1
gravity: [0, 0, -9.81]
stop: {time: 0.2, at_rest: false}
surfaces: {default: {mu: 0.5}}
half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]
bodies:
  - {name: left, shape: {prism: {sides: 24, radius: 0.05, height: 0.4}}, mass: 1, pose: {position: [-0.3, 0, 0.05], axis: [1, 0, 0], angle: 1.5707963267948966}}
  - {name: right, shape: {prism: {sides: 24, radius: 0.05, height: 0.4}}, mass: 1, pose: {position: [0.3, 0, 0.05], axis: [1, 0, 0], angle: 1.5707963267948966}}
  - {name: plank, shape: {box: [1.2, 0.3, 0.03]}, mass: 3, pose: {position: [0, 0, 0.115]}, velocity: {linear: [0.5, 0, 0]}}
)");
  const verification::Verdict verdict = verification::verify(run.trace());
  EXPECT_TRUE(verdict.motion.ok && verdict.motion.law_kept);
  EXPECT_LT(verdict.motion.turn, 1e-8);
  EXPECT_TRUE(
      std::any_of(run.trace().forces.begin(), run.trace().forces.end(), [](const auto& force) {
        return force.a.body != trace::kWorld && !force.points.empty() &&
               force.points[0].state == trace::ContactState::Stick;
      }));
}

TEST(ContactForces, RoundingIsNoForce) {
  const SceneRun run = proved_run("benchmarks/b07-slide.yaml");
  EXPECT_TRUE(run.trace().forces.empty());
  expect_explained(run);
}

/// Momenta on file are those of the velocities, and zero once a body rests.
TEST(ContactForces, MomentaAreThoseOfThePath) {
  const SceneRun run = proved_run("die.yaml");
  expect_explained(run);
  const trace::Trace& trace = run.trace();
  const double mass = trace.bodies[0].mass;
  for (const trace::Segment& segment : trace.segments) {
    const TrackPoint at = track_point(segment, 0.0);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(segment.momentum[k], mass * at.V_WB.linear[k], 1e-8);
  }
  EXPECT_EQ(trace.segments.back().momentum, (trace::Triple{}));
}

TEST(ContactForces, CuttingEndsThemEarlier) {
  RecordedForces forces{std::vector<trace::ContactForce>(3), std::vector<trace::JointForce>(3)};
  for (int k = 0; k < 3; ++k) {
    forces.contacts[k].begin = forces.joints[k].begin = trace::time_from(k);
    forces.contacts[k].end = forces.joints[k].end = trace::time_from(k + 1.0);
  }
  cut_forces(forces, trace::time_from(1.5));
  ASSERT_EQ(forces.contacts.size(), 2U);
  ASSERT_EQ(forces.joints.size(), 2U);
  EXPECT_EQ(forces.contacts[1].end, trace::time_from(1.5));
  EXPECT_EQ(forces.joints[1].end, trace::time_from(1.5));
  cut_forces(forces, trace::time_from(1.0));
  EXPECT_EQ(forces.contacts.size(), 1U);
}

}  // namespace
}  // namespace rigor
