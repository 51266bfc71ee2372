// SPDX-License-Identifier: Apache-2.0
// The parts that the record of a motion is made of, for a box that stands on the ground while the
// forces under it change: samples, the split along a stretch, polynomials on file.
#include <gtest/gtest.h>

#include <rigor/segments/force_records.hpp>
#include <rigor/segments/momenta.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

TEST(GaussNodes, GiveBackAPolynomial) {
  const GaussNodes nodes = gauss_nodes(6);
  Eigen::VectorXd values(6);
  for (int j = 0; j < 6; ++j) {
    const double x = 2.0 * nodes.s[j] - 1.0;
    EXPECT_LT(std::abs(x), 1.0);
    values[j] = 3.0 - 2.0 * x + 0.5 * (4.0 * x * x * x - 3.0 * x);  // T_0, T_1, T_3
  }
  Eigen::VectorXd expected(6);
  expected << 3.0, -2.0, 0.0, 0.5, 0.0, 0.0;
  EXPECT_LE((nodes.coefficients * values - expected).cwiseAbs().maxCoeff(), 1e-14);
}

/// A unit cube of 1 kg that rests on four vertices for half a second.
struct Resting {
  BoxWorld box = box_world({Vector3::Constant(0.5)}, {.ground = true, .law = Law::NoSlip});
  Cluster start{{0}, {BodyState{}}};
  Mode mode;
  Trajectory trajectory;
  std::vector<SlipLoad> loads{};
  std::vector<std::uint32_t> segments{3};

  Resting() {
    start.states[0].x = Vector3(0, 0, 0.5 + 1e-8);
    const auto& vertices = box.world.bodies[0].pieces[0].polytope.vertices();
    for (std::uint32_t v = 0; v < vertices.size(); ++v)
      if (vertices[v].z() < 0.0)
        mode.contacts.push_back({on_ground(0, v), ContactState::Stick, 0.0});
    trajectory = still_at(start.states, start.bodies);
  }
  ForcedMotion motion() const {
    return {box.world, start, mode, trajectory, loads, segments, 0.5, 1.0, trace::time_from(0.5)};
  }
};

TEST(ForceSampler, SeesWhatAStandingBoxNeeds) {
  const Resting resting;
  const ForcedMotion motion = resting.motion();
  const ForceSampler sampler(motion);
  const std::vector<KeptContact> kept = sampler.kept_at(0.5);
  ASSERT_EQ(kept.size(), 4U);
  for (const KeptContact& contact : kept) EXPECT_EQ(contact.state, trace::ContactState::Bonded);
  EXPECT_TRUE(sampler.changes(0.0, 1.0).empty());
  EXPECT_TRUE(sampler.accelerates_evenly());
  const ForceSample sample = sampler.sample(kept, 0.25);
  const double weight = resting.box.world.bodies[0].mass * kTestGravity;
  Vector6 expected = Vector6::Zero();
  expected[2] = weight;
  EXPECT_LE((sample.needed[0] - expected).norm(), 1e-12 * weight);
  for (const SplitContact& contact : sample.contacts) {
    EXPECT_EQ(contact.push, Push::Held);
    EXPECT_EQ(contact.bodies[1], 0);
  }
}

