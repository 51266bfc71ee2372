// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/chebyshev/cheb_model.hpp>
#include <rigor/trace/time.hpp>

namespace rigor {

/// The map from instants to s = (t - start) / length, in exact arithmetic. length > 0, seconds.
struct Clock {
  trace::Time start;
  double length = 1.0;
};

/// Doubles around the exact s of t, clamped to [0, 1]: for an instant inside [start, start +
/// length] its exact s lies between them. They are a few units in the last place apart, or the
/// resolution of time (2^-62 s) over length if that is more.
Interval fraction_at(const Clock& clock, const trace::Time& t);

/// The latest instant, up to a few units of resolution, whose exact s is at most `s`; never before
/// start.
trace::Time time_at_most(const Clock& clock, double s);

/// The earliest instant, up to a few units of resolution, whose exact s is at least `s`.
trace::Time time_at_least(const Clock& clock, double s);

}  // namespace rigor
