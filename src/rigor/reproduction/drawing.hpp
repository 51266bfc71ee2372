// SPDX-License-Identifier: Apache-2.0
// Figures that are not plots: a sheet of SVG elements in the classes of report's style sheet.
#pragma once

#include <string>
#include <vector>

#include <rigor/report/plot.hpp>

namespace rigor {

/// A sheet with its own units; y points down.
class Drawing {
 public:
  Drawing(double width, double height, const std::string& title);

  /// `class_name` as in the style sheet: "curve c0", "level", "axis", "grid", ...
  void line(const PlotPoint& from, const PlotPoint& to, const std::string& class_name);
  void polyline(const std::vector<PlotPoint>& points, const std::string& class_name);
  void polygon(const std::vector<PlotPoint>& points, const std::string& class_name);
  void rectangle(const PlotPoint& corner, double width, double height,
                 const std::string& class_name);
  void circle(const PlotPoint& centre, double radius, const std::string& class_name);
  void arrow(const PlotPoint& from, const PlotPoint& to, int colour);
  /// `class_name`: "", "note", "tick", "title", with "middle" or "end" for the anchor.
  void text(const PlotPoint& at, const std::string& words, const std::string& class_name);

  /// Between these two, what lies outside the rectangle is not shown.
  void open_window(const PlotPoint& corner, double width, double height);
  void close_window();

  std::string svg() const;

 private:
  std::string opening_;
  std::string body_;
};

/// Rules that the drawings need besides the style sheet of `report`.
std::string drawing_style();

}  // namespace rigor
