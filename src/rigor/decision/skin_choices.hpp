// SPDX-License-Identifier: Apache-2.0
// What only the skin decides at a blow. Bodies touch at the distance δ, so a blow can happen that
// bare bodies would not have, and can leave out a corner that is a skin's width from taking part.
// The motion goes on as it is; such choices are told.
#pragma once

#include <rigor/decision/event_problem.hpp>

namespace rigor {

/// The pairs that meet for the first time and would part by themselves before they are nearer by a
/// skin: the gap δ + v t + a t²/2 with v < 0 < a stays above δ - v²/(2a) > 0. `before` is the mode
/// that moves the bodies until the event, which is not resolved yet.
std::vector<Graze> grazes_of(const EventProblem& event, const Mode& before);

/// After the impact of `event`: the corner above the contact band, at most two skins away, that
/// approached too, if the blow would leave other speeds with such corners than without. `cluster`
/// is the state before it.
std::optional<NearMiss> near_miss_of(const EventProblem& event, const Cluster& cluster);

}  // namespace rigor
