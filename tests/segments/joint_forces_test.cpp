// SPDX-License-Identifier: Apache-2.0
// Forces of joints on record, against closed forms. That they explain the motion is the checker's
// business (tests/verification/joint_laws_test.cpp).
#include <gtest/gtest.h>

#include <rigor/report/force_track.hpp>
#include <rigor/segments/joint_forces.hpp>

#include "integration/proved_run.hpp"

namespace rigor {
namespace {

/// A bar on a pin: the pin gives m (a - g) at the bar's centre, a from its angle θ (from the lowest
/// place) and rate ω, α = -m g l sin θ / J: along the bar m (g cos θ + l ω²) toward the pin, across
/// it m (g sin θ + l α); and no moment about the pin.
TEST(JointForces, APinCarriesWhatThePendulumNeeds) {
  const SceneRun run =
      proved_run("pendulum-at-wall.yaml", [](Scene& scene) { scene.stop.time = 0.5; });
  const trace::Trace& trace = run.trace();
  const trace::Body& bar = trace.bodies[trace.joints[0].child];
  const double g = 9.81;
  const Vector3 com(bar.com[0], bar.com[1], bar.com[2]);
  const double l = com.norm();
  const double about_pin = bar.inertia[4] + bar.mass * l * l;
  const JointTracks tracks(trace);
  const Tracks paths(trace);
  for (const double t : {0.0, 0.1, 0.3, 0.45}) {
    const trace::Time at = trace::time_from(t);
    const trace::Segment* segment = paths.segment(trace.joints[0].child, at, Limit::After);
    ASSERT_NE(segment, nullptr);
    const TrackPoint place = track_point(*segment, trace::elapsed(segment->start, at));
    const Vector3 along = (place.X_WB.rotation * com).normalized();  // from the pin down the bar
    const double rate = place.V_WB.angular.norm();
    const Vector3 across = Vector3::UnitY().cross(along);
    // Torque of gravity about the pin over the inertia there.
    const double alpha = bar.mass * l * Vector3(0, 0, -g).dot(across) / about_pin;
    const Vector3 acceleration = l * alpha * across - l * rate * rate * along;
    const Vector3 expected = bar.mass * (acceleration + Vector3(0, 0, g));
    const auto wrenches = tracks.at(at);
    ASSERT_EQ(wrenches.size(), 1U);
    EXPECT_LE((wrenches[0].force_W - expected).norm(), 1e-8 * bar.mass * g) << "t = " << t;
    EXPECT_LE(std::abs(wrenches[0].moment_W.y()), 1e-9 * bar.mass * g * l) << "t = " << t;
  }
}

/// The motor of a pendulum at rest holds the moment of its weight.
TEST(JointForces, AMotorHoldsTheWeight) {
  const SceneRun run = proved_run("pd-pendulum.yaml");
  const trace::Trace& trace = run.trace();
  const trace::Joint& joint = trace.joints[0];
  EXPECT_NE(joint.acting, 0);
  const trace::Body& body = trace.bodies[joint.child];
  const auto wrenches = JointTracks(trace).at(trace.footer.end);
  ASSERT_EQ(wrenches.size(), 1U);
  const trace::Segment* segment =
      Tracks(trace).segment(joint.child, trace.footer.end, Limit::Before);
  ASSERT_NE(segment, nullptr);
  const Pose place = track_pose(*segment, trace::elapsed(segment->start, trace.footer.end));
  const Vector3 arm = place.rotation * Vector3(body.com[0], body.com[1], body.com[2]);
  const Vector3 weight = body.mass * run.scene.gravity;
  EXPECT_LE((wrenches[0].force_W + weight).norm(), 1e-6 * weight.norm());
  EXPECT_LE((wrenches[0].moment_W + arm.cross(weight)).norm(), 1e-6 * weight.norm());
}

}  // namespace
}  // namespace rigor
