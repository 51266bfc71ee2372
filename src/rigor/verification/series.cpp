// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include <rigor/verification/series.hpp>

namespace rigor::verification {

Real between(const trace::Time& a, const trace::Time& b) {
  return (static_cast<Real>(b.base) - a.base) + (static_cast<Real>(b.offset) - a.offset);
}

Terms::Terms(Real x, std::size_t count) {
  values[0] = 1, slopes[0] = 0;
  Real t0 = 1, t1 = x, d0 = 0, d1 = 1;
  for (std::size_t k = 1; k < count; ++k) {
    values[k] = t1, slopes[k] = d1;
    const Real t2 = 2 * x * t1 - t0;
    const Real d2 = 2 * t1 + 2 * x * d1 - d0;
    t0 = t1, t1 = t2, d0 = d1, d1 = d2;
  }
}

std::array<Real, 2> Terms::sum(const std::vector<double>& c) const {
  Real value = c[0], slope = 0;
  for (std::size_t k = 1; k < c.size(); ++k) {
    value += c[k] * values[k];
    slope += c[k] * slopes[k];
  }
  return {value, slope};
}

Vec value(const std::array<std::vector<double>, 3>& rows, Real x) {
  Real t0 = 1, t1 = x;
  Real a = rows[0][0], b = rows[1][0], c = rows[2][0];
  for (std::size_t k = 1; k < rows[0].size(); ++k) {
    a += rows[0][k] * t1, b += rows[1][k] * t1, c += rows[2][k] * t1;
    const Real t2 = 2 * x * t1 - t0;
    t0 = t1, t1 = t2;
  }
  return {a, b, c};
}

Vec sum_at(const std::vector<Vec>& c, Real x) {
  Real t0 = 1, t1 = x;
  Real a = 0, b = 0, d = 0;
  for (const Vec& coefficient : c) {
    a += t0 * coefficient[0], b += t0 * coefficient[1], d += t0 * coefficient[2];
    const Real t2 = 2 * x * t1 - t0;
    t0 = t1, t1 = t2;
  }
  return {a, b, d};
}

const std::vector<Real>& Nodes::cosines(int count) {
  const auto number = static_cast<std::size_t>(count);
  if (number >= tables_.size()) tables_.resize(number + 1);
  std::vector<Real>& table = tables_[number];
  if (!table.empty()) return table;
  table.assign(4 * number, 0);  // cos(π/2) is 0
  for (std::size_t i = 0; i < number; ++i) {
    const Real cosine =
        std::cos(std::numbers::pi_v<Real> * static_cast<Real>(i) / static_cast<Real>(2 * number));
    table[i] = cosine;
    table[2 * number - i] = -cosine;
    table[(4 * number - i) % (4 * number)] = cosine;
    table[2 * number + i] = -cosine;
  }
  return table;
}

Nodes& thread_nodes() {
  static thread_local Nodes nodes;
  return nodes;
}

std::vector<Vec> integral(const std::vector<Vec>& values, Nodes& nodes, std::size_t terms) {
  std::vector<Vec> c = interpolant(values, nodes, terms);
  const int count = static_cast<int>(c.size());
  std::vector<Vec> out(c.size() + 1, Vec{});
  c.resize(c.size() + 2, Vec{});
  for (int k = 1; k <= count; ++k) {
    const Vec before = k == 1 ? Real{2} * c[0] : c[k - 1];
    out[k] = (1 / static_cast<Real>(2 * k)) * (before - c[k + 1]);
  }
  for (int k = 1; k <= count; ++k) out[0] = k % 2 == 1 ? out[0] + out[k] : out[0] - out[k];
  return out;
}

}  // namespace rigor::verification
