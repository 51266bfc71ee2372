// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/importing/note.hpp>

namespace rigor::importing {

const char* name(NoteKind kind) {
  switch (kind) {
    case NoteKind::LeftOut:
      return "left out";
    case NoteKind::Approximated:
      return "approximated";
    case NoteKind::Merged:
      return "merged";
    case NoteKind::Repaired:
      return "repaired";
    case NoteKind::Added:
      break;
  }
  return "added";
}

std::vector<NoteGroup> grouped(const std::vector<Note>& notes) {
  std::vector<NoteGroup> groups;
  for (const NoteKind kind : {NoteKind::LeftOut, NoteKind::Approximated, NoteKind::Merged,
                              NoteKind::Repaired, NoteKind::Added}) {
    const std::size_t first = groups.size();
    for (const Note& note : notes) {
      if (note.kind != kind) continue;
      auto group = std::find_if(
          groups.begin() + static_cast<std::ptrdiff_t>(first), groups.end(),
          [&note](const NoteGroup& g) { return g.what == note.what && g.why == note.why; });
      if (group == groups.end())
        group = groups.insert(groups.end(), NoteGroup{kind, note.what, note.why, {}, 0});
      ++group->count;
      if (note.place.line > 0) group->lines.push_back(note.place.line);
    }
  }
  for (NoteGroup& group : groups) std::sort(group.lines.begin(), group.lines.end());
  return groups;
}

std::string to_text(const NoteGroup& group) {
  constexpr std::size_t kLinesTold = 5;
  std::string where;
  if (group.count > 1) where = fmt::format("{} times", group.count);
  if (!group.lines.empty()) {
    where += where.empty() ? "" : ", ";
    where += group.lines.size() == 1 ? "line " : "lines ";
    for (std::size_t i = 0; i < std::min(group.lines.size(), kLinesTold); ++i)
      where += fmt::format("{}{}", i > 0 ? ", " : "", group.lines[i]);
    if (group.lines.size() > kLinesTold) where += ", ...";
  }
  return fmt::format("{}{}: {}", group.what, where.empty() ? "" : " (" + where + ")", group.why);
}

}  // namespace rigor::importing
