// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/opening.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

std::string tower(int cubes) {
  std::string text = head(1) + "bodies:\n";
  for (int i = 0; i < cubes; ++i) text += cube("c" + std::to_string(i), 0, 0, 0.05 + 0.1 * i);
  return text + kGround;
}

TEST(Opening, ATouchingTowerIsOpenedByNoMoreThanItsGaps) {
  const SmallScene scene(tower(5));
  const auto run = scene.start();
  const auto moved_by = open_start(*run, GapsAtStart::Opened);
  ASSERT_TRUE(std::holds_alternative<double>(moved_by)) << std::get<Ending>(moved_by).reason;
  const double gap = gap_target(run->scales, 0.1);
  EXPECT_GT(std::get<double>(moved_by), 0.0);
  EXPECT_LE(std::get<double>(moved_by), 2.0 * 5 * gap);
  for (int i = 0; i < 5; ++i) {
    const double bottom = run->bodies[i].pose.translation.z() - 0.05;
    const double below = i == 0 ? 0.0 : run->bodies[i - 1].pose.translation.z() + 0.05;
    EXPECT_GE(bottom - below, 0.6 * gap) << i;
    EXPECT_LE(bottom - below, 2.0 * gap) << i;
  }
}

TEST(Opening, AnOpenStartIsLeftAlone) {
  const SmallScene scene(head(1) + "bodies:\n" + cube("cube", 0, 0, 0.0502) + kGround);
  const auto run = scene.start();
  EXPECT_EQ(std::get<double>(open_start(*run, GapsAtStart::Opened)), 0.0);
  EXPECT_EQ(run->bodies[0].pose.translation.z(), 0.0502);
}

TEST(Opening, GapsThatAreKeptAreOpenedOnlyIfTheyCannotBeProved) {
  for (const double skins : {0.4, 0.6, 30.0}) {
    const SmallScene scene(tower(1));
    const auto run = scene.start();
    Pose pose = run->bodies[0].pose;
    pose.translation.z() = 0.05 + skins * run->scales.skin;
    place(run->world.bodies[0], pose, run->bodies[0]);
    const double before = run->bodies[0].pose.translation.z();
    ASSERT_TRUE(std::holds_alternative<double>(open_start(*run, GapsAtStart::Kept)));
    EXPECT_EQ(run->bodies[0].pose.translation.z() == before, skins > 0.5) << skins;
  }
}

TEST(Opening, AnOverlapBeyondTheTolerancesIsRefusedByName) {
  SmallScene scene(head(1) + "bodies:\n" + cube("one", 0, 0, 1) + cube("two", 0.1, 0, 1));
  scene.built.initial.q[7] = 0.05;  // the scene's own check would not let that pass
  const Recorded run = scene.record();
  EXPECT_EQ(run.outcome.stop, StopKind::Overlap);
  EXPECT_NE(run.outcome.reason.find("'one'"), std::string::npos) << run.outcome.reason;
  EXPECT_NE(run.outcome.reason.find("'two'"), std::string::npos);
}

}  // namespace
}  // namespace rigor::first_order
