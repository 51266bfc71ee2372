// SPDX-License-Identifier: Apache-2.0
// Random chains by their own forward kinematics: does a point of the last link ever move further
// along a direction than a bound allows?
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <rigor/classic/mechanism_advancement.hpp>
#include <rigor/classic/step_motion.hpp>

#include "random_spatial.hpp"
#include "trials.hpp"

namespace rigor {
namespace {

TEST(MechanismAdvancement, EqualsItsClosedForms) {
  // Base, slider (0.3 m out, 2 m/s), hinge, hinge with a link of radius 0.25 reaching 0.8 m.
  Chain chain;
  chain.base = {0.5, 2.0, 0.7};
  chain.joints = {{ChainJointKind::Prismatic, 2.0, 0.3, 0.4},
                  {ChainJointKind::Revolute, 3.0, 0.0, 1.5},
                  {ChainJointKind::Revolute, 5.0, 0.0, 9.9}};
  chain.radius = 0.25;
  chain.reach = 0.8;
  EXPECT_NEAR(printed_link_reach(chain.joints[0]), 2.3, 1e-14);
  EXPECT_NEAR(printed_gamma(chain, 0), 2.3 + 1.5 + 0.5, 1e-14);
  EXPECT_NEAR(printed_kappa(chain, 0), 2.0, 1e-14);
  EXPECT_NEAR(printed_kappa(chain, 1), 3.0 * 2.0, 1e-14);
  EXPECT_NEAR(printed_chain_speed(chain), 0.5 + 2.0 * 4.3 + 2.0 + 6.0 + 2.5, 1e-13);
  EXPECT_NEAR(link_reach(chain.joints[0], 0.01), 0.4 + 0.3 + 0.02, 1e-14);
  EXPECT_NEAR(chain_gamma(chain, 0, 0.01), 0.72 + 1.5 + 0.8, 1e-14);
  EXPECT_NEAR(chain_kappa(chain, 1, 0.01), 3.0 * 2.3, 1e-14);
  EXPECT_NEAR(chain_speed(chain, 0.01), 0.5 + 2.0 * (3.02 + 0.7) + 2.0 + 6.9 + 4.0, 1e-13);
  EXPECT_NEAR(printed_chain_plane_advancement(chain, 0.1, 1.0, 0.5), 0.1 / (13.0 * 0.5), 1e-14);
  // A last slider adds its own way.
  chain.joints.back() = {ChainJointKind::Prismatic, 5.0, 0.2, 0.0};
  EXPECT_NEAR(chain_gamma(chain, 2, 0.01), 0.8 + 0.2 + 0.05, 1e-14);
}

enum class Kind { Revolute, Prismatic, Universal, Euler };

struct JointTrial {
  Kind kind = Kind::Revolute;
  Vector3 offset = Vector3::Zero();  // from the joint before
  Quaternion mounting = Quaternion::Identity();
  std::array<double, 3> q{};
  std::array<double, 3> rate{};
};

struct ChainTrial {
  bool floating = false;
  Vector3 v = Vector3::Zero();
  Vector3 w = Vector3::Zero();
  std::vector<JointTrial> joints;
  Vector3 middle = Vector3::Zero();  // of the link's sphere, from its joint
  double radius = 0.0;
};

Quaternion about(int axis, double angle) { return exp_rotation(angle * Vector3::Unit(axis)); }

/// Where the point p of the last link is at time t.
Vector3 place(const ChainTrial& chain, const Vector3& p, double t) {
  Quaternion R = chain.floating ? exp_rotation(t * chain.w) : Quaternion::Identity();
  Vector3 x = chain.floating ? Vector3(t * chain.v) : Vector3::Zero();
  for (const JointTrial& joint : chain.joints) {
    x += R * joint.offset;
    R = R * joint.mounting;
    const auto at = [&](int i) { return joint.q[i] + t * joint.rate[i]; };
    switch (joint.kind) {
      case Kind::Revolute:
        R = R * about(2, at(0));
        break;
      case Kind::Prismatic:
        x += R * Vector3(0, 0, at(0));
        break;
      case Kind::Universal:
        R = R * about(0, at(0)) * about(1, at(1));
        break;
      case Kind::Euler:
        R = R * about(2, at(0)) * about(0, at(1)) * about(2, at(2));
        break;
    }
  }
  return x + R * p;
}

/// What the bounds are told; `corrected` decides how rates of Euler angles are counted.
Chain described(const ChainTrial& trial, const Vector3& d, bool corrected) {
  Chain chain;
  if (trial.floating)
    chain.base = {std::abs(trial.v.dot(d)), trial.w.norm(), trial.joints[0].offset.norm()};
  for (std::size_t i = 0; i < trial.joints.size(); ++i) {
    const JointTrial& from = trial.joints[i];
    const double a = std::abs(from.rate[0]);
    const double b = std::abs(from.rate[1]);
    const double c = std::abs(from.rate[2]);
    ChainJoint joint;
    if (from.kind == Kind::Prismatic) {
      joint = {ChainJointKind::Prismatic, a, std::abs(from.q[0]), 0.0};
    } else if (from.kind == Kind::Universal) {
      joint = {ChainJointKind::Universal, std::hypot(a, b), 0.0, 0.0};
    } else if (from.kind == Kind::Euler) {
      joint = {ChainJointKind::Spherical, corrected ? a + b + c : std::hypot(a, b, c), 0.0, 0.0};
    } else {
      joint = {ChainJointKind::Revolute, a, 0.0, 0.0};
    }
    if (i + 1 < trial.joints.size()) joint.length = trial.joints[i + 1].offset.norm();
    chain.joints.push_back(joint);
  }
  chain.radius = trial.radius;
  chain.reach = trial.middle.norm() + trial.radius;
  return chain;
}

/// One class of chains.
struct Class {
  const char* name;
  bool floating = false;
  double first_offset = 0.0;
  Kind kind = Kind::Revolute;
  double middle = 1.0;         // of the link's sphere, in radii from its joint
  double slider_offset = 0.0;  // fixed length behind a slider
  bool last_slides = false;
  double least = 0.0;  // share of violations of the printed bound, at least and at most
  double most = 0.0;
};

ChainTrial random_chain(const Class& of, Random& random) {
  ChainTrial chain;
  chain.floating = of.floating;
  chain.v = random.unit() < 0.3 ? Vector3(0, 0, 0) : random_vector(random, 1.0);
  chain.w = random_vector(random, 1.0);
  chain.radius = random.uniform(0.05, 0.5);
  const bool sliders = of.kind == Kind::Prismatic;
  const int count = std::max(1 + random.index(5), sliders ? 2 : 1);
  for (int i = 0; i < count; ++i) {
    JointTrial joint;
    joint.kind = of.kind;
    if (sliders) {
      joint.kind = random.index(2) == 0 ? Kind::Prismatic : Kind::Revolute;
      if (i == count - 1) joint.kind = of.last_slides ? Kind::Prismatic : Kind::Revolute;
      if (i == 0) joint.kind = Kind::Revolute;
    }
    joint.mounting = random_rotation(random);
    double length = random.uniform(0.1, 1.0);
    if (i == 0) length = of.first_offset;
    if (i > 0 && chain.joints[i - 1].kind == Kind::Prismatic) length = of.slider_offset;
    joint.offset = length * random_direction(random);
    const double slow = joint.kind != Kind::Prismatic && random.index(3) == 0 ? 0.05 : 1.0;
    for (int k = 0; k < 3; ++k) {
      joint.q[k] = random.uniform(-1.0, 1.0);
      joint.rate[k] = slow * random.uniform(-1.0, 1.0);
    }
    chain.joints.push_back(joint);
  }
  chain.middle = of.middle * chain.radius * random_direction(random);
  return chain;
}

constexpr int kInstants = 20;

// One second, half of the directions along the point's first velocity. The printed bound must fail
// where its derivation has a gap, and nowhere else; the corrected one nowhere.
TEST(MechanismAdvancement, PrintedFailsWhereListedAndCorrectedNowhere) {
  const std::vector<Class> classes{
      {"joint inside the link's sphere", false, 0.0, Kind::Revolute, 1.0, 0.0, false, 0.0, 0.0},
      {"universal", false, 0.0, Kind::Universal, 1.0, 0.0, false, 0.0, 0.0},
      {"slider without length", false, 0.0, Kind::Prismatic, 1.0, 0.0, false, 0.0, 0.0},
      {"joint 1 at the base point", true, 0.0, Kind::Revolute, 1.0, 0.0, false, 0.0, 0.0},
      {"link 3 r from its joint", false, 0.0, Kind::Revolute, 3.0, 0.0, false, 0.11, 0.18},
      {"joint 1 offset 0.5 m", true, 0.5, Kind::Revolute, 1.0, 0.0, false, 0.02, 0.042},
      {"last joint slides", false, 0.0, Kind::Prismatic, 1.0, 0.0, true, 0.002, 0.008},
      {"slider with 0.5 m", false, 0.0, Kind::Prismatic, 1.0, 0.5, false, 0.0, 0.001},
      {"spherical, Euler rates", false, 0.0, Kind::Euler, 1.0, 0.0, false, 0.004, 0.012},
  };
  for (const Class& of : classes) {
    Random random(77);
    int violations = 0;
    double worst = 0.0;
    for (int i = 0; i < testing::trials(); ++i) {
      const ChainTrial trial = random_chain(of, random);
      const Vector3 p = trial.middle + trial.radius * random_direction(random);
      Vector3 d = random_direction(random);
      const Vector3 start = place(trial, p, 0.0);
      if (i % 2 == 1) {
        const Vector3 first = place(trial, p, 1e-6) - start;
        if (first.norm() > 0.0) d = first.normalized();
      }
      const double printed = printed_chain_speed(described(trial, d, false));
      const double corrected = chain_speed(described(trial, d, true), 1.0);
      double ratio = 0.0;
      for (int k = 1; k <= kInstants; ++k) {
        const double t = static_cast<double>(k) / kInstants;
        const double way = std::abs(d.dot(place(trial, p, t) - start));
        ASSERT_LE(way, corrected * t * (1.0 + 1e-9) + 1e-12) << of.name << ", trial " << i;
        if (way > printed * t * (1.0 + 1e-9) + 1e-12) ratio = std::max(ratio, way / (printed * t));
      }
      if (ratio > 0.0) ++violations;
      worst = std::max(worst, ratio);
    }
    const double share = static_cast<double>(violations) / testing::trials();
    EXPECT_GE(share, of.least) << of.name;
    EXPECT_LE(share, of.most) << of.name;
    std::printf("%-32s printed violated in %d of %d, worst true/bound %.2f\n", of.name, violations,
                testing::trials(), worst);
  }
}

// Rare in random chains: a hinge turns a slider at its origin, whose link goes on for 0.5 m.
TEST(MechanismAdvancement, PrintedForgetsTheFixedLengthOfASlider) {
  ChainTrial trial;
  trial.radius = 0.05;
  trial.joints.resize(3);
  trial.joints[0].rate[0] = 1.0;
  trial.joints[1].kind = Kind::Prismatic;
  trial.joints[2].offset = Vector3(0.5, 0, 0);
  const Vector3 d = Vector3::UnitY();
  const double way = d.dot(place(trial, Vector3(0.05, 0, 0), 0.1));
  EXPECT_GT(way, 5.0 * 0.1 * printed_chain_speed(described(trial, d, false)));
  EXPECT_LE(way, 0.1 * chain_speed(described(trial, d, true), 0.1));
}

// Value, rate and curvature against the true place of a point; planar chains also with the known
// angular velocities of their links, which are sharp.
TEST(MechanismAdvancement, CurvatureBoundsTheBendingOfRandomChains) {
  Random random(78);
  for (int i = 0; i < testing::trials() / 4; ++i) {
    const bool planar = i % 2 == 0;
    Class of{"", false, 0.0, planar ? Kind::Revolute : Kind::Prismatic, 2.0, 0.4, i % 4 == 1, 0, 0};
    if (i % 16 == 7) of.kind = Kind::Universal;
    of.floating = i % 8 == 3;
    if (of.floating) of.first_offset = 0.3;
    ChainTrial trial = random_chain(of, random);
    std::vector<double> spins;
    double spin = 0.0;
    for (JointTrial& joint : trial.joints) {
      if (!planar) continue;
      joint.mounting = Quaternion::Identity();  // all axes are z
      spin += joint.rate[0];
      spins.push_back(std::abs(spin));
    }
    const Vector3 p = trial.middle + trial.radius * random_direction(random);
    const double h = std::pow(10.0, random.uniform(-2.0, 0.0));
    const double most = chain_curvature(described(trial, Vector3::UnitX(), true), h, spins);
    const double e = 1e-4 * h;
    for (int k = 0; k <= 10; ++k) {
      const double t = e + (h - 2.0 * e) * k / 10.0;
      const Vector3 bend =
          (place(trial, p, t + e) - 2.0 * place(trial, p, t) + place(trial, p, t - e)) / (e * e);
      ASSERT_LE(bend.norm(), most * (1.0 + 1e-6) + 1e-14 / (e * e)) << "trial " << i;
    }
  }
}

}  // namespace
}  // namespace rigor
