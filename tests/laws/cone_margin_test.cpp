// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/laws/cone_margin.hpp>
#include <rigor/random.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::at;
using testing::box_body;
using testing::contact_set;
using testing::kGround;
using testing::ScenePoint;

constexpr double kG = 9.81;
constexpr double kMass = 3.0;

/// A box on its four lower corners.
ContactSet box_on_corners(double mu, const Vector3& half) {
  std::vector<ScenePoint> points;
  for (const double x : {-half.x(), half.x()}) {
    for (const double y : {-half.y(), half.y()}) {
      ScenePoint p = at(kGround, 0, Vector3(x, y, 0.0));
      p.properties.friction = mu;
      points.push_back(p);
    }
  }
  return contact_set({box_body(half, kMass, {0, 0, half.z()})}, points);
}

/// What holds the box on a slope, and its weight as the size of forces.
Eigen::VectorXd holding(double slope) {
  Eigen::VectorXd f = Eigen::VectorXd::Zero(6);
  f[0] = -kMass * kG * std::sin(slope);
  f[2] = kMass * kG * std::cos(slope);
  return f;
}

MarginLimits exactly() { return {kMass * kG, INFINITY, -INFINITY}; }

TEST(ConeMargin, OfABoxOnASlopeIsThatOfEqualShares) {
  // Every corner can have the same margin, so that the best is a quarter of the whole: forces of
  // least norm would leave their cones long before.
  for (const double slope : {0.0, 0.1, 0.2, 0.34, 0.36, 0.4}) {
    const double mu = std::tan(0.35);
    const ContactSet set = box_on_corners(mu, {0.3, 0.2, 0.1});
    const std::vector<PushingContact> stuck(4);
    const ConeMargin best = force_margin(set, stuck, holding(slope), exactly());
    const double whole = kMass * kG * (mu * std::cos(slope) - std::sin(slope));
    EXPECT_NEAR(best.margin, whole / 4.0, 1e-11 * kMass * kG) << slope;
    EXPECT_GE(best.bound, best.margin - 1e-12 * kMass * kG) << slope;
    EXPECT_NEAR(best.bound, whole / 4.0, 1e-9 * kMass * kG) << slope;
    Eigen::VectorXd f = Eigen::VectorXd::Zero(6);
    for (int i = 0; i < 4; ++i)
      f += set.N.row(i).transpose() * best.r[3 * i] +
           set.T.middleRows<2>(2 * i).transpose() * best.r.segment<2>(3 * i + 1);
    EXPECT_LE((f - holding(slope)).norm(), 1e-11 * kMass * kG) << slope;
  }
}

TEST(ConeMargin, ABoxTipsWhenThePressureLeavesItsFace) {
  // h tan(slope) beyond the half width: no split without tension, whatever the friction.
  const ContactSet set = box_on_corners(5.0, {0.1, 0.2, 0.4});
  for (const double past : {-1e-6, 1e-6}) {
    const double slope = std::atan(0.25) + past;
    const ConeMargin best =
        force_margin(set, std::vector<PushingContact>(4), holding(slope), exactly());
    EXPECT_EQ(best.margin > 0.0, past < 0.0) << best.margin;
  }
}

// A third contact is nearly on the line of two others. What a motion asks about that line is the
// rounding of its accelerations; the third contact could only answer it by a force without bound.
TEST(ConeMargin, AsksNothingOfContactsThatNearlyDependOnOthers) {
  const double mu = 0.5;
  for (const double beside : {0.0, 1e-12, 1e-10, 3e-10, 1e-9, 1e-8, 1e-7}) {
    std::vector<ScenePoint> points;
    for (const Vector3& place :
         {Vector3(-0.3, 0, 0), Vector3(0.3, 0, 0), Vector3(0.0, beside, 0.0)}) {
      ScenePoint p = at(kGround, 0, place);
      p.properties.friction = mu;
      points.push_back(p);
    }
    const ContactSet set = contact_set({box_body({0.3, 0.2, 0.1}, kMass, {0, 0, 0.1})}, points);
    Eigen::VectorXd f = holding(0.1);
    f[3] += 3e-10;  // about the line
    const ConeMargin best = force_margin(set, std::vector<PushingContact>(3), f, exactly());
    const double whole = kMass * kG * (mu * std::cos(0.1) - std::sin(0.1));
    EXPECT_NEAR(best.margin, whole / 3.0, 1e-6 * kMass * kG) << beside;
  }
}

TEST(ConeMargin, SlidingContactsPushAlongTheirRay) {
  // All slide along x: forces are possible only if friction is what they give.
  const double mu = 0.4;
  const ContactSet set = box_on_corners(mu, {0.3, 0.2, 0.1});
  std::vector<PushingContact> sliding(4);
  for (PushingContact& contact : sliding) {
    contact.state = ContactState::Slip;
    contact.slip = Eigen::Vector2d(1.0, 0.0);
  }
  Eigen::VectorXd f = Eigen::VectorXd::Zero(6);
  f[2] = kMass * kG;
  f[0] = -mu * kMass * kG;
  // The pressure leads by μ h = 0.04 m: front corners carry (1 + 0.04/0.3)/4, rear ones the rest.
  const ConeMargin best = force_margin(set, sliding, f, exactly());
  EXPECT_NEAR(best.margin, kMass * kG * (1.0 - 0.04 / 0.3) / 4.0, 1e-10 * kMass * kG);
  f[0] *= 1.01;
  EXPECT_EQ(force_margin(set, sliding, f, exactly()).margin, -INFINITY);
  sliding[0].state = ContactState::Released;  // three corners: no freedom is left
  f[0] = -mu * kMass * kG;
  const ConeMargin three = force_margin(set, sliding, f, exactly());
  EXPECT_EQ(three.margin, three.bound);
}

