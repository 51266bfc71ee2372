// SPDX-License-Identifier: Apache-2.0
// Impacts with closed-form outcomes, on the laws directly. The numbers are derived beside each
// test.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

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

constexpr double kClass = 1e-12;  // relative, algebra
constexpr double kGravity = 9.81;

Eigen::VectorXd velocity(std::initializer_list<double> values) {
  Eigen::VectorXd v(static_cast<int>(values.size()));
  int i = 0;
  for (const double value : values) v[i++] = value;
  return v;
}

std::vector<ScenePoint> with_restitution_of(std::vector<ScenePoint> points, double e) {
  for (ScenePoint& p : points) p.properties.restitution = e;
  return points;
}

void expect_sound(const Impact& impact, const ContactSet& set, const Eigen::VectorXd& v_minus) {
  EXPECT_EQ(impact.status, ImpactStatus::Solved);
  EXPECT_LE(impact.residual, 1e-12);
  EXPECT_LE(impact.energy_change, 1e-12 * kinetic_energy(set, v_minus));
  const Eigen::VectorXd v = v_minus + set.mass.solved(set.N.transpose() * impact.normal +
                                                      set.T.transpose() * impact.tangential);
  EXPECT_LE((v - impact.v).norm(), 1e-12 * (v_minus.norm() + v.norm()));
}

// A box (0.5, 0.4, 0.3), m = 2, falls flat from 1.25 m: it stops, the impulses add up to m √(2 g
// h).
TEST(Impact, B04FlatDropStopsUnderEveryConvexLaw) {
  std::vector<ScenePoint> points;
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.4, 0.4}) points.push_back(at(kGround, 0, Vector3(x, y, 0.0)));
  }
  const ContactSet set = contact_set({box_body({0.5, 0.4, 0.3}, 2.0, {0, 0, 0.3})}, points);
  const double speed = std::sqrt(2.0 * kGravity * 1.25);
  const Eigen::VectorXd v_minus = velocity({0, 0, -speed, 0, 0, 0});
  for (const Law law : {Law::Frictionless, Law::NoSlip, Law::NoSlipActive, Law::Viscous}) {
    const Impact impact = resolve_impact(law, set, v_minus);
    expect_sound(impact, set, v_minus);
    EXPECT_LE(impact.v.norm(), kClass * speed) << name(law);
    EXPECT_NEAR(impact.normal.sum(), 9.904544411531507, kClass * 10.0);
    for (const Fate fate : impact.fates) EXPECT_EQ(fate, Fate::Stays);
  }
}

struct EdgeDrop {
  SceneBody body;
  std::vector<ScenePoint> points;
  Eigen::VectorXd v_minus;
};

/// A box of half extents (b, *, h) tilted about y lands on its lowest edge with the velocity given.
EdgeDrop edge_drop(double b, double h, double mass, double tilt, const Eigen::VectorXd& v_minus) {
  const double c = std::cos(tilt);
  const double s = std::sin(tilt);
  const Vector3 r(b * c - h * s, 0.0, -b * s - h * c);
  const Vector3 com(0.0, 0.0, -r.z());
  const Matrix3 R = Eigen::AngleAxisd(tilt, Vector3::UnitY()).toRotationMatrix();
  EdgeDrop drop{box_body({b, 0.2, h}, mass, com, R), {}, v_minus};
  for (const double y : {-0.2, 0.2}) {
    drop.points.push_back(at(kGround, 0, com + r + Vector3(0.0, y, 0.0)));
  }
  return drop;
}

