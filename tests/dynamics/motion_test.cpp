// SPDX-License-Identifier: Apache-2.0
// Whole motions without contact against known solutions, integrated by plain extrapolation of the
// midpoint rule, so that only the dynamics of this room is in question. Reference numbers:
// benchmarks B01 (Jacobi's elliptic functions), B28 and B29 (an independent recursion in quadruple
// precision).
#include <array>
#include <functional>

#include <gtest/gtest.h>

#include <rigor/dynamics/configuration.hpp>
#include <rigor/dynamics/energy.hpp>
#include <rigor/dynamics/forward_dynamics.hpp>

namespace rigor {
namespace {

using Eigen::VectorXd;
using Rate = std::function<void(const VectorXd&, VectorXd&)>;

/// Gragg's modified midpoint rule with 2, 4, ..., 2 k substeps, extrapolated to zero substep (order
/// 2 k, k = 8). Extrapolates the increment of a step, not the state, and carries the rounding
/// errors of the sums over (Kahan): the weights of the extrapolation would amplify them.
class Extrapolation {
 public:
  explicit Extrapolation(Eigen::Index size)
      : f_(size), at_(size), a_(size), b_(size), carry_(VectorXd::Zero(size)) {
    for (VectorXd& row : table_) row.resize(size);
  }

  void step(const Rate& rate, double H, VectorXd& y) {
    for (int k = 0; k < kLevels; ++k) {
      VectorXd previous = table_[0];
      midpoint(rate, H, 2 * (k + 1), y, table_[0]);
      for (int j = 1; j <= k; ++j) {
        const double ratio = static_cast<double>(k + 1) / (k + 1 - j);
        const VectorXd old = table_[j];
        table_[j] = table_[j - 1] + (table_[j - 1] - previous) / (ratio * ratio - 1.0);
        previous = old;
      }
    }
    const VectorXd increment = table_[kLevels - 1] + carry_;
    const VectorXd sum = y + increment;
    carry_ = increment - (sum - y);
    y = sum;
  }

 private:
  static constexpr int kLevels = 8;

  void midpoint(const Rate& rate, double H, int substeps, const VectorXd& y, VectorXd& result) {
    const double h = H / substeps;
    rate(y, f_);
    a_.setZero();
    b_ = h * f_;
    for (int i = 1; i < substeps; ++i) {
      at_ = y + (carry_ + b_);
      rate(at_, f_);
      a_ += 2.0 * h * f_;
      std::swap(a_, b_);
    }
    at_ = y + (carry_ + b_);
    rate(at_, f_);
    result = 0.5 * (a_ + b_ + h * f_);
  }

  std::array<VectorXd, kLevels> table_;
  VectorXd f_, at_, a_, b_, carry_;
};

/// Integrates a model under gravity alone.
class Motion {
 public:
  explicit Motion(const ModelDescription& description)
      : model(unwrap(build(description))),
        state(neutral_state(model)),
        kinematics(model),
        bodies_(model),
        loads_(model),
        extrapolation_(model.q_size + model.v_size) {}

  void advance(double until, int steps) {
    VectorXd y(model.q_size + model.v_size);
    y << state.q, state.v;
    const double H = (until - state.time) / steps;
    State at = state;
    VectorXd qdot(model.q_size);
    const Rate rate = [&](const VectorXd& x, VectorXd& f) {
      at.q = x.head(model.q_size);
      at.v = x.tail(model.v_size);
      update(model, at, kinematics);
      coordinate_rates(model, at.q, at.v, qdot);
      f << qdot, forward_dynamics(model, kinematics, loads_, bodies_);
    };
    for (int i = 0; i < steps; ++i) extrapolation_.step(rate, H, y);
    state = {until, y.head(model.q_size), y.tail(model.v_size)};
    update(model, state, kinematics);
  }

  double energy() {
    update(model, state, kinematics);
    return kinetic_energy(model, state, kinematics) + potential_energy(model, state, kinematics);
  }

  Model model;
  State state;
  Kinematics kinematics;

