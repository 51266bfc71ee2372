// SPDX-License-Identifier: Apache-2.0
// An impact inside a step, of the bodies that touch and of those whose velocity it changes.
#pragma once

#include <map>

#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

/// An impact at one instant: bodies are copies placed there.
struct Impact {
  trace::Time when;
  double left = 0.0;  ///< until the end of the step, s
  NearPair* touching = nullptr;
  std::vector<int> members;                 ///< ascending
  std::map<PairId, std::vector<Row>> rows;  ///< of the pairs looked at so far
};

/// Solves for the members, and for those whose velocity that changes, and cuts their paths. Sweeps
/// find out who takes part; only then, if they have not done, the problem is split. False if it
/// does not help: then nothing has changed.
bool resolve(Run& run, Impact& impact, const Touch& touch);

/// Paths of one body in one step after which it is held instead. Thin plates that fall on each
/// other rattle dozens of times in a step: with 8 they were held a fifth of their time, with 48
/// less than a thousandth, for a third more work; cubes seldom need more than 8.
inline constexpr int kMostCuts = 48;
inline bool may_be_cut(const MovingBody& body) { return !body.held && body.cuts < kMostCuts; }

}  // namespace rigor::first_order
