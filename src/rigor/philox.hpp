// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace rigor {

/// Philox 4x32-10 (Salmon, Moraes, Dror, Shaw 2011): four random words that depend on nothing but a
/// counter and a key. So draw number k of task number t is the same whoever computes it, and in
/// whatever order.
inline std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                           std::array<std::uint32_t, 2> key) {
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t a = 0xD2511F53ULL * counter[0];
    const std::uint64_t b = 0xCD9E8D57ULL * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32U) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32U) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

/// Draw number `index` of task `task` of the sweep with this seed: uniform in [0, 1), a multiple of
/// 2^-53.
inline double task_draw(std::uint64_t seed, std::uint64_t task, std::uint64_t index) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32U); };
  const auto words =
      philox({low(index), high(index), low(task), high(task)}, {low(seed), high(seed)});
  const std::uint64_t bits = (static_cast<std::uint64_t>(words[0] >> 5U) << 26U) | (words[1] >> 6U);
  return static_cast<double>(bits) * 0x1p-53;
}

}  // namespace rigor
