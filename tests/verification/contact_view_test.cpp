// SPDX-License-Identifier: Apache-2.0
// Normals, points and slips of a contact against a motion in closed form.
#include <gtest/gtest.h>

#include <rigor/verification/contact_bounds.hpp>

#include "pressed_traces.hpp"

namespace rigor::verification {
namespace {

std::vector<Course> courses_of(const Trace& trace) {
  std::vector<Course> courses(trace.bodies.size());
  for (const Segment& segment : trace.segments) courses[segment.body].push_back(&segment);
  return courses;
}

/// A cube that spins by 2 rad/s about z over the ground.
TEST(ContactView, SlipIsThatOfTheVertex) {
  Trace trace = sliding_cube(2, 0.1, 12);
  add_ground_forces(trace, {0, 0, kWeight / 4}, trace::ContactState::Frictionless, 0.0);
  const auto courses = courses_of(trace);
  const auto view = ContactView::of(trace, courses, trace.forces[1]);
  ASSERT_TRUE(view);
  const trace::ForcePoint& point = trace.forces[1].points[2];
  const ContactInstant at = view->at(0);
  const double t = 0.15;
  const Triple r = turned(rotation({0, 0, 1}, 2.0 * t), trace.bodies[0].pieces[0].vertices[2]);
  const Vec place = view->point_at(point, at);
  const Vec slip = view->slip_at(point, at);
  EXPECT_NEAR(static_cast<double>(place[0]), 0.5 * t + r[0], 1e-12);
  EXPECT_NEAR(static_cast<double>(place[1]), 0.1 * t + r[1], 1e-12);
  EXPECT_NEAR(static_cast<double>(slip[0]), 0.5 - 2.0 * r[1], 1e-9);
  EXPECT_NEAR(static_cast<double>(slip[1]), 0.1 + 2.0 * r[0], 1e-9);
  EXPECT_EQ(view->force_at(point, at), (Vec{0, 0, kWeight / 4}));
  EXPECT_EQ(at.normal, (Vec{0, 0, 1}));
  EXPECT_LT(slip_error(*view, point), 1e-8L);
  EXPECT_LT(point_error(*view, point), 1e-10L);
  // Samples between the nodes of the promised degree lie on the interpolant.
  Nodes nodes;
  std::vector<Vec> values;
  const Growth growth = slip_growth(*view, point);
  const int degree = growth.degree_within(1e-15L);
  EXPECT_LT(degree, growth.degree());
  for (int j = 0; j <= degree; ++j)
    values.push_back(view->slip_at(point, view->at(nodes.node(j, degree + 1))));
  const std::vector<Vec> series = interpolant(values, nodes);
  for (const Real x : {-0.93L, 0.1L, 0.77L})
    EXPECT_LE(norm(sum_at(series, x) - view->slip_at(point, view->at(x))), 1e-14L);
}

TEST(ContactView, NormalsOfEdgesAreTheirProduct) {
  Trace trace = crossing_bars(1, 0.1, 12, 1e-8, true);
  trace::ContactForce force;
  force.a = {0, 0};
  force.b = {1, 0};
  force.segment_a = force.segment_b = 0;
  force.begin = trace.segments[0].start;
  force.end = trace.segments[0].end;
  force.length = trace.segments[0].length;
  force.edge_a = {6, 7};
  force.edge_b = {0, 1};
  const auto courses = courses_of(trace);
  const auto view = ContactView::of(trace, courses, force);
  ASSERT_TRUE(view);
  // Both edges are 2 m long; at t = 0.05 they cross at 1.5 - 0.4 t - 0.2 t.
  EXPECT_NEAR(static_cast<double>(norm(view->at(0).normal)), 4 * std::sin(1.5 - 0.6 * 0.05), 1e-9);
  EXPECT_GE(normal_size(*view), norm(view->at(0).normal));
  force.segment_b = 1;
  EXPECT_FALSE(ContactView::of(trace, courses, force)) << "another segment";
}

}  // namespace
}  // namespace rigor::verification
