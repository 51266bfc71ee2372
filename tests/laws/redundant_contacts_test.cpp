// SPDX-License-Identifier: Apache-2.0
// The laws on stacks of up to 30 boxes, arches, pyramids, corners and slots with 4 to 32 contacts
// per interface, mass ratios up to 1e6, rows that depend exactly or to 1e-12. 500 problems by
// default; RIGOR_LAWS_PROBLEMS sets the number for a campaign (RIGOR_COULOMB_PROBLEMS for Coulomb).
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include <rigor/laws/acceleration.hpp>
#include <rigor/laws/gripping.hpp>
#include <rigor/laws/impact.hpp>

#include "solvers/contact_problems.hpp"

namespace rigor {
namespace {

using problems::Drawn;

constexpr double kPromise = 1e-10;

int size_from(const char* variable, int usual) {
  const char* text = std::getenv(variable);
  return text == nullptr ? usual : std::atoi(text);
}

ContactSet set_of(const problems::ContactProblem& problem, const ContactProperties& properties) {
  return {*factor_mass(std::span<const Eigen::MatrixXd>(problem.mass)), problem.N, problem.T,
          std::vector<ContactProperties>(static_cast<std::size_t>(problem.N.rows()), properties)};
}

std::string described(int seed, int sample, const Drawn& drawn) {
  char text[200];
  std::snprintf(text, sizeof text, "Random random(%d, %d): %s, noise %.1e, mass ratio %.1e", seed,
                sample, drawn.problem.name.c_str(), drawn.noise, drawn.mass_ratio);
  return text;
}

struct Tally {
  int problems = 0;
  int noisy = 0;
  int heavy = 0;
  int large = 0;
  int loops = 0;       // arches, pyramids, slots
  int slack_used = 0;  // problems with equations left out beyond rounding
  int indeterminate = 0;
  double residual = 0.0;
  double row_slack = 0.0;
  double slowest = 0.0;
  std::string slowest_case;

