// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <Eigen/LU>

#include <rigor/demand.hpp>
#include <rigor/laws/one_contact.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/laws/two_contacts.hpp>

namespace rigor {
namespace {

/// What a contact answers to the other's impulse: A r + c.
struct Answer {
  Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
  Eigen::Vector3d c = Eigen::Vector3d::Zero();
};

/// Of contact j, with what the other's impulse does to its speed; nothing if it cannot give it.
std::optional<Answer> answer_of(const FrictionProblem& problem, int j, const FrictionMode& mode,
                                const Eigen::Matrix3d& W_ji) {
  Answer answer;
  if (!mode.closed) return answer;
  const Eigen::Matrix3d W = problem.W.block<3, 3>(3 * j, 3 * j);
  const Eigen::Vector3d b = problem.b.segment<3>(3 * j);
  if (mode.sticks) {
    const Eigen::FullPivLU<Eigen::Matrix3d> held(W);
    if (held.rcond() < kModeRank) return std::nullopt;
    answer.A = -held.solve(W_ji);
    answer.c = -held.solve(b);
    return answer;
  }
  Eigen::Vector3d push(1.0, 0.0, 0.0);
  if (const auto& s = problem.sliding[j]) push.tail<2>() = -problem.mu[j] * *s;
  const double speed = W.row(0).dot(push);
  if (std::abs(speed) < kModeRank * W(0, 0)) return std::nullopt;
  answer.A = -push * W_ji.row(0) / speed;
  answer.c = -push * b[0] / speed;
  return answer;
}

}  // namespace

std::optional<std::vector<Eigen::VectorXd>> sliding_beside(const FrictionProblem& problem, int i,
                                                           const FrictionMode& other) {
  RIGOR_DEMAND(problem.size() == 2 && may_stick(problem, i));
  const int j = 1 - i;
  const auto answer = answer_of(problem, j, other, problem.W.block<3, 3>(3 * j, 3 * i));
  if (!answer) return std::nullopt;
  const Eigen::Matrix3d W_ij = problem.W.block<3, 3>(3 * i, 3 * j);
  FrictionProblem alone;
  alone.W = problem.W.block<3, 3>(3 * i, 3 * i) + W_ij * answer->A;
  alone.b = problem.b.segment<3>(3 * i) + W_ij * answer->c;
  alone.mu = problem.mu.segment<1>(i);
  alone.least = Eigen::VectorXd::Zero(1);
  alone.sliding.resize(1);
  std::vector<Eigen::VectorXd> impulses;
  for (const Eigen::Vector3d& r : sliding_impulses(alone)) {
    Eigen::VectorXd& both = impulses.emplace_back(6);
    both.segment<3>(3 * i) = r;
    both.segment<3>(3 * j) = answer->A * r + answer->c;
  }
  return impulses;
}

}  // namespace rigor