TEST(Impact, B05EdgeDrop) {
  const double speed = std::sqrt(2.0 * kGravity * 0.8);
  const EdgeDrop drop = edge_drop(0.3, 0.5, 2.0, 20.0 * std::numbers::pi / 180.0,
                                  velocity({1.5, 0, -speed, 0, 0, 0}));
  const ContactSet inelastic = contact_set({drop.body}, drop.points);
  const Impact f0 = resolve_impact(Law::Frictionless, inelastic, drop.v_minus);
  expect_sound(f0, inelastic, drop.v_minus);
  EXPECT_NEAR(f0.v[2], -0.3878293483273509, kClass);
  EXPECT_NEAR(f0.v[4], -3.497180711260492, kClass * 4);
  EXPECT_NEAR(f0.v[0], 1.5, kClass);
  EXPECT_NEAR(f0.normal.sum(), 7.147976832570504, kClass * 8);
  const ContactSet half = contact_set({drop.body}, with_restitution_of(drop.points, 0.5));
  const Impact fe = resolve_impact(Law::Frictionless, half, drop.v_minus);
  expect_sound(fe, half, drop.v_minus);
  EXPECT_NEAR(fe.v[2], 1.399164859815275, kClass * 2);
  EXPECT_NEAR(fe.v[4], -5.245771066890738, kClass * 6);
  EXPECT_NEAR(fe.normal.sum(), 10.72196524885576, kClass * 11);
  EXPECT_EQ(fe.restitution_factor, 1.0);
  for (const Fate fate : fe.fates) EXPECT_EQ(fate, Fate::Leaves);
  for (const Law law : {Law::NoSlip, Law::NoSlipActive}) {
    const Impact ns = resolve_impact(law, inelastic, drop.v_minus);
    expect_sound(ns, inelastic, drop.v_minus);
    EXPECT_NEAR(ns.v[4], 0.9249749877264219, kClass);
    EXPECT_NEAR(ns.v[0], 0.5295041085514823, kClass);
    EXPECT_NEAR(ns.v[2], 0.1025776121759917, kClass);
    const Eigen::VectorXd load = inelastic.T.transpose() * ns.tangential;
    EXPECT_NEAR(std::abs(load[0]) / ns.normal.sum(), 0.238779892574166, kClass);
  }
}

// The rocking block of another simulator's examples: 1 x 1.5, m = 1, c_z = 1, angle 0.2, e = 0.5.
TEST(Impact, B05SRockingBlock) {
  const double b = 0.5;
  const double h = 0.75;
  const double low = b * std::sin(0.2) + h * std::cos(0.2);
  const double speed = std::sqrt(2.0 * kGravity * (1.0 - low));
  EdgeDrop drop = edge_drop(b, h, 1.0, 0.2, velocity({0, 0, -speed, 0, 0, 0}));
  const ContactSet set = contact_set({drop.body}, with_restitution_of(drop.points, 0.5));
  const Impact impact = resolve_impact(Law::Frictionless, set, drop.v_minus);
  EXPECT_NEAR(impact.v[2], 0.08900115494547335, kClass);
  EXPECT_NEAR(std::abs(impact.v[4]), 2.381892497446395, kClass * 3);
}

// A cube's bottom edge along x falls 0.5 m on a ridge along y that crosses it 0.2 from the centre.
TEST(Impact, B09CrossingEdges) {
  const Matrix3 R = Eigen::AngleAxisd(std::numbers::pi / 4.0, Vector3::UnitX()).toRotationMatrix();
  const double depth = std::sqrt(0.5);
  const SceneBody cube = box_body({0.5, 0.5, 0.5}, 1.0, {0, 0, depth}, R);
  const ContactSet set = contact_set({cube}, {at(kGround, 0, Vector3(0.2, 0.0, 0.0))});
  const Eigen::VectorXd v_minus = velocity({0, 0, -std::sqrt(kGravity), 0, 0, 0});
  const Impact f0 = resolve_impact(Law::Frictionless, set, v_minus);
  EXPECT_NEAR(f0.v[2], -0.6062113456786771, kClass);
  EXPECT_NEAR(f0.v[4], -3.031056728393386, kClass * 3);
  const Impact ns = resolve_impact(Law::NoSlip, set, v_minus);
  EXPECT_NEAR(ns.v[4], -0.8864411186810844, kClass);
  EXPECT_NEAR(ns.v[0], -0.626808526141984, kClass);
  EXPECT_NEAR(ns.v[2], -0.1772882237362169, kClass);
}

