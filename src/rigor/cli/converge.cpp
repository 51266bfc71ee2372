// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <thread>

#include <fmt/format.h>

#include <rigor/cli/converge.hpp>
#include <rigor/cli/failure.hpp>
#include <rigor/cli/interruption.hpp>
#include <rigor/cli/scene_options.hpp>
#include <rigor/report/markup.hpp>
#include <rigor/report/plot.hpp>
#include <rigor/report/style.hpp>
#include <rigor/run/run_folder.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

Json facts_of(const Estimate& x) {
  Json facts = {{"value", x.value}, {"bar", x.bar ? Json(*x.bar) : Json(nullptr)}};
  if (!x.reason.empty()) facts["reason"] = x.reason;
  return facts;
}

template <std::size_t n>
Json facts_of(const std::array<Estimate, n>& all) {
  Json list = Json::array();
  for (const Estimate& x : all) list.push_back(facts_of(x));
  return list;
}

Json facts_of(const BodyEstimate& body) {
  return {{"name", body.name},
          {"position", facts_of(body.position)},
          {"quat_wxyz", facts_of(body.orientation)},
          {"velocity", facts_of(body.velocity)}};
}

Json facts_of(const StateEstimate& state) {
  Json bodies = Json::array();
  for (const BodyEstimate& body : state.bodies) {
    bodies.push_back(facts_of(body));
    bodies.back()["agrees_until"] =
        std::isfinite(body.agrees_until) ? Json(body.agrees_until) : Json(nullptr);
  }
  return bodies;
}

/// As many digits as the bar leaves, and the bar: "0.7800616874 ± 2e-10".
std::string shown(const Estimate& x) {
  if (!x.bar) return fmt::format("{:.6g}  (no bar: {})", x.value, x.reason);
  const double bar = std::max(*x.bar, 1e-16);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(bar))), 0, 15);
  return fmt::format("{:.{}f} ± {:.0e}", x.value, decimals, bar);
}

/// The widest bar of some numbers; infinite if one has none.
template <std::size_t n>
double widest(const std::array<Estimate, n>& all) {
  double largest = 0.0;
  for (const Estimate& x : all)
    largest = std::max(largest, x.bar.value_or(std::numeric_limits<double>::infinity()));
  return largest;
}

std::string pair_text(const EventEstimate& event) { return event.a + " - " + event.b; }

/// What was run and how far its answer reaches, a sentence a line.
std::vector<std::string> headlines(const Convergence& result) {
  std::vector<std::string> lines;
  const LadderRun& user = result.runs.front();
  if (result.ladder.by_steps) {
    lines.push_back(fmt::format(
        "three runs, steps {:g}, {:g} and {:g} s{}", user.step, user.step / 2, user.step / 4,
        result.order ? fmt::format("; observed order {:.2f}", *result.order) : std::string()));
  } else {
    std::string tols = fmt::format("{:g}", user.tol);
    for (const std::size_t run : {kRunB, kRunE})
      if (result.runs[run].label != "twin") tols += fmt::format(", {:g}", result.runs[run].tol);
    lines.push_back(fmt::format("{} runs: tol {}; skin {:g}, {:.3g}, {:.3g} m; and a twin",
                                result.runs.size(), tols, user.skin, result.runs[kRunC].skin,
                                result.runs[kRunD].skin));
    if (result.ladder_down)
      lines.emplace_back("larger skins changed the events, so smaller ones were taken");
    if (result.amplification)
      lines.push_back(
          fmt::format("shifting the start by {:g} of the bodies' sizes moves the end {:.2g} times "
                      "as far (a lower estimate)",
                      kTwinOffset, *result.amplification));
  }
  for (const LadderRun& run : result.runs)
    if (!is_done(run.stop))
      lines.push_back(fmt::format("run {} stopped at {:.6g} s: {}", run.label,
                                  trace::seconds(run.trace.footer.end), run.reason));
  lines.push_back(
      result.answer_ends < result.end
          ? fmt::format("THE ANSWER ENDS at {:.6g} s of {:.6g} s: from there on the runs differ",
                        result.answer_ends, result.end)
          : fmt::format("the answer reaches to the end, {:.6g} s", result.end));
  return lines;
}