  void count(const Drawn& drawn) {
    ++problems;
    noisy += drawn.noise > 0.0 ? 1 : 0;
    heavy += drawn.mass_ratio > 1e3 ? 1 : 0;
    large += drawn.problem.N.rows() > 200 ? 1 : 0;
    const char kind = drawn.problem.name[0];
    loops += kind == 'a' || kind == 'p' ? 1 : 0;
  }
  void count(double new_residual, double new_slack) {
    residual = std::max(residual, new_residual);
    row_slack = std::max(row_slack, new_slack);
    slack_used += new_slack > kPromise ? 1 : 0;
  }
};

void expect_promised(double residual, double row_slack, double noise) {
  EXPECT_LE(residual, kPromise);
  EXPECT_LE(row_slack, noise > 0.0 ? kFlatness : kPromise);
}

void check_impact(Law law, const ContactSet& set, const Drawn& drawn, Tally& tally) {
  const Impact impact = resolve_impact(law, set, drawn.problem.v_star);
  EXPECT_EQ(impact.status, ImpactStatus::Solved);
  expect_promised(impact.residual, impact.row_slack, drawn.noise);
  EXPECT_LE(impact.energy_change, 1e-12 * kinetic_energy(set, drawn.problem.v_star));
  EXPECT_GE(impact.normal.minCoeff(), 0.0);
  tally.indeterminate += impact.indeterminate_motion ? 1 : 0;
  tally.count(impact.residual, impact.row_slack);
}

void check_accelerations(Law law, const ContactSet& set, const Drawn& drawn, Tally& tally) {
  const Eigen::VectorXd& load = drawn.problem.v_star;
  const MotionState motion{0.1 * load, load, Eigen::VectorXd::Zero(set.size()),
                           Eigen::VectorXd::Zero(2 * set.size())};
  const Accelerations result = resolve_accelerations(law, set, motion);
  EXPECT_EQ(result.status, AccelerationStatus::Solved);
  expect_promised(result.residual, result.row_slack, drawn.noise);
  EXPECT_GE(result.normal.minCoeff(), 0.0);
  tally.count(result.residual, result.row_slack);
}

TEST(RedundantContacts, ConvexLawsSolveEveryProblem) {
  const int count = size_from("RIGOR_LAWS_PROBLEMS", 500);
  constexpr std::array kLaws{Law::Frictionless, Law::NoSlip, Law::Viscous, Law::NoSlipActive};
  Tally tally;
  for (int sample = 0; sample < count; ++sample) {
    Random random(3000, static_cast<std::uint64_t>(sample));
    const Drawn drawn = problems::draw(random);
    const Law law = kLaws[static_cast<std::size_t>(sample) % kLaws.size()];
    SCOPED_TRACE(described(3000, sample, drawn) + ", " + name(law));
    const ContactSet set = set_of(drawn.problem, {.viscosity = 0.3});
    const auto start = std::chrono::steady_clock::now();
    check_impact(law, set, drawn, tally);
    check_accelerations(law, set, drawn, tally);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    tally.count(drawn);
    if (took.count() <= tally.slowest) continue;
    tally.slowest = took.count();
    tally.slowest_case = described(3000, sample, drawn) + ", " + name(law);
  }
  std::printf(
      "%d problems (%d noisy, %d mass ratio > 1000, %d over 200 contacts, %d closed loops), each "
      "an "
      "impact and an acceleration: worst residual %.1e, worst row slack %.1e (%d used it), %d "
      "indeterminate, slowest %.2f s (%s)\n",
      tally.problems, tally.noisy, tally.heavy, tally.large, tally.loops, tally.residual,
      tally.row_slack, tally.slack_used, tally.indeterminate, tally.slowest,
      tally.slowest_case.c_str());
  EXPECT_GE(tally.noisy, count / 3);
  EXPECT_GE(tally.heavy, count / 10);
  EXPECT_GE(tally.large, count / 50);
  EXPECT_GE(tally.loops, count / 5);
}

void check_coulomb(const Impact& impact, const ContactSet& set, const Drawn& drawn, double mu) {
  const Eigen::VectorXd& v_minus = drawn.problem.v_star;
  EXPECT_LE(impact.residual, kPromise);
  EXPECT_LE(impact.energy_change, kPromise * kinetic_energy(set, v_minus));
  const double speed = (set.N * v_minus).cwiseAbs().maxCoeff() + (set.T * v_minus).norm();
  EXPECT_GE((set.N * impact.v).minCoeff(), -1e-9 * speed);
  const double largest = impact.normal.maxCoeff();
  for (int i = 0; i < set.size(); ++i) {
    EXPECT_GE(impact.normal[i], -1e-9 * largest);
    EXPECT_LE(impact.tangential.segment<2>(2 * i).norm(), mu * impact.normal[i] + 1e-6 * largest);
  }
}

// Up to 16 contacts. What is not solved says so.
TEST(RedundantContacts, CoulombIsSolvedOrTyped) {
  const int count = size_from("RIGOR_COULOMB_PROBLEMS", 40);
  constexpr int kMostContacts = 16;
  std::array<int, 3> found{0, 0, 0};
  double slowest = 0.0;
  int total = 0;
  for (int sample = 0; total < count; ++sample) {
    Random random(4000, static_cast<std::uint64_t>(sample));
    const Drawn drawn = problems::draw(random);
    if (drawn.problem.N.rows() > kMostContacts) continue;
    const double mu = random.uniform(0.1, 1.0);
    SCOPED_TRACE(described(4000, sample, drawn) + ", mu " + std::to_string(mu));
    const ContactSet set = set_of(drawn.problem, {.friction = mu});
    const auto start = std::chrono::steady_clock::now();
    const Impact impact = resolve_impact(Law::Coulomb, set, drawn.problem.v_star);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    slowest = std::max(slowest, took.count());
    ++total;
    ++found[static_cast<std::size_t>(impact.status)];
    if (impact.status == ImpactStatus::Solved) check_coulomb(impact, set, drawn, mu);
    if (impact.status == ImpactStatus::Failed) {
      EXPECT_EQ(impact.v, drawn.problem.v_star);
    }
  }
  std::printf("coulomb: %d solved and polished, %d unpolished, %d failed of %d, slowest %.2f s\n",
              found[0], found[1], found[2], total, slowest);
  EXPECT_GE(found[0], total * 9 / 10);
}

}  // namespace
}  // namespace rigor
