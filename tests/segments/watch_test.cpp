// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

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

/// A box whose lowest edge crosses the rim of the box below it, held up at a point of that edge.
/// The edge slopes by `slope`, so that its ends are that much times its half length above and
/// below.
struct HeldAtAnEdge {
  BoxWorld boxes = box_world({Vector3(0.1, 0.1, 0.05), Vector3(0.1, 0.1, 0.05)}, {.fixed = 1});
  Departure from;
  std::array<std::uint32_t, 2> ends{};

  explicit HeldAtAnEdge(double slope) {
    const double skin = boxes.world.tolerances.skin;
    const auto& box = boxes.world.bodies[1].pieces[0].polytope;
    // Tipped about x, the edge along x at y = -0.1 is the lowest.
    const Quaternion q =
        turn(0.3, Vector3::UnitZ()) * turn(slope, Vector3::UnitY()) * turn(0.2, Vector3::UnitX());
    for (const Edge& edge : box.edges()) {
      const Vector3 middle = 0.5 * (box.vertices()[edge.tail] + box.vertices()[edge.head]);
      if (Vector3(q * middle).z() < -0.065) ends = {edge.tail, edge.head};
    }
    const Vector3 middle = 0.5 * (box.vertices()[ends[0]] + box.vertices()[ends[1]]);
    BodyState state =
        resting_at(Vector3(0.05, 0, 0.05 + skin) - Vector3(0, 0, (q * middle).z()), q);
    from.cluster = {{1}, {state}};
    const auto& faces = boxes.world.bodies[0].pieces[0].polytope.faces();
    PairAxis top{AxisKind::FaceOfA, 0, 0, 1};
    while (faces[top.index_A].normal.z() < 0.5) ++top.index_A;
    from.mode.contacts = {
        {{pair_of(0, 1), top, ends[0], ends[1], 0.3}, ContactState::Frictionless, 0.0}};
    from.segments = {0};
  }

  double gap(const ClusterPaths& paths, std::uint32_t v, double s) const {
    return (pose_at(paths.paths[0], s) * boxes.world.bodies[1].pieces[0].polytope.vertices()[v])
               .z() -
           0.05;
  }
};

TEST(Watch, HoldsTheEndsOfAnEdgeInTheBandWhoseMiddleTouches) {
  const HeldAtAnEdge held(2e-10);
  const ProposalOutcome outcome = propose(held.boxes.world, held.from, trace::time_from(0.1));
  const auto* proposal = std::get_if<Proposal>(&outcome);
  ASSERT_NE(proposal, nullptr);
  // The box tips about the point, and the ends leave the band long before the horizon.
  EXPECT_EQ(proposal->end.reason, trace::EndReason::BandExit);
  const auto proof =
      std::find_if(proposal->certificates.begin(), proposal->certificates.end(),
                   [](const trace::Certificate& c) { return c.a.body == 0 && c.b.body == 1; });
  ASSERT_NE(proof, proposal->certificates.end());
  EXPECT_EQ(proof->kind, trace::CertificateKind::Contact);
  std::vector<std::uint32_t> active = proof->active;
  std::sort(active.begin(), active.end());
  std::vector<std::uint32_t> ends(held.ends.begin(), held.ends.end());
  std::sort(ends.begin(), ends.end());
  EXPECT_EQ(active, ends);
  const Tolerances& tolerances = held.boxes.world.tolerances;
  for (const std::uint32_t v : held.ends) {
    EXPECT_GE(held.gap(proposal->paths, v, proposal->end.s), tolerances.departing() - 1e-15);
    EXPECT_LE(held.gap(proposal->paths, v, proposal->end.s), tolerances.upper() + 1e-15);
  }
}

// The upper end at the edge of the band, up to rounding, and on its way out: that is no event of a
// contact at a point in between, which would be decided as before and come again at once for ever.
TEST(Watch, LetsTheUpperEndOfAnEdgeRiseWhereItsMiddleTouches) {
  HeldAtAnEdge held(2e-10);
  const Tolerances& tolerances = held.boxes.world.tolerances;
  BodyState& state = held.from.cluster.states[0];
  const auto& vertices = held.boxes.world.bodies[1].pieces[0].polytope.vertices();
  const auto height = [&](std::uint32_t v) { return (pose_of(state) * vertices[v]).z() - 0.05; };
  const std::uint32_t upper =
      height(held.ends[0]) > height(held.ends[1]) ? held.ends[0] : held.ends[1];
  state.x.z() += tolerances.upper() - height(upper) - 1e-17;
  const ProposalOutcome outcome = propose(held.boxes.world, held.from, trace::time_from(0.1));
  const auto* proposal = std::get_if<Proposal>(&outcome);
  ASSERT_NE(proposal, nullptr);
  EXPECT_GT(held.gap(proposal->paths, upper, proposal->end.s), tolerances.upper());
  // Where it has left, it is not held again.
  ClusterPaths paths;
  paths.bodies = {1};
  paths.segments = {0};
  paths.world = &held.boxes.world;
  const Pose left{state.q, state.x + Vector3(0, 0, 0.05 * tolerances.skin)};
  paths.paths = {resting_path(left, trace::time_from(0.0), trace::time_from(1.0))};
  const Watches watches = make_watches(paths, held.from.cluster, held.from.mode);
  ASSERT_EQ(watches.planes.size(), 1U);
  EXPECT_TRUE(watches.planes[0].bands.empty());
}

TEST(Watch, DoesNotHoldTheEndsOfAnEdgeOneOfWhichIsFarAboveTheBand) {
  const HeldAtAnEdge held(1e-8);  // ten bands up at one end, and down at the other
  ClusterPaths paths;
  paths.bodies = {1};
  paths.segments = {0};
  paths.world = &held.boxes.world;
  paths.paths = {resting_path(pose_of(held.from.cluster.states[0]), trace::time_from(0.0),
                              trace::time_from(1.0))};
  const Watches watches = make_watches(paths, held.from.cluster, held.from.mode);
  ASSERT_EQ(watches.planes.size(), 1U);
  EXPECT_TRUE(watches.planes[0].bands.empty());
}

}  // namespace
}  // namespace rigor
