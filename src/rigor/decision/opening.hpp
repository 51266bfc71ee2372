// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/decision/event.hpp>

namespace rigor {

/// Bodies whose starts were opened, and how far a vertex was moved at most (m).
struct Opened {
  Cluster cluster;
  double moved = 0.0;
};

/// Opens starts that touch or overlap by at most the start tolerance, to gaps of at least δ, by one
/// QP that moves the bodies least; what that brings nearer than δ takes part in the next one, of
/// all. Deeper overlaps are refused with pair and depth. `near`: every pair of bodies that may be
/// closer than δ before or after.
std::variant<Opened, Refusal> open_start(const World& world, const Cluster& cluster,
                                         const std::vector<PairId>& near);

}  // namespace rigor
