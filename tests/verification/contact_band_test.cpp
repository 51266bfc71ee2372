// SPDX-License-Identifier: Apache-2.0
// Which certificates let a force act, and how far beside the bodies it does.
#include <gtest/gtest.h>

#include <rigor/verification/contact_band.hpp>

#include "pressed_traces.hpp"

namespace rigor::verification {
namespace {

struct Case {
  Trace trace = leaning_cube();
  std::vector<Course> courses;

  bool covered(char holds = 1) {
    courses.assign(1, {});
    for (const Segment& segment : trace.segments) courses[0].push_back(&segment);
    const auto view = ContactView::of(trace, courses, trace.forces[0]);
    return ContactCertificates(trace, std::vector<char>(trace.certificates.size(), holds))
        .cover(*view);
  }
};

TEST(ContactBand, CertificatesTogetherCover) {
  Case one;
  EXPECT_TRUE(one.covered());
  EXPECT_FALSE(one.covered(0)) << "that do not hold";
  Certificate& first = one.trace.certificates[0];
  Certificate second = first;
  first.end = second.begin = trace::advanced(first.begin, 0.04);
  EXPECT_FALSE(one.covered()) << "half of the time";
  one.trace.certificates.push_back(second);
  EXPECT_TRUE(one.covered());
  one.trace.certificates.back().begin = trace::advanced(second.begin, 1e-9);
  EXPECT_FALSE(one.covered()) << "but for a nanosecond";
}

TEST(ContactBand, OnlyItsOwnNormalAndVerticesCount) {
  Case one;
  one.trace.certificates[0].active = {0, 1, 3};
  EXPECT_FALSE(one.covered());
  one = {};
  one.trace.certificates[0].normal[0] = 1e-9;
  EXPECT_FALSE(one.covered());
  one = {};
  one.trace.certificates[0].segment_b = 1;
  EXPECT_FALSE(one.covered());
}

/// A force on a path over the ground: on the face, 1 mm beside it, 1 mm above the ground.
TEST(ContactBand, PointsBesideTheBodiesAreCharged) {
  Case one;
  one.covered();
  const auto moment = [&](double x, double z) {
    trace::ForcePoint& point = one.trace.forces[0].points[0];
    one.trace.forces[0].points.resize(1);
    point.vertex_b = trace::kWorld;
    point.path = {std::vector<double>{x}, {0.1}, {z}};
    point.force = {std::vector<double>{0.0}, {0.0}, {3.0}};
    const auto view = ContactView::of(one.trace, one.courses, one.trace.forces[0]);
    FeatureBook book;
    Nodes nodes;
    return static_cast<double>(misplaced_moment(one.trace, *view, 2e-8L, book, nodes));
  };
  EXPECT_EQ(moment(0.3, 1e-8), 0.0);
  EXPECT_NEAR(moment(0.501, 1e-8), 3.0 * 1e-3, 1e-6);
  EXPECT_GE(moment(0.3, 1e-3), 3.0 * 2e-3 - 1e-6) << "beside the face and beside the ground";
}

}  // namespace
}  // namespace rigor::verification
