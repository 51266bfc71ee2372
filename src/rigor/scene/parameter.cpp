// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/scene/parameter.hpp>

namespace rigor {
namespace {

using Kind = DocumentNode::Kind;

bool is_reference(const DocumentNode& node) {
  return node.kind == Kind::Scalar && !node.quoted && node.text.size() > 1 &&
         node.text.front() == '$';
}

std::size_t size_of(const DocumentNode& node) {
  std::size_t size = 1;
  for (const DocumentNode& item : node.items) size += size_of(item);
  return size;
}

class Substitution {
 public:
  Substitution(DocumentNode parameters, const Sources& sources, const DocumentLimits& limits)
      : parameters_(std::move(parameters)),
        used_(parameters_.keys.size()),
        sources_(sources),
        limits_(limits) {
    for (const DocumentNode& value : parameters_.items) refuse_references(value);
  }

  void into(DocumentNode& node, const std::string& path) {
    if (is_reference(node)) {
      node = value_of(node, path);
      grown_ += size_of(node);
      if (grown_ > limits_.nodes) {
        refuse(node, path,
               fmt::format("at most {} values in a scene, with its parameters filled in",
                           limits_.nodes),
               "use smaller parameters");
      }
      return;
    }
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      if (node.kind == Kind::Map) {
        into(node.items[i], path.empty() ? node.keys[i] : path + "." + node.keys[i]);
      } else {
        into(node.items[i], fmt::format("{}[{}]", path, i));
      }
    }
  }

  void refuse_unused() const {
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (used_[i]) continue;
      std::vector<Problem> problem{
          {parameters_.key_places[i], "parameters", parameters_.keys[i],
           "every parameter is used somewhere",
           fmt::format("write ${} where its value belongs, or remove it", parameters_.keys[i])}};
      throw SceneError(sources_, std::move(problem));
    }
  }

 private:
  [[noreturn]] void refuse(const DocumentNode& at, const std::string& path, std::string rule,
                           std::string remedy) const {
    throw SceneError(sources_,
                     {{at.place, path, shortened(at.text), std::move(rule), std::move(remedy)}});
  }

  void refuse_references(const DocumentNode& node) const {
    if (is_reference(node)) {
      refuse(node, "parameters", "parameters cannot refer to each other", "write the value out");
    }
    for (const DocumentNode& item : node.items) refuse_references(item);
  }

  DocumentNode value_of(const DocumentNode& reference, const std::string& path) {
    const std::string word = reference.text.substr(1);
    const auto found = std::find(parameters_.keys.begin(), parameters_.keys.end(), word);
    if (found == parameters_.keys.end()) {
      const std::vector<std::string_view> known(parameters_.keys.begin(), parameters_.keys.end());
      const std::string_view meant = nearest(word, known);
      refuse(reference, path, fmt::format("a parameter \"{}\" must be given", word),
             meant.empty() ? fmt::format("add parameters: {{{}: ...}}", word)
                           : fmt::format("did you mean \"${}\"?", meant));
    }
    const std::size_t i = found - parameters_.keys.begin();
    used_[i] = true;
    return parameters_.items[i];
  }

  DocumentNode parameters_;
  std::vector<bool> used_;
  const Sources& sources_;
  DocumentLimits limits_;
  std::size_t grown_ = 0;
};

}  // namespace

void substitute_parameters(Document& document, const DocumentLimits& limits) {
  DocumentNode& root = document.root;
  DocumentNode parameters{.kind = Kind::Map};
  const auto found = std::find(root.keys.begin(), root.keys.end(), "parameters");
  if (root.kind == Kind::Map && found != root.keys.end()) {
    const auto i = found - root.keys.begin();
    parameters = std::move(root.items[i]);
    root.items.erase(root.items.begin() + i);
    root.key_places.erase(root.key_places.begin() + i);
    root.keys.erase(found);
    if (parameters.kind != Kind::Map) {
      throw SceneError(document.sources,
                       {{parameters.place, "parameters", "", "a map of names and values",
                         "e.g. parameters: {height: 0.5}"}});
    }
  }
  Substitution substitution(std::move(parameters), document.sources, limits);
  substitution.into(root, "");
  substitution.refuse_unused();
}

}  // namespace rigor
