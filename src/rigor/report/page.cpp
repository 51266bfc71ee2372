// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include <rigor/report/contact_count.hpp>
#include <rigor/report/curves.hpp>
#include <rigor/report/ending.hpp>
#include <rigor/report/event_table.hpp>
#include <rigor/report/glossary.hpp>
#include <rigor/report/markup.hpp>
#include <rigor/report/page.hpp>
#include <rigor/report/scene_text.hpp>
#include <rigor/report/separation_curve.hpp>
#include <rigor/report/style.hpp>

namespace rigor {
namespace {

constexpr int kColumns = 1200;         // samples of the gap over the time shown
constexpr int kEvaluations = 400'000;  // bodies times instants of the energy curve

std::string figure(const Plot& plot, const std::string& caption) {
  return "<figure>" + svg(plot) + "<figcaption>" + escaped(caption) + "</figcaption></figure>\n";
}

Plot over_time(const trace::Trace& trace, const Range& times, std::string title, std::string unit) {
  Plot plot;
  plot.title = std::move(title);
  plot.x = {"time (s)", Scale::Linear, times};
  plot.y.label = std::move(unit);
  plot.marks = event_marks(trace);
  return plot;
}

/// Shows nothing outside the time range.
void cut(Series& series, const Range& times) {
  std::erase_if(series.points,
                [&](const PlotPoint& p) { return p.x < times.low || p.x > times.high; });
}

std::string gap_figure(const trace::Trace& trace, const Range& times) {
  Plot plot = over_time(trace, times, "Smallest separation of all pairs", "metres");
  plot.y.scale = Scale::Log;
  plot.series.push_back({"", SeriesKind::Line, 0, smallest_separation(trace, times, kColumns)});
  const double skin = trace.header.skin;
  Range range = y_range(plot.series, Scale::Log, {skin, 1.0});
  range.low = std::min(range.low, 0.5 * skin);
  plot.y.range = rounded_out(range, Scale::Log);
  plot.levels.push_back({skin, "skin: contact acts at " + number_text(skin) + " m"});
  return figure(plot,
                "Measured at samples of the recorded paths along the certified normals. The bound "
                "proved for all times is in the verdict.");
}

std::string length_figure(const trace::Trace& trace, const Range& times) {
  Plot plot = over_time(trace, times, "Segment lengths", "seconds");
  plot.y.scale = Scale::Log;
  plot.marks.clear();
  plot.series = segment_lengths(trace);
  for (Series& series : plot.series) cut(series, times);
  plot.y.range = rounded_out(y_range(plot.series, Scale::Log, {1e-3, 1.0}), Scale::Log);
  return figure(plot, "One dot per segment of motion, coloured by the reason it ended.");
}

std::string energy_figure(const trace::Trace& trace, const Range& times) {
  Plot plot = over_time(trace, times, "Energy", "joules");
  EnergyCurves curves = energy_curves(trace, times, kEvaluations);
  plot.series.push_back({"gravitational", SeriesKind::Line, 2, std::move(curves.potential)});
  plot.series.push_back({"kinetic", SeriesKind::Line, 4, std::move(curves.kinetic)});
  plot.series.push_back({"sum", SeriesKind::Line, 0, std::move(curves.total)});
  plot.y.range = rounded_out(y_range(plot.series, Scale::Linear, {0.0, 1.0}), Scale::Linear);
  return figure(plot,
                "Of all moving bodies, from the recorded paths. It drops at impacts and never "
                "rises by more than the largest gain on record.");
}

/// Nothing where nothing touches.
std::string contact_figure(const trace::Trace& trace, const Range& times) {
  Plot plot = over_time(trace, times, "Contact points", "number");
  plot.height = 220;
  ContactCount count = contact_count(trace);
  Series series{"", SeriesKind::Steps, 0, std::move(count.points)};
  double most = 0.0;
  for (const PlotPoint& p : series.points) most = std::max(most, p.y);
  if (most == 0.0) return "";
  for (PlotPoint& p : series.points) p.x = std::clamp(p.x, times.low, times.high);
  plot.series.push_back(std::move(series));
  plot.y.range = rounded_out({0.0, most}, Scale::Linear);
  return figure(plot,
                count.source == ContactSource::Certificates
                    ? "Points that the contact certificates hold inside the band around the skin."
                    : "Points at which the recorded contact forces press; of bodies that sleep, "
                      "those at which they pressed last.");
}

struct BadgeLook {
  const char* look;
  const char* sign;
};

BadgeLook look_of(Claim claim) {
  switch (claim) {
    case Claim::Proved:
      return {"good", "✓"};
    case Claim::Refused:
      return {"bad", "✗"};
    case Claim::Measured:
    case Claim::NotChecked:
      break;
  }
  return {"plain", "○"};
}

std::string badge(const ShownVerdict& verdict) {
  const BadgeLook look = look_of(verdict.claim);
  std::string out =
      fmt::format("<div class=\"badge {}\"><span class=\"sign\">{}</span><div><b>{}</b>{}",
                  look.look, look.sign, escaped(verdict.headline), escaped(verdict.detail));
  for (const std::string& failure : verdict.failures) out += "<br>" + escaped(failure);
  return out + "</div></div>\n";
}

/// One row for each body, as it was read: a unit mistake shows here.
std::string bodies_table(const trace::Trace& trace) {
  constexpr std::size_t kMostShown = 60;
  std::string out =
      "<details><summary>The bodies as they were "
      "read</summary><table><tr><th>body</th><th>kind</th>"
      "<th class=\"n\">mass, kg</th><th class=\"n\">extents, m</th><th "
      "class=\"n\">vertices</th><th>surface</th></tr>";
  const std::map<std::string, std::string> surfaces = surfaces_of_bodies(trace.header.scene_text);
  for (std::size_t i = 0; i < std::min(trace.bodies.size(), kMostShown); ++i) {
    const trace::Body& body = trace.bodies[i];
    trace::Triple low{};
    trace::Triple high{};
    std::size_t vertices = 0;
    for (const trace::Piece& piece : body.pieces) {
      for (const trace::Triple& v : piece.vertices) {
        for (std::size_t k = 0; k < 3; ++k) {
          low[k] = vertices == 0 ? v[k] : std::min(low[k], v[k]);
          high[k] = vertices == 0 ? v[k] : std::max(high[k], v[k]);
        }
        ++vertices;
      }
    }
    const auto surface = surfaces.find(body.name);
    constexpr std::array<const char*, 4> kKinds = {"free", "fixed", "driven", "link"};
    out += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{} × {} × {}</td>"
        "<td class=\"n\">{}</td><td>{}</td></tr>",
        escaped(body.name), kKinds.at(static_cast<std::size_t>(body.kind)),
        body.mass > 0.0 ? number_markup(body.mass, 5) : "–", number_text(high[0] - low[0], 4),
        number_text(high[1] - low[1], 4), number_text(high[2] - low[2], 4), vertices,
        surface == surfaces.end() ? "–" : escaped(surface->second));
  }
  out += "</table>";
  if (trace.bodies.size() > kMostShown) {
    out += fmt::format("<p class=\"soft\">and {} more</p>", trace.bodies.size() - kMostShown);
  }
  return out + "</details>\n";
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// `value` and `small` are markup.
std::string card(const std::string& what, const std::string& value, const std::string& small) {
  return fmt::format("<dl class=\"card\"><dt>{}</dt><dd>{}<small>{}</small></dd></dl>\n",
                     escaped(what), value, small);
}

/// How far it came, in a few words.
std::string card_ending(const trace::Trace& trace) {
  const StopWords* words = words_of(trace.footer.stopped);
  const std::optional<double> asked = asked_time(trace.header.scene_text);
  const bool early = words != nullptr && words->early;
  return (early && asked ? "of " + number_markup(*asked) + " s; " : std::string()) +
         escaped(words == nullptr ? trace.footer.stopped : words->because);
}

bool steps_in_time(const trace::Trace& trace) {
  const std::string& method = trace.header.method;
  return method == "paper" || method == "stewart_trinkle" || method == "anitescu_potra";
}

/// "24 impact, 2 accumulation".
std::string kinds_text(const trace::Trace& trace) {
  std::map<trace::EventKind, std::size_t> counts;
  for (const trace::Event& event : trace.events) ++counts[event.kind];
  std::string text;
  for (const auto& [kind, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, trace::name(kind));
  return text;
}

/// Changes of contact manifolds by our count, and for methods that step in time by the paper's
/// (the number of a pair's contact points becomes another one that is not zero), and steps at which
/// a smallest step was taken against the bound. A method that keeps contacts at a distance does not
/// count them; its events are told by kind.
std::string changes_text(const trace::Trace& trace) {
  if (trace.header.method == "first_order") return kinds_text(trace);
  std::string text = counted(trace.footer.manifold_changes, "change of contact manifolds",
                             "changes of contact manifolds");
  if (!steps_in_time(trace)) return text;
  const auto paper =
      std::count_if(trace.events.begin(), trace.events.end(), [](const trace::Event& event) {
        return event.contacts_after != event.contacts_before && event.contacts_after > 0;
      });
  return text + fmt::format(", {} as the paper counts them", paper);
}

std::string floors_text(const trace::Trace& trace) {
  std::set<trace::Time> floors;
  for (const trace::Segment& segment : trace.segments)
    if (segment.reason == trace::EndReason::Floor) floors.insert(segment.start);
  return floors.empty() ? ""
                        : fmt::format("; {} smallest steps taken although the bound was shorter",
                                      floors.size());
}

std::string cards(const trace::Trace& trace, const ShownVerdict& verdict) {
  const trace::Footer& footer = trace.footer;
  const double end = trace::seconds(footer.end);
  std::string out = "<div class=\"cards\">";
  if (verdict.claim == Claim::Proved && verdict.min_gap) {
    out += card("Smallest gap", number_markup(rounded_down(*verdict.min_gap, 4), 4) + " m",
                "at least; proved for all pairs at all times");
  }
  out += card("Simulated", number_markup(end) + " s", card_ending(trace));
  out += card("Segments", fmt::format("{}", trace.segments.size()),
              counted(trace.bodies.size(), "body", "bodies") + ", " +
                  counted(trace.half_spaces.size(), "half-space", "half-spaces"));
  out += card("Events", fmt::format("{}", trace.events.size()), changes_text(trace));
  out += card("Steps", fmt::format("{}", footer.steps),
              "mean " + number_markup(footer.step_mean, 3) + " s, smallest " +
                  number_markup(footer.step_min, 3) + " s" + floors_text(trace));
  out += card("Energy", number_markup(footer.energy_final, 5) + " J",
              "from " + number_markup(footer.energy_initial, 5) + " J; " +
                  (footer.energy_work == 0.0
                       ? std::string()
                       : "drives and forces did " + number_markup(footer.energy_work, 5) + " J; ") +
                  "largest gain " +
                  number_markup(visible_change(footer.energy_max_gain,
                                               std::max(std::abs(footer.energy_initial),
                                                        std::abs(footer.energy_final))),
                                3) +
                  " J");
  return out + "</div>\n";
}

std::string facts(const char* title, const std::vector<std::pair<std::string, std::string>>& rows) {
  if (rows.empty()) return "";
  std::string out = fmt::format("<section><h2>{}</h2><table>", title);
  for (const auto& [what, value] : rows) {
    out += "<tr><td>" + escaped(what) + "</td><td class=\"n\">" + escaped(value) + "</td></tr>";
  }
  return out + "</table></section>\n";
}

/// What decides how accurate the motion is.
std::string accuracy(const trace::Header& header) {
  const std::optional<double> step = asked_step(header.scene_text);
  if (header.method == "oracle" || !step) return "tolerance " + number_markup(header.tol);
  return "steps of " + number_markup(*step) + " s";
}

std::string heading(const trace::Header& header) {
  return fmt::format(
      "<h1>{}</h1>\n<p class=\"soft\">law {}{} · method {} · {} · {} {} m · gravity "
      "({}, {}, {}) m/s²</p>\n",
      escaped(header.scene_name), escaped(header.law),
      lacks_friction(header.scene_text) ? " (mu = 0 everywhere: no friction)" : "",
      escaped(header.method), accuracy(header), glossary_link("skin"), number_markup(header.skin),
      number_text(header.gravity[0]), number_text(header.gravity[1]),
      number_text(header.gravity[2]));
}

std::string foot(const trace::Trace& trace) {
  std::string out = "<details><summary>The resolved scene</summary><pre>" +
                    escaped(trace.header.scene_text) + "</pre></details>\n";
  out += fmt::format(
      "<footer>Made by Rigor {} from the trace alone. Scene hash <code>{}</code>. To check the "
      "proof "
      "again: <code>rigor verify</code> on this folder.</footer>\n</main>\n",
      escaped(trace.header.program_version), escaped(trace.header.scene_hash));
  return out;
}

}  // namespace

std::string early_end_band(const trace::Trace& trace, const std::string& reason,
                           const std::string& more) {
  const std::optional<EarlyEnd> end = early_end(trace, reason);
  if (!end) return "";
  std::string out =
      "<section class=\"badge early\" aria-label=\"The run ended early\">"
      "<span class=\"sign\">!</span><div><b>" +
      escaped(end->headline) + "</b>" + escaped(end->meaning) + ".";
  if (!end->reason.empty()) out += "<br>Reason: " + escaped(end->reason);
  out += "<br>What is shown below ends there.";
  if (!end->advice.empty()) out += " What to try: " + escaped(end->advice) + ".";
  return out + more + "</div></section>\n";
}

PageParts report_parts(const trace::Trace& trace, const ShownVerdict& verdict,
                       const std::string& reason) {
  const Range times = shown_times(trace);
  PageParts parts;
  parts.title = trace.header.scene_name;
  parts.before =
      "<main>\n" + heading(trace.header) +
      early_end_band(trace, reason, " The " + glossary_link("glossary") + " explains the terms.") +
      badge(verdict) + cards(trace, verdict);
  parts.after = "<div class=\"still\">\n";
  if (times.high < trace::seconds(trace.footer.end)) {
    parts.after +=
        fmt::format("<p class=\"soft\">At rest after {} s; the plots end a little later.</p>\n",
                    number_markup(rest_time(trace), 7));
  }
  parts.after += gap_figure(trace, times) + contact_figure(trace, times) +
                 energy_figure(trace, times) + length_figure(trace, times);
  parts.after += "</div>\n<div class=\"two\">" + facts("Proved", verdict.proved) +
                 facts("Measured", verdict.measured) + "</div>\n";
  parts.after += "<h2>Events</h2>\n" + event_table(trace) + bodies_table(trace) + glossary_table() +
                 foot(trace);
  return parts;
}

std::string report_page(const trace::Trace& trace, const ShownVerdict& verdict,
                        const std::string& reason) {
  return view_page({{trace.header.scene_name, trace, verdict}},
                   report_parts(trace, verdict, reason));
}

}  // namespace rigor
