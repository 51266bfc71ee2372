// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <rigor/scene/compose.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

struct ReadOptions {
  std::optional<std::uint64_t> seed{};  ///< instead of the file's own; some state must be random
  std::vector<Setting> settings{};      ///< values put over what the file says, in order
};

/// The scene in `text` (with what it includes, and `options.settings` put in), every default filled
/// in and every random state drawn. Throws a SceneError that names all problems of the file that
/// reading alone can find: SceneFault::Refusal for a law or method that is known but not complete,
/// SceneFault::BadInput otherwise. `file` is used in messages, and its stem names a scene that does
/// not name itself.
Scene read_scene(const std::string& text, const std::string& file, const ReadOptions& options = {});

/// The scene in a file.
Scene load_scene(const std::string& file, const ReadOptions& options = {});

}  // namespace rigor
