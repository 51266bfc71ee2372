// SPDX-License-Identifier: Apache-2.0
// Rows and biases against differences of the gap along the bodies' true motion.
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/contact/pair_row.hpp>

#include "moving_bodies.hpp"

namespace rigor {
namespace {

using testing::differences;
using testing::moved;
using testing::random_motion;

constexpr double kStep = 1e-3;  // s; truncation ~ h⁴, rounding ~ 1e-16 / h²
constexpr double kRateTolerance = 1e-9;
constexpr double kBiasTolerance = 2e-7;

Vector3 in_body(const BodyMotion& body, const Vector3& p_W) { return inverse(body.X_WB) * p_W; }

TEST(PairRow, VertexPlaneRowsAreTheDerivativesOfTheGap) {
  Random random(11);
  for (int trial = 0; trial < 400; ++trial) {
    const BodyMotion A = random_motion(random, trial % 2 == 0);
    const BodyMotion B = random_motion(random, trial % 3 == 0);
    const Carrier carrier = trial % 4 < 2 ? Carrier::A : Carrier::B;
    const BodyMotion& base = carrier == Carrier::A ? A : B;
    const BodyMotion& other = carrier == Carrier::A ? B : A;
    const Vector3 n_P = random_direction(random);
    const Vector3 foot_P = random_vector(random, 0.5);
    const Vector3 vertex_O = random_vector(random, 0.5);
    const ContactRows rows = vertex_plane_rows(
        A, B,
        {carrier, base.X_WB.rotation * n_P, base.X_WB * foot_P, other.X_WB.rotation * vertex_O});
    const auto gap = [&](double t) {
      const Pose X_WP = moved(base, t);
      return (X_WP.rotation * n_P).dot(moved(other, t) * vertex_O - X_WP * foot_P);
    };
    const GapJet expected = differences(gap, kStep);
    EXPECT_NEAR(rows.normal.jet.value, expected.value, 1e-14) << trial;
    EXPECT_NEAR(rows.normal.jet.rate, expected.rate, kRateTolerance) << trial;
    EXPECT_NEAR(rows.normal.jet.second, expected.second, kBiasTolerance) << trial;
    const double rate =
        rows.normal.on_A.dot(A.V_WB.vector()) + rows.normal.on_B.dot(B.V_WB.vector());
    EXPECT_NEAR(rate, rows.normal.jet.rate, 1e-13) << trial;
    for (std::size_t k = 0; k < 2; ++k) {
      const Vector3 t_P = base.X_WB.rotation.conjugate() * rows.tangents_W[k];
      const double sign = carrier == Carrier::A ? 1.0 : -1.0;
      const auto coordinate = [&](double t) {
        const Pose X_WP = moved(base, t);
        return sign * t_P.dot(inverse(X_WP) * (moved(other, t) * vertex_O));
      };
      const GapJet slide = differences(coordinate, kStep);
      EXPECT_NEAR(rows.tangent[k].jet.rate, slide.rate, kRateTolerance) << trial;
      EXPECT_NEAR(rows.tangent[k].jet.second, slide.second, kBiasTolerance) << trial;
      EXPECT_NEAR(
          rows.tangent[k].on_A.dot(A.V_WB.vector()) + rows.tangent[k].on_B.dot(B.V_WB.vector()),
          rows.tangent[k].jet.rate, 1e-13);
    }
  }
}

TEST(PairRow, CrossingEdgesRowsAreTheDerivativesOfTheGap) {
  Random random(12);
  for (int trial = 0; trial < 400; ++trial) {
    const BodyMotion A = random_motion(random, trial % 2 == 0);
    const BodyMotion B = random_motion(random, trial % 3 == 0);
    CrossingEdges edges;
    edges.point_A_W = A.X_WB * random_vector(random, 0.5);
    edges.point_B_W = B.X_WB * random_vector(random, 0.5);
    edges.direction_A_W = random_direction(random);
    edges.direction_B_W = random_direction(random);
    if (edges.direction_A_W.cross(edges.direction_B_W).norm() < 0.3) continue;
    edges.sign = trial % 2 == 0 ? 1.0 : -1.0;
    const ContactRows rows = crossing_edges_rows(A, B, edges);
    const Vector3 a_A = A.X_WB.rotation.conjugate() * edges.direction_A_W;
    const Vector3 b_B = B.X_WB.rotation.conjugate() * edges.direction_B_W;
    const Vector3 p_A = in_body(A, edges.point_A_W);
    const Vector3 p_B = in_body(B, edges.point_B_W);
    const auto gap = [&](double t) {
      const Pose X_WA = moved(A, t);
      const Pose X_WB = moved(B, t);
      const Vector3 N = (X_WA.rotation * a_A).cross(X_WB.rotation * b_B);
      return edges.sign * N.dot(X_WB * p_B - X_WA * p_A) / N.norm();
    };
    const GapJet expected = differences(gap, 0.2 * kStep);
    EXPECT_NEAR(rows.normal.jet.value, expected.value, 1e-13) << trial;
    EXPECT_NEAR(rows.normal.jet.rate, expected.rate, 1e-8) << trial;
    EXPECT_NEAR(rows.normal.jet.second, expected.second, 1e-5) << trial;
    EXPECT_NEAR(rows.normal.on_A.dot(A.V_WB.vector()) + rows.normal.on_B.dot(B.V_WB.vector()),
                rows.normal.jet.rate, 1e-12)
        << trial;
    const auto nearest = nearest_points(edges);
    const Vector3 between = nearest[1] - nearest[0];
    EXPECT_NEAR(between.dot(edges.direction_A_W), 0.0, 1e-13);
    EXPECT_NEAR(between.dot(edges.direction_B_W), 0.0, 1e-13);
    EXPECT_NEAR(between.dot(rows.nhat_AB_W), rows.normal.jet.value, 1e-13);
  }
}

TEST(PairRow, TangentBasisIsRightHandedAndOrthonormal) {
  Random random(13);
  for (int trial = 0; trial < 1000; ++trial) {
    const Vector3 n = trial < 6 ? Vector3(Vector3::Unit(trial / 2) * (trial % 2 == 0 ? 1.0 : -1.0))
                                : random_direction(random);
    const auto [t1, t2] = tangent_basis(n);
    EXPECT_NEAR(t1.norm(), 1.0, 1e-15);
    EXPECT_NEAR(t1.dot(n), 0.0, 1e-15);
    EXPECT_LE((t1.cross(t2) - n).norm(), 1e-15);
  }
}

TEST(PairRow, ASlipThatIsZeroAtACrossingStaysZeroAsTheBiasSays) {
  // The crossing runs along the edges; the slip at it, along directions fixed in A, by differences.
  Random random(14);
  int tried = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const BodyMotion A = random_motion(random, trial % 3 == 0);
    BodyMotion B = random_motion(random, false);
    CrossingEdges edges;
    edges.point_A_W = A.X_WB * random_vector(random, 0.5);
    edges.direction_A_W = random_direction(random);
    edges.direction_B_W = random_direction(random);
    if (edges.direction_A_W.cross(edges.direction_B_W).norm() < 0.3) continue;
    // The edges meet, and there the bodies move alike.
    const Vector3 meet = edges.point_A_W + 0.3 * edges.direction_A_W;
    edges.point_B_W = meet - 0.2 * edges.direction_B_W;
    const Vector3 speed = point_jet(A, meet - A.X_WB.translation).rate;
    B.V_WB.linear = speed - B.V_WB.angular.cross(meet - B.X_WB.translation);
    const ContactRows rows = crossing_edges_rows(A, B, edges);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto slip = [&](double t) {
        const BodyMotion A_t{moved(A, t), A.V_WB, A.A_bias_WB};
        const BodyMotion B_t{moved(B, t), B.V_WB, B.A_bias_WB};
        const auto carried = [&](const BodyMotion& from, const BodyMotion& to, const Vector3& u) {
          return Vector3(to.X_WB.rotation * (from.X_WB.rotation.conjugate() * u));
        };
        CrossingEdges then = edges;
        then.point_A_W = A_t.X_WB * in_body(A, edges.point_A_W);
        then.point_B_W = B_t.X_WB * in_body(B, edges.point_B_W);
        then.direction_A_W = carried(A, A_t, edges.direction_A_W);
        then.direction_B_W = carried(B, B_t, edges.direction_B_W);
        const Vector3 at = nearest_points(then)[1];
        const Vector3 v_A = A.V_WB.linear + A.V_WB.angular.cross(at - A_t.X_WB.translation);
        const Vector3 v_B = B.V_WB.linear + B.V_WB.angular.cross(at - B_t.X_WB.translation);
        return carried(A, A_t, rows.tangents_W[k]).dot(v_B - v_A);
      };
      if (!A.A_bias_WB.vector().isZero() || !B.A_bias_WB.vector().isZero()) continue;
      EXPECT_NEAR(differences(slip, 0.2 * kStep).rate, rows.tangent[k].jet.second, 1e-7) << trial;
      ++tried;
    }
  }
  EXPECT_GT(tried, 100);
}

}  // namespace
}  // namespace rigor
