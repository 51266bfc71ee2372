// SPDX-License-Identifier: Apache-2.0
// Bounds on motions against differences of poses and against sums in extended precision.
#include <gtest/gtest.h>

#include <rigor/certify/path.hpp>

#include "random_motion.hpp"

namespace rigor {
namespace {

constexpr double kStep = 1e-4;   // of s, for differences
constexpr double kDoubt = 1e-5;  // of the differences, relative to spins of some tens of radians
constexpr int kMotions = 60;

Throw spinning(Random& random) {
  Throw motion = random_throw(random, 1.5, 4.0, 12.0);
  motion.gravity = Vector3(0.0, 0.0, -9.81);
  return motion;
}

/// A segment whose quaternion is no steady spin: two turns after each other.
trace::Segment wobbling(Random& random) {
  const Throw first = spinning(random);
  const Vector3 second = 6.0 * random_direction(random);
  trace::Segment segment = segment_of(first, {}, 0.3, 20);
  const LobattoNodes& nodes = lobatto_nodes(20);
  Eigen::MatrixXd values(21, 4);
  for (int j = 0; j <= 20; ++j) {
    const double t = 0.3 * nodes.s[j];
    const auto q = wxyz(exp_rotation(first.V_WB.angular * t) * exp_rotation(second * t));
    for (int i = 0; i < 4; ++i) values(j, i) = q[i];
    for (int i = 0; i < 4 && j > 0 && values.row(j).dot(values.row(j - 1)) < 0.0; ++i) {
      values.row(j) *= -1.0;
    }
  }
  const Eigen::MatrixXd c = nodes.coefficients * values;
  for (int i = 0; i < 4; ++i) segment.quaternion[i].assign(c.col(i).begin(), c.col(i).end());
  return segment;
}

/// (v(s+h) - 2 v(s) + v(s-h)) / h² and (v(s+h) - v(s-h)) / 2h.
struct Differences {
  Vector3 first;
  Vector3 second;
};
Differences differences(const Vector3& before, const Vector3& here, const Vector3& after) {
  return {(after - before) / (2.0 * kStep), (after - 2.0 * here + before) / (kStep * kStep)};
}

TEST(PathBounds, HoldAtSamples) {
  Random random(191);
  double loosest_spin = 0.0;
  double loosest_turn = 0.0;
  for (int i = 0; i < kMotions; ++i) {
    const bool steady = i % 2 == 0;
    const trace::Segment segment =
        steady ? segment_of(spinning(random), {}, 0.4, 20) : wobbling(random);
    const BodyPath path = body_path(segment);
    ASSERT_TRUE(has_proper_rotation(path));
    const PathBounds& bounds = path.bounds;
    double spin = 0.0;
    double turn = 0.0;
    for (int k = 1; k < 40; ++k) {
      const double s = k / 40.0;
      const Pose poses[3] = {pose_at(path, s - kStep), pose_at(path, s), pose_at(path, s + kStep)};
      const Differences x =
          differences(poses[0].translation, poses[1].translation, poses[2].translation);
      ASSERT_LT(x.second.norm(), bounds.bend + 1e-6) << i;
      const Vector3 v = random_direction(random);
      const Differences r =
          differences(poses[0].rotation * v, poses[1].rotation * v, poses[2].rotation * v);
      ASSERT_LT(r.first.norm(), bounds.spin * (1.0 + kDoubt) + 1e-6) << i;
      ASSERT_LT(r.second.norm(), bounds.turn * (1.0 + kDoubt) + 1e-4) << i;
      spin = std::max(spin, r.first.norm());
      turn = std::max(turn, r.second.norm());
    }
    if (steady && spin > 1.0) {
      loosest_spin = std::max(loosest_spin, bounds.spin / spin);
      loosest_turn = std::max(loosest_turn, bounds.turn / turn);
    }
  }
  EXPECT_LT(loosest_spin, 1.2);  // a bound that is never wrong may still be useless
  EXPECT_LT(loosest_turn, 1.5);
}

/// Σ c_k T_k(2s - 1) with 64 bits.
long double sum_of(std::span<const double> c, double s) {
  const long double twice_x = 4.0L * s - 2.0L;
  long double later = 0.0L;
  long double last = 0.0L;
  for (std::size_t k = c.size() - 1; k >= 1; --k) {
    const long double next = twice_x * later - last + c[k];
    last = later;
    later = next;
  }
  return 0.5L * twice_x * later - last + c[0];
}

TEST(PathBounds, PosesAreAsCloseAsTheySay) {
  Random random(192);
  double largest = 0.0;
  for (int i = 0; i < kMotions; ++i) {
    const BodyPath path = body_path(wobbling(random));
    const PathBounds& bounds = path.bounds;
    largest = std::max({largest, bounds.place_error, bounds.rotation_error});
    for (int k = 0; k <= 50; ++k) {
      const double s = k == 50 ? 1.0 : random.uniform(0.0, 1.0);
      const Pose pose = pose_at(path, s);
      long double off = 0.0L;
      for (int j = 0; j < 3; ++j) {
        const long double e = sum_of(path.position[j].coefficients(), s) - pose.translation[j];
        off += e * e;
      }
      ASSERT_LE(std::sqrt(off), bounds.place_error);
      long double q[4];
      long double norm = 0.0L;
      for (int j = 0; j < 4; ++j) {
        q[j] = sum_of(path.quaternion[j].coefficients(), s);
        norm += q[j] * q[j];
      }
      const auto unit = wxyz(pose.rotation);
      long double apart = 0.0L;
      for (int j = 0; j < 4; ++j) {
        const long double e = q[j] / std::sqrt(norm) - unit[j];
        apart += e * e;
      }
      ASSERT_LE(2.0L * std::sqrt(apart), bounds.rotation_error);
    }
  }
  EXPECT_LT(largest, 1e-12);
}

}  // namespace
}  // namespace rigor
