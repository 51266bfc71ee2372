// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/report/separation_curve.hpp>

#include "bouncing_trace.hpp"

namespace rigor {
namespace {

TEST(SeparationCurve, IsTheHeightOfTheLowestFace) {
  const Bouncing run;
  const double impact = std::sqrt(2 / kBounceGravity);
  int checked = 0;
  double smallest = 1.0;
  for (const PlotPoint& p : smallest_separation(run.trace(), {0.0, 5.0}, 1000)) {
    if (p.x < impact) {
      EXPECT_NEAR(p.y, 1 + kBounceSkin - kBounceGravity * p.x * p.x / 2, 1e-13);
      ++checked;
    }
    smallest = std::min(smallest, p.y);
  }
  EXPECT_GE(checked, 80);
  EXPECT_NEAR(smallest, kBounceSkin, 1e-14);
}

/// Two cubes, one of them turned by 45 degrees about z: their distance along x in closed form, by a
/// world plane, by a face of A and by a pair of crossing edges.
TEST(SeparationCurve, BetweenBodiesItIsTheDistanceAlongTheNormal) {
  trace::Trace trace = Bouncing().trace();
  trace.segments.clear();
  trace.certificates.clear();
  trace.bodies.push_back(trace.bodies[0]);
  const auto place = [&](std::uint32_t body, double x, double w, double z) {
    trace::Segment segment;
    segment.body = body;
    segment.end = trace::time_from(1.0);
    segment.length = 1.0;
    segment.position = {std::vector<double>{x}, {0.0}, {0.0}};
    segment.quaternion = {std::vector<double>{w}, {0.0}, {0.0}, {z}};
    trace.segments.push_back(segment);
  };
  place(0, 0.0, 1.0, 0.0);
  place(1, 3.0, 2 * std::cos(M_PI / 8), 2 * std::sin(M_PI / 8));  // 45 degrees, not unit
  trace::Certificate plane;
  plane.a = {0, 0};
  plane.b = {1, 0};
  plane.segment_a = plane.segment_b = 0;
  plane.end = trace::time_from(1.0);
  plane.normal = {2.0, 0.0, 0.0};
  for (const auto frame : {trace::PlaneFrame::World, trace::PlaneFrame::A}) {
    plane.frame = frame;
    trace.certificates = {plane};
    const auto points = smallest_separation(trace, {0.0, 1.0}, 10);
    ASSERT_GE(points.size(), 10U);
    EXPECT_NEAR(points[3].y, 3 - 0.5 - std::sqrt(0.5), 1e-14);
  }
  plane.frame = trace::PlaneFrame::B;  // along B's x axis: 3/√2 - A's half width there - 0.5
  trace.certificates = {plane};
  EXPECT_NEAR(smallest_separation(trace, {0.0, 1.0}, 10)[3].y,
              3 / std::sqrt(2.0) - std::sqrt(0.5) - 0.5, 1e-14);
  plane.kind = trace::CertificateKind::EdgeEdge;
  plane.edge_a = {4, 6};  // along y at x = 0.5
  plane.edge_b = {0, 1};  // along z
  trace.certificates = {plane};
  EXPECT_NEAR(smallest_separation(trace, {0.0, 1.0}, 10)[3].y, 3 - 0.5 - std::sqrt(0.5), 1e-14);
}

TEST(SeparationCurve, CertificatesAboutNothingAreSkipped) {
  trace::Trace trace = Bouncing().trace();
  for (trace::Certificate& certificate : trace.certificates) certificate.b.body = 17;
  EXPECT_TRUE(smallest_separation(trace, {0.0, 5.0}, 10).empty());
  trace = Bouncing().trace();
  for (trace::Certificate& certificate : trace.certificates) certificate.segment_b = 1U << 30U;
  EXPECT_TRUE(smallest_separation(trace, {0.0, 5.0}, 10).empty());
}

}  // namespace
}  // namespace rigor
