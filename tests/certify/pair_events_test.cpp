// SPDX-License-Identifier: Apache-2.0
// First events of tumbling pairs. References: closest features at samples of every certified
// interval (an overlap there would be a false proof), and bisection of the separating-axis gap over
// all axes. RIGOR_CERTIFY_PAIRS enlarges the random sets.
#include <cstdlib>

#include <gtest/gtest.h>

#include "random_pairs.hpp"
#include "scales.hpp"

namespace rigor {
namespace {

constexpr double kPoseRounding = 1e-12;  // metres, of poses and gaps in doubles

int pair_count() {
  const char* text = std::getenv("RIGOR_CERTIFY_PAIRS");
  return text != nullptr ? std::atoi(text) : 400;
}

/// The separation along the certificate's axis at t must reach its level.
double certified_separation(const TumblingPair& pair, const trace::Certificate& c,
                            const PairPose& pose, const trace::Time& t) {
  Vector3 n(c.normal[0], c.normal[1], c.normal[2]);
  const auto& vertices_a = pair.a.polytope.vertices();
  const auto& vertices_b = pair.b.polytope.vertices();
  if (c.kind == trace::CertificateKind::EdgeEdge) {
    const Vector3 along_a = vertices_a[c.edge_a[1]] - vertices_a[c.edge_a[0]];
    const Vector3 along_b = vertices_b[c.edge_b[1]] - vertices_b[c.edge_b[0]];
    n = c.sign * (pose.X_WA.rotation * along_a).cross(pose.X_WB.rotation * along_b).normalized();
  } else if (c.frame == trace::PlaneFrame::A) {
    n = pose.X_WA.rotation * n;
  } else if (c.frame == trace::PlaneFrame::B) {
    n = pose.X_WB.rotation * n;
  }
  double low = kNoBound;
  double high = -kNoBound;
  for (const Vector3& r : vertices_b) low = std::min(low, n.dot(pose.X_WB * r));
  for (const Vector3& r : vertices_a) high = std::max(high, n.dot(pose.X_WA * r));
  if (c.kind == trace::CertificateKind::Plane && c.frame == trace::PlaneFrame::World) {
    const double plane = c.offset + c.speed * trace::elapsed(c.begin, t);
    EXPECT_GT(low, plane - kPoseRounding);
    EXPECT_LT(high, plane + kPoseRounding);
  }
  return low - high;
}

/// No hole, no overlap, every claim true at samples.
void expect_sound(const TumblingPair& pair, const PairRun& run) {
  for (std::size_t k = 0; k < run.parts.size(); ++k) {
    trace::Time covered = run.segments_a[k].start;
    for (const trace::Certificate& c : run.parts[k].certificates) {
      ASSERT_EQ(c.begin, covered);
      ASSERT_LT(c.begin, c.end);
      covered = c.end;
      for (const double part : {0.0, 0.13, 0.5, 0.81, 1.0}) {
        trace::Time t = trace::advanced(c.begin, part * trace::elapsed(c.begin, c.end));
        if (part == 1.0 || t > c.end) t = c.end;
        const PairPose pose = published_pose(run, k, t);
        const Proximity answer = proximity(pair.a.polytope, pose.X_WA, pair.b.polytope, pose.X_WB);
        const auto* apart = std::get_if<Separated>(&answer);
        ASSERT_NE(apart, nullptr) << "overlap at " << seconds(t);
        ASSERT_GT(apart->distance, kSkin - kPoseRounding);
        ASSERT_GT(certified_separation(pair, c, pose, t), c.level - 2.0 * c.slack - kPoseRounding);
      }
    }
    const PairEvents& part = run.parts[k];
    if (std::holds_alternative<StaysApart>(part.outcome)) {
      ASSERT_EQ(covered, std::min(run.segments_a[k].end, run.segments_b[k].end));
    }
    if (const auto* touch = std::get_if<Touches>(&part.outcome)) {
      ASSERT_EQ(covered, touch->when.begin);
      ASSERT_LE(touch->when.begin, touch->when.end);
    }
  }
}

/// The touch must be where bisection of the gap over all axes puts it.
void expect_located(const TumblingPair& pair, const PairRun& run, const Touches& touch) {
  const std::size_t k = run.parts.size() - 1;
  const auto gap_at_time = [&](const trace::Time& t) {
    return axis_gap(pair, published_pose(run, k, t));
  };
  const double size = pair.a.polytope.circumradius() + pair.b.polytope.circumradius();
  const double gap = gap_at_time(touch.when.begin);
  constexpr double kStep = 1e-7;  // seconds, for the closing speed
  const trace::Time before =
      std::max(run.segments_a[k].start, trace::advanced(touch.when.begin, -kStep));
  const double speed = (gap_at_time(before) - gap) / trace::elapsed(before, touch.when.begin);
  if (speed < 1e-2) {
    EXPECT_NEAR(gap, kSkin, 1e-12 * size);
    return;
  }
  trace::Time lo = before;
  trace::Time hi = trace::advanced(touch.when.begin, kStep);
  for (int i = 0; i < 60; ++i) {
    const trace::Time middle = trace::advanced(lo, 0.5 * trace::elapsed(lo, hi));
    (gap_at_time(middle) > kSkin ? lo : hi) = middle;
  }
  EXPECT_NEAR(trace::elapsed(touch.when.begin, lo), 0.0, 1e-10);
}

struct Tally {
  int touches = 0;
  int passes = 0;
  int overlaps = 0;
  int calls = 0;
  int most_calls = 0;
  int edge_touches = 0;
};

Tally run_set(std::uint64_t seed, int count, int vertices, double spin, const Publication& how) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const TumblingPair pair = random_pair(random, vertices, spin);
    const PairRun run = run_pair(pair, how, kSkin);
    SCOPED_TRACE("seed " + std::to_string(seed) + " pair " + std::to_string(i));
    if (const auto* open = std::get_if<NotProved>(&run.parts.back().outcome)) {
      EXPECT_EQ(open->defect, PairDefect::StartsBelowLevel);
      EXPECT_LT(axis_gap(pair, published_pose(run, 0, trace::Time{})), kSkin);
      ++tally.overlaps;
      continue;
    }
    expect_sound(pair, run);
    if (testing::Test::HasFatalFailure()) return tally;
    tally.calls += run.feature_calls;
    tally.most_calls = std::max(tally.most_calls, run.feature_calls);
    if (const Touches* touch = touch_of(run)) {
      ++tally.touches;
      tally.edge_touches += touch->axis.carrier == AxisCarrier::Edges ? 1 : 0;
      if (vertices <= 20 || i % 50 == 0) expect_located(pair, run, *touch);
    } else {
      ++tally.passes;
    }
  }
  const int queries = tally.touches + tally.passes;
  std::printf(
      "[ measured ] %d vertices, %g rad/s: %d pairs, %d touch (%d edge-edge), calls mean %.2f max "
      "%d\n",
      vertices, spin, queries, tally.touches, tally.edge_touches,
      static_cast<double>(tally.calls) / queries, tally.most_calls);
  return tally;
}

