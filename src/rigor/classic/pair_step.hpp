// SPDX-License-Identifier: Apache-2.0
// The bounds of this room on the pairs of a run: how long a step one pair allows.
#pragma once

#include <rigor/classic/pair_survey.hpp>
#include <rigor/classic/plane_stay.hpp>

namespace rigor {

/// The speed of a body's or link's points that the bounds of one kind reckon with at most, whatever
/// the direction, for steps of at most `longest` seconds, m/s. The corrected one is true.
double top_speed(const SteppedBodies& bodies, int link, Bounds bounds, double longest);

/// As printed, for a pair that is apart; links by their chains. [TR eqn:CA] [TR eqn:CA-multibody]
double printed_apart_step(const SteppedBodies& bodies, std::size_t pair, const Nearness& near);

/// As printed: Δt* of a touching pair; vertices within `threshold` of the plane are on it.
/// [TR dt-star] [TR eqn:constrained-CA-multibody]
double printed_star_step(const SteppedBodies& bodies, const PairContact& contact, double threshold);

/// As printed: Δt† of a touching pair, at most `longest`. [TR dt-dagger]
/// @pre none of the two bodies is a link.
PlaneStay printed_dagger_step(const SteppedBodies& bodies, const PairContact& contact,
                              double longest, const StayTolerance& tolerance);

/// Corrected: a time, exact for steps of at most `longest` seconds, during which the pair stays
/// `level` apart, touching or not. Planes through the closest points, carried by A, by B or (with
/// links) by the world: the longest time counts, as each of them is enough.
double corrected_step(const SteppedBodies& bodies, std::size_t pair, const Nearness& near,
                      double longest, double level);

}  // namespace rigor
