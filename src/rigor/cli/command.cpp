// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdio>

#include <fmt/core.h>

#include <rigor/cli/command.hpp>
#include <rigor/cli/command_line.hpp>
#include <rigor/cli/completion.hpp>
#include <rigor/cli/doctor.hpp>
#include <rigor/cli/version.hpp>
#include <rigor/run/summary.hpp>

namespace rigor {
namespace {

int show_version(bool json) {
  const auto facts = version_facts();
  if (json)
    fmt::print("{}\n", facts.dump(2));
  else
    fmt::print("rigor {} ({})\n", facts["version"].get<std::string>(),
               facts["commit"].get<std::string>());
  return 0;
}

int show_doctor(bool json) {
  const auto facts = doctor_facts();
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
  fmt::print("\n{}\n", healthy ? "Everything the results depend on is in order."
                               : "This build cannot be trusted on this machine.");
  return healthy ? 0 : 1;
}

int show_completion(const CommandLine& line) {
  const std::string script = completion_script(line.shell, command_facts());
  if (line.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"shell", line.shell}, {"script", script}}.dump(2));
  } else {
    fmt::print("{}", script);
  }
  return 0;
}

int act(const CommandLine& line) {
  if (line.version) return show_version(line.json);
  if (line.verb == "run") return run_verb(line.run);
  if (line.verb == "verify") return verify_verb(line.verify);
  if (line.verb == "report") return report_verb(line.report);
  if (line.verb == "view") return view_verb(line.view);
  if (line.verb == "runs") return runs_verb(line.runs);
  if (line.verb == "sweep") return sweep_verb(line.sweep);
  if (line.verb == "converge") return converge_verb(line.converge);
  if (line.verb == "problems") return problems_verb(line.problems);
  if (line.verb == "reproduce") return reproduce_verb(line.reproduce);
  if (line.verb == "explain") return explain_verb(line.explain);
  if (line.verb == "export") return export_verb(line.export_);
  if (line.verb == "examples") return examples_verb(line.examples);
  if (line.verb == "import") return import_verb(line.import);
  if (line.verb == "new") return new_verb(line.new_);
  if (line.verb == "completion") return show_completion(line);
  if (line.verb == "doctor") return show_doctor(line.json);
  fmt::print("{}", command_help());
  return static_cast<int>(Exit::Usage);
}

}  // namespace

int run_command(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is an error of writing, not the end
  try {
    int exit = -1;
    const CommandLine line = parse_command_line(argc, argv, exit);
    if (exit < 0) exit = act(line);
    // What was printed must have arrived: a full disk behind stdout is an error too.
    if (std::fflush(stdout) == 0) return exit;
  } catch (const std::system_error&) {
    // fmt says so if standard output can not be written
  }
  std::perror("rigor: standard output");
  return static_cast<int>(Exit::BadInput);
}

}  // namespace rigor
