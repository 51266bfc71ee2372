// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <rigor/report/axis.hpp>

namespace rigor {

/// A bar to the right, with its name before it and words behind it.
struct Bar {
  std::string name;
  double value = 0.0;
  std::optional<double> to{};  ///< if the value is a range
  std::string words;
  int colour = 0;
};

/// Horizontal bars over a logarithmic axis.
std::string bars_svg(const std::string& title, const PlotAxis& axis, const std::vector<Bar>& bars);

/// Heights side by side, in groups that share the ticks.
struct BarGroups {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<std::string> ticks;           ///< below each group
  std::vector<std::string> names;           ///< of the bars of a group
  std::vector<std::vector<double>> values;  ///< by name, then by group
  std::vector<int> colours;                 ///< by name
};
std::string bar_groups_svg(const BarGroups& groups);

}  // namespace rigor
