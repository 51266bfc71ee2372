// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <rigor/scene/include.hpp>
#include <rigor/scene/scene_path.hpp>

namespace rigor {
namespace {

using Kind = DocumentNode::Kind;

void stamp(DocumentNode& node, int source) {
  node.place.source = source;
  for (Place& place : node.key_places) place.source = source;
  for (DocumentNode& item : node.items) stamp(item, source);
}

/// Takes an entry out of a map.
std::optional<DocumentNode> taken(DocumentNode& map, std::string_view key) {
  const auto found = std::find(map.keys.begin(), map.keys.end(), key);
  if (map.kind != Kind::Map || found == map.keys.end()) return {};
  const auto i = found - map.keys.begin();
  DocumentNode entry = std::move(map.items[i]);
  map.keys.erase(found);
  map.key_places.erase(map.key_places.begin() + i);
  map.items.erase(map.items.begin() + i);
  return entry;
}

bool is_joined(std::string_view key) {
  constexpr std::array<std::string_view, 6> kJoined{"bodies",     "half_spaces", "pairs",
                                                    "exclusions", "forces",      "mechanisms"};
  return std::find(kJoined.begin(), kJoined.end(), key) != kJoined.end();
}

/// Puts `upper` over `lower`; `key` is what both stand under.
void overlay(DocumentNode& lower, DocumentNode&& upper, std::string_view key) {
  if (lower.kind == Kind::Sequence && upper.kind == Kind::Sequence && is_joined(key)) {
    for (DocumentNode& item : upper.items) lower.items.push_back(std::move(item));
    return;
  }
  if (lower.kind != Kind::Map || upper.kind != Kind::Map) {
    lower = std::move(upper);
    return;
  }
  lower.place = upper.place;
  for (std::size_t i = 0; i < upper.keys.size(); ++i) {
    const auto found = std::find(lower.keys.begin(), lower.keys.end(), upper.keys[i]);
    if (found == lower.keys.end()) {
      lower.keys.push_back(upper.keys[i]);
      lower.key_places.push_back(upper.key_places[i]);
      lower.items.push_back(std::move(upper.items[i]));
    } else {
      const std::size_t at = found - lower.keys.begin();
      lower.key_places[at] = upper.key_places[i];
      overlay(lower.items[at], std::move(upper.items[i]), upper.keys[i]);
    }
  }
}

/// Reads files one inside the other, noting which are open.
class Includer {
 public:
  Includer(Sources& sources, const DocumentLimits& limits) : sources_(sources), limits_(limits) {
    open_.push_back(identity(sources.front()));
  }

  void expand(DocumentNode& root) {
    const auto list = taken(root, "include");
    if (!list) return;
    if (list->kind != Kind::Sequence) refuse(*list, "a list of files", "include: [parts.yaml]");
    DocumentNode lower{.kind = Kind::Map, .place = root.place};
    for (const DocumentNode& name : list->items) overlay(lower, included(name), "");
    overlay(lower, std::move(root), "");
    root = std::move(lower);
  }

 private:
  [[noreturn]] void refuse(const DocumentNode& at, std::string rule, std::string remedy) const {
    throw SceneError(sources_,
                     {{at.place, "include", at.kind == Kind::Scalar ? shortened(at.text) : "",
                       std::move(rule), std::move(remedy)}});
  }

  static std::string identity(const std::filesystem::path& file) {
    std::error_code failed;
    const auto whole = std::filesystem::weakly_canonical(file, failed);
    return failed ? file.string() : whole.string();
  }

  DocumentNode included(const DocumentNode& name) {
    if (name.kind != Kind::Scalar) refuse(name, "the name of a file", "include: [parts.yaml]");
    const auto file = scene_path(sources_, name.place, name.text);
    if (!file) {
      refuse(name, "an included file lies in the scene's folder or below it",
             "write a relative path without leading ..");
    }
    const std::string self = identity(*file);
    if (std::find(open_.begin(), open_.end(), self) != open_.end()) {
      refuse(name, "no file includes itself, not even through others", "remove this include");
    }
    if (open_.size() > static_cast<std::size_t>(kDeepestInclude)) {
      refuse(name, fmt::format("files nested at most {} deep", kDeepestInclude),
             "include from one place");
    }
    if (++count_ > kMostIncludes) {
      refuse(name, fmt::format("at most {} included files", kMostIncludes), "join some of them");
    }
    DocumentNode root = read(name, *file);
    open_.push_back(self);
    expand(root);
    open_.pop_back();
    return root;
  }

  DocumentNode read(const DocumentNode& name, const std::filesystem::path& file) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed)) {
      refuse(name, "an included file must exist",
             "check the name; it is relative to this file's folder");
    }
    const std::string text = read_bytes(file.string(), limits_);
    DocumentNode root = parse_document(text, file.string(), limits_);
    bytes_ += text.size();
    if (bytes_ > limits_.bytes) {
      refuse(name, fmt::format("included files have at most {} bytes in total", limits_.bytes),
             "is this the right file?");
    }
    if (root.kind != Kind::Map)
      refuse(name, "an included file holds key: value pairs", "see there");
    stamp(root, static_cast<int>(sources_.size()));
    sources_.push_back(file.string());
    return root;
  }

  Sources& sources_;
  DocumentLimits limits_;
  std::vector<std::string> open_;  ///< files being read, outermost first
  std::size_t count_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

void expand_includes(Document& document, const DocumentLimits& limits) {
  Includer(document.sources, limits).expand(document.root);
}

}  // namespace rigor
