// SPDX-License-Identifier: Apache-2.0
#include <rigor/importing/sdf_values.hpp>

namespace rigor::importing {

std::string text_of(const XmlElement& at, std::string_view name, std::string_view otherwise) {
  const XmlElement* one = child(at, name);
  const std::string text(one == nullptr ? otherwise : one->text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

bool flag_of(const XmlElement& at, std::string_view name) {
  const std::string text = text_of(at, name, "false");
  return text == "true" || text == "1";
}

double number_of(Reading& reading, const XmlElement& at, std::string_view name, double otherwise,
                 const NumberRule& rule) {
  const XmlElement* one = child(at, name);
  if (one == nullptr) return otherwise;
  const std::string text = text_of(at, name, "");
  if (text == "inf" || text == "+inf" || text == "Inf") return rule.high;
  if (text == "-inf" || text == "-Inf") return rule.low;
  return read_number(reading, *one, shortened(one->name), text, rule);
}

Vector3 vector_of(Reading& reading, const XmlElement& at, std::string_view name,
                  std::string_view otherwise, const NumberRule& rule) {
  const XmlElement* one = child(at, name);
  return read_vector(reading, one == nullptr ? at : *one, std::string(name),
                     text_of(at, name, otherwise), rule);
}

}  // namespace rigor::importing
