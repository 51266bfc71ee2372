// SPDX-License-Identifier: Apache-2.0
// Bodies that driven ones carry by friction, on both sides of what friction can do, from scenes.
#include <array>
#include <cmath>

#include "integration/moving.hpp"

namespace rigor {
namespace {

using trace::EventKind;

constexpr double kDriven = 1e-8;  // 100 tol, tol = 1e-10
constexpr double kSkins = 2e-8;   // m; touching starts are opened by a skin

std::function<void(Scene&)> with_friction(double mu) {
  return [mu](Scene& scene) {
    if (scene.pairs.empty()) scene.default_pair.mu = mu;
    for (SurfacePairSpec& pair : scene.pairs) pair.pair.mu = mu;
  };
}

/// When the last event of the kind happened, or NaN.
double last_of(const SceneRun& run, EventKind kind) {
  const auto events = events_of_kind(run.trace(), kind);
  return events.empty() ? NAN : trace::seconds(events.back().lo);
}

Quaternion rotation_of(const SceneRun& run, int i) {
  const auto q = run.outcome().final_state.q.segment<4>(7 * i + 3);
  return {q[0], q[1], q[2], q[3]};
}

TEST(FrictionDrives, ATurntableCarriesWhatFrictionHolds) {
  const double limit = 4.5 / kG;
  for (const double mu : {0.5, limit + 1e-6}) {
    const SceneRun run = proved_run("turntable.yaml", with_friction(mu));
    const Vector3 there(0.5 * std::cos(6.0), 0.5 * std::sin(6.0), 0.05);
    EXPECT_NEAR((position_of(run, 0) - there).norm(), 0.0, kSkins) << mu;
    const Quaternion turned(Eigen::AngleAxisd(6.0, Vector3::UnitZ()));
    EXPECT_NEAR(rotation_of(run, 0).angularDistance(turned), 0.0, kDriven) << mu;
    EXPECT_TRUE(events_of_kind(run.trace(), EventKind::Slip).empty()) << mu;
  }
}

/// A point on a table that turns with w under friction mu g against its slip, from rest on the
/// table at radius r on the x axis: position and velocity at t by Runge and Kutta's method, with
/// short steps at first, where the slip is slow.
std::array<Eigen::Vector2d, 2> sliding_point(double mu, double w, double r, double t) {
  using V = Eigen::Vector2d;
  const auto acceleration = [&](const V& x, const V& v) -> V {
    const V slip = v - w * V(-x.y(), x.x());
    return -mu * kG * (slip.norm() < 1e-14 ? V(1, 0) : V(slip.normalized()));
  };
  V x(r, 0);
  V v(0, w * r);
  const int steps = 2000;
  const auto time = [&](int i) { return t * std::pow(static_cast<double>(i) / steps, 3); };
  for (int i = 0; i < steps; ++i) {
    const double h = time(i + 1) - time(i);
    const V a1 = acceleration(x, v);
    const V v2 = v + 0.5 * h * a1;
    const V a2 = acceleration(x + 0.5 * h * v, v2);
    const V v3 = v + 0.5 * h * a2;
    const V a3 = acceleration(x + 0.5 * h * v2, v3);
    const V v4 = v + h * a3;
    const V a4 = acceleration(x + h * v3, v4);
    x += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
    v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return {x, v};
}

// The box turns with the table all the time: seen from there it slides without turning, and its
// centre moves like a point.
TEST(FrictionDrives, ATurntableLosesWhatFrictionCanNotHold) {
  for (const double mu : {0.3, 0.4}) {
    const SceneRun run = proved_run("turntable.yaml", with_friction(mu));
    EXPECT_FALSE(events_of_kind(run.trace(), EventKind::Lift).empty());
    for (const double t : {0.2, 0.5, 0.8}) {
      const auto [x, v] = sliding_point(mu, 3.0, 0.5, t);
      const Moving box = until(run, 1, t);
      EXPECT_NEAR((box.x.head<2>() - x).norm(), 0.0, kDriven) << mu << ", " << t;
      EXPECT_NEAR((box.v.head<2>() - v).norm(), 0.0, kDriven) << mu << ", " << t;
      EXPECT_NEAR((box.w - Vector3(0, 0, 3)).norm(), 0.0, kDriven) << mu << ", " << t;
    }
  }
}

// Seen from the table, the box creeps outwards with r'' = w² r - mu g; what Coriolis' force bends
// of that is small as long as it is slow.
TEST(FrictionDrives, ATurntableJustBelowItsLimitLetsTheBoxCreep) {
  const double w = 3.0;
  for (const double mu : {0.4587, 0.458715}) {
    const SceneRun run = proved_run("turntable.yaml", with_friction(mu));
    EXPECT_LT(run.trace().segments.size(), 1000U) << mu;
    EXPECT_TRUE(events_of_kind(run.trace(), EventKind::Stick).empty());
    const double balance = mu * kG / (w * w);
    for (const double t : {0.3, 0.6, 1.0}) {
      const double radius = until(run, 1, t).x.head<2>().norm();
      const double creep = (0.5 - balance) * std::cosh(w * t);
      EXPECT_NEAR(radius - balance, creep, 2e-3 * creep) << mu << ", " << t;
    }
  }
}

/// Without the turn: friction along the lift only.
std::function<void(Scene&)> straight(double mu) {
  return [mu](Scene& scene) {
    with_friction(mu)(scene);
    for (BodySpec& body : scene.bodies)
      if (body.driven)
        for (DrivenKnot& knot : body.driven->knots) knot.angle = 0.0;
  };
}

TEST(FrictionDrives, APressedBlockIsLiftedAndTurned) {
  const SceneRun run = proved_run("press-and-lift.yaml");
  EXPECT_NEAR((position_of(run, 0) - Vector3(0.1, 0, 1.5)).norm(), 0.0, kSkins);
  const Quaternion turned(Eigen::AngleAxisd(1.0, Vector3::UnitX()));
  EXPECT_NEAR(rotation_of(run, 0).angularDistance(turned), 0.0, kDriven);
  EXPECT_TRUE(events_of_kind(run.trace(), EventKind::Slip).empty());
}

/// A lift by h in T seconds along a cubic sets out with a = 6 h/T² and falls off by 2 a/T a second.
/// Friction that gives the body b < a lets it stay behind until it has caught up: t = T (a - b)/a.
double catches_up(double a, double b) { return (a - b) / a; }

TEST(FrictionDrives, APressedBlockStaysBehindOrFalls) {
  // mu F = m (g + 3) at mu = 0.427.
  const SceneRun holds = proved_run("press-and-lift.yaml", straight(0.427 + 1e-6));
  EXPECT_NEAR(position_of(holds, 0).z(), 1.5, kSkins);
  const double behind = 0.42 * 60.0 / 2.0 - kG;
  const SceneRun late = proved_run("press-and-lift.yaml", straight(0.42));
  EXPECT_NEAR(last_of(late, EventKind::Stick), catches_up(3.0, behind), 1e-9);
  const SceneRun falls = proved_run("press-and-lift.yaml", straight(0.3));
  const double a = 0.3 * 60.0 / 2.0 - kG;
  EXPECT_NEAR(position_of(falls, 0).z(), 1.0 + 0.5 * a * 1.5 * 1.5, kDriven);
  EXPECT_NEAR(velocity_of(falls, 0).z(), 1.5 * a, kDriven);
}

TEST(FrictionDrives, AGripperHoldsByItsForce) {
  const SceneRun run = proved_run("gripper-by-force.yaml");
  EXPECT_NEAR((position_of(run, 1) - Vector3(0, 0, 0.6)).norm(), 0.0, kSkins);
  EXPECT_NEAR((position_of(run, 0) - Vector3(0.2, 0, 0.6)).norm(), 0.0, 2 * kSkins);
  EXPECT_TRUE(events_of_kind(run.trace(), EventKind::Slip).empty());
}

TEST(FrictionDrives, AGripperThatPressesTooLittleLetsTheBlockSlide) {
  const SceneRun late = proved_run("gripper-by-force.yaml", with_friction(0.14));
  const double behind = 2.0 * 0.14 * 40.0 - kG;
  EXPECT_NEAR(last_of(late, EventKind::Stick), catches_up(2.4, behind), 1e-9);
  const SceneRun falls = proved_run("gripper-by-force.yaml", [](Scene& scene) {
    with_friction(0.1)(scene);
    scene.stop.time = 0.15;  // later the jaw tips, when the block is too far below its force
  });
  const double a = 2.0 * 0.1 * 40.0 - kG;
  EXPECT_NEAR(position_of(falls, 1).z(), 0.2 + 0.5 * a * 0.15 * 0.15, kSkins);
}

}  // namespace
}  // namespace rigor
