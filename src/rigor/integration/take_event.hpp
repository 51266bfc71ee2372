// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/run_state.hpp>

namespace rigor {

/// An event of these islands, and of all that turn out to touch them: gathered, decided, published,
/// and sent off on what follows.
std::optional<Ending> take_event(Run& run, std::vector<std::uint64_t> ids, const Moment& moment);

/// The island's segments ended without anything to decide: it goes on.
std::optional<Ending> continue_quietly(Run& run, std::uint64_t id);

/// The island gets its next segments, or is due at once, or rests where it is.
std::optional<Ending> send_off(Run& run, Island island);

/// Puts the island into the schedule and among its neighbours.
void keep(Run& run, std::uint64_t number, Island island);

}  // namespace rigor
