// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/scene/scene.hpp>

namespace rigor {

/// The resolved scene: a scene file with every default written out, random states replaced by what
/// was drawn, and numbers in the shortest form that reads back to the same bits. Equal scenes give
/// equal bytes, and `read_scene` of the text gives the same scene again.
std::string resolved_text(const Scene& scene);

/// Values as scene files write them, numbers in that shortest form.
std::string number_text(double value);
std::string vector_text(const Vector3& v);
std::string pose_text(const Pose& pose);
std::string shape_text(const ShapeSpec& shape);
std::string quoted_text(const std::string& words);

/// SHA-256 of the resolved text: the identity of the scene.
std::string scene_hash(const Scene& scene);

}  // namespace rigor
