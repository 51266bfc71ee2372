// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <rigor/decision/projection.hpp>
#include <rigor/decision/resolve_event.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

/// Two boxes δ apart in a random way, with the contacts their manifold would give them.
struct TouchingBoxes {
  BoxWorld boxes = box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.2, 0.4, 0.3)});
  Cluster cluster;
  std::vector<ActiveContact> mode;

  TouchingBoxes(Random& random, bool flat) {
    const Quaternion q = random_rotation(random);
    const Quaternion r = flat ? q : random_rotation(random);
    const Vector3 way = flat ? Vector3(q * Vector3::UnitZ()) : random_direction(random);
    cluster = {{0, 1}, {resting_at(Vector3::Zero(), q), resting_at(3.0 * way, r)}};
    bring_to_gap(boxes.world, cluster, pair_of(0, 1), 1, way, boxes.world.tolerances.skin);
    mode = full_mode(boxes.world, cluster, {pair_of(0, 1)});
  }

  std::vector<ContactId> ids() const { return ids_of({mode, {}}); }
};

Eigen::VectorXd random_step(Random& random, double size) {
  Eigen::VectorXd step(12);
  for (int k = 0; k < 12; ++k) step[k] = random.uniform(-size, size);
  return step;
}

TEST(ProjectPosition, BringsEachGapToTheSkinRotationIncluded) {
  Random random(21);
  int faces = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const TouchingBoxes at(random, trial % 2 == 0);
    ASSERT_FALSE(at.mode.empty()) << "trial " << trial;
    faces += at.mode.size() == 4 ? 1 : 0;
    const Cluster off = moved_by(at.cluster, random_step(random, 5e-11));
    GapGoals goals;
    goals.equal = at.ids();
    goals.gap = 1e-8;
    goals.limit = 1e-8;
    const ProjectionOutcome outcome = project_position(at.boxes.world, off, goals);
    ASSERT_TRUE(std::holds_alternative<Projected>(outcome))
        << "trial " << trial << ": " << std::get<ProjectionFailure>(outcome).reason;
    const auto& projected = std::get<Projected>(outcome);
    for (const ContactId& id : goals.equal)
      ASSERT_NEAR(gap_of(at.boxes.world, projected.cluster, id), 1e-8, 2e-14) << "trial " << trial;
    EXPECT_LE(projected.moved, 2e-9);
    // The two bodies share the way by their masses: their centre of mass stays.
    Vector3 shift = Vector3::Zero();
    for (int i = 0; i < 2; ++i)
      shift += (1.0 + i) * (projected.cluster.states[i].x - off.states[i].x);
    ASSERT_LE(shift.norm(), 1e-14) << "trial " << trial;
  }
  EXPECT_GE(faces, 40);
}

// A stick that lies on one long edge, the other one just inside the band: the turn that puts it
// right is large, but about the stick's own axis, and no vertex goes further than the gap is off.
TEST(ProjectPosition, AStickTurnsAboutItsOwnAxisHoweverLongItIs) {
  BoxWorldSetup setup;
  setup.ground = true;
  const BoxWorld boxes = box_world({Vector3(0.7, 0.01, 0.01)}, setup);
  const double skin = boxes.world.tolerances.skin;
  const double lift = 0.9 * Tolerances::kBand * skin;
  Cluster cluster{{0}, {resting_at({0, 0, 0.01 + skin}, turn(lift / 0.02, Vector3::UnitX()))}};
  cluster.states[0].x.z() += 0.5 * lift;
  GapGoals goals;
  for (std::uint32_t v = 0; v < 8; ++v)
    if (boxes.world.bodies[0].pieces[0].polytope.vertices()[v].z() < 0.0)
      goals.equal.push_back(on_ground(0, v));
  goals.gap = skin;
  goals.limit = kMaxMove * skin;
  const ProjectionOutcome outcome = project_position(boxes.world, cluster, goals);
  ASSERT_TRUE(std::holds_alternative<Projected>(outcome));
  const auto& projected = std::get<Projected>(outcome);
  for (const ContactId& id : goals.equal)
    EXPECT_NEAR(gap_of(boxes.world, projected.cluster, id), skin, 2e-14);
  EXPECT_GE(projected.moved, 0.9 * lift);
  EXPECT_LE(projected.moved, 1.5 * lift);
}

