// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <cmath>
#include <cstdlib>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <rigor/cli/command_line.hpp>
#include <rigor/laws/contact_set.hpp>
#include <rigor/run/summary.hpp>
#include <rigor/scene/problem.hpp>

namespace rigor {
namespace {

/// The laws that a scene may ask for; max_dissipation is one for impacts alone.
std::vector<std::string> laws() {
  std::vector<std::string> names;
  for (const Law law :
       {Law::Coulomb, Law::Frictionless, Law::NoSlip, Law::NoSlipActive, Law::Viscous}) {
    names.emplace_back(name(law));
  }
  return names;
}

std::vector<std::string> methods() {
  std::vector<std::string> names;
  for (const Method method : {Method::Oracle, Method::FirstOrder, Method::Paper,
                              Method::StewartTrinkle, Method::AnitescuPotra})
    names.emplace_back(name(method));
  return names;
}

const std::vector<std::string> kFormats{"csv", "npz"};
const std::vector<std::string> kShells{"bash", "zsh", "fish"};

std::string listed(const std::vector<std::string>& words) {
  const std::vector<std::string_view> views(words.begin(), words.end());
  return enumeration(views);
}

/// A number from `low` to `high`, or above `low` if `open`.
CLI::Validator number_between(double low, double high, bool open) {
  const std::string rule = open ? fmt::format("a number above {:g}", low)
                                : fmt::format("a number from {:g} to {:g}", low, high);
  return {[=](std::string& text) {
            char* end = nullptr;
            const double x = std::strtod(text.c_str(), &end);
            const bool good = end != text.c_str() && *end == '\0' && std::isfinite(x) &&
                              (open ? x > low : x >= low) && x <= high;
            return good ? std::string() : "must be " + rule + ", not " + shortened(text);
          },
          rule};
}
CLI::Validator above_zero() { return number_between(0.0, 1e300, true); }

/// Of files and folders to write: an empty word would mean the default in silence.
CLI::Validator named_place() {
  return {[](std::string& text) { return std::string(text.empty() ? "must not be empty" : ""); },
          "a path"};
}

constexpr const char* kTracePath = "a run's folder, trace.h5 or trace.part";

void add_run(CLI::App& app, RunArguments& run) {
  auto* verb = app.add_subcommand("run", "simulate a scene, prove the result, write a report");
  verb->add_option("scene", run.scene, "scene file, YAML or JSON (docs/scene-format.md)")
      ->required();
  verb->add_option("-o,--out", run.out, "output folder; default: runs/<scene>-<hash>")
      ->check(named_place());
  verb->add_option("--set", run.set, "path=value: override a value of the scene; repeatable")
      ->expected(1)
      ->take_all();
  verb->add_option("--law", run.law, "contact law (overrides the scene): " + listed(laws()));
  verb->add_option("--method", run.method, "method (overrides the scene): " + listed(methods()));
  verb->add_option("--until", run.until, "end time in seconds (overrides the scene)")
      ->check(above_zero());
  verb->add_option(
          "--max-wall", run.max_wall,
          "stop after this many seconds of computing (exit code 5); the run so far is kept")
      ->check(above_zero());
  verb->add_option("--tol", run.tol, "integration tolerance (overrides the scene)")
      ->check(number_between(1e-14, 1e-2, false));
  verb->add_option("--seed", run.seed, "seed of random states (overrides the scene)");
  verb->add_option("--threads", run.threads,
                   "maximum number of threads (default: all); does not affect the result")
      ->check(CLI::Range(1, 1024));
  verb->add_flag("--dry-run", run.dry_run, "read and check the scene without simulating it");
  verb->add_flag("--resume", run.resume, "continue an interrupted run from its last checkpoint");
  verb->add_flag("--force", run.force,
                 "run again even if this run is already done, or replace a run of another scene");
  verb->add_flag("--no-verify", run.no_verify, "skip the check (nothing is proved then)");
  verb->add_flag("--open", run.open, "open the report in a browser when done");
  auto* quiet = verb->add_flag("-q,--quiet", run.quiet, "print only how the run ended");
  verb->add_flag("-v,--verbose", run.verbose, "print every event as it happens")->excludes(quiet);
  verb->footer(
      "Example: rigor run die.yaml --set bodies[die].mass=2 --until 3 -o out\n"
      "rigor examples copies scenes to start from; docs/glossary.md explains the terms.");
}

void add_verify(CLI::App& app, TraceArguments& verify) {
  auto* verb =
      app.add_subcommand("verify", "check the proof of a trace again, in exact arithmetic");
  verb->add_option("path", verify.path, kTracePath)->required();
  verb->add_option("--scene", verify.scene, "the scene that the trace must match, bit for bit");
  verb->add_flag("-q,--quiet", verify.quiet, "print only the verdict");
}

void add_report(CLI::App& app, TraceArguments& report) {
  auto* verb = app.add_subcommand("report", "write the report page of a trace");
  verb->add_option("path", report.path, kTracePath)->required();
  verb->add_option("-o,--out", report.out, "output file; default: report.html next to the trace")
      ->check(named_place());
  verb->add_flag("--no-verify", report.no_verify, "skip the check (nothing is proved then)");
}

void add_view(CLI::App& app, ViewArguments& view) {
  auto* verb = app.add_subcommand("view", "open a run in the browser: one page, no server");
  verb->add_option("runs", view.runs,
                   "a run's folder, trace.h5 or trace.part; several runs of one scene are "
                   "compared; default: the newest run under runs/");
  verb->add_option("-o,--out", view.out, "output file; default: view.html next to the first trace")
      ->check(named_place());
  verb->add_flag("--no-open", view.no_open, "write the page without opening it");
  verb->add_flag("--no-verify", view.no_verify, "skip the check (the page then claims nothing)");
}

void add_runs(CLI::App& app, RunsArguments& runs) {
  auto* verb = app.add_subcommand("runs", "list runs, or remove some of them");
  verb->add_option("folder", runs.place, "folder that holds the runs")->capture_default_str();
  verb->add_option("--remove", runs.remove,
                   "runs to remove, as listed; only files written by rigor are deleted");
}

void add_sweep(CLI::App& app, SweepArguments& sweep) {
  auto* verb = app.add_subcommand("sweep", "run a scene many times, with values that vary");
  verb->add_option("scene", sweep.scene, "scene file, YAML or JSON (docs/scene-format.md)")
      ->required();
  verb->add_option("--grid", sweep.grid, "path=value,value,...: try every combination; repeatable")
      ->expected(1)
      ->take_all();
  verb->add_option("--sample", sweep.sample,
                   "path=low:high: drawn at random for each task; repeatable")
      ->expected(1)
      ->take_all();
  verb->add_option("--set", sweep.set, "path=value: override a value of the scene; repeatable")
      ->expected(1)
      ->take_all();
  verb->add_option("--count", sweep.count, "random draws per combination of the grid")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  verb->add_option("--seed", sweep.seed, "seed of the draws")->capture_default_str();
  verb->add_option("--jobs", sweep.jobs, "number of parallel processes; default: one per core")
      ->check(CLI::Range(1, 1024));
  verb->add_option("--shard", sweep.shard,
                   "i/n: run only part i of n, to share the work between machines");
  verb->add_flag("--status", sweep.status, "show the progress of the sweep and exit");
  verb->add_flag("--resume", sweep.resume,
                 "continue an interrupted sweep; finished tasks are not repeated");
  verb->add_option("-o,--out", sweep.out, "output folder; default: sweeps/<scene>")
      ->check(named_place());
  verb->footer(
      "Example: rigor sweep die.yaml --grid law=no_slip,frictionless --sample "
      "surfaces.default.mu=0.1:0.8 --count 50");
}

void add_converge(CLI::App& app, ConvergeArguments& converge) {
  auto* verb = app.add_subcommand(
      "converge", "run a scene several times and estimate the error of every result");
  RunArguments& run = converge.scene;
  run.threads = 0;  // as many as there are cores
  verb->add_option("scene", run.scene, "scene file, YAML or JSON (docs/scene-format.md)")
      ->required();
  verb->add_option("--set", run.set, "path=value: override a value of the scene; repeatable")
      ->expected(1)
      ->take_all();
  verb->add_option("--law", run.law, "contact law (overrides the scene)");
  verb->add_option("--method", run.method, "method (overrides the scene)");
  verb->add_option("--until", run.until, "end time in seconds (overrides the scene)")
      ->check(above_zero());
  verb->add_option("--tol", run.tol, "integration tolerance (overrides the scene)")
      ->check(number_between(1e-14, 1e-2, false));
  verb->add_option("--seed", run.seed, "seed of random states (overrides the scene)");
  verb->add_option("--threads", run.threads, "number of parallel runs; does not affect the result")
      ->check(CLI::Range(1, 1024));
  verb->add_option("--at", converge.at, "also report the state at these times, in seconds")
      ->check(CLI::NonNegativeNumber)
      ->delimiter(',')
      ->expected(1)
      ->take_all();
  verb->add_option("--digits", converge.digits,
                   "exit with 1 unless every error bar leaves this many decimals")
      ->check(CLI::Range(0, 15));
  verb->add_option("-o,--out", converge.out, "also write the result as a web page")
      ->check(named_place());
}

void add_problems(CLI::App& app, ProblemsArguments& problems) {
  auto* verb = app.add_subcommand("problems", "compare with problems whose solution is known");
  verb->add_option("names", problems.names, "problems to run, as listed; default: all");
  verb->add_flag("--list", problems.list, "list the problems and how their solutions were derived");
  verb->add_option("--method", problems.method, "method (overrides the scenes)");
  verb->add_option("--tol", problems.tol, "integration tolerance (overrides the scenes)")
      ->check(number_between(1e-14, 1e-2, false));
  verb->add_option("--csv", problems.csv, "compare poses computed by another simulator");
  verb->add_option("--threads", problems.threads,
                   "number of parallel runs; does not affect the result")
      ->check(CLI::Range(1, 1024));
}

void add_reproduce(CLI::App& app, ReproduceArguments& reproduce) {
  auto* verb = app.add_subcommand(
      "reproduce", "run the paper's experiments and show its numbers beside ours, on one page");
  verb->add_option("experiments", reproduce.names,
                   "what to run: " + listed(reproduce_choices()) + "; default: all")
      ->check(CLI::IsMember(reproduce_choices()));
  verb->add_option("-o,--out", reproduce.out,
                   "output folder for the page, figures, tables and traces")
      ->check(named_place())
      ->capture_default_str();
  auto* full = verb->add_flag("--full", reproduce.full,
                              "all seeds, trials, readings and proofs: ten minutes instead of one");
  verb->add_option("--threads", reproduce.threads,
                   "number of parallel runs; does not affect the result")
      ->check(CLI::Range(1, 1024));
  verb->add_option("--from", reproduce.from,
                   "run nothing: rebuild the page from a reproduction.json")
      ->excludes(full);
}

void add_explain(CLI::App& app, ExplainArguments& explain) {
  auto* verb =
      app.add_subcommand("explain", "explain why a run ended and what was decided along the way");
  verb->add_option("path", explain.path, kTracePath)->required();
  auto* event = verb->add_option("--event", explain.event, "one event, by its number");
  verb->add_option("--time", explain.time, "one instant, in seconds")->excludes(event);
}

void add_export(CLI::App& app, ExportArguments& exported) {
  auto* verb =
      app.add_subcommand("export", "write poses, contact forces, impulses or energies as a table");
  verb->add_option("path", exported.path, kTracePath)->required();
  verb->add_option("--what", exported.what,
                   "poses (default), forces, contacts (impulses at events) or energy")
      ->check(CLI::IsMember({"poses", "forces", "contacts", "energy"}));
  verb->add_option("--format", exported.format, "csv or npz")
      ->check(CLI::IsMember(kFormats))
      ->capture_default_str();
  verb->add_option("--rate", exported.rate, "samples per second")
      ->check(above_zero())
      ->capture_default_str();
  verb->add_option("-o,--out", exported.out,
                   "output file; default: <what>.<format> next to the trace")
      ->check(named_place());
}

void add_examples(CLI::App& app, ExamplesArguments& examples) {
  auto* verb = app.add_subcommand("examples", "list the bundled scenes, or copy some of them");
  verb->add_option("names", examples.names, "scenes to copy, as listed");
  verb->add_flag("--all", examples.all, "copy all of them");
  verb->add_option("-o,--out", examples.out, "folder to copy to")
      ->check(named_place())
      ->capture_default_str();
}

void add_import(CLI::App& app, ImportArguments& import) {
  auto* verb = app.add_subcommand(
      "import", "convert a robot model (URDF, SDF or MJCF), closed loops included, into a scene");
  verb->add_option("file", import.file, "model file (docs/import.md)")->required();
  verb->add_option("-o,--out", import.out, "output file; default: <name of the model>.yaml")
      ->check(named_place());
  verb->add_flag("--free", import.free, "let the base of a URDF robot move (default: fixed)");
  verb->add_flag("--floor", import.floor, "add a floor below the robot");
  verb->add_option("--drop", import.drop,
                   "height of a free robot's lowest point above the floor, m")
      ->check(number_between(0.0, 1e3, false))
      ->capture_default_str();
  verb->add_option("--mu", import.mu, "coefficient of friction of all surfaces")
      ->check(number_between(0.0, 1e3, false))
      ->capture_default_str();
  verb->add_option("--until", import.until, "end time of the scene, s")
      ->check(above_zero())
      ->capture_default_str();
  verb->add_option("--start", import.start,
                   "JOINT=VALUE: where a joint starts, in m or rad; repeatable")
      ->expected(1)
      ->take_all();
  verb->add_option("--hold", import.hold,
                   "KP,KD of motors that hold every joint where it starts, N m/rad and N m s/rad");
  verb->add_option("--vertices", import.vertices,
                   "maximum number of vertices of a round shape or a hull")
      ->check(CLI::Range(8, 1000))
      ->capture_default_str();
  verb->add_option(
          "--pieces", import.pieces,
          "maximum number of convex pieces of a non-convex mesh (needs the Python package coacd)")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  verb->add_option("--folder", import.folders,
                   "additional search path for packages and meshes; repeatable")
      ->expected(1)
      ->take_all();
  verb->add_flag("--skip-meshes", import.skip_meshes,
                 "leave out shapes that cannot be found or used");
  verb->add_flag("--keep-fixed", import.keep_fixed,
                 "keep links on fixed joints as separate links if they have mass");
  verb->add_flag("--no-self-contact", import.no_self_contact,
                 "ignore contacts between links of the model");
  verb->add_flag("--repair", import.repair, "repair impossible inertias and limits, and say so");
  verb->add_flag("--force", import.force, "overwrite an existing file");
  verb->footer(
      "Example: rigor import robot.urdf --free --floor -o robot.yaml && rigor run robot.yaml");
}

void add_new(CLI::App& app, NewArguments& fresh) {
  auto* verb = app.add_subcommand("new", "write a commented scene to start from");
  verb->add_option("name", fresh.name, "name of the scene; NAME.yaml is written")->required();
}

void add_completion(CLI::App& app, std::string& shell) {
  auto* verb = app.add_subcommand("completion", "print the completion script of a shell");
  verb->add_option("shell", shell, "bash, zsh or fish")->required()->check(CLI::IsMember(kShells));
}

void describe(CLI::App& app, CommandLine& line) {
  app.name("rigor");
  app.require_subcommand(0, 1);
  app.add_flag("--version", line.version, "print the version");
  app.add_flag("--json", line.json, "print exactly one JSON object on stdout");
  app.fallthrough();
  add_run(app, line.run);
  add_verify(app, line.verify);
  add_report(app, line.report);
  add_view(app, line.view);
  add_runs(app, line.runs);
  add_sweep(app, line.sweep);
  add_converge(app, line.converge);
  add_problems(app, line.problems);
  add_reproduce(app, line.reproduce);
  add_explain(app, line.explain);
  add_export(app, line.export_);
  add_examples(app, line.examples);
  add_import(app, line.import);
  add_new(app, line.new_);
  add_completion(app, line.shell);
  app.add_subcommand("doctor", "check that this build can be trusted on this machine");
  app.footer(
      "Exit codes: 0 done, 1 a claim failed, 2 usage, 3 bad input, 4 honest refusal, 5 a limit was "
      "reached, 130 interrupted.");
}

constexpr const char* kPurpose =
    "Rigor: rigid contact of convex polytopes, proved free of overlap.";

std::vector<std::string> choices_of(const std::string& name) {
  if (name == "--law") return laws();
  if (name == "--format") return kFormats;
  if (name == "shell") return kShells;
  if (name == "--method") return methods();
  if (name == "experiments") return reproduce_choices();
  return {};
}

/// What is wrong with the first word that is not an option; empty if it is a verb.
std::string wrong_verb(const CLI::App& app, const std::vector<std::string>& arguments) {
  const auto word = std::find_if(arguments.begin(), arguments.end(),
                                 [](const std::string& x) { return x.empty() || x[0] != '-'; });
  if (word == arguments.end()) return "";
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    verbs.push_back(verb->get_name());
  }
  if (std::find(verbs.begin(), verbs.end(), *word) != verbs.end()) return "";
  const std::vector<std::string_view> known(verbs.begin(), verbs.end());
  const std::string_view meant = nearest(*word, known);
  const bool scene = word->ends_with(".yaml") || word->ends_with(".yml");
  return fmt::format("unknown command \"{}\"; {}", shortened(*word),
                     scene           ? "did you mean \"rigor run " + shortened(*word) + "\"?"
                     : meant.empty() ? "there are " + enumeration(known)
                                     : fmt::format("did you mean \"{}\"?", meant));
}

/// What is wrong with words that no option or argument takes: the first unknown option, with the
/// one that was meant, or else the first word too many.
std::string wrong_words(const CLI::App& verb, const std::vector<std::string>& words) {
  const auto option = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.size() > 1 && word[0] == '-' && (word[1] == '-' || std::isalpha(word[1]) != 0);
  });
  if (option == words.end())
    return fmt::format("unexpected argument \"{}\"", shortened(words.front()));
  std::vector<std::string> names;
  for (const CLI::Option* known : verb.get_options())
    for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
  const std::string word = option->substr(0, option->find('='));
  const std::vector<std::string_view> options(names.begin(), names.end());
  const std::string_view meant = nearest(word, options);
  return fmt::format("unknown option \"{}\"{}", shortened(word),
                     meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant));
}

