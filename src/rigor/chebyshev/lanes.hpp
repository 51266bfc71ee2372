// SPDX-License-Identifier: Apache-2.0
// Arithmetic on pairs of doubles, for loops over coefficients. Every lane is rounded as a double
// is, so results do not depend on the machine.
#pragma once

#include <cstdint>
#include <cstring>

namespace rigor {

/// Two doubles; every x86-64 and arm64 has instructions for them.
using Lanes = double __attribute__((vector_size(16)));

/// Rows of coefficients are zero up to the next multiple of this, so that loops have no remainder.
inline constexpr int kLaneBlock = 4;

/// The least multiple of kLaneBlock that is not below `size`.
inline constexpr int padded(int size) { return (size + kLaneBlock - 1) & ~(kLaneBlock - 1); }

inline Lanes load(const double* from) {
  Lanes value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

inline void store(double* to, Lanes value) { std::memcpy(to, &value, sizeof(value)); }

inline Lanes both(double value) { return Lanes{value, value}; }

inline Lanes absolute(Lanes value) {
  using Bits = std::int64_t __attribute__((vector_size(16)));
  constexpr std::int64_t kAllButSign = INT64_MAX;
  return reinterpret_cast<Lanes>(reinterpret_cast<Bits>(value) & Bits{kAllButSign, kAllButSign});
}

inline double sum(Lanes value) { return value[0] + value[1]; }

}  // namespace rigor
