// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/report/plot.hpp>

namespace rigor {
namespace {

constexpr double kLeft = 74.0;  // room for tick labels and the axis label
constexpr double kRight = 16.0;
constexpr double kTitle = 20.0;      // base line of the title
constexpr double kTop = 44.0;        // of the drawing area, below title and marks
constexpr double kLegendRow = 22.0;  // further down if the legend needs a row of its own
constexpr double kLetter = 6.4;      // width of a letter at the sizes of the style sheet, roughly
constexpr double kBottom = 44.0;
constexpr double kDotRadius = 3.2;

/// The drawing area and where data go in it.
struct Canvas {
  const Plot& plot;

  double top() const { return legend_has_own_row() ? kTop + kLegendRow : kTop; }
  double right() const { return plot.width - kRight; }
  double bottom() const { return plot.height - kBottom; }
  double x(double value) const { return kLeft + fraction(plot.x, value) * (right() - kLeft); }
  double y(double value) const { return bottom() - fraction(plot.y, value) * (bottom() - top()); }
  bool legend_has_own_row() const {
    double width = 1.2 * kLetter * static_cast<double>(plot.title.size());
    for (const Series& one : plot.series) {
      if (!one.name.empty()) width += 34 + kLetter * static_cast<double>(one.name.size());
    }
    return width > right() - kLeft;
  }
  bool shows(const PlotPoint& p) const {
    return std::isfinite(p.x) && std::isfinite(p.y) && (plot.x.scale == Scale::Linear || p.x > 0) &&
           (plot.y.scale == Scale::Linear || p.y > 0);
  }
};

/// A coordinate with a tenth of a unit: finer than can be seen, and short.
std::string at(double value) {
  std::string text = fmt::format("{:.1f}", value + 0.0);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string frame(const Canvas& canvas) {
  std::string out;
  for (const Tick& tick : ticks(canvas.plot.y, 6)) {
    const std::string y = at(canvas.y(tick.value));
    const char* kind = tick.label.empty() ? "grid minor" : "grid";
    out += fmt::format("<line class=\"{}\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>", kind,
                       at(kLeft), at(canvas.right()), y, y);
    if (tick.label.empty()) continue;
    out += fmt::format("<text class=\"tick end\" x=\"{}\" y=\"{}\" dy=\"0.35em\">{}</text>",
                       at(kLeft - 8), y, tick.label);
  }
  for (const Tick& tick : ticks(canvas.plot.x, 9)) {
    const std::string x = at(canvas.x(tick.value));
    out += fmt::format("<line class=\"stub\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>", x, x,
                       at(canvas.bottom()), at(canvas.bottom() + 5));
    out += fmt::format("<text class=\"tick middle\" x=\"{}\" y=\"{}\">{}</text>", x,
                       at(canvas.bottom() + 19), tick.label);
  }
  out += fmt::format("<line class=\"axis\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>", at(kLeft),
                     at(canvas.right()), at(canvas.bottom()), at(canvas.bottom()));
  return out;
}

std::string labels(const Canvas& canvas) {
  const Plot& plot = canvas.plot;
  const double middle = (canvas.top() + canvas.bottom()) / 2;
  std::string out = fmt::format("<text class=\"title\" x=\"{}\" y=\"{}\">{}</text>", at(kLeft),
                                at(kTitle), escaped(plot.title));
  out += fmt::format("<text class=\"label middle\" x=\"{}\" y=\"{}\">{}</text>",
                     at((kLeft + canvas.right()) / 2), at(plot.height - 6), escaped(plot.x.label));
  out += fmt::format(
      "<text class=\"label middle\" x=\"16\" y=\"{}\" transform=\"rotate(-90 16 {})\">{}</text>",
      at(middle), at(middle), escaped(plot.y.label));
  return out;
}

std::string marks(const Canvas& canvas) {
  std::string out;
  double last_x = -1.0;
  int last_colour = -1;
  for (const EventMark& mark : canvas.plot.marks) {
    const double x = canvas.x(mark.x);
    if (!(x >= kLeft - 0.5 && x <= canvas.right() + 0.5)) continue;
    if (std::abs(x - last_x) < 0.3 && mark.colour == last_colour) continue;  // the same pixel
    last_x = x;
    last_colour = mark.colour;
    out += fmt::format(
        "<g class=\"mark c{}\"><line x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>"
        "<path d=\"M{} {}l-4 -7h8z\"/><title>{}</title></g>",
        mark.colour % kColours, at(x), at(x), at(canvas.top()), at(canvas.bottom()), at(x),
        at(canvas.top()), escaped(mark.title));
  }
  return out;
}

std::string levels(const Canvas& canvas) {
  std::string out;
  for (const Level& level : canvas.plot.levels) {
    const double y = canvas.y(level.y);
    if (!(y >= canvas.top() - 0.5 && y <= canvas.bottom() + 0.5)) continue;
    out += fmt::format("<line class=\"level\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>", at(kLeft),
                       at(canvas.right()), at(y), at(y));
    out += fmt::format("<text class=\"note\" x=\"{}\" y=\"{}\">{}</text>", at(kLeft + 8), at(y - 5),
                       escaped(level.label));
  }
  return out;
}

/// Appends a point in drawing units, thinning runs inside one column of half a unit to first,
/// lowest, highest and last.
class Pen {
 public:
  void to(double x, double y) {
    if (open_ && std::floor(2 * x) == std::floor(2 * column_.back().x)) {
      column_.push_back({x, y});
      return;
    }
    flush();
    column_.assign(1, {x, y});
    open_ = true;
  }

  void lift() {
    flush();
    down_ = false;
  }

  std::string take() {
    lift();
    return std::move(path_);
  }

 private:
  void flush() {
    if (!open_) return;
    open_ = false;
    constexpr std::size_t kFew = 4;
    if (column_.size() <= kFew) {
      for (const PlotPoint& p : column_) draw(p);
      return;
    }
    const auto by_y = [](const PlotPoint& a, const PlotPoint& b) { return a.y < b.y; };
    auto [low, high] = std::minmax_element(column_.begin(), column_.end(), by_y);
    if (high < low) std::swap(low, high);
    draw(column_.front());
    draw(*low);
    draw(*high);
    draw(column_.back());
  }

  void draw(const PlotPoint& p) {
    path_ += fmt::format("{}{} {}", down_ ? "L" : "M", at(p.x), at(p.y));
    down_ = true;
  }

  std::string path_;
  std::vector<PlotPoint> column_;
  bool open_ = false;
  bool down_ = false;
};

std::string curve(const Canvas& canvas, const Series& series) {
  Pen pen;
  bool first = true;
  double last_y = 0.0;
  for (const PlotPoint& p : series.points) {
    if (!canvas.shows(p)) {
      pen.lift();
      first = true;
      continue;
    }
    const double x = canvas.x(p.x);
    const double y = canvas.y(p.y);
    if (series.kind == SeriesKind::Steps && !first) pen.to(x, last_y);
    pen.to(x, y);
    last_y = y;
    first = false;
  }
  return fmt::format("<path class=\"curve c{}\" d=\"{}\"/>", series.colour % kColours, pen.take());
}

std::string dots(const Canvas& canvas, const Series& series) {
  std::string out = fmt::format("<g class=\"dots c{}\">", series.colour % kColours);
  for (const PlotPoint& p : series.points) {
    if (!canvas.shows(p)) continue;
    out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", at(canvas.x(p.x)),
                       at(canvas.y(p.y)), at(kDotRadius));
  }
  return out + "</g>";
}

/// Names of the series, set from the right, beside the title or in the row below it.
std::string legend(const Canvas& canvas) {
  const double y = canvas.legend_has_own_row() ? kTitle + kLegendRow : kTitle;
  double x = canvas.right();
  std::string out;
  for (auto series = canvas.plot.series.rbegin(); series != canvas.plot.series.rend(); ++series) {
    if (series->name.empty()) continue;
    x -= kLetter * static_cast<double>(series->name.size());
    out += fmt::format("<text class=\"note\" x=\"{}\" y=\"{}\">{}</text>", at(x), at(y),
                       escaped(series->name));
    const int colour = series->colour % kColours;
    if (series->kind == SeriesKind::Dots) {
      out += fmt::format("<g class=\"dots c{}\"><circle cx=\"{}\" cy=\"{}\" r=\"4\"/></g>", colour,
                         at(x - 10), at(y - 4));
    } else {
      out +=
          fmt::format("<path class=\"curve c{}\" d=\"M{} {}h14\"/>", colour, at(x - 19), at(y - 4));
    }
    x -= 34;
  }
  return out;
}

template <class Coordinate>
Range range_of(const std::vector<Series>& series, const Coordinate& coordinate,
               const Range& otherwise) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Series& one : series) {
    for (const PlotPoint& p : one.points) {
      const double value = coordinate(p);
      if (!std::isfinite(value)) continue;
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
  }
  return range.low <= range.high ? range : otherwise;
}

}  // namespace

std::string svg(const Plot& plot) {
  const Canvas canvas{plot};
  std::string out = fmt::format(
      "<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" "
      "xmlns=\"http://www.w3.org/2000/svg\">",
      at(plot.width), at(plot.height), escaped(plot.title));
  out += frame(canvas) + labels(canvas) + marks(canvas) + levels(canvas);
  for (const Series& series : plot.series) {
    out += series.kind == SeriesKind::Dots ? dots(canvas, series) : curve(canvas, series);
  }
  return out + legend(canvas) + "</svg>\n";
}

Range x_range(const std::vector<Series>& series, const Range& otherwise) {
  return range_of(
      series, [](const PlotPoint& p) { return p.x; }, otherwise);
}

Range y_range(const std::vector<Series>& series, Scale scale, const Range& otherwise) {
  const auto coordinate = [scale](const PlotPoint& p) {
    const bool shown = scale == Scale::Linear || p.y > 0;
    return shown ? p.y : std::numeric_limits<double>::quiet_NaN();
  };
  return range_of(series, coordinate, otherwise);
}

}  // namespace rigor