/// What is wrong with the arguments of the verb, in words.
std::string in_words(const CLI::ParseError& error, const CLI::App& app, const CLI::App& verb) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    std::vector<std::string> words = app.remaining(true);
    // What follows an unknown option may be its value: options count first.
    return wrong_words(verb, words.empty() ? std::vector<std::string>{error.what()} : words);
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    for (const CLI::Option* option : verb.get_options())
      if (option->get_required() && option->count() == 0)
        return fmt::format("{} is missing: {}", option->get_single_name(),
                           option->get_description());
  return error.what();
}

/// Tells a mistake of usage, in one object too if that is wanted. `verb` is empty if it is unknown.
int told_usage(const std::string& problem, const std::string& verb, bool json) {
  constexpr int kExit = static_cast<int>(Exit::Usage);
  fmt::print(stderr, "rigor: {}\nsee rigor {}--help\n", problem, verb.empty() ? "" : verb + " ");
  if (json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"error", problem}, {"exit_code", kExit}}.dump(
                           2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  }
  return kExit;
}

VerbFacts facts_of(const CLI::App& app, std::string name) {
  VerbFacts facts{std::move(name), app.get_description(), {}};
  for (const CLI::Option* option : app.get_options()) {
    OptionFacts one;
    for (const std::string& word : option->get_snames()) one.names.push_back("-" + word);
    for (const std::string& word : option->get_lnames()) one.names.push_back("--" + word);
    if (one.names.empty()) one.names.push_back(option->get_single_name());
    one.description = option->get_description();
    one.takes_value = option->get_items_expected_max() > 0;
    one.choices = choices_of(one.names.back());
    facts.options.push_back(std::move(one));
  }
  return facts;
}

}  // namespace