TEST(ConeMargin, OfTheLeastForcesIsNoMoreThanTheWidest) {
  const double load = kMass * kG;
  for (const double slope : {0.0, 0.1, 0.2, 0.3}) {
    const ContactSet set = box_on_corners(0.4, {0.3, 0.2, 0.1});
    std::vector<PushingContact> contacts(4);
    const auto least = least_force_margins(set, contacts, holding(slope));
    ASSERT_TRUE(least.has_value());
    ASSERT_EQ(least->size(), 4U);
    const double lowest = *std::min_element(least->begin(), least->end());
    EXPECT_LE(lowest, force_margin(set, contacts, holding(slope), exactly()).margin + 1e-12 * load);
    contacts[0].state = ContactState::Released;
    contacts[3].state = ContactState::Frictionless;
    if (slope == 0.0) {  // determined: two corners on the diagonal carry the box
      const auto pair = least_force_margins(set, contacts, holding(slope));
      ASSERT_TRUE(pair.has_value());
      EXPECT_NEAR((*pair)[0], 0.4 * load / 2.0, 1e-11 * load);
      EXPECT_NEAR((*pair)[1], 0.4 * load / 2.0, 1e-11 * load);
      EXPECT_NEAR((*pair)[2], 0.0, 1e-11 * load);
    }
  }
  const std::vector<PushingContact> none(4, {ContactState::Released, Eigen::Vector2d::Zero()});
  EXPECT_FALSE(
      least_force_margins(box_on_corners(0.4, {0.3, 0.2, 0.1}), none, holding(0.0)).has_value());
}

TEST(ConeMargin, StopsEarlyWhenItIsAskedTo) {
  const ContactSet set = box_on_corners(0.5, {0.3, 0.2, 0.1});
  const std::vector<PushingContact> stuck(4);
  const double load = kMass * kG;
  const ConeMargin enough = force_margin(set, stuck, holding(0.2), {load, 1e-3 * load, -load});
  EXPECT_GT(enough.margin, 1e-3 * load);
  const ConeMargin hopeless =
      force_margin(set, stuck, holding(0.6), {load, 1e-3 * load, -1e-5 * load});
  EXPECT_LT(hopeless.bound, -1e-5 * load);
  EXPECT_LE(hopeless.margin, hopeless.bound);
}

/// Random forces of a few contacts with one or two free directions.
ForceSplit random_split(Random& random, int contacts, int free) {
  ForceSplit split;
  split.r0.resize(3 * contacts);
  split.Z.resize(3 * contacts, free);
  for (int i = 0; i < 3 * contacts; ++i) {
    split.r0[i] = (i % 3 == 0 ? 1.0 : 0.0) + 0.6 * random.normal();
    for (int k = 0; k < free; ++k) split.Z(i, k) = random.normal();
  }
  for (int k = 0; k < free; ++k) {  // bounded: normal forces can not all grow
    double mean = 0.0;
    for (int i = 0; i < contacts; ++i) mean += split.Z(3 * i, k) / contacts;
    for (int i = 0; i < contacts; ++i) split.Z(3 * i, k) -= mean;
  }
  for (int i = 0; i < contacts; ++i) {
    const bool sticks = random.index(3) > 0;
    split.cones.push_back({i, sticks ? random.uniform(0.2, 1.5) : 1.0, sticks, 0.0});
  }
  split.load = 1.0;
  return split;
}

double margin_of(const ForceSplit& split, const Eigen::VectorXd& x) {
  const Eigen::VectorXd r = split.r0 + split.Z * x;
  double least = INFINITY;
  for (const ForceCone& cone : split.cones) {
    const double side = cone.sticks ? r.segment<2>(3 * cone.contact + 1).norm() : 0.0;
    least = std::min(least, cone.scale * r[3 * cone.contact] - side);
  }
  return least;
}

/// The best of a grid that is drawn together around its best point again and again; the margin is
/// concave.
double brute_margin(const ForceSplit& split) {
  const int free = static_cast<int>(split.Z.cols());
  Eigen::VectorXd centre = Eigen::VectorXd::Zero(free);
  double best = margin_of(split, centre);
  for (double size = 40.0; size > 1e-8; size *= 0.6) {
    const Eigen::VectorXd middle = centre;
    constexpr int kSteps = 5;
    for (int i = -kSteps; i <= kSteps; ++i) {
      for (int j = free > 1 ? -kSteps : 0; j <= (free > 1 ? kSteps : 0); ++j) {
        Eigen::VectorXd x = middle;
        x[0] += size * i / kSteps;
        if (free > 1) x[1] += size * j / kSteps;
        const double margin = margin_of(split, x);
        if (margin <= best) continue;
        best = margin;
        centre = x;
      }
    }
  }
  return best;
}

TEST(ConeMargin, IsTheBestOfAllSplits) {
  Random random(977);
  int inside = 0;
  int outside = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const ForceSplit split = random_split(random, 2 + random.index(3), 1 + random.index(2));
    const ConeMargin best = widest_margin(split, INFINITY, -INFINITY);
    const double brute = brute_margin(split);
    EXPECT_GE(best.margin, brute - 1e-6) << "trial " << trial;
    EXPECT_GE(best.bound, brute - 1e-12) << "trial " << trial;
    EXPECT_GE(best.bound, best.margin - 1e-12) << "trial " << trial;
    EXPECT_LE(best.bound - best.margin, 1e-9) << "trial " << trial;
    (best.margin > 0.0 ? inside : outside) += 1;
  }
  EXPECT_GT(inside, 8);
  EXPECT_GT(outside, 8);
}

}  // namespace
}  // namespace rigor
