// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <rigor/cli/doctor.hpp>
#include <rigor/cli/run.hpp>
#include <rigor/cli/verify.hpp>
#include <rigor/cli/version.hpp>
#include <rigor/cli/view.hpp>

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

CLI::App* add_run(CLI::App& app, rigor::RunArguments& run) {
  auto* verb = app.add_subcommand("run", "simulate a scene, prove the result, write a report");
  verb->add_option("scene", run.scene, "scene file (docs/scene-format.md)")->required();
  verb->add_option("-o,--out", run.out, "folder of the run; runs/<scene>-<hash> if not given");
  verb->add_option("--until", run.until, "end time in seconds, instead of the scene's")
      ->check(CLI::PositiveNumber);
  verb->add_option("--tol", run.tol, "integration tolerance, instead of the scene's")
      ->check(CLI::Range(1e-14, 1e-2));
  verb->add_option("--seed", run.seed, "seed of random states, instead of the scene's");
  verb->add_flag("--force", run.force, "run again even if this very run was done");
  verb->add_flag("--no-verify", run.no_verify, "do not check the result (nothing is then proved)");
  verb->add_flag("-q,--quiet", run.quiet, "only how it ended");
  return verb;
}

CLI::App* add_verify(CLI::App& app, rigor::TraceArguments& verify) {
  auto* verb = app.add_subcommand("verify", "prove a trace again, with exact arithmetic");
  verb->add_option("path", verify.path, "a run's folder, trace.h5 or trace.part")->required();
  verb->add_flag("-q,--quiet", verify.quiet, "only the verdict");
  return verb;
}

CLI::App* add_report(CLI::App& app, rigor::TraceArguments& report) {
  auto* verb = app.add_subcommand("report", "write the report page of a trace");
  verb->add_option("path", report.path, "a run's folder, trace.h5 or trace.part")->required();
  verb->add_option("-o,--out", report.out, "the page; report.html beside the trace if not given");
  verb->add_flag("--no-verify", report.no_verify,
                 "do not check the trace (nothing is then proved)");
  return verb;
}

CLI::App* add_view(CLI::App& app, rigor::ViewArguments& view) {
  auto* verb = app.add_subcommand("view", "look at a run in the browser: one page, no server");
  verb->add_option("runs", view.runs,
                   "a run's folder, trace.h5 or trace.part; several runs of one scene are compared")
      ->required();
  verb->add_option("-o,--out", view.out, "the page; view.html beside the first trace if not given");
  verb->add_flag("--no-open", view.no_open, "only write the page");
  verb->add_flag("--no-verify", view.no_verify,
                 "do not check the traces (the page then claims nothing)");
  return verb;
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
  rigor::RunArguments run;
  rigor::TraceArguments verify;
  rigor::TraceArguments report;
  rigor::ViewArguments view;
  const auto* run_verb = add_run(app, run);
  const auto* verify_verb = add_verify(app, verify);
  const auto* report_verb = add_report(app, report);
  const auto* view_verb = add_view(app, view);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsageError;
  }
  run.json = verify.json = report.json = view.json = json;
  if (version) return show_version(json);
  if (run_verb->parsed()) return rigor::run_verb(run);
  if (verify_verb->parsed()) return rigor::verify_verb(verify);
  if (report_verb->parsed()) return rigor::report_verb(report);
  if (view_verb->parsed()) return rigor::view_verb(view);
  if (doctor->parsed()) return show_doctor(json);
  fmt::print("{}", app.help());
  return kUsageError;
}