CommandLine parse_command_line(int argc, char** argv, int& exit) {
  CLI::App app{kPurpose};
  CommandLine line;
  describe(app, line);
  exit = -1;
  const std::vector<std::string> arguments(argv + 1, argv + std::max(argc, 1));
  const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  try {
    if (const std::string problem = wrong_verb(app, arguments); !problem.empty()) {
      exit = told_usage(problem, "", json);
      return line;
    }
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const std::vector<CLI::App*> verbs = app.get_subcommands();
    const CLI::App& verb = verbs.empty() ? app : *verbs.front();
    const std::string name = verbs.empty() ? "" : verb.get_name();
    const bool asked_for_help = error.get_exit_code() == 0;
    exit = asked_for_help ? app.exit(error) : told_usage(in_words(error, app, verb), name, json);
    return line;
  }
  for (const CLI::App* verb : app.get_subcommands()) line.verb = verb->get_name();
  line.run.json = line.verify.json = line.report.json = line.view.json = line.runs.json = line.json;
  line.sweep.json = line.converge.json = line.problems.json = line.reproduce.json =
      line.explain.json = line.export_.json = line.examples.json = line.import.json =
          line.new_.json = line.json;
  return line;
}

std::vector<VerbFacts> command_facts() {
  CLI::App app{kPurpose};
  CommandLine line;
  describe(app, line);
  std::vector<VerbFacts> all{facts_of(app, "")};
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    all.push_back(facts_of(*verb, verb->get_name()));
  }
  return all;
}

std::string command_help() {
  CLI::App app{kPurpose};
  CommandLine line;
  describe(app, line);
  return app.help();
}

}  // namespace rigor