std::string text_of(const StateEstimate& state) {
  std::string text;
  for (const BodyEstimate& body : state.bodies) {
    const char* axes[] = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i)
      text += fmt::format("  {:<13} {:<28} {} m\n", i == 0 ? body.name : "", axes[i],
                          shown(body.position[i]));
    const double turn = widest(body.orientation);
    const double speed = widest(body.velocity);
    if (std::isfinite(turn) && std::isfinite(speed))
      text += fmt::format("  {:<13} {:<28} ± {:.0e}, velocities ± {:.0e}\n", "", "quaternion", turn,
                          speed);
  }
  return text;
}

std::string row(const std::vector<std::string>& cells) {
  std::string text = "<tr>";
  for (const std::string& cell : cells) text += "<td>" + escaped(cell) + "</td>";
  return text + "</tr>\n";
}

std::string rows_of(const StateEstimate& state) {
  std::string rows;
  for (const BodyEstimate& body : state.bodies)
    rows += row({body.name, "x " + shown(body.position[0]) + " m",
                 "y " + shown(body.position[1]) + " m", "z " + shown(body.position[2]) + " m",
                 fmt::format("quaternion ± {:.0e}", widest(body.orientation)),
                 fmt::format("velocities ± {:.0e}", widest(body.velocity))});
  return "<table>\n" + rows + "</table>\n";
}

Plot bars_over_time(const Convergence& result) {
  Plot plot;
  plot.title = "Error bars of event times";
  plot.x = {"time (s)", Scale::Linear, {0.0, std::max(result.end, 1e-9)}};
  plot.y.label = "seconds";
  plot.y.scale = Scale::Log;
  Series series{"", SeriesKind::Dots, 0, {}};
  for (const EventEstimate& event : result.events)
    if (event.time.bar)
      series.points.push_back({event.time.value, std::max(*event.time.bar, 1e-17)});
  plot.series.push_back(std::move(series));
  plot.y.range = rounded_out(y_range(plot.series, Scale::Log, {1e-12, 1.0}), Scale::Log);
  return plot;
}

}  // namespace

Json facts_of(const Convergence& result) {
  Json runs = Json::array();
  for (const LadderRun& run : result.runs)
    runs.push_back({{"label", run.label},
                    {"tol", run.tol},
                    {"skin", run.skin},
                    {"step", result.ladder.by_steps ? Json(run.step) : Json(nullptr)},
                    {"stopped", name(run.stop)},
                    {"time_end", trace::seconds(run.trace.footer.end)},
                    {"events", run.trace.events.size()},
                    {"reason", run.reason}});
  Json events = Json::array();
  for (const EventEstimate& event : result.events) {
    Json bodies = Json::array();
    for (const EventBodyEstimate& body : event.bodies) {
      Json facts = facts_of(body.after);
      facts["velocity_before"] = facts_of(body.velocity_before);
      bodies.push_back(facts);
    }
    events.push_back({{"kind", trace::name(event.kind)},
                      {"a", event.a},
                      {"b", event.b},
                      {"time", facts_of(event.time)},
                      {"energy_after", facts_of(event.energy)},
                      {"after", bodies}});
  }
  Json states = Json::array();
  for (const StateEstimate& state : result.states)
    states.push_back({{"time", state.time}, {"bodies", facts_of(state)}});
  return {
      {"scene", result.runs.front().trace.header.scene_name},
      {"runs", runs},
      {"ladder", result.ladder.by_steps ? "step"
                 : result.ladder_down   ? "skin down"
                                        : "skin up"},
      {"time_end", result.end},
      {"answer_ends", result.answer_ends},
      {"amplification", result.amplification ? Json(*result.amplification) : Json(nullptr)},
      {"order", result.order ? Json(*result.order) : Json(nullptr)},
      {"events", events},
      {"states", states},
      {"bodies", facts_of(result.last)},
      {"energy", facts_of(result.energy)},
      {"widest_bar", std::isfinite(widest_bar(result)) ? Json(widest_bar(result)) : Json(nullptr)}};
}

