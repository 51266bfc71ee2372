// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <unistd.h>

#include <rigor/cli/examples.hpp>
#include <rigor/cli/failure.hpp>
#include <rigor/cli/interruption.hpp>
#include <rigor/cli/reproduce.hpp>
#include <rigor/reproduction/reproduce.hpp>

namespace rigor {
namespace {

std::vector<std::string> chosen(const std::vector<std::string>& names) {
  const bool all = names.empty() || std::find(names.begin(), names.end(), "all") != names.end();
  return all ? experiment_names() : names;
}

std::string bundled_text(const std::string& name) {
  for (const BundledFile& file : bundled_files())
    if (file.name == name) return std::string(file.text);
  throw std::runtime_error("no bundled scene " + name);
}

/// One line on a terminal, rewritten; nothing elsewhere but the name of each experiment.
class Speaker {
 public:
  ~Speaker() { clear(); }
  void say(const std::string& what) {
    if (!live_) return;
    clear();
    fmt::print(stderr, "{}", what);
    std::fflush(stderr);
    drawn_ = true;
  }

 private:
  void clear() {
    if (drawn_) fmt::print(stderr, "\r\033[K");
    drawn_ = false;
  }
  bool live_ = isatty(STDERR_FILENO) != 0;
  bool drawn_ = false;
};

Findings read_findings(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  Findings findings = Findings::parse(file, nullptr, false);
  if (!findings.is_object() || !findings.contains("full"))
    throw std::runtime_error(path + " is no reproduction.json");
  return findings;
}

Findings found(const ReproduceArguments& arguments) {
  if (!arguments.from.empty()) return read_findings(arguments.from);
  Speaker speaker;
  const ReproductionSettings settings{arguments.full, arguments.out, bundled_text,
                                      [&speaker](const std::string& what) { speaker.say(what); },
                                      watch_for_interruption()};
  return reproduce(chosen(arguments.names), settings);
}

void tell(const Findings& findings, const ReproduceArguments& arguments, double seconds) {
  if (arguments.json) {
    nlohmann::ordered_json facts{{"page", arguments.out + "/index.html"},
                                 {"seconds", seconds},
                                 {"findings", without_times(findings)},
                                 {"exit_code", 0}};
    fmt::print("{}\n", facts.dump(2));
    return;
  }
  const Section summary = sections_of(findings).front();
  for (const auto& part : summary.parts)
    if (const auto* table = std::get_if<FactTable>(&part)) fmt::print("{}", text_of(*table));
  fmt::print("{:.3g} s\npage    {}/index.html\n", seconds, arguments.out);
}

}  // namespace

std::vector<std::string> reproduce_choices() {
  std::vector<std::string> names = experiment_names();
  names.emplace_back("all");
  return names;
}

int reproduce_verb(const ReproduceArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const auto began = std::chrono::steady_clock::now();
    try {
      const Findings findings = found(arguments);
      write_reproduction(findings, arguments.out);
      tell(findings, arguments,
           std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    } catch (const Findings::exception&) {
      if (arguments.from.empty()) throw;
      throw std::runtime_error(arguments.from + " is no reproduction.json of this version");
    } catch (const Interrupted&) {
      fmt::print(stderr, "rigor: interrupted; nothing was written but traces\n");
      return Exit::Interrupted;
    }
    return Exit::Done;
  });
}

}  // namespace rigor