 private:
  ArticulatedBodies bodies_;
  Loads loads_;
  Extrapolation extrapolation_;
};

/// B01: a box of 3 x 2 x 1 m and 12 kg, free of forces.
Motion torque_free_box(const Vector3& w0) {
  ModelDescription description;
  description.gravity.setZero();
  description.links.resize(1);
  description.links[0].name = "box";
  description.links[0].inertia =
      SpatialInertia{12.0, Vector3::Zero(), Vector3(5.0, 10.0, 13.0).asDiagonal().toDenseMatrix()};
  Motion motion(description);
  motion.state.v.tail<3>() = w0;
  return motion;
}

void expect_b01(Motion& motion, const Vector3& w_B, const Eigen::Vector4d& q, double tolerance) {
  const Vector3 w = motion.kinematics.links[0].R_WL.transpose() * motion.state.v.tail<3>();
  const Eigen::Vector4d mine = motion.state.q.tail<4>();
  EXPECT_LE((w - w_B).norm(), tolerance) << motion.state.time;
  EXPECT_LE(std::min((mine - q).norm(), (mine + q).norm()), tolerance) << motion.state.time;
}

void expect_conserved(Motion& motion, double energy, const Vector3& angular_momentum) {
  EXPECT_NEAR(motion.energy(), energy, 1e-12 * energy);
  const Momentum now = momentum(motion.model, motion.kinematics, Vector3::Zero());
  EXPECT_LE((now.angular - angular_momentum).norm(), 1e-12 * angular_momentum.norm());
}

TEST(Motion, B01TorqueFreeBoxFollowsJacobi) {
  Motion motion = torque_free_box({0.3, -0.7, 1.1});
  const double energy = motion.energy();
  const Vector3 h = momentum(motion.model, motion.kinematics, Vector3::Zero()).angular;
  motion.advance(1.0, 10);
  expect_b01(motion, {0.6427622233298063, -0.2431918975079123, 1.19043820733135},
             {0.7819105030504237, 0.206443789091765, -0.2180552999946879, 0.5463046890784436},
             1e-12);
  motion.advance(10.0, 100);
  expect_b01(motion, {0.5835728528257455, 0.3948716676673925, 1.170732094689204},
             {0.9308644216983779, 0.3553482459094134, -0.05168160170322589, 0.06743934008156207},
             1e-12);
  expect_conserved(motion, energy, h);
}

/// The body-frame angular velocity at time t when the unstable box starts with w0.
Vector3 unstable_rate(const Vector3& w0, double t) {
  Motion motion = torque_free_box(w0);
  motion.advance(t, static_cast<int>(6.0 * t));
  return motion.kinematics.links[0].R_WL.transpose() * motion.state.v.tail<3>();
}

// About the unstable axis (Dzhanibekov) every error grows; until t = 40 by the factor that this
// test measures (about 119), so the tolerance grows by it too.
TEST(Motion, B01UnstableBoxFlips) {
  const Vector3 w0(0.01, 1.0, 0.0);
  Motion motion = torque_free_box(w0);
  const double energy = motion.energy();
  const Vector3 h = momentum(motion.model, motion.kinematics, Vector3::Zero()).angular;
  motion.advance(10.0, 100);
  expect_b01(motion, {0.542731694193912, 0.7793521310399692, -0.4344593544786101},
             {0.2684896416714782, -0.05523278445673361, -0.9043113057486465, 0.3272364804410644},
             1e-12);
  motion.advance(40.0, 300);
  const double kick = 1e-7;
  double amplification = 0.0;
  for (int i = 0; i < 3; ++i) {
    const Vector3 changed = w0 + kick * Vector3::Unit(i);
    amplification = std::max(
        amplification, (unstable_rate(changed, 40.0) - unstable_rate(w0, 40.0)).norm() / kick);
  }
  EXPECT_LT(amplification, 150.0);
  const double tolerance = 1e-12 * amplification;
  expect_b01(motion, {0.3140915101006224, 0.9319846374146666, 0.251346982452557},
             {-0.9512965641805111, 0.1400462455028997, -0.2485099484391046, -0.1168961146731997},
             tolerance);
  expect_conserved(motion, energy, h);
}

/// B28, B29: a chain of equal links hinged about y, stretched along +x, at rest. `k2` is the
/// squared radius of gyration about a link's centre.
Motion chain(int count, double length, double k2) {
  ModelDescription description;
  for (int i = 0; i < count; ++i) {
    LinkDescription link;
    link.name = std::to_string(i);
    if (i > 0) {
      link.parent = std::to_string(i - 1);
      link.X_PJ.translation = Vector3(length, 0.0, 0.0);
    }
    link.joint = Revolute{Vector3::UnitY()};
    link.inertia = SpatialInertia{1.0, Vector3(0.5 * length, 0.0, 0.0),
                                  Vector3(k2, k2, k2).asDiagonal().toDenseMatrix()};
    description.links.push_back(link);
  }
  return Motion(description);
}

struct Tip {
  double x, z, vx, vz;
};

Tip tip(const Motion& motion, double length) {
  const LinkMotion& last = motion.kinematics.links.back();
  const Vector3 p = last.p_WL + last.R_WL * Vector3(length, 0.0, 0.0);
  const Vector3 v = point_velocity(last, p);
  return {p.x(), p.z(), v.x(), v.z()};
}

/// Angle of the last link from -z towards +x.
double last_angle(const Motion& motion) { return std::acos(0.0) - motion.state.q.sum(); }

void expect_tip(const Motion& motion, double length, const Tip& expected, double tolerance) {
  const Tip mine = tip(motion, length);
  EXPECT_NEAR(mine.x, expected.x, tolerance) << motion.state.time;
  EXPECT_NEAR(mine.z, expected.z, tolerance) << motion.state.time;
  EXPECT_NEAR(mine.vx, expected.vx, tolerance) << motion.state.time;
  EXPECT_NEAR(mine.vz, expected.vz, tolerance) << motion.state.time;
}

constexpr double kB28 = 1e-9;  // m and m/s

TEST(Motion, B28DoublePendulum) {
  Motion motion = chain(2, 1.0, 1.0 / 12.0);
  motion.advance(1.0, 50);
  expect_tip(motion, 1.0,
             {-1.662115135816128, -1.041466637193225, -1.564010333600633, 3.559761517840562}, kB28);
  motion.advance(2.0, 50);
  expect_tip(motion, 1.0,
             {0.3135247764501816, -1.914746617562305, 9.967397324752148, 4.793682917008915}, kB28);
  EXPECT_NEAR(last_angle(motion), 0.4073620749119072, kB28);
  EXPECT_NEAR(-motion.state.v.sum(), 11.8989550530453, kB28);
  motion.advance(5.0, 150);
  expect_tip(motion, 1.0,
             {1.855221937758089, -0.7395679325467959, 0.3178441716802648, -0.6790097533679469},
             kB28);
}

TEST(Motion, B29ChainOfTen) {
  Motion motion = chain(10, 1.0, 1.0 / 12.0);
  motion.advance(1.0, 50);
  expect_tip(motion, 1.0,
             {7.527229015560356, -4.906262319715004, -7.636085706705083, -10.01834206202339}, kB28);
  motion.advance(3.0, 400);
  expect_tip(motion, 1.0,
             {-9.074894488789639, -1.539528071939766, 0.6313529623080097, 1.166914759738844}, kB28);
}

TEST(Motion, B29ChainOfTwentyBoxes) {
  Motion motion = chain(20, 5.0, 29.0 / 12.0);
  motion.advance(4.0, 200);
  expect_tip(motion, 5.0,
             {46.61067804154469, -78.58051402574134, -48.99626048407818, -38.76619021088068}, kB28);
  motion.advance(5.0, 200);
  expect_tip(motion, 5.0,
             {-26.34828628217318, -84.53856403130436, -54.27417716056347, 22.79559490283019}, kB28);
}

TEST(Motion, B29ChainOfAHundred) {
  Motion motion = chain(100, 1.0, 1.0 / 12.0);
  motion.advance(4.0, 200);
  expect_tip(motion, 1.0,
             {46.72255731827846, -78.47980909048902, -48.27903862257221, -39.23485654326167}, kB28);
  motion.advance(5.0, 250);
  expect_tip(motion, 1.0,
             {-26.12492585412638, -83.55199150366597, -54.41149466364178, 23.22652933918636}, kB28);
}

}  // namespace
}  // namespace rigor
