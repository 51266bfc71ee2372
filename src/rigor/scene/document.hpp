// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <rigor/scene/problem.hpp>

namespace rigor {

/// One node of a YAML document, with the place where it stands. Of a map, keys[i] belongs to
/// items[i].
struct DocumentNode {
  enum class Kind { Null, Scalar, Sequence, Map };

  Kind kind = Kind::Null;
  Place place{};
  std::string text{};   ///< of a scalar
  bool quoted = false;  ///< a scalar in quotes is text and never a number
  std::vector<std::string> keys{};
  std::vector<Place> key_places{};
  std::vector<DocumentNode> items{};
};

/// What a document may cost at most. Scene files of thousands of bodies stay far below; a hostile
/// one is refused early.
struct DocumentLimits {
  std::size_t bytes = std::size_t{16} << 20U;
  std::size_t nodes = 1'000'000;
  int depth = 24;  ///< levels of nesting; scenes need 8
};

/// The single document in `text`. Refuses with a SceneError, in time linear in the size: syntax
/// errors, a second document, anchors, aliases, merge keys and tags (nothing in a scene needs them,
/// and aliases can blow up a small file), keys given twice, keys that are not plain words, and
/// whatever exceeds the limits. `file` is only used in messages.
DocumentNode parse_document(const std::string& text, const std::string& file,
                            const DocumentLimits& limits = {});

/// The bytes of a file, or a SceneError if it can not be read or is larger than `limits.bytes`.
std::string read_bytes(const std::string& file, const DocumentLimits& limits = {});

}  // namespace rigor
