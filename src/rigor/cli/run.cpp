// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <csignal>

#include <fmt/format.h>

#include <rigor/cli/event_line.hpp>
#include <rigor/cli/failure.hpp>
#include <rigor/cli/run.hpp>
#include <rigor/cli/scene_options.hpp>
#include <rigor/cli/terminal.hpp>
#include <rigor/cli/version.hpp>
#include <rigor/report/markup.hpp>
#include <rigor/run/run_scene.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/write_scene.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

std::atomic<bool> interrupted{false};

/// The first signal asks the run to end cleanly; a second one ends the program.
void on_signal(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

/// The word as a shell takes it.
std::string shell_word(const std::string& word) {
  constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// Kinds of events that occurred, e.g. "5 impact, 1 accumulation".
std::string kinds(const Json& events) {
  std::string list;
  for (const auto& [kind, count] : events.items()) {
    if (kind == "total" || count == 0) continue;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count.get<std::uint64_t>(), kind);
  }
  return list;
}

/// How the run ended, in words.
std::string ending(const Json& summary) {
  const std::string stopped = summary["stopped"];
  const double end = summary["time_end"];
  if (stopped == "rest") return fmt::format("came to rest; the record ends at {:.6g} s", end);
  if (stopped == "time") return fmt::format("simulated to the end, {:.6g} s", end);
  if (stopped == "events" || stopped == "segments" || stopped == "wall_time") {
    return fmt::format("stopped by the limit on {} at {:.6g} s", stopped, end);
  }
  if (stopped == "interrupted") return fmt::format("interrupted at {:.6g} s", end);
  return fmt::format("refused at {:.6g} s: {}", end, stopped);
}

std::string advice(const std::string& stopped, const RunArguments& arguments) {
  if (stopped == "jam") return "jam: bond_break in the scene goes on where no-slip has no answer";
  if (stopped == "indeterminate")
    return "indeterminate: continue in the scene takes one choice and flags it";
  if (stopped == "events" || stopped == "segments" || stopped == "wall_time") {
    return "raise the limit under stop in the scene";
  }
  if (stopped == "interrupted") return "to go on: " + resume_command(arguments);
  if (stopped == "no_progress" || stopped == "inconsistent") {
    return arguments.method == "first_order"
               ? "another step, or a slightly different start; the trace shows what led there"
               : "--method first_order goes on where events cannot be told apart; or another --tol";
  }
  if (stopped == "driven") return "give the driven body another path, more than the skin away";
  if (stopped == "mechanism")
    return "give the mechanism more room, another start or wider limits, or stop before; pairs "
           "that "
           "may overlap go under exclusions";
  if (stopped == "unsupported")
    return "docs/limits.md lists what is simulated; what came before stays proved";
  return "open the report in a browser; rigor verify proves the trace again; rigor explain tells "
         "what happened; rigor examples lists more scenes";
}

void tell_proof(const RunResult& result, bool colours) {
  const Json& summary = result.summary;
  if (summary["verified"] == true) {
    const std::string gap =
        summary["min_gap"].is_number()
            ? ", smallest gap at least " +
                  number_text(rounded_down(summary["min_gap"].get<double>(), 4), 4) + " m"
            : "";
    fmt::print("{}: no overlap at any instant{}\n", coloured("proved", 32, colours), gap);
  } else if (result.verdict) {
    fmt::print("{}\n", coloured("NOT PROVED", 31, colours));
    for (const std::string& failure : result.failures) fmt::print("  {}\n", failure);
  } else if (summary["segments"] != 0) {
    fmt::print("{}\n", coloured("not checked", 33, colours));
  }
}

/// What to know of a motion in steps.
void tell_stepping(const Json& stepping) {
  fmt::print(
      "first order: steps of {:g} s, the error of the motion is about proportional to them\n",
      stepping["step"].get<double>());
  fmt::print("contacts kept at {:.2g} m; bodies held for {:.2g} % of their time, {} paths cut\n",
             stepping["gap_target"].get<double>(), 100.0 * stepping["held"].get<double>(),
             stepping["cuts"].get<std::uint64_t>());
  const Json& solver = stepping["solver"];
  fmt::print(
      "contact solver: residual {:.2g} m/s at worst, {:.2g} m/s on average; {} of {} above its "
      "goal\n",
      solver["worst"].get<double>(), solver["mean"].get<double>(),
      solver["unconverged"].get<std::uint64_t>(), solver["solves"].get<std::uint64_t>());
}

void tell(const RunResult& result, const RunArguments& arguments) {
  const Json& summary = result.summary;
  const bool colours = colours_on_stdout();
  if (result.already_done) {
    fmt::print("already done, {} (--force runs it again)\n",
               summary["verified"] == true ? "verified" : "not verified");
  }
  fmt::print("{}: {}\n", summary["scene"].get<std::string>(), ending(summary));
  if (!result.reason.empty()) fmt::print("reason: {}\n", result.reason);
  if (!arguments.quiet && summary["segments"] != 0) {
    const std::string list = kinds(summary["events"]);
    fmt::print("{} segments, {} events{}\n", summary["segments"].get<std::uint64_t>(),
               summary["events"]["total"].get<std::uint64_t>(),
               list.empty() ? "" : " (" + list + ")");
    const Json& energy = summary["energy"];
    const double work = energy["work"].get<double>();
    fmt::print("energy {:.6g} J -> {:.6g} J, {}largest gain {:.2g} J\n",
               energy["initial"].get<double>(), energy["final"].get<double>(),
               work == 0.0 ? "" : fmt::format("{:.6g} J by drives and forces, ", work),
               energy["max_gain"].get<double>());
  }
  if (!arguments.quiet && summary.contains("stepping")) tell_stepping(summary["stepping"]);
  if (result.start_moved > 0 && !arguments.quiet) {
    fmt::print("touching start opened: bodies moved by at most {:.3g} m\n", result.start_moved);
  }
  tell_proof(result, colours);
  const std::string trace = summary["trace"];
  if (!trace.empty() && !arguments.quiet) {
    fmt::print("{:.3g} s of computing\n", summary["wall_seconds"].get<double>());
    fmt::print("trace   {}\n", trace);
    if (summary["stopped"] != "interrupted") {
      fmt::print("report  {}\n", RunFolder{summary["folder"].get<std::string>()}.report().string());
    }
  }
  if (!arguments.quiet) fmt::print("next    {}\n", advice(summary["stopped"], arguments));
}

/// What a run would be, for --dry-run: the scene is read and built, nothing moves.
void tell_plan(const Scene& scene, const RunFolder& folder, const RunArguments& arguments) {
  const BuiltScene built = build(scene);
  std::size_t pieces = 0;
  std::size_t vertices = 0;
  for (const Link& link : built.model.links) {
    pieces += link.pieces.size();
    for (const Piece& piece : link.pieces) vertices += piece.shape.vertices().size();
  }
  if (arguments.json) {
    const Json plan = {{"scene", scene.name},
                       {"method", name(scene.method)},
                       {"law", name(scene.law)},
                       {"until", scene.stop.time},
                       {"bodies", scene.bodies.size()},
                       {"half_spaces", scene.half_spaces.size()},
                       {"pieces", pieces},
                       {"vertices", vertices},
                       {"scene_hash", scene_hash(scene)},
                       {"folder", folder.root.string()},
                       {"resolved", resolved_text(scene)},
                       {"exit_code", 0}};
    fmt::print("{}\n", plan.dump(2));
    return;
  }
  fmt::print("{}: sound; nothing was simulated\n", scene.name);
  if (arguments.quiet) return;
  fmt::print("{} bodies, {} half-spaces, {} pieces, {} vertices\n", scene.bodies.size(),
             scene.half_spaces.size(), pieces, vertices);
  fmt::print("law {}, method {}, until {:g} s, tol {:g}, skin {:g} m\n", name(scene.law),
             name(scene.method), scene.stop.time, scene.tol, scene.skin);
  fmt::print("folder  {}\n", folder.root.string());
  if (arguments.verbose) fmt::print("\n{}", resolved_text(scene));
}

}  // namespace

