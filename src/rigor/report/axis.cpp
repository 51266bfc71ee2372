// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/report/axis.hpp>

namespace rigor {
namespace {

/// 1, 2 or 5 times a power of ten, the smallest not below `width`.
double round_step(double width) {
  const double power = std::pow(10.0, std::floor(std::log10(width)));
  constexpr double kSlack = 1 + 1e-9;  // log10 and pow round
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power * kSlack >= width) return factor * power;
  }
  return 10 * power;
}

std::string minus(std::string text) {
  if (!text.empty() && text.front() == '-') text.replace(0, 1, "−");
  return text;
}

/// Digits after the point that tell multiples of `step` apart.
std::string linear_label(double value, double step) {
  const double largest = std::max(std::abs(value), step);
  if (largest >= 1e6 || step < 1e-5) return minus(fmt::format("{:.6g}", value));
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  return minus(fmt::format("{:.{}f}", value, decimals));
}

std::string power_label(int exponent) {
  if (exponent == 0) return "1";
  if (exponent == 1) return "10";
  return fmt::format("10<tspan class=\"up\" dy=\"-0.45em\">{}{}</tspan>", exponent < 0 ? "−" : "",
                     std::abs(exponent));
}

std::vector<Tick> linear_ticks(const Range& range, int count) {
  const double step = round_step((range.high - range.low) / std::max(1, count));
  std::vector<Tick> all;
  const double first = std::ceil(range.low / step - 1e-9);
  for (double k = first; k * step <= range.high + 1e-9 * step; k += 1.0) {
    const double value = k * step + 0.0;
    all.push_back({value, linear_label(value, step)});
  }
  return all;
}

std::vector<Tick> log_ticks(const Range& range, int count) {
  const int low = static_cast<int>(std::ceil(std::log10(range.low) - 1e-9));
  const int high = static_cast<int>(std::floor(std::log10(range.high) + 1e-9));
  const int stride = std::max(1, (high - low + count - 1) / std::max(1, count));
  const bool few = high - low < 3;
  std::vector<Tick> all;
  for (int e = low - 1; e <= high; ++e) {
    const double power = std::pow(10.0, e);
    for (int digit = 1; digit <= 9; ++digit) {
      const double value = digit * power;
      if (value < range.low * (1 - 1e-9) || value > range.high * (1 + 1e-9)) continue;
      if (digit == 1) {
        all.push_back({value, e % stride == 0 ? power_label(e) : ""});
      } else if (few) {
        const bool named = (digit == 2 || digit == 5) && high - low < 2;
        all.push_back({value, named ? fmt::format("{:.3g}", value) : ""});
      }
    }
  }
  return all;
}

}  // namespace

double fraction(const PlotAxis& axis, double value) {
  if (axis.scale == Scale::Linear) {
    return (value - axis.range.low) / (axis.range.high - axis.range.low);
  }
  return std::log(value / axis.range.low) / std::log(axis.range.high / axis.range.low);
}

std::vector<Tick> ticks(const PlotAxis& axis, int count) {
  return axis.scale == Scale::Linear ? linear_ticks(axis.range, count)
                                     : log_ticks(axis.range, count);
}

Range rounded_out(const Range& range, Scale scale) {
  if (scale == Scale::Log) {
    double low = std::pow(10.0, std::floor(std::log10(range.low) + 1e-9));
    double high = std::pow(10.0, std::ceil(std::log10(range.high) - 1e-9));
    if (low >= high) high = 10 * low;
    return {low, high};
  }
  double width = range.high - range.low;
  if (!(width > 0)) width = std::max(1e-12, std::abs(range.low));
  const double step = round_step(width / 5);
  const double low = std::floor(range.low / step + 1e-9) * step;
  const double high = std::ceil(range.high / step - 1e-9) * step;
  return high > low ? Range{low, high} : Range{low - step, low + step};
}

}  // namespace rigor
