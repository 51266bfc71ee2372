// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/integration/mechanism_course.hpp>

#include "integration/mechanism_run.hpp"

namespace rigor {
namespace {

constexpr double kG = 9.81;
constexpr double kSkin = 1e-8;
const std::string kGuide = "{prismatic: {axis: [0, 0, 1], coordinates: 1";

/// A cube of edge 0.2 on a vertical guide, let go with its centre at 1 m.
std::string falling(const std::string& top, const std::string& joint = kGuide + "}}") {
  return mechanism_text(box_link_text("cube", "", joint, "[0.2, 0.2, 0.2]"), kEarth + "\n" + top,
                        2.0);
}

/// The run is refused after a fall of `height` metres; what came before is proved.
SceneRun refused_after(const std::string& text, double height, const std::string& words) {
  SceneRun run = run_text(text);
  EXPECT_EQ(run.outcome().stop, StopKind::Mechanism);
  EXPECT_NE(run.outcome().reason.find(words), std::string::npos) << run.outcome().reason;
  EXPECT_NEAR(run.outcome().footer.end.base + run.outcome().footer.end.offset,
              std::sqrt(2.0 * height / kG), 1e-10);
  EXPECT_NEAR(run.outcome().final_state.q.tail<1>()[0], 1.0 - height, 1e-9);
  expect_proved(run);
  return run;
}

TEST(MechanismCourse, AHalfSpaceEndsTheRunAtTheSkin) {
  const SceneRun run =
      refused_after(falling("half_spaces: [{name: floor, normal: [0, 0, 1], offset: 0.5}]"),
                    0.4 - kSkin, "'floor' and 'cube' come together at t = 0.2855686");
  EXPECT_EQ(run.trace().segments.back().reason, trace::EndReason::Touch);
}

TEST(MechanismCourse, AFixedBodyEndsTheRunAtTheSkin) {
  refused_after(falling("bodies: [{name: block, fixed: true, shape: {box: [1, 1, 1]}}]"),
                0.4 - kSkin, "'block' and 'cube' come together");
}

TEST(MechanismCourse, AFreeBodyEndsTheRunAtTheSkin) {
  refused_after(falling("half_spaces: [{name: floor, normal: [0, 0, 1], offset: 0}]\nbodies: "
                        "[{name: box, mass: 1, shape: {box: [1, 1, 0.5]}, pose: {position: [0, 0, "
                        "0.25]}}]"),
                0.4 - 2 * kSkin, "'box' and 'cube' come together");
}

TEST(MechanismCourse, ALimitEndsTheRun) {
  const SceneRun run = refused_after(falling("", kGuide + ", limits: [0.6, 1.5]}}"), 0.4,
                                     "joint 'cube' comes to its lower limit 0.6 at t = 0.2855686");
  EXPECT_EQ(run.trace().segments.back().reason, trace::EndReason::Limit);
  ASSERT_EQ(run.trace().joints.size(), 1u);
  EXPECT_EQ(run.trace().joints[0].limits[0], 0.6);
}

// Thrown upwards with 2 m/s: v²/2g = 0.2039 m, 4 mm beyond the limit.
TEST(MechanismCourse, UpperLimitsAndTurningPointsBeforeThem) {
  const SceneRun beyond = run_text(falling("", kGuide + ", velocities: 2, limits: [0, 1.2]}}"));
  EXPECT_EQ(beyond.outcome().stop, StopKind::Mechanism);
  EXPECT_NEAR(trace::seconds(beyond.outcome().footer.end), (2 - std::sqrt(4 - 0.4 * kG)) / kG,
              1e-9);
  expect_proved(beyond);
  const SceneRun below = run_text(falling("", kGuide + ", velocities: 2, limits: [0.5, 1.204]}}"));
  EXPECT_NE(below.outcome().reason.find("lower"), std::string::npos);
  expect_proved(below);
}

TEST(MechanismCourse, AHangingMechanismRests) {
  const std::string links =
      box_link_text("a", "", "{revolute: {axis: [0, 1, 0], anchor: [0, 0, 0.5]}}",
                    "[0.1, 0.1, 0.9]") +
      box_link_text("b", "a", "{spherical: {pose: {position: [0, 0, -0.5]}, anchor: [0, 0, 0.5]}}",
                    "[0.1, 0.1, 0.9]");
  const SceneRun run = run_text(mechanism_text(links, kEarth, 5.0));
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  EXPECT_EQ(run.trace().segments.size(), 2u);
  expect_proved(run);
}

/// Every kind of joint in one tree, on a fixed body.
std::string zoo() {
  return box_link_text("slider", "post", "{prismatic: {axis: [1, 0, 0], stiffness: 30}}",
                       "[0.2, 0.2, 0.1]") +
         box_link_text(
             "crank", "slider",
             "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, -0.1]}, anchor: [0, 0, "
             "0.3], coordinates: 0.8, limits: [-2, 2]}}",
             "[0.1, 0.1, 0.5]") +
         box_link_text("plate", "crank",
                       "{fixed: {pose: {position: [0.2, 0, -0.2], axis: [0, 0, 1], angle: 0.5}}}",
                       "[0.1, 0.1, 0.1]") +
         box_link_text("cross", "crank",
                       "{universal: {axis: [1, 0, 0], second_axis: [0, 1, 0], pose: {position: [0, "
                       "0, -0.3]}, anchor: [0, 0, 0.2], coordinates: [0.3, -0.2], damping: 0}}",
                       "[0.08, 0.08, 0.3]") +
         box_link_text("disc", "cross",
                       "{planar: {x_axis: [1, 0, 0], y_axis: [0, 1, 0], pose: {position: [0, 0, "
                       "-0.3]}, stiffness: [50, 50, 1], velocities: [0, 0.1, 3]}}",
                       "[0.1, 0.15, 0.05]") +
         box_link_text("ball", "disc",
                       "{spherical: {pose: {position: [0, 0, -0.1]}, anchor: [0, 0, 0.15], "
                       "velocities: [1, 0, 2]}}",
                       "[0.1, 0.1, 0.2]");
}

const std::string kPost = kEarth +
                          "\nbodies: [{name: post, fixed: true, shape: {box: [0.1, 0.1, 0.1]}, "
                          "pose: {position: [0, 0, 2], axis: [0, 0, 1], angle: 0.3}}]";

TEST(MechanismCourse, EveryKindOfJointStaysClosedAndIsProved) {
  const SceneRun run = conserving_run(mechanism_text(zoo(), kPost, 1.5), 1e-7);
  ASSERT_EQ(run.trace().joints.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(run.trace().bodies[i + 1].kind, trace::BodyKind::Link);
  // Neighbours and what is rigidly joined are excluded, with the reason.
  EXPECT_EQ(run.trace().exclusions.size(), 8u);
}

TEST(MechanismCourse, AJointThatOpensByTwoNanometresIsNotProved) {
  SceneRun run = run_text(mechanism_text(zoo(), kPost, 0.2));
  expect_proved(run);
  for (trace::Segment& segment : run.run.trace.segments)
    if (segment.body == 5) segment.position[2][0] += 2e-9;
  EXPECT_EQ(verification::verify(run.trace()).status, verification::Status::Refused);
}

// The same run twice gives the same record; a free body beside it makes no difference to it.
TEST(MechanismCourse, RunsAreTheSameAndIndependentOfOthers) {
  const std::string text = mechanism_text(zoo(), kPost, 0.5);
  const SceneRun once = run_text(text);
  EXPECT_EQ(once.trace(), run_text(text).trace());
  std::string top = kPost;
  top.insert(top.size() - 1,
             ", {name: stone, mass: 1, shape: {box: [1, 1, 1]}, pose: {position: [9, 0, 9]}}");
  const SceneRun beside = run_text(mechanism_text(zoo(), top, 0.5));
  expect_proved(beside);
  const auto& q = beside.outcome().final_state.q;
  EXPECT_EQ(q.head(once.outcome().final_state.q.size()), once.outcome().final_state.q);
}

TEST(MechanismCourse, ForcesOnLinksAndLinksOnDrivenBodiesAreRefused) {
  ModelDescription description;
  LinkDescription link;
  link.name = "rod";
  link.joint = Revolute{Vector3::UnitY()};
  link.inertia = SpatialInertia{1.0, Vector3(0, 0, -1), Matrix3::Identity()};
  description.links = {link};
  description.forces = {{"rod", AppliedWrench{}}};
  const Model model = unwrap(build(description));
  SimulationOptions options;
  options.stop.time = 1.0;
  const Outcome outcome = simulate(model, neutral_state(model), options, [](const StepReport&) {});
  EXPECT_EQ(outcome.stop, StopKind::Unsupported);
  EXPECT_NE(outcome.reason.find("'rod'"), std::string::npos);
}

}  // namespace
}  // namespace rigor