/// Omega after / before the impact of a block (half width b, half height h) that rocks about its
/// left edge and lands flat: both edges touch.
double rocking_ratio(Law law, double b, double h) {
  const SceneBody block = box_body({b, 0.3, h}, 1.0, {0, 0, h});
  std::vector<ScenePoint> points;
  for (const double x : {-b, b}) {
    for (const double y : {-0.3, 0.3}) points.push_back(at(kGround, 0, Vector3(x, y, 0.0)));
  }
  const ContactSet set = contact_set({block}, points);
  // Omega about +y = 1 with the pivot at x = -b at rest; frictionless: the centre moves vertically.
  const double v_x = law == Law::Frictionless ? 0.0 : h;
  const Eigen::VectorXd v_minus = velocity({v_x, 0, -b, 0, 1, 0});
  const Impact impact = resolve_impact(law, set, v_minus);
  expect_sound(impact, set, v_minus);
  const bool rests = impact.v.norm() <= 1e-12;
  EXPECT_EQ(impact.fates[0], rests ? Fate::Stays : Fate::Leaves);
  EXPECT_EQ(impact.fates[2], Fate::Stays);
  return impact.v[4];
}

// No-slip: 1 - 1.5 b²/(b²+h²), rest from b/h = √2; frictionless: (h²-2b²)/(h²+4b²), rest from 1/√2.
TEST(Impact, B17RockingTable) {
  for (const double ratio : {0.1, 0.25, 0.5, 0.7, 0.71, 1.0, 1.4, 1.5, 3.0}) {
    const double b = ratio;
    const double h = 1.0;
    const double no_slip = ratio >= std::numbers::sqrt2 ? 0.0 : 1.0 - 1.5 * b * b / (b * b + h * h);
    const double frictionless =
        ratio >= 1.0 / std::numbers::sqrt2 ? 0.0 : (h * h - 2 * b * b) / (h * h + 4 * b * b);
    EXPECT_NEAR(rocking_ratio(Law::NoSlip, b, h), no_slip, kClass) << ratio;
    EXPECT_NEAR(rocking_ratio(Law::NoSlipActive, b, h), no_slip, kClass) << ratio;
    EXPECT_NEAR(rocking_ratio(Law::Frictionless, b, h), frictionless, kClass) << ratio;
  }
  EXPECT_NEAR(rocking_ratio(Law::NoSlip, 1.0, 1.0), 0.25, kClass);
  EXPECT_NEAR(rocking_ratio(Law::NoSlip, 1.4, 1.0), 1.0 / 148.0, kClass);
  EXPECT_NEAR(rocking_ratio(Law::Frictionless, 0.7, 1.0), 1.0 / 148.0, kClass);
}

/// A regular prism of n sides (radius R = 1, inertia I about its axis) rolls from one corner to the
/// next without slip.
double rolling_ratio(int n, double inertia) {
  const double half = std::numbers::pi / n;
  const SceneBody wheel{1.0, inertia * Matrix3::Identity(), {0, 0, std::cos(half)}};
  std::vector<ScenePoint> points;
  for (const double x : {-std::sin(half), std::sin(half)}) {
    for (const double y : {-0.5, 0.5}) points.push_back(at(kGround, 0, Vector3(x, y, 0.0)));
  }
  const ContactSet set = contact_set({wheel}, points);
  const Eigen::VectorXd v_minus = velocity({std::cos(half), 0, -std::sin(half), 0, 1, 0});
  const Impact impact = resolve_impact(Law::NoSlip, set, v_minus);
  expect_sound(impact, set, v_minus);
  return impact.v[4];
}

TEST(Impact, B20RollingPolygons) {
  const auto solid = [](int n) { return (2.0 + std::cos(2.0 * std::numbers::pi / n)) / 6.0; };
  EXPECT_NEAR(rolling_ratio(3, solid(3)), 0.0, kClass);  // formula -1/5: it stops at once
  EXPECT_NEAR(rolling_ratio(4, solid(4)), 0.25, kClass);
  EXPECT_NEAR(rolling_ratio(5, solid(5)), 0.5010362794350989, kClass);
  EXPECT_NEAR(rolling_ratio(6, solid(6)), 11.0 / 17.0, kClass);
  EXPECT_NEAR(rolling_ratio(8, solid(8)), 0.7981695462058829, kClass);
  EXPECT_NEAR(rolling_ratio(12, solid(12)), 0.9093339415709041, kClass);
  EXPECT_NEAR(rolling_ratio(6, 1.0), 0.75, kClass);  // B20R: a rimless wheel with I = m R²
}

