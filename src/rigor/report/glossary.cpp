// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/report/glossary.hpp>

namespace rigor {

const std::array<GlossaryWord, 10>& glossary_words() {
  static constexpr std::array<GlossaryWord, 10> kWords{{
      {"skin",
       "the distance at which bodies are in contact; they never get closer than half of it"},
      {"band", "the narrow range around the skin in which the gap of a contact stays"},
      {"segment", "a stretch of one body's motion, as polynomials in time"},
      {"event", "an instant at which something changes: a touch, an impact, a lift-off"},
      {"certificate",
       "what keeps two bodies apart for some time, a plane or the common normal of two edges; the "
       "checker proves each of them again"},
      {"piece", "a convex part of a body"},
      {"feature", "a vertex, an edge or a face of a piece"},
      {"manifold", "the set of points at which two bodies touch"},
      {"island", "bodies that act on each other through contacts and so share their events"},
      {"refusal",
       "the honest end of a run that cannot continue; everything before it remains proved"},
  }};
  return kWords;
}

std::string glossary_table() {
  std::string out = "<details><summary>Glossary</summary><table id=\"words\">";
  for (const auto& [word, meaning] : glossary_words())
    out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", word, meaning);
  return out + "</table><p class=\"soft\">All terms: docs/glossary.md.</p></details>\n";
}

std::string glossary_link(const std::string& word) { return "<a href=\"#words\">" + word + "</a>"; }

}  // namespace rigor
