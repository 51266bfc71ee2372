// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/extent.hpp>

namespace rigor::verification {
namespace {

constexpr int kMostHalvings = 12;

Real mean_above(const Bounded& f, const Bounded& w, const Breach& breach, Real fine, int halvings,
                Nodes& nodes) {
  const auto positive = [](Real x) { return std::max(x, Real{0}); };
  const Real most = breach(positive(f.high()), positive(w.low()));
  if (most <= fine || halvings == 0) return most;
  if (f.low() > 0 && breach(f.low(), positive(w.high())) >= most / 2) return most;
  const auto f_halves = f.halves(nodes);
  const auto w_halves = w.halves(nodes);
  Real split = 0;
  for (std::size_t k = 0; k < 2; ++k)
    split += mean_above(f_halves[k], w_halves[k], breach, fine, halvings - 1, nodes) / 2;
  return std::min(most, split);
}

}  // namespace

Bounded::Bounded(const std::vector<Real>& values, Real value_error, Nodes& nodes)
    : c_(interpolant(values, nodes)) {
  Real most = 0;
  for (const Real value : values) most = std::max(most, std::abs(value));
  error_ = 6 * value_error + interpolation_rounding(values.size()) * most;
}

/// side · sup (side · f). Of a x + b (2 x² - 1): at an end, or at x = -a / 4b if that is inside.
Real Bounded::extreme(Real side) const {
  Real rest = error_, size = 0;
  for (std::size_t k = 3; k < c_.size(); ++k) rest += std::abs(c_[k]);
  for (const Real c : c_) size += std::abs(c);
  const Real a = c_.size() > 1 ? side * c_[1] : 0;
  const Real b = c_.size() > 2 ? side * c_[2] : 0;
  Real bent = b + std::abs(a);
  if (b < 0 && std::abs(a) < -4 * b) bent = std::max(bent, -b - a * a / (8 * b));
  return side * (side * c_[0] + bent + rest + series_rounding(static_cast<int>(c_.size())) * size);
}

std::array<Bounded, 2> Bounded::halves(Nodes& nodes) const {
  const auto part = [&](Real from) {
    const int count = static_cast<int>(c_.size());
    std::vector<Real> values;
    Real size = 0;
    for (const Real c : c_) size += std::abs(c);
    for (int j = 0; j < count; ++j) {
      const Real x = from + (nodes.node(j, count) + 1) / 2;
      Real t0 = 1, t1 = x, sum = 0;
      for (const Real c : c_) {
        sum += t0 * c;
        const Real t2 = 2 * x * t1 - t0;
        t0 = t1, t1 = t2;
      }
      values.push_back(sum);
    }
    Bounded half(values, series_rounding(count) * size, nodes);
    half.error_ += error_;
    return half;
  };
  return {part(-1), part(0)};
}

Real mean_above_zero(const Bounded& f, const Bounded& w, const Breach& breach, Real fine,
                     Nodes& nodes) {
  return mean_above(f, w, breach, fine, kMostHalvings, nodes);
}

}  // namespace rigor::verification
