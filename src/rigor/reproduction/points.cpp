// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>

#include <rigor/reproduction/points.hpp>

namespace rigor {
namespace {

constexpr int kColumns = 400;
constexpr int kRows = 100;
constexpr int kDigits = 5;

bool shown(const PlotPoint& p, const PlotAxis& x, const PlotAxis& y) {
  return std::isfinite(p.x) && std::isfinite(p.y) && (x.scale == Scale::Linear || p.x > 0.0) &&
         (y.scale == Scale::Linear || p.y > 0.0);
}

}  // namespace

std::vector<PlotPoint> one_per_cell(const std::vector<PlotPoint>& points, const PlotAxis& x,
                                    const PlotAxis& y) {
  std::set<std::pair<int, int>> taken;
  std::vector<PlotPoint> out;
  for (const PlotPoint& p : points) {
    if (!shown(p, x, y)) continue;
    const auto column = static_cast<int>(std::floor(kColumns * fraction(x, p.x)));
    const auto row = static_cast<int>(std::floor(kRows * fraction(y, p.y)));
    if (taken.emplace(column, row).second) out.push_back(p);
  }
  return out;
}

std::vector<PlotPoint> envelope(const std::vector<PlotPoint>& points, const PlotAxis& x,
                                int columns) {
  std::map<int, std::pair<PlotPoint, PlotPoint>> found;  // lowest and highest by column
  for (const PlotPoint& p : points) {
    const auto column = static_cast<int>(std::floor(columns * fraction(x, p.x)));
    const auto [at, fresh] = found.try_emplace(column, p, p);
    if (fresh) continue;
    if (p.y < at->second.first.y) at->second.first = p;
    if (p.y > at->second.second.y) at->second.second = p;
  }
  std::vector<PlotPoint> out;
  for (auto& [column, ends] : found) {
    if (ends.second.x < ends.first.x) std::swap(ends.first, ends.second);
    out.push_back(ends.first);
    if (ends.first.x < ends.second.x) out.push_back(ends.second);
  }
  return out;
}

double with_digits(double value, int digits) {
  return std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr);
}

Findings listed_points(const std::vector<PlotPoint>& points) {
  Findings list = Findings::array();
  for (const PlotPoint& p : points)
    list.push_back({with_digits(p.x, kDigits), with_digits(p.y, kDigits)});
  return list;
}

std::vector<PlotPoint> points_of(const Findings& list) {
  std::vector<PlotPoint> points;
  for (const Findings& p : list) points.push_back({p[0].get<double>(), p[1].get<double>()});
  return points;
}

}  // namespace rigor