/// Cubes of side 1 in a row along x, faces touching at four points each.
ContactSet cradle(const std::vector<double>& masses, double e) {
  std::vector<SceneBody> bodies;
  std::vector<ScenePoint> points;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double x = static_cast<double>(i);
    bodies.push_back(box_body({0.5, 0.5, 0.5}, masses[i], {x, 0, 0}));
    if (i == 0) continue;
    for (const double y : {-0.5, 0.5}) {
      for (const double z : {-0.5, 0.5}) {
        ScenePoint p = at(static_cast<int>(i) - 1, static_cast<int>(i), Vector3(x - 0.5, y, z),
                          Vector3::UnitX());
        p.properties.restitution = e;
        points.push_back(p);
      }
    }
  }
  return contact_set(bodies, points);
}

TEST(Impact, B25CradleTouching) {
  for (const int n : {3, 5}) {
    for (const double e : {0.0, 0.5, 1.0}) {
      const ContactSet set = cradle(std::vector<double>(static_cast<std::size_t>(n), 1.0), e);
      Eigen::VectorXd v_minus = Eigen::VectorXd::Zero(6 * n);
      v_minus[0] = 1.0;
      const Impact impact = resolve_impact(Law::Frictionless, set, v_minus);
      expect_sound(impact, set, v_minus);
      EXPECT_FALSE(impact.indeterminate_split);
      EXPECT_NEAR(impact.v[0], -e + (1.0 + e) / n, kClass);
      for (int i = 1; i < n; ++i) EXPECT_NEAR(impact.v[6 * i], (1.0 + e) / n, kClass);
    }
  }
  const ContactSet set = cradle({2.0, 1.0, 3.0}, 1.0);
  Eigen::VectorXd v_minus = Eigen::VectorXd::Zero(18);
  v_minus[0] = 1.0;
  const Impact impact = resolve_impact(Law::Frictionless, set, v_minus);
  EXPECT_NEAR(impact.v[0], -1.0 / 3.0, kClass);
  EXPECT_NEAR(impact.v[6], 2.0 / 3.0, kClass);
  EXPECT_NEAR(impact.v[12], 2.0 / 3.0, kClass);
}

// With gaps the cradle is a sequence of two-body collisions: 0, 0, 0, 0, 1.
TEST(Impact, B25CradleWithGaps) {
  Eigen::VectorXd v(5);
  v << 1, 0, 0, 0, 0;
  for (int i = 0; i + 1 < 5; ++i) {
    const ContactSet pair = cradle({1.0, 1.0}, 1.0);
    Eigen::VectorXd v_minus = Eigen::VectorXd::Zero(12);
    v_minus[0] = v[i];
    v_minus[6] = v[i + 1];
    const Impact impact = resolve_impact(Law::Frictionless, pair, v_minus);
    v[i] = impact.v[0];
    v[i + 1] = impact.v[6];
  }
  EXPECT_NEAR(v[4], 1.0, kClass);
  EXPECT_LE(v.head(4).norm(), kClass);
}

ContactSet stack(int count, double e) {
  std::vector<SceneBody> bodies;
  std::vector<ScenePoint> points;
  for (int i = 0; i < count; ++i) {
    bodies.push_back(box_body({0.5, 0.5, 0.5}, 1.0, {0, 0, i + 0.5}));
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) {
        ScenePoint p = at(i - 1, i, Vector3(x, y, i));
        p.properties.restitution = e;
        points.push_back(p);
      }
    }
  }
  return contact_set(bodies, points);
}

TEST(Impact, B26StackDropped) {
  const double speed = std::sqrt(2.0 * kGravity);
  Eigen::VectorXd v_minus = Eigen::VectorXd::Zero(30);
  for (int i = 0; i < 5; ++i) v_minus[6 * i + 2] = -speed;
  for (const Law law : {Law::Frictionless, Law::NoSlip}) {
    const ContactSet set = stack(5, 0.0);
    const Impact impact = resolve_impact(law, set, v_minus);
    expect_sound(impact, set, v_minus);
    EXPECT_LE(impact.v.norm(), kClass * speed);
    EXPECT_NEAR(impact.normal.head(4).sum(), 22.1472345903501, kClass * 22);
  }
  const ContactSet set = stack(5, 0.5);
  const Impact impact = resolve_impact(Law::Frictionless, set, v_minus);
  expect_sound(impact, set, v_minus);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(impact.v[6 * i + 2], 2.21472345903501, kClass * 3);
}

