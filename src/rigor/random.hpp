// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace rigor {

/// The generator PCG32 (XSH-RR 64/32, O'Neill 2014) with our own distributions, so that a seed
/// means the same numbers on every machine and with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : increment_((stream << 1U) | 1U) {
    bits();
    state_ += seed;
    bits();
  }

  /// 32 uniform bits.
  std::uint32_t bits() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ULL + increment_;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
    const auto turn = static_cast<std::uint32_t>(old >> 59U);
    return (shifted >> turn) | (shifted << ((32U - turn) & 31U));
  }

  /// Uniform in [0, 1), a multiple of 2^-53.
  double unit() {
    const std::uint64_t high = bits() >> 5U;
    const std::uint64_t low = bits() >> 6U;
    return static_cast<double>((high << 26U) | low) * 0x1p-53;
  }

  /// Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * unit(); }

  /// Uniform in {0, ..., count - 1}; the bias of at most count / 2^32 is accepted.
  int index(int count) {
    return static_cast<int>(
        (static_cast<std::uint64_t>(bits()) * static_cast<std::uint64_t>(count)) >> 32U);
  }

  /// Standard normal, by the polar method (Marsaglia).
  double normal() {
    for (;;) {
      const double x = uniform(-1.0, 1.0);
      const double y = uniform(-1.0, 1.0);
      const double r = x * x + y * y;
      if (r > 0.0 && r < 1.0) return x * std::sqrt(-2.0 * std::log(r) / r);
    }
  }

  /// Uniform on the unit sphere of R^n.
  template <std::size_t n>
  std::array<double, n> direction() {
    std::array<double, n> x{};
    double norm_squared = 0.0;
    while (norm_squared < 1e-20) {
      norm_squared = 0.0;
      for (double& component : x) {
        component = normal();
        norm_squared += component * component;
      }
    }
    for (double& component : x) component /= std::sqrt(norm_squared);
    return x;
  }

 private:
  std::uint64_t state_ = 0;
  std::uint64_t increment_;
};

}  // namespace rigor
