// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rigor {

enum class Scale { Linear, Log };

struct Range {
  double low = 0.0;
  double high = 1.0;
};

/// An axis of a plot: what it measures and over which range, low < high; positive if logarithmic.
struct PlotAxis {
  std::string label;
  Scale scale = Scale::Linear;
  Range range;
};

/// Where `value` lies along the axis: 0 at the low end, 1 at the high end; outside beyond.
double fraction(const PlotAxis& axis, double value);

struct Tick {
  double value = 0.0;
  std::string label;  ///< SVG markup; empty for a minor tick
};

/// Ticks at round values inside the range: steps of 1, 2 or 5 times a power of ten on linear axes;
/// powers of ten on logarithmic ones, 1-2-5 in between if it covers less than three decades. About
/// `count` labels.
std::vector<Tick> ticks(const PlotAxis& axis, int count);

/// The range widened to round ends: to whole steps of 1, 2, 5 (linear), to whole decades (log). A
/// range of one point gets a width.
Range rounded_out(const Range& range, Scale scale);

}  // namespace rigor
