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

/// A tree that grows as values are read, and what it may not exceed.
struct GrowingTree {
  const std::string& file;
  DocumentLimits limits;
  DocumentNode root;
  std::vector<DocumentNode> open;  ///< lists and maps that have not ended, the innermost last
  std::size_t count = 0;
};

[[noreturn]] void refuse(const std::string& file, Place place, const std::string& value,
                         std::string rule, std::string remedy) {
  throw SceneError(file, {{place, "", shortened(value), std::move(rule), std::move(remedy)}});
}

/// What a scene may not contain: anchors, and tags but "!", which marks quoted words.
void refuse_extras(const std::string& file, Place place, YAML::anchor_t anchor,
                   const std::string& tag) {
  if (anchor != 0)
    refuse(file, place, "&", "anchors (&name) are not used in scenes",
           "write the value out wherever it is needed");
  if (!tag.empty() && tag != "?" && tag != "!")
    refuse(file, place, tag, "tags (!name) are not used in scenes", "remove the tag");
}

bool expects_key(const GrowingTree& tree) {
  return !tree.open.empty() && tree.open.back().kind == Kind::Map &&
         tree.open.back().keys.size() == tree.open.back().items.size();
}

void add_key(GrowingTree& tree, DocumentNode key) {
  if (key.kind != Kind::Scalar || key.text.empty())
    refuse(tree.file, key.place, key.text, "keys are single words", "check the indentation here");
  DocumentNode& map = tree.open.back();
  constexpr std::size_t kMostKeys = 64;  // more than any map of a scene; keeps the search linear
  if (map.keys.size() >= kMostKeys)
    refuse(tree.file, key.place, key.text, fmt::format("at most {} keys in one map", kMostKeys),
           "lists start each item with a dash");
  const auto twin = std::find(map.keys.begin(), map.keys.end(), key.text);
  if (twin != map.keys.end()) {
    const Place first = map.key_places[twin - map.keys.begin()];
    refuse(tree.file, key.place, key.text, "a key may be given once",
           fmt::format("remove it here or in line {}", first.line));
  }
  map.keys.push_back(std::move(key.text));
  map.key_places.push_back(key.place);
}

void add_node(GrowingTree& tree, DocumentNode node) {
  if (++tree.count > tree.limits.nodes)
    refuse(tree.file, node.place, "",
           fmt::format("at most {} values in a scene", tree.limits.nodes),
           "split the scene into several files");
  if (expects_key(tree))
    add_key(tree, std::move(node));
  else if (tree.open.empty())
    tree.root = std::move(node);
  else
    tree.open.back().items.push_back(std::move(node));
}

/// Begins a list or map.
void begin_node(GrowingTree& tree, Place place, Kind kind) {
  if (std::ssize(tree.open) >= tree.limits.depth)
    refuse(tree.file, place, "", fmt::format("at most {} levels of nesting", tree.limits.depth),
           "flatten the file: no scene needs to be this deep");
  if (expects_key(tree))
    refuse(tree.file, place, "a list or map", "keys are single words",
           "check brackets and indentation here");
  tree.open.push_back({.kind = kind, .place = place});
}

void end_node(GrowingTree& tree) {
  DocumentNode done = std::move(tree.open.back());
  tree.open.pop_back();
  add_node(tree, std::move(done));
}

/// Builds our tree from the parser's events and refuses early what a scene may not contain.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& file, const DocumentLimits& limits)
      : tree_{file, limits, {}, {}, 0} {}

  DocumentNode take_root() { return std::move(tree_.root); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_extras(tree_.file, place_of(mark), anchor, "");
    add_node(tree_, {.kind = Kind::Null, .place = place_of(mark)});
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(tree_.file, place_of(mark), "*", "aliases (*name) are not used in scenes",
           "write the value out");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_extras(tree_.file, place_of(mark), anchor, tag);
    add_node(tree_,
             {.kind = Kind::Scalar, .place = place_of(mark), .text = value, .quoted = tag == "!"});
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuse_extras(tree_.file, place_of(mark), anchor, tag);
    begin_node(tree_, place_of(mark), Kind::Sequence);
  }
  void OnSequenceEnd() override { end_node(tree_); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuse_extras(tree_.file, place_of(mark), anchor, tag);
    begin_node(tree_, place_of(mark), Kind::Map);
  }
  void OnMapEnd() override { end_node(tree_); }

 private:
  GrowingTree tree_;
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
  const std::string meant = at == known.end() ? "" : names[at - known.begin()];
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
