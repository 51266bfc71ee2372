// SPDX-License-Identifier: Apache-2.0
// Distances of moving points from a unit cube, known in closed form.
#include <gtest/gtest.h>

#include <rigor/verification/nearness.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

const trace::Piece& cube() {
  static const trace::Piece piece = box_piece(0.5, 0.5, 0.5);
  return piece;
}

/// From `from` to `to` along a straight line.
Real mean(const trace::Piece& piece, const Vec& from, const Vec& to, Real band = 1e-8L) {
  Nodes nodes;
  const Vec middle = Real{0.5L} * (from + to);
  return mean_distance(features_of(piece), {{middle, Real{0.5L} * (to - from)}, 0}, band, nodes);
}

TEST(Nearness, FacesAndEdgesAreNear) {
  EXPECT_EQ(features_of(cube()).size(), 18U);
  EXPECT_EQ(mean(cube(), {-0.3L, 0.2L, 0.5L}, {0.4L, 0.1L, 0.5L}), 0);
  EXPECT_EQ(mean(cube(), {-0.3L, 0.2L, 0.5L + 5e-9L}, {0.4L, 0.1L, 0.5L - 5e-9L}), 0);
  EXPECT_EQ(mean(cube(), {-0.5L, 0.5L, 0.5L}, {0.5L, 0.5L, 0.5L}), 0);
  EXPECT_EQ(mean(cube(), {-0.3L, 0.5L, 0.5L}, {0.3L, 0.5L, 0.5L}), 0);
  // Around an edge: from one face onto the next.
  EXPECT_EQ(mean(cube(), {0.5L, 0, 0.5L}, {0.5L, 0, -0.5L}), 0);
}

/// Half of the way lies beside the cube, by up to 0.1 m.
TEST(Nearness, DistancesAreBoundedFromAbove) {
  const Real beside = mean(cube(), {0.4L, 0, 0.5L}, {0.6L, 0, 0.5L});
  EXPECT_GE(beside, 0.025L);
  EXPECT_LE(beside, 0.04L);
  EXPECT_GE(mean(cube(), {0, 0, 0.7L}, {0.1L, 0, 0.7L}), 0.2L);
}

/// Faces that are no convex polygons are not used; nor is anything inside the piece "near".
TEST(Nearness, BogusFacesAreNotTaken) {
  trace::Piece piece = cube();
  piece.edges.clear();
  piece.faces = {{4, 7, 5, 6}};  // the top, crossing itself
  EXPECT_TRUE(features_of(piece).empty());
  piece.faces = {{4, 5}, {4, 5, 99}, {4, 5, 4, 5}, {4, 5, 7, 2}};
  EXPECT_TRUE(features_of(piece).empty());
  EXPECT_TRUE(std::isinf(static_cast<double>(mean(piece, {0, 0, 0.5L}, {0.1L, 0, 0.5L}))));
  piece.faces = {{4, 5, 7, 6}};
  EXPECT_EQ(features_of(piece).size(), 1U);
}

}  // namespace
}  // namespace rigor::verification
