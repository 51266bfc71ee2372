// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <complex>

#include <Eigen/Eigenvalues>

#include <rigor/motion/stiff_sweep.hpp>

namespace rigor {
namespace {

/// I = X Λ X⁻¹ over the nodes but the first. Of each conjugate pair one is kept, and counts twice.
struct IntegrationModes {
  Eigen::VectorXcd values;   ///< λ
  Eigen::MatrixXcd vectors;  ///< columns of X
  Eigen::MatrixXcd inverse;  ///< X⁻ᵀ, columns likewise
  Eigen::VectorXd counts;    ///< 1 or 2
};

IntegrationModes modes_of(int degree) {
  const Eigen::MatrixXd I = lobatto_nodes(degree).integration.bottomRightCorner(degree, degree);
  const Eigen::EigenSolver<Eigen::MatrixXd> solved(I);
  const Eigen::MatrixXcd X = solved.eigenvectors();
  const Eigen::MatrixXcd inverse = X.inverse().transpose();
  std::vector<int> kept;
  for (int k = 0; k < degree; ++k)
    if (solved.eigenvalues()[k].imag() >= 0.0) kept.push_back(k);
  IntegrationModes modes;
  modes.values.resize(kept.size());
  modes.vectors.resize(degree, modes.values.size());
  modes.inverse.resize(degree, modes.values.size());
  modes.counts.resize(modes.values.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const Eigen::Index at = i;
    modes.values[at] = solved.eigenvalues()[kept[i]];
    modes.vectors.col(at) = X.col(kept[i]);
    modes.inverse.col(at) = inverse.col(kept[i]);
    modes.counts[at] = modes.values[at].imag() > 0.0 ? 2.0 : 1.0;
  }
  return modes;
}

/// Made once, then constant.
const IntegrationModes& integration_modes(int degree) {
  static const auto tables = [] {
    std::array<IntegrationModes, kMaxNodeDegree + 1> all;
    for (int n = kMinNodeDegree; n <= kMaxNodeDegree; ++n) all[n] = modes_of(n);
    return all;
  }();
  return tables[degree];
}

}  // namespace

double StiffPart::growth(double length) const {
  // The integration over the nodes is at most the step's length, twice half its square.
  return length * damping.cwiseAbs().rowwise().sum().maxCoeff() +
         0.5 * length * length * stiffness.cwiseAbs().rowwise().sum().maxCoeff();
}

StiffSweep::StiffSweep(const StiffPart& part, double length, int degree) : degree_(degree) {
  const IntegrationModes& modes = integration_modes(degree);
  const auto n = part.damping.rows();
  for (Eigen::Index k = 0; k < modes.values.size(); ++k) {
    const std::complex<double> h = length * modes.values[k];
    factors_.emplace_back(Eigen::MatrixXcd::Identity(n, n) +
                          h * part.damping.cast<std::complex<double>>() +
                          h * h * part.stiffness.cast<std::complex<double>>());
  }
}

void StiffSweep::refine(Eigen::MatrixXd& change) const {
  const IntegrationModes& modes = integration_modes(degree_);
  const Eigen::MatrixXd R = change.rightCols(degree_);
  change.setZero();
  for (Eigen::Index k = 0; k < modes.values.size(); ++k) {
    const Eigen::VectorXcd right = R * modes.inverse.col(k);
    const Eigen::VectorXcd z = factors_[k].solve(right);
    change.rightCols(degree_) += modes.counts[k] * (z * modes.vectors.col(k).transpose()).real();
  }
}

}  // namespace rigor
