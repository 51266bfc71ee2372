// SPDX-License-Identifier: Apache-2.0
// Random and structured redundant problems under every convex law: always solved, and the motion
// does not depend on the order of contacts or bodies, on the tangents, or on units.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include <gtest/gtest.h>

#include <rigor/laws/acceleration.hpp>
#include <rigor/laws/impact.hpp>
#include <rigor/random.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::at;
using testing::box_body;
using testing::contact_set;
using testing::kGround;
using testing::SceneBody;
using testing::ScenePoint;

struct Scene {
  std::vector<SceneBody> bodies;
  std::vector<ScenePoint> points;
  Eigen::VectorXd v;
  double noise = 0.0;    ///< metres
  double decades = 0.0;  ///< of the masses
};

/// A stack of boxes with 4 to 32 contacts per interface, masses over `decades`, points moved out of
/// the plane's exact dependence by `noise`.
Scene random_stack(Random& random) {
  Scene scene;
  const int count = 1 + random.index(6);
  const int per_interface = 4 << random.index(4);
  const double decades = random.uniform(0.0, 6.0);
  const double noise = random.index(2) == 0 ? 0.0 : std::pow(10.0, random.uniform(-12.0, -3.0));
  scene.noise = noise;
  scene.decades = decades;
  for (int i = 0; i < count; ++i) {
    const double mass = std::pow(10.0, decades * (random.unit() - 0.5));
    scene.bodies.push_back(box_body({0.5, 0.5, 0.5}, mass, {0, 0, i + 0.5}));
    for (int k = 0; k < per_interface; ++k) {
      const double angle = 2.0 * std::acos(-1.0) * k / per_interface;
      const Vector3 p(0.5 * std::cos(angle), 0.5 * std::sin(angle), i + noise * random.normal());
      scene.points.push_back(at(i - 1, i, p));
    }
  }
  scene.v = Eigen::VectorXd::Zero(6 * count);
  const bool moving = random.index(4) != 0;
  for (int i = 0; i < count; ++i) {
    scene.v[6 * i + 2] = -1.0;
    if (!moving) continue;
    for (int k = 0; k < 6; ++k) scene.v[6 * i + k] += random.normal();
  }
  return scene;
}

Impact solved(Law law, const Scene& scene) {
  const ContactSet set = contact_set(scene.bodies, scene.points);
  const Impact impact = resolve_impact(law, set, scene.v);
  EXPECT_EQ(impact.status, ImpactStatus::Solved);
  // Known weak spot: no-slip equations that depend on each other up to 1e-12 .. 1e-3 reach 1e-8
  // only.
  const bool weak = law == Law::NoSlip && scene.noise > 0.0;
  EXPECT_LE(impact.residual, weak ? 1e-7 : 1e-10)
      << name(law) << " noise " << scene.noise << " mass ratio 1e" << scene.decades;
  EXPECT_LE(impact.energy_change, 1e-10 * kinetic_energy(set, scene.v));
  return impact;
}

TEST(Invariance, RedundantStacksAreAlwaysSolved) {
  const char* text = std::getenv("RIGOR_LAWS_TRIALS");
  const int trials = text != nullptr ? std::atoi(text) : 250;
  Random random(61);
  double worst = 0.0;
  int above = 0;
  for (int trial = 0; trial < trials; ++trial) {
    SCOPED_TRACE(trial);
    const Scene scene = random_stack(random);
    for (const Law law : {Law::Frictionless, Law::NoSlip}) {
      const double residual = solved(law, scene).residual;
      worst = std::max(worst, residual);
      above += residual > 1e-10 ? 1 : 0;
    }
  }
  std::printf("worst residual of %d stacks: %.1e; above 1e-10: %d of %d problems\n", trials, worst,
              above, 2 * trials);
}

