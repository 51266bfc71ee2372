// SPDX-License-Identifier: Apache-2.0
// Which masses and inertias are those of a body.
#include <gtest/gtest.h>

#include <rigor/verification/body_mass.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

trace::Body with_inertia(const std::array<double, 9>& inertia) {
  trace::Body body = cube_body("body", 0.5);
  body.inertia = inertia;
  return body;
}

TEST(BodyMass, InertiaIsInverted) {
  const trace::Body body = with_inertia({2, 0.3, -0.1, 0.3, 1.5, 0.2, -0.1, 0.2, 1.8});
  const auto mass = body_mass(body);
  ASSERT_TRUE(mass);
  const Vec w = {0.4L, -1, 2};
  Vec L{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) L[i] += body.inertia[3 * i + j] * w[j];
  EXPECT_LE(norm(mass->solved(L) - w), 1e-17L);
  EXPECT_NEAR(static_cast<double>(mass->gyration), std::sqrt(5.3 / 2), 1e-15);
}

TEST(BodyMass, WhatNoBodyHasIsRefused) {
  trace::Body body = cube_body("body", 0.5);
  EXPECT_TRUE(body_mass(body));
  EXPECT_TRUE(body_mass(with_inertia({1, 0, 0, 0, 1, 0, 0, 0, 2})));  // a thin disc: the limit
  EXPECT_FALSE(body_mass(with_inertia({1, 0, 0, 0, 1, 0, 0, 0, 2.01}))) << "triangle inequality";
  EXPECT_FALSE(body_mass(with_inertia({1, 0.1, 0, 0, 1, 0, 0, 0, 1}))) << "not symmetric";
  EXPECT_FALSE(body_mass(with_inertia({1, 2, 0, 2, 1, 0, 0, 0, 1}))) << "not positive";
  EXPECT_FALSE(body_mass(with_inertia({1, 0, 0, 0, 1, 0, 0, 0, 0}))) << "singular";
  body.mass = 0.0;
  EXPECT_FALSE(body_mass(body)) << "no mass";
  body.mass = 1.0;
  body.com[1] = 1e-3;
  EXPECT_FALSE(body_mass(body)) << "centre of mass elsewhere";
}

/// The triangle inequality holds about every axis, not only those of the frame.
TEST(BodyMass, TheInequalityHoldsAboutSkewAxes) {
  // Moments 1, 1, 2.1 about axes turned by 45 degrees about x: entries alone look harmless.
  const double sum = (1 + 2.1) / 2, difference = (2.1 - 1) / 2;
  EXPECT_FALSE(body_mass(with_inertia({1, 0, 0, 0, sum, difference, 0, difference, sum})));
  const double less = (1 + 1.9) / 2, closer = (1.9 - 1) / 2;
  EXPECT_TRUE(body_mass(with_inertia({1, 0, 0, 0, less, closer, 0, closer, less})));
}

}  // namespace
}  // namespace rigor::verification
