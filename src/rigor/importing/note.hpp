// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rigor/scene/problem.hpp>

namespace rigor::importing {

/// How the scene differs from the file.
enum class NoteKind {
  LeftOut,       ///< the file says it, the scene does not have it
  Approximated,  ///< the scene has something near, with a stated error
  Merged,        ///< several things of the file are one in the scene
  Repaired,      ///< the file was wrong, and mending was asked for
  Added,         ///< the file does not say it, a scene needs it
};

/// One difference between the file and the scene, and the reason.
struct Note {
  NoteKind kind = NoteKind::LeftOut;
  std::string what{};
  std::string why{};
  Place place{};  ///< in the file; line 0 if it is about the whole
};

/// Notes of one kind with equal words, told once.
struct NoteGroup {
  NoteKind kind = NoteKind::LeftOut;
  std::string what{};
  std::string why{};
  std::vector<int> lines{};  ///< of the file, rising; without those of line 0
  int count = 0;
};

/// "left out", "approximated", "merged", "repaired", "added".
const char* name(NoteKind kind);

/// The notes by kind, else in the order of their first.
std::vector<NoteGroup> grouped(const std::vector<Note>& notes);

/// "visual (9 times, lines 12, 40, 71, ...): Rigor shows collision shapes".
std::string to_text(const NoteGroup& group);

}  // namespace rigor::importing
