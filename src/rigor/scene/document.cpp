// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <rigor/scene/document.hpp>

namespace rigor {
namespace {

using Kind = DocumentNode::Kind;

/// Where problems of a file as a whole are shown.
constexpr Place kStart{0, 1, 1};

Place place_of(const YAML::Mark& mark) { return {0, mark.line + 1, mark.column + 1}; }

/// Builds our tree from the parser's events and refuses early what a scene may not contain.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& file, const DocumentLimits& limits)
      : file_(file), limits_(limits) {}

  DocumentNode take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    add({.kind = Kind::Null, .place = place_of(mark)});
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(mark, "*", "aliases (*name) are not used in scenes", "write the value out");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    add({.kind = Kind::Scalar, .place = place_of(mark), .text = value, .quoted = tag == "!"});
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Kind::Sequence);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Kind::Map);
  }
  void OnMapEnd() override { close(); }

 private:
  [[noreturn]] void refuse(Place place, std::string value, std::string rule, std::string remedy) {
    throw SceneError(file_, {{place, "", shortened(value), std::move(rule), std::move(remedy)}});
  }
  [[noreturn]] void refuse(const YAML::Mark& mark, std::string value, std::string rule,
                           std::string remedy) {
    refuse(place_of(mark), std::move(value), std::move(rule), std::move(remedy));
  }

  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor == 0) return;
    refuse(mark, "&", "anchors (&name) are not used in scenes",
           "write the value out wherever it is needed");
  }

  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    refuse(mark, tag, "tags (!name) are not used in scenes", "remove the tag");
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Kind kind) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (static_cast<int>(open_.size()) >= limits_.depth) {
      refuse(mark, "", fmt::format("at most {} levels of nesting", limits_.depth),
             "flatten the file: no scene needs to be this deep");
    }
    if (kind == Kind::Map) refuse_as_key(mark, "a list or map");
    if (kind == Kind::Sequence) refuse_as_key(mark, "a list or map");
    open_.push_back({.kind = kind, .place = place_of(mark)});
  }

  bool expects_key() const {
    return !open_.empty() && open_.back().kind == Kind::Map &&
           open_.back().keys.size() == open_.back().items.size();
  }

  void refuse_as_key(const YAML::Mark& mark, const char* what) {
    if (!expects_key()) return;
    refuse(mark, what, "keys are single words", "check brackets and indentation here");
  }

  void close() {
    DocumentNode done = std::move(open_.back());
    open_.pop_back();
    add(std::move(done));
  }

  void add(DocumentNode node) {
    if (++count_ > limits_.nodes) {
      refuse(node.place, "", fmt::format("at most {} values in a scene", limits_.nodes),
             "split the scene into several files");
    }
    if (expects_key()) {
      add_key(std::move(node));
    } else if (open_.empty()) {
      root_ = std::move(node);
    } else {
      open_.back().items.push_back(std::move(node));
    }
  }

  void add_key(DocumentNode key) {
    if (key.kind != Kind::Scalar || key.text.empty()) {
      refuse(key.place, key.text, "keys are single words", "check the indentation here");
    }
    DocumentNode& map = open_.back();
    constexpr std::size_t kMostKeys = 64;  // more than any map of a scene; keeps the search linear
    if (map.keys.size() >= kMostKeys) {
      refuse(key.place, key.text, fmt::format("at most {} keys in one map", kMostKeys),
             "lists start each item with a dash");
    }
    const auto twin = std::find(map.keys.begin(), map.keys.end(), key.text);
    if (twin != map.keys.end()) {
      const Place first = map.key_places[twin - map.keys.begin()];
      refuse(key.place, key.text, "a key may be given once",
             fmt::format("remove it here or in line {}", first.line));
    }
    map.keys.push_back(std::move(key.text));
    map.key_places.push_back(key.place);
  }

  const std::string& file_;
  DocumentLimits limits_;
  DocumentNode root_;
  std::vector<DocumentNode> open_;
  std::size_t count_ = 0;
};

/// Discards a document: only used to see whether a second one follows.
class Ignore final : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

[[noreturn]] void too_large(const std::string& file, const DocumentLimits& limits) {
  throw SceneError(file,
                   {{kStart, "", "", fmt::format("a scene file has at most {} bytes", limits.bytes),
                     "is this the right file?"}});
}

}  // namespace

DocumentNode parse_document(const std::string& text, const std::string& file,
                            const DocumentLimits& limits) {
  if (text.size() > limits.bytes) too_large(file, limits);
  if (text.find('\0') != std::string::npos) {
    throw SceneError(file, {{kStart, "", "", "a scene is a text file", "is this the right file?"}});
  }
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    TreeBuilder builder(file, limits);
    if (!parser.HandleNextDocument(builder)) return {.place = kStart};
    Ignore rest;
    if (parser.HandleNextDocument(rest)) {
      throw SceneError(file,
                       {{kStart, "", "---", "one document in a file", "remove the second one"}});
    }
    return builder.take_root();
  } catch (const YAML::Exception& error) {
    throw SceneError(file, {{place_of(error.mark), "", "", "YAML syntax: " + error.msg,
                             "check indentation (spaces only), colons and brackets near here"}});
  }
}

namespace {

bool exists(const std::string& file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored);
}

std::string rule_for_unreadable(const std::string& file) {
  return exists(file) ? "the file must be readable" : "no such file";
}

/// The file of its folder that was probably meant.
std::string remedy_for_unreadable(const std::string& file) {
  if (exists(file)) return "check its permissions";
  const std::filesystem::path path(file);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".yaml" || extension == ".yml" || extension == ".json") {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  // Compared without their endings, which make short names look alike.
  std::vector<std::string> stems;
  for (const std::string& name : names) stems.push_back(std::filesystem::path(name).stem());
  const std::string stem = path.stem().string();
  const std::vector<std::string_view> known(stems.begin(), stems.end());
  const std::string_view nearest_stem = nearest(stem, known);
  const auto at = std::find(known.begin(), known.end(), nearest_stem);
  const std::string meant =
      at == known.end() ? "" : names[static_cast<std::size_t>(at - known.begin())];
  if (meant.empty()) return "check the path; rigor examples lists scenes that can be copied";
  return "did you mean \"" + (path.parent_path() / meant).string() + "\"?";
}

}  // namespace

std::string read_bytes(const std::string& file, const DocumentLimits& limits) {
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  char block[1 << 16];
  while (stream.read(block, sizeof block) || stream.gcount() > 0) {
    text.append(block, stream.gcount());
    if (text.size() > limits.bytes) too_large(file, limits);
  }
  if (!stream.is_open() || stream.bad()) {
    throw SceneError(file, {{{}, "", "", rule_for_unreadable(file), remedy_for_unreadable(file)}});
  }
  return text;
}

}  // namespace rigor
