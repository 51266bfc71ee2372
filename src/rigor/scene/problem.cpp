// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <rigor/scene/problem.hpp>

namespace rigor {
namespace {

std::string message(const Sources& sources, const std::vector<Problem>& problems) {
  std::string all;
  for (const Problem& problem : problems) {
    if (!all.empty()) all += '\n';
    all += to_text(source_of(sources, problem.place), problem);
  }
  return all;
}

/// Edits between two words: insert, delete, replace a letter, swap two neighbours (optimal string
/// alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

/// The first of Rigor's own words in the text, from docs/glossary.md; empty if there is none.
std::string_view own_word(std::string_view text) {
  constexpr std::array<std::string_view, 6> kWords{"skin",   "band",     "segment",
                                                   "island", "manifold", "certificate"};
  for (const std::string_view word : kWords)
    if (text.find(word) != std::string_view::npos) return word;
  return {};
}

constexpr std::size_t kLongestWord = 64;  // longer keys are not worth a comparison

}  // namespace

const std::string& source_of(const Sources& sources, const Place& place) {
  static const std::string kUnnamed = "scene";
  const std::size_t source = place.source;
  if (source < sources.size()) return sources[source];
  return sources.empty() ? kUnnamed : sources.front();
}

SceneError::SceneError(Sources sources, std::vector<Problem> problems, SceneFault fault)
    : std::runtime_error(message(sources, problems)),
      sources_(std::move(sources)),
      problems_(std::move(problems)),
      fault_(fault) {}

SceneError::SceneError(const std::string& file, std::vector<Problem> problems, SceneFault fault)
    : SceneError(Sources{file}, std::move(problems), fault) {}

std::string to_text(const std::string& file, const Problem& problem) {
  std::string text = file;
  if (problem.place.line > 0) {
    text += fmt::format(":{}:{}", problem.place.line, problem.place.column);
  }
  text += ": " + (problem.key.empty() ? "scene" : problem.key);
  if (!problem.value.empty()) text += " = " + problem.value;
  text += "\n  rule: " + problem.rule;
  if (!problem.remedy.empty()) text += "\n  try:  " + problem.remedy;
  if (const std::string_view word = own_word(problem.rule); !word.empty())
    text += fmt::format("\n  see:  docs/glossary.md for \"{}\"", word);
  return text;
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  if (word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t fewest = (word.size() + 2) / 3 + 1;
  for (const std::string_view candidate : known) {
    const std::size_t edits = edit_distance(word, candidate);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

std::string enumeration(std::span<const std::string_view> words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? " or " : ", ";
    list += words[i];
  }
  return list;
}

namespace {

/// The bytes with each one that is no part of a whole UTF-8 sequence replaced by '?', but for a
/// sequence that the end cuts off.
std::string valid_utf8(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    const std::size_t length = lead < 0x80U                    ? 1
                               : lead >= 0xc2U && lead < 0xe0U ? 2
                               : lead >= 0xe0U && lead < 0xf0U ? 3
                               : lead >= 0xf0U && lead < 0xf5U ? 4
                                                               : 0;
    std::size_t found = length == 0 ? 0 : 1;
    while (found < length && i + found < bytes.size() &&
           (static_cast<unsigned char>(bytes[i + found]) & 0xc0U) == 0x80U) {
      ++found;
    }
    const bool whole = length > 0 && (found == length || i + found == bytes.size());
    text += whole ? std::string(bytes.substr(i, found)) : std::string("?");
    i += whole ? found : 1;
  }
  return text;
}

}  // namespace

std::string shortened(std::string_view value) {
  constexpr std::size_t kLongest = 60;
  std::string kept = valid_utf8(value.substr(0, kLongest));
  std::replace_if(
      kept.begin(), kept.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  if (value.size() > kLongest) {
    // Do not cut a UTF-8 sequence in two.
    while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xc0U) == 0x80U) {
      kept.pop_back();
    }
    if (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0x80U) != 0) kept.pop_back();
    kept += "...";
  }
  return kept;
}

}  // namespace rigor
