// SPDX-License-Identifier: Apache-2.0
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <rigor/certify/half_space_contact.hpp>

#include "random_motion.hpp"
#include "scales.hpp"

namespace rigor {
namespace {

mpq_class exact(const trace::Time& t) { return mpq_class(t.base) + mpq_class(t.offset); }

std::vector<Vector3> cube_corners(double half) {
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i) {
    points.push_back(half * Vector3(i & 4 ? 1 : -1, i & 2 ? 1 : -1, i & 1 ? 1 : -1));
  }
  return points;
}

mpq_class chebyshev_sum(const std::vector<double>& c, const mpq_class& s) {
  const mpq_class twice_x = 4 * s - 2;
  mpq_class later = 0;
  mpq_class last = 0;
  for (std::size_t k = c.size() - 1; k >= 1; --k) {
    const mpq_class next = twice_x * later - last + mpq_class(c[k]);
    last = later;
    later = next;
  }
  return twice_x * later / 2 - last + mpq_class(c[0]);
}

/// |q|² (z of the vertex - level) in exact arithmetic, for the plane z = 0.
mpq_class exact_excess(const trace::Segment& segment, const Vector3& r, const trace::Time& t,
                       double level) {
  const mpq_class s = (exact(t) - exact(segment.start)) / mpq_class(segment.length);
  mpq_class q[4];
  for (int i = 0; i < 4; ++i) q[i] = chebyshev_sum(segment.quaternion[i], s);
  const mpq_class norm = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const mpq_class row_z = q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3];
  const mpq_class turned = 2 * (q[1] * q[3] - q[0] * q[2]) * mpq_class(r.x()) +
                           2 * (q[2] * q[3] + q[0] * q[1]) * mpq_class(r.y()) +
                           row_z * mpq_class(r.z());
  return norm * (chebyshev_sum(segment.position[2], s) - mpq_class(level)) + turned;
}

TEST(HalfSpaceContact, CertifiedClosedIntervalHoldsExactly) {
  Random random(111);
  const std::vector<Vector3> points = cube_corners(0.5);
  const VertexTree tree(points);
  int cut = 0;
  for (int i = 0; i < 100; ++i) {
    Throw motion = random_throw(random, 0.3, 2.0, 10.0);
    motion.X_WB.translation.z() += 1.5;
    motion.V_WB.linear.z() = -random.uniform(1.0, 10.0);
    const trace::Time start = trace::advanced(trace::time_from(random.uniform(0.0, 9.0)), 1e-7);
    const trace::Segment segment = segment_of(motion, start, random.uniform(0.05, 0.2), 12);
    const BodyPath path = body_path(segment);
    const VertexGap gap = world_plane_gap(path, {Vector3::UnitZ(), 0.0});
    const HalfSpaceResult result =
        certify_half_space(gap, tree, {kSkin, {}}, path.clock, {segment.start, segment.end});
    const trace::Certificate& c = result.certificate;
    ASSERT_EQ(c.kind, trace::CertificateKind::Plane);
    ASSERT_TRUE(c.begin == segment.start && c.begin < c.end && c.end <= segment.end);
    // Exact signs at the very ends of the closed interval and inside it.
    for (const double part : {0.0, 0.37, 0.9, 1.0}) {
      trace::Time t = trace::advanced(c.begin, part * trace::elapsed(c.begin, c.end));
      if (part == 1.0 || t > c.end) t = c.end;
      for (const Vector3& r : points) ASSERT_GT(exact_excess(segment, r, t, c.level), 0);
    }
    if (const auto* leaves = std::get_if<Leaves>(&result.exit)) {
      ++cut;
      const trace::Time after = time_at_least(path.clock, leaves->hi);
      if (after <= segment.end) {
        EXPECT_LT(exact_excess(segment, points[leaves->vertex], after, kSkin), 0);
      }
      EXPECT_LE(trace::elapsed(c.end, after), 1e-11);
    } else {
      EXPECT_EQ(c.end, segment.end);
    }
  }
  EXPECT_GT(cut, 30);
}

TEST(HalfSpaceContact, ActiveVerticesMakeAContactCertificate) {
  const VertexTree tree(cube_corners(0.5));
  Pose X_WB;
  X_WB.translation.z() = 0.5 + kSkin;
  const BodyPath path = resting_path(X_WB, trace::time_from(0.0), trace::time_from(2.0));
  const VertexGap gap = world_plane_gap(path, {Vector3::UnitZ(), 0.0});
  const std::vector<VertexBand> bands = {{4, 0.99 * kSkin, 1.01 * kSkin},
                                         {0, 0.99 * kSkin, 1.01 * kSkin},
                                         {2, 0.985 * kSkin, kNoBound},
                                         {6, 0.985 * kSkin, kNoBound}};
  const HalfSpaceResult result = certify_half_space(gap, tree, {kSkin, bands}, path.clock,
                                                    {trace::time_from(0.0), trace::time_from(2.0)});
  const trace::Certificate c =
      named(result.certificate, {{trace::kWorld, 0}, {3, 1}, trace::kNoSegment, 7}, HalfSpace{});
  EXPECT_EQ(c.kind, trace::CertificateKind::Contact);
  EXPECT_EQ(c.active, (std::vector<std::uint32_t>{0, 4}));
  EXPECT_EQ(c.level, 0.985 * kSkin);
  EXPECT_EQ(c.band_low, 0.99 * kSkin);
  EXPECT_EQ(c.band_high, 1.01 * kSkin);
  EXPECT_EQ(c.segment_b, 7U);
  EXPECT_EQ(c.normal[2], 1.0);
  EXPECT_EQ(c.end, trace::time_from(2.0));
}

}  // namespace
}  // namespace rigor
