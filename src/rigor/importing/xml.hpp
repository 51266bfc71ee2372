// SPDX-License-Identifier: Apache-2.0
// XML files as plain trees, with the place of every element. No document types, hence no entities
// that grow; no absurd sizes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <rigor/scene/problem.hpp>

namespace rigor::importing {

inline constexpr std::size_t kMostXmlBytes = std::size_t{16} << 20U;
inline constexpr std::size_t kMostElements = 200'000;
inline constexpr int kDeepestElement = 64;

struct XmlAttribute {
  std::string name;
  std::string value;
};

struct XmlElement {
  std::string name{};
  std::vector<XmlAttribute> attributes{};
  std::string text{};  ///< directly inside it, all parts joined
  std::vector<XmlElement> children{};
  Place place{};
};

/// The one element that the document consists of. Throws a SceneError that names the file and the
/// place for text that is not well-formed, has a document type, or exceeds the limits above.
XmlElement parse_xml(std::string_view text, const std::string& file);

/// The first child of that name; nullptr if there is none.
const XmlElement* child(const XmlElement& element, std::string_view name);

/// Every child of that name, in order.
std::vector<const XmlElement*> children(const XmlElement& element, std::string_view name);

/// The value of an attribute; nullptr if there is none.
const std::string* attribute(const XmlElement& element, std::string_view name);

}  // namespace rigor::importing