TEST(ProjectPosition, LeavesAloneWhatIsRight) {
  Random random(22);
  const TouchingBoxes at(random, true);
  GapGoals goals;
  goals.equal = at.ids();
  goals.at_least = goals.equal;
  goals.gap = 1e-8;
  goals.floor = 0.99e-8;
  goals.limit = 1e-8;
  const auto projected = std::get<Projected>(project_position(at.boxes.world, at.cluster, goals));
  EXPECT_EQ(projected.moved, 0.0);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(projected.cluster.states[i].x, at.cluster.states[i].x);
    EXPECT_EQ(projected.cluster.states[i].q.coeffs(), at.cluster.states[i].q.coeffs());
  }
}

TEST(ProjectPosition, SaysWhenGoalsContradictOrAreTooFar) {
  Random random(23);
  const TouchingBoxes at(random, true);
  GapGoals goals;
  goals.equal = at.ids();
  goals.at_least = goals.equal;
  goals.gap = 1e-8;
  goals.floor = 2e-8;
  goals.limit = 1.0;
  EXPECT_TRUE(std::holds_alternative<ProjectionFailure>(
      project_position(at.boxes.world, at.cluster, goals)));
  goals.at_least.clear();
  goals.gap = 3e-8;
  goals.limit = 1e-9;
  const auto far = project_position(at.boxes.world, at.cluster, goals);
  ASSERT_TRUE(std::holds_alternative<ProjectionFailure>(far));
  EXPECT_NE(std::string(std::get<ProjectionFailure>(far).reason).find("too far"),
            std::string::npos);
}

// A box that turns about the line through two of its corners, and a third point 1e-7 m beside that
// line: to stop 1e-9 m/s there would take the whole turn, by impulses ten million times as large.
TEST(ProjectVelocity, RowsThatNearlyDependAreNotStoppedByForce) {
  for (const std::uint32_t count : {1U, 13U}) {  // by rows, and by bodies
    BoxWorldSetup setup;
    setup.ground = true;
    const BoxWorld boxes = box_world(std::vector(count, Vector3(0.2, 0.2, 0.2)), setup);
    const World& world = boxes.world;
    Cluster cluster;
    for (std::uint32_t i = 0; i < count; ++i) {
      cluster.bodies.push_back(i);
      cluster.states.push_back(resting_at({0.0, 1.0 * i, 0.2 + world.tolerances.skin}));
    }
    std::vector<HeldContact> held;
    for (std::uint32_t v = 0; v < 8; ++v) {
      const Vector3 p = world.bodies[0].pieces[0].polytope.vertices()[v];
      if (p.x() > 0.0 && p.z() < 0.0)
        held.push_back({on_ground(0, v).pair, rows_of(world, cluster, on_ground(0, v)), false});
    }
    ASSERT_EQ(held.size(), 2u);
    held.push_back(held.front());
    held.back().rows.normal.on_B[4] += 2e-6;  // along the moment about y: a sine of 6e-6
    constexpr double kTurn = 0.01;            // rad/s
    Eigen::VectorXd v = Eigen::VectorXd::Zero(cluster.unknowns());
    v.head<6>() << Vector3(0, kTurn, 0).cross(Vector3(-0.2, 0, 0.2)), 0, kTurn, 0;
    set_velocity(cluster, v);
    const ProjectedVelocity projected = project_velocity(world, cluster, held);
    EXPECT_LE((projected.v - v).norm(), 1e-8) << count;
    for (const Vector3& impulse : projected.impulses_W) EXPECT_LE(impulse.norm(), 1e-7) << count;
  }
}

