// SPDX-License-Identifier: Apache-2.0
// Values of SDF: texts of elements, where URDF has attributes.
#pragma once

#include <rigor/importing/reading.hpp>

namespace rigor::importing {

/// The text of the child `name` without the space around it.
std::string text_of(const XmlElement& at, std::string_view name, std::string_view otherwise);

bool flag_of(const XmlElement& at, std::string_view name);

/// The number in the child `name`; files write inf for what has no end.
double number_of(Reading& reading, const XmlElement& at, std::string_view name, double otherwise,
                 const NumberRule& rule);

Vector3 vector_of(Reading& reading, const XmlElement& at, std::string_view name,
                  std::string_view otherwise, const NumberRule& rule);

}  // namespace rigor::importing
