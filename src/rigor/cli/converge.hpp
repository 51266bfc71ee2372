// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <rigor/cli/run.hpp>
#include <rigor/converge/converge.hpp>

namespace rigor {

/// The options of `rigor converge`; those of `scene` are what `rigor run` takes.
struct ConvergeArguments {
  RunArguments scene{};
  std::vector<double> at{};     ///< instants whose states are asked for, s
  std::string out{};            ///< the page; empty: none
  std::optional<int> digits{};  ///< every bar must be below half a unit of this decimal digit
  bool json = false;
};

/// What `--json` prints.
nlohmann::ordered_json facts_of(const Convergence& result);

/// Tables for the terminal.
std::string text_of(const Convergence& result);

/// A page of its own: tables, and a plot of the bars over time.
std::string page_of(const Convergence& result);

int converge_verb(const ConvergeArguments& arguments);

}  // namespace rigor
