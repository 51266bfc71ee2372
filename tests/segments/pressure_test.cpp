// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/segments/pressure.hpp>
#include <rigor/segments/tolerances.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

constexpr double kQuarter = 0.78539816339744830962;  // rad, 45 degrees

/// A box on a fixed cube of side 1, its centre of mass at x = `offset`.
struct Balanced {
  BoxWorld boxes;
  Cluster cluster;
  Mode mode;

  Balanced(double offset, const Quaternion& q, double gravity = kTestGravity)
      : boxes(box_world({Vector3::Constant(0.5), Vector3(0.6, 0.4, 0.4)},
                        {.gravity = gravity, .fixed = 1})),
        cluster{{1}, {resting_at(Vector3(offset, 0, 3), q)}} {
    bring_to_gap(boxes.world, cluster, pair_of(0, 1), 0, Vector3::UnitZ(), 1e-8);
    mode.contacts = full_mode(boxes.world, cluster, {pair_of(0, 1)});
  }

  Carrying judged() const {
    const ModeMotion motion = mode_motion(boxes.world, cluster, mode.contacts);
    ModeSolution solution(motion);
    return carrying({boxes.world, cluster.bodies, mode, motion, {}}, cluster.states, solution);
  }
};

TEST(Pressure, AFaceCarriesWhileTheCentreOfMassIsOverTheSupport) {
  for (const double offset : {0.0, 0.3, -0.45, 0.499, -0.499}) {
    const Balanced at(offset, Quaternion::Identity());
    ASSERT_EQ(at.mode.contacts.size(), 4U);
    EXPECT_EQ(at.judged(), Carrying::Carries) << offset;
  }
  for (const double offset : {0.501, -0.501, 0.8})
    EXPECT_EQ(Balanced(offset, Quaternion::Identity()).judged(), Carrying::Lifts) << offset;
}

TEST(Pressure, AnEdgeCarriesWhileTheCentreOfMassIsOverItsClippedPart) {
  const Quaternion on_edge = turn(kQuarter, Vector3::UnitX());
  for (const double offset : {0.0, 0.3, -0.499}) {
    const Balanced at(offset, on_edge);
    ASSERT_EQ(at.mode.contacts.size(), 2U);
    EXPECT_EQ(at.judged(), Carrying::Carries) << offset;
  }
  for (const double offset : {0.501, -0.501, 0.7})
    EXPECT_EQ(Balanced(offset, on_edge).judged(), Carrying::Lifts) << offset;
}

TEST(Pressure, TheEdgeOfTheSupportIsWhereItTurns) {
  // By bisection on the offset: the answer changes at 1/2, up to the fraction that counts as lift
  // over the lever arms (1 m).
  double carries = 0.4;
  double lifts = 0.6;
  for (int step = 0; step < 30; ++step) {
    const double middle = 0.5 * (carries + lifts);
    const bool lifted = Balanced(middle, Quaternion::Identity()).judged() == Carrying::Lifts;
    (lifted ? lifts : carries) = middle;
  }
  EXPECT_NEAR(carries, 0.5, 10.0 * kLiftFraction);
}

TEST(Pressure, NothingIsCarriedUpwards) {
  EXPECT_EQ(Balanced(0.1, Quaternion::Identity(), -kTestGravity).judged(), Carrying::Lifts);
}

}  // namespace
}  // namespace rigor