TEST(Impact, B34TwoCubesInFreeSpace) {
  for (const auto& [e, first, second] :
       {std::tuple(0.0, 5.0 / 3.0, 5.0 / 3.0), std::tuple(0.5, 1.0, 3.0),
        std::tuple(1.0, 1.0 / 3.0, 13.0 / 3.0)}) {
    const ContactSet set = cradle({2.0, 1.0}, e);
    Eigen::VectorXd v_minus = Eigen::VectorXd::Zero(12);
    v_minus[0] = 3.0;
    v_minus[6] = -1.0;
    const Impact impact = resolve_impact(Law::Frictionless, set, v_minus);
    expect_sound(impact, set, v_minus);
    EXPECT_NEAR(impact.v[0], first, kClass);
    EXPECT_NEAR(impact.v[6], second, kClass * 4);
  }
  // Centres offset by 0.4 in y: the faces overlap for y in [-0.1, 0.5] around A's centre.
  for (const auto& [e, v_A, omega] :
       {std::tuple(0.0, 6.0 / 31.0, 30.0 / 31.0), std::tuple(0.5, -13.0 / 62.0, 45.0 / 31.0),
        std::tuple(1.0, -19.0 / 31.0, 60.0 / 31.0)}) {
    std::vector<ScenePoint> points;
    for (const double y : {-0.1, 0.5}) {
      for (const double z : {-0.5, 0.5}) {
        ScenePoint p = at(0, 1, Vector3(0.5, y, z), Vector3::UnitX());
        p.properties.restitution = e;
        points.push_back(p);
      }
    }
    const ContactSet set = contact_set(
        {box_body({0.5, 0.5, 0.5}, 1.0, {0, 0, 0}), box_body({0.5, 0.5, 0.5}, 1.0, {1, 0.4, 0})},
        points);
    Eigen::VectorXd v_minus = Eigen::VectorXd::Zero(12);
    v_minus[0] = 1.0;
    v_minus[6] = -1.0;
    const Impact impact = resolve_impact(Law::Frictionless, set, v_minus);
    expect_sound(impact, set, v_minus);
    EXPECT_NEAR(impact.v[0], v_A, kClass);
    EXPECT_NEAR(impact.v[6], -v_A, kClass);
    EXPECT_NEAR(impact.v[5], omega, kClass * 2);
    EXPECT_NEAR(impact.v[11], omega, kClass * 2);
    EXPECT_NEAR(impact.normal.sum(), (1.0 + e) * 25.0 / 31.0, kClass);
    EXPECT_NEAR(impact.energy_change, -(1.0 - e * e) * 25.0 / 31.0, kClass);
    // Momentum, and angular momentum about the origin.
    EXPECT_NEAR(impact.v[0] + impact.v[6], 0.0, 1e-14);
    const double inertia = 1.0 / 6.0;
    EXPECT_NEAR(inertia * (impact.v[5] + impact.v[11]) - 0.4 * impact.v[6], 0.4, 1e-14);
  }
}

// The second event of a thrown die: of the vertices 1 and 5 only 1 stays. No-slip at both forces
// the spin about the normal to zero; no-slip at the one that stays does not.
TEST(Impact, NoSlipAndNoSlipActiveDifferWhenOneVertexLifts) {
  const SceneBody cube = box_body({0.5, 0.5, 0.5}, 1.0, {0, 0, 0.7});
  const ContactSet set =
      contact_set({cube}, {at(kGround, 0, {-0.3, 0.4, 0.0}), at(kGround, 0, {0.4, -0.2, 0.0})});
  // Pivoting about the first vertex, so that the second one lands.
  const Vector3 w(0.9, 1.1, -1.7);
  const Vector3 v = -w.cross(Vector3(-0.3, 0.4, -0.7));
  const Eigen::VectorXd v_minus = velocity({v.x(), v.y(), v.z(), w.x(), w.y(), w.z()});
  const Impact all = resolve_impact(Law::NoSlip, set, v_minus);
  const Impact active = resolve_impact(Law::NoSlipActive, set, v_minus);
  expect_sound(all, set, v_minus);
  expect_sound(active, set, v_minus);
  ASSERT_EQ(all.fates, (std::vector{Fate::Leaves, Fate::Stays}));
  ASSERT_EQ(active.fates, (std::vector{Fate::Leaves, Fate::Stays}));
  EXPECT_NEAR(all.v[5], 0.0, kClass);
  EXPECT_GT(std::abs(active.v[5]), 0.1);
  EXPECT_EQ(active.tangential.head(2).norm(), 0.0);
  EXPECT_FALSE(active.indeterminate_motion);
}

