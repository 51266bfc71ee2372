// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include <rigor/scene/fields.hpp>
#include <rigor/scene/problem_order.hpp>
#include <rigor/scene/synonyms.hpp>

namespace rigor {
namespace {

using Kind = DocumentNode::Kind;

std::string written(const DocumentNode& node) {
  switch (node.kind) {
    case Kind::Null:
      return "(nothing)";
    case Kind::Scalar:
      return node.quoted ? '"' + shortened(node.text) + '"' : shortened(node.text);
    case Kind::Sequence:
      return fmt::format("(a list of {})", node.items.size());
    case Kind::Map:
      return std::string(kWholeMap);
  }
  return {};
}

/// The number that the whole of `text` stands for; decimal notation only, so neither nan nor inf.
std::optional<double> decimal(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return {};
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

bool keeps(const NumberRule& rule, double value) {
  return std::isfinite(value) && value <= rule.high &&
         (rule.open_low ? value > rule.low : value >= rule.low);
}

/// A value that satisfies the rule, to go on with after a problem.
double stand_in(const NumberRule& rule) { return std::clamp(1.0, rule.low, rule.high); }

std::span<const std::string_view> as_span(std::initializer_list<std::string_view> list) {
  return {list.begin(), list.size()};
}

/// What an unknown key was probably meant to be: a misspelt one, or a word of another simulator.
std::string remedy_for(const std::string& key, std::span<const std::string_view> known) {
  const std::string_view ours = in_our_words(key);
  const std::string_view meant = nearest(key, known);
  // Words of others are looked up first unless the key is one letter away from one of ours.
  if (!ours.empty() &&
      (meant.empty() || key.size() + 1 < meant.size() || meant.size() + 1 < key.size())) {
    return std::string(ours);
  }
  if (!meant.empty()) return fmt::format("did you mean \"{}\"?", meant);
  return ours.empty() ? "remove it, or see docs/scene-format.md" : std::string(ours);
}

/// What is unit to rounding stays as written, so that a resolved scene reads back to the same bits.
constexpr double kUnitToRounding = 4e-16;

}  // namespace

Quaternion settled(const Quaternion& q) {
  const double length = q.coeffs().stableNorm();
  if (std::abs(length - 1.0) <= kUnitToRounding) return q;
  return {q.w() / length, q.x() / length, q.y() / length, q.z() / length};
}

void note(const Cursor& at, std::string rule, std::string remedy) {
  at.problems.push_back(
      {at.node.place, at.key, written(at.node), std::move(rule), std::move(remedy)});
}

bool check_keys(const Cursor& at, std::initializer_list<std::string_view> known,
                std::initializer_list<std::string_view> required) {
  if (at.node.kind != Kind::Map) {
    note(at, "a map with the keys " + enumeration(as_span(known)), "write key: value pairs here");
    return false;
  }
  for (std::size_t i = 0; i < at.node.keys.size(); ++i) {
    const std::string& key = at.node.keys[i];
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    at.problems.push_back({at.node.key_places[i], at.key, shortened(key),
                           "unknown key; known here: " + enumeration(as_span(known)),
                           remedy_for(key, as_span(known))});
  }
  for (const std::string_view key : required) {
    if (std::find(at.node.keys.begin(), at.node.keys.end(), key) != at.node.keys.end()) continue;
    at.problems.push_back({at.node.place, at.key, "",
                           fmt::format("the key \"{}\" is mandatory", key),
                           fmt::format("add {}: ... (docs/scene-format.md)", key)});
  }
  return true;
}

std::optional<Cursor> entry(const Cursor& map, std::string_view key) {
  const auto found = std::find(map.node.keys.begin(), map.node.keys.end(), key);
  if (map.node.kind != Kind::Map || found == map.node.keys.end()) return {};
  const std::size_t i = found - map.node.keys.begin();
  std::string path = map.key.empty() ? std::string(key) : fmt::format("{}.{}", map.key, key);
  return Cursor{map.node.items[i], std::move(path), map.problems};
}

std::vector<Cursor> items(const Cursor& at) {
  std::vector<Cursor> all;
  if (at.node.kind != Kind::Sequence) {
    note(at, "a list", "start each item with a dash, or use [ , ]");
    return all;
  }
  all.reserve(at.node.items.size());
  for (std::size_t i = 0; i < at.node.items.size(); ++i) {
    all.push_back({at.node.items[i], fmt::format("{}[{}]", at.key, i), at.problems});
  }
  return all;
}

namespace {

/// How to write what is no number; of one in degrees, with its value.
std::string number_remedy(std::string_view text) {
  for (const std::string_view unit : {"deg", "degrees", "°"}) {
    if (!text.ends_with(unit)) continue;
    std::string_view digits = text.substr(0, text.size() - unit.size());
    while (digits.ends_with(' ')) digits.remove_suffix(1);
    if (const auto degrees = decimal(std::string(digits)))
      return fmt::format("angles are in rad: {:.6g}", *degrees * M_PI / 180.0);
  }
  return "write a decimal number without unit or quotes, e.g. 0.5 or 1e-8";
}

}  // namespace

double number(const Cursor& at, const NumberRule& rule) {
  std::optional<double> value;
  if (at.node.kind == Kind::Scalar && !at.node.quoted) value = decimal(at.node.text);
  if (!value) {
    note(at, rule.rule, number_remedy(at.node.text));
    return stand_in(rule);
  }
  if (!keeps(rule, *value)) {
    note(at, rule.rule, "SI units are used throughout: m, kg, s, rad, N");
    return stand_in(rule);
  }
  return *value + 0.0;  // -0 and 0 are the same input
}

long long whole_number(const Cursor& at, long long low, long long high) {
  long long value = 0;
  const std::string& text = at.node.text;
  const bool plain = at.node.kind == Kind::Scalar && !at.node.quoted;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool read = plain && error == std::errc() && end == text.data() + text.size();
  if (!read || value < low || value > high) {
    note(at, fmt::format("a whole number from {} to {}", low, high), "write plain digits");
    return low;
  }
  return value;
}

bool flag(const Cursor& at) {
  if (at.node.kind == Kind::Scalar && !at.node.quoted) {
    if (at.node.text == "true") return true;
    if (at.node.text == "false") return false;
  }
  note(at, "true or false", "write true or false");
  return false;
}

std::vector<double> numbers(const Cursor& at, std::size_t count, const NumberRule& rule) {
  std::vector<double> values(count, stand_in(rule));
  if (at.node.kind != Kind::Sequence || at.node.items.size() != count) {
    note(at, fmt::format("a list of {} numbers", count),
         count == 3 ? "write them as [x, y, z]" : "write them as [a, b, ...]");
    return values;
  }
  const std::vector<Cursor> all = items(at);
  for (std::size_t i = 0; i < count; ++i) values[i] = number(all[i], rule);
  return values;
}

Vector3 vector3(const Cursor& at, const NumberRule& rule) {
  const std::vector<double> v = numbers(at, 3, rule);
  return {v[0], v[1], v[2]};
}

Vector3 unit_vector(const Cursor& at) {
  const Vector3 v = vector3(at);
  const double length = v.stableNorm();
  if (!(length > 0.0) || !std::isfinite(length)) {
    note(at, "a direction, not zero", "e.g. [0, 0, 1]");
    return Vector3::UnitZ();
  }
  return std::abs(length - 1.0) <= kUnitToRounding ? v : Vector3(v / length);
}

Quaternion unit_quaternion(const Cursor& at) {
  const std::vector<double> v = numbers(at, 4);
  const Eigen::Vector4d components(v[0], v[1], v[2], v[3]);
  const double length = components.stableNorm();
  constexpr double kShortest = 1e-6;  // below, most digits of the direction were rounded away
  if (!(length >= kShortest) || !std::isfinite(length)) {
    note(at, "a quaternion w, x, y, z, not zero", "no rotation is [1, 0, 0, 0]");
    return Quaternion::Identity();
  }
  return settled({v[0], v[1], v[2], v[3]});
}

std::string words(const Cursor& at, std::size_t longest) {
  if (at.node.kind == Kind::Scalar && at.node.text.size() <= longest) return at.node.text;
  note(at, fmt::format("a text of at most {} bytes", longest), "shorten it");
  return {};
}

std::string identifier(const Cursor& at) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  const std::string& text = at.node.text;
  const bool fits = at.node.kind == Kind::Scalar && !text.empty() && text.size() <= 64 &&
                    text.find_first_not_of(kLetters) == std::string::npos && text.front() != '.' &&
                    text.front() != '-' && text != "null" && text != "Null" && text != "NULL";
  if (fits) return text;
  note(at, "a name of at most 64 letters, digits, '_', '-' or '.'", "e.g. die_1");
  return "unnamed";
}

std::string known_name(const Cursor& at, const std::vector<std::string_view>& known,
                       const char* rule, const char* see) {
  std::string name = identifier(at);
  if (std::find(known.begin(), known.end(), name) != known.end()) return name;
  const std::string_view meant = nearest(name, known);
  note(at, rule, meant.empty() ? see : fmt::format("did you mean \"{}\"?", meant));
  return name;
}

std::size_t choice(const Cursor& at, std::initializer_list<std::string_view> allowed) {
  if (at.node.kind == Kind::Scalar) {
    const auto found = std::find(allowed.begin(), allowed.end(), at.node.text);
    if (found != allowed.end()) return found - allowed.begin();
  }
  const std::string_view meant = nearest(at.node.text, as_span(allowed));
  note(at, "one of " + enumeration(as_span(allowed)),
       meant.empty() ? "choose one of them" : fmt::format("did you mean \"{}\"?", meant));
  return 0;
}

}  // namespace rigor
