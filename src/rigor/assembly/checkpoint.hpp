// SPDX-License-Identifier: Apache-2.0
// Going on later from where a run is. A checkpoint is all that the future of a run depends on, bit
// by bit, in bytes that only the method that made it understands: a run that goes on from one
// publishes exactly what the run that made it publishes from there on.
#pragma once

#include <functional>

#include <rigor/trace/bytes.hpp>

namespace rigor {

struct Checkpoints {
  trace::Bytes from{};          ///< where to go on; empty: at the start
  std::function<bool()> due{};  ///< asked behind each step whether one is wanted; empty: never
  /// Called with one that stands behind all that the observer was told so far.
  std::function<void(const trace::Bytes&)> keep{};
};

}  // namespace rigor
