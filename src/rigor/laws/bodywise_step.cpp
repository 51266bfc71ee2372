// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include <Eigen/LU>

#include <rigor/laws/bodywise_step.hpp>
#include <rigor/laws/tolerances.hpp>

namespace rigor {
namespace {

using Eigen::Matrix3d;

class BodywiseStep {
 public:
  BodywiseStep(const BodySystem& bodies, const FrictionEquations& equations, double give)
      : bodies_(bodies), equations_(equations) {
    for (std::size_t i = 0; i < equations.by_r.size(); ++i) {
      own_.emplace_back(equations.by_r[i] + give * equations.by_u[i]);
      blocks_.push_back(own_.back().solve(equations.by_u[i]));
    }
    factor_.emplace(bodies.factor(blocks_, 1.0));
  }

  Eigen::VectorXd step() const {
    Eigen::VectorXd x = solved(equations_.F);
    double last = equations_.F.norm();
    for (int round = 0; round < kStepRefinements; ++round) {
      const Eigen::VectorXd missing = equations_.F - product(x);
      const double size = missing.norm();
      if (!(size > kStepMissing * equations_.F.norm()) || !(size < 0.5 * last)) break;
      x += solved(missing);
      last = size;
    }
    return x;
  }

 private:
  Eigen::VectorXd solved(const Eigen::VectorXd& F) const {
    Eigen::VectorXd x(F.size());
    for (int i = 0; i < std::ssize(own_); ++i)
      x.segment<3>(3 * i) = own_[i].solve(F.segment<3>(3 * i));
    const Eigen::VectorXd moved = bodies_.speeds(factor_->solve(bodies_.answer(x)));
    for (int i = 0; i < std::ssize(own_); ++i)
      x.segment<3>(3 * i) -= blocks_[i] * moved.segment<3>(3 * i);
    return x;
  }
  Eigen::VectorXd product(const Eigen::VectorXd& x) const {
    Eigen::VectorXd out = bodies_.speeds(bodies_.answer(x));
    for (int i = 0; i < std::ssize(own_); ++i)
      out.segment<3>(3 * i) = equations_.by_r[i] * x.segment<3>(3 * i) +
                              equations_.by_u[i] * out.segment<3>(3 * i).eval();
    return out;
  }

  const BodySystem& bodies_;
  const FrictionEquations& equations_;
  std::vector<Eigen::PartialPivLU<Matrix3d>> own_;  // A
  std::vector<Matrix3d> blocks_;                    // A⁻¹B
  std::optional<BodyFactor> factor_;
};

}  // namespace

Eigen::VectorXd bodywise_step(const BodySystem& bodies, const FrictionEquations& equations,
                              double give) {
  return BodywiseStep(bodies, equations, give).step();
}

}  // namespace rigor
