// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/importing/import_model.hpp>
#include <rigor/importing/scene_draft.hpp>

namespace rigor::importing {

/// The scene of what a file says: names made fit, inertias checked, shapes converted, links that do
/// not move made fixed bodies. Adds to the notes of `source`. Throws a SceneError with every
/// problem found.
SceneDraft make_draft(SourceScene& source, const std::string& file, const ImportOptions& options);

}  // namespace rigor::importing
