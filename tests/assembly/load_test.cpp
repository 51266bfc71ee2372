// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/assembly/load.hpp>
#include <rigor/dynamics/build.hpp>
#include <rigor/geometry/solids.hpp>

namespace rigor {
namespace {

const Vector3 kCom(0.3, 0.1, -0.2);

Model model_with(const std::vector<AppliedWrench>& wrenches) {
  ModelDescription description;
  LinkDescription link;
  link.name = "box";
  link.inertia = SpatialInertia{2.0, kCom, Vector3(1, 2, 2.5).asDiagonal()};
  link.pieces.push_back({"piece", unwrap(make_box(Vector3(1, 1, 1))), {}, ""});
  description.links.push_back(link);
  for (const AppliedWrench& wrench : wrenches) description.forces.push_back({"box", wrench});
  return unwrap(build(description));
}

/// 0 before t = 1, rises to 6 at t = 4, stays.
AppliedWrench ramp() {
  AppliedWrench wrench;
  wrench.point_L.reset();
  wrench.force[0] = Table{{1.0, 4.0}, {0.0, 6.0}, Interpolation::Linear};
  return wrench;
}

/// 5 from t = 2 until t = 4.
AppliedWrench pulse() {
  AppliedWrench wrench;
  wrench.point_L = Vector3(1.3, 0.1, -0.2);
  wrench.axes = Axes::Link;
  wrench.force[1] = Table{{0.0, 2.0, 4.0}, {0.0, 5.0, 0.0}, Interpolation::Step};
  wrench.moment[2] = constant(-1.0);
  return wrench;
}

TEST(Load, StretchesFollowEachOtherAndContinueSmoothly) {
  const Model model = model_with({ramp(), pulse()});
  const Matrix3 R_WB = Matrix3(Eigen::AngleAxisd(0.5 * M_PI, Vector3::UnitZ()));
  AppliedLoad load = load_from(model, 0, trace::time_from(0.0), 2.0);
  const std::vector<double> knots{1.0, 2.0, 4.0};
  for (const double knot : knots) {
    ASSERT_TRUE(load.end.has_value());
    EXPECT_EQ(*load.end, trace::time_from(knot));
    const double start = trace::seconds(load.start);
    // From inside, and a little beyond the end: as if the stretch went on.
    for (const double t : {start, 0.5 * (start + knot), knot + 0.25}) {
      const Wrench push = load_at(load, R_WB, t - start);
      const double along = start >= 1.0 ? 2.0 * (t - 1.0) : 0.0;
      const double pulse = start == 2.0 ? 5.0 : 0.0;
      EXPECT_NEAR((push.force - Vector3(along - pulse, 0, 0)).norm(), 0.0, 1e-15) << t;
      EXPECT_NEAR((push.moment - Vector3(0, 0, pulse - 1.0)).norm(), 0.0, 1e-15) << t;
    }
    load = load_from(model, 0, *load.end, 2.0);
  }
  EXPECT_FALSE(load.end.has_value());
  EXPECT_EQ(load.most, 6.5);
  EXPECT_NEAR((load_at(load, R_WB, 3.0).force - Vector3(6, 0, 0)).norm(), 0.0, 1e-15);
}

TEST(Load, TheRecordHoldsJumpsAsTwoKnots) {
  const Model model = model_with({ramp(), pulse()});
  const std::vector<trace::Load> loads = trace_loads(model);
  ASSERT_EQ(loads.size(), 2U);
  EXPECT_EQ(loads[0].times, (std::vector<double>{1.0, 4.0}));
  EXPECT_EQ(loads[0].point, (trace::Triple{0, 0, 0}));
  EXPECT_EQ(loads[1].times, (std::vector<double>{0.0, 2.0, 2.0, 4.0, 4.0}));
  EXPECT_EQ(loads[1].forces[1], (trace::Triple{0, 0, 0}));
  EXPECT_EQ(loads[1].forces[2], (trace::Triple{0, 5, 0}));
  EXPECT_EQ(loads[1].forces[3], (trace::Triple{0, 5, 0}));
  EXPECT_EQ(loads[1].moments[4], (trace::Triple{0, 0, -1}));
  EXPECT_EQ(loads[1].point, (trace::Triple{1, 0, 0}));
  EXPECT_EQ(loads[1].axes, trace::LoadAxes::Body);
  const std::vector<trace::Load> steady = trace_loads(model_with({AppliedWrench{}}));
  EXPECT_EQ(steady.at(0).times, (std::vector<double>{0.0}));
}

TEST(Load, OnlyWhatIsLinearBetweenKnotsIsTaken) {
  EXPECT_TRUE(is_piecewise_linear(Force(ramp())));
  EXPECT_TRUE(is_piecewise_linear(Force(pulse())));
  AppliedWrench wrench;
  wrench.force[2] = Sine{};
  EXPECT_FALSE(is_piecewise_linear(Force(wrench)));
  wrench.force[2] = Polynomial{{0.0, 1.0}};
  EXPECT_FALSE(is_piecewise_linear(Force(wrench)));
  wrench.force[2] = constant(0.0);
  wrench.moment[0] = Table{{0.0, 1.0}, {0.0, 1.0}, Interpolation::Cubic};
  EXPECT_FALSE(is_piecewise_linear(Force(wrench)));
  EXPECT_FALSE(is_piecewise_linear(Force(JointEffort{})));
}

}  // namespace
}  // namespace rigor
