// SPDX-License-Identifier: Apache-2.0
// Rest is claimed where bodies stay, and only there.
#include <rigor/first_order/rest.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

TEST(Rest, AStackFallsAsleepAndStaysWhereItIs) {
  const Recorded run =
      proved(SmallScene(head(5) + "bodies:\n" + cube("a", 0, 0, 0.05) + cube("b", 0.01, 0, 0.15) +
                        cube("c", 0, 0.01, 0.25) + kGround));
  EXPECT_EQ(run.outcome.stop, StopKind::Rest);
  EXPECT_LT(trace::seconds(run.outcome.footer.end), 1.0);
  EXPECT_NEAR(position_of(run, 2).x(), 0.0, 1e-5);
  EXPECT_NEAR(position_of(run, 2).z(), 0.25, 1e-3);
}

/// A cube on a fixed block, its centre `beyond` half widths outside the block's edge.
Recorded overhang(double beyond) {
  return proved(SmallScene(
      head(4, 0.5) +
      "bodies:\n  - {name: block, shape: {box: [1, 1, 0.2]}, fixed: true, pose: {position: "
      "[-0.5, 0, 0.4]}}\n" +
      cube("cube", 0.05 * beyond, 0, 0.5502) + kGround));
}

TEST(Rest, AnOverhangOnePerCentBeyondItsLimitTopplesAndOneBelowRests) {
  const Recorded topples = overhang(0.01);
  EXPECT_LT(position_of(topples, 0).z(), 0.3);
  const Recorded rests = overhang(-0.01);
  EXPECT_EQ(rests.outcome.stop, StopKind::Rest);
  EXPECT_NEAR(position_of(rests, 0).z(), 0.55, 1e-3);
}

TEST(Rest, ASleeperWakesWhenItIsHit) {
  const Recorded run = proved(
      SmallScene(head(2, 0.2) + "bodies:\n" + cube("sleeper", 0, 0, 0.0501) +
                 cube("slider", -3.0, 0, 0.0501, ", velocity: {linear: [5, 0, 0]}") + kGround));
  EXPECT_GT(position_of(run, 0).x(), 0.05);
}

/// Two bars of 0.5 m hinged to each other and to the world, hanging; more bodies, and the ground.
std::string hanging_arm(double until, const std::string& joint, const std::string& bodies) {
  const std::string bar = ", shape: {box: [0.05, 0.05, 0.5]}, mass: 1}\n";
  return head(until) +
         "mechanisms:\n  - name: arm\n    links:\n"
         "      - {name: upper, joint: {revolute: {axis: [0, 1, 0], pose: {position: [0, 0, 1.5]}, "
         "anchor: [0, 0, 0.25]" +
         joint + "}}" + bar +
         "      - {name: lower, parent: upper, joint: {revolute: {axis: [0, 1, 0], pose: "
         "{position: [0, 0, -0.25]}, anchor: [0, 0, 0.25]" +
         joint + "}}" + bar + (bodies.empty() ? "" : "bodies:\n" + bodies) + kGround;
}

TEST(Rest, AMechanismFallsAsleepWhereItStays) {
  const Recorded run =
      proved(SmallScene(hanging_arm(5, ", damping: 3, friction: 0.5, coordinates: 0.3", "")));
  EXPECT_EQ(run.outcome.stop, StopKind::Rest);
  EXPECT_LT(trace::seconds(run.outcome.footer.end), 4.0);
  EXPECT_EQ(run.trace.segments.back().reason, trace::EndReason::Rest);
}

TEST(Rest, AMechanismAboutToSwingDoesNotSleep) {
  // At its turning points it is slow for a while: 1e-3 rad of swing are 1e-3 g along the way.
  const Recorded run = proved(SmallScene(hanging_arm(2, ", coordinates: 0.002", "")));
  EXPECT_EQ(run.outcome.stop, StopKind::Time);
}

TEST(Rest, ASleepingMechanismWakesAsAWholeWhenItIsHit) {
  const Recorded run = proved(SmallScene(
      hanging_arm(1.5, "", cube("slider", -3.0, 0, 0.5501, ", velocity: {linear: [5, 0, 5.4]}"))));
  const Eigen::VectorXd& q = run.outcome.final_state.q;
  EXPECT_GT(run.trace.events.size(), 0U);
  double moved = 0.0;
  for (const trace::Event& event : run.trace.events)
    for (const trace::EventContact& contact : event.contacts)
      if (contact.b.body != trace::kWorld) moved += std::abs(contact.impulse[0]);
  EXPECT_GT(moved, 0.5);
  EXPECT_GT(q.cwiseAbs().maxCoeff(), 0.1);
}

TEST(Rest, WithoutGravityOnlyStandstillIsRest) {
  SmallScene scene(head(1, 0.2) + "bodies:\n" + cube("still", 0, 0, 1) +
                   cube("slow", 1, 0, 1, ", velocity: {linear: [1e-6, 0, 0]}"));
  scene.built.model.gravity.setZero();
  const Recorded run = proved(scene);
  EXPECT_EQ(run.outcome.stop, StopKind::Time);
  EXPECT_NEAR(position_of(run, 1).x() - 1.0, 1e-6, 1e-12);
}

}  // namespace
}  // namespace rigor::first_order
