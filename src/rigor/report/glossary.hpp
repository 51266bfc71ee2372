// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

namespace rigor {

/// A word that Rigor uses in its own sense, and what it means. docs/glossary.md has them all.
struct GlossaryWord {
  const char* word;
  const char* meaning;
};

/// The ten that a reader of a report meets.
const std::array<GlossaryWord, 10>& glossary_words();

/// The words as a part of a page that opens when one of them is followed.
std::string glossary_table();

/// The word as a link to that part.
std::string glossary_link(const std::string& word);

}  // namespace rigor
