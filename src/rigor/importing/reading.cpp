// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <rigor/importing/reading.hpp>

namespace rigor::importing {
namespace {

constexpr std::size_t kMostProblems = 20;  // more of them help nobody

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t i = 0; i < text.size();) {
    if (is_space(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && !is_space(text[end])) ++end;
    found.push_back(text.substr(i, end - i));
    i = end;
  }
  return found;
}

std::optional<double> to_double(std::string_view word) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value)) return {};
  return value;
}

/// Elements that files have and scenes do not, and why.
constexpr std::pair<std::string_view, std::string_view> kReasons[] = {
    {"visual", "only drawn; Rigor shows the collision shapes"},
    {"material", "colours are not simulated"},
    {"transmission", "gears between actuators and joints are not simulated"},
    {"gazebo", "an extension of Gazebo"},
    {"plugin", "a program of another simulator"},
    {"sensor", "sensors are not simulated"},
    {"light", "lights are not simulated"},
    {"gui", "settings of another simulator's window"},
    {"physics", "settings of another simulator's solver"},
    {"scene", "only drawn"},
    {"mimic", "joints are not coupled: this one moves by itself"},
    {"safety_controller", "controllers are not imported"},
    {"calibration", "it does not change the motion"},
    {"contact", "soft contact and its solver settings: contacts are rigid here"},
    {"self_collision_checking", "settings of another simulator"},
};

std::string reason_for(const XmlElement& element) {
  for (const auto& [name, why] : kReasons)
    if (element.name == name) return std::string(why);
  return "not known to Rigor";
}

}  // namespace

void problem(Reading& reading, const XmlElement& at, std::string key, std::string_view value,
             std::string rule, std::string remedy) {
  if (reading.problems.size() >= kMostProblems) return;
  reading.problems.push_back(
      {at.place, std::move(key), shortened(value), std::move(rule), std::move(remedy)});
}

void settle(const Reading& reading) {
  if (!reading.problems.empty()) throw SceneError(reading.file, reading.problems);
}

double read_number(Reading& reading, const XmlElement& at, const std::string& key,
                   std::string_view text, const NumberRule& rule) {
  return read_numbers(reading, at, key, text, 1, rule).front();
}

std::vector<double> read_numbers(Reading& reading, const XmlElement& at, const std::string& key,
                                 std::string_view text, std::size_t count, const NumberRule& rule) {
  const std::vector<std::string_view> words = words_of(text);
  std::vector<double> values;
  for (const std::string_view word : words) {
    const std::optional<double> value = to_double(word);
    const bool good =
        value && *value >= rule.low && *value <= rule.high && (!rule.open_low || *value > rule.low);
    if (values.size() < count && good) values.push_back(*value);
  }
  if (words.size() == count && values.size() == count) return values;
  problem(
      reading, at, key, text,
      count == 1 ? std::string(rule.rule) : fmt::format("{} numbers, each {}", count, rule.rule),
      "SI units are used throughout: m, kg, s, rad, N");
  return std::vector<double>(count, 0.0);
}

Vector3 read_vector(Reading& reading, const XmlElement& at, const std::string& key,
                    std::string_view text, const NumberRule& rule) {
  const std::vector<double> v = read_numbers(reading, at, key, text, 3, rule);
  return {v[0], v[1], v[2]};
}

double number_or(Reading& reading, const XmlElement& at, std::string_view name, double otherwise,
                 const NumberRule& rule) {
  const std::string* text = attribute(at, name);
  if (text == nullptr) return otherwise;
  return read_number(reading, at, fmt::format("{}: {}", at.name, name), *text, rule);
}

std::string mandatory(Reading& reading, const XmlElement& at, std::string_view name) {
  const std::string* text = attribute(at, name);
  if (text != nullptr && !text->empty()) return *text;
  problem(reading, at, at.name, "", fmt::format("the attribute \"{}\" is mandatory", name),
          fmt::format("<{} {}=\"...\">", shortened(at.name), name));
  return {};
}

Quaternion from_rpy(const Vector3& rpy) {
  const Quaternion roll = exp_rotation({rpy.x(), 0, 0});
  const Quaternion pitch = exp_rotation({0, rpy.y(), 0});
  const Quaternion yaw = exp_rotation({0, 0, rpy.z()});
  return (yaw * pitch * roll).normalized();
}

Vector3 direction(Reading& reading, const XmlElement& at, const std::string& key,
                  const Vector3& v) {
  constexpr double kShortest = 1e-6;  // files carry six digits
  if (v.norm() >= kShortest) return v.normalized();
  problem(reading, at, key, "", "a direction, not zero", "e.g. 0 0 1");
  return Vector3::UnitZ();
}

void account(Reading& reading, const XmlElement& at, std::initializer_list<std::string_view> used) {
  for (const XmlElement& one : at.children)
    if (std::find(used.begin(), used.end(), one.name) == used.end())
      reading.notes.push_back({NoteKind::LeftOut, shortened(one.name), reason_for(one), one.place});
}

}  // namespace rigor::importing
