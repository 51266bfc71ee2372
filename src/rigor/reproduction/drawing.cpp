// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/reproduction/drawing.hpp>

namespace rigor {
namespace {

/// A coordinate with a tenth of a unit: finer than can be seen, and short.
std::string at(double value) {
  std::string text = fmt::format("{:.1f}", value + 0.0);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string listed(const std::vector<PlotPoint>& points) {
  std::string out;
  for (const PlotPoint& p : points)
    out += fmt::format("{}{},{}", out.empty() ? "" : " ", at(p.x), at(p.y));
  return out;
}

}  // namespace

Drawing::Drawing(double width, double height, const std::string& title)
    : opening_(fmt::format("<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" "
                           "aria-label=\"{}\" xmlns=\"http://www.w3.org/2000/svg\">",
                           at(width), at(height), escaped(title))) {}

void Drawing::line(const PlotPoint& from, const PlotPoint& to, const std::string& class_name) {
  body_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", class_name,
                       at(from.x), at(from.y), at(to.x), at(to.y));
}

void Drawing::polyline(const std::vector<PlotPoint>& points, const std::string& class_name) {
  body_ += fmt::format("<polyline class=\"{}\" points=\"{}\"/>", class_name, listed(points));
}

void Drawing::polygon(const std::vector<PlotPoint>& points, const std::string& class_name) {
  body_ += fmt::format("<polygon class=\"{}\" points=\"{}\"/>", class_name, listed(points));
}

void Drawing::rectangle(const PlotPoint& corner, double width, double height,
                        const std::string& class_name) {
  body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                       class_name, at(corner.x), at(corner.y), at(width), at(height));
}

void Drawing::circle(const PlotPoint& centre, double radius, const std::string& class_name) {
  body_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", class_name,
                       at(centre.x), at(centre.y), at(radius));
}

void Drawing::arrow(const PlotPoint& from, const PlotPoint& to, int colour) {
  const std::string stroke = fmt::format("curve c{}", colour);
  line(from, to, stroke);
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (!(length > 0.0)) return;
  const double x = (to.x - from.x) / length;
  const double y = (to.y - from.y) / length;
  constexpr double kHead = 6.0;
  polyline({{to.x - kHead * (x + 0.5 * y), to.y - kHead * (y - 0.5 * x)},
            to,
            {to.x - kHead * (x - 0.5 * y), to.y - kHead * (y + 0.5 * x)}},
           stroke);
}

void Drawing::text(const PlotPoint& at_point, const std::string& words,
                   const std::string& class_name) {
  body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>", class_name, at(at_point.x),
                       at(at_point.y), escaped(words));
}

void Drawing::open_window(const PlotPoint& corner, double width, double height) {
  body_ += fmt::format(
      "<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">",
      at(corner.x), at(corner.y), at(width), at(height));
}

void Drawing::close_window() { body_ += "</svg>"; }

std::string Drawing::svg() const { return opening_ + body_ + "</svg>\n"; }

std::string drawing_style() {
  return R"css(
svg.plot .bar { fill: currentColor; fill-opacity: 0.85; }
svg.plot .solid { fill: var(--rule); stroke: var(--soft); }
svg.plot .ball { fill: none; stroke: currentColor; stroke-width: 1.2; }
svg.plot .dashed { stroke-dasharray: 4 3; }
svg.plot .half { stroke: currentColor; stroke-width: 1.2; stroke-dasharray: 6 4; }
svg.plot .thin { fill: none; stroke: currentColor; stroke-width: 1; stroke-opacity: 0.8; }
svg.plot .good { fill: var(--good); } svg.plot .bad { fill: var(--bad); }
)css";
}

}  // namespace rigor
