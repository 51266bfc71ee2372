// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/laws/max_dissipation.hpp>
#include <rigor/random.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::at;
using testing::box_body;
using testing::contact_set;
using testing::kGround;
using testing::ScenePoint;

ContactSet box_on_corners(double mu, double twist) {
  std::vector<ScenePoint> points;
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.4, 0.4}) {
      ScenePoint p = at(kGround, 0, Vector3(x, y, -0.3));
      p.properties.friction = mu;
      p.twist = twist;
      points.push_back(p);
    }
  }
  return contact_set({box_body({0.5, 0.4, 0.3}, 2.0, {0, 0, 0})}, points);
}

// A box that lands flat with little slip: all slip stops. With much slip: friction μ per normal
// impulse along the slip, independent of the tangent basis.
TEST(MaxDissipation, StopsOrSlides) {
  for (const double angle : {0.0, 0.4, 1.1}) {
    const ContactSet set = box_on_corners(0.5, 0.3);
    Eigen::VectorXd v_minus(6);
    v_minus << 0.2 * std::cos(angle), 0.2 * std::sin(angle), -1.0, 0.0, 0.0, 0.0;
    const Impact stops = resolve_impact(Law::MaxDissipation, set, v_minus);
    EXPECT_EQ(stops.status, ImpactStatus::Solved);
    EXPECT_LE(stops.v.norm(), 1e-12);
    v_minus.head(2) *= 20.0;
    const Impact slides = resolve_impact(Law::MaxDissipation, set, v_minus);
    EXPECT_EQ(slides.status, ImpactStatus::Solved);
    EXPECT_NEAR(slides.v.head(2).norm(), 4.0 - 0.5, 1e-12);
    EXPECT_NEAR(std::atan2(slides.v[1], slides.v[0]), angle, 1e-10);
    EXPECT_LE(slides.energy_change, 0.0);
  }
}

TEST(MaxDissipation, DoesNotDependOnTheTangentBasisAndNeverGainsEnergy) {
  Random random(9);
  int solved = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Eigen::VectorXd v_minus(6);
    for (double& value : v_minus) value = random.normal();
    v_minus[2] = -std::abs(v_minus[2]);
    const double mu = random.uniform(0.1, 1.0);
    const ContactSet set = box_on_corners(mu, 0.0);
    const Impact one = resolve_impact(Law::MaxDissipation, set, v_minus);
    const Impact two = resolve_impact(Law::MaxDissipation, box_on_corners(mu, 0.7), v_minus);
    ASSERT_NE(one.status, ImpactStatus::Failed) << trial;
    ASSERT_NE(two.status, ImpactStatus::Failed) << trial;
    if (one.status != ImpactStatus::Solved || two.status != ImpactStatus::Solved) continue;
    ++solved;
    EXPECT_LE((one.v - two.v).norm(), 1e-9) << trial;
    EXPECT_LE(one.energy_change, 0.0);
    EXPECT_GE((set.N * one.v).minCoeff(), -1e-10);
    for (int i = 0; i < 4; ++i) {
      EXPECT_LE(one.tangential.segment<2>(2 * i).norm(), mu * one.normal[i] + 1e-10);
    }
  }
  EXPECT_EQ(solved, 200);
}

}  // namespace
}  // namespace rigor