std::string text_of(const Convergence& result) {
  std::string text;
  for (const std::string& line : headlines(result)) text += line + "\n";
  if (!result.events.empty()) text += "\nevents, time in seconds with its estimated error\n";
  for (const EventEstimate& event : result.events)
    text += fmt::format("  {:<13} {:<28} {}\n", trace::name(event.kind), pair_text(event),
                        shown(event.time));
  for (const StateEstimate& state : result.states)
    text += fmt::format("\nat {:g} s\n", state.time) + text_of(state);
  text += fmt::format("\nat the end, {:.6g} s\n", result.end) + text_of(result.last);
  text += fmt::format("  {:<13} {:<28} {} J\n", "energy", "", shown(result.energy));
  return text;
}

std::string page_of(const Convergence& result) {
  const std::string title = "Error bars of " + escaped(result.runs.front().trace.header.scene_name);
  std::string page = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
                     title + "</title><style>" + std::string(page_style()) +
                     "</style></head><body><main>\n<h1>" + title +
                     "</h1>\n<p>Estimated from several runs of the scene; nothing on this page is "
                     "proved.</p>\n<ul>";
  for (const std::string& line : headlines(result)) page += "<li>" + escaped(line) + "</li>\n";
  page += "</ul>\n";
  if (!result.events.empty()) {
    page += "<figure>" + svg(bars_over_time(result)) + "</figure>\n<h2>Events</h2>\n<table>\n";
    for (const EventEstimate& event : result.events)
      page += row({trace::name(event.kind), pair_text(event), shown(event.time) + " s",
                   "energy " + shown(event.energy) + " J"});
    page += "</table>\n";
  }
  for (const StateEstimate& state : result.states)
    page += fmt::format("<h2>At {:g} s</h2>\n", state.time) + rows_of(state);
  page += "<h2>At the end</h2>\n" + rows_of(result.last);
  return page + "<p>Energy " + escaped(shown(result.energy)) + " J</p>\n</main></body></html>\n";
}

int converge_verb(const ConvergeArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const Scene scene = load_scene(arguments.scene.scene, scene_options(arguments.scene));
    ConvergeSettings settings;
    settings.at = arguments.at;
    settings.threads = arguments.scene.threads > 0
                           ? arguments.scene.threads
                           : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    settings.interrupted = watch_for_interruption();
    const auto began = std::chrono::steady_clock::now();
    const Convergence result = converge(scene, settings);
    if (settings.interrupted()) return Exit::Interrupted;
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
    if (!arguments.out.empty()) write_whole(arguments.out, page_of(result));
    const bool narrow =
        !arguments.digits || widest_bar(result) <= 0.5 * std::pow(10.0, -*arguments.digits);
    const Exit exit = narrow ? Exit::Done : Exit::ClaimFailed;
    if (arguments.json) {
      Json facts = facts_of(result);
      facts["wall_seconds"] = wall.count();
      facts["exit_code"] = static_cast<int>(exit);
      fmt::print("{}\n", facts.dump(2));
      return exit;
    }
    fmt::print("{}: {:.3g} s of computing\n{}", scene.name, wall.count(), text_of(result));
    if (!arguments.out.empty()) fmt::print("page    {}\n", arguments.out);
    if (!narrow)
      fmt::print("the widest error bar, {:.1e}, leaves fewer than {} digits\n", widest_bar(result),
                 *arguments.digits);
    return exit;
  });
}

}  // namespace rigor