std::string resume_command(const RunArguments& arguments) {
  std::string text = "rigor run " + shell_word(arguments.scene);
  for (const std::string& set : arguments.set) text += " --set " + shell_word(set);
  if (!arguments.law.empty()) text += " --law " + shell_word(arguments.law);
  if (!arguments.method.empty()) text += " --method " + shell_word(arguments.method);
  if (arguments.until) text += fmt::format(" --until {}", *arguments.until);
  if (arguments.tol) text += fmt::format(" --tol {}", *arguments.tol);
  if (arguments.seed) text += fmt::format(" --seed {}", *arguments.seed);
  if (arguments.no_verify) text += " --no-verify";
  if (!arguments.out.empty()) text += " -o " + shell_word(arguments.out);
  return text + " --resume";
}

int run_verb(const RunArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const Scene scene = load_scene(arguments.scene, scene_options(arguments));
    RunSettings settings;
    settings.folder = arguments.out.empty() ? default_folder(scene) : RunFolder{arguments.out};
    if (arguments.dry_run) {
      tell_plan(scene, settings.folder, arguments);
      return Exit::Done;
    }
    settings.verify = !arguments.no_verify;
    settings.force = arguments.force;
    settings.resume = arguments.resume;
    settings.program = version_facts();
    settings.interrupted = [] { return interrupted.load(); };
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    ProgressLine line(!arguments.json && !arguments.quiet);
    settings.show = [&line](const RunProgress& progress) { line.show(progress); };
    if (arguments.verbose) {
      settings.tell = [&line](const trace::Event& event, const trace::Trace& opening) {
        line.remove();
        fmt::print(stderr, "{}\n", event_line(event, opening));
      };
    }
    RunResult result = run_scene(scene, settings);
    line.remove();
    if (arguments.json) {
      result.summary["already_done"] = result.already_done;
      result.summary["exit_code"] = static_cast<int>(result.exit);
      fmt::print("{}\n", result.summary.dump(2));
    } else {
      tell(result, arguments);
    }
    return result.exit;
  });
}

}  // namespace rigor
