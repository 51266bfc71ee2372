// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>

#ifdef __FAST_MATH__
#error "Rigor's proofs rest on IEEE arithmetic: compile without -ffast-math"
#endif

namespace rigor {

/// Ends the program: one of our own invariants does not hold, so no result may be reported.
[[noreturn]] inline void demand_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "rigor: broken invariant: %s (%s:%d)\nThis is a defect in Rigor.\n",
               condition, file, line);
  std::abort();
}

}  // namespace rigor

/// Always on, for anything the guarantee rests on.
#define RIGOR_DEMAND(condition) \
  ((condition) ? static_cast<void>(0) : ::rigor::demand_failed(#condition, __FILE__, __LINE__))

/// For everything else; only in builds without NDEBUG.
#ifdef NDEBUG
#define RIGOR_ASSERT(condition) static_cast<void>(0)
#else
#define RIGOR_ASSERT(condition) RIGOR_DEMAND(condition)
#endif
