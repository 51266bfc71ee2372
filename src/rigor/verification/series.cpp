// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include <rigor/verification/series.hpp>

namespace rigor::verification {

Real between(const trace::Time& a, const trace::Time& b) {
  return (static_cast<Real>(b.base) - a.base) + (static_cast<Real>(b.offset) - a.offset);
}

std::array<Real, 2> evaluated(const std::vector<double>& c, Real x) {
  Real t0 = 1, t1 = x, d0 = 0, d1 = 1;
  std::array<Real, 2> sum{c[0], 0};
  for (std::size_t k = 1; k < c.size(); ++k) {
    sum[0] += c[k] * t1;
    sum[1] += c[k] * d1;
    const Real t2 = 2 * x * t1 - t0;
    const Real d2 = 2 * t1 + 2 * x * d1 - d0;
    t0 = t1, t1 = t2, d0 = d1, d1 = d2;
  }
  return sum;
}

Vec value(const std::array<std::vector<double>, 3>& rows, Real x) {
  return {evaluated(rows[0], x)[0], evaluated(rows[1], x)[0], evaluated(rows[2], x)[0]};
}

Vec sum_at(const std::vector<Vec>& c, Real x) {
  Real t0 = 1, t1 = x;
  Vec sum{};
  for (const Vec& coefficient : c) {
    sum = sum + t0 * coefficient;
    const Real t2 = 2 * x * t1 - t0;
    t0 = t1, t1 = t2;
  }
  return sum;
}

const std::vector<Real>& Nodes::cosines(int count) {
  std::vector<Real>& table = tables_[count];
  if (table.empty())
    for (int i = 0; i < 4 * count; ++i)
      table.push_back(std::cos(std::numbers::pi_v<Real> * i / (2 * count)));
  return table;
}

std::vector<Vec> integral(const std::vector<Vec>& values, Nodes& nodes) {
  const int count = static_cast<int>(values.size());
  std::vector<Vec> c = interpolant(values, nodes);
  c.resize(values.size() + 2, Vec{});
  std::vector<Vec> out(values.size() + 1, Vec{});
  for (int k = 1; k <= count; ++k) {
    const Vec before = k == 1 ? Real{2} * c[0] : c[k - 1];
    out[k] = (1 / static_cast<Real>(2 * k)) * (before - c[k + 1]);
  }
  for (int k = 1; k <= count; ++k) out[0] = k % 2 == 1 ? out[0] + out[k] : out[0] - out[k];
  return out;
}

}  // namespace rigor::verification
