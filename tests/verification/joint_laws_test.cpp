// SPDX-License-Identifier: Apache-2.0
// Motion rules of mechanisms: what the simulator files is explained and lawful, and forgeries that
// keep every gap and every joint closed are refuted.
#include <gtest/gtest.h>

#include <rigor/verification/joint_laws.hpp>
#include <rigor/verification/verify.hpp>

#include "integration/run_scene.hpp"

namespace rigor::verification {
namespace {

trace::Trace mechanism_run(const std::string& name) {
  trace::Trace trace = run_scene(name + ".yaml").trace();
  EXPECT_EQ(trace.header.motion, trace::MotionClaim::Full) << name;
  return trace;
}

void expect_forgery_refused(const trace::Trace& trace, const char* what) {
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Refused) << what << "\n" << text_of(verdict, trace);
  EXPECT_FALSE(verdict.motion.ok) << what;
  for (const Failure& failure : verdict.failures) EXPECT_EQ(failure.rule, Rule::Motion) << what;
}

void scale_rows(std::array<std::vector<double>, 3>& rows, double factor) {
  for (auto& row : rows)
    for (double& c : row) c *= factor;
}

TEST(JointLaws, ForcesOfMechanismsExplainTheirMotion) {
  for (const char* name : {"pd-pendulum", "pendulum-at-wall", "elbow-stop", "slider-crank",
                           "four-bar", "double-pendulum-on-floor", "rimless-wheel"}) {
    const trace::Trace trace = mechanism_run(name);
    const Verdict verdict = verify(trace);
    EXPECT_EQ(verdict.status, Status::Proved) << name << "\n" << text_of(verdict, trace);
    EXPECT_TRUE(verdict.motion.ok) << name;
    EXPECT_GT(verdict.motion.bodies, 0U) << name;
    EXPECT_LE(verdict.motion.displacement, 1e-9) << name;
    EXPECT_LE(verdict.motion.impulse, 1e-9) << name;
    EXPECT_FALSE(trace.joint_forces.empty()) << name;
  }
}

TEST(JointLaws, AForceThatIsScaledIsRefuted) {
  const trace::Trace two = mechanism_run("double-pendulum-on-floor");
  const trace::Trace driven = mechanism_run("pd-pendulum");
  for (const double factor : {0.0, 0.999, 1.00001, -1.0}) {
    trace::Trace forged = two;
    scale_rows(forged.joint_forces[3].force, factor);
    expect_forgery_refused(forged, "a scaled force");
    forged = driven;
    for (trace::JointForce& force : forged.joint_forces) scale_rows(force.moment, factor);
    expect_forgery_refused(forged, "scaled moments of a motor");
  }
}

TEST(JointLaws, JointsThatAreSwappedAreRefuted) {
  trace::Trace forged = mechanism_run("double-pendulum-on-floor");
  for (trace::JointForce& force : forged.joint_forces) force.joint = 1 - force.joint;
  expect_forgery_refused(forged, "swapped joints");
}

TEST(JointLaws, AnImpulseThatIsLeftOutIsRefuted) {
  trace::Trace forged = mechanism_run("pendulum-at-wall");
  const auto blow = std::find_if(forged.events.begin(), forged.events.end(),
                                 [](const trace::Event& event) { return !event.joints.empty(); });
  ASSERT_NE(blow, forged.events.end());
  blow->joints.clear();
  expect_forgery_refused(forged, "no impulse of the pin");
}

/// A motor that nobody knows of: the link turns by itself.
TEST(JointLaws, AHiddenMotorIsRefuted) {
  trace::Trace forged = mechanism_run("pd-pendulum");
  ASSERT_NE(forged.joints[0].acting, 0);
  forged.joints[0].acting = 0;
  expect_forgery_refused(forged, "a hidden motor");
}

/// The elbow bounces off its stop with e = 0.5: both phases are on file, at the stop and at the
/// joints that only hold, and other phases or another e of the same sum are refuted.
TEST(JointLaws, StopsObeyTheLawOfImpact) {
  const trace::Trace honest = mechanism_run("elbow-stop");
  EXPECT_TRUE(verify(honest).motion.law_kept);
  int struck = 0, holding = 0;
  const auto forged = [&](auto&& change) {
    trace::Trace trace = honest;
    for (trace::Event& event : trace.events)
      for (trace::EventJoint& joint : event.joints) change(joint);
    return verify(trace);
  };
  forged([&](trace::EventJoint& joint) {
    struck += joint.restitution[0] == 0.5 ? 1 : 0;
    holding += joint.impulse != joint.compression && joint.restitution[0] == 0.0 ? 1 : 0;
  });
  EXPECT_GT(struck, 0);
  EXPECT_GT(holding, 0);
  EXPECT_FALSE(
      forged([](trace::EventJoint& joint) { joint.restitution[0] *= 1.5; }).motion.law_kept);
  EXPECT_FALSE(forged([](trace::EventJoint& joint) {
                 joint.compression = joint.impulse;
                 joint.compression_moment = joint.moment;
               }).motion.law_kept);
  EXPECT_FALSE(forged([](trace::EventJoint& joint) {
                 for (double& x : joint.compression_moment) x *= 1.1;
               }).motion.law_kept);
  EXPECT_EQ(forged([](trace::EventJoint& joint) { joint.restitution[2] = -1.0; }).status,
            Status::Refused);
}

/// One of a link whose frame is at its pin, so that only its centre of mass says how high it is.
TEST(JointLaws, AFalseEnergyIsRefuted) {
  const trace::Trace hanging = mechanism_run("benchmarks/b27b");
  EXPECT_EQ(verify(hanging).status, Status::Proved);
  EXPECT_EQ(hanging.joints[0].acting, 0);
  trace::Trace forged = mechanism_run("double-pendulum-on-floor");
  forged.footer.energy_final *= 1.0 + 1e-6;
  expect_forgery_refused(forged, "a false energy");
}

/// A stop that holds where the joint is free, and one that is not called a stop.
TEST(JointLaws, LimitsHoldWhereTheyAre) {
  const trace::Trace honest = mechanism_run("elbow-stop");
  const auto held = std::find_if(
      honest.joint_forces.begin(), honest.joint_forces.end(),
      [](const trace::JointForce& force) { return force.at_lower + force.at_upper != 0; });
  ASSERT_NE(held, honest.joint_forces.end()) << "the elbow leans on its stop";
  trace::Trace forged = honest;
  for (trace::JointForce& force : forged.joint_forces) force.at_lower = force.at_upper = 0;
  EXPECT_FALSE(verify(forged).motion.law_kept);
  forged = honest;
  const std::size_t k = static_cast<std::size_t>(held - honest.joint_forces.begin());
  std::swap(forged.joint_forces[k].at_lower, forged.joint_forces[k].at_upper);
  expect_forgery_refused(forged, "the other limit");
}

}  // namespace
}  // namespace rigor::verification
