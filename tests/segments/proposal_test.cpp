// SPDX-License-Identifier: Apache-2.0
// Forces of segments that end earlier than they were proposed.
#include <gtest/gtest.h>

#include <rigor/segments/proposal.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

/// What all points of the records push with, from their constant parts.
Vector3 mean_force(const std::vector<trace::ContactForce>& records) {
  Vector3 sum = Vector3::Zero();
  for (const trace::ContactForce& record : records)
    for (const trace::ForcePoint& point : record.points)
      for (int k = 0; k < 3; ++k)
        if (!point.force[k].empty()) sum[k] += point.force[k].front();
  return sum;
}

// A box slides straight on: its weight and friction are constant, whatever part of it is used.
TEST(Proposal, RecordsForcesOfWhatIsUsed) {
  const double mu = 0.4;
  const BoxOnGround at({0.2, 0.2, 0.1}, mu, moving(3, 0, 0));
  const Departure from{at.cluster.time, at.cluster, at.mode, {0.2, 12}, {0}};
  Proposal proposal = std::get<Proposal>(propose(at.boxes.world, from, trace::time_from(1.0)));
  EXPECT_FALSE(proposal.forces.has_value());
  const trace::Time end = trace::time_from(1e-3);
  ASSERT_LT(end, proposal.end_time());
  cut(proposal, end, trace::EndReason::Neighbour);
  record_forces(at.boxes.world, from, proposal);
  ASSERT_TRUE(proposal.forces.has_value());
  ASSERT_FALSE(proposal.forces->contacts.empty());
  const double weight = at.boxes.world.bodies[0].mass * kTestGravity;
  EXPECT_LE((mean_force(proposal.forces->contacts) - weight * Vector3(-mu, 0, 1)).norm(),
            1e-11 * weight);
  for (const trace::ContactForce& record : proposal.forces->contacts) {
    EXPECT_EQ(record.begin, from.time);
    EXPECT_EQ(record.end, end);
    EXPECT_NEAR(record.length, 1e-3, 1e-12);
  }
  const RecordedForces before = *proposal.forces;
  record_forces(at.boxes.world, from, proposal);  // once is enough
  EXPECT_EQ(before.contacts, proposal.forces->contacts);
}

// Given forces may be on their next piece when a segment is published: theirs are written at once.
TEST(Proposal, RecordsGivenForcesWhileTheyLast) {
  BoxOnGround at({0.2, 0.2, 0.1}, 0.4, moving(3, 0, 0));
  Body& body = at.boxes.world.bodies[0];
  body.load.wrenches.emplace_back();
  const Departure from{at.cluster.time, at.cluster, at.mode, {0.2, 12}, {0}};
  Proposal proposal = std::get<Proposal>(propose(at.boxes.world, from, trace::time_from(1.0)));
  ASSERT_TRUE(proposal.forces.has_value());
  const trace::Time end = trace::time_from(1e-3);
  cut(proposal, end, trace::EndReason::Neighbour);
  for (const trace::ContactForce& record : proposal.forces->contacts) EXPECT_EQ(record.end, end);
}

}  // namespace
}  // namespace rigor
