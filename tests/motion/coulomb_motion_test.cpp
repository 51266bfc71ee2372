// SPDX-License-Identifier: Apache-2.0
// Coulomb's law between events, at single states: forces of sliding contacts.
#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/mode_margin.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/solvers/rank_solve.hpp>
#include <rigor/touching/touching.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

/// The load of the corner of a sliding box with these signs of x and y; NaN if it has none.
double load_at(const ModeMotion& motion, const ModeSolution& solution, double x, double y) {
  for (std::size_t f = 0; f < motion.forces.size(); ++f) {
    const Vector3& p = solution.point(motion.forces[f].contact);
    if (p.x() * x > 0.0 && p.y() * y > 0.0 && motion.forces[f].loaded)
      return solution.load(static_cast<int>(f));
  }
  return NAN;
}

TEST(CoulombMotion, PressureLeadsASlidingBoxByMuTimesItsHeight) {
  for (const double mu : {0.1, 0.4, 1.2}) {
    const BoxOnGround at({0.2, 0.3, 0.1}, mu, moving(3, 0, 0));
    const ModeMotion motion = at.motion();
    ModeSolution solution(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
    EXPECT_NEAR(solution.a()[0], -mu * kTestGravity, 1e-12);
    EXPECT_LE(solution.a().tail<5>().norm(), 1e-11);
    const double lead = mu * (0.1 + 0.0) / 0.2;
    for (const double y : {-1.0, 1.0}) {
      EXPECT_NEAR(load_at(motion, solution, 1, y), kTestGravity * (1 + lead) / 4, 1e-6) << mu;
      EXPECT_NEAR(load_at(motion, solution, -1, y), kTestGravity * (1 - lead) / 4, 1e-6) << mu;
    }
  }
}

TEST(CoulombMotion, OfAThinPlateOnItsEdgeIsKnown) {
  const double mu = 0.1;
  for (const double half : {1e-2, 1e-3, 1e-4, 2e-5}) {
    const BoxOnGround at({half, 0.2, 0.3}, mu, moving(0, 1, 0));
    const ModeMotion motion = at.motion();
    ModeSolution solution(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    ASSERT_EQ(solve(solution, motion, at.cluster, slips), RankCheck::Kept) << half;
    EXPECT_EQ(motion.rows.size(), 3U);
    EXPECT_NEAR(solution.a()[1], -mu * kTestGravity, 1e-9) << half;
    EXPECT_LE(std::abs(solution.a()[0]) + solution.a().tail<4>().norm(), 1e-6) << half;
    double sum = 0.0;
    for (int f = 0; f < 4; ++f) sum += solution.load(f);
    const double weight = kTestGravity / at.boxes.world.bodies[0].dynamics.inverse_mass;
    EXPECT_NEAR(sum, weight, 1e-9 * weight) << half;
  }
}

TEST(CoulombMotion, CornersWhoseSpringsWouldPullCarryNothing) {
  // A cube that slides along its diagonal: the pressure is inside its face, outside its kern.
  const double d = std::sqrt(0.5);
  const BoxOnGround at({0.2, 0.2, 0.4}, 0.4, moving(2 * d, 2 * d, 0));
  const ModeMotion motion = at.motion();
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
  const double lead = 0.4 * 0.4 * d / 0.2;
  EXPECT_TRUE(std::isnan(load_at(motion, solution, -1, -1)));
  EXPECT_NEAR(load_at(motion, solution, 1, 1), kTestGravity * lead, 1e-6);
  EXPECT_NEAR(load_at(motion, solution, 1, -1), kTestGravity * (1 - lead) / 2, 1e-6);
  EXPECT_NEAR(load_at(motion, solution, -1, 1), kTestGravity * (1 - lead) / 2, 1e-6);
  EXPECT_NEAR(solution.a().head<2>().norm(), 0.4 * kTestGravity, 1e-12);
}

/// A block of 1 kg slides on a slab of 3 kg that slides on the ground; `slab` is the slab's number.
Eigen::VectorXd block_on_slab(std::uint32_t slab, double mu) {
  const Vector3 halves[2] = {{0.2, 0.2, 0.1}, {0.5, 0.5, 0.1}};  // block, slab
  const double masses[2] = {1.0, 3.0};
  const auto kind = [&](std::uint32_t body) { return body == slab ? 1 : 0; };
  BoxWorldSetup setup;
  setup.ground = true;
  setup.law = Law::Coulomb;
  BoxWorld boxes = box_world({halves[kind(0)], halves[kind(1)]}, setup);
  for (Surface& surface : boxes.model->surfaces) surface.friction = mu;
  Cluster cluster{{0, 1}, {BodyState{}, BodyState{}}};
  for (std::uint32_t body = 0; body < 2; ++body) {
    const Vector3 s = halves[kind(body)].cwiseProduct(halves[kind(body)]);
    const double mass = masses[kind(body)];
    const Vector3 moments = mass / 3.0 * Vector3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
    boxes.world.bodies[body].dynamics = free_body({mass, Vector3::Zero(), moments.asDiagonal()});
    const bool below = body == slab;
    cluster.states[body] = resting_at(Vector3(0, 0, below ? 0.1 + kTestSkin : 0.3 + 2 * kTestSkin));
    cluster.states[body].v = below ? moving(0.1, 0, 0) : moving(2.5, 0.4, 0);
  }
  Mode mode;
  mode.contacts = full_mode(boxes.world, cluster, {pair_of(0, 1)});
  for (ActiveContact& contact : mode.contacts) contact.state = ContactState::Slip;
  const ModeMotion motion = coulomb_motion(boxes.world, cluster, mode);
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  EXPECT_EQ(solution.solve(cluster.states, slips), RankCheck::Kept);
  Eigen::VectorXd a(12);  // block, slab
  a << solution.a().segment<6>(slab == 1 ? 0 : 6), solution.a().segment<6>(slab == 1 ? 6 : 0);
  return a;
}

TEST(CoulombMotion, OfABlockOnASlabDoesNotDependOnTheirOrder) {
  const double mu = 0.3;
  const double g = kTestGravity;
  const Eigen::Vector2d along = Eigen::Vector2d(2.4, 0.4).normalized();
  for (const std::uint32_t slab : {0U, 1U}) {
    const Eigen::VectorXd a = block_on_slab(slab, mu);
    EXPECT_LE((a.head<2>() + mu * g * along).norm(), 1e-10) << slab;
    const Eigen::Vector2d below = (mu * g * along - 4.0 * mu * g * Eigen::Vector2d(1, 0)) / 3.0;
    EXPECT_LE((a.segment<2>(6) - below).norm(), 1e-10) << slab;
    EXPECT_LE(a.segment<4>(2).norm() + a.segment<3>(8).norm(), 1e-9) << slab;
    // The ground's pressure is off the middle by 0.05 μ s_y, and so is its friction.
    EXPECT_NEAR(a[11], 0.4 * mu * mu * g * along.y(), 1e-8) << slab;
  }
}

/// A box that slides and turns on a fixed one of its own size, moved a little away from it.
struct ShiftedBox {
  BoxWorld boxes;
  Cluster cluster{{1}, {BodyState{}}};
  Mode mode;

  ShiftedBox(double x, double y, double yaw) {
    BoxWorldSetup setup;
    setup.fixed = 1;
    setup.law = Law::Coulomb;
    boxes = box_world({Vector3(0.2, 0.2, 0.1), Vector3(0.2, 0.2, 0.1)}, setup);
    for (Surface& surface : boxes.model->surfaces) surface.friction = 0.4;
    cluster.states[0] = resting_at(Vector3(x, y, 0.2 + kTestSkin));
    cluster.states[0].q = Quaternion{std::cos(0.5 * yaw), 0.0, 0.0, std::sin(0.5 * yaw)};
    cluster.states[0].v = moving(0.8, 0.3, 1.7);
    mode.contacts = full_mode(boxes.world, cluster, {pair_of(0, 1)});
    for (ActiveContact& contact : mode.contacts) contact.state = ContactState::Slip;
  }
};

TEST(CoulombMotion, DoesNotJumpWhereCornersPart) {
  const auto at_shift = [](double x, double y, double yaw, Eigen::VectorXd& a) {
    const ShiftedBox at(x, y, yaw);
    const ModeMotion motion = coulomb_motion(at.boxes.world, at.cluster, at.mode);
    ModeSolution solution(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    EXPECT_EQ(solve(solution, motion, at.cluster, slips), RankCheck::Kept);
    a = solution.a();
    const CarryingCorners corners = carrying_corners(at.boxes.world, at.cluster, at.mode);
    const Instant instant{at.boxes.world, at.cluster, at.mode, motion, solution};
    const double load = load_scale(at.boxes.world, at.cluster);
    // Some split without pull moves the box so.
    EXPECT_GT(cone_margin(instant, corners, slips, {load, load, -load}).margin, 0.0)
        << x << ' ' << y << ' ' << yaw;
    EXPECT_GE(motion.forces.size(), 4U);
    return touching_pairs(at.boxes.world, at.cluster, {}, at.mode.contacts).front().corners.size();
  };
  Eigen::VectorXd aligned;
  EXPECT_EQ(at_shift(0.0, 0.0, 0.0, aligned), 4U);
  EXPECT_GT(std::abs(aligned[5]), 1e-2);  // it turns: the split matters
  std::size_t most = 0;
  for (const double x : {3e-7, 3.9e-7, 1.1e-6, 4e-6})
    for (const double y : {-7e-8, 5e-7, 3e-6})
      for (const double yaw : {0.0, 2e-6, 1e-5, -3e-5}) {
        Eigen::VectorXd a;
        most = std::max(most, at_shift(x, y, yaw, a));
        EXPECT_LE((a - aligned).norm(), 100.0 * (x + std::abs(y) + std::abs(yaw) + 1e-6))
            << x << ' ' << y << ' ' << yaw;
      }
  EXPECT_GE(most, 6U);  // corners did part
}

/// The lowest load of the corners that stick, and of those that slide, by a motion.
std::array<double, 2> lowest_loads(const BoxOnGround& at, const ModeMotion& motion) {
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  EXPECT_EQ(solution.solve(at.cluster.states, slips, ModeSolution::Directions::Kept),
            RankCheck::Kept);
  std::array<double, 2> lowest{INFINITY, INFINITY};
  for (int f = 0; f < std::ssize(motion.forces); ++f) {
    double& low = lowest[motion.forces[f].slips ? 1 : 0];
    if (motion.forces[f].loaded) low = std::min(low, solution.load(f));
  }
  return lowest;
}

// Boxes on slopes that turn about a corner which sticks. Springs may let that corner pull though
// another split of the load does not; then the motion has that one.
TEST(CoulombMotion, CornersThatStickDoNotPullIfAnotherSplitCanCarry) {
  int pulled = 0;
  int mended = 0;
  for (int seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    BoxOnGround at = turning_box(random, 0.0, 0.0);
    at.mode.contacts.front().state = ContactState::Stick;
    if (lowest_loads(at, at.motion())[0] >= 0.0) continue;
    ++pulled;
    const ModeMotion motion = motion_in_mode(at.boxes.world, at.cluster, at.mode);
    if (motion.springs_decide) continue;  // no split carries it
    ++mended;
    EXPECT_GE(lowest_loads(at, motion)[0], -1e-8 * kTestGravity) << "Random random(" << seed << ")";
    EXPECT_GE(lowest_loads(at, motion)[1], -1e-8 * kTestGravity) << "Random random(" << seed << ")";
  }
  EXPECT_GE(pulled, 20);
  EXPECT_GE(mended, 5);
}

/// The loads of the corners, in the order of the mode's contacts.
Eigen::Vector4d loads_of(const BoxOnGround& at, const ModeMotion& motion) {
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  EXPECT_EQ(solution.solve(at.cluster.states, slips, ModeSolution::Directions::Kept),
            RankCheck::Kept);
  Eigen::Vector4d loads;
  for (int f = 0; f < 4; ++f) loads[f] = motion.forces[f].loaded ? solution.load(f) : 0.0;
  return loads;
}

// Two corners that face each other may carry more of a sliding box than the two others: the sums
// are the same. The motion has the split that the law decided with.
TEST(CoulombMotion, SharesTheLoadAsTheLawDidIfTheModeSaysHow) {
  BoxOnGround at({0.2, 0.3, 0.1}, 0.4, moving(3, 0, 0));
  const Eigen::Vector4d springs = loads_of(at, at.motion());
  const Eigen::Vector4d shift(1.0, -1.0, -1.0, 1.0);  // corners 0 and 6 face each other
  for (const double much : {-0.2, 0.1, springs.minCoeff()}) {
    const Eigen::Vector4d other = springs + much * shift;
    at.mode.loads.clear();
    for (int i = 0; i < 4; ++i)
      at.mode.loads.push_back({at.mode.contacts[i].id, {other[i], 0.0, 0.0}});
    EXPECT_LE((loads_of(at, at.motion()) - other).norm(), 1e-7 * other.norm()) << much;
  }
}

// Loads that belong to another motion would make corners pull: then springs share it.
/// Beside a corner that sticks: its force follows from the loads of those that slide.
TEST(CoulombMotion, BeginsWithTheLawsForcesBesideWhatSticks) {
  int tried = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    BoxOnGround at = turning_box(random, -3.0, 0.0);
    at.mode.contacts[0].state = ContactState::Stick;
    const ModeMotion springs = at.motion();
    ModeSolution solution(springs);
    std::vector<Vector3> slips = starting_slips(springs);
    if (solution.solve(at.cluster.states, slips) == RankCheck::Lost) continue;
    const Eigen::VectorXd own = solution.multipliers();
    const Eigen::MatrixXd open = null_basis(solution.sliding().reach());
    if (open.cols() != 1 || own.size() != 6 || own[0] < 0.0 || own.tail<3>().minCoeff() < 0.0)
      continue;
    // Another split, as far as no corner that slides pulls.
    const Eigen::VectorXd wanted =
        own + 0.3 * std::min(own[0], own.tail<3>().minCoeff()) * open.col(0);
    for (int i = 1; i < 4; ++i)
      at.mode.loads.push_back({at.mode.contacts[i].id, {wanted[i + 2], 0.0, 0.0}});
    const auto loads = with_held_forces(at.boxes.world, at.cluster, at.mode);
    ASSERT_TRUE(loads) << "Random random(" << seed << ")";
    at.mode.loads = *loads;
    const ModeMotion pressed = at.motion();
    ModeSolution other(pressed);
    ASSERT_EQ(other.solve(at.cluster.states, slips), RankCheck::Kept);
    EXPECT_LE((other.multipliers() - wanted).norm(), 1e-8 * wanted.norm())
        << "Random random(" << seed << ")";
    EXPECT_LE(residual(other), 1e-9) << "Random random(" << seed << ")";
    ++tried;
  }
  EXPECT_GE(tried, 20);
}

TEST(CoulombMotion, LeavesTheLawsShareWhereItPulls) {
  BoxOnGround at({0.2, 0.3, 0.1}, 0.4, moving(3, 0, 0));
  const Eigen::Vector4d springs = loads_of(at, at.motion());
  for (const ActiveContact& contact : at.mode.contacts)
    at.mode.loads.push_back({contact.id, {contact.id.vertex < 4 ? 1.0 : 0.0, 0.0, 0.0}});
  EXPECT_LE((loads_of(at, at.motion()) - springs).norm(), 1e-12 * springs.norm());
}

}  // namespace
}  // namespace rigor
