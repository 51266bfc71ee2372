// SPDX-License-Identifier: Apache-2.0
#include <exception>

#include <fmt/format.h>

#include <rigor/cli/failure.hpp>
#include <rigor/scene/problem.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

int failed(bool json, Json facts, const std::string& text, Exit exit) {
  fmt::print(stderr, "rigor: {}\n", text);
  if (json) {
    facts["error"] = text;
    facts["exit_code"] = static_cast<int>(exit);
    fmt::print("{}\n", facts.dump(2, ' ', false, Json::error_handler_t::replace));
  }
  return static_cast<int>(exit);
}

Json problems_of(const SceneError& error) {
  Json problems = Json::array();
  for (const Problem& problem : error.problems()) {
    problems.push_back({{"file", source_of(error.sources(), problem.place)},
                        {"line", problem.place.line},
                        {"column", problem.place.column},
                        {"key", problem.key},
                        {"value", problem.value},
                        {"rule", problem.rule},
                        {"remedy", problem.remedy}});
  }
  return {{"problems", problems}};
}

}  // namespace

int with_failures(bool json, const std::function<Exit()>& verb) {
  try {
    return static_cast<int>(verb());
  } catch (const SceneError& error) {
    const Exit exit = error.fault() == SceneFault::Refusal ? Exit::Refusal : Exit::BadInput;
    return failed(json, problems_of(error), error.what(), exit);
  } catch (const std::exception& error) {
    return failed(json, Json::object(), error.what(), Exit::BadInput);
  }
}

}  // namespace rigor