TEST(ForceCourse, SharesTheWeightEquallyAndGoesOnFile) {
  const Resting resting;
  const ForcedMotion motion = resting.motion();
  const ForceSampler sampler(motion);
  const ForceStretch stretch{sampler.kept_at(0.5), 0.0, 1.0};
  const ForceCourse course = best_course(sampler, stretch);
  EXPECT_LE(course.worst, 1.0);
  const double weight = resting.box.world.bodies[0].mass * kTestGravity;
  ASSERT_EQ(course.forces.size(), 1U) << "nothing changes: one node";
  for (const Vector3& force : course.forces[0])
    EXPECT_LE((force - Vector3(0, 0, weight / 4)).norm(), 1e-12 * weight);
  RecordedForces out;
  add_records(sampler, stretch.kept, course, {trace::time_from(0.0), trace::time_from(0.5), 0.5},
              out);
  ASSERT_EQ(out.contacts.size(), 1U);
  EXPECT_TRUE(out.joints.empty());
  EXPECT_EQ(out.contacts[0].segment_b, 3U);
  EXPECT_EQ(out.contacts[0].segment_a, trace::kNoSegment);
  EXPECT_EQ(out.contacts[0].normal, (trace::Triple{0, 0, 1}));
  ASSERT_EQ(out.contacts[0].points.size(), 4U);
  for (const trace::ForcePoint& point : out.contacts[0].points) {
    EXPECT_NE(point.vertex_b, trace::kWorld);
    EXPECT_NEAR(point.force[2].at(0), weight / 4, 1e-12 * weight);
  }
  const RecordedForces whole = recorded_forces(motion);
  EXPECT_EQ(whole.contacts.size(), 1U);
}

/// A flat box of 1 kg that slides along x with μ = 0.5 and is slowed by μ g. Its four corners may
/// share the weight so that those across a diagonal have as much more as the others have less: the
/// motion is the same.
struct Sliding {
  static constexpr double kFriction = 0.5;
  static constexpr double kLength = 0.1;  // s
  static constexpr double kSpeed = 1.0;   // m/s
  BoxWorld box = box_world({Vector3(0.2, 0.2, 0.1)},
                           {.ground = true, .law = Law::Coulomb, .friction = kFriction});
  Cluster start{{0}, {BodyState{}}};
  Mode mode;
  Trajectory trajectory;
  std::vector<SlipLoad> loads;
  std::vector<std::uint32_t> segments{0};

  /// `diagonal`: by how much of a quarter of the weight.
  explicit Sliding(double diagonal) {
    start.states[0].x = Vector3(0, 0, 0.1 + 1e-8);
    start.states[0].v[0] = kSpeed;
    for (std::uint32_t v = 0; v < 8; ++v) {
      const Vector3& r = box.world.bodies[0].pieces[0].polytope.vertices()[v];
      if (r.z() > 0.0) continue;
      mode.contacts.push_back({on_ground(0, v), ContactState::Slip, 0.0});
      // Friction at the ground tips the box forward: N x = μ h N in sum.
      const double share = 1.0 + kFriction * 0.1 / 0.2 * (r.x() > 0.0 ? 1.0 : -1.0) +
                           diagonal * (r.x() * r.y() > 0.0 ? 1.0 : -1.0);
      loads.push_back({on_ground(0, v), Eigen::VectorXd::Constant(1, 0.25 * kTestGravity * share)});
    }
    trajectory.paths = Eigen::MatrixXd::Zero(kTrajectoryRows, 3);
    const double slowed = kFriction * kTestGravity * kLength;  // m/s
    // With t = L (1 + x)/2: 1, x and T_2 of v t - μ g t²/2, and of v - μ g t.
    trajectory.paths.row(0) << kLength * (kSpeed / 2 - 3.0 / 16.0 * slowed),
        kLength * (kSpeed / 2 - slowed / 4), -kLength * slowed / 16;
    trajectory.paths(2, 0) = start.states[0].x.z();
    trajectory.paths(3, 0) = 1.0;
    trajectory.paths.row(7) << kSpeed - slowed / 2, -slowed / 2, 0.0;
  }
  ForcedMotion motion() const {
    return {box.world,  start, mode,
            trajectory, loads, segments,
            kLength,    1.0,   trace::time_from(kLength)};
  }
};

