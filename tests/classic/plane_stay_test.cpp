// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <rigor/classic/plane_stay.hpp>
#include <rigor/classic/step_motion.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

constexpr double kLongest = 0.01;
constexpr double kThreshold = 1e-6;

/// A unit cube turned by `angle` about `axis` that touches the ground y = 0 at half the threshold
/// and turns about its first touching vertex with ω.
struct BodyAt {
  CarriedPlane plane;
  std::vector<Vector3> vertices;
  std::vector<Vector3> touching;
};

BodyAt pivot(const Vector3& axis, double angle, const Vector3& w) {
  BodyAt out;
  const Quaternion q = exp_rotation(angle * axis.normalized());
  for (int i = 0; i < 8; ++i)
    out.vertices.push_back(q * Vector3((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5,
                                       (i & 4) != 0 ? 0.5 : -0.5));
  double low = 0.0;
  for (const Vector3& r : out.vertices) low = std::min(low, r.y());
  for (const Vector3& r : out.vertices)
    if (r.y() < low + 1e-12) out.touching.push_back(r);
  out.plane.nhat_W = Vector3::UnitY();
  out.plane.other_W = Vector3(0, -low + 0.5 * kThreshold, 0);
  out.plane.other = {-w.cross(out.touching[0]), w};
  return out;
}

double star(const BodyAt& state) {
  std::vector<Vector3> vertices;
  std::vector<Vector3> touching;
  for (const Vector3& r : state.vertices) vertices.push_back(state.plane.other_W + r);
  for (const Vector3& r : state.touching) touching.push_back(state.plane.other_W + r);
  return printed_plane_bound({Vector3::UnitY(), 0.0, state.plane.other.angular, Vector3::Zero()},
                             vertices, touching, kThreshold);
}

PlaneStay stay(const BodyAt& state, double tol) {
  return plane_stay(state.plane, state.touching, std::min(star(state), kLongest), {tol, 1e-8});
}

const Vector3 kAcross = Vector3(1, 0, -1).normalized();
const double kTilt = std::atan(std::sqrt(2.0)) - 0.2;

// The table of seven states: φ̈, Δt*, Δt† at two tolerances with their halvings.
TEST(PlaneStay, GivesTheTableOfPivots) {
  struct Row {
    BodyAt state;
    double star, coarse, fine;
    int halvings_coarse, halvings_fine;
  };
  const double forever = std::numeric_limits<double>::infinity();
  const std::vector<Row> rows{
      {pivot(kAcross, kTilt, 3.0 * kAcross), 0.162, 3.1e-4, 2.0e-5, 5, 9},
      {pivot(kAcross, kTilt, Vector3(3, 4, 2)), 0.134, 1.6e-4, 2.0e-5, 6, 9},
      {pivot(kAcross, kTilt, Vector3(0, 5, 0)), forever, 1e-2, 1e-2, 0, 0},
      {pivot(Vector3::UnitX(), 0.3, Vector3(2, 0, 0)), 0.105, 6.3e-4, 3.9e-5, 4, 8},
      {pivot(Vector3::UnitX(), 0.3, Vector3(0.01, 0, 0)), 20.9, 1e-2, 1e-2, 0, 0},
      {pivot(Vector3::UnitX(), 0.0, Vector3::Zero()), forever, 1e-2, 1e-2, 0, 0},
      {pivot(Vector3::UnitX(), 0.0, Vector3(0, 5, 0)), forever, 1e-2, 1e-2, 0, 0},
  };
  for (const Row& row : rows) {
    const PlaneStay coarse = stay(row.state, 1e-6);
    const PlaneStay fine = stay(row.state, 1e-8);
    if (std::isinf(row.star))
      EXPECT_TRUE(std::isinf(star(row.state)));
    else
      EXPECT_NEAR(star(row.state) / row.star, 1.0, 0.01);
    EXPECT_LE(std::abs(std::log2(coarse.step / row.coarse)), 1.0);
    EXPECT_LE(std::abs(std::log2(fine.step / row.fine)), 1.0);
    EXPECT_EQ(coarse.halvings, row.halvings_coarse);
    EXPECT_EQ(fine.halvings, row.halvings_fine);
    EXPECT_FALSE(coarse.floored || fine.floored);
  }
}

// h is within a factor 2 of √(tol_φ / |φ̈|), and over the accepted step no touching point moves off
// the plane by more than tol_φ: what remains true of "the manifold is constant".
TEST(PlaneStay, KeepsTouchingPointsWithinTheDrift) {
  Random random(76);
  int shortened = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const BodyAt state = pivot(random_direction(random), random.uniform(0.1, 1.5),
                               random.uniform(0.1, 10.0) * random_direction(random));
    const Vector3& w = state.plane.other.angular;
    const double tol = std::pow(10.0, random.uniform(-9.0, -6.0));
    const PlaneStay found = stay(state, tol);
    const double pull = std::abs(w.cross(w.cross(state.touching[0])).y());
    const bool steady = pull > 0.1 * w.squaredNorm();  // φ̈ hardly changes during the step
    if (state.touching.size() == 1 && steady && found.step < 0.4 * kLongest) {
      EXPECT_LE(std::abs(std::log2(found.step / std::sqrt(tol / pull))), 1.0) << trial;
      ++shortened;
    }
    for (int k = 1; k <= 50; ++k) {
      const double t = found.step * k / 50.0;
      const Vector3 r = turned_straight(w, t, state.touching[0]);
      const double height =
          state.plane.other_W.y() + t * state.plane.other.linear.y() + r.y() - 0.5 * kThreshold;
      ASSERT_LE(std::abs(height), 1.1 * tol) << trial;
    }
  }
  EXPECT_GT(shortened, 1000);
}

TEST(PlaneStay, SaysWhenNotEvenTheSmallestStepPasses) {
  BodyAt leaving = pivot(kAcross, kTilt, Vector3::Zero());
  leaving.plane.other.linear = Vector3(0, 1e3, 0);  // moves off by 1e-5 m in the smallest step
  const PlaneStay found = stay(leaving, 1e-6);
  EXPECT_TRUE(found.floored);
  EXPECT_EQ(found.step, 1e-8);
}

}  // namespace
}  // namespace rigor
