// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/decision/event_problem.hpp>

#include "event_box.hpp"

namespace rigor {
namespace {

TEST(EventProblem, TakesEveryCornerAsACandidate) {
  const EventBox box(Law::Coulomb, 0.4, falling(1.0));
  const EventProblem event = box.problem();
  ASSERT_EQ(event.size(), 4);
  EXPECT_EQ(event.out.points.size(), 4U);
  EXPECT_NEAR(event.out.energy_before, 0.5 + kTestGravity * (0.1 + kTestSkin), 1e-12);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(event.set.contacts[i].friction, 0.4);
    EXPECT_TRUE(event.set.contacts[i].bonded);
    EXPECT_EQ(event.out.points[i].vertex_b, event.corner(i).corner.on_B.index);
    EXPECT_NEAR(normal_speeds(event.set, event.v_before)[i], -1.0, 1e-12);
    EXPECT_GT(zero_speeds(event)[i], 0.0);
    EXPECT_LT(zero_speeds(event)[i], 1e-8);
  }
  EXPECT_EQ(resting_contacts(event).size(), 4U);
  EXPECT_TRUE(sliding_contacts(event).empty());  // the law does not bond
}

TEST(EventProblem, LeavingContactsDoNotRest) {
  const EventBox leaving(Law::NoSlip, 0.0, falling(-1e-3));
  EXPECT_TRUE(resting_contacts(leaving.problem()).empty());
  const EventBox sliding(Law::NoSlip, 0.0, moving(1, 0, 0));
  EXPECT_EQ(sliding_contacts(sliding.problem()).size(), 4U);
}

TEST(EventProblem, PartsOfASetKeepTheirRows) {
  const EventBox box(Law::Coulomb, 0.4, falling(1.0));
  const EventProblem event = box.problem();
  const ContactSet part = part_of(event.set, {3, 1});
  ASSERT_EQ(part.size(), 2);
  EXPECT_EQ(part.N.row(0), event.set.N.row(3));
  EXPECT_EQ(part.N.row(1), event.set.N.row(1));
  EXPECT_EQ(part.T.middleRows<2>(2), event.set.T.middleRows<2>(2));
}

TEST(EventProblem, ABrokenBondIsOnRecordUnlessThatIsRefused) {
  EventBox box(Law::NoSlip, 0.0, moving(1, 0, 0));
  EventProblem event = box.problem();
  EXPECT_FALSE(break_sliding_bonds(event).has_value());
  EXPECT_EQ(event.out.jammed.size(), 4U);
  EXPECT_EQ(event.broken.size(), 4U);
  EXPECT_TRUE(sliding_contacts(event).empty());
  box.boxes.world.jam = OnJam::Refuse;
  EventProblem refused = box.problem();
  const auto refusal = break_bond(refused, 0);
  ASSERT_TRUE(refusal.has_value());
  EXPECT_EQ(refusal->kind, RefusalKind::Jam);
  EXPECT_TRUE(refused.broken.empty());
}

TEST(EventProblem, ResidualsAreJudged) {
  EXPECT_FALSE(bad_residual(1e-12, "impact").has_value());
  const auto bad = bad_residual(1e-3, "impact");
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->kind, RefusalKind::Inconsistent);
  EXPECT_NE(bad->reason.find("impact"), std::string::npos);
}

}  // namespace
}  // namespace rigor
