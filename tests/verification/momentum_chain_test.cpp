// SPDX-License-Identifier: Apache-2.0
// Momenta gained along a stretch, against integrals done by hand.
#include <gtest/gtest.h>

#include <rigor/verification/momentum_chain.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

/// A cube that stands still for 0.2 s in one segment.
Trace standing() {
  Trace trace = blank_trace();
  trace.bodies = {cube_body("cube", 0.5)};
  add_path(
      trace, 0,
      [](double) {
        return SamplePose{{0, 0, 1}, {1, 0, 0, 0}};
      },
      1, 0.2, 0);
  return trace;
}

/// A force along x that rises from 0 to 2 N over [0, 0.1] s, at a vertex of the cube.
trace::ContactForce rising(const Trace& trace, std::uint32_t vertex) {
  trace::ContactForce force;
  force.a = {trace::kWorld, 0};
  force.b = {0, 0};
  force.begin = trace.header.start;
  force.end = trace::time_from(0.1);
  force.length = 0.1;
  trace::ForcePoint point;
  point.vertex_b = vertex;
  point.force = {std::vector<double>{1, 1}, {0, 0}, {0, 0}};
  force.points = {point};
  return force;
}

TEST(MomentumChain, ForcesAndTheirMomentsAreIntegrated) {
  Trace trace = standing();
  trace.forces = {rising(trace, 0)};
  const auto records = records_of(trace);
  const std::vector<Course> courses = {{&trace.segments[0]}};
  const Mover mover{trace, 0, records[0], courses};
  const std::vector<Stretch> parts = stretches(mover, trace.segments[0]);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].end, trace::time_from(0.1));
  const Acting acting = acting_on(mover, parts[0]);
  EXPECT_TRUE(acting.known);
  const Gains gained = momentum_gains(mover, parts[0], acting, 1);
  const Real half = parts[0].length() / 2;
  const Vec p = half * sum_at(gained.p, 1);
  const Vec L = half * sum_at(gained.L, 1);
  // ∫ F = 0.1 N s at (-0.5, -0.5, -0.5); weight 0.981 N s.
  EXPECT_NEAR(static_cast<double>(p[0]), 0.1, 1e-15);
  EXPECT_NEAR(static_cast<double>(p[2]), -0.981, 1e-15);
  EXPECT_NEAR(static_cast<double>(L[1]), -0.05, 1e-15);
  EXPECT_NEAR(static_cast<double>(L[2]), 0.05, 1e-15);
  EXPECT_NEAR(static_cast<double>(half * sum_at(gained.p, 0)[0]), 0.025, 1e-15);
  EXPECT_GT(gained.p_error, 0);
  EXPECT_LT(gained.p_error, 1e-13L);
  EXPECT_TRUE(acting_on(mover, parts[1]).forces.empty());
}

/// The same force at a vertex of a body that stands there, and one that nothing moves.
TEST(MomentumChain, VerticesOfOthersMoveWithThem) {
  Trace trace = standing();
  trace.bodies.push_back(cube_body("other", 0.5));
  trace.segments.push_back(trace.segments[0]);
  trace.segments[1].body = 1;
  trace.segments[1].position[2] = {2.0};
  trace::ContactForce force = rising(trace, 0);
  force.a = {0, 0};
  force.b = {1, 0};
  trace.forces = {force};
  const auto records = records_of(trace);
  std::vector<Course> courses = {{&trace.segments[0]}, {&trace.segments[1]}};
  const Mover mover{trace, 0, records[0], courses};
  const Stretch stretch = stretches(mover, trace.segments[0])[0];
  const Gains gained = momentum_gains(mover, stretch, acting_on(mover, stretch), 1);
  const Vec L = stretch.length() / 2 * sum_at(gained.L, 1);
  // -F at (-0.5, -0.5, 1.5) - (0, 0, 1).
  EXPECT_NEAR(static_cast<double>(L[1]), -0.05, 1e-15);
  EXPECT_NEAR(static_cast<double>(L[2]), -0.05, 1e-15);
  courses[1].clear();
  EXPECT_FALSE(acting_on(mover, stretch).known);
}

}  // namespace
}  // namespace rigor::verification
