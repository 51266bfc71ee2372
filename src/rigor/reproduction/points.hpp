// SPDX-License-Identifier: Apache-2.0
// Points of figures, made few enough for a file.
#pragma once

#include <vector>

#include <rigor/report/plot.hpp>
#include <rigor/reproduction/settings.hpp>

namespace rigor {

/// One point of each cell of a grid of 400 columns and 100 rows over the axes that has any: the
/// first. What is drawn with dots looks the same.
std::vector<PlotPoint> one_per_cell(const std::vector<PlotPoint>& points, const PlotAxis& x,
                                    const PlotAxis& y);

/// Lowest and highest point of each of `columns` columns over the x axis, in the order of x.
std::vector<PlotPoint> envelope(const std::vector<PlotPoint>& points, const PlotAxis& x,
                                int columns);

/// [[x, y], ...] with five significant digits, and back.
Findings listed_points(const std::vector<PlotPoint>& points);
std::vector<PlotPoint> points_of(const Findings& list);

/// The number with so many significant digits.
double with_digits(double value, int digits);

}  // namespace rigor
