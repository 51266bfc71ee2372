// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/applied_wrench.hpp>

namespace rigor {
namespace {

double force_x(const AppliedWrench& wrench, double t) { return evaluate(wrench.force[0], t).value; }

ForceSpec constant_force() {
  ForceSpec force;
  force.body = "box";
  force.constant.force = Vector3(2, 0, 0);
  force.constant.torque = Vector3(0, 0, 3);
  return force;
}

TEST(AppliedWrench, AConstantForceIsOnWithinItsTimes) {
  ForceSpec force = constant_force();
  EXPECT_EQ(force_x(applied_wrench(force), 0.0), 2.0);
  EXPECT_EQ(next_break(Force(applied_wrench(force)), 0.0), std::numeric_limits<double>::infinity());
  force.from = 1.0;
  EXPECT_EQ(force_x(applied_wrench(force), 0.999), 0.0);
  EXPECT_EQ(force_x(applied_wrench(force), 1.0), 2.0);
  EXPECT_EQ(force_x(applied_wrench(force), 1e6), 2.0);
  force.until = 2.0;
  EXPECT_EQ(force_x(applied_wrench(force), 1.999), 2.0);
  EXPECT_EQ(force_x(applied_wrench(force), 2.0), 0.0);
  EXPECT_EQ(evaluate(applied_wrench(force).moment[2], 1.5).value, 3.0);
  EXPECT_EQ(next_break(Force(applied_wrench(force)), 0.0), 1.0);
  force.from = 0.0;
  EXPECT_EQ(force_x(applied_wrench(force), 0.0), 2.0);
  EXPECT_EQ(next_break(Force(applied_wrench(force)), 0.0), 2.0);
}

TEST(AppliedWrench, KnotsAreJoinedByLines) {
  ForceSpec force;
  force.knots = {{1.0, Vector3(0, 0, 0), {}}, {3.0, Vector3(4, 0, 0), {}}};
  const AppliedWrench wrench = applied_wrench(force);
  EXPECT_EQ(force_x(wrench, 0.0), 0.0);
  EXPECT_EQ(force_x(wrench, 2.5), 3.0);
  EXPECT_EQ(force_x(wrench, 9.0), 4.0);
  EXPECT_FALSE(defect(Force(wrench)).has_value());
}

TEST(AppliedWrench, PointAndAxes) {
  ForceSpec force = constant_force();
  EXPECT_FALSE(applied_wrench(force).point_L.has_value());
  EXPECT_EQ(applied_wrench(force).axes, Axes::World);
  force.at = Vector3(1, 2, 3);
  force.axes = ForceAxes::Body;
  EXPECT_EQ(applied_wrench(force).point_L, Vector3(1, 2, 3));
  EXPECT_EQ(applied_wrench(force).axes, Axes::Link);
}

}  // namespace
}  // namespace rigor