// Reversed contacts, turned tangents, reversed bodies: the same motion.
TEST(Invariance, OrderAndTangentsDoNotMatter) {
  Random random(62);
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const Scene scene = random_stack(random);
    const auto count = static_cast<int>(scene.bodies.size());
    Scene other;
    other.bodies.assign(scene.bodies.rbegin(), scene.bodies.rend());
    other.points.assign(scene.points.rbegin(), scene.points.rend());
    const auto renamed = [count](int body) { return body == kGround ? kGround : count - 1 - body; };
    for (ScenePoint& p : other.points) {
      p.a = renamed(p.a);
      p.b = renamed(p.b);
      p.twist = random.uniform(-3.0, 3.0);
    }
    other.v = scene.v;
    for (int i = 0; i < count; ++i) other.v.segment(6 * renamed(i), 6) = scene.v.segment(6 * i, 6);
    for (const Law law : {Law::Frictionless, Law::NoSlip}) {
      if (law == Law::NoSlip && scene.noise > 0.0) continue;  // see `solved`
      const Impact one = solved(law, scene);
      const Impact two = solved(law, other);
      double heaviest = 0.0;
      double lightest = INFINITY;
      for (const SceneBody& body : scene.bodies) {
        heaviest = std::max(heaviest, body.mass);
        lightest = std::min(lightest, body.mass);
      }
      // Both are exact to 1e-12 in the energy norm; light bodies see it magnified.
      const double tolerance = 1e-9 * std::sqrt(heaviest / lightest) * scene.v.norm();
      for (int i = 0; i < count; ++i) {
        EXPECT_LE((one.v.segment(6 * i, 6) - two.v.segment(6 * renamed(i), 6)).norm(), tolerance);
      }
    }
  }
}

// Lengths in millimetres, masses in grams: the same decisions, the same motion.
TEST(Invariance, UnitsDoNotMatter) {
  Random random(63);
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const Scene scene = random_stack(random);
    Scene milli = scene;
    for (SceneBody& body : milli.bodies) {
      body.mass *= 1e3;
      body.inertia *= 1e9;
      body.com *= 1e3;
    }
    for (ScenePoint& p : milli.points) p.point *= 1e3;
    for (Eigen::Index i = 0; i < milli.v.size(); ++i) {
      if (i % 6 < 3) milli.v[i] *= 1e3;
    }
    const Impact one = solved(Law::Frictionless, scene);
    const Impact two = solved(Law::Frictionless, milli);
    EXPECT_EQ(one.fates, two.fates);
    EXPECT_NEAR(one.energy_change * 1e9, two.energy_change,
                1e-8 * std::abs(two.energy_change) + 1e-3);
  }
}

// Cubes that meet at a vertex, an edge or a face, whatever normal is chosen for them: momentum is
// kept, energy never rises, and it is kept for e = 1.
TEST(Invariance, B35MomentumAndEnergyOfDegenerateHits) {
  Random random(64);
  for (int trial = 0; trial < 100; ++trial) {
    SCOPED_TRACE(trial);
    const auto d = random.direction<3>();
    Vector3 normal(1.0, 0.8 * d[1], 0.8 * d[2]);
    normal.normalize();
    const double e = trial % 3 == 0 ? 0.0 : trial % 3 == 1 ? 0.5 : 1.0;
    ScenePoint p = at(0, 1, Vector3::Zero(), normal);
    p.properties.restitution = e;
    Scene scene;
    scene.bodies = {box_body({0.5, 0.5, 0.5}, 1.0, {-0.8, 0.05, 0.02}),
                    box_body({0.5, 0.5, 0.5}, 1.0, {0.8, -0.03, 0.01})};
    scene.points = {p};
    scene.v = Eigen::VectorXd::Zero(12);
    scene.v[0] = 1.0;
    scene.v[6] = -1.0;
    const ContactSet set = contact_set(scene.bodies, scene.points);
    const Impact impact = solved(Law::Frictionless, scene);
    const Vector3 momentum = impact.v.segment<3>(0) + impact.v.segment<3>(6);
    EXPECT_LE(momentum.norm(), 1e-14);
    Vector3 spin = Vector3::Zero();
    for (int i = 0; i < 2; ++i) {
      const SceneBody& body = scene.bodies[static_cast<std::size_t>(i)];
      const Vector3 change = impact.v.segment<3>(6 * i) - scene.v.segment<3>(6 * i);
      spin += body.inertia * impact.v.segment<3>(6 * i + 3) + body.mass * body.com.cross(change);
    }
    EXPECT_LE(spin.norm(), 1e-14);
    const double slow = (set.N * scene.v)(0);
    EXPECT_NEAR((set.N * impact.v)(0), -e * slow, 1e-12);
    EXPECT_LE(impact.energy_change, 1e-14);
    if (e == 1.0) {
      EXPECT_NEAR(impact.energy_change, 0.0, 1e-14);
    }
  }
}

}  // namespace
}  // namespace rigor
