// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/run_state.hpp>

namespace rigor {

/// Publishes what the island did until `end`, which is not after the end of its segments. An island
/// at rest gets a segment for that.
std::optional<Ending> publish_until(Run& run, Island& island, const trace::Time& end,
                                    trace::EndReason reason);

/// Publishes what the islands did until now; they are no more. The first of them ends for the
/// reason given, the others because they are neighbours.
std::optional<Ending> retire(Run& run, const std::vector<std::uint64_t>& ids,
                             trace::EndReason reason);

/// Publishes what is proved of the body and others until `end`; its future is open from there.
void publish_pairs(Run& run, std::uint32_t body, const trace::Time& end);

/// A fixed body has one segment, known from the start: a run that is cut short can be proved too.
void publish_fixed_bodies(Run& run);

}  // namespace rigor
