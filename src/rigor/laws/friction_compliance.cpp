// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <Eigen/LU>

#include <rigor/laws/friction_compliance.hpp>
#include <rigor/laws/tolerances.hpp>

namespace rigor {
namespace {

/// The natural map as speeds, zero where the law holds, and its derivatives.
struct NaturalMap {
  Eigen::VectorXd F;
  Eigen::MatrixXd by_r;
  Eigen::MatrixXd by_u;
};

/// The part along the tangents, of a contact that pushes with `normal` at the next step; `presses`
/// says whether that depends on the contact's own normal.
void add_friction(const FrictionProblem& problem, int i, const Vector2& r_t, const Vector2& u_t,
                  double rho, double normal, bool presses, NaturalMap& map) {
  const int k = 3 * i;
  const double mu = problem.mu[i];
  const Vector2 next = r_t - rho * u_t;
  const double most = mu * normal;
  const double length = next.norm();
  const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
  if (length <= most) {
    map.F.segment<2>(k + 1) = u_t;
    map.by_u.block<2, 2>(k + 1, k + 1) = one;
    return;
  }
  const Vector2 along = next / length;
  const Eigen::Matrix2d turn = most / length * (one - along * along.transpose());
  map.F.segment<2>(k + 1) = (r_t - most * along) / rho;
  map.by_r.block<2, 2>(k + 1, k + 1) = (one - turn) / rho;
  map.by_u.block<2, 2>(k + 1, k + 1) = turn;
  if (!presses) return;
  map.by_r.block<2, 1>(k + 1, k) = -mu / rho * along;
  map.by_u.block<2, 1>(k + 1, k) = mu * along;
}

NaturalMap natural_map(const FrictionProblem& problem, const Eigen::VectorXd& r,
                       const Eigen::VectorXd& u, const Eigen::VectorXd& rho) {
  const Eigen::Index count = r.size();
  NaturalMap map{Eigen::VectorXd(count), Eigen::MatrixXd::Zero(count, count),
                 Eigen::MatrixXd::Zero(count, count)};
  for (int i = 0; i < problem.size(); ++i) {
    const int k = 3 * i;
    const double pushed = r[k] - rho[k] * u[k];
    const bool presses = pushed > problem.least[i];
    const double normal = presses ? pushed : problem.least[i];
    map.F[k] = (r[k] - normal) / rho[k];
    (presses ? map.by_u : map.by_r)(k, k) = presses ? 1.0 : 1.0 / rho[k];
    const Vector2 r_t = r.segment<2>(k + 1);
    if (may_stick(problem, i)) {
      add_friction(problem, i, r_t, u.segment<2>(k + 1), rho[k], normal, presses, map);
      continue;
    }
    const auto& given = problem.sliding[i];
    const Vector2 drag = given ? Vector2(problem.mu[i] * *given) : Vector2(Vector2::Zero());
    map.F.segment<2>(k + 1) = (r_t + r[k] * drag) / rho[k];
    map.by_r.block<2, 2>(k + 1, k + 1) = Eigen::Matrix2d::Identity() / rho[k];
    map.by_r.block<2, 1>(k + 1, k) = drag / rho[k];
  }
  return map;
}

}  // namespace

CompliantPath::CompliantPath(const FrictionProblem& problem)
    : problem_(problem),
      mobility_(problem.b.size()),
      r_(Eigen::VectorXd::Zero(problem.b.size())),
      compliance_(kFirstCompliance / kComplianceShrink) {
  for (int i = 0; i < problem.size(); ++i) {
    mobility_.segment<3>(3 * i).setConstant(contact_mobility(problem, i));
    r_[3 * i] = problem.least[i];
  }
}

bool CompliantPath::solve(double rho) {
  const double scale = speed_scale(problem_);
  const Eigen::VectorXd step_size = rho * mobility_.cwiseInverse();
  Eigen::MatrixXd W = problem_.W;
  W.diagonal() += compliance_ * mobility_;
  const auto map_at = [&](const Eigen::VectorXd& r) {
    return natural_map(problem_, r, W * r + problem_.b, step_size);
  };
  Eigen::VectorXd r = r_;
  NaturalMap map = map_at(r);
  for (int step = 0; step < kComplianceSteps && !requested(problem_.cancellation); ++step) {
    const Eigen::VectorXd way = (map.by_r + map.by_u * W).partialPivLu().solve(map.F);
    if (!way.allFinite()) return false;
    const double size = map.F.norm();
    double length = 1.0;
    for (; length > kLeastComplianceStep; length *= 0.5) {
      map = map_at(r - length * way);
      if (map.F.norm() < (1.0 - kComplianceDescent * length) * size) break;
    }
    if (length <= kLeastComplianceStep) break;
    r -= length * way;
    if (map.F.norm() <= kComplianceRounding * scale) break;
  }
  if (map_at(r).F.norm() > kComplianceSolved * scale) return false;
  r_ = r;
  return true;
}

bool CompliantPath::advance() {
  for (; missed_ < kMostMissedCompliances; ++missed_) {
    compliance_ *= kComplianceShrink;
    if (compliance_ < kLastCompliance || requested(problem_.cancellation)) return false;
    const bool solved = std::any_of(kComplianceRhos.begin(), kComplianceRhos.end(),
                                    [&](double rho) { return solve(rho); });
    if (!solved) continue;
    missed_ = 0;
    return true;
  }
  return false;
}

}  // namespace rigor
