// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/decision/event.hpp>

namespace rigor {

/// The one routine for every event (touch, lift, band exit, feature change, start): takes all
/// corners of pairs within δ(1 + β) as candidates, resolves the impact if one approaches, ends hops
/// that could not leave the band, decides from the accelerations which contacts stay
/// [TR eqn:DAE1], chooses each pair's mode, and puts each gap right by one projection. Driven
/// bodies go on: bonds that would hold others against them break. If no motion obeys the law, pairs
/// with driven bodies that are not in contact yet are left out; their trigger is δ(1 - β) from then
/// on.
EventOutcome resolve_event(const World& world, const EventScene& scene);

}  // namespace rigor
