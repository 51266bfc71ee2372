// SPDX-License-Identifier: Apache-2.0
// How many random motions the bounds are tried on: RIGOR_CLASSIC_TRIALS, or 10,000.
#pragma once

#include <cstdlib>

namespace rigor::testing {

inline int trials() {
  const char* asked = std::getenv("RIGOR_CLASSIC_TRIALS");
  return asked != nullptr ? std::atoi(asked) : 10000;
}

}  // namespace rigor::testing
