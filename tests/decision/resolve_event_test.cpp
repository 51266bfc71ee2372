// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/decision/event_decision.hpp>
#include <rigor/decision/resolve_event.hpp>
#include <rigor/motion/scales.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

constexpr double kSkin = 1e-8;

/// Unit cubes in a row along x, δ apart; their masses are 1 kg, 2 kg, ...
struct Row {
  BoxWorld boxes;
  EventScene scene;

  Row(int count, const BoxWorldSetup& setup)
      : boxes(box_world(std::vector<Vector3>(count, Vector3::Constant(0.5)), setup)) {
    for (int i = 0; i < count; ++i) {
      scene.cluster.bodies.push_back(static_cast<std::uint32_t>(i));
      scene.cluster.states.push_back(resting_at(Vector3(i * (1.0 + kSkin), 0, 2)));
      if (i > 0)
        scene.near.push_back(
            pair_of(static_cast<std::uint32_t>(i - 1), static_cast<std::uint32_t>(i)));
    }
  }

  double momentum(const Cluster& cluster) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < cluster.bodies.size(); ++i)
      sum += (1.0 + static_cast<double>(i)) * cluster.states[i].v.x();
    return sum;
  }
};

TEST(ResolveEvent, InelasticImpactsInARowLeaveOneCommonSpeed) {
  for (const Law law : {Law::Frictionless, Law::NoSlip}) {
    for (const int count : {2, 3}) {
      Row row(count, {.gravity = 0.0, .law = law});
      row.scene.cluster.states[0].v.x() = 1.0;
      const EventOutcome outcome = resolve_event(row.boxes.world, row.scene);
      ASSERT_TRUE(std::holds_alternative<ResolvedEvent>(outcome))
          << name(law) << ", " << count << " boxes: " << std::get<Refusal>(outcome).reason;
      const auto& result = std::get<ResolvedEvent>(outcome);
      EXPECT_TRUE(result.impact);
      const double common = 1.0 / (count * (count + 1) / 2);
      for (const BodyState& state : result.cluster.states) {
        EXPECT_NEAR(state.v.x(), common, 1e-12);
        EXPECT_LE(state.v.tail<5>().norm(), 1e-12);
      }
      EXPECT_NEAR(row.momentum(result.cluster), 1.0, 1e-12);
      EXPECT_NEAR(result.energy_before, 0.5, 1e-12);
      EXPECT_NEAR(result.energy_after, 0.5 * common, 1e-12);
    }
  }
}

// A plate that slides on its lower edge and turns so fast that it may lift, but is in Painlevé's
// paradox: pressed down it may stay as well. Nothing hits, and yet the choice is told, or refused.
TEST(ResolveEvent, SeveralAccelerationsAreIndeterminate) {
  BoxWorldSetup setup;
  setup.ground = true;
  setup.law = Law::Coulomb;
  BoxWorld boxes = box_world({Vector3(1.0, 0.2, 0.02)}, setup);
  for (Surface& surface : boxes.model->surfaces) surface.friction = 2.0;
  const Quaternion q = turn(-0.25 * std::numbers::pi, Vector3::UnitY());
  EventScene scene;
  scene.cluster = {{0}, {resting_at(Vector3::Zero(), q)}};
  const Vector3 arm = q * Vector3(-1.0, 0.0, -0.02);  // to the middle of the lower edge
  scene.cluster.states[0].x.z() = kSkin - arm.z();
  const Vector3 spin(0.0, -5.0, 0.0);
  scene.cluster.states[0].v << Vector3(-1.0, 0.0, 0.0) - spin.cross(arm), spin;
  const EventOutcome outcome = resolve_event(boxes.world, scene);
  ASSERT_TRUE(std::holds_alternative<ResolvedEvent>(outcome)) << std::get<Refusal>(outcome).reason;
  const auto& result = std::get<ResolvedEvent>(outcome);
  EXPECT_FALSE(result.impact);
  EXPECT_FALSE(result.impulse_without_collision);
  EXPECT_TRUE(result.indeterminate);
  EXPECT_TRUE(result.mode.contacts.empty());  // the one of the smallest forces
  boxes.world.indeterminate = OnIndeterminate::Refuse;
  const EventOutcome refused = resolve_event(boxes.world, scene);
  ASSERT_TRUE(std::holds_alternative<Refusal>(refused));
  EXPECT_EQ(std::get<Refusal>(refused).kind, RefusalKind::Indeterminate);
}

