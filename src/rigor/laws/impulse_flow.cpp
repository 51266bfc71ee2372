// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/LU>

#include <rigor/laws/impulse_flow.hpp>
#include <rigor/laws/impulse_process.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

/// The process while it runs; times in units of 1/(largest W_nn × damper).
class Flow {
 public:
  Flow(const FrictionProblem& problem, const Eigen::VectorXd& press)
      : problem_(problem), b_(problem.b) {
    const int count = problem.size();
    double paradox = 0.0;
    double fastest = 0.0;
    for (int i = 0; i < count; ++i) {
      const double slip = problem.b.segment<2>(3 * i + 1).norm();
      fastest = std::max(fastest, slip);
      if (pressing_rate(contact(i)) < 0.0) paradox = std::max(paradox, slip);
      b_[3 * i] = std::max(0.0, b_[3 * i]) - (press.size() > 0 ? 0.0 : kFlowPress * slip);
      damper_ = std::max(damper_, problem.W(3 * i, 3 * i));
    }
    pace_ = paradox > 0.0 ? paradox : fastest;
    const double hardest = press.size() > 0 ? press.maxCoeff() : 0.0;
    for (int i = 0; i < count && hardest > 0.0; ++i)
      b_[3 * i] -= kFlowPress * pace_ * std::max(0.0, press[i]) / hardest;
  }

  double pace() const { return pace_; }
  double damper() const { return damper_; }
  const Eigen::VectorXd& pressed() const { return b_; }
  Eigen::VectorXd speeds(const Eigen::VectorXd& r) const { return problem_.W * r + b_; }
  /// The push of contact i: its normal impulse is 1.
  Eigen::Vector3d push(const Eigen::VectorXd& u, int i) const {
    const Vector2 slip = u.segment<2>(3 * i + 1);
    const Vector2 s = slip / std::hypot(slip.norm(), kFlowRounding * pace_);
    return {1.0, -problem_.mu[i] * s.x(), -problem_.mu[i] * s.y()};
  }
  Eigen::VectorXd rate(const Eigen::VectorXd& r) const {
    const Eigen::VectorXd u = speeds(r);
    Eigen::VectorXd f = Eigen::VectorXd::Zero(u.size());
    for (int i = 0; i < problem_.size(); ++i)
      if (u[3 * i] < 0.0) f.segment<3>(3 * i) = -u[3 * i] / damper_ * push(u, i);
    return f;
  }
  /// d(rate)/dr.
  Eigen::MatrixXd derivative(const Eigen::VectorXd& r) const {
    const Eigen::VectorXd u = speeds(r);
    Eigen::MatrixXd D = Eigen::MatrixXd::Zero(u.size(), u.size());
    for (int i = 0; i < problem_.size(); ++i) {
      const int k = 3 * i;
      if (!(u[k] < 0.0)) continue;
      const Vector2 slip = u.segment<2>(k + 1);
      const double size = std::hypot(slip.norm(), kFlowRounding * pace_);
      Eigen::Matrix3d by_speed = Eigen::Matrix3d::Zero();
      by_speed.col(0) = -push(u, i) / damper_;
      by_speed.bottomRightCorner<2, 2>() =
          u[k] * problem_.mu[i] / (damper_ * size) *
          (Eigen::Matrix2d::Identity() - slip * slip.transpose() / (size * size));
      D.middleRows<3>(k) = by_speed * problem_.W.middleRows<3>(k);
    }
    return D;
  }

 private:
  PushedContact contact(int i) const {
    return {problem_.W.block<3, 3>(3 * i, 3 * i), problem_.b.segment<3>(3 * i), problem_.mu[i]};
  }

  const FrictionProblem& problem_;
  Eigen::VectorXd b_;
  double pace_ = 0.0;
  double damper_ = 0.0;
};

/// A step of Rodas3 (Sandu et al. 1997), of order three and stable for stiff friction, and its
/// error: the last stage.
struct Step {
  Eigen::VectorXd change;
  Eigen::VectorXd error;
};

Step rodas_step(const Flow& flow, const Eigen::VectorXd& r, double h) {
  Eigen::MatrixXd system = -flow.derivative(r);
  system.diagonal().array() += 2.0 / h;
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(system);
  const Eigen::VectorXd start = flow.rate(r);
  const Eigen::VectorXd k1 = lu.solve(start);
  const Eigen::VectorXd k2 = lu.solve(start + 4.0 / h * k1);
  const Eigen::VectorXd k3 = lu.solve(flow.rate(r + 2.0 * k1) + (k1 - k2) / h);
  const Eigen::VectorXd k4 =
      lu.solve(flow.rate(r + 2.0 * k1 + k3) + (k1 - k2 - 8.0 / 3.0 * k3) / h);
  return {2.0 * k1 + k3 + k4, k4};
}

