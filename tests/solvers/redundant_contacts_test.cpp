// SPDX-License-Identifier: Apache-2.0
// The convex contact laws on stacks, arches, pyramids, corners and slots with up to 32 contacts per
// interface, mass ratios up to 1e6, rows that depend exactly or to 1e-12: all must be solved.
// 500 problems by default; RIGOR_SOLVER_PROBLEMS sets the number for a campaign.
#include <chrono>
#include <cstdlib>

#include <gtest/gtest.h>

#include "contact_problems.hpp"

namespace rigor {
namespace {

using problems::Drawn;

constexpr double kPromise = 1e-10;

int problem_count() {
  const char* text = std::getenv("RIGOR_SOLVER_PROBLEMS");
  return text == nullptr ? 500 : std::atoi(text);
}

struct Tally {
  int problems = 0;
  int noisy = 0;
  int heavy = 0;
  int large = 0;
  double worst_residual = 0.0;
  double worst_balance = 0.0;  // |M(x - x*) - forces| against the energy alone
  int iterations = 0;
  double slowest = 0.0;
};

// Momentum balance in the energy norm, without the forces in the scale.
double strict_balance(const MassFactor& mass, const Drawn& drawn, const LinearRows& T,
                      const ConeProjection& answer) {
  Eigen::VectorXd forces = drawn.problem.N.transpose() * answer.normal;
  if (T.right.size() > 0) forces += T.rows.transpose() * answer.tangential;
  const Eigen::VectorXd y_star = mass.whitened(drawn.problem.v_star);
  const Eigen::VectorXd y = mass.whitened(answer.x);
  return (y - y_star - mass.whitened_force(forces)).norm() / (y.norm() + y_star.norm());
}

TEST(RedundantContacts, EveryConvexProblemIsSolved) {
  const int count = problem_count();
  Tally tally;
  for (int sample = 0; sample < count; ++sample) {
    Random random(1000, static_cast<std::uint64_t>(sample));
    const Drawn drawn = problems::draw(random);
    const MassFactor mass = *factor_mass(std::span<const Eigen::MatrixXd>(drawn.problem.mass));
    const LinearRows N = problems::at_least_zero(drawn.problem.N);
    const LinearRows T = sample % 2 == 0 ? LinearRows{} : problems::at_least_zero(drawn.problem.T);
    const auto start = std::chrono::steady_clock::now();
    const ConeProjection answer = project_on_cone(mass, drawn.problem.v_star, N, T);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    SCOPED_TRACE("Random random(1000, " + std::to_string(sample) + "): " + drawn.problem.name +
                 ", noise " + std::to_string(std::log10(drawn.noise)) + ", mass ratio " +
                 std::to_string(drawn.mass_ratio) + ", motion " + std::to_string(drawn.motion));
    EXPECT_EQ(answer.status, ProjectionStatus::Solved);
    const double residual = kkt_residual(mass, drawn.problem.v_star, N, T, answer);
    EXPECT_LE(residual, kPromise);
    EXPECT_EQ(residual, std::max(answer.residual, answer.slack_used));
    ++tally.problems;
    tally.noisy += drawn.noise > 0.0 ? 1 : 0;
    tally.heavy += drawn.mass_ratio > 1e3 ? 1 : 0;
    tally.large += drawn.problem.N.rows() > 200 ? 1 : 0;
    tally.worst_residual = std::max(tally.worst_residual, residual);
    tally.worst_balance = std::max(tally.worst_balance, strict_balance(mass, drawn, T, answer));
    tally.iterations = std::max(tally.iterations, answer.iterations);
    tally.slowest = std::max(tally.slowest, took.count());
  }
  std::printf(
      "%d problems (%d noisy, %d with mass ratio > 1000, %d with > 200 contacts): worst "
      "residual %.2e, worst strict balance %.2e, most iterations %d, slowest %.3f s\n",
      tally.problems, tally.noisy, tally.heavy, tally.large, tally.worst_residual,
      tally.worst_balance, tally.iterations, tally.slowest);
  EXPECT_GE(tally.noisy, count / 3);
  EXPECT_GE(tally.heavy, count / 10);
  EXPECT_GE(tally.large, count / 50);
}

// A stack of 16 with noise 3e-10, where rows that nearly depend on others were set aside and tried
// again for ever.
TEST(RedundantContacts, NearlyDependentRowsDoNotGoRoundInCircles) {
  Random random(1000, 5087);
  const Drawn drawn = problems::draw(random);
  const MassFactor mass = *factor_mass(std::span<const Eigen::MatrixXd>(drawn.problem.mass));
  const ConeProjection answer =
      project_on_cone(mass, drawn.problem.v_star, problems::at_least_zero(drawn.problem.N),
                      problems::at_least_zero(drawn.problem.T));
  EXPECT_EQ(answer.status, ProjectionStatus::Solved);
  EXPECT_LE(std::max(answer.residual, answer.slack_used), kPromise);
}

// Contacts in another order, bodies in another order, tangents turned: the same motion.
TEST(RedundantContacts, MotionDoesNotDependOnOrderOrTangents) {
  int with_contact = 0;
  for (int sample = 0; sample < 100; ++sample) {
    Random random(2000, static_cast<std::uint64_t>(sample));
    problems::Assembly assembly = problems::random_assembly(random);
    if (assembly.contacts.size() > 150) continue;
    const auto bodies = static_cast<int>(assembly.bodies.size());
    for (problems::Body& body : assembly.bodies) body.mass = std::pow(10.0, 3.0 * random.unit());
    problems::ContactProblem first = problems::problem_of(assembly, 0.0, random);
    for (double& entry : first.v_star) entry = random.normal();
    // Bodies and contacts reversed; tangents turned by one radian.
    problems::ContactProblem second = first;
    const auto m = first.N.rows();
    for (int b = 0; b < bodies; ++b) {
      const int from = 6 * (bodies - 1 - b);
      second.mass[b] = first.mass[bodies - 1 - b];
      second.v_star.segment(6 * b, 6) = first.v_star.segment(from, 6);
      second.N.middleCols(6 * b, 6) = first.N.middleCols(from, 6).colwise().reverse();
      for (Eigen::Index i = 0; i < m; ++i) {
        const auto t1 = first.T.block(2 * (m - 1 - i), from, 1, 6);
        const auto t2 = first.T.block(2 * (m - 1 - i) + 1, from, 1, 6);
        second.T.block(2 * i, 6 * b, 1, 6) = std::cos(1.0) * t1 + std::sin(1.0) * t2;
        second.T.block(2 * i + 1, 6 * b, 1, 6) = std::cos(1.0) * t2 - std::sin(1.0) * t1;
      }
    }
    for (const bool grips : {false, true}) {
      const auto motion = [grips](const problems::ContactProblem& problem) {
        const MassFactor mass = *factor_mass(std::span<const Eigen::MatrixXd>(problem.mass));
        return project_on_cone(mass, problem.v_star, problems::at_least_zero(problem.N),
                               grips ? problems::at_least_zero(problem.T) : LinearRows{});
      };
      const ConeProjection a = motion(first);
      const ConeProjection b = motion(second);
      SCOPED_TRACE("Random random(2000, " + std::to_string(sample) + "): " + first.name);
      ASSERT_EQ(a.status, ProjectionStatus::Solved);
      ASSERT_EQ(b.status, ProjectionStatus::Solved);
      for (int k = 0; k < bodies; ++k) {
        EXPECT_LE((a.x.segment(6 * k, 6) - b.x.segment(6 * (bodies - 1 - k), 6)).norm(), 1e-10);
      }
      with_contact += a.active.empty() ? 0 : 1;
    }
  }
  EXPECT_GE(with_contact, 100);
}

}  // namespace
}  // namespace rigor
