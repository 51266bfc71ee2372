// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/joint_start.hpp>

#include "model_files.hpp"

namespace rigor::importing {
namespace {

SourceModel one_joint(double lower, double upper) {
  SourceModel model{.name = "m"};
  model.joints.push_back({.name = "j",
                          .kind = JointKind::Revolute,
                          .parent = "a",
                          .child = "b",
                          .axis = Vector3::UnitZ(),
                          .limits = std::array{lower, upper}});
  return model;
}

struct Settled {
  SourceJoint joint;
  std::vector<Note> notes;
};

Settled settled_joint(SourceModel model, const std::vector<StartValue>& asked = {},
                      bool repair = false) {
  Settled made;
  settle_joints(model, "f", asked, repair, made.notes);
  made.joint = model.joints.front();
  return made;
}

TEST(JointStart, ZeroStaysWhereTheLimitsAllowIt) {
  const Settled made = settled_joint(one_joint(-1, 2));
  EXPECT_EQ(made.joint.start, 0.0);
  EXPECT_TRUE(made.notes.empty());
}

TEST(JointStart, OtherStartsMoveInsideByAHundredthWithANote) {
  EXPECT_DOUBLE_EQ(settled_joint(one_joint(0, 2)).joint.start, 0.02);
  EXPECT_DOUBLE_EQ(settled_joint(one_joint(1, 2)).joint.start, 1.01);
  EXPECT_DOUBLE_EQ(settled_joint(one_joint(-3, -2)).joint.start, -2.01);
  EXPECT_EQ(settled_joint(one_joint(1, 2)).notes.size(), 1U);
}

TEST(JointStart, AskedStartsAreTakenOrRefused) {
  EXPECT_EQ(settled_joint(one_joint(1, 2), {{"j", 1.5}}).joint.start, 1.5);
  EXPECT_EQ(settled_joint(one_joint(-1, 2), {{"other", 1.5}}).joint.start, 0.0);
  EXPECT_NE(refusal_of([] {
              settled_joint(one_joint(1, 2), {{"j", 3}});
            }).find("between"),
            std::string::npos);
}

TEST(JointStart, LimitsWithoutRoomMakeAFixedJointTurnedByThem) {
  SourceModel model = one_joint(0.5, 0.5);
  model.joints[0].anchor = {1, 0, 0};
  const Settled made = settled_joint(model);
  EXPECT_EQ(made.joint.kind, JointKind::Fixed);
  EXPECT_FALSE(made.joint.limits.has_value());
  // The anchor stays where it was; the axes turn.
  EXPECT_TRUE((made.joint.X_PC * Vector3(1, 0, 0)).isApprox(Vector3(1, 0, 0), 1e-15));
  EXPECT_NEAR(made.joint.X_PC.rotation.angularDistance(Quaternion::Identity()), 0.5, 1e-15);
}

TEST(JointStart, SwappedLimitsAreRefusedOrMended) {
  EXPECT_NE(refusal_of([] { settled_joint(one_joint(2, 1)); }).find("--repair"), std::string::npos);
  const Settled made = settled_joint(one_joint(2, 1), {}, true);
  EXPECT_EQ((*made.joint.limits)[0], 1.0);
  EXPECT_EQ(made.notes.front().kind, NoteKind::Repaired);
}

TEST(JointStart, AThousandTurnsAreNoLimit) {
  EXPECT_FALSE(settled_joint(one_joint(-9000, 9000)).joint.limits.has_value());
  EXPECT_TRUE(settled_joint(one_joint(-9, 9)).joint.limits.has_value());
}

}  // namespace
}  // namespace rigor::importing
