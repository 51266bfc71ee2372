// SPDX-License-Identifier: Apache-2.0
// A page in parts: words, tables and figures, made from findings alone.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include <rigor/reproduction/settings.hpp>

namespace rigor {

struct Words {
  std::string text;   ///< one paragraph; `code` between backquotes
  bool lead = false;  ///< what a reader in a hurry should see
};

struct FactTable {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

struct Figure {
  std::string name;  ///< of its file
  std::string svg;   ///< one element, drawn with the style sheet of `report`
  std::string caption;
};

struct Section {
  std::string name;  ///< of the experiment
  std::string title;
  std::vector<std::variant<Words, FactTable, Figure>> parts;
};

/// What the experiment's findings say.
Section die_section(const Findings& die);
Section ball_section(const Findings& ball);
Section chain_section(const Findings& chain);
Section wheel_section(const Findings& wheel);
Section bounds_section(const Findings& bounds);

/// One self-contained HTML page.
std::string page_of(const std::vector<Section>& sections);
/// The same as Markdown; figures are at `images`/<name>.svg.
std::string markdown_of(const std::vector<Section>& sections, const std::string& images);
/// The table for a terminal, and as comma-separated values.
std::string text_of(const FactTable& table);
std::string csv_of(const FactTable& table);
/// The figure as a file of its own, with its style sheet.
std::string standalone(const Figure& figure);

}  // namespace rigor
