// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include <fmt/format.h>

#include <rigor/scene/unit_notes.hpp>

namespace rigor {
namespace {

const DocumentNode* below(const DocumentNode& map, const std::string& key) {
  const auto found = std::find(map.keys.begin(), map.keys.end(), key);
  return found == map.keys.end() ? nullptr : &map.items[std::distance(map.keys.begin(), found)];
}

void collect(const DocumentNode& node, const Sources& sources, std::vector<std::string>& notes) {
  constexpr std::size_t kMostNotes = 5;
  if (notes.size() >= kMostNotes) return;
  const DocumentNode* angle = below(node, "angle");
  if (angle != nullptr && below(node, "axis") != nullptr && !angle->quoted) {
    const double radians = std::strtod(angle->text.c_str(), nullptr);
    if (std::abs(radians) > 2.0 * std::numbers::pi) {
      notes.push_back(fmt::format(
          "{}:{}: angle = {} is more than a full turn; angles are in radians ({} degrees would be "
          "{:.6g})",
          source_of(sources, angle->place), angle->place.line, shortened(angle->text),
          shortened(angle->text), radians * std::numbers::pi / 180.0));
    }
  }
  for (const DocumentNode& item : node.items) collect(item, sources, notes);
}

}  // namespace

std::vector<std::string> unit_notes(const DocumentNode& root, const Sources& sources) {
  std::vector<std::string> notes;
  collect(root, sources, notes);
  return notes;
}

}  // namespace rigor
