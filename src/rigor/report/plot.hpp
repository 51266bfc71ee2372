// SPDX-License-Identifier: Apache-2.0
// Plots as SVG markup to be put into a page. Colours and fonts come from the page's style sheet
// (see style.hpp), so that a plot follows light and dark mode.
#pragma once

#include <string>
#include <vector>

#include <rigor/report/axis.hpp>

namespace rigor {

struct PlotPoint {
  double x = 0.0;
  double y = 0.0;
};

enum class SeriesKind { Line, Steps, Dots };

/// The colours of the style sheet: safe for colour-blind eyes (Okabe and Ito), 0 to 7.
inline constexpr int kColours = 8;

/// A curve or a cloud of points. A point with a coordinate that is not finite (or not positive on a
/// log axis) lifts the pen.
struct Series {
  std::string name;  ///< for the legend; empty: not listed
  SeriesKind kind = SeriesKind::Line;
  int colour = 0;
  std::vector<PlotPoint> points;
};

/// A thin vertical line at an instant, with a mark on top.
struct EventMark {
  double x = 0.0;
  int colour = 0;
  std::string title;  ///< shown when pointed at
};

/// A horizontal dashed line at a value that matters.
struct Level {
  double y = 0.0;
  std::string label;
};

struct Plot {
  std::string title;
  PlotAxis x;
  PlotAxis y;
  std::vector<Series> series{};
  std::vector<EventMark> marks{};
  std::vector<Level> levels{};
  double width = 1000.0;  ///< units of the drawing; the page scales it
  double height = 300.0;
};

/// The plot as one <svg> element. Names, titles and labels of series, marks and levels are escaped;
/// axis labels and the title too. Curves with very many points are thinned to what can be seen:
/// first, lowest, highest and last of each column.
std::string svg(const Plot& plot);

/// The range of the finite coordinates (positive ones on a log scale) of all series, or `otherwise`
/// if there are none.
Range x_range(const std::vector<Series>& series, const Range& otherwise);
Range y_range(const std::vector<Series>& series, Scale scale, const Range& otherwise);

}  // namespace rigor