/// A cube on the ground, sinking at a speed.
EventScene sinking_cube(const World& world, double speed) {
  EventScene scene;
  scene.cluster = {{0}, {resting_at(Vector3(0.0, 0.0, 0.5 + kSkin))}};
  scene.cluster.states[0].v.z() = -speed;
  for (std::uint32_t vertex = 0; vertex < 8; ++vertex)
    if (world.bodies[0].pieces[0].polytope.vertices()[vertex].z() < 0.0)
      scene.mode.contacts.push_back({on_ground(0, vertex), ContactState::Stick});
  return scene;
}

// What touches already, and approaches slower than a slip that has stopped, does not hit. What has
// not touched before does, however slowly, and so does what is faster.
TEST(ResolveEvent, WhatTheModeHoldsIsNotHitByItsDrift) {
  BoxWorldSetup setup;
  setup.ground = true;
  setup.law = Law::Coulomb;
  setup.friction = 0.5;
  const BoxWorld boxes = box_world({Vector3::Constant(0.5)}, setup);
  const auto hits = [&](const EventScene& scene) {
    const EventOutcome outcome = resolve_event(boxes.world, scene);
    const auto& result = std::get<ResolvedEvent>(outcome);
    EXPECT_LE(result.cluster.states[0].v.norm(), 1e-15);
    EXPECT_EQ(result.mode.contacts.size(), 4u);
    return result.impact;
  };
  EventScene slow = sinking_cube(boxes.world, 0.1 * stop_speed(boxes.world));
  EXPECT_FALSE(hits(slow));
  EXPECT_TRUE(hits(sinking_cube(boxes.world, 10.0 * stop_speed(boxes.world))));
  slow.mode.contacts.clear();
  EXPECT_TRUE(hits(slow));
}

/// A small box slides down along a wall that leans by an angle, and presses with its lower edge
/// against a block on the ground, which gives way by this angle times the speed.
struct Wedge {
  std::unique_ptr<Model> model;
  World world;
  EventScene scene;

  Wedge(double angle, double speed) {
    constexpr double kSmall = 0.05;
    constexpr double kLarge = 0.5;
    const auto link = [](const char* name, double half, double mass, const Vector3& com) {
      LinkDescription out;
      out.name = name;
      const Eigen::Matrix3d about = 2.0 / 3.0 * mass * half * half * Eigen::Matrix3d::Identity();
      out.inertia = SpatialInertia{mass, com, about};
      out.pieces.push_back({"piece", unwrap(make_box(Vector3::Constant(half))), {}, ""});
      return out;
    };
    ModelDescription description;
    description.gravity = Vector3(0, 0, -kTestGravity);
    description.materials.push_back({"default", {0.5, 0.0, 0.0}});
    description.links.push_back(link("small", kSmall, 1.0, Vector3::Zero()));
    description.links.push_back(link("large", kLarge, 3.0, Vector3::Zero()));
    const Vector3 out(std::cos(angle), 0.0, std::sin(angle));
    const Vector3 down(std::sin(angle), 0.0, -std::cos(angle));
    description.half_spaces.push_back({"ground", HalfSpace{}, ""});
    description.half_spaces.push_back({"wall", HalfSpace{out, 0.0}, ""});
    model = std::make_unique<Model>(unwrap(build(description)));
    SimulationOptions options;
    options.law = Law::Coulomb;
    world = make_world(*model, neutral_state(*model), options);
    scene.cluster.bodies = {0, 1};
    const Vector3 x = (kSmall + kSkin) * out - 0.3 * down;
    scene.cluster.states.push_back(resting_at(x, turn(-angle, Vector3::UnitY())));
    const double edge = x.x() + kSmall * (out.x() + down.x());
    scene.cluster.states.push_back(resting_at({edge + kSkin + kLarge, 0.0, kLarge + kSkin}));
    scene.cluster.states[0].v.head<3>() = speed * down;
    scene.cluster.states[1].v.x() = speed * down.x();
    scene.near = {pair_of(0, 1)};
    scene.stops = scene.slips = true;
  }
};