/// The largest normal approach.
double approach_of(const Eigen::VectorXd& u) {
  double most = 0.0;
  for (Eigen::Index k = 0; k < u.size(); k += 3) most = std::max(most, -u[k]);
  return most;
}

/// The impulses at the end of the process.
std::optional<Eigen::VectorXd> followed(const FrictionProblem& problem, const Flow& flow) {
  Eigen::VectorXd r = Eigen::VectorXd::Zero(problem.b.size());
  double h = 1e-2 / (1.0 + problem.mu.maxCoeff());
  for (int step = 0; step < kMaxFlowSteps && !requested(problem.cancellation); ++step) {
    const double approach = approach_of(flow.speeds(r));
    if (approach <= kFlowEnded * flow.pace()) return r;
    const Step next = rodas_step(flow, r, h);
    const double error =
        flow.damper() * next.error.lpNorm<Eigen::Infinity>() /
        std::min(kFlowError * flow.pace(),
                 std::max(kFlowErrorShare * approach, 0.1 * kFlowEnded * flow.pace()));
    if (!std::isfinite(error)) return std::nullopt;
    if (error <= 1.0) r += next.change;
    h *= std::clamp(kFlowSafety / std::cbrt(std::max(error, 1e-9)), 0.1, kMostFlowGrowth);
  }
  return std::nullopt;
}

/// Puts the ends right: for the speeds of `problem`, not the pressed ones, contacts that pushed end
/// without normal speed and, if they stopped, without slip. Slipping ones push along their slip.
Eigen::VectorXd finished(const FrictionProblem& problem, const Flow& flow, Eigen::VectorXd r) {
  const Eigen::VectorXd u = problem.W * r + problem.b;
  std::vector<int> rows;
  std::vector<Eigen::VectorXd> pushes;
  for (int i = 0; i < problem.size(); ++i) {
    const int k = 3 * i;
    const bool pushed = flow.damper() * r[k] > kFlowPress * flow.pace();
    if (!pushed || u[k] > kFlowStuck * flow.pace()) continue;
    const bool stuck = problem.mu[i] > 0.0 && u.segment<2>(k + 1).norm() < kFlowStuck * flow.pace();
    Eigen::VectorXd push = Eigen::VectorXd::Zero(r.size());
    push[k] = 1.0;
    if (!stuck) push.segment<3>(k) = flow.push(u, i);
    rows.push_back(k);
    pushes.push_back(push);
    for (int t = 1; stuck && t <= 2; ++t) {
      rows.push_back(k + t);
      pushes.emplace_back(Eigen::VectorXd::Unit(r.size(), k + t));
    }
  }
  const auto count = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd effect(count, count);
  Eigen::VectorXd missing(count);
  for (Eigen::Index a = 0; a < count; ++a) {
    const int row = rows[a];
    missing[a] = -u[row];
    for (Eigen::Index c = 0; c < count; ++c) effect(a, c) = problem.W.row(row).dot(pushes[c]);
  }
  const Eigen::VectorXd amounts = minimum_norm_solve(effect, missing).z;
  for (Eigen::Index c = 0; c < count; ++c) r += amounts[c] * pushes[c];
  return r;
}

double residual_of(const FrictionProblem& problem, const Flow& flow, const Eigen::VectorXd& r) {
  const Eigen::VectorXd u = problem.W * r + problem.b;
  double worst = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const double outside = r.segment<2>(3 * i + 1).norm() - problem.mu[i] * std::max(0.0, r[3 * i]);
    worst = std::max({worst, std::min(0.0, problem.b[3 * i]) - u[3 * i], -flow.damper() * r[3 * i],
                      flow.damper() * outside});
  }
  return worst / flow.pace();
}

}  // namespace

std::optional<ImpulseFlow> impulse_flow(const FrictionProblem& problem,
                                        const Eigen::VectorXd& press) {
  const Flow flow(problem, press);
  ImpulseFlow none{Eigen::VectorXd::Zero(problem.b.size())};
  if (!(flow.pace() > 0.0)) return none;
  const auto r = followed(problem, flow);
  if (!r) return std::nullopt;
  if (flow.damper() * r->lpNorm<Eigen::Infinity>() <= kVanishingFlow * flow.pace()) return none;
  ImpulseFlow result{finished(problem, flow, *r)};
  result.residual = residual_of(problem, flow, result.r);
  return result;
}

}  // namespace rigor
