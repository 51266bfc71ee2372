// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/trace/types.hpp>

namespace rigor {

/// Two pieces; a half-space is (trace::kWorld, its number) and always a.
struct PairId {
  trace::PieceId a;
  trace::PieceId b;

  auto operator<=>(const PairId&) const = default;
};

inline bool on_half_space(const PairId& pair) { return pair.a.body == trace::kWorld; }

}  // namespace rigor
