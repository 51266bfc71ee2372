// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include <fmt/format.h>

#include <rigor/cli/failure.hpp>
#include <rigor/cli/interruption.hpp>
#include <rigor/cli/terminal.hpp>
#include <rigor/cli/verify.hpp>
#include <rigor/report/page.hpp>
#include <rigor/run/model_check.hpp>
#include <rigor/run/run_folder.hpp>
#include <rigor/run/summary.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor {
namespace {

/// A run that was ended before every body had moved claims nothing, and so nothing can be proved.
void demand_content(const trace::Trace& trace, const std::filesystem::path& file) {
  if (trace.complete || trace.header.start < trace.footer.end) return;
  throw std::runtime_error(file.string() +
                           ": nothing was recorded: the run ended before its first step");
}

/// Whether the trace is about the scene: the one given, or else the one it carries.
ModelCheck checked_model(const trace::Trace& trace, const std::string& scene) {
  return scene.empty() ? check_model(trace) : check_model(trace, load_scene(scene));
}

nlohmann::ordered_json model_facts(const ModelCheck& model) {
  return {{"compared", model.compared},
          {"obstacle", model.obstacle},
          {"differences", model.differences}};
}

std::string model_text(const ModelCheck& model, const std::string& scene) {
  const std::string which = scene.empty() ? "the scene text it carries" : scene;
  std::string text;
  for (const std::string& difference : model.differences)
    text += "NOT THE SCENE: " + difference + "\n";
  if (!model.compared)
    return text + "model: not compared with " + which + ": " + model.obstacle + "\n";
  if (model.differences.empty())
    text += "model: as " + which + " says (rebuilt by the ordinary reader: not independent)\n";
  return text;
}

/// A trace that proves something about another scene fails like one that proves nothing. A given
/// scene must be comparable.
Exit exit_with_model(const verification::Verdict& verdict, const ModelCheck& model,
                     const std::string& scene) {
  const bool failed = !model.differences.empty() || (!scene.empty() && !model.compared);
  return failed ? Exit::ClaimFailed : rigor::exit_of(verdict);
}

}  // namespace

int verify_verb(const TraceArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const std::filesystem::path file = find_trace(arguments.path);
    const trace::Trace trace = trace::read_trace(file);
    demand_content(trace, file);
    ProgressLine line(!arguments.json && !arguments.quiet);
    const auto began = std::chrono::steady_clock::now();
    verification::Options options;
    options.workshop.interrupted = watch_for_interruption();
    options.workshop.progress = [&](std::uint64_t done, std::uint64_t total) {
      RunProgress progress{.phase = RunPhase::Verifying, .segments = trace.segments.size()};
      progress.done = done;
      progress.total = total;
      line.show(progress);
    };
    const verification::Verdict verdict = verification::verify(trace, options);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    line.remove();
    const ModelCheck model = checked_model(trace, arguments.scene);
    const Exit exit = exit_with_model(verdict, model, arguments.scene);
    if (arguments.json) {
      nlohmann::ordered_json summary = verdict_summary(verdict, trace);
      summary["model"] = model_facts(model);
      summary["wall_seconds"] = took.count();
      summary["trace"] = file.string();
      summary["exit_code"] = static_cast<int>(exit);
      fmt::print("{}\n",
                 summary.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    } else if (verdict.status == verification::Status::Unfinished) {
      fmt::print(stderr, "rigor: the check was interrupted; nothing was proved or refuted\n");
    } else if (arguments.quiet) {
      fmt::print("{}\n",
                 model.differences.empty() ? verification::name(verdict.status) : "another scene");
    } else {
      fmt::print("{}{}", verification::text_of(verdict, trace), model_text(model, arguments.scene));
      fmt::print("{:.3g} s of checking\n", took.count());
    }
    return exit;
  });
}

int report_verb(const TraceArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const std::filesystem::path file = find_trace(arguments.path);
    const trace::Trace trace = trace::read_trace(file);
    demand_content(trace, file);
    ShownVerdict words = not_checked();
    Exit exit = Exit::Done;
    if (!arguments.no_verify) {
      verification::Options options;
      options.workshop.interrupted = watch_for_interruption();
      const verification::Verdict verdict = verification::verify(trace, options);
      words = shown(verdict, trace);
      exit = exit_of(verdict);
      if (exit == Exit::Interrupted) return exit;
    }
    const std::filesystem::path page = arguments.out.empty()
                                           ? RunFolder{file.parent_path()}.report()
                                           : std::filesystem::path(arguments.out);
    for (auto& fact : stepping_facts(stepping_beside(file)))
      words.measured.push_back(std::move(fact));
    write_whole(page, report_page(trace, words, reason_beside(file)));
    if (arguments.json) {
      const nlohmann::ordered_json summary = {{"report", page.string()},
                                              {"trace", file.string()},
                                              {"verified", words.claim == Claim::Proved},
                                              {"exit_code", static_cast<int>(exit)}};
      fmt::print("{}\n", summary.dump(2));
    } else {
      fmt::print("{}: {}\n", page.string(), words.headline);
    }
    return exit;
  });
}

}  // namespace rigor