// The block's slip counts as stopped, and friction would hold it. But nothing hits, so that the box
// goes on as fast as it was, and the block with it.
TEST(ResolveEvent, ASlowSlipThatAFastBodyDrivesIsNotStoppedByForce) {
  constexpr double kSpeed = 1e-3;
  const Wedge wedge(5e-5, kSpeed);
  ASSERT_LT(5e-5 * kSpeed, slow_speed(wedge.world));
  ASSERT_GT(5e-5 * kSpeed, 10.0 * stop_speed(wedge.world));
  const EventOutcome outcome = resolve_event(wedge.world, wedge.scene);
  ASSERT_TRUE(std::holds_alternative<ResolvedEvent>(outcome)) << std::get<Refusal>(outcome).reason;
  const auto& result = std::get<ResolvedEvent>(outcome);
  EXPECT_FALSE(result.impact);
  EXPECT_NEAR(result.cluster.states[0].v.head<3>().norm(), kSpeed, 1e-6 * kSpeed);
  EXPECT_NEAR(result.energy_after, result.energy_before, 1e-6 * 0.5 * kSpeed * kSpeed);
}

// A cube that slides on the ground is in no jam, whatever it was taken for: no push grows, none is
// told, and friction brakes it.
TEST(ResolveEvent, WhereNoPushGrowsThereIsNoImpulseWithoutCollision) {
  BoxWorldSetup setup;
  setup.ground = true;
  setup.law = Law::Coulomb;
  BoxWorld boxes = box_world({Vector3::Constant(0.5)}, setup);
  for (Surface& surface : boxes.model->surfaces) surface.friction = 0.2;
  EventScene scene;
  scene.cluster = {{0}, {resting_at(Vector3(0.0, 0.0, 0.5 + kSkin))}};
  scene.cluster.states[0].v.x() = 1.0;
  for (const std::uint32_t vertex : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U})
    if (boxes.world.bodies[0].pieces[0].polytope.vertices()[vertex].z() < 0.0)
      scene.mode.contacts.push_back(
          {{{{trace::kWorld, 0}, {0, 0}}, PairAxis{}, vertex}, ContactState::Slip});
  scene.jams = scene.slips = true;
  const EventOutcome outcome = resolve_event(boxes.world, scene);
  ASSERT_TRUE(std::holds_alternative<ResolvedEvent>(outcome)) << std::get<Refusal>(outcome).reason;
  const auto& result = std::get<ResolvedEvent>(outcome);
  EXPECT_FALSE(result.impulse_without_collision);
  EXPECT_EQ(result.mode.contacts.size(), 4U);
  EXPECT_NEAR(result.cluster.states[0].v.x(), 1.0, 1e-12);
}

TEST(ResolveEvent, AnElasticImpactOfTwoIsTheOneOfTheTextbook) {
  Row row(2, {.gravity = 0.0, .restitution = 0.5});
  row.scene.cluster.states[0].v.x() = 2.0;
  row.scene.cluster.states[1].v.x() = -1.0;
  const auto result = std::get<ResolvedEvent>(resolve_event(row.boxes.world, row.scene));
  // m1 = 1, m2 = 2: v' = V ∓ e (relative speed) m_other / (m1 + m2), V = 0.
  EXPECT_NEAR(result.cluster.states[0].v.x(), -0.5 * 3.0 * 2.0 / 3.0, 1e-12);
  EXPECT_NEAR(result.cluster.states[1].v.x(), 0.5 * 3.0 * 1.0 / 3.0, 1e-12);
  EXPECT_NEAR(row.momentum(result.cluster), 0.0, 1e-12);
  EXPECT_TRUE(result.mode.contacts.empty());
  double impulse = 0.0;
  for (const TouchPoint& point : result.points) impulse += point.impulse_W.x();
  EXPECT_NEAR(impulse, 2.0 * (0.5 * 3.0 / 3.0 + 1.0), 1e-12);
}

TEST(ResolveEvent, PartingBodiesArePassedBy) {
  Row row(2, {.gravity = 0.0});
  row.scene.cluster.states[1].v.x() = 1.0;
  const auto result = std::get<ResolvedEvent>(resolve_event(row.boxes.world, row.scene));
  EXPECT_FALSE(result.impact);
  EXPECT_TRUE(result.mode.contacts.empty());
  EXPECT_EQ(result.cluster.states[1].v.x(), 1.0);
}

