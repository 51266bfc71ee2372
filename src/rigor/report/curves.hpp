// SPDX-License-Identifier: Apache-2.0
// What a report plots, computed from a trace alone. Everything here is measured at samples of the
// published paths; nothing is a proof.
#pragma once

#include <rigor/report/plot.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// The time span worth showing: the whole run, or up to a little after the last body came to rest
/// for good.
Range shown_times(const trace::Trace& trace);

/// When the last body came to rest for good, seconds; the end of the run if some never did.
double rest_time(const trace::Trace& trace);

/// Kinetic and gravitational energy of all bodies and their sum, joules, on both sides of every
/// segment's ends (or of as many as `evaluations` of single bodies allow).
struct EnergyCurves {
  std::vector<PlotPoint> kinetic;
  std::vector<PlotPoint> potential;
  std::vector<PlotPoint> total;
};
EnergyCurves energy_curves(const trace::Trace& trace, const Range& times, int evaluations);

/// Length of every published segment of bodies that move against its start, one series for each
/// reason to end that occurs.
std::vector<Series> segment_lengths(const trace::Trace& trace);

/// One mark for each event but samples, coloured by kind.
std::vector<EventMark> event_marks(const trace::Trace& trace);

/// The colour of an event kind, and of the reason a segment ended.
int colour_of(trace::EventKind kind);
int colour_of(trace::EndReason reason);

}  // namespace rigor
