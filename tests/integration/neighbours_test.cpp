// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/integration/neighbours.hpp>
#include <rigor/segments/proposal.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

/// The body's motion from `state` without contact, one second long.
Occupancy free_flight(const World& world, std::uint32_t body, const BodyState& state) {
  Departure from;
  from.cluster = {{body}, {state}};
  from.segments = {0};
  from.step.length = 1.0;
  const ProposalOutcome outcome = propose(world, from, trace::time_from(1.0));
  const auto& proposal = std::get<Proposal>(outcome);
  return {body, 0, proposal.paths.paths[0], {proposal.start_time(), proposal.end_time()}};
}

/// Two cubes of side 1, `gap` apart along x, the second one coming at `speed`.
struct Approach {
  BoxWorld boxes = box_world(std::vector<Vector3>(2, Vector3::Constant(0.5)), {.gravity = 0.0});
  Neighbourhood neighbourhood{boxes.world};

  Approach(double gap, double speed) {
    BodyState moving = resting_at(Vector3(1.0 + gap, 0.1, 0.2));
    moving.v.x() = -speed;
    neighbourhood.enter(free_flight(boxes.world, 0, resting_at(Vector3::Zero())), {});
    neighbourhood.enter(free_flight(boxes.world, 1, moving), {});
  }
};

TEST(Neighbourhood, MeetingsAreWhereTheGapIsTheSkin) {
  for (const double gap : {0.1, 0.4, 1.3}) {
    const Approach at(gap, 2.0);
    const auto meeting = at.neighbourhood.next_meeting();
    const double expected = (gap - 1e-8) / 2.0;
    ASSERT_TRUE(meeting.has_value()) << gap;
    EXPECT_EQ(meeting->pair, pair_of(0, 1));
    EXPECT_LE(trace::seconds(meeting->lo), expected + 1e-13);
    EXPECT_GE(trace::seconds(meeting->hi), expected - 1e-13);
    EXPECT_NEAR(trace::seconds(meeting->lo), expected, 1e-10);
  }
}

TEST(Neighbourhood, BodiesThatDoNotMeetHaveNoMeeting) {
  EXPECT_FALSE(Approach(2.5, 2.0).neighbourhood.next_meeting().has_value());
  EXPECT_FALSE(Approach(0.1, -2.0).neighbourhood.next_meeting().has_value());
}

TEST(Neighbourhood, ProofsEndWhereABodyLeaves) {
  Approach at(0.4, 2.0);
  const trace::Time t = trace::time_from(0.125);
  const auto proofs = at.neighbourhood.leave(1, t);
  ASSERT_FALSE(proofs.empty());
  trace::Time covered = trace::time_from(0.0);
  for (const trace::Certificate& proof : proofs) {
    EXPECT_LE(proof.begin, covered);  // no hole
    EXPECT_LE(proof.end, t);
    EXPECT_GE(proof.level, 0.98e-8);
    covered = std::max(covered, proof.end);
  }
  EXPECT_EQ(covered, t);
  EXPECT_FALSE(at.neighbourhood.next_meeting().has_value());
  EXPECT_TRUE(at.neighbourhood.leave(0, t).empty());  // each proof is given once
}

TEST(Neighbourhood, TouchingPairsAreNotProved) {
  const BoxWorld boxes = box_world(std::vector<Vector3>(2, Vector3::Constant(0.5)), {.gravity = 0});
  Neighbourhood neighbourhood(boxes.world);
  neighbourhood.enter(free_flight(boxes.world, 0, resting_at(Vector3::Zero())), {});
  neighbourhood.enter(free_flight(boxes.world, 1, resting_at(Vector3(1.0 + 1e-8, 0, 0))),
                      {pair_of(0, 1)});
  EXPECT_FALSE(neighbourhood.next_meeting().has_value());
  EXPECT_TRUE(neighbourhood.leave(1, trace::time_from(0.5)).empty());
}

/// Distance of the boxes along the axes around two bodies, from their vertices.
double box_distance(const World& world, std::uint32_t a, const Pose& X_A, std::uint32_t b,
                    const Pose& X_B) {
  const auto bounds = [&](std::uint32_t body, const Pose& X) {
    std::pair<Vector3, Vector3> box{Vector3::Constant(1e300), Vector3::Constant(-1e300)};
    for (const Vector3& r : world.bodies[body].pieces[0].polytope.vertices()) {
      box.first = box.first.cwiseMin(X * r);
      box.second = box.second.cwiseMax(X * r);
    }
    return box;
  };
  const auto A = bounds(a, X_A);
  const auto B = bounds(b, X_B);
  return (B.first - A.second).cwiseMax(A.first - B.second).cwiseMax(0.0).norm();
}

TEST(Neighbourhood, NearIsComplete) {
  const BoxWorld boxes = box_world(std::vector<Vector3>(12, Vector3(0.5, 0.3, 0.2)));
  Random random(51);
  int close = 0;
  for (int trial = 0; trial < 30; ++trial) {
    Neighbourhood neighbourhood(boxes.world);
    const trace::Time now = trace::time_from(0.5);
    std::vector<Pose> poses;
    for (std::uint32_t i = 0; i < 12; ++i) {
      poses.push_back(random_pose(random, 1.5));
      neighbourhood.place(i, poses.back(), now);
    }
    const double reach = random.uniform(0.0, 0.3);
    for (std::uint32_t i = 0; i < 12; ++i) {
      const std::vector<PairId> near = neighbourhood.near(i, poses[i], now, reach);
      for (std::uint32_t k = 0; k < 12; ++k) {
        if (k == i) continue;
        const PairId pair = pair_of(std::min(i, k), std::max(i, k));
        const double gap = box_distance(boxes.world, i, poses[i], k, poses[k]);
        if (gap > reach) continue;
        ++close;
        ASSERT_NE(std::find(near.begin(), near.end(), pair), near.end())
            << "trial " << trial << " bodies " << i << " and " << k << " gap " << gap;
      }
    }
  }
  EXPECT_GT(close, 300);
}

}  // namespace
}  // namespace rigor