/// However the motion shared the weight, that is what goes on file, with friction against the slip.
TEST(ForceCourse, GoesByTheMotionsOwnForcesWhereItSlips) {
  for (const double diagonal : {0.0, 0.3, -0.7}) {
    const Sliding sliding(diagonal);
    const ForcedMotion motion = sliding.motion();
    const ForceSampler sampler(motion);
    const ForceStretch stretch{sampler.kept_at(0.5), 0.0, 1.0};
    ASSERT_EQ(stretch.kept.size(), 4U);
    const ForceCourse course = best_course(sampler, stretch);
    EXPECT_LE(course.worst, 1.0) << diagonal;
    for (const std::vector<Vector3>& at_node : course.forces)
      for (std::size_t k = 0; k < 4; ++k) {
        const double load = sliding.loads[k].load[0];
        ASSERT_EQ(stretch.kept[k].id, sliding.loads[k].id);
        EXPECT_LE((at_node[k] - load * Vector3(-Sliding::kFriction, 0, 1)).norm(), 1e-11)
            << diagonal << " corner " << k;
      }
  }
}

/// Loads that pull break the law: then the weight is shared in another way, without a pull.
TEST(ForceCourse, LeavesOwnForcesThatPull) {
  const Sliding sliding(0.9);
  ASSERT_LT(std::min({sliding.loads[0].load[0], sliding.loads[1].load[0], sliding.loads[2].load[0],
                      sliding.loads[3].load[0]}),
            -0.1);
  const ForcedMotion motion = sliding.motion();
  const ForceSampler sampler(motion);
  const ForceCourse course = best_course(sampler, {sampler.kept_at(0.5), 0.0, 1.0});
  EXPECT_LE(course.worst, 1.0);
  for (const std::vector<Vector3>& at_node : course.forces) {
    Vector3 sum = Vector3::Zero();
    for (const Vector3& force : at_node) {
      EXPECT_GE(force.z(), 0.0);
      EXPECT_NEAR(force.x(), -Sliding::kFriction * force.z(), 1e-10);
      sum += force;
    }
    EXPECT_LE((sum - kTestGravity * Vector3(-Sliding::kFriction, 0, 1)).norm(), 1e-10);
  }
}

/// A corner without load whose share is rounding: it may push, but a pull would be friction that
/// speeds the slip up, and is not put on file. The others bear it.
TEST(ForceCourse, PutsNoPullsOfRoundingOnFileWhereItSlips) {
  for (const double pull : {-1e-9, 1e-9}) {  // of a quarter of the weight
    const Sliding sliding(0.75 + pull);
    const ForcedMotion motion = sliding.motion();
    const ForceSampler sampler(motion);
    const ForceStretch stretch{sampler.kept_at(0.5), 0.0, 1.0};
    const ForceCourse course = best_course(sampler, stretch);
    ASSERT_LE(course.worst, 1.0);
    const auto less = without_bare_slips(sampler, stretch, course);
    ASSERT_EQ(less.has_value(), pull > 0.0);
    const RecordedForces recorded = recorded_forces(motion);
    ASSERT_EQ(recorded.contacts.size(), 1U);
    const std::vector<trace::ForcePoint>& points = recorded.contacts[0].points;
    EXPECT_EQ(points.size(), pull > 0.0 ? 3U : 4U);
    double sum = 0.0;
    for (const trace::ForcePoint& point : points) {
      EXPECT_GE(point.force[2].at(0), 0.0);
      sum += point.force[2].at(0);
    }
    EXPECT_NEAR(sum, kTestGravity, 1e-10);
  }
}

/// m v, and I w turned into the world.
TEST(Momenta, AreThoseOfARigidBody) {
  const Resting resting;
  BodyState state = resting.start.states[0];
  state.q = turn(0.7, Vector3(1, 2, 2));
  state.v << 1.0, -2.0, 3.0, 0.5, 0.25, -1.0;
  const Vector6 momentum = momentum_of(resting.box.world, 0, state);
  const double mass = resting.box.world.bodies[0].mass;
  EXPECT_LE((momentum.head<3>() - mass * state.v.head<3>()).norm(), 1e-14);
  // A cube's inertia is the same about every axis.
  EXPECT_LE((momentum.tail<3>() - mass / 6.0 * state.v.tail<3>()).norm(), 1e-14);
}

}  // namespace
}  // namespace rigor
