// SPDX-License-Identifier: Apache-2.0
// Which corners at rest set out to slide, and where to, by the forces that the mode moves by.
#pragma once

#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// Coulomb's law for corners that begin to slide, in the split of the normal forces that the mode
/// moves by. The law's own decision may rest on another split of redundant forces; its slips then
/// turn away or stop as soon as they begin, for ever. With the loads λ of the mode's springs
/// (ModeSolution), friction is -μ λ d, |d| <= 1, and the rate r of the slip that follows obeys
/// d = r/|r| or r = 0: a fixed point of d <- P(d + ρ r), P onto the unit disc. Where |d| < 1 the
/// corner stays where it is. Changes the onsets of the mode so, if they are not so already; leaves
/// them as they were if the iteration does not settle.
void settle_onsets(const World& world, const Cluster& cluster, Mode& mode);

/// Corners of a rigid pair do not slip each on its own. Holds the corners that are to set out
/// though what the mode holds beside them leaves them no way to go: their tangential rows depend on
/// the rows of the mode. Friction without a slip may be anything in its cone, and a direction of
/// its own it does not have.
void hold_tied(const World& world, const Cluster& cluster, Mode& mode);

/// Whether the mode holds by the forces that it moves by: nothing pulls, and slips that set out go
/// where they were decided to.
bool moves_as_decided(const World& world, const Cluster& cluster, const Mode& mode);

}  // namespace rigor
