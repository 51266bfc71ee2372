// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include <rigor/laws/friction_compliance.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

/// The part along the tangents, of a contact that pushes with `normal` at the next step; `presses`
/// says whether that depends on the contact's own normal.
void add_friction(double mu, int i, const Vector2& r_t, const Vector2& u_t, double rho,
                  double normal, bool presses, FrictionEquations& map) {
  const Vector2 next = r_t - rho * u_t;
  const double most = mu * normal;
  const double length = next.norm();
  const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
  if (length <= most) {
    map.F.segment<2>(3 * i + 1) = u_t;
    map.by_u[i].bottomRightCorner<2, 2>() = one;
    return;
  }
  const Vector2 along = next / length;
  const Eigen::Matrix2d turn = most / length * (one - along * along.transpose());
  map.F.segment<2>(3 * i + 1) = (r_t - most * along) / rho;
  map.by_r[i].bottomRightCorner<2, 2>() = (one - turn) / rho;
  map.by_u[i].bottomRightCorner<2, 2>() = turn;
  if (!presses) return;
  map.by_r[i].bottomLeftCorner<2, 1>() = -mu / rho * along;
  map.by_u[i].bottomLeftCorner<2, 1>() = mu * along;
}

/// The natural map as speeds, zero where the law holds, and its derivatives.
FrictionEquations natural_map(const FrictionProblem& problem, const Eigen::VectorXd& r,
                              const Eigen::VectorXd& u, const Eigen::VectorXd& rho) {
  const auto count = static_cast<std::size_t>(problem.size());
  const std::vector<Eigen::Matrix3d> none(count, Eigen::Matrix3d::Zero());
  FrictionEquations map{Eigen::VectorXd(r.size()), none, none};
  for (int i = 0; i < problem.size(); ++i) {
    const int k = 3 * i;
    const double pushed = r[k] - rho[k] * u[k];
    const bool presses = pushed > problem.least[i];
    const double normal = presses ? pushed : problem.least[i];
    map.F[k] = (r[k] - normal) / rho[k];
    (presses ? map.by_u : map.by_r)[i](0, 0) = presses ? 1.0 : 1.0 / rho[k];
    const Vector2 r_t = r.segment<2>(k + 1);
    if (may_stick(problem, i)) {
      add_friction(problem.mu[i], i, r_t, u.segment<2>(k + 1), rho[k], normal, presses, map);
      continue;
    }
    const auto& given = problem.sliding[i];
    const Vector2 drag = given ? Vector2(problem.mu[i] * *given) : Vector2(Vector2::Zero());
    map.F.segment<2>(k + 1) = (r_t + r[k] * drag) / rho[k];
    map.by_r[i].bottomRightCorner<2, 2>() = Eigen::Matrix2d::Identity() / rho[k];
    map.by_r[i].bottomLeftCorner<2, 1>() = drag / rho[k];
  }
  return map;
}

}  // namespace

CompliantPath::CompliantPath(const FrictionProblem& problem)
    : problem_(problem),
      mobility_(problem.b.size()),
      r_(Eigen::VectorXd::Zero(problem.b.size())),
      shrink_(kComplianceShrink) {
  for (int i = 0; i < problem.size(); ++i) {
    mobility_.segment<3>(3 * i).setConstant(contact_mobility(problem, i));
    r_[3 * i] = problem.least[i];
  }
  give_ = mobility_;
  if (by_bodies(problem)) bodies_.emplace(problem.G);
}

/// With u = (W + ε D) r + b: what gives way is in the part by r, the rest of u is W r.
FrictionEquations CompliantPath::equations_at(const Eigen::VectorXd& r, double compliance,
                                              double rho) const {
  Eigen::VectorXd u = problem_.b + compliance * give_.cwiseProduct(r);
  u += bodies_ ? bodies_->speeds(bodies_->answer(r)) : Eigen::VectorXd(problem_.W * r);
  FrictionEquations map = natural_map(problem_, r, u, rho * mobility_.cwiseInverse());
  for (int i = 0; i < problem_.size(); ++i)
    map.by_r[i] += map.by_u[i] * (compliance * give_.segment<3>(3 * i)).asDiagonal();
  return map;
}

Eigen::VectorXd CompliantPath::step(const FrictionEquations& equations) const {
  if (bodies_) return bodywise_step(*bodies_, equations);
  Eigen::MatrixXd D(problem_.b.size(), problem_.b.size());
  for (int i = 0; i < problem_.size(); ++i) {
    D.middleRows<3>(3 * i).noalias() = equations.by_u[i] * problem_.W.middleRows<3>(3 * i);
    D.block<3, 3>(3 * i, 3 * i) += equations.by_r[i];
  }
  return D.partialPivLu().solve(equations.F);
}

/// Steps that do not lead down are taken in part: between the pieces of the map the way leads up.
bool CompliantPath::solve(double compliance, double rho) {
  const double scale = speed_scale(problem_);
  Eigen::VectorXd r = r_;
  FrictionEquations map = equations_at(r, compliance, rho);
  for (int k = 0; k < kComplianceSteps && map.F.norm() > kComplianceRounding * scale; ++k) {
    const Eigen::VectorXd way = step(map);
    if (!way.allFinite() || requested(problem_.cancellation)) return false;
    const double size = map.F.norm();
    for (double length = 1.0; length >= kLeastComplianceStep; length *= 0.5) {
      const Eigen::VectorXd next = r - length * way;
      map = equations_at(next, compliance, rho);
      const bool leads_down = map.F.norm() < (1.0 - kComplianceDescent * length) * size;
      if (!leads_down && length > kLeastComplianceStep) continue;
      r = next;
      break;
    }
  }
  if (!(map.F.norm() <= kComplianceSolved * scale)) return false;
  r_ = r;
  compliance_ = compliance;
  return true;
}

bool CompliantPath::solve(double compliance) {
  return std::any_of(kComplianceRhos.begin(), kComplianceRhos.end(),
                     [&](double rho) { return solve(compliance, rho); });
}

bool CompliantPath::advance() {
  if (compliance_ == 0.0) return solve(kFirstCompliance);
  for (; shrink_ <= kLeastComplianceShrink; shrink_ = std::sqrt(shrink_)) {
    const double next = compliance_ * shrink_;
    if (next < kLastCompliance || requested(problem_.cancellation)) return false;
    if (!solve(next)) continue;
    shrink_ = std::max(kComplianceShrink, std::pow(shrink_, kComplianceHaste));
    return true;
  }
  return false;
}

bool CompliantPath::share_anew(int choice) {
  if (compliance_ == 0.0 || compliance_ * kComplianceShrink < kLastCompliance) return false;
  Random random(static_cast<std::uint64_t>(choice));
  give_ = mobility_;
  for (int i = 0; i < problem_.size(); ++i)
    give_.segment<3>(3 * i) *=
        std::pow(10.0, random.uniform(-kComplianceDecades, kComplianceDecades));
  shrink_ = kComplianceShrink;
  return solve(compliance_);
}

}  // namespace rigor
