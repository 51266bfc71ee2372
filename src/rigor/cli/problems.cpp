// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <rigor/cli/examples.hpp>
#include <rigor/cli/failure.hpp>
#include <rigor/cli/problems.hpp>
#include <rigor/converge/given_poses.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFolder = "benchmarks/";
constexpr std::string_view kEnding = ".reference.json";

std::string scene_text(const std::string& file) {
  for (const BundledFile& bundled : bundled_files())
    if (bundled.name == std::string(kFolder) + file) return std::string(bundled.text);
  throw std::runtime_error("no bundled scene " + file);
}

/// The problems that were asked for, in the order of the set.
std::vector<BundledProblem> chosen(const std::vector<std::string>& names) {
  std::vector<BundledProblem> all = bundled_problems();
  if (names.empty()) return all;
  for (const std::string& name : names)
    if (std::none_of(all.begin(), all.end(),
                     [&](const BundledProblem& problem) { return problem.name == name; }))
      throw std::runtime_error("no problem '" + name + "'; rigor problems --list names them");
  std::erase_if(all, [&](const BundledProblem& problem) {
    return std::find(names.begin(), names.end(), problem.name) == names.end();
  });
  return all;
}

std::vector<Compared> solve(const BundledProblem& problem, const ProblemsArguments& arguments) {
  if (!arguments.csv.empty()) return compare(problem.known, load_poses(arguments.csv));
  ReadOptions options;
  if (!arguments.method.empty())
    options.settings.push_back({"method", arguments.method, "--method " + arguments.method});
  if (!arguments.tol.empty())
    options.settings.push_back({"tolerances.tol", arguments.tol, "--tol " + arguments.tol});
  const Scene scene = read_scene(problem.scene_text, problem.known.scene, options);
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return compare(problem.known,
                 converge(scene, {.at = instants_of(problem.known),
                                  .threads = arguments.threads > 0 ? arguments.threads : cores}));
}

Json comparison_facts(const Compared& one) {
  return {{"number", label(one.known)},
          {"known", one.known.value},
          {"value", one.comparison == Comparison::Absent ? Json(nullptr) : Json(one.found.value)},
          {"bar", one.found.bar ? Json(*one.found.bar) : Json(nullptr)},
          {"comparison", name(one.comparison)},
          {"reason", one.found.reason}};
}

void tell_comparison(const Compared& one) {
  if (one.comparison == Comparison::Absent) {
    fmt::print("    {:<28} {:<20.15g} not in the run\n", label(one.known), one.known.value);
    return;
  }
  const double error = std::abs(one.found.value - one.known.value);
  const bool says_why = one.comparison == Comparison::NoBar && !one.found.reason.empty();
  fmt::print("    {:<28} {:<20.15g} off by {:.1e}, bar {}  {}{}\n", label(one.known),
             one.known.value, error, one.found.bar ? fmt::format("{:.1e}", *one.found.bar) : "none",
             name(one.comparison), says_why ? ": " + one.found.reason : "");
}

/// What the comparisons of all problems come to, by class.
class Totals {
 public:
  void include(const Compared& one) {
    ++counts_[one.comparison];
    rigor::include(one, classes_[class_of(one.known)]);
  }

  int count(Comparison comparison) const {
    const auto found = counts_.find(comparison);
    return found == counts_.end() ? 0 : found->second;
  }

  Json facts() const {
    Json all = Json::array();
    for (const auto& [kind, of] : classes_)
      all.push_back({{"class", name(kind)},
                     {"numbers", of.numbers},
                     {"with_bar", of.with_bar},
                     {"held", of.held},
                     {"narrow", of.narrow}});
    return all;
  }

  void tell() const {
    fmt::print("{:<14} {:>8} {:>9} {:>8} {:>8}\n", "", "numbers", "with bar", "within", "narrow");
    for (const auto& [kind, of] : classes_)
      fmt::print("{:<14} {:>8} {:>9} {:>8} {:>8}\n", name(kind), of.numbers, of.with_bar, of.held,
                 of.narrow);
    fmt::print(
        "narrow: at most {:g} times the error or the digits of the reference\n"
        "{} known numbers: {} within their bars, {} outside, {} without a bar, {} absent\n",
        kNarrow,
        count(Comparison::Held) + count(Comparison::Missed) + count(Comparison::NoBar) +
            count(Comparison::Absent),
        count(Comparison::Held), count(Comparison::Missed), count(Comparison::NoBar),
        count(Comparison::Absent));
  }

 private:
  std::map<Comparison, int> counts_;
  std::map<KnownClass, ClassStatistics> classes_;
};

void list_problems(const std::vector<BundledProblem>& problems, bool json) {
  Json all = Json::array();
  for (const BundledProblem& problem : problems) {
    const KnownSolution& known = problem.known;
    if (!json)
      fmt::print("{:<20} {} ({} numbers)\n    {}\n", problem.name, known.title,
                 known.numbers.size(), known.derivation);
    all.push_back({{"name", problem.name},
                   {"title", known.title},
                   {"derivation", known.derivation},
                   {"scene", std::string(kFolder) + known.scene},
                   {"numbers", known.numbers.size()}});
  }
  if (json) fmt::print("{}\n", Json{{"problems", all}, {"exit_code", 0}}.dump(2));
}

}  // namespace

std::vector<BundledProblem> bundled_problems() {
  std::vector<BundledProblem> problems;
  for (const BundledFile& file : bundled_files()) {
    if (!file.name.starts_with(kFolder) || !file.name.ends_with(kEnding)) continue;
    const std::string_view stem =
        file.name.substr(kFolder.size(), file.name.size() - kFolder.size() - kEnding.size());
    KnownSolution known = read_known_solution(std::string(file.text));
    std::string text = scene_text(known.scene);
    problems.push_back({std::string(stem), std::move(known), std::move(text)});
  }
  return problems;
}

int problems_verb(const ProblemsArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const std::vector<BundledProblem> problems = chosen(arguments.names);
    if (arguments.list) {
      list_problems(problems, arguments.json);
      return Exit::Done;
    }
    if (!arguments.csv.empty() && problems.size() != 1)
      throw std::runtime_error("--csv needs the name of exactly one problem");
    Totals totals;
    Json results = Json::array();
    for (const BundledProblem& problem : problems) {
      if (!arguments.json) fmt::print("{}: {}\n", problem.name, problem.known.title);
      Json numbers = Json::array();
      for (const Compared& one : solve(problem, arguments)) {
        totals.include(one);
        numbers.push_back(comparison_facts(one));
        if (!arguments.json) tell_comparison(one);
      }
      results.push_back({{"name", problem.name}, {"numbers", numbers}});
    }
    const Exit exit = totals.count(Comparison::Missed) > 0 ? Exit::ClaimFailed : Exit::Done;
    if (arguments.json) {
      fmt::print("{}\n", Json{{"problems", results},
                              {"classes", totals.facts()},
                              {"held", totals.count(Comparison::Held)},
                              {"missed", totals.count(Comparison::Missed)},
                              {"no_bar", totals.count(Comparison::NoBar)},
                              {"absent", totals.count(Comparison::Absent)},
                              {"exit_code", static_cast<int>(exit)}}
                             .dump(2));
    } else if (arguments.csv.empty()) {
      totals.tell();
    }
    return exit;
  });
}

}  // namespace rigor
