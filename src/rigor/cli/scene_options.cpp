// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include <rigor/cli/scene_options.hpp>

namespace rigor {
namespace {

std::string shortest(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

Setting setting_of(const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0) {
    throw SceneError("--set", {{{}, "", text, "--set takes path=value", "e.g. --set stop.time=3"}});
  }
  return {text.substr(0, sign), text.substr(sign + 1), "--set " + text};
}

}  // namespace

ReadOptions scene_options(const RunArguments& arguments) {
  ReadOptions options;
  options.seed = arguments.seed;
  for (const std::string& text : arguments.set) options.settings.push_back(setting_of(text));
  const auto put = [&](const char* path, const std::string& value, const char* option) {
    options.settings.push_back({path, value, std::string(option) + " " + value});
  };
  if (!arguments.law.empty()) put("law", arguments.law, "--law");
  if (!arguments.method.empty()) put("method", arguments.method, "--method");
  if (arguments.until) put("stop.time", shortest(*arguments.until), "--until");
  if (arguments.max_wall) put("stop.wall_time", shortest(*arguments.max_wall), "--max-wall");
  if (arguments.tol) put("tolerances.tol", shortest(*arguments.tol), "--tol");
  return options;
}

}  // namespace rigor
