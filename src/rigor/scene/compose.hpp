// SPDX-License-Identifier: Apache-2.0
// From texts to one document: included files, settings of the command line, parameters.
#pragma once

#include <string>
#include <vector>

#include <rigor/scene/document.hpp>

namespace rigor {

/// One value that replaces or adds to what the scene file says, e.g. {"bodies[die].mass", "2",
/// "--set bodies[die].mass=2"}. The path names keys and, in brackets, items of lists by number or
/// by their `name`. The value is read as YAML.
struct Setting {
  std::string path;
  std::string value;
  std::string source;  ///< as written, for messages
};

/// A whole document and the texts it was made of.
struct Document {
  DocumentNode root;
  Sources sources;
};

/// At most this many files, one inside the other at most kDeepestInclude.
inline constexpr std::size_t kMostIncludes = 64;
inline constexpr int kDeepestInclude = 8;

/// The document that `text` describes:
///  1. `include: [file, ...]` is replaced by what these files say, the first one first. Of two maps
///     the keys are united, the including file's value counts; the lists `bodies`, `half_spaces`
///     and `pairs` are joined. Files lie inside the scene's folder; none includes itself.
///  2. `settings` are put in, in order.
///  3. every plain value `$word` becomes the value of `parameters: {word: ...}`; each parameter is
///     used, and none refers to another.
/// Throws a SceneError for whatever breaks these rules or exceeds the limits.
Document compose(const std::string& text, const std::string& file,
                 const std::vector<Setting>& settings = {}, const DocumentLimits& limits = {});

}  // namespace rigor
