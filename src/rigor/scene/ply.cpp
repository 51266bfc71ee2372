// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include <rigor/scene/ply.hpp>

namespace rigor {
namespace {

enum class Number { Int8, Uint8, Int16, Uint16, Int32, Uint32, Float, Double };

std::optional<Number> number_named(const std::string& word) {
  if (word == "char" || word == "int8") return Number::Int8;
  if (word == "uchar" || word == "uint8") return Number::Uint8;
  if (word == "short" || word == "int16") return Number::Int16;
  if (word == "ushort" || word == "uint16") return Number::Uint16;
  if (word == "int" || word == "int32") return Number::Int32;
  if (word == "uint" || word == "uint32") return Number::Uint32;
  if (word == "float" || word == "float32") return Number::Float;
  if (word == "double" || word == "float64") return Number::Double;
  return {};
}

struct Property {
  std::string name;
  Number type = Number::Float;
  std::optional<Number> count{};  ///< of a list: the type of its length
};

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties{};
};

enum class Encoding { Text, LittleEndian, BigEndian };

struct Header {
  Encoding encoding = Encoding::Text;
  std::vector<Element> elements{};
  std::size_t size = 0;  ///< bytes, its last line included
};

std::optional<Encoding> encoding_named(const std::string& word) {
  if (word == "ascii") return Encoding::Text;
  if (word == "binary_little_endian") return Encoding::LittleEndian;
  if (word == "binary_big_endian") return Encoding::BigEndian;
  return {};
}

/// One line "property TYPE NAME" or "property list TYPE TYPE NAME".
std::optional<Property> property_of(std::istringstream& words) {
  Property property;
  std::string type;
  if (!(words >> type)) return {};
  if (type == "list") {
    std::string count;
    if (!(words >> count >> type)) return {};
    property.count = number_named(count);
    const bool whole = property.count && *property.count < Number::Float;
    if (!whole) return {};
  }
  const auto number = number_named(type);
  if (!number || !(words >> property.name)) return {};
  property.type = *number;
  return property;
}

std::optional<Header> header_of(std::string_view bytes) {
  Header header;
  bool first = true;
  bool known = false;
  for (;;) {
    const std::size_t end = bytes.find('\n', header.size);
    if (end == std::string_view::npos) return {};
    std::istringstream words(std::string(bytes.substr(header.size, end - header.size)));
    header.size = end + 1;
    std::string key;
    words >> key;
    if (first && key != "ply") return {};
    first = false;
    if (key == "end_header") break;
    if (key == "format") {
      std::string name;
      words >> name;
      const auto encoding = encoding_named(name);
      if (!encoding) return {};
      header.encoding = *encoding;
      known = true;
    } else if (key == "element") {
      Element element;
      if (!(words >> element.name >> element.count)) return {};
      header.elements.push_back(std::move(element));
    } else if (key == "property") {
      auto property = property_of(words);
      if (!property || header.elements.empty()) return {};
      header.elements.back().properties.push_back(*std::move(property));
    }  // comments and obj_info say nothing about the shape
  }
  return known ? std::optional(header) : std::nullopt;
}

/// The numbers behind the header, one after the other; false where they end.
class Numbers {
 public:
  Numbers(std::string_view bytes, Encoding encoding) : bytes_(bytes), encoding_(encoding) {}

  bool next(Number type, double& value) {
    if (encoding_ == Encoding::Text) return next_text(value);
    switch (type) {
      case Number::Int8:
        return next_binary<std::int8_t>(value);
      case Number::Uint8:
        return next_binary<std::uint8_t>(value);
      case Number::Int16:
        return next_binary<std::int16_t>(value);
      case Number::Uint16:
        return next_binary<std::uint16_t>(value);
      case Number::Int32:
        return next_binary<std::int32_t>(value);
      case Number::Uint32:
        return next_binary<std::uint32_t>(value);
      case Number::Float:
        return next_binary<float>(value);
      case Number::Double:
        break;
    }
    return next_binary<double>(value);
  }

