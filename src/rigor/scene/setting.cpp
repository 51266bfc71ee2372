// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <rigor/scene/setting.hpp>

namespace rigor {
namespace {

using Kind = DocumentNode::Kind;

/// One step of a path: a key, or an item of a list.
struct Step {
  std::string word;
  bool item = false;
};

/// bodies[die].pose.position[2] as its steps; nothing if it is not a path.
std::vector<Step> steps_of(const std::string& path) {
  std::vector<Step> steps;
  std::size_t at = 0;
  while (at < path.size()) {
    const bool item = path[at] == '[';
    if (item && steps.empty()) return {};
    if (!item && !steps.empty() && path[at++] != '.') return {};
    const std::size_t begin = item ? at + 1 : at;
    const std::size_t end = path.find_first_of(item ? "]" : ".[]", begin);
    if (item && end == std::string::npos) return {};
    const std::size_t stop = std::min(end, path.size());
    if (stop == begin) return {};
    steps.push_back({path.substr(begin, stop - begin), item});
    at = item ? stop + 1 : stop;
  }
  return steps;
}

class Editor {
 public:
  Editor(const Setting& setting, const Sources& sources)
      : setting_(setting), sources_(sources), place_{static_cast<int>(sources.size()) - 1, 0, 0} {}

  void put(DocumentNode& root, DocumentNode value) {
    const std::vector<Step> steps = steps_of(setting_.path);
    if (steps.empty()) {
      refuse("a path of keys and items, then = and a value",
             "e.g. bodies[die].mass=2 or stop.time=3");
    }
    if (steps.size() == 1 && is_parameter(root, steps[0].word)) {
      refuse("a key of the scene; this is one of its parameters",
             fmt::format("did you mean \"parameters.{}={}\"?", setting_.path, setting_.value));
    }
    DocumentNode* node = &root;
    for (const Step& step : steps)
      node = step.item ? item(*node, step.word) : entry(*node, step.word);
    *node = std::move(value);
  }

 private:
  [[noreturn]] void refuse(std::string rule, std::string remedy) const {
    throw SceneError(sources_, {{place_, setting_.path, shortened(setting_.value), std::move(rule),
                                 std::move(remedy)}});
  }

  DocumentNode* entry(DocumentNode& map, const std::string& key) const {
    if (map.kind == Kind::Null) map = {.kind = Kind::Map, .place = place_};
    if (map.kind != Kind::Map) {
      refuse(fmt::format("\"{}\" must be a key of a map", key),
             "use [number] or [name] for items of a list");
    }
    const auto found = std::find(map.keys.begin(), map.keys.end(), key);
    const std::size_t at = found - map.keys.begin();
    if (found == map.keys.end()) {
      map.keys.push_back(key);
      map.key_places.push_back(place_);
      map.items.push_back({.kind = Kind::Null, .place = place_});
    }
    return &map.items[at];
  }

  DocumentNode* item(DocumentNode& list, const std::string& word) const {
    if (list.kind != Kind::Sequence)
      refuse(fmt::format("[{}] needs a list", word), "check the path");
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error == std::errc() && end == word.data() + word.size()) {
      if (number < list.items.size()) return &list.items[number];
      refuse(fmt::format("the list has {} items, counted from 0", list.items.size()),
             "check the number");
    }
    for (DocumentNode& candidate : list.items) {
      if (name_of(candidate) == word) return &candidate;
    }
    refuse(fmt::format("an item of the list with the name \"{}\"", word), hint(list, word));
  }

  /// Whether the scene has a parameter of this name, and no key.
  static bool is_parameter(const DocumentNode& root, const std::string& word) {
    const auto has = [&](const DocumentNode& map) {
      return std::find(map.keys.begin(), map.keys.end(), word) != map.keys.end();
    };
    const auto found = std::find(root.keys.begin(), root.keys.end(), "parameters");
    if (found == root.keys.end() || has(root)) return false;
    return has(root.items[found - root.keys.begin()]);
  }

  static std::string_view name_of(const DocumentNode& node) {
    const auto found = std::find(node.keys.begin(), node.keys.end(), "name");
    if (node.kind != Kind::Map || found == node.keys.end()) return {};
    return node.items[found - node.keys.begin()].text;
  }

  static std::string hint(const DocumentNode& list, const std::string& word) {
    std::vector<std::string_view> names;
    for (const DocumentNode& node : list.items) {
      if (!name_of(node).empty() && names.size() < 20) names.push_back(name_of(node));
    }
    const std::string_view meant = nearest(word, names);
    if (!meant.empty()) return fmt::format("did you mean \"{}\"?", meant);
    return names.empty() ? "its items have no names: use numbers"
                         : "there are " + enumeration(names);
  }

  const Setting& setting_;
  const Sources& sources_;
  Place place_;
};

/// Every place in the value is the option itself: lines and columns would mean nothing.
void stamp(DocumentNode& node, int source) {
  node.place = {source, 0, 0};
  for (Place& place : node.key_places) place = {source, 0, 0};
  for (DocumentNode& item : node.items) stamp(item, source);
}

}  // namespace

void apply(const Setting& setting, Document& document, const DocumentLimits& limits) {
  DocumentNode value = parse_document(setting.value, setting.source, limits);
  const int source = static_cast<int>(document.sources.size());
  document.sources.push_back(setting.source);
  stamp(value, source);
  Editor(setting, document.sources).put(document.root, std::move(value));
}

}  // namespace rigor