TEST(ResolveEvent, ARestingStackStays) {
  for (const Law law : {Law::Frictionless, Law::NoSlip}) {
    const BoxWorld boxes =
        box_world(std::vector<Vector3>(3, Vector3::Constant(0.5)), {.ground = true, .law = law});
    EventScene scene;
    for (std::uint32_t i = 0; i < 3; ++i) {
      scene.cluster.bodies.push_back(i);
      scene.cluster.states.push_back(
          resting_at(Vector3(0.1 * i, 0.05 * i, 0.5 + kSkin + i * (1.0 + kSkin))));
    }
    scene.near = {pair_of(0, 1), pair_of(1, 2)};
    const EventOutcome outcome = resolve_event(boxes.world, scene);
    ASSERT_TRUE(std::holds_alternative<ResolvedEvent>(outcome))
        << std::get<Refusal>(outcome).reason;
    const auto& result = std::get<ResolvedEvent>(outcome);
    EXPECT_FALSE(result.impact);
    EXPECT_EQ(result.at_rest, (std::vector<char>{1, 1, 1}));
    EXPECT_EQ(result.mode.contacts.size(), 12U);
    EXPECT_LE(result.moved, 1e-13);
    // Asked again with the mode it chose, it chooses the same.
    const auto again = std::get<ResolvedEvent>(
        resolve_event(boxes.world, {result.cluster, scene.near, result.mode}));
    EXPECT_EQ(ids_of(again.mode), ids_of(result.mode));
    const auto a = corner_accelerations(boxes.world, result.cluster, result.mode);
    ASSERT_TRUE(a.has_value());
    EXPECT_LE(a->norm(), 1e-9);
  }
}

TEST(ResolveEvent, AnOverhangingBoxKeepsOnlyTheEdgeItTipsOver) {
  const BoxWorld boxes =
      box_world(std::vector<Vector3>(2, Vector3::Constant(0.5)), {.fixed = 1, .law = Law::NoSlip});
  const EventScene scene{{{1}, {resting_at(Vector3(0.6, 0, 1.0 + kSkin))}}, {pair_of(0, 1)}, {}};
  const auto result = std::get<ResolvedEvent>(resolve_event(boxes.world, scene));
  ASSERT_EQ(result.mode.contacts.size(), 2U);
  for (const ActiveContact& contact : result.mode.contacts)
    EXPECT_NEAR(rows_of(boxes.world, result.cluster, contact.id).point_W.x(), 0.5, 1e-7);
  EXPECT_EQ(result.at_rest, std::vector<char>{0});
}

/// A box on one of its edges, the opposite one 0.28 δ higher, is about to lie flat when its forces
/// yield. What the law decides a little later, where the whole face touches, does not put that face
/// down now.
TEST(ResolveEvent, FacesThatTouchOnlyLaterAreNotPutDownNow) {
  const BoxWorld boxes = box_world({Vector3(1, 1, 0.5), Vector3(0.2, 0.2, 0.1)},
                                   {.fixed = 1, .law = Law::Coulomb, .friction = 0.5});
  const double higher = 0.28 * kSkin;
  const Cluster flat{{1}, {resting_at(Vector3(0, 0, 0.6 + kSkin))}};
  const Cluster tilted{
      {1},
      {resting_at(Vector3(0, 0, 0.6 + kSkin + higher / 2), turn(-higher / 0.4, Vector3::UnitY()))}};
  EventScene scene{tilted, {pair_of(0, 1)}, {}};
  for (const ContactId& id : ids_of({full_mode(boxes.world, tilted, scene.near), {}}))
    scene.mode.contacts.push_back({id, ContactState::Stick, 0.0});
  ASSERT_EQ(scene.mode.contacts.size(), 2U);
  scene.ahead = flat;
  scene.slips = scene.yields = true;
  const EventOutcome outcome = resolve_event(boxes.world, scene);
  ASSERT_TRUE(std::holds_alternative<ResolvedEvent>(outcome)) << std::get<Refusal>(outcome).reason;
  const auto& result = std::get<ResolvedEvent>(outcome);
  EXPECT_LE((result.cluster.states[0].x - tilted.states[0].x).norm(), 0.01 * kSkin);
  for (const ActiveContact& contact : result.mode.contacts)
    EXPECT_NEAR(gap_of(boxes.world, tilted, contact.id), kSkin, 0.01 * kSkin);
}