// Two contacts of one edge with unequal restitution on a body that falls flat: the exact Poisson
// impulses of the two independent rows.
TEST(Impact, UnequalRestitutionOnIndependentRows) {
  const SceneBody box = box_body({0.5, 0.5, 0.5}, 2.0, {0, 0, 0.5});
  std::vector<ScenePoint> points{at(kGround, 0, {-0.5, 0.0, 0.0}), at(kGround, 0, {0.5, 0.0, 0.0})};
  points[0].properties.restitution = 0.8;
  points[1].properties.restitution = 0.2;
  const ContactSet set = contact_set({box}, points);
  const Eigen::VectorXd v_minus = velocity({0, 0, -1, 0, 0, 0});
  const Impact impact = resolve_impact(Law::Frictionless, set, v_minus);
  expect_sound(impact, set, v_minus);
  EXPECT_FALSE(impact.indeterminate_split);
  EXPECT_NEAR(impact.normal[0], 1.8, kClass * 2);
  EXPECT_NEAR(impact.normal[1], 1.2, kClass * 2);
}

// The same with four corners: rank 3, so the split is a choice, and it is reported. The split of
// least norm is the even one.
TEST(Impact, UnequalRestitutionOnDependentRowsIsFlagged) {
  const SceneBody box = box_body({0.5, 0.5, 0.5}, 2.0, {0, 0, 0.5});
  std::vector<ScenePoint> points;
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) points.push_back(at(kGround, 0, Vector3(x, y, 0.0)));
  }
  points[0].properties.restitution = 0.8;
  const ContactSet set = contact_set({box}, points);
  const Eigen::VectorXd v_minus = velocity({0, 0, -1, 0, 0, 0});
  const Impact impact = resolve_impact(Law::Frictionless, set, v_minus);
  expect_sound(impact, set, v_minus);
  EXPECT_TRUE(impact.indeterminate_split);
  EXPECT_NEAR(impact.normal[0], 0.5 * 1.8, kClass);
  for (int i = 1; i < 4; ++i) EXPECT_GE(impact.normal[i], 0.5 - kClass);
}

// A contact that was separating before the impact is caught by its neighbours: with plain Newton
// restitution it would approach afterwards. It must not.
TEST(Impact, RestitutionNeverLeavesAnApproachingContact) {
  Random random(7);
  int caught = 0;
  for (int trial = 0; trial < 400; ++trial) {
    SceneBody box = box_body({0.5, 0.4, 0.3}, 2.0, {0, 0, 0.3});
    box.inertia *= std::pow(10.0, random.uniform(-3.0, 1.0));
    std::vector<ScenePoint> points;
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.4, 0.4}) {
        ScenePoint p = at(kGround, 0, Vector3(x, y, 0.0));
        p.properties.restitution = random.unit();
        points.push_back(p);
      }
    }
    const ContactSet set = contact_set({box}, points);
    Eigen::VectorXd v_minus(6);
    for (double& value : v_minus) value = random.normal();
    for (const Law law : {Law::Frictionless, Law::NoSlip, Law::NoSlipActive}) {
      const Impact impact = resolve_impact(law, set, v_minus);
      expect_sound(impact, set, v_minus);
      EXPECT_GE((set.N * impact.v).minCoeff(), -1e-12) << trial;
      EXPECT_GE(impact.normal.minCoeff(), 0.0);
      EXPECT_EQ(impact.restitution_factor, 1.0);  // proved beside with_restitution
      caught += ((set.N * v_minus).array() > 0.0 && impact.normal.array() > 0.0).any() ? 1 : 0;
    }
  }
  EXPECT_GT(caught, 100);
}

}  // namespace
}  // namespace rigor
