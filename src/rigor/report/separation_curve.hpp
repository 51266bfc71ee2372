// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/report/plot.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// The smallest separation of all pairs over time, metres: for each certificate the distance of its
/// two pieces along its normal, sampled at its ends and in each of `columns` equal parts of
/// `times`; the smallest value of each part. Against a half-space this is the gap itself, between
/// bodies a lower bound on it.
std::vector<PlotPoint> smallest_separation(const trace::Trace& trace, const Range& times,
                                           int columns);

}  // namespace rigor