TEST(PairEvents, RandomTumblingPairs) {
  const int count = pair_count();
  for (const auto& [vertices, share] : {std::pair{8, 1.0}, {20, 1.0}, {100, 0.3}, {1000, 0.02}}) {
    const int pairs = static_cast<int>(share * count);
    const Tally tally = run_set(1000 + vertices, pairs, vertices, 12.0, {});
    if (HasFatalFailure()) return;
    const int queries = tally.touches + tally.passes;
    EXPECT_GT(tally.touches, queries / 2);
    EXPECT_LE(tally.calls, 4.0 * queries * (queries < 50 ? 1.25 : 1.0));  // few large ones scatter
    EXPECT_LE(tally.most_calls, 12);
    if (queries >= 100) {
      EXPECT_GT(tally.passes, 0);
      EXPECT_GT(tally.edge_touches, queries / 20);
    }
  }
}

/// A search that may not go on says where it stopped, and what it proved until there holds.
TEST(PairEvents, SearchesEndAfterAsManyRoundsAsTheyMayTake) {
  int open = 0;
  int ended = 0;
  for (const int rounds : {0, 1, 2, 3}) {
    Random random(31);
    for (int i = 0; i < 40; ++i) {
      const TumblingPair pair = random_pair(random, 20, 12.0);
      SCOPED_TRACE("rounds " + std::to_string(rounds) + " pair " + std::to_string(i));
      PairTracking tracking;
      tracking.most_rounds = rounds;
      const PairRun run = run_pair(pair, {}, kSkin, tracking);
      expect_sound(pair, run);
      if (HasFatalFailure()) return;
      const PairEvents& last = run.parts.back();
      const auto* stopped = std::get_if<NotProved>(&last.outcome);
      if (stopped == nullptr) {
        ++ended;
      } else if (stopped->defect == PairDefect::NoAxis) {
        ++open;
        const trace::Time covered =
            last.certificates.empty() ? trace::Time{} : last.certificates.back().end;
        EXPECT_EQ(stopped->time, covered);
      }
    }
  }
  EXPECT_GT(open, 40);
  EXPECT_GT(ended, 20);
}

TEST(PairEvents, FastSpinsInManySegments) {
  const int count = pair_count();
  for (const int vertices : {8, 20}) {
    const Tally tally = run_set(2000 + vertices, count / 2, vertices, 50.0, {0.6, 8, 20});
    if (HasFatalFailure()) return;
    const int queries = tally.touches + tally.passes;
    EXPECT_LE(tally.calls, 6.0 * queries);
    EXPECT_LE(tally.most_calls, 25);
  }
}

}  // namespace
}  // namespace rigor
