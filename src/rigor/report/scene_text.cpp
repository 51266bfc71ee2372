// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <vector>

#include <rigor/report/scene_text.hpp>

namespace rigor {
namespace {

/// The text of the block that begins with `line`: that line and the indented ones below it.
std::string_view block(std::string_view text, std::string_view line) {
  const std::size_t begin = text.find(line);
  if (begin == std::string_view::npos) return {};
  std::size_t end = text.find('\n', begin + line.size());
  while (end != std::string_view::npos && end + 1 < text.size() && text[end + 1] == ' ') {
    end = text.find('\n', end + 1);
  }
  return text.substr(begin, end == std::string_view::npos ? end : end - begin);
}

/// The number behind each `key` in the text.
std::vector<double> numbers_behind(std::string_view text, std::string_view key) {
  std::vector<double> numbers;
  for (std::size_t at = text.find(key); at != std::string_view::npos;
       at = text.find(key, at + key.size())) {
    const std::string rest(text.substr(at + key.size(), 40));
    numbers.push_back(std::strtod(rest.c_str(), nullptr));
  }
  return numbers;
}

}  // namespace

std::optional<double> asked_time(const std::string& scene_text) {
  const std::vector<double> times = numbers_behind(block("\n" + scene_text, "\nstop:"), " time: ");
  return times.empty() ? std::nullopt : std::optional(times.front());
}

std::optional<double> asked_step(const std::string& scene_text) {
  const std::vector<double> steps =
      numbers_behind(block("\n" + scene_text, "\nstepping:"), "step: ");
  return steps.empty() ? std::nullopt : std::optional(steps.front());
}

bool lacks_friction(const std::string& scene_text) {
  const std::string text = "\n" + scene_text;
  if (block(text, "\nlaw: coulomb").empty()) return false;
  const std::vector<double> mu = numbers_behind(block(text, "\nsurfaces:"), " mu: ");
  return std::all_of(mu.begin(), mu.end(), [](double x) { return x == 0.0; });
}

std::map<std::string, std::string> surfaces_of_bodies(const std::string& scene_text) {
  std::map<std::string, std::string> surfaces;
  std::istringstream lines(scene_text);
  std::string line, named, body;
  while (std::getline(lines, line)) {
    const std::string_view key =
        std::string_view(line).substr(std::min(line.find_first_not_of(' '), line.size()));
    if (key.starts_with("- name: ")) {
      named = key.substr(8);
      continue;
    }
    // A piece's name is followed by its shape, the name of a body by what moves or holds it.
    if (!named.empty() && !key.starts_with("shape: ")) body = named;
    named.clear();
    if (!key.starts_with("surface: ") || body.empty()) continue;
    const std::string surface(key.substr(9));
    std::string& list = surfaces[body];
    if ((", " + list + ",").find(", " + surface + ",") == std::string::npos)
      list += (list.empty() ? "" : ", ") + surface;
  }
  return surfaces;
}

}  // namespace rigor