/// A can of 16 sides on a fixed box, tilted by so many radians, its lowest corner in the band.
struct TiltedCan {
  BoxWorld boxes = box_world({Vector3(0.2, 0.2, 0.1), Vector3(0.033, 0.033, 0.055)},
                             {.fixed = 1, .law = Law::Coulomb, .friction = 0.5});
  EventScene scene;

  explicit TiltedCan(double tilt) {
    Body& can = boxes.world.bodies[1];
    can.pieces.clear();
    can.pieces.emplace_back(unwrap(make_prism(16, 0.033, 0.11)));
    const Quaternion q =
        turn(tilt, Vector3::UnitY()) * turn(5.0 * std::numbers::pi / 180.0, Vector3::UnitZ());
    scene.cluster = {{1}, {resting_at(Vector3(0, 0, 0.155), q)}};
    scene.near = {pair_of(0, 1)};
    bring_to_gap(boxes.world, scene.cluster, scene.near[0], 0, Vector3::UnitZ(), 0.992 * kSkin);
  }

  /// How many of its corners are above the band, and how many are not.
  std::pair<int, int> corners() const {
    const auto pairs = touching_pairs(boxes.world, scene.cluster, scene.near, {});
    std::pair<int, int> count;
    for (const ContactCorner& corner : pairs.at(0).corners)
      ++(corner.corner.gap > boxes.world.tolerances.upper() ? count.first : count.second);
    return count;
  }
};

// Three of its lower corners are in the band, the fourth is 1.7 bands above it. Its weight lies
// inside of all of them, so it comes down about the lowest ones; the chord through the first and
// the last, which alone could hold it, is still too high.
TEST(ResolveEvent, CornersAboveTheBandDoNotHoldATiltedCan) {
  const TiltedCan can(4.5e-8);
  EXPECT_GT(can.corners().first, 0);
  EXPECT_GT(can.corners().second, 2);
  const EventOutcome outcome = resolve_event(can.boxes.world, can.scene);
  ASSERT_TRUE(std::holds_alternative<ResolvedEvent>(outcome)) << std::get<Refusal>(outcome).reason;
  const auto& result = std::get<ResolvedEvent>(outcome);
  EXPECT_LE(result.moved, 0.05 * kSkin);
  ASSERT_FALSE(result.mode.contacts.empty());
  const auto accelerations = corner_accelerations(can.boxes.world, result.cluster, result.mode);
  ASSERT_TRUE(accelerations);
  EXPECT_LT((*accelerations)[2], -0.1);  // it comes down
}

// Tilted less, its corners within four bands of the band hold it, if they count as touching; the
// others do not. It tips about its lowest line until the face lies flat, and does not rest on that.
TEST(ResolveEvent, ATiltedCanDoesNotRestOnALine) {
  const TiltedCan can(1.36e-8);
  EXPECT_GT(can.corners().first, 0);
  const EventOutcome outcome = resolve_event(can.boxes.world, can.scene);
  ASSERT_TRUE(std::holds_alternative<ResolvedEvent>(outcome)) << std::get<Refusal>(outcome).reason;
  const auto& result = std::get<ResolvedEvent>(outcome);
  EXPECT_EQ(result.mode.contacts.size(), 2U);
  EXPECT_EQ(result.at_rest, std::vector<char>{0});
}

TEST(ResolveEvent, TheViscousLawIsRefusedBetweenBodiesByName) {
  Row row(2, {.gravity = 0.0, .law = Law::Viscous});
  row.boxes.model->surfaces[0].viscous = 1.0;
  const EventOutcome outcome = resolve_event(row.boxes.world, row.scene);
  ASSERT_TRUE(std::holds_alternative<Refusal>(outcome));
  EXPECT_EQ(std::get<Refusal>(outcome).kind, RefusalKind::Unsupported);
  EXPECT_NE(std::get<Refusal>(outcome).reason.find("'box0' and 'box1'"), std::string::npos);
}

}  // namespace
}  // namespace rigor
