// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <rigor/cli/doctor.hpp>
#include <rigor/cli/version.hpp>

namespace {

constexpr int kUsageError = 2;

int show_version(bool json) {
  const auto facts = rigor::version_facts();
  if (json)
    fmt::print("{}\n", facts.dump(2));
  else
    fmt::print("rigor {}\n", facts["version"].get<std::string>());
  return 0;
}

int show_doctor(bool json) {
  const auto facts = rigor::doctor_facts();
  const bool healthy = facts["healthy"].get<bool>();
  if (json) {
    fmt::print("{}\n", facts.dump(2));
    return healthy ? 0 : 1;
  }
  fmt::print("rigor {}  ({}, {})\n", facts["version"].get<std::string>(),
             facts["compiler"].get<std::string>(), facts["flags"].get<std::string>());
  fmt::print("processor: {}\n\narithmetic\n", facts["cpu"].get<std::string>());
  const auto list = [](const nlohmann::ordered_json& findings, const char* good, const char* bad) {
    for (const auto& f : findings)
      fmt::print("  {:<8} {}: {}\n", f["good"].get<bool>() ? good : bad,
                 f["what"].get<std::string>(), f["detail"].get<std::string>());
  };
  list(facts["arithmetic"], "good", "BAD");
  fmt::print("\noptional\n");
  list(facts["optional"], "found", "missing");
  fmt::print("\n{}\n", healthy ? "Everything that results rest on is in order."
                               : "This build can not be trusted on this machine.");
  return healthy ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Rigor: rigid contact of convex polytopes, proved free of overlap."};
  app.require_subcommand(0, 1);
  bool version = false;
  bool json = false;
  app.add_flag("--version", version, "print the version");
  app.add_flag("--json", json, "print one JSON object on stdout and nothing else there");
  app.fallthrough();
  auto* doctor =
      app.add_subcommand("doctor", "check that this build can be trusted on this machine");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsageError;
  }
  if (version) return show_version(json);
  if (doctor->parsed()) return show_doctor(json);
  fmt::print("{}", app.help());
  return kUsageError;
}