 private:
  bool next_text(double& value) {
    constexpr const char* kSpace = " \t\r\n";
    const std::size_t from = bytes_.find_first_not_of(kSpace, at_);
    if (from == std::string_view::npos) return false;
    at_ = std::min(bytes_.find_first_of(kSpace, from), bytes_.size());
    const std::string word(bytes_.substr(from, at_ - from));
    char* end = nullptr;
    value = std::strtod(word.c_str(), &end);
    return end == word.c_str() + word.size();
  }

  template <class Stored>
  bool next_binary(double& value) {
    unsigned char block[sizeof(Stored)];
    if (bytes_.size() - at_ < sizeof(Stored)) return false;
    std::memcpy(block, bytes_.data() + at_, sizeof(Stored));
    at_ += sizeof(Stored);
    const bool little = encoding_ == Encoding::LittleEndian;
    if (little != (std::endian::native == std::endian::little))
      std::reverse(block, block + sizeof(Stored));
    Stored stored{};
    std::memcpy(&stored, block, sizeof(Stored));
    value = static_cast<double>(stored);
    return true;
  }

  std::string_view bytes_;
  Encoding encoding_;
  std::size_t at_ = 0;
};

bool is_polygon(const Property& property) {
  return property.count && (property.name == "vertex_index" || property.name == "vertex_indices");
}

/// Adds the fan of a polygon; corners that are no vertices are refused later, when all are known.
bool add_fan(const std::vector<double>& corners, MeshSurface& mesh) {
  for (const double corner : corners) {
    if (!(corner >= 0.0 && corner < 4294967295.0)) return false;
  }
  const auto number = [&](std::size_t i) { return static_cast<std::uint32_t>(corners[i]); };
  for (std::size_t i = 2; i < corners.size(); ++i) {
    if (mesh.triangles.size() >= kMostTriangles) return false;
    mesh.triangles.push_back({number(0), number(i - 1), number(i)});
  }
  return true;
}

/// One element: a point of the mesh, a polygon, or something that is passed over.
bool read_one(const Element& element, Numbers& numbers, MeshSurface& mesh) {
  Vector3 point = Vector3::Zero();
  std::vector<double> list;
  for (const Property& property : element.properties) {
    double value = 0.0;
    if (!property.count) {
      if (!numbers.next(property.type, value)) return false;
      if (property.name == "x") point.x() = value;
      if (property.name == "y") point.y() = value;
      if (property.name == "z") point.z() = value;
      continue;
    }
    double length = 0.0;
    if (!numbers.next(*property.count, length) || !(length >= 0.0)) return false;
    list.clear();
    for (double k = 0.0; k < length; k += 1.0) {  // ends with the bytes, however long it claims
      if (!numbers.next(property.type, value)) return false;
      list.push_back(value);
    }
    if (element.name == "face" && is_polygon(property) && !add_fan(list, mesh)) return false;
  }
  if (element.name == "vertex") mesh.points.push_back(point);
  return true;
}

MeshDefect damaged() {
  return {
      "a complete PLY file: this one ends early, names points that do not exist, or has too much "
      "data",
      "export it again"};
}

}  // namespace

MeshResult parse_ply(std::string_view bytes) {
  const auto header = header_of(bytes);
  if (!header)
    return MeshDefect{"a PLY file begins with a header of its format", "export it again"};
  MeshSurface mesh;
  Numbers numbers(bytes.substr(header->size), header->encoding);
  for (const Element& element : header->elements) {
    // Every element takes a byte or more; without properties it would be counted for nothing.
    if (element.properties.empty() || element.count > bytes.size()) return damaged();
    for (std::uint64_t k = 0; k < element.count; ++k) {
      if (!read_one(element, numbers, mesh)) return damaged();
    }
  }
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) {
      if (corner >= mesh.points.size()) return damaged();
    }
  }
  return mesh;
}

}  // namespace rigor
