// SPDX-License-Identifier: Apache-2.0
// Impulses at an event.
#pragma once

#include <rigor/decision/event_problem.hpp>

namespace rigor {

/// Resolves the impact if some contact approaches, or if bonded ones slide.
std::optional<Refusal> resolve_impacts(EventProblem& event);

/// The impulse without collision that ends a state without accelerations, or a jam. False if there
/// is none: no push grows by itself.
std::variant<bool, Refusal> push_without_collision(EventProblem& event);

/// Whether a pair hits where vertices or parallel edges meet, so that its plane is not unique.
bool meets_at_corners(const EventProblem& event, const std::vector<ActiveContact>& before);

}  // namespace rigor
