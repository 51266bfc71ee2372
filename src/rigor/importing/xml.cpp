// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <pugixml.hpp>

#include <rigor/importing/xml.hpp>

namespace rigor::importing {
namespace {

/// Turns the library's tree into ours, with lines and columns.
class XmlTree {
 public:
  XmlTree(std::string_view text, const std::string& file) : file_(file) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') line_starts_.push_back(i + 1);
  }

  [[noreturn]] void refuse(std::ptrdiff_t offset, std::string rule, std::string remedy) const {
    throw SceneError(file_, {{place(offset), "XML", "", std::move(rule), std::move(remedy)}});
  }

  XmlElement element(const pugi::xml_node& node, int depth) {
    if (++count_ > kMostElements)
      refuse(node.offset_debug(), fmt::format("at most {} elements", kMostElements),
             "give a smaller file");
    if (depth > kDeepestElement)
      refuse(node.offset_debug(), fmt::format("at most {} levels of elements", kDeepestElement),
             "a model has far fewer");
    XmlElement made{.name = node.name(), .place = place(node.offset_debug())};
    std::set<std::string> names;
    for (const pugi::xml_attribute& one : node.attributes()) {
      if (!names.insert(one.name()).second)
        refuse(node.offset_debug(), "an attribute is given once", shortened(one.name()));
      made.attributes.push_back({one.name(), one.value()});
    }
    for (const pugi::xml_node& inner : node.children()) {
      if (inner.type() == pugi::node_element) made.children.push_back(element(inner, depth + 1));
      if (inner.type() == pugi::node_pcdata || inner.type() == pugi::node_cdata)
        made.text += inner.value();
    }
    return made;
  }

 private:
  Place place(std::ptrdiff_t offset) const {
    if (offset < 0) return {};
    const std::size_t at = offset;
    const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), at);
    const std::size_t line = next - line_starts_.begin();
    return {0, static_cast<int>(line), static_cast<int>(at - line_starts_[line - 1] + 1)};
  }

  const std::string& file_;
  std::vector<std::size_t> line_starts_;
  std::size_t count_ = 0;
};

}  // namespace

XmlElement parse_xml(std::string_view text, const std::string& file) {
  XmlTree tree(text, file);
  if (text.size() > kMostXmlBytes)
    tree.refuse(-1, fmt::format("at most {} bytes", kMostXmlBytes), "give a smaller file");
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(
      text.data(), text.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (!parsed)
    tree.refuse(parsed.offset, fmt::format("well-formed XML: {}", parsed.description()),
                "correct the file");
  pugi::xml_node root;
  for (const pugi::xml_node& node : document.children()) {
    if (node.type() == pugi::node_doctype)
      tree.refuse(node.offset_debug(), "no document type: its entities can blow up a small file",
                  "remove <!DOCTYPE ...> and write entities out");
    if (node.type() != pugi::node_element) continue;
    if (root) tree.refuse(node.offset_debug(), "one element at the top", "remove the others");
    root = node;
  }
  return tree.element(root, 1);
}

const XmlElement* child(const XmlElement& element, std::string_view name) {
  const auto found = std::find_if(element.children.begin(), element.children.end(),
                                  [name](const XmlElement& one) { return one.name == name; });
  return found == element.children.end() ? nullptr : &*found;
}

std::vector<const XmlElement*> children(const XmlElement& element, std::string_view name) {
  std::vector<const XmlElement*> found;
  for (const XmlElement& one : element.children)
    if (one.name == name) found.push_back(&one);
  return found;
}

const std::string* attribute(const XmlElement& element, std::string_view name) {
  for (const XmlAttribute& one : element.attributes)
    if (one.name == name) return &one.value;
  return nullptr;
}

}  // namespace rigor::importing
