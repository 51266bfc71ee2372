// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rigor {

/// A spot in a scene file, counted from 1; line 0 means the file as a whole.
struct Place {
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

/// Thrown for a scene that can not be run. `what()` tells every problem, each with file, line,
/// column, key, value, rule and remedy.
class SceneError : public std::runtime_error {
 public:
  SceneError(std::string file, std::vector<Problem> problems,
             SceneFault fault = SceneFault::BadInput);

  const std::string& file() const { return file_; }
  const std::vector<Problem>& problems() const { return problems_; }
  SceneFault fault() const { return fault_; }

 private:
  std::string file_;
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
