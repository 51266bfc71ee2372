// SPDX-License-Identifier: Apache-2.0
// Models that an SDF document includes from other files.
#pragma once

#include <string>
#include <vector>

#include <rigor/importing/reading.hpp>

namespace rigor::importing {

/// Puts the models that are meant in the place of every `include`, with the name, the pose and the
/// `static` that it asks for. Files are looked for as meshes are (mesh_location.hpp); a folder
/// stands for the file that its model.config names, or for model.sdf in it. What is in them counts
/// as being where the include is, and their meshes are looked for beside them. Of models that are
/// in every simulator's library and not found, a sun is left out and a ground_plane is a plane.
/// Problems: files that are not there, that include each other more than 8 deep or hold no model,
/// and includes that `merge` or place another frame than the model's.
void expand_includes(Reading& reading, XmlElement& sdf, const std::vector<std::string>& folders);

}  // namespace rigor::importing
