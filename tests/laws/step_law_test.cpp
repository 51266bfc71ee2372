// SPDX-License-Identifier: Apache-2.0
// Bounces of closed form, laws of energy, contacts that let go.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/laws/step_law.hpp>
#include <rigor/random.hpp>

#include "../solvers/cone_problems.hpp"

namespace rigor {
namespace {

using Eigen::Vector3d;

StepProblem cube_on_ground(const ConeProblem::Velocity& u, const StepLaw& law,
                           const ContactProperties& properties) {
  StepProblem problem;
  cone_problems::add_cube(problem.cone, 1.0, 0.05, u);
  cone_problems::add_corners(problem.cone, -1, 0, 0.05, 0.0);
  for (ConeContact& contact : problem.cone.contacts) set_rule(law, properties, contact);
  prepare(problem.cone);
  problem.contacts.assign(4, {.restitution = properties.restitution});
  return problem;
}

ConeProblem::Velocity velocity(double x, double z, double spin) {
  ConeProblem::Velocity u = ConeProblem::Velocity::Zero();
  u[0] = x;
  u[2] = z;
  u[4] = spin;
  return u;
}

std::vector<double> normal_impulses(const ConeState& state) {
  std::vector<double> normal;
  for (const Vector3d& p : state.impulses) normal.push_back(p[0]);
  return normal;
}

const StepLaw kExact{Law::Coulomb, 0.01, 1e-12, {20000, 1e-15}, {}, true};

TEST(StepLaw, AFlatCubeBouncesWithItsRestitution) {
  StepProblem problem =
      cube_on_ground(velocity(0, -1, 0), kExact, {.friction = 0.5, .restitution = 0.4});
  ConeState state = state_at_start(problem.cone);
  compress(problem, kExact, state);
  EXPECT_NEAR(state.u[0][2], 0.0, 1e-12);
  const StepSolution solution = expand(problem, normal_impulses(state), kExact, state);
  EXPECT_EQ(solution.restitution_factor, 1.0);
  EXPECT_NEAR(state.u[0][2], 0.4, 1e-12);
}

TEST(StepLaw, WhatGravityAddsAfterACollisionDoesNotBounce) {
  // Closed form: at -1 m/s the cube meets the ground at the start of a step that adds -0.1 m/s. It
  // leaves with 0.4 m/s and ends the step with 0.3.
  StepProblem problem =
      cube_on_ground(velocity(0, -1.1, 0), kExact, {.friction = 0.0, .restitution = 0.4});
  problem.brought = {velocity(0, -1.0, 0)};
  for (StepContact& contact : problem.contacts) contact.colliding = 1.0 / 1.1;
  ConeState state = state_at_start(problem.cone);
  compress(problem, kExact, state);
  expand(problem, normal_impulses(state), kExact, state);
  EXPECT_NEAR(state.u[0][2], 0.3, 1e-12);
}

TEST(StepLaw, OnlyWhatWouldBeWonIsTakenFromARestitution) {
  // All of 1.1 m/s thrown back wins m (0.1² / 2 + 0.1 × 1 + 0.1 × 1.1) along the way up.
  StepProblem problem =
      cube_on_ground(velocity(0, -1.1, 0), kExact, {.friction = 0.0, .restitution = 1.0});
  problem.brought = {velocity(0, -1.0, 0)};
  ConeState state = state_at_start(problem.cone);
  compress(problem, kExact, state);
  const StepSolution solution = expand(problem, normal_impulses(state), kExact, state);
  EXPECT_LE(won_energy(problem, state), 1e-9);
  EXPECT_GT(solution.restitution_factor, 0.8);
  EXPECT_LT(solution.restitution_factor, 1.0);
}

TEST(StepLaw, RestitutionNeverWinsEnergy) {
  Random random(7);
  int bounced = 0;
  for (int sample = 0; sample < 200; ++sample) {
    ConeProblem::Velocity u;
    for (int i = 0; i < 6; ++i) u[i] = random.normal() * (i < 3 ? 1.0 : 20.0);
    const ContactProperties surface{.friction = random.uniform(0.0, 1.5), .restitution = 1.0};
    StepProblem problem = cube_on_ground(u, kExact, surface);
    ConeState state = state_at_start(problem.cone);
    compress(problem, kExact, state);
    const double compressed = kinetic_energy(problem.cone, state);
    expand(problem, normal_impulses(state), kExact, state);
    const double after = kinetic_energy(problem.cone, state);
    EXPECT_LE(after, kinetic_energy(problem.cone, state_at_start(problem.cone)) * (1 + 2e-9))
        << "sample " << sample;
    bounced += after > compressed * (1 + 1e-6) ? 1 : 0;
  }
  EXPECT_GT(bounced, 50);
}

TEST(StepLaw, OpeningAGapIsTheOnlyWorkThatOffsetsDo) {
  StepProblem problem = cube_on_ground(velocity(0, 0, 0), kExact, {.friction = 0.5});
  for (ConeContact& contact : problem.cone.contacts) contact.offset[0] = -0.2;  // rise at 0.2 m/s
  ConeState state = state_at_start(problem.cone);
  compress(problem, kExact, state);
  EXPECT_NEAR(state.u[0][2], 0.2, 1e-12);
  EXPECT_NEAR(offset_work(problem.cone, state), 0.04, 1e-12);  // twice the kinetic energy
}

TEST(StepLaw, NoSlipHoldsWhatPressesAndLetsGoWhatDoesNot) {
  StepLaw law = kExact;
  law.law = Law::NoSlip;
  Random random(29);
  int held = 0, loose = 0;
  for (int sample = 0; sample < 100; ++sample) {
    ConeProblem::Velocity u;
    for (int i = 0; i < 6; ++i) u[i] = random.normal() * (i < 3 ? 0.3 : 10.0);
    StepProblem problem = cube_on_ground(u, law, {});
    ConeState state = state_at_start(problem.cone);
    EXPECT_LE(compress(problem, law, state).residual, 1e-8) << "sample " << sample;
    for (std::size_t c = 0; c < 4; ++c) {
      const Vector3d y = speeds(problem.cone.contacts[c], state);
      EXPECT_GE(y[0], -1e-8) << "sample " << sample;
      if (problem.cone.contacts[c].tangent == Tangent::Held) {
        ++held;
        EXPECT_GT(state.impulses[c][0], 0.0);
        EXPECT_LE(y.norm(), 1e-8) << "sample " << sample;
      } else {
        ++loose;
        EXPECT_EQ(state.impulses[c].tail<2>().norm(), 0.0);
      }
    }
  }
  EXPECT_GT(held, 50);
  EXPECT_GT(loose, 100);
}

TEST(StepLaw, ViscousContactsSlowDownByTheirDrag) {
  StepLaw law = kExact;
  law.law = Law::Viscous;
  StepProblem problem = cube_on_ground(velocity(0.3, -1, 0), law, {.viscosity = 2.0});
  ConeState state = state_at_start(problem.cone);
  EXPECT_LE(compress(problem, law, state).residual, 1e-9);
  Vector3d pull = Vector3d::Zero();
  for (std::size_t c = 0; c < 4; ++c) {
    const Vector3d y = speeds(problem.cone.contacts[c], state);
    if (!(state.impulses[c][0] > 0.0)) continue;
    EXPECT_NEAR(state.impulses[c][1], -0.01 * 2.0 * y[1], 1e-10);
    pull += state.impulses[c];
  }
  EXPECT_LT(pull[1], -1e-3);
}

TEST(StepLaw, EveryLawButMaximumDissipationMakesSteps) {
  for (const Law law :
       {Law::Frictionless, Law::NoSlip, Law::NoSlipActive, Law::Viscous, Law::Coulomb})
    EXPECT_TRUE(has_step_law(law));
  EXPECT_FALSE(has_step_law(Law::MaxDissipation));
}

}  // namespace
}  // namespace rigor
