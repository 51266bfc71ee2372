// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/run_state.hpp>

namespace rigor {

/// Islands that take part in one event, merged into one at the present instant.
struct Gathered {
  std::vector<std::uint64_t> ids;  ///< whose event it is first
  Island island;
  std::vector<PairId> near;  ///< pairs of pieces that may touch, without half-spaces
};

/// The islands `ids` and those of all bodies within two skins of them.
Gathered gather(const Run& run, std::vector<std::uint64_t> ids);

/// The bodies of an event a little later on the path of the island that caused it, if that is
/// known.
std::optional<Cluster> ahead_of(const Island& cause, const Cluster& all);

}  // namespace rigor
