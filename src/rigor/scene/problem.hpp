// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rigor {

/// A spot in a text, counted from 1; line 0 means the text as a whole. `source` says which text: 0
/// is the scene file, then come included files and settings of the command line.
struct Place {
  int source = 0;
  int line = 0;
  int column = 0;

  auto operator<=>(const Place&) const = default;
};

/// One thing that is wrong with a scene, told so that its author can put it right.
struct Problem {
  Place place;
  std::string key;     ///< the path to it, e.g. bodies[0].mass
  std::string value;   ///< as written, shortened; empty if something is missing
  std::string rule;    ///< what must hold
  std::string remedy;  ///< what to do
};

/// Bad input is the author's to mend (exit code 3); a refusal is about what Rigor can not do
/// honestly yet (exit code 4).
enum class SceneFault { BadInput, Refusal };

/// The texts that a scene is made of, by name; `Place::source` counts them.
using Sources = std::vector<std::string>;

/// The name of the text that a place is in; "scene" if it has none.
const std::string& source_of(const Sources& sources, const Place& place);

/// Thrown for a scene that can not be run. `what()` tells every problem, each with file, line,
/// column, key, value, rule and remedy.
class SceneError : public std::runtime_error {
 public:
  SceneError(Sources sources, std::vector<Problem> problems,
             SceneFault fault = SceneFault::BadInput);
  SceneError(const std::string& file, std::vector<Problem> problems,
             SceneFault fault = SceneFault::BadInput);

  /// The scene file itself.
  const std::string& file() const { return source_of(sources_, {}); }
  const Sources& sources() const { return sources_; }
  const std::vector<Problem>& problems() const { return problems_; }
  SceneFault fault() const { return fault_; }

 private:
  Sources sources_;
  std::vector<Problem> problems_;
  SceneFault fault_;
};

/// "file:line:column: key = value", then the rule and the remedy, each on its own line.
std::string to_text(const std::string& file, const Problem& problem);

/// The word of `known` that `word` was most likely meant to be (fewest single-letter edits and
/// swaps, at most a third of its length rounded up), or an empty view.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// "a, b or c".
std::string enumeration(std::span<const std::string_view> words);

/// At most 60 characters of `value`, control characters replaced, for messages.
std::string shortened(std::string_view value);

}  // namespace rigor
