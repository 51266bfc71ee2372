// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>
#include <rigor/report/style.hpp>
#include <rigor/reproduction/drawing.hpp>
#include <rigor/reproduction/section.hpp>

namespace rigor {
namespace {

/// Letters of a text in UTF-8.
std::size_t letters(const std::string& text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

/// Escaped, with `code` and *emphasis* marked up.
std::string words_markup(const std::string& text) {
  std::string out;
  bool code = false;
  bool emphasis = false;
  for (const char c : escaped(text)) {
    if (c == '`') {
      out += code ? "</code>" : "<code>";
      code = !code;
    } else if (c == '*' && !code) {
      out += emphasis ? "</em>" : "<em>";
      emphasis = !emphasis;
    } else {
      out += c;
    }
  }
  return out;
}

std::string markup(const Words& words) {
  return (words.lead ? "<p class=\"lead\">" : "<p>") + words_markup(words.text) + "</p>\n";
}

std::string markup(const FactTable& table) {
  std::string out = "<div class=\"scroll\"><table><caption>" + words_markup(table.caption) +
                    "</caption><thead><tr>";
  for (const std::string& cell : table.head) out += "<th>" + escaped(cell) + "</th>";
  out += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (const std::string& cell : row) out += "<td>" + escaped(cell) + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string markup(const Figure& figure) {
  return "<figure>" + figure.svg + "<figcaption>" + words_markup(figure.caption) +
         "</figcaption></figure>\n";
}

std::string markdown(const Words& words) { return words.text + "\n\n"; }

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (std::string cell : cells) {
    for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2)
      cell.insert(at, "\\");
    out += " " + cell + " |";
  }
  return out + "\n";
}

std::string markdown(const FactTable& table) {
  std::string out = table.caption + "\n\n" + markdown_row(table.head);
  out += markdown_row(std::vector<std::string>(table.head.size(), "---"));
  for (const auto& row : table.rows) out += markdown_row(row);
  return out + "\n";
}

std::string markdown(const Figure& figure, const std::string& images) {
  return fmt::format("![{}]({}/{}.svg)\n\n{}\n\n", figure.name, images, figure.name,
                     figure.caption);
}

constexpr const char* kPageStyle = R"css(
caption { caption-side: top; text-align: left; color: var(--soft); font-size: 13px; padding: 18px 0 8px; max-width: 100ch; }
td { white-space: normal; } td:first-child { font-weight: 500; }
a { color: var(--c0); } nav a { margin-right: 18px; text-decoration: none; } nav a:hover { text-decoration: underline; }
.lead { border-left: 4px solid var(--c0); padding: 2px 0 2px 14px; margin: 16px 0; font-weight: 500; }
h2 { border-top: 1px solid var(--rule); padding-top: 28px; font-size: 24px; }
@media print { body { font-size: 11px; } table { font-size: 9px; } caption, figcaption { font-size: 9px; } h2 { break-before: page; border: 0; padding: 0; margin-top: 0; } #missing { break-before: auto; margin-top: 28px; } .scroll { overflow: visible; }
  th, td { padding: 3px 6px 3px 0; } thead { display: table-header-group; } tr { break-inside: avoid; } nav { display: none; } }
)css";

}  // namespace

std::string page_of(const std::vector<Section>& sections) {
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n"
      "<style>{}{}{}</style>\n</head>\n<body>\n<main>\n",
      escaped(sections.front().title), page_style(), drawing_style(), kPageStyle);
  for (const Section& section : sections) {
    const bool first = &section == &sections.front();
    out += fmt::format("<{0} id=\"{1}\">{2}</{0}>\n", first ? "h1" : "h2", section.name,
                       escaped(section.title));
    if (first) {
      out += "<nav>";
      for (const Section& other : sections)
        if (&other != &section)
          out += fmt::format("<a href=\"#{}\">{}</a>", other.name, escaped(other.title));
      out += "</nav>\n";
    }
    for (const auto& part : section.parts)
      out += std::visit([](const auto& one) { return markup(one); }, part);
  }
  return out + "</main>\n</body>\n</html>\n";
}

std::string markdown_of(const std::vector<Section>& sections, const std::string& images) {
  std::string out;
  for (const Section& section : sections) {
    out += (out.empty() ? "# " : "## ") + section.title + "\n\n";
    for (const auto& part : section.parts) {
      if (const auto* figure = std::get_if<Figure>(&part)) out += markdown(*figure, images);
      if (const auto* table = std::get_if<FactTable>(&part)) out += markdown(*table);
      if (const auto* words = std::get_if<Words>(&part)) out += markdown(*words);
    }
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

std::string text_of(const FactTable& table) {
  std::vector<std::vector<std::string>> rows{table.head};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  std::vector<std::size_t> wide(table.head.size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) wide[i] = std::max(wide[i], letters(row[i]));
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += row[i] + std::string(wide[i] - letters(row[i]) + 2, ' ');
    while (line.ends_with(' ')) line.pop_back();
    out += line + "\n";
  }
  return out;
}

std::string csv_of(const FactTable& table) {
  const auto row_text = [](const std::vector<std::string>& row) {
    std::string out;
    for (const std::string& cell : row) {
      std::string quoted;
      for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
      out += (out.empty() ? "\"" : ",\"") + quoted + "\"";
    }
    return out + "\n";
  };
  std::string out = row_text(table.head);
  for (const auto& row : table.rows) out += row_text(row);
  return out;
}

std::string standalone(const Figure& figure) {
  const std::size_t end = figure.svg.find('>') + 1;
  return figure.svg.substr(0, end) + "<style>" + std::string(page_style()) + drawing_style() +
         "</style>" + figure.svg.substr(end);
}

}  // namespace rigor
