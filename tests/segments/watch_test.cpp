// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/segments/proposal.hpp>
#include <rigor/segments/watch.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

/// A box that tumbles through the ground: a motion that watches must stop.
struct Fall {
  BoxWorld boxes = box_world({Vector3(0.3, 0.2, 0.1)}, {.ground = true});
  Cluster start;
  ClusterPaths paths;

  explicit Fall(Random& random) {
    BodyState state = resting_at(Vector3(0, 0, random.uniform(0.5, 0.8)), random_rotation(random));
    state.v << random_vector(random, 1.0), random_vector(random, 4.0);
    start = {{0}, {state}};
    // The same fall without the ground, so that the path goes on below it.
    const BoxWorld sky = box_world({Vector3(0.3, 0.2, 0.1)});
    Departure from;
    from.cluster = start;
    from.segments = {0};
    from.step.degree = 16;
    from.step.length = 0.5;
    const ProposalOutcome outcome = propose(sky.world, from, trace::time_from(0.5));
    paths = std::get<Proposal>(outcome).paths;
    paths.world = &boxes.world;
  }

  double lowest(double s) const {
    double low = 1e300;
    for (const Vector3& r : boxes.world.bodies[0].pieces[0].polytope.vertices())
      low = std::min(low, (pose_at(paths.paths[0], s) * r).z());
    return low;
  }

  /// The first s at which the lowest vertex is at the skin: sampled, then bisected.
  double first_touch() const {
    constexpr int kSamples = 2000;
    for (int k = 1; k <= kSamples; ++k) {
      double before = (k - 1.0) / kSamples;
      double after = static_cast<double>(k) / kSamples;
      if (lowest(after) > 1e-8) continue;
      for (int step = 0; step < 60; ++step) {
        const double middle = 0.5 * (before + after);
        (lowest(middle) > 1e-8 ? before : after) = middle;
      }
      return after;
    }
    return 1.0;
  }
};

TEST(Watch, FindsTheFirstExitThatDenseSamplingFinds) {
  Random random(61);
  int touched = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Fall fall(random);
    const Watches watches = make_watches(fall.paths, fall.start, Mode{});
    ASSERT_EQ(watches.planes.size(), 1U);
    SegmentEnd end;
    find_exits(watches, fall.boxes.world.tolerances, end);
    const double expected = fall.first_touch();
    if (expected == 1.0) {
      EXPECT_EQ(end.reason, trace::EndReason::Accuracy) << "trial " << trial;
      continue;
    }
    ++touched;
    ASSERT_EQ(end.reason, trace::EndReason::Touch) << "trial " << trial;
    ASSERT_TRUE(end.proved);
    ASSERT_LE(end.s, expected + 1e-12) << "trial " << trial;
    ASSERT_GE(end.late, expected - 1e-12) << "trial " << trial;
    ASSERT_NEAR(end.s, expected, 1e-9) << "trial " << trial;
  }
  EXPECT_GT(touched, 20);
}

TEST(Watch, CertifiesUpToTheExitAndNotBeyond) {
  Random random(62);
  int beyond = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const Fall fall(random);
    const Watches watches = make_watches(fall.paths, fall.start, Mode{});
    SegmentEnd end;
    find_exits(watches, fall.boxes.world.tolerances, end);
    const Clock& clock = fall.paths.paths[0].clock;
    const TimeSpan good{clock.start, time_at_most(clock, end.s)};
    const auto proofs = certificates(watches, fall.paths, good);
    ASSERT_TRUE(proofs.has_value()) << "trial " << trial;
    ASSERT_FALSE(proofs->empty());
    for (const trace::Certificate& proof : *proofs) ASSERT_GE(proof.level, 0.98e-8);
    if (end.reason != trace::EndReason::Touch || end.s > 0.9) continue;
    ++beyond;
    const TimeSpan bad{clock.start, time_at_most(clock, end.s + 0.05)};
    ASSERT_FALSE(certificates(watches, fall.paths, bad).has_value()) << "trial " << trial;
  }
  EXPECT_GT(beyond, 5);
}

}  // namespace
}  // namespace rigor
