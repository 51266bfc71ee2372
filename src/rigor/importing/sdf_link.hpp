// SPDX-License-Identifier: Apache-2.0
// A link of an SDF model: its inertia and collision shapes.
#pragma once

#include <rigor/importing/reading.hpp>
#include <rigor/importing/source_model.hpp>
#include <rigor/importing/xml.hpp>

namespace rigor::importing {

/// A collision shape whose pose is relative to another frame than its link's.
struct ElsewherePlaced {
  std::size_t collision = 0;  ///< of the link
  std::string relative_to{};
  const XmlElement* at = nullptr;
};

struct SdfLink {
  SourceLink link{};
  std::vector<ElsewherePlaced> elsewhere{};
};

/// Links of static models have no inertia.
SdfLink read_sdf_link(Reading& reading, const XmlElement& element, bool is_static);

}  // namespace rigor::importing
