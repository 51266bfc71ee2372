// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/extent.hpp>

namespace rigor::verification {
namespace {

constexpr int kMostHalvings = 12;
/// Parts that an interval is divided into at most.
constexpr std::size_t kMostParts = 256;

/// A part of the interval.
struct Part {
  Bounded f, w;
  Real share = 1;  ///< of the interval
  Real most = 0;   ///< bound of the breach
  int halvings = 0;

  Real sum() const { return share * most; }
};

Real positive(Real x) { return std::max(x, Real{0}); }

/// Whether halves would say nothing that matters.
bool is_known(const Part& part, const Breach& breach, Real fine) {
  if (part.most <= fine || part.halvings == kMostHalvings) return true;
  return part.f.low() > 0 && breach(part.f.low(), positive(part.w.high())) >= part.most / 2;
}

}  // namespace

Bounded::Bounded(const std::vector<Real>& values, Real value_error, Nodes& nodes, std::size_t terms)
    : c_(interpolant(values, nodes, terms)) {
  Real most = 0;
  for (const Real value : values) most = std::max(most, std::abs(value));
  error_ =
      interpolation_gain(c_.size()) * value_error + interpolation_rounding(values.size()) * most;
  shorten();
}

/// Terms that are all together no larger than the error become part of it.
void Bounded::shorten() {
  Real room = error_;
  while (c_.size() > 1 && std::abs(c_.back()) <= room) {
    room -= std::abs(c_.back());
    error_ += std::abs(c_.back());
    c_.pop_back();
  }
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

Bounded Bounded::operator-() const {
  Bounded out = *this;
  for (Real& c : out.c_) c = -c;
  return out;
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
  const auto less = [](const Part& x, const Part& y) { return x.sum() < y.sum(); };
  std::vector<Part> open{{f, w, 1, breach(positive(f.high()), positive(w.low())), 0}};
  Real known = 0;
  std::size_t parts = 1;
  // The part that matters most is halved next.
  while (!open.empty() && parts < kMostParts) {
    std::pop_heap(open.begin(), open.end(), less);
    const Part part = std::move(open.back());
    open.pop_back();
    if (is_known(part, breach, fine)) {
      known += part.sum();
      continue;
    }
    const auto f_halves = part.f.halves(nodes);
    const auto w_halves = part.w.halves(nodes);
    for (std::size_t k = 0; k < 2; ++k) {
      const Real most = breach(positive(f_halves[k].high()), positive(w_halves[k].low()));
      open.push_back(
          {f_halves[k], w_halves[k], part.share / 2, std::min(most, part.most), part.halvings + 1});
      std::push_heap(open.begin(), open.end(), less);
    }
    ++parts;
  }
  for (const Part& part : open) known += part.sum();
  return known;
}

}  // namespace rigor::verification
