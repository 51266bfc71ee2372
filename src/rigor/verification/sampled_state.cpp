// SPDX-License-Identifier: Apache-2.0
#include <rigor/verification/sampled_state.hpp>

namespace rigor::verification {
namespace {

/// Σ c_k T_k(x) and its first two derivatives in x, by the three-term recurrence and its own.
std::array<double, 3> series(const std::vector<double>& c, double x) {
  std::array<double, 3> sum{};
  std::array<double, 3> now = {1.0, 0.0, 0.0};
  std::array<double, 3> next = {x, 1.0, 0.0};
  for (const double coefficient : c) {
    for (std::size_t i = 0; i < 3; ++i) sum[i] += coefficient * now[i];
    const std::array<double, 3> after = {2.0 * x * next[0] - now[0],
                                         2.0 * (next[0] + x * next[1]) - now[1],
                                         2.0 * (2.0 * next[1] + x * next[2]) - now[2]};
    now = next;
    next = after;
  }
  return sum;
}

}  // namespace

State state_at(const trace::Segment& segment, double s) {
  State state;
  const double rate = 2.0 / segment.length;
  for (std::size_t row = 0; row < 7; ++row) {
    const auto& c = row < 3 ? segment.position[row] : segment.quaternion[row - 3];
    const auto values = series(c, 2.0 * s - 1.0);
    state.derivatives[0][row] = values[0];
    state.derivatives[1][row] = values[1] * rate;
    state.derivatives[2][row] = values[2] * rate * rate;
  }
  return state;
}

trace::Piece placed(const trace::Piece& piece, const State& state) {
  using namespace at_samples;
  trace::Piece result = piece;
  for (Triple& v : result.vertices) {
    v = position(state, 0) + turned(quaternion(state, 0), v);
  }
  return result;
}

}  // namespace rigor::verification
