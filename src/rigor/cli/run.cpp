// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <rigor/cli/browser.hpp>
#include <rigor/cli/event_line.hpp>
#include <rigor/cli/failure.hpp>
#include <rigor/cli/interruption.hpp>
#include <rigor/cli/run.hpp>
#include <rigor/cli/scene_options.hpp>
#include <rigor/cli/terminal.hpp>
#include <rigor/cli/version.hpp>
#include <rigor/report/ending.hpp>
#include <rigor/report/markup.hpp>
#include <rigor/run/run_scene.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/write_scene.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

/// The word as a shell takes it.
std::string shell_word(const std::string& word) {
  constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
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

/// What limited the steps, and which of them nobody can prove.
void tell_classic(const Json& report) {
  std::string rules;
  for (const auto& [rule, count] : report["rules"].items())
    rules += fmt::format("{}{} {}", rules.empty() ? "" : ", ", count.get<std::uint64_t>(), rule);
  fmt::print("steps by what limited them: {}\n", rules.empty() ? "none" : rules);
  fmt::print("changes of contact manifolds as the paper counts them: {}\n",
             report["paper_changes"].get<std::uint64_t>());
  if (report["uncertified_steps"] != 0) {
    const Json& nearest = report["nearest_uncertified"];
    const double separation = nearest["separation"].get<double>();
    fmt::print("steps that could not be proved: {}; the worst: {} {} {:.4g} m at t = {:.9g} s\n",
               report["uncertified_steps"].get<std::uint64_t>(), nearest["pair"].get<std::string>(),
               separation < 0.0 ? "overlap by" : "come within", std::abs(separation),
               nearest["time"].get<double>());
  }
  for (const Json& missed : report["missed"])
    fmt::print(
        "missed: {} overlap by {:.4g} m at t = {:.9g} s, inside a step whose ends are free of "
        "overlap\n",
        missed["pair"].get<std::string>(), -missed["separation"].get<double>(),
        missed["time"].get<double>());
}

std::string advice(const RunResult& result, const RunArguments& arguments) {
  const std::string stopped = result.summary["stopped"];
  const std::string method = result.summary["method"];
  if (stopped == "interrupted" || result.exit == Exit::Interrupted)  // computing, or checking
    return "to continue: " + resume_command(arguments);
  if (result.verdict && result.verdict->status == verification::Status::Refused &&
      !result.verdict->failures.empty()) {
    const auto& failures = result.verdict->failures;  // by time
    const bool motion_only = std::all_of(failures.begin(), failures.end(), [](const auto& one) {
      return one.rule == verification::Rule::Motion;
    });
    return advice_unproved(motion_only, failures.front().time, method);
  }
  const StopWords* words = words_of(stopped);
  if (words != nullptr && words->early) return advice_for(*words, method);
  return "open the report in a browser; rigor view shows the motion, rigor explain says what "
         "happened, rigor examples lists more scenes";
}

double visible_gain(const Json& energy) {
  const double size =
      std::max(std::abs(energy["initial"].get<double>()), std::abs(energy["final"].get<double>()));
  return visible_change(energy["max_gain"].get<double>(), size);
}

void tell_proof(const RunResult& result, bool colours) {
  const Json& summary = result.summary;
  if (summary["verified"] == true) {
    const std::string gap =
        summary["min_gap"].is_number()
            ? ", smallest gap at least " +
                  number_text(rounded_down(summary["min_gap"].get<double>(), 4), 4) + " m"
            : "";
    const StopWords* words = words_of(summary["stopped"]);
    const std::string reach =
        words != nullptr && words->early
            ? fmt::format(" up to {:.6g} s", summary["time_end"].get<double>())
            : "";
    fmt::print("{}{}: no overlap at any instant{}\n", coloured("proved", 32, colours), reach, gap);
  } else if (result.verdict && result.verdict->status == verification::Status::Unfinished) {
    fmt::print(
        "{}: the check {}; rigor verify repeats it\n", coloured("not checked", 33, colours),
        result.exit == Exit::Limit ? "reached the limit on computing time" : "was interrupted");
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
      "first order: steps of {:g} s; the error of the motion is roughly proportional to the step\n",
      stepping["step"].get<double>());
  fmt::print(
      "contacts kept at a gap of {:.2g} m; bodies held in place {:.2g} % of the time; {} paths "
      "shortened\n",
      stepping["gap_target"].get<double>(), 100.0 * stepping["held"].get<double>(),
      stepping["cuts"].get<std::uint64_t>());
  const Json& solver = stepping["solver"];
  fmt::print(
      "contact solver: residual {:.2g} m/s at worst, {:.2g} m/s on average; {} of {} solves above "
      "the target\n",
      solver["worst"].get<double>(), solver["mean"].get<double>(),
      solver["unconverged"].get<std::uint64_t>(), solver["solves"].get<std::uint64_t>());
}

void tell(const RunResult& result, const Scene& scene, const RunArguments& arguments) {
  const Json& summary = result.summary;
  const bool colours = colours_on_stdout();
  if (result.already_done) {
    fmt::print("already done, {} (use --force to run it again)\n",
               summary["verified"] == true ? "verified" : "not verified");
  }
  fmt::print("{}: {}\n", summary["scene"].get<std::string>(),
             ending_headline(summary["stopped"], summary["time_end"], scene.stop.time));
  if (!result.reason.empty()) fmt::print("reason: {}\n", result.reason);
  if (!arguments.quiet && summary["segments"] != 0) {
    const std::string list = kinds(summary["events"]);
    fmt::print("{}, {}{}\n",
               counted(summary["segments"].get<std::uint64_t>(), "segment", "segments"),
               counted(summary["events"]["total"].get<std::uint64_t>(), "event", "events"),
               list.empty() ? "" : " (" + list + ")");
    const Json& energy = summary["energy"];
    const double work = energy["work"].get<double>();
    fmt::print("energy {:.6g} J -> {:.6g} J, {}largest gain {:.2g} J\n",
               energy["initial"].get<double>(), energy["final"].get<double>(),
               work == 0.0 ? "" : fmt::format("{:.6g} J of work by drives and forces, ", work),
               visible_gain(energy));
  }
  if (!arguments.quiet && summary.contains("stepping")) tell_stepping(summary["stepping"]);
  if (!arguments.quiet && summary.contains("classic")) tell_classic(summary["classic"]);
  if (has_no_friction(scene) && !arguments.quiet) {
    fmt::print(
        "note    law coulomb with mu = 0 everywhere: no friction; surfaces.default.mu sets it\n");
  }
  if (result.start_moved > 0 && !arguments.quiet) {
    fmt::print("bodies touch at the start: they were moved apart by at most {:.3g} m\n",
               result.start_moved);
  }
  tell_proof(result, colours);
  const std::string trace = summary["trace"];
  if (!trace.empty() && !arguments.quiet) {
    fmt::print("{:.3g} s of computing\n", summary["wall_seconds"].get<double>());
    fmt::print("trace   {}\n", trace);
    if (summary["stopped"] != "interrupted" && result.exit != Exit::Interrupted) {
      fmt::print("report  {}\n", RunFolder{summary["folder"].get<std::string>()}.report().string());
    }
  }
  if (!arguments.quiet) fmt::print("next    {}\n", advice(result, arguments));
}

/// Full extents of all pieces of a link, in its own frame.
Vector3 extents(const Link& link) {
  Vector3 low = Vector3::Constant(std::numeric_limits<double>::infinity());
  Vector3 high = -low;
  for (const Piece& piece : link.pieces) {
    for (const Vector3& v : piece.shape.vertices()) {
      low = low.cwiseMin(v);
      high = high.cwiseMax(v);
    }
  }
  return link.pieces.empty() ? Vector3::Zero() : Vector3(high - low);
}

/// One line for each body, as it was read; sizes that differ by more than this are a unit mistake.
constexpr double kOddRatio = 1e3;
constexpr std::size_t kMostBodiesShown = 40;

/// What the scene says of the link; null for a link that it does not name.
const BodySpec* spec_of(const Link& link, const Scene& scene) {
  for (const BodySpec* body : bodies_and_links(scene)) {
    if (body->name == link.name) return body;
  }
  return nullptr;
}

/// "2.5 kg", or why the link has no mass.
std::string mass_text(const Link& link, const BodySpec* spec) {
  if (spec != nullptr && spec->fixed) return "fixed";
  if (spec != nullptr && spec->driven) return "driven";
  return number_text(link.inertia.mass, 5) + " kg";
}

/// The surface of the link's first piece, by the scene's words.
std::string surface_of(const BodySpec* spec) {
  return spec == nullptr || spec->pieces.empty() ? "-" : spec->pieces.front().surface;
}

void tell_bodies(const Model& model, const Scene& scene) {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0.0;
  std::size_t shown = 0;
  for (const Link& link : model.links) {
    const Vector3 size = extents(link);
    if (!link.pieces.empty()) {
      smallest = std::min(smallest, size.maxCoeff());
      largest = std::max(largest, size.maxCoeff());
    }
    if (++shown > kMostBodiesShown) continue;
    const BodySpec* spec = spec_of(link, scene);
    const std::string sizes = link.pieces.empty()
                                  ? "no shape"
                                  : fmt::format("{} x {} x {} m", number_text(size.x(), 4),
                                                number_text(size.y(), 4), number_text(size.z(), 4));
    fmt::print("  {:<16} {:>13}   {:<24} surface {}\n", link.name, mass_text(link, spec), sizes,
               surface_of(spec));
  }
  if (shown > kMostBodiesShown) fmt::print("  and {} more\n", shown - kMostBodiesShown);
  if (largest > kOddRatio * smallest) {
    fmt::print(
        "note    sizes differ by more than a factor of {:g}: is a mesh in millimetres? (scale: "
        "0.001)\n",
        kOddRatio);
  }
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
                       {"links", bodies_and_links(scene).size() - scene.bodies.size()},
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
  fmt::print("{}: the scene is valid; nothing was simulated\n", scene.name);
  if (arguments.quiet) return;
  const std::size_t links = bodies_and_links(scene).size() - scene.bodies.size();
  fmt::print("{}, {}{}, {}, {} vertices\n", counted(scene.bodies.size(), "body", "bodies"),
             links == 0 ? "" : counted(links, "link", "links") + ", ",
             counted(scene.half_spaces.size(), "half-space", "half-spaces"),
             counted(pieces, "piece", "pieces"), vertices);
  tell_bodies(built.model, scene);
  const std::string accuracy = scene.method == Method::Oracle
                                   ? fmt::format("tol {:g}", scene.tol)
                                   : fmt::format("steps of {:g} s", scene.stepping.step);
  fmt::print("law {}{}, method {}, until {:g} s, {}, skin {:g} m\n", name(scene.law),
             has_no_friction(scene) ? " (mu = 0 everywhere: no friction)" : "", name(scene.method),
             scene.stop.time, accuracy, scene.skin);
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
  if (arguments.max_wall) text += fmt::format(" --max-wall {}", *arguments.max_wall);
  if (arguments.no_verify) text += " --no-verify";
  if (!arguments.out.empty()) text += " -o " + shell_word(arguments.out);
  return text + " --resume";
}

int run_verb(const RunArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const Scene scene = load_scene(arguments.scene, scene_options(arguments));
    RunSettings settings;
    settings.folder = arguments.out.empty() ? default_folder(scene) : RunFolder{arguments.out};
    for (const std::string& note : scene.notes) fmt::print(stderr, "note    {}\n", note);
    if (arguments.dry_run) {
      tell_plan(scene, settings.folder, arguments);
      return Exit::Done;
    }
    settings.verify = !arguments.no_verify;
    settings.force = arguments.force;
    settings.resume = arguments.resume;
    settings.program = version_facts();
    settings.threads = arguments.threads;
    settings.interrupted = watch_for_interruption();
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
      tell(result, scene, arguments);
    }
    const std::filesystem::path report = settings.folder.report();
    if (arguments.open && std::filesystem::exists(report) && !open_in_browser(report)) {
      fmt::print(stderr, "could not start a browser; open {} yourself\n", report.string());
    }
    return result.exit;
  });
}

}  // namespace rigor
