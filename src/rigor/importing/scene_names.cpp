// SPDX-License-Identifier: Apache-2.0
#include <rigor/importing/scene_names.hpp>

namespace rigor::importing {
namespace {

constexpr std::size_t kLongestName = 64;

bool is_allowed(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

}  // namespace

std::string allowed_name(std::string_view name) {
  std::string made(name.substr(0, kLongestName));
  for (char& c : made)
    if (!is_allowed(c)) c = '_';
  // YAML reads words like 3 or .5 or true as something else than text.
  const bool letter = !made.empty() && ((made[0] >= 'a' && made[0] <= 'z') ||
                                        (made[0] >= 'A' && made[0] <= 'Z') || made[0] == '_');
  for (const std::string_view word :
       {"true", "false", "null", "True", "False", "Null", "TRUE", "FALSE", "NULL",
        "yes",  "no",    "on",   "off",  "y",     "n",    "Y",    "N",     "Yes",
        "No",   "On",    "Off",  "YES",  "NO",    "ON",   "OFF"})
    if (made == word) return "_" + made;
  if (letter) return made;
  return ("_" + made).substr(0, kLongestName);
}

std::string SceneNames::take(std::string_view wanted, std::string_view owner) {
  std::string name = allowed_name(wanted);
  if (taken_.contains(name) && !owner.empty())
    name = allowed_name(std::string(owner) + "." + std::string(wanted));
  for (int k = 2; taken_.contains(name); ++k) {
    const std::string tail = "_" + std::to_string(k);
    name = allowed_name(wanted).substr(0, kLongestName - tail.size()) + tail;
  }
  taken_.insert(name);
  return name;
}

}  // namespace rigor::importing