TEST(ProjectVelocity, KeepsMomentumAndNeverAddsEnergy) {
  Random random(24);
  int stuck = 0;
  for (int trial = 0; trial < 100; ++trial) {
    TouchingBoxes at(random, trial % 2 == 0);
    const World& world = at.boxes.world;
    set_velocity(at.cluster, random_step(random, 2.0));
    for (ActiveContact& contact : at.mode)
      if (random.index(2) == 0) {
        contact.state = ContactState::Stick;
        ++stuck;
      }
    const auto held = held_contacts(world, at.cluster, at.mode);
    const ProjectedVelocity projected = project_velocity(world, at.cluster, held);
    Cluster after = at.cluster;
    set_velocity(after, projected.v);
    EXPECT_LE(energy(world, after), energy(world, at.cluster) * (1.0 + 1e-12)) << trial;
    for (const HeldContact& contact : held) {
      Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(12);
      write_row(after, contact.pair, contact.rows.normal, row);
      ASSERT_NEAR(row.dot(projected.v), 0.0, 1e-9) << "trial " << trial;
      for (int k = 0; k < 2 && contact.sticks; ++k) {
        row.setZero();
        write_row(after, contact.pair, contact.rows.tangent[k], row);
        ASSERT_NEAR(row.dot(projected.v), 0.0, 1e-9) << "trial " << trial;
      }
    }
    // Linear and angular momentum about the origin of the world.
    Vector6 change = Vector6::Zero();
    for (int i = 0; i < 2; ++i) {
      const BodyState& before = at.cluster.states[i];
      const TurnedBody body = turned(world.bodies[i].dynamics, rotation_matrix(before.q));
      const Vector6 jump = after.states[i].v - before.v;
      const Vector3 p = body.mass * jump.head<3>();
      change.head<3>() += p;
      change.tail<3>() += before.x.cross(p) + body.about_com * jump.tail<3>();
    }
    ASSERT_LE(change.norm(), 1e-7) << "trial " << trial;  // moments: arms differ by the gap
    ASSERT_LE(change.head<3>().norm(), 1e-12) << "trial " << trial;
  }
  EXPECT_GT(stuck, 50);
}

// A box at velocity u sticks to a belt that runs at w: it takes m (w - u) of momentum, for which
// the belt does the work m (w - u)·w, and its energy grows by that less ½ m |w - u|².
TEST(ProjectVelocity, TellsTheWorkOfBelts) {
  Random random(25);
  for (int trial = 0; trial < 20; ++trial) {
    BoxWorld boxes = box_world({Vector3(0.3, 0.2, 0.1)}, {.ground = true, .law = Law::Coulomb});
    const Vector3 w(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), 0.0);
    const Vector3 u(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), 0.0);
    boxes.model->half_spaces[0].belt = w;
    Cluster cluster{{0}, {resting_at({0, 0, 0.1 + boxes.world.tolerances.skin})}};
    cluster.states[0].v.head<3>() = u;
    std::vector<ActiveContact> mode = full_mode(boxes.world, cluster, {});
    for (ActiveContact& contact : mode) contact.state = ContactState::Stick;
    const auto held = held_contacts(boxes.world, cluster, mode);
    const ProjectedVelocity projected = project_velocity(boxes.world, cluster, held);
    EXPECT_LE((projected.v.head<3>() - w).norm(), 1e-12) << trial;
    Cluster after = cluster;
    set_velocity(after, projected.v);
    const double gained = energy(boxes.world, after) - energy(boxes.world, cluster);
    EXPECT_NEAR(projected.drive_work - 0.5 * (w - u).squaredNorm(), gained, 1e-12) << trial;
    EXPECT_NEAR(projected.drive_work, (w - u).dot(w), 1e-12) << trial;
  }
}

/// A tower of boxes that stick on each other, its lowest on nothing.
struct Tower {
  BoxWorld boxes;
  Cluster cluster;
  std::vector<ActiveContact> mode;

  explicit Tower(std::uint32_t count)
      : boxes(box_world(std::vector(count, Vector3(0.3, 0.2, 0.1)))) {
    std::vector<PairId> pairs;
    const double skin = boxes.world.tolerances.skin;
    for (std::uint32_t i = 0; i < count; ++i) {
      cluster.bodies.push_back(i);
      cluster.states.push_back(resting_at({0.01 * i, 0.0, (0.2 + skin) * i}));
      if (i > 0) pairs.push_back(pair_of(i - 1, i));
    }
    mode = full_mode(boxes.world, cluster, pairs);
    for (ActiveContact& contact : mode) contact.state = ContactState::Stick;
  }
};

