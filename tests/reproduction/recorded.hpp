// SPDX-License-Identifier: Apache-2.0
// The findings on record, docs/reproduction.json, and the parts of sections made from them.
#pragma once

#include <stdexcept>

#include <rigor/reproduction/section.hpp>

#include "quiet_settings.hpp"

namespace rigor::testing {

inline const Findings& recorded() {
  static const Findings kFindings =
      Findings::parse(file_text(std::string(RIGOR_DOCS) + "/reproduction.json"));
  return kFindings;
}

template <class Part>
std::vector<Part> parts_of(const Section& section) {
  std::vector<Part> out;
  for (const auto& part : section.parts)
    if (const auto* one = std::get_if<Part>(&part)) out.push_back(*one);
  return out;
}

/// The cell of the first row whose leading cells are these, in the column of that name.
inline std::string cell(const FactTable& table, const std::vector<std::string>& leading,
                        const std::string& column) {
  for (const auto& row : table.rows) {
    if (!std::equal(leading.begin(), leading.end(), row.begin())) continue;
    for (std::size_t i = 0; i < table.head.size(); ++i)
      if (table.head[i] == column) return row.at(i);
  }
  throw std::out_of_range(leading.front() + ", " + column);
}

/// How often `what` stands in the text.
inline std::size_t times_in(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++count;
  return count;
}

/// Every row of every table is as wide as its head.
inline bool tables_are_whole(const Section& section) {
  for (const FactTable& table : parts_of<FactTable>(section))
    for (const auto& row : table.rows)
      if (row.size() != table.head.size()) return false;
  return true;
}

}  // namespace rigor::testing
