// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <numbers>

#include <rigor/chebyshev/nodes.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

constexpr int kTables = kMaxNodeDegree - kMinNodeDegree + 1;

/// cos(k π / N), symmetric to the last bit.
double cosine(int k, int degree) {
  k %= 2 * degree;
  if (k > degree) k = 2 * degree - k;
  if (2 * k > degree) return -cosine(degree - k, degree);
  return 2 * k == degree ? 0.0 : std::cos(k * std::numbers::pi / degree);
}

/// The discrete cosine transform: c_k = (2 - [k = 0 or N]) / N Σ_j'' f_j T_k(x_j), ends of the sum
/// halved, x_j = -cos(j π / N).
Eigen::MatrixXd transform(int degree) {
  Eigen::MatrixXd m(degree + 1, degree + 1);
  for (int k = 0; k <= degree; ++k) {
    for (int j = 0; j <= degree; ++j) {
      const double weight =
          (k == 0 || k == degree ? 1.0 : 2.0) * (j == 0 || j == degree ? 0.5 : 1.0);
      m(k, j) = weight / degree * cosine(k * (degree - j), degree);
    }
  }
  return m;
}

/// T_k at the nodes: row j, column k.
Eigen::MatrixXd basis_at_nodes(int degree, int count) {
  Eigen::MatrixXd m(degree + 1, count);
  for (int j = 0; j <= degree; ++j) {
    for (int k = 0; k < count; ++k) m(j, k) = cosine(k * (degree - j), degree);
  }
  return m;
}

/// Coefficients of d/ds of Σ c_k T_k(2s - 1).
Eigen::MatrixXd differentiation(int degree) {
  Eigen::MatrixXd d = Eigen::MatrixXd::Zero(degree + 1, degree + 1);
  for (int k = 1; k <= degree; ++k) {
    for (int j = k - 1; j >= 0; j -= 2) d(j, k) = (j == 0 ? 2.0 : 4.0) * k;
  }
  return d;
}

LobattoNodes make_nodes(int degree) {
  LobattoNodes nodes;
  nodes.s.resize(degree + 1);
  for (int j = 0; j <= degree; ++j) nodes.s[j] = 0.5 * (1.0 - cosine(j, degree));
  nodes.coefficients = transform(degree);
  Eigen::MatrixXd integrals(degree + 2, degree + 1);
  for (int k = 0; k <= degree; ++k) {
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(degree + 1, k);
    integrals.col(k) = antiderivative({unit.data(), static_cast<std::size_t>(degree + 1)});
  }
  nodes.integration = basis_at_nodes(degree, degree + 2) * integrals * nodes.coefficients;
  nodes.integration.row(0).setZero();
  nodes.derivative =
      basis_at_nodes(degree, degree + 1) * differentiation(degree) * nodes.coefficients;
  return nodes;
}

std::array<LobattoNodes, kTables> make_tables() {
  std::array<LobattoNodes, kTables> tables;
  for (int i = 0; i < kTables; ++i) tables[i] = make_nodes(kMinNodeDegree + i);
  return tables;
}

}  // namespace

const LobattoNodes& lobatto_nodes(int degree) {
  RIGOR_DEMAND(kMinNodeDegree <= degree && degree <= kMaxNodeDegree);
  static const std::array<LobattoNodes, kTables> tables = make_tables();
  return tables[degree - kMinNodeDegree];
}

// ∫ T_0 = T_1, ∫ T_1 = T_2 / 4, ∫ T_k = T_{k+1} / (2(k+1)) - T_{k-1} / (2(k-1)) in x; ds = dx / 2.
Eigen::VectorXd antiderivative(std::span<const double> coefficients) {
  const int size = static_cast<int>(coefficients.size());
  Eigen::VectorXd result = Eigen::VectorXd::Zero(size + 1);
  for (int k = 0; k < size; ++k) {
    const double c = 0.5 * coefficients[k];
    result[k + 1] += k == 0 ? c : c / (2.0 * (k + 1));
    if (k >= 2) result[k - 1] -= c / (2.0 * (k - 1));
  }
  for (int k = 1; k <= size; ++k) result[0] -= k % 2 == 0 ? result[k] : -result[k];
  return result;
}

Eigen::VectorXd chebyshev_values(int count, double s) {
  Eigen::VectorXd values(count);
  const double twice_x = 4.0 * s - 2.0;
  for (int k = 0; k < count; ++k) {
    if (k == 0) values[k] = 1.0;
    if (k == 1) values[k] = 0.5 * twice_x;
    if (k >= 2) values[k] = twice_x * values[k - 1] - values[k - 2];
  }
  return values;
}

}  // namespace rigor