// Of many bodies by their own systems: the velocity nearest in energy is that of one rigid body
// with the same momentum.
TEST(ProjectVelocity, OfATallTowerIsThatOfOneBody) {
  Random random(8);
  for (const std::uint32_t count : {4U, 30U}) {
    Tower tower(count);
    const World& world = tower.boxes.world;
    Eigen::VectorXd v(6 * count);
    for (double& entry : v) entry = random.uniform(-1.0, 1.0);
    set_velocity(tower.cluster, v);
    const auto held = held_contacts(world, tower.cluster, tower.mode);
    const ProjectedVelocity projected = project_velocity(world, tower.cluster, held);
    Eigen::MatrixXd rigid = Eigen::MatrixXd::Zero(6 * count, 6);  // bodies that move as one
    for (std::uint32_t i = 0; i < count; ++i) {
      const Vector3& x = tower.cluster.states[i].x;
      rigid.block<6, 6>(6 * i, 0).setIdentity();
      for (int k = 0; k < 3; ++k)
        rigid.block<3, 1>(6 * i, 3 + k) = Vector3(Vector3::Unit(k)).cross(x);
    }
    const MassFactor mass = mass_of(world, tower.cluster);
    Eigen::MatrixXd white(v.size(), 6);
    for (int k = 0; k < 6; ++k) white.col(k) = mass.whitened(rigid.col(k));
    const Eigen::Matrix<double, 6, 1> shared =
        (white.transpose() * white).ldlt().solve(white.transpose() * mass.whitened(v));
    EXPECT_LE((projected.v - rigid * shared).norm(), 1e-7 * v.norm()) << count;  // gaps are arms
    // The impulses are what changed the velocities.
    Eigen::VectorXd push = Eigen::VectorXd::Zero(v.size());
    for (std::size_t k = 0; k < held.size(); ++k) {
      Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(v.size());
      write_row(tower.cluster, held[k].pair, held[k].rows.normal, row);
      push += row.transpose() * projected.impulses_W[k].dot(held[k].rows.nhat_AB_W);
      for (int t = 0; t < 2; ++t) {
        row.setZero();
        write_row(tower.cluster, held[k].pair, held[k].rows.tangent[t], row);
        push += row.transpose() * projected.impulses_W[k].dot(held[k].rows.tangents_W[t]);
      }
    }
    EXPECT_LE((mass.solved(push) - (projected.v - v)).norm(), 1e-9 * v.norm()) << count;
  }
}

// Gaps that lie low in their band are put right by lifting the body. Where nothing pays for that,
// they stay where they are.
TEST(ProjectPosition, LiftsBodiesNoFurtherThanThereIsEnergyToSpare) {
  const BoxWorld boxes = box_world({Vector3(0.2, 0.1, 0.05)}, {.ground = true});
  const double width = Tolerances::kBand * boxes.world.tolerances.skin;
  for (const double low : {0.2, 0.6}) {
    const double gap = 1e-8 - low * width;
    const Cluster cluster{{0}, {resting_at(Vector3(0.3, 0.2, 0.05 + gap))}};
    GapGoals goals;
    for (std::uint32_t v = 0; v < 8; ++v)
      if (boxes.world.bodies[0].pieces[0].polytope.vertices()[v].z() < 0.0)
        goals.equal.push_back(on_ground(0, v));
    ASSERT_EQ(goals.equal.size(), 4U);
    goals.gap = 1e-8;
    goals.limit = 1e-8;
    const double lift = low * width * kTestGravity;  // of 1 kg, J
    for (const auto& [spare, higher] : {std::pair(0.0, 0.0), std::pair(2.0 * lift, low * width)}) {
      goals.spare = spare;
      const ProjectionOutcome outcome = project_position(boxes.world, cluster, goals);
      ASSERT_TRUE(std::holds_alternative<Projected>(outcome)) << low;
      const Cluster& put = std::get<Projected>(outcome).cluster;
      EXPECT_NEAR(put.states[0].x.z() - cluster.states[0].x.z(), higher, 1e-3 * width) << low;
    }
  }
}

}  // namespace
}  // namespace rigor
