// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/report/curves.hpp>
#include <rigor/report/event_table.hpp>
#include <rigor/report/markup.hpp>
#include <rigor/verification/verdict.hpp>

namespace rigor {
namespace {

std::string sureness(const trace::Event& event) {
  const double width = trace::elapsed(event.lo, event.hi);
  if (event.proved) return "proved, within " + number_markup(width, 2) + " s";
  return "located, ± " + number_markup(event.location_error, 2) + " s";
}

std::string note(const trace::Event& event) {
  std::string text = escaped(event.note);
  if (event.kind != trace::EventKind::Accumulation) return text;
  if (!text.empty()) text += "; ";
  return text + "limit at " + number_markup(event.limit_time, 10) + " s, at most " +
         number_markup(event.limit_bound, 2) + " s cut off";
}

std::string row(const trace::Trace& trace, const trace::Event& event) {
  // The number is a link: the view above goes to the event.
  std::string out = fmt::format(
      "<tr><td class=\"n\"><a href=\"#e={0}\">{0}</a></td><td class=\"n\">{1:.12f}</td>",
      event.index, trace::seconds(event.lo));
  out += fmt::format("<td class=\"kind c{}\"><span>{}</span></td><td class=\"w\">{}</td>",
                     colour_of(event.kind), trace::name(event.kind), sureness(event));
  out += "<td class=\"w\">" + piece_name(trace, event.a) + " – " + piece_name(trace, event.b) +
         "</td>";
  out += fmt::format("<td class=\"n\">{} → {}</td>", event.contacts_before, event.contacts_after);
  out += "<td class=\"n\">" + number_markup(event.energy_after - event.energy_before, 3) + "</td>";
  return out + "<td>" + note(event) + "</td></tr>\n";
}

}  // namespace

std::string piece_name(const trace::Trace& trace, const trace::PieceId& id) {
  return escaped(verification::name_of(id, trace));
}

std::string event_table(const trace::Trace& trace) {
  if (trace.events.empty()) return "<p>No events in this run.</p>\n";
  std::string out =
      "<div class=\"scroll\"><table><thead><tr><th class=\"n\">#</th><th class=\"n\">time (s)</th>"
      "<th>kind</th><th>how sure</th><th>pair</th><th class=\"n\">contacts</th>"
      "<th class=\"n\">energy (J)</th><th>note</th></tr></thead><tbody>\n";
  std::size_t shown = 0;
  for (const trace::Event& event : trace.events) {
    if (event.kind == trace::EventKind::Sample) continue;  // thousands, and known in advance
    if (shown == kMostEventRows) break;
    out += row(trace, event);
    ++shown;
  }
  out += "</tbody></table></div>\n";
  if (shown < trace.events.size()) {
    out += fmt::format("<p class=\"soft\">{} more are in events.jsonl.</p>\n",
                       trace.events.size() - shown);
  }
  return out;
}

}  // namespace rigor
