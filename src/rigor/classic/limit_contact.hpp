// SPDX-License-Identifier: Apache-2.0
// Limits of joints in steps: contacts without tangents, whose gap is the way left to the limit (m
// or rad) and goes straight with its coordinate.
#pragma once

#include <rigor/classic/stepped_bodies.hpp>

namespace rigor {

/// A limit that impulses must respect.
struct LimitContact {
  LimitId limit;
  double gap = 0.0;  ///< m or rad; negative: passed
};

double gap_of(const SteppedBodies& bodies, const LimitId& limit);

/// Its velocity's place in v.
int velocity_of(const SteppedBodies& bodies, const LimitId& limit);

/// The limits that are nearer than this, in their order.
std::vector<LimitContact> limits_within(const SteppedBodies& bodies, double gap);

/// How long the joints may go straight until one comes to its limit, s: from further off than the
/// threshold to half of it, so that a limit is touched as bodies are. Exact but for loops, which
/// bend the way of coordinates: there it is their acceleration at the start, taken one and a half
/// times.
double limit_step(const SteppedBodies& bodies, double threshold);

/// The limit that is passed furthest, if one is passed by more than a checker allows.
std::optional<LimitContact> passed_limit(const SteppedBodies& bodies);

}  // namespace rigor
